/**
 * Whether an address is a cursor that starts at an element of an array: `to = start[k]; for (…) { out[to] = v; to++;
 * }`, rows of a list, a chain that is followed. Where one stands depends on what the array holds, as in
 * `out[order[k]]`; but what a loop carries has no name in a formula, so it is looked for in the kernel's own
 * statements. A variable rests on elements if every value that it is given is a sum of which one part does, or is
 * itself: `at = t` before `at = next[at]` does not, since threads meet whatever `next` holds. A cursor may start at a
 * quotient (`to = start[k] / 16; … to++`) of what is an address elsewhere too: `bins[data[k] / 16]` does not move, and
 * its threads meet.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import { eachNode, operandsOf } from '../base/expr-walk.ts';
import { eachStmt, placeOf, targetOf } from '../ir/walk.ts';
import { isUnmodelled } from '../ir/gaps.ts';
import { typeOf } from '../base/expr-build.ts';

type Scope = RaceObligation['scope'];
/** What scalars are given, but for what C leaves undefined; parameters are not among them. */
type Given = ReadonlyMap<VarId, readonly Stmt[]>;
/** By scalar, the arrays on whose elements it rests. */
type Resting = ReadonlyMap<VarId, ReadonlySet<ArrayId>>;
/** Whether quotients of the expression count. */
type MayDivide = (dividend: Expr, resting: Resting) => boolean;

/**
 * The arrays, of those that are `given`, on whose elements the index of an access rests by what the kernel computes it
 * from.
 */
export function cursorArrays(
  kernel: Kernel,
  scope: Scope,
  given: ReadonlySet<ArrayId>,
): (access: StmtId) => readonly ArrayId[] {
  const definitions = definitionsOf(kernel);
  const elements = ownElements(kernel, scope, given, definitions);
  const plain = restingScalars(definitions, elements, () => false);
  const addresses = new Set(allIndices(kernel).flatMap(({ index }) => arraysIn(index, plain)));
  const isAddress: MayDivide = (dividend, resting) => arraysIn(dividend, resting).some((array) => addresses.has(array));
  const moving = restingScalars(definitions, elements, isAddress);
  return (access) => [
    ...new Set(allIndices(kernel).flatMap(({ id, index }) => (id === access ? arraysIn(index, moving) : []))),
  ];
}

function definitionsOf(kernel: Kernel): Given {
  const found = new Map<VarId, Stmt[]>();
  eachStmt(kernel.body, (stmt) => {
    const target = stmt.kind === 'unknown-value' && !isUnmodelled(stmt) ? null : targetOf(stmt);
    if (target !== null) found.set(target, [...(found.get(target) ?? []), stmt]);
  });
  for (const param of kernel.params) if (param.kind === 'scalar') found.delete(param.id);
  return found;
}

function allIndices(kernel: Kernel): readonly Readonly<{ id: StmtId; index: Expr }>[] {
  const found: { id: StmtId; index: Expr }[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic')
      found.push(...(placeOf(stmt)?.subscripts ?? []).map(({ index }) => ({ id: stmt.id, index })));
  });
  return found;
}

/** Of an expression, whether threads of the scope may each have a value of their own. */
function varyingIn(scope: Scope, definitions: Given): (expr: Expr) => boolean {
  const varying = new Set<VarId>();
  const varies = (expr: Expr): boolean => {
    let does = false;
    eachNode(expr, (node) => {
      does ||=
        node.kind === 'var'
          ? varying.has(node.id)
          : node.kind === 'builtin' &&
            (node.name.startsWith('threadIdx') || (scope === 'grid' && node.name.startsWith('blockIdx')));
    });
    return does;
  };
  for (let before = -1; before !== varying.size;) {
    before = varying.size;
    for (const [id, stmts] of definitions) if (stmts.some((stmt) => isOwnBy(stmt, varies))) varying.add(id);
  }
  return varies;
}

/** Whether what the statement gives is a thread's own: computed from what is, or read from a cell of its own. */
function isOwnBy(stmt: Stmt, varies: (expr: Expr) => boolean): boolean {
  if (stmt.kind === 'assign') return varies(stmt.value);
  return stmt.kind !== 'load' || stmt.place.subscripts.some(({ index }) => varies(index));
}

/** The loads of elements that threads of the scope may each have of their own. */
function ownElements(kernel: Kernel, scope: Scope, given: ReadonlySet<ArrayId>, definitions: Given): ReadonlySet<Stmt> {
  const varies = varyingIn(scope, definitions);
  return new Set(
    [...definitions.values()]
      .flat()
      .filter(
        (stmt) =>
          stmt.kind === 'load' &&
          given.has(stmt.place.array) &&
          kernel.arrays.get(stmt.place.array)?.space !== 'shared' &&
          isOwnBy(stmt, varies),
      ),
  );
}

