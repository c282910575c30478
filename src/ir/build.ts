/**
 * Makes kernels without source text, for tests and properties. Statement builders take what matters and leave the ids,
 * spans and sources to `kernel`, which numbers the statements in text order and gives each a line of its own.
 *
 * Example:
 * ```ts
 * const s = array('s', { space: 'shared', element: f32, extents: [64] });
 * const k = kernel({ arrays: [s], body: [store(at(s, tid), float(0, f32)), barrier(), load('x', at(s, next))] });
 * ```
 */
import type { SourceId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Span } from '../base/span.ts';
import type {
  AddressSpace,
  ArrayDecl,
  AtomicOp,
  BarrierScope,
  Kernel,
  LaneOp,
  MemoryOrder,
  MemoryScope,
  Param,
  Place,
  Scalar,
  SourceStatement,
  Stmt,
} from './ir.ts';
import { arrayId, bytes, sourceId, stmtId, varId } from '../base/brand.ts';
import { i32, sizeOf, u32 } from '../base/ctype.ts';
import { typeOf, variable } from '../base/expr-build.ts';
import { eachNode } from '../base/expr-walk.ts';
import { assertNever, invariant } from '../base/invariant.ts';
import { eachStmt, expressionsOf, targetOf } from './walk.ts';

/** A span on line `line` of the made-up file `built.cu`; each line has ten characters. */
function spanOnLine(line: number): Span {
  return {
    file: 'built.cu',
    start: (line - 1) * 10,
    end: (line - 1) * 10 + 9,
    line,
    column: 1,
    endLine: line,
    endColumn: 10,
  };
}

const unplaced = { id: stmtId(-1), span: spanOnLine(1), source: sourceId(-1) } as const;

/** A variable to read or to assign: `v('i')` is an i32. */
export const v = (name: string, type: ScalarType = i32): Extract<Expr, { kind: 'var' }> => ({
  kind: 'var',
  id: varId(name),
  type,
});

/**
 * Declares an array. Extents default to unknown, the space to global; a global array is a parameter unless told
 * otherwise.
 */
export function array(
  name: string,
  options: Readonly<{
    space?: AddressSpace;
    element?: ScalarType;
    extents?: readonly (number | null)[] | null;
    parameter?: string | null;
  }> = {},
): ArrayDecl {
  const element = options.element ?? i32;
  const space = options.space ?? 'global';
  return {
    id: arrayId(name),
    name,
    space,
    element,
    elementBytes: bytes(sizeOf(element)),
    extents: options.extents === undefined ? null : options.extents,
    parameter: options.parameter === undefined ? (space === 'global' ? name : null) : options.parameter,
    span: spanOnLine(1),
  };
}

/** A place of scalar elements, one index for each dimension (row-major strides from the extents). */
export function at(decl: ArrayDecl, ...indices: readonly Expr[]): Place {
  const type = decl.element;
  invariant(type !== null, 'built arrays have scalar elements');
  const strides = indices.map((_, k) =>
    (decl.extents ?? []).slice(k + 1).reduce<number>((size, extent) => size * (extent ?? 1), sizeOf(type)),
  );
  return {
    array: decl.id,
    subscripts: indices.map((index, k) => ({
      index,
      stride: bytes(strides[k] ?? sizeOf(type)),
      extent: decl.extents?.[k] ?? null,
    })),
    offset: bytes(0),
    type,
    volatile: false,
  };
}

