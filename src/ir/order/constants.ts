/**
 * Variables that hold one constant wherever they are read: they are assigned in one place, and by then what is assigned
 * there is the same number in every turn. Under-approximating: what is not followed has no constant.
 * Example: `at` in `expected = 0; while (true) { at = expected; expected = atomicCAS(lock, at, 1); if (expected == at)
 * break; expected = 0; }`.
 */
import type { Expr } from '../../base/expr.ts';
import type { Flow } from './forward.ts';
import type { Kernel, Stmt } from '../ir.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import { assignedIn, bodiesOf, mapStmts, someStmt, targetOf } from '../walk.ts';
import { definitionsOf, valueOf } from './values.ts';
import { forward } from './forward.ts';
import { int } from '../../base/expr-build.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import { memoized } from '../../base/memoize.ts';

/** The kernel with constants in the conditions, and in what atomics get. */
export const withConstants: (kernel: Kernel) => Kernel = memoized((kernel: Kernel) => {
  // nothing else is told by what it gets
  if (!someStmt(kernel.body, ({ kind }) => kind === 'atomic')) return kernel;
  const constants = constantsOf(kernel);
  if (constants.size === 0) return kernel;
  const inPlace = (expr: Expr): Expr =>
    mapExpr(expr, (node) => {
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
/** Passes over the loops of a kernel, in which constants are carried around; later ones forget what a loop assigns. */
const maxPasses = 200;

function constantsOf(kernel: Kernel): ReadonlyMap<VarId, bigint> {
  const assigned = new Map<StmtId, bigint | null>();
  forward(kernel.body, new Map(), flowInto(assigned));
  const found = new Map<VarId, bigint>();
  for (const [id, [only, ...others]] of definitionsOf(kernel)) {
    const value = only === undefined || others.length > 0 ? null : (assigned.get(only.id) ?? null);
    if (value !== null) found.set(id, value);
  }
  return found;
}

/** `assigned`: gets what each assignment gives, null where that is not one number. */
function flowInto(assigned: Map<StmtId, bigint | null>): Flow<Env> {
  let passes = 0;
  return {
    listed: (list) => list,
    plain: (stmt, from) => {
      const value =
        stmt.kind === 'assign' ? valueOf(stmt.value, { builtins: new Map(), variables: from }, new Map()) : null;
      const known = assigned.get(stmt.id);
      if (stmt.kind === 'assign') assigned.set(stmt.id, known === undefined || known === value ? value : null);
      const target = targetOf(stmt);
      return target === null ? from : holding(from, target, value);
    },
    branch: (stmt, _, behind, together) => together(behind(stmt.then), behind(stmt.otherwise)),
    // a function that is left early may have assigned only some of what it assigns
    call: (stmt, from, end) => (end !== null && !hasJump(stmt.body) ? end : forgotten(from, stmt.body)),
    // each variable that is not one constant on both ways is not known
    joined: (one, other) => new Map([...one].filter(([id, value]) => other.get(id) === value)),
    isSame: (one, other) => one.size === other.size && [...one].every(([id, value]) => other.get(id) === value),
    atHead: (state, loop) => (passes++ > maxPasses ? forgotten(state, [loop]) : state),
  };
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

/** Without what the statements assign. */
function forgotten(env: Env, list: readonly Stmt[]): Env {
  const assigned = assignedIn(list);
  return new Map([...env].filter(([id]) => !assigned.has(id)));
}

const hasJump = (list: readonly Stmt[]): boolean =>
  list.some((stmt) => stmt.kind === 'jump' || bodiesOf(stmt).some((inner) => hasJump(inner)));
