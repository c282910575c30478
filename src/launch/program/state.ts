/** The state of a program that is run (run.ts), and what its files call each other for. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Declaration, HostNames } from '../host-names.ts';
import type { Block, Frame, Left, Place, Value, Variable } from './memory.ts';
import type { HostType } from './types.ts';
import type { Expr } from '../../base/expr.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { i32 } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { constantOf, converted } from '../host-value.ts';
import { copyBytes, newPlace, read, unknown, write } from './memory.ts';
import { copiesInItsWay, isUpcast, sizeOf } from './types.ts';

/** A launch as it was reached: the call, and what it passes. `sharedBytes` null: not known. */
export type Launched = Readonly<{
  call: SyntaxNode;
  /** its definition; null: not known */ kernel: SyntaxNode | null;
  grid: readonly number[];
  block: readonly number[];
  sharedBytes: number | null;
  args: readonly Passed[];
  /** what memory of the device holds then */ memory: ReadonlyMap<Block, Block['cells']>;
  /** and who has left that there */ left: ReadonlyMap<Block, Left>;
}>;
export type Passed = Readonly<{ type: HostType; value: Value; /** of an object, a copy of it */ object: Place | null }>;

/**
 * `stopped`: something is not followed, and nothing is known of what comes after it. `isPartial`: a launch is missing
 * among `launched`, or not all of it is known.
 */
export type Run = {
  readonly names: HostNames;
  /** Calls of CUDA may fail: what depends on that is not followed. Else none does. */
  readonly mayFail: boolean;
  /** Functions and lambdas that were called. */
  readonly called: Set<SyntaxNode>;
  isPartial: boolean;
  /** It has ended, by `exit` and the like. */
  isOver: boolean;
  readonly variables: Map<number, Variable>;
  readonly launched: Launched[];
  /** Memory that kernels may change. */
  readonly seen: Block[];
  readonly rules: Rules;
  steps: number;
  depth: number;
  stopped: boolean;
};
type Rules = Readonly<{
  evaluate: (run: Run, frame: Frame, node: SyntaxNode) => Result;
  initialize: (run: Run, frame: Frame, variable: Variable, given: Given) => void;
  called: (run: Run, value: Value, args: readonly Result[]) => Result;
  call: (run: Run, definition: SyntaxNode, args: readonly Result[], how: Calling) => Result;
  execute: (run: Run, frame: Frame, node: SyntaxNode) => Completion;
}>;
export type Calling = Readonly<{ self: Variable | null; outer: Frame | null; explicit: readonly Explicit[] }>;
/** A template argument as it is written: the type that it names, and what gives its value where it is one. */
export type Explicit = Readonly<{ type: HostType; node: SyntaxNode; frame: Frame }>;
/** How a statement ends. */
export type Completion =
  | Readonly<{ kind: 'on' | 'break' | 'continue' }>
  | Readonly<{ kind: 'returned'; result: Result; /** what stands in braces */ list: readonly SyntaxNode[] | null }>;
/** What an object is made of. `isList`: in braces. */
export type Given =
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'arguments'; nodes: readonly SyntaxNode[]; isList: boolean }>
  | Readonly<{
      kind: 'result';
      result: Result;
      /** it is named, so that an object of its class is copied, and not made in its place */ isNamed?: boolean;
    }>;

/** What an expression gives: an object or variable in memory, else a value. */
export type Result = Readonly<{ type: HostType; place: Place | null; value: Value }>;

const maxSteps = 100_000;
const maxDepth = 40;

export const nothing: Result = { type: { kind: 'void' }, place: null, value: unknown };
export const valueOf = (type: HostType, value: Value): Result => ({ type, place: null, value });
export const number = (expr: Expr): Result => ({
  type: { kind: 'scalar', type: typeOf(expr) },
  place: null,
  value: { kind: 'number', expr },
});
/** What a call of CUDA returns: success, or what is not known where it may fail. */
export const success = ({ mayFail }: Run): Result =>
  valueOf({ kind: 'scalar', type: i32 }, mayFail ? unknown : { kind: 'number', expr: int(0) });
export const at = ({ type, place }: Variable): Result => ({ type, place, value: unknown });

export function stop(run: Run): Result {
  if (!run.isOver) run.stopped = true;
  return nothing;
}

/** Counts a step; false where nothing is to be done any more. */
export function goesOn(run: Run): boolean {
  if (++run.steps > maxSteps || run.depth > maxDepth) run.stopped = true;
  return !run.stopped && !run.isOver;
}

