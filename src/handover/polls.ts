/**
 * Where threads look at what others say: atomics and volatile loads on which it depends which way a thread goes.
 * Needs: a kernel. Gives: for each condition, the reads behind it, also by way of variables and memory; and which loops
 * only wait. A value counts as depending on all that any assignment of its variable depends on.
 * Example: `while (atomicAdd(flag, 0) == 0) { }` waits, for what the atomic reads.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, Place, Stmt, StmtOf } from '../ir/ir.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { bodiesOf, eachStmt, expressionsOf, targetOf } from '../ir/walk.ts';

export type Poll = StmtOf<'atomic'> | StmtOf<'load'>;
/** The polls behind the value of an expression. */
export type Behind = (expr: Expr) => ReadonlySet<StmtId>;

/** An atomic whose result is kept, or a volatile load, of memory that threads share. */
export function isPoll(stmt: Stmt, kernel: Kernel): stmt is Poll {
  if (stmt.kind !== 'atomic' && stmt.kind !== 'load') return false;
  const isRead = stmt.kind === 'atomic' ? stmt.target !== null : stmt.place.volatile;
  return isRead && ['global', 'shared'].includes(kernel.arrays.get(stmt.place.array)?.space ?? 'local');
}

/**
 * `through`: memory by which what a poll has seen may reach a value. `block`: plain stores to memory of the block or
 * the thread, which is how hand-overs are written. `all`: any memory, atomics too, and whether a statement is passed
 * over by a jump: over-approximating.
 */
export function pollsBehind(kernel: Kernel, through: 'block' | 'all'): Behind {
  const ofVariable = new Map<VarId, Set<StmtId>>();
  const ofArray = new Map<ArrayId, Set<StmtId>>();
  let hasGrown = true;
  const add = <Key>(map: Map<Key, Set<StmtId>>, key: Key, more: ReadonlySet<StmtId>): void => {
    const known = map.get(key) ?? new Set<StmtId>();
    map.set(key, known);
    for (const id of more) {
      if (known.has(id)) continue;
      known.add(id);
      hasGrown = true;
    }
  };
  const behind: Behind = (expr) => new Set([...freeVariables(expr)].flatMap((id) => [...(ofVariable.get(id) ?? [])]));
  const isCarrier = (stmt: Stmt): stmt is StmtOf<'store'> | StmtOf<'atomic'> =>
    through === 'all'
      ? stmt.kind === 'store' || stmt.kind === 'atomic'
      : stmt.kind === 'store' && kernel.arrays.get(stmt.place.array)?.space !== 'global';
  // gives what decides whether jumps in the list pass over what stands behind it
  const visit = (stmts: readonly Stmt[], given: ReadonlySet<StmtId>): ReadonlySet<StmtId> => {
    let control = given;
    let passed: ReadonlySet<StmtId> = new Set();
    for (const stmt of stmts) {
      const read = [
        ...(isPoll(stmt, kernel) ? [stmt.id] : []),
        ...(stmt.kind === 'load' ? (ofArray.get(stmt.place.array) ?? []) : []),
      ];
      const all = new Set([
        ...control,
        ...read,
        ...expressionsOf(stmt).flatMap((expr) => [...behind(expr)]),
        ...(stmt.kind === 'branch' ? behind(stmt.when) : []),
      ]);
      const target = targetOf(stmt);
      if (target !== null) add(ofVariable, target, all);
      if (isCarrier(stmt)) add(ofArray, stmt.place.array, all);
      for (const inner of bodiesOf(stmt)) {
        const over = visit(inner, stmt.kind === 'branch' ? all : control);
        passed = new Set([...passed, ...over]);
      }
      // a failing assertion ends the kernel
      if (stmt.kind === 'jump' || stmt.kind === 'assert') passed = new Set([...passed, ...all]);
      if (through === 'all') control = new Set([...control, ...passed]);
    }
    return passed;
  };
  while (hasGrown) {
    hasGrown = false;
    visit(kernel.body, new Set());
  }
  return behind;
}

/** The polls on which it depends whether the loop is left. */
export function leavingOf(loop: StmtOf<'loop'>, behind: Behind): ReadonlySet<StmtId> {
  const found = new Set(behind(loop.condition));
  eachStmt([...loop.before, ...loop.body, ...loop.step], (stmt) => {
    if (stmt.kind === 'branch' && [...stmt.then, ...stmt.otherwise].some(leaves))
      for (const id of behind(stmt.when)) found.add(id);
  });
  return found;
}

const leaves = (stmt: Stmt): boolean =>
  (stmt.kind === 'jump' && stmt.to !== 'continue') || bodiesOf(stmt).some((inner) => inner.some(leaves));

/** Whether a loop does nothing but look at the same cells again and again until one says that it may be left. */
export function isWait(loop: StmtOf<'loop'>, poll: Poll, behind: Behind, kernel: Kernel): boolean {
  if (!leavingOf(loop, behind).has(poll.id) || !isFixedIn(poll.place, loop)) return false;
  let isPure = true;
  eachStmt([...loop.before, ...loop.body, ...loop.step], (stmt) => {
    if (stmt.kind === 'store') isPure &&= kernel.arrays.get(stmt.place.array)?.space === 'local';
    if (stmt.kind === 'atomic') isPure &&= stmt.id === poll.id || onlyReads(stmt);
    if (stmt.kind === 'barrier' || stmt.kind === 'unknown') isPure = false;
  });
  return isPure;
}

/** Whether the loop looks at one cell in all its turns. */
export function isFixedIn(place: Place, loop: StmtOf<'loop'>): boolean {
  const body = [...loop.before, ...loop.body, ...loop.step];
  const isFixed = (expr: Expr, depth: number): boolean =>
    [...freeVariables(expr)].every((id) => {
      const assigned: Stmt[] = [];
      eachStmt(body, (stmt) => {
        if (targetOf(stmt) === id) assigned.push(stmt);
      });
      const [only] = assigned;
      if (only === undefined) return true;
      return assigned.length === 1 && only.kind === 'assign' && depth > 0 && isFixed(only.value, depth - 1);
    });
  return place.subscripts.every(({ index }) => isFixed(index, 4));
}

/** Whether it leaves memory as it is. */
export function onlyReads(stmt: Poll): boolean {
  if (stmt.kind === 'load' || stmt.op === 'load') return true;
  const [first, second] = stmt.operands.map(constantOf);
  if (stmt.op === 'cas') return first !== null && first === second;
  return ['add', 'sub', 'or', 'xor'].includes(stmt.op) && first === 0n;
}

/** The value of a literal, or null. */
export function constantOf(expr: Expr): bigint | null {
  if (expr.kind === 'int') return expr.value;
  return expr.kind === 'cast' ? constantOf(expr.operand) : null;
}