export const assign = (target: string, value: Expr): Stmt => ({
  ...unplaced,
  kind: 'assign',
  target: varId(target),
  value,
});
export const load = (target: string, place: Place): Stmt => ({
  ...unplaced,
  kind: 'load',
  target: varId(target),
  place,
});
export const store = (place: Place, value: Expr): Stmt => ({ ...unplaced, kind: 'store', place, value });
export const atomic = (
  op: AtomicOp,
  place: Place,
  operands: readonly Expr[],
  options: Readonly<{ target?: string; scope?: MemoryScope; order?: MemoryOrder }> = {},
): Stmt => ({
  ...unplaced,
  kind: 'atomic',
  op,
  place,
  operands,
  target: options.target === undefined ? null : varId(options.target),
  scope: options.scope ?? 'device',
  order: options.order ?? 'relaxed',
});
/** A barrier of the block, or of another scope. */
export const barrier = (scope: BarrierScope = { kind: 'block' }): Stmt => ({
  ...unplaced,
  kind: 'barrier',
  scope,
  reduction: null,
});
export const barrierReduction = (op: 'count' | 'and' | 'or', predicate: Expr, target: string): Stmt => ({
  ...unplaced,
  kind: 'barrier',
  scope: { kind: 'block' },
  reduction: { op, predicate, target: varId(target) },
});
export const fence = (scope: MemoryScope = 'device'): Stmt => ({ ...unplaced, kind: 'fence', scope, order: 'seq_cst' });
export const lanes = (
  op: LaneOp,
  target: string,
  operands: readonly Expr[],
  options: Readonly<{ mask?: Expr; width?: number }> = {},
): Stmt => ({
  ...unplaced,
  kind: 'lanes',
  op,
  target: varId(target),
  mask: options.mask ?? null,
  operands,
  width: options.width ?? 32,
});
export const branch = (when: Expr, then: readonly Stmt[], otherwise: readonly Stmt[] = []): Stmt => ({
  ...unplaced,
  kind: 'branch',
  when,
  then,
  otherwise,
});
export const whileLoop = (
  condition: Expr,
  body: readonly Stmt[],
  parts: Readonly<{ before?: readonly Stmt[]; step?: readonly Stmt[]; testFirst?: boolean }> = {},
): Stmt => ({
  ...unplaced,
  kind: 'loop',
  before: parts.before ?? [],
  condition,
  body,
  step: parts.step ?? [],
  testFirst: parts.testFirst ?? true,
});
/**
 * `for (counter = from; counter < below; counter += by)`: an assignment and a loop. `counter` is an i32 unless `from`
 * says otherwise.
 */
export const forLoop = (counter: string, from: Expr, below: Expr, by: Expr, body: readonly Stmt[]): readonly Stmt[] => {
  const i = variable(varId(counter), typeOf(from));
  return [
    assign(counter, from),
    whileLoop({ kind: 'binary', op: '<', left: i, right: below }, body, {
      step: [assign(counter, { kind: 'binary', op: '+', left: i, right: by })],
    }),
  ];
};
export const call = (callee: string, body: readonly Stmt[]): Stmt => ({ ...unplaced, kind: 'call', callee, body });
export const jump = (to: 'break' | 'continue' | 'return' | 'exit'): Stmt => ({ ...unplaced, kind: 'jump', to });
export const unknownValue = (target: string, because = 'built'): Stmt => ({
  ...unplaced,
  kind: 'unknown-value',
  target: varId(target),
  because,
});

type KernelSketch = Readonly<{
  name?: string;
  /** Scalar parameters; arrays with `parameter` are parameters too, after them. */
  params?: readonly Readonly<{ name: string; type: ScalarType }>[];
  arrays?: readonly ArrayDecl[];
  body: readonly Stmt[];
  maxThreads?: number;
  assumptions?: readonly Expr[];
}>;