/** The value of a number or pointer; arrays are pointers to where they start. */
export function load(run: Run, { type, place, value }: Result): Value {
  if (place === null) return value;
  if (type.kind === 'array' && type.isObject !== true) return { kind: 'pointer', to: place };
  if (type.kind === 'struct') return conversionOf(run, { type, place, value });
  if (/^(?:box|dims)$/.test(type.kind) || (type.kind === 'array' && type.isObject === true)) return unknown;
  const found = read(place, sizeOf(run.names, type));
  if (type.kind === 'scalar' ? found.kind !== 'number' : type.kind === 'pointer' && found.kind === 'number')
    return unknown;
  if (type.kind !== 'scalar' || found.kind !== 'number') return found;
  // bytes of a number of another kind
  if (typeOf(found.expr).kind !== type.type.kind) return unknown;
  const own = converted(type.type, found.expr);
  return own === null ? unknown : { kind: 'number', expr: own };
}

/** The number or pointer that a class says to be in an expression: by its one conversion operator. */
function conversionOf(run: Run, { type, place }: Result): Value {
  if (
    type.kind !== 'struct' ||
    place === null ||
    type.struct.bases.length > 0 ||
    /\bvirtual\b/.test(textOf(run.names.source, type.struct.node))
  )
    return unknown;
  const [only, second] = namedChildren(childIn(type.struct.node, 'body') ?? type.struct.node).filter(
    declaresConversion,
  );
  if (only?.type !== 'function_definition' || second !== undefined || run.stopped) return unknown;
  return load(run, run.rules.call(run, only, [], { self: { type, place }, outer: null, explicit: [] }));
}

/** Whether a member is a conversion operator, a template of them or a declaration of one. */
const declaresConversion = (member: SyntaxNode): boolean =>
  member.type === 'template_declaration'
    ? namedChildren(member).some(declaresConversion)
    : childIn(member, 'declarator')?.type === 'operator_cast';

/** A value as one of this type. */
export function convertTo(type: HostType, value: Value): Value {
  if (type.kind === 'pointer' && value.kind === 'number')
    return constantOf(value.expr) === 0n ? { kind: 'pointer', to: null } : unknown;
  if (type.kind !== 'scalar') return value;
  if (value.kind === 'pointer' && type.type.kind === 'bool')
    return { kind: 'number', expr: int(value.to === null ? 0 : 1) };
  const own = value.kind === 'number' ? converted(type.type, value.expr) : null;
  return own === null || constantOf(own) === null ? unknown : { kind: 'number', expr: own };
}

/** Stores what an expression gives in a variable of a type, as an assignment does. */
export function store(run: Run, { type, place }: Variable, given: Result): void {
  const size = sizeOf(run.names, type);
  if (place.block.isRead) return void stop(run);
  if (copiesInItsWay(run.names, given.type) || (type.kind === 'pointer' && isUpcast(type.to, given.type)))
    return void stop(run);
  if (given.place !== null && given.type.kind === type.kind && /^(?:struct|box|dims|array)$/.test(type.kind))
    copyBytes(place, given.place, size);
  else if (/^(?:struct|box|array|other)$/.test(type.kind)) stop(run);
  else write(place, size, convertTo(type, load(run, given)));
}

/** A value or object of its own, as a parameter or a result is. */
export function copyOf(run: Run, given: Result): Result {
  if (given.place === null) return given;
  if (!/^(?:struct|box|dims)$/.test(given.type.kind) && !(given.type.kind === 'array' && given.type.isObject === true))
    return valueOf(given.type.kind === 'array' ? { kind: 'pointer', to: given.type.of } : given.type, load(run, given));
  if (copiesInItsWay(run.names, given.type)) return stop(run);
  const place = newPlace();
  copyBytes(place, given.place, sizeOf(run.names, given.type));
  return at({ type: given.type, place });
}

/** The constant that a result is; null: none, or not known. */
export function constant(run: Run, result: Result): bigint | number | null {
  const value = load(run, result);
  return value.kind === 'number' ? constantOf(value.expr) : null;
}

export function whole(run: Run, result: Result): number | null {
  const value = constant(run, result);
  return typeof value === 'bigint' ? Number(value) : null;
}

/** The variable that a declaration means in a frame or for all of them. */
export function variableOf(run: Run, frame: Frame, { node }: Declaration): Variable | null {
  for (let at: Frame | null = frame; at !== null; at = at.outer) {
    const found = at.variables.get(node.start);
    if (found !== undefined) return found;
  }
  return run.variables.get(node.start) ?? null;
}
