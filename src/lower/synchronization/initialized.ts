/**
 * Whether a barrier object is initialized in every run that uses it: once, in the list of statements that holds all
 * uses or around it, before them, and under no condition but the choice of a thread that every block has and that has
 * not left. (That no second thread does so, and that a barrier stands between, is shown by the accesses to the object
 * itself: without, they race.) libcu++ documentation, `cuda::barrier`: "init".
 *
 * Example: `if (threadIdx.x == 0) init(&bar, blockDim.x);`, but not `if (threadIdx.x == 0 && n > 5) init(&bar,
 * blockDim.x);`.
 */
import type { StmtId, VarId } from '../../base/brand.ts';
import type { BuiltinName, Expr } from '../../base/expr.ts';
import type { Kernel, Stmt } from '../../ir/ir.ts';
import type { Mark } from './marks.ts';
import { isComparison, holds, integerResult } from '../../base/arithmetic.ts';
import { typeOf } from '../../base/expr-build.ts';
import { eachNode } from '../../base/expr-walk.ts';
import { bodiesOf, eachStmt, targetOf } from '../../ir/walk.ts';
import { markAt } from './marks.ts';

/**
 * Where a statement stands: the statements around it, outermost first, each with its place in its list and the list of
 * it that comes next.
 */
type Step = Readonly<{ stmt: Stmt; index: number; list: number }>;
type Way = readonly Step[];
type Found = Readonly<{ inits: Map<string, Way[]>; uses: Map<string, Way[]>; exits: Way[] }>;
/** What scalars that are assigned once hold, and all that are assigned: the others are arguments. */
type Definitions = Readonly<{ values: ReadonlyMap<VarId, Expr>; assigned: ReadonlySet<VarId> }>;

/** Names of the objects with an initialization that is not shown to come before all uses. */
export function uninitialized(
  body: readonly Stmt[],
  marks: ReadonlyMap<StmtId, Mark>,
  scalars: Kernel['scalars'],
): ReadonlySet<string> {
  const found: Found = { inits: new Map(), uses: new Map(), exits: [] };
  collect(found, body, marks, []);
  const defined = definitionsIn(body, scalars);
  const open = new Set<string>();
  for (const [on, inits] of found.inits) {
    const [init] = inits;
    const uses = found.uses.get(on) ?? [];
    if (init !== undefined && uses.length > 0 && (inits.length > 1 || !isBefore(defined, init, uses, found.exits)))
      open.add(on);
  }
  return open;
}

function collect(found: Found, list: readonly Stmt[], marks: ReadonlyMap<StmtId, Mark>, around: Way): void {
  for (const [index, stmt] of list.entries()) {
    const mark = markAt(marks, stmt);
    const here = [...around, { stmt, index, list: 0 }];
    if (mark?.kind === 'init') found.inits.set(mark.on, [...(found.inits.get(mark.on) ?? []), here]);
    else if (mark?.kind === 'arrive' || mark?.kind === 'settle' || mark?.kind === 'meet')
      found.uses.set(mark.on, [...(found.uses.get(mark.on) ?? []), here]);
    if (stmt.kind === 'jump') found.exits.push(here);
    for (const [k, inner] of bodiesOf(stmt).entries())
      collect(found, inner, marks, [...around, { stmt, index, list: k }]);
  }
}

function isBefore(defined: Definitions, init: Way, uses: readonly Way[], exits: readonly Way[]): boolean {
  if (init.some(({ stmt }) => stmt.kind === 'loop')) return false;
  let shared = 0;
  while (uses.every((use) => use[shared]?.stmt === init[shared]?.stmt && use[shared]?.list === init[shared]?.list))
    shared++;
  const own = init[shared];
  if (own === undefined || !uses.every((use) => (use[shared]?.index ?? -1) > own.index)) return false;
  const inner = init.slice(shared);
  if (!isByOneThread(defined, inner)) return false;
  // a thread that left before need not come to it: only whole blocks may
  return exits.every(
    (exit) =>
      !precedes(exit, init) ||
      exit.every(({ stmt }) => stmt.kind !== 'loop' && (stmt.kind !== 'branch' || isOfBlock(defined, stmt.when))),
  );
}

function precedes(exit: Way, init: Way): boolean {
  for (const [k, step] of exit.entries()) {
    const other = init[k];
    if (other === undefined) return false;
    if (step.stmt !== other.stmt) return step.index < other.index;
    if (step.list !== other.list) return false;
  }
  return false;
}

type Thread = ReadonlyMap<BuiltinName, Expr | bigint>;

/** Whether some thread that every block has comes through all conditions on the way. */
function isByOneThread(defined: Definitions, way: Way): boolean {
  const conditions: Readonly<{ when: Expr; is: boolean }>[] = [];
  for (const { stmt, list } of way.slice(0, -1)) {
    if (stmt.kind === 'branch') conditions.push({ when: stmt.when, is: list === 0 });
    else if (stmt.kind !== 'call') return false;
  }
  return [
    firstThread,
    lastThread(
      conditions.map(({ when }) => when),
      defined,
    ),
  ].some((thread) => conditions.every(({ when, is }) => valueAt(when, { thread, defined }) === (is ? 1n : 0n)));
}