/** Completes a kernel: numbers statements, gives spans and sources, declares every scalar that is read or assigned. */
export function kernel(sketch: KernelSketch): Kernel {
  const params = sketch.params ?? [];
  const arrays = new Map((sketch.arrays ?? []).map((decl) => [decl.id, decl]));
  const sources = new Map<SourceId, SourceStatement>();
  const body = placed(sketch.body, null, { next: 1 }, sources);
  return {
    name: sketch.name ?? 'built',
    span: spanOnLine(1),
    params: [
      ...params.map((param): Param => ({ kind: 'scalar', name: param.name, id: varId(param.name), type: param.type })),
      ...[...arrays.values()].flatMap((decl): Param[] =>
        decl.parameter === null
          ? []
          : [
              {
                kind: 'array',
                name: decl.parameter,
                id: decl.id,
                elementBytes: decl.elementBytes,
                isConst: false,
                isRestrict: false,
              },
            ],
      ),
    ],
    formals: [
      ...params.map(({ name }) => name),
      ...[...arrays.values()].flatMap(({ parameter }) => (parameter === null ? [] : [parameter])),
    ],
    scalars: declaredScalars(params, body),
    arrays,
    body,
    maxThreads: sketch.maxThreads ?? null,
    assumptions: (sketch.assumptions ?? []).map((condition) => ({ condition, text: 'built', span: spanOnLine(1) })),
    sources,
    uses: [{ what: 'kernel', name: sketch.name ?? 'built', span: spanOnLine(1) }],
    notes: [],
    unsupported: null,
  };
}

function placed(
  body: readonly Stmt[],
  parent: SourceId | null,
  counter: { next: number },
  sources: Map<SourceId, SourceStatement>,
): readonly Stmt[] {
  return body.map((stmt): Stmt => {
    const number = counter.next++;
    const source = sourceId(number);
    const span = spanOnLine(number + 1);
    sources.set(source, { id: source, span, parent, inBlock: true, inMacro: false, callee: null });
    const inner = (list: readonly Stmt[]): readonly Stmt[] => placed(list, source, counter, sources);
    const head = { id: stmtId(number), span, source };
    switch (stmt.kind) {
      case 'loop':
        return { ...stmt, ...head, before: inner(stmt.before), body: inner(stmt.body), step: inner(stmt.step) };
      case 'branch':
        return { ...stmt, ...head, then: inner(stmt.then), otherwise: inner(stmt.otherwise) };
      case 'call':
        return { ...stmt, ...head, body: inner(stmt.body) };
      case 'assign':
      case 'load':
      case 'store':
      case 'atomic':
      case 'barrier':
      case 'fence':
      case 'async':
      case 'lanes':
      case 'jump':
      case 'assert':
      case 'unknown-value':
      case 'unknown':
        return { ...stmt, ...head };
      default:
        return assertNever(stmt);
    }
  });
}

function declaredScalars(
  params: readonly Readonly<{ name: string; type: ScalarType }>[],
  body: readonly Stmt[],
): ReadonlyMap<VarId, Scalar> {
  const scalars = new Map<VarId, Scalar>();
  const declare = (id: VarId, type: ScalarType, role: Scalar['role']): void => {
    if (!scalars.has(id)) scalars.set(id, { id, name: id, type, role });
  };
  for (const param of params) declare(varId(param.name), param.type, 'parameter');
  const unknowns: VarId[] = [];
  eachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt))
      eachNode(expr, (node) => node.kind === 'var' && declare(node.id, node.type, 'local'));
    const target = targetOf(stmt);
    if (target === null) return;
    if (stmt.kind === 'assign') declare(target, typeOf(stmt.value), 'local');
    else if (stmt.kind === 'load' || stmt.kind === 'atomic') declare(target, stmt.place.type, 'local');
    else if (stmt.kind === 'lanes') declare(target, laneType(stmt), 'local');
    else unknowns.push(target);
  });
  for (const id of unknowns) declare(id, i32, 'local');
  return scalars;
}

function laneType(stmt: Extract<Stmt, { kind: 'lanes' }>): ScalarType {
  const first = stmt.operands[0];
  if (stmt.op.startsWith('shfl') || stmt.op.startsWith('reduce')) return first === undefined ? i32 : typeOf(first);
  return stmt.op === 'ballot' || stmt.op === 'activemask' || stmt.op.startsWith('match') ? u32 : i32;
}
