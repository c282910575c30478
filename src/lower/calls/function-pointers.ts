/**
 * Calls through pointers to functions. Which function a pointer holds is not followed: it is one of those whose address
 * the files that are read take, and that take so many arguments. Each of them is a branch, on a choice that is not
 * known. Over-approximating, if no other file takes the address of a function of its own: the answer says so. Where one
 * of them synchronizes, it is not modelled: that all threads choose alike is not known.
 *
 * Example: `__device__ op_t table[] = {scale, offset};` makes `table[k](x)` a call of `scale` or of `offset`.
 */
import type { Stmt } from '../../ir/ir.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from './invocation.ts';
import type { CType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { i32 } from '../../base/ctype.ts';
import { int, variable } from '../../base/expr-build.ts';
import { eachStmt } from '../../ir/walk.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { callArguments } from './arguments.ts';
import { conditionally, emit, freshScalar, note, textOf, unknownScalar } from '../context.ts';
import { combine } from '../expressions/constants.ts';
import { keep } from '../../base/memoize.ts';
import { notModelled } from '../not-modelled.ts';
import { hasWord } from '../file-scope.ts';
import { isFunction, scalar } from '../types/c-type.ts';
import { valueArgument } from '../expressions/operators.ts';
import { readSlot } from '../memory/memory.ts';
import { toScalar } from '../types/conversions.ts';
import { valueSlot } from '../classes/fields.ts';
import { parametersOf, takesAny } from './parameters.ts';
import { typeOfSlot, unknownOf, voidValue } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

const maxCandidates = 8;

/** `(*f)(…)` calls what `f(…)` does [conv.func]. */
export function withoutStars(node: SyntaxNode, textOfNode: (node: SyntaxNode) => string): SyntaxNode {
  const inner =
    node.type === 'parenthesized_expression' || (node.type === 'pointer_expression' && textOfNode(node).startsWith('*'))
      ? namedChildren(node).at(-1)
      : undefined;
  return inner === undefined ? node : withoutStars(inner, textOfNode);
}

/**
 * A call through what `object` holds; null, without effects, where that is no pointer to a function, or not all it may
 * hold is known.
 */
export function pointerCall(cx: Context, object: Slot, args: readonly SyntaxNode[], node: SyntaxNode): Slot | null {
  const type = typeOfSlot(object);
  if (type === null || !isFunction(type)) return null;
  const candidates = candidatesFor(cx, args.length);
  if (
    candidates === null ||
    candidates.some((decl) => cx.frame.active.some((instance) => instance.startsWith(`${decl.node.start} `)))
  )
    return null;
  const { out, nextStmt } = cx;
  const notes = cx.notes.length;
  cx.out = [];
  readSlot(cx, object, node);
  const given = callArguments(cx, args).map(evaluated);
  const made = chosenCall(cx, candidates, given, node);
  const done = cx.out;
  cx.out = out;
  if (made === null) {
    cx.nextStmt = nextStmt;
    cx.notes.length = notes;
    return null;
  }
  cx.out.push(...done);
  note(cx, node, fill(messages.candidates, { text: candidates.map((one) => `\`${one.name}\``).join(', ') }));
  return valueSlot(made);
}

/** An argument of which nothing is evaluated later, inside one of several branches. */
function evaluated(arg: Argument): Argument {
  return arg.slot === null || arg.slot.kind === 'value' || arg.node.type === 'initializer_list'
    ? valueArgument(arg.value(), arg.node)
    : arg;
}

function chosenCall(
  cx: Context,
  candidates: readonly FunctionDecl[],
  args: readonly Argument[],
  node: SyntaxNode,
): Value | null {
  const which = unknownScalar(cx, i32, messages.unknownFunctionPointer, node);
  const arms: (readonly Stmt[])[] = [];
  let result: Readonly<{ id: ReturnType<typeof freshScalar>; type: ScalarType }> | null = null;
  let returns: 'nothing' | 'a number' | 'other' = 'nothing';
  const fitting: FunctionDecl[] = [];
  for (const decl of candidates) {
    arms.push(
      conditionally(cx, () => {
        const slot = cx.rules.invoke(cx, [decl], args, node, { self: null, explicit: [], scope: null });
        if (slot === null) return;
        fitting.push(decl);
        const type = typeOfReturn(slot);
        if (type === null) return;
        returns = type === 'other' || returns === 'other' ? 'other' : 'a number';
        if (type === 'other') return;
        result ??= { id: freshScalar(cx, 'called', type, 'local'), type };
        emit(cx, node, {
          kind: 'assign',
          target: result.id,
          value: toScalar(cx, readSlot(cx, slot, node), result.type, node),
        });
      }),
    );
  }
  if (fitting.length < candidates.length) return null;
  if (arms.some(mayMeet)) return notModelled(cx, node, messages.candidateSynchronizes, true);
  emitChoice(cx, which, arms, node);
  return resultOf(returns, result);
}

function resultOf(
  returns: 'nothing' | 'a number' | 'other',
  result: Readonly<{ id: ReturnType<typeof freshScalar>; type: ScalarType }> | null,
): Value {
  if (returns === 'nothing') return voidValue;
  return returns === 'other' || result === null
    ? unknownOf(messages.pointerResult)
    : { kind: 'scalar', expr: variable(result.id, result.type) };
}

function typeOfReturn(slot: Slot): ScalarType | 'other' | null {
  if (slot.kind === 'value' && slot.value.kind === 'void') return null;
  const type: CType | null =
    slot.kind === 'value' && slot.value.kind === 'scalar'
      ? scalar(slot.value.expr.kind === 'var' ? slot.value.expr.type : i32)
      : typeOfSlot(slot);
  return type?.kind === 'scalar' ? type.type : 'other';
}

function emitChoice(
  cx: Context,
  which: Parameters<typeof combine>[1],
  arms: readonly (readonly Stmt[])[],
  node: SyntaxNode,
): void {
  const nested = (k: number): void => {
    const [then = [], isLast] = [arms[k], k + 1 >= arms.length];
    if (isLast) cx.out.push(...then);
    else
      emit(cx, node, {
        kind: 'branch',
        when: combine('==', which, int(k)),
        then,
        otherwise: conditionally(cx, () => {
          nested(k + 1);
        }),
      });
  };
  nested(0);
}

/** Whether threads may wait for others there. */
function mayMeet(arm: readonly Stmt[]): boolean {
  let meets = false;
  eachStmt(arm, (stmt) => {
    meets ||= stmt.kind === 'barrier' || stmt.kind === 'lanes' || (stmt.kind === 'unknown' && stmt.synchronizes);
  });
  return meets;
}

/**
 * The functions that a pointer may hold; null where there may be others: templates, lambdas, functions without a body.
 */
function candidatesFor(cx: Context, count: number): readonly FunctionDecl[] | null {
  const taken = keep(cx.unit.kept.addressesTaken, 'all', () => addressesTaken(cx));
  if (taken.lambdas.some((list) => list === count) || taken.templates) return null;
  const all = [...taken.names].flatMap((name) => [
    ...(cx.unit.declared.functions.get(name) ?? []),
    ...(cx.unit.declared.prototypes.get(name) ?? []),
  ]);
  const fitting = all.filter(
    (decl) =>
      !decl.isKernel && (takesAny(decl) || parametersOf(cx, decl.declarator).length === count) && isOfDevice(decl),
  );
  const defined = fitting.filter((decl) => childIn(decl.node, 'body') !== null);
  const isOpen = fitting.some(
    (decl) =>
      takesAny(decl) ||
      decl.template !== null ||
      (childIn(decl.node, 'body') === null && !defined.some((one) => one.name === decl.name)),
  );
  return isOpen || defined.length === 0 || defined.length > maxCandidates ? null : defined;
}

const isOfDevice = (decl: FunctionDecl): boolean => hasWord(decl.node, '__device__') || hasWord(decl.node, 'constexpr');

export type AddressesTaken = Readonly<{
  names: ReadonlySet<string>;
  /** Numbers of parameters. */ lambdas: readonly number[];
  /** Instances of templates are among them. */ templates: boolean;
}>;

/** The functions of the files that are named other than to be called. */
function addressesTaken(cx: Context): AddressesTaken {
  const names = new Set<string>();
  const lambdas: number[] = [];
  let templates = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'lambda_expression') {
      const declarator = childIn(node, 'declarator');
      lambdas.push(declarator === null ? 0 : parametersOf(cx, declarator).length);
    }
    for (const child of node.children) {
      if (
        child.type === 'identifier' &&
        child.field !== 'function' &&
        child.field !== 'declarator' &&
        child.field !== 'name' &&
        cx.unit.declared.functions.has(textOf(cx, child))
      )
        names.add(textOf(cx, child));
      if (child.type === 'template_function' && child.field !== 'function') templates = true;
      if (child.children.length > 0) visit(child);
    }
  };
  for (const tree of cx.unit.trees) visit(tree);
  return { names, lambdas, templates };
}