const firstThread: Thread = new Map([
  ['threadIdx.x', 0n],
  ['threadIdx.y', 0n],
  ['threadIdx.z', 0n],
]);

/** The thread that is `blockDim.a - 1` along the axes for which a condition says so, and the first along the others. */
function lastThread(conditions: readonly Expr[], defined: Definitions): Thread {
  const thread = new Map<BuiltinName, Expr | bigint>(firstThread);
  for (const condition of conditions) {
    eachNode(condition, (node) => {
      if (node.kind !== 'binary' || node.op !== '==') return;
      const [left, right] = [resolved(node.left, defined), resolved(node.right, defined)];
      if (left.kind === 'builtin' && thread.has(left.name) && isLast(left.name, right, defined))
        thread.set(left.name, right);
    });
  }
  return thread;
}

function isLast(name: BuiltinName, expr: Expr, defined: Definitions): boolean {
  if (expr.kind !== 'binary' || expr.op !== '-') return false;
  const [size, one] = [resolved(expr.left, defined), resolved(expr.right, defined)];
  return (
    size.kind === 'builtin' &&
    size.name === name.replace('threadIdx', 'blockDim') &&
    one.kind === 'int' &&
    one.value === 1n
  );
}

/** Without casts, and with what a variable is known to hold in its place. */
function resolved(expr: Expr, defined: Definitions, depth = 0): Expr {
  if (expr.kind === 'cast') return resolved(expr.operand, defined, depth);
  const value = expr.kind === 'var' && depth < 16 ? defined.values.get(expr.id) : undefined;
  return value === undefined ? expr : resolved(value, defined, depth + 1);
}

/** The value of an expression for a thread, where block and grid make no difference; null: it is not known. */
function valueAt(given: Expr, at: Readonly<{ thread: Thread; defined: Definitions }>, depth = 0): bigint | null {
  const expr = resolved(given, at.defined);
  if (depth > 64) return null;
  const of = (one: Expr): bigint | null => valueAt(one, at, depth + 1);
  switch (expr.kind) {
    case 'int':
      return expr.value;
    case 'bool':
      return expr.value ? 1n : 0n;
    case 'builtin': {
      const own = at.thread.get(expr.name);
      return typeof own === 'bigint' ? own : null;
    }
    case 'unary': {
      const operand = of(expr.operand);
      return operand === null || expr.op !== 'not' ? null : operand === 0n ? 1n : 0n;
    }
    case 'select': {
      const when = of(expr.when);
      return when === null ? null : of(when === 0n ? expr.otherwise : expr.then);
    }
    case 'binary': {
      const [left, right] = [of(expr.left), of(expr.right)];
      if (expr.op === '&&') return left === 0n || right === 0n ? 0n : left === null || right === null ? null : 1n;
      if (expr.op === '||')
        return (left ?? 0n) !== 0n || (right ?? 0n) !== 0n ? 1n : left === null || right === null ? null : 0n;
      if ((left === 0n && /^[*/%&]$|^>>$|^<<$/.test(expr.op)) || (right === 0n && /^[*&]$/.test(expr.op))) return 0n;
      if (left === null || right === null)
        return expr.op === '==' && isThatOfThread(expr.left, expr.right, at) ? 1n : null;
      if (isComparison(expr.op)) return holds(expr.op, left, right) ? 1n : 0n;
      const type = typeOf(expr);
      return type.kind === 'int' ? integerResult(expr.op, left, right, type) : null;
    }
    case 'var':
    case 'float':
    case 'cast':
    case 'apply':
      return null;
  }
}

function isThatOfThread(left: Expr, right: Expr, at: Readonly<{ thread: Thread; defined: Definitions }>): boolean {
  const own = resolved(left, at.defined);
  return (
    own.kind === 'builtin' &&
    isLast(own.name, resolved(right, at.defined), at.defined) &&
    typeof at.thread.get(own.name) === 'object'
  );
}

/**
 * Whether all threads of the block have the same value: it is made of constants, arguments, and the place of the block.
 */
function isOfBlock(defined: Definitions, expr: Expr, depth = 0): boolean {
  let isSo = depth < 16;
  eachNode(expr, (node) => {
    if (node.kind === 'builtin') isSo &&= !node.name.startsWith('threadIdx');
    if (node.kind !== 'var' || !isSo) return;
    const value = defined.values.get(node.id);
    isSo = value === undefined ? !defined.assigned.has(node.id) : isOfBlock(defined, value, depth + 1);
  });
  return isSo;
}

function definitionsIn(body: readonly Stmt[], scalars: Kernel['scalars']): Definitions {
  const values = new Map<VarId, Expr>();
  const assigned = new Set<VarId>();
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    if (target === null) return;
    if (stmt.kind === 'assign' && !assigned.has(target) && scalars.get(target)?.role !== 'parameter')
      values.set(target, stmt.value);
    else values.delete(target);
    assigned.add(target);
  });
  return { values, assigned };
}
