/**
 * Variables that hold one constant wherever they are read: they are assigned in one place, and by then what is assigned there is the same number in every
 * turn. Under-approximating: what is not followed has no constant.
 * Example: `at` in `expected = 0; while (true) { at = expected; expected = atomicCAS(lock, at, 1); if (expected == at) break; expected = 0; }`.
 */
import type { Expr } from '../../base/expr.ts';
import type { Kernel, Stmt, StmtOf } from '../ir.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import { assignedIn, bodiesOf, mapStmts, someStmt, targetOf } from '../walk.ts';
import { definitionsOf, valueOf } from './values.ts';
import { int } from '../../base/expr-build.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import { memoized } from '../../base/memoize.ts';

/** The kernel with constants in the conditions, and in what atomics get. */
export const withConstants: (kernel: Kernel) => Kernel = memoized((kernel: Kernel) => {
  // nothing else is told by what it gets
  if (!someStmt(kernel.body, ({ kind }) => kind === 'atomic')) return kernel;
  const constants = constantsOf(kernel);
  if (constants.size === 0) return kernel;
  const inPlace = (expr: Expr): Expr => mapExpr(expr, (node) => {
    const value = node.kind === 'var' ? constants.get(node.id) : undefined;
    return value === undefined || node.kind !== 'var' || node.type.kind !== 'int' ? node : int(value, node.type);
  });
  const body = mapStmts(kernel.body, (stmt) => {
    if (stmt.kind === 'atomic') return [{ ...stmt, operands: stmt.operands.map(inPlace) }];
    if (stmt.kind === 'branch') return [{ ...stmt, when: inPlace(stmt.when) }];
    return [stmt.kind === 'loop' ? { ...stmt, condition: inPlace(stmt.condition) } : stmt];
  });
  return { ...kernel, body };
});

/** What variables hold, as far as it is known. */
type Env = ReadonlyMap<VarId, bigint>;
/** `breaks`, `continues`: where jumps of the loop around lead from. `spent`: of the passes over loops. */
type Walk = Readonly<{ assigned: Map<StmtId, bigint | null>; breaks: Env[]; continues: Env[]; spent: { passes: number } }>;

/** Passes over the loops of a kernel, in which constants are carried around; later ones forget what a loop assigns. */
const maxPasses = 200;

function constantsOf(kernel: Kernel): ReadonlyMap<VarId, bigint> {
  const assigned = new Map<StmtId, bigint | null>();
  follow(kernel.body, new Map(), { assigned, breaks: [], continues: [], spent: { passes: 0 } });
  const found = new Map<VarId, bigint>();
  for (const [id, [only, ...others]] of definitionsOf(kernel)) {
    const value = only === undefined || others.length > 0 ? null : (assigned.get(only.id) ?? null);
    if (value !== null) found.set(id, value);
  }
  return found;
}

/** What holds behind the list; null: no thread comes there. */
function follow(list: readonly Stmt[], from: Env, walk: Walk): Env | null {
  let now: Env | null = from;
  for (const stmt of list) {
    if (now === null) return null;
    now = step(stmt, now, walk);
  }
  return now;
}

function step(stmt: Stmt, from: Env, walk: Walk): Env | null {
  switch (stmt.kind) {
    case 'assign': {
      const value = valueOf(stmt.value, { builtins: new Map(), variables: from }, new Map());
      const known = walk.assigned.get(stmt.id);
      walk.assigned.set(stmt.id, known === undefined || known === value ? value : null);
      return holding(from, stmt.target, value);
    }
    case 'branch':
      return joined(follow(stmt.then, from, walk), follow(stmt.otherwise, from, walk));
    case 'call':
      return without(assignedIn(stmt.body), from, follow(stmt.body, from, { ...walk, breaks: [], continues: [] }), stmt.body);
    case 'loop':
      return aroundLoop(stmt, from, walk);
    case 'jump':
      if (stmt.to === 'break') walk.breaks.push(from);
      if (stmt.to === 'continue') walk.continues.push(from);
      return null;
    case 'load': case 'store': case 'atomic': case 'barrier': case 'fence': case 'lanes': case 'assert': case 'unknown': case 'unknown-value': case 'async': {
      const target = targetOf(stmt);
      return target === null ? from : holding(from, target, null);
    }
  }
}

/** Variables whose values are known at one time; with more, those before are forgotten. */
const maxKnown = 256;

/** After the variable got the value; null: one that is not known. */
function holding(from: Env, id: VarId, value: bigint | null): Env {
  if (value === null && !from.has(id)) return from;
  const now = new Map(from.size < maxKnown ? from : []);
  if (value === null) now.delete(id);
  else now.set(id, value);
  return now;
}

/** A function that is left early may have assigned only some of what it assigns. */
function without(assigned: ReadonlySet<VarId>, from: Env, end: Env | null, body: readonly Stmt[]): Env {
  if (end !== null && !hasJump(body)) return end;
  return new Map([...from].filter(([id]) => !assigned.has(id)));
}

const hasJump = (list: readonly Stmt[]): boolean => list.some((stmt) => stmt.kind === 'jump' || bodiesOf(stmt).some((inner) => hasJump(inner)));

function aroundLoop(loop: StmtOf<'loop'>, from: Env, walk: Walk): Env | null {
  const forgotten = (env: Env): Env => {
    const assigned = assignedIn([loop]);
    return new Map([...env].filter(([id]) => !assigned.has(id)));
  };
  for (let head = walk.spent.passes > maxPasses ? forgotten(from) : from; ;) {
    walk.spent.passes++;
    const inner: Walk = { ...walk, breaks: [], continues: [] };
    const first = loop.testFirst ? follow(loop.before, head, inner) : head;
    const body = first === null ? null : follow(loop.body, first, inner);
    const ends = [body, ...inner.continues].reduce(joined, null);
    const tested = loop.testFirst || ends === null ? ends : follow(loop.before, ends, inner);
    const stepped = tested === null ? null : follow(loop.step, tested, inner);
    const next = joined(head, stepped) ?? head;
    if (isSame(next, head)) return [loop.testFirst ? first : tested, ...inner.breaks].reduce(joined, null);
    head = walk.spent.passes > maxPasses ? forgotten(next) : next;
  }
}

/** Where two ways come together; each variable that is not one constant on both is not known. */
function joined(one: Env | null, other: Env | null): Env | null {
  if (one === null || other === null) return one ?? other;
  return new Map([...one].filter(([id, value]) => other.get(id) === value));
}

const isSame = (one: Env, other: Env): boolean => one.size === other.size && [...one].every(([id, value]) => other.get(id) === value);