/**
 * The atomics that add to cells of global memory, a cell for each thread, whose old values rest on what these held at
 * first: `at = atomicAdd(&next[t], n)`.
 */
export function ownCounters(kernel: Kernel, scope: Scope): ReadonlySet<Stmt> {
  const varies = varyingIn(scope, definitionsOf(kernel));
  const found = new Set<Stmt>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind !== 'atomic' || stmt.target === null || (stmt.op !== 'add' && stmt.op !== 'sub')) return;
    if (
      kernel.arrays.get(stmt.place.array)?.space === 'global' &&
      stmt.place.subscripts.some(({ index }) => varies(index))
    )
      found.add(stmt);
  });
  return found;
}

/**
 * The greatest set of scalars of which every definition rests on an element or on another of them, and on which
 * elements.
 */
function restingScalars(definitions: Given, elements: ReadonlySet<Stmt>, mayDivide: MayDivide): Resting {
  const resting = new Map<VarId, Set<ArrayId>>([...definitions.keys()].map((id) => [id, new Set()]));
  const rests = (stmt: Stmt, target: VarId): boolean => {
    if (stmt.kind !== 'assign') return elements.has(stmt);
    return (
      hasTerm(stmt.value, (id) => resting.has(id)) ||
      (isMoved(target, definitions) && dividendsIn(stmt.value).some((dividend) => mayDivide(dividend, resting)))
    );
  };
  const spread = (): void => {
    for (let changed = true; changed;) {
      changed = false;
      for (const [id, arrays] of resting) {
        const before = arrays.size;
        for (const stmt of definitions.get(id) ?? []) {
          const from =
            stmt.kind === 'load'
              ? [stmt.place.array]
              : stmt.kind === 'assign'
                ? [stmt.value, ...(isMoved(id, definitions) ? dividendsIn(stmt.value) : [])].flatMap((expr) =>
                    arraysIn(expr, resting),
                  )
                : [];
          for (const array of from) arrays.add(array);
        }
        changed ||= arrays.size !== before;
      }
    }
  };
  for (let before = -1; before !== resting.size;) {
    before = resting.size;
    spread();
    for (const [id, stmts] of definitions)
      if (resting.has(id) && !stmts.every((stmt) => rests(stmt, id))) resting.delete(id);
    for (const arrays of resting.values()) arrays.clear();
  }
  spread();
  return resting;
}

/** Whether one of its values is computed from the one before. */
function isMoved(id: VarId, definitions: Given): boolean {
  return (definitions.get(id) ?? []).some(
    (stmt) => stmt.kind === 'assign' && hasTerm(stmt.value, (term) => term === id),
  );
}

function arraysIn(expr: Expr, resting: Resting): readonly ArrayId[] {
  return expr.kind === 'var'
    ? [...(resting.get(expr.id) ?? [])]
    : partsOf(expr).flatMap((part) => arraysIn(part, resting));
}

/** Whether one such variable is a part of the sum, whatever is chosen where there is a choice. */
function hasTerm(expr: Expr, is: (id: VarId) => boolean): boolean {
  if (expr.kind === 'var') return is(expr.id);
  const parts = partsOf(expr);
  return expr.kind === 'select' ? parts.every((part) => hasTerm(part, is)) : parts.some((part) => hasTerm(part, is));
}

/** What is divided by a number, where that is a part of the sum. */
function dividendsIn(expr: Expr): readonly Expr[] {
  if (expr.kind === 'binary' && ['/', '>>'].includes(expr.op) && expr.right.kind === 'int') return [expr.left];
  return expr.kind === 'select' ? [] : partsOf(expr).flatMap(dividendsIn);
}

/**
 * The parts of an expression whose values no two of another part share: of sums, multiples and choices, and conversions
 * that keep what an index may be.
 */
export function partsOf(expr: Expr): readonly Expr[] {
  if (expr.kind === 'cast') return keepsIndices(expr.operand, expr) ? [expr.operand] : [];
  if (expr.kind === 'select') return [expr.then, expr.otherwise];
  const isLinear =
    (expr.kind === 'unary' && expr.op === 'neg') || (expr.kind === 'binary' && ['+', '-', '*', '<<'].includes(expr.op));
  return isLinear ? operandsOf(expr) : [];
}

/**
 * Whether a conversion keeps apart what arrays are indexed with: one to 32 bits does, though it is narrowing (`int at =
 * offsets[k]` of a `long`).
 */
function keepsIndices(from: Expr, to: Expr): boolean {
  const [a, b] = [typeOf(from), typeOf(to)];
  return b.kind === 'int' && a.kind !== 'float' && (a.kind !== 'int' || b.bits >= Math.min(a.bits, 32));
}
