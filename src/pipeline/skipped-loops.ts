/**
 * Whether two threads can only collide where a loop with a barrier in each iteration, which stands between their
 * statements, makes no iterations: for an argument or contents of memory that no launch states, such as an empty list.
 * It decides how severe a finding is called, and no verdict.
 *
 * Example: of `if (done[b]) return; for (i < n) { …; __syncthreads(); } if (t == 0) done[b] = true;` the loop; the
 * threads race if `n` is 0.
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import { freeVariables, substitute } from '../base/expr-walk.ts';
import { simplify } from '../protocol/fold.ts';
import { statedValues } from '../launch/stated-values.ts';
import { assignedIn, bodiesOf, eachStmt, expressionsOf, someStmt, targetOf } from '../ir/walk.ts';

type Loop = Extract<Stmt, { kind: 'loop' }>;

/** The loop; null: there is none, or what the launch states decides that it makes no iterations. */
export function skippedLoop(obligation: RaceObligation, kernel: Kernel, config: LaunchConfig): Loop | null {
  const { first, second, scope, carriedBy } = obligation;
  if (scope !== 'block' || carriedBy !== null) return null;
  const open = openVariables(kernel, config);
  const isOpen = (expr: Expr): boolean => [...freeVariables(expr)].some((id) => open.has(id));
  const isSkipped = (stmt: Stmt): stmt is Loop =>
    stmt.kind === 'loop' && stmt.testFirst && isOpen(stmt.condition) && meets(stmt.body);
  return between(kernel.body, first.id, second.id).find(isSkipped) ?? null;
}

/**
 * That an argument is large enough for the loop's first iteration (`n >= 1`), as `--assume` reads it; null: its
 * condition, with what the variables are before the loop, does not compare an argument with a number. Whether it rules
 * a race out is for a proof to say.
 */
export function firstIterationOf(loop: Loop, { body, params }: Kernel): string | null {
  let entered = loop.condition;
  for (const stmt of before(body, loop.id).toReversed()) {
    const free = freeVariables(entered);
    if (stmt.kind === 'assign' && free.has(stmt.target))
      entered = substitute(entered, new Map([[stmt.target, stmt.value]]));
    else if ([...assignedIn([stmt])].some((id) => free.has(id))) return null;
  }
  const compared = simplify(entered);
  if (compared.kind !== 'binary') return null;
  const [left, right] = [withoutCasts(compared.left), withoutCasts(compared.right)];
  const [least, value, op] = left.kind === 'int' ? [left, right, compared.op] : [right, left, flipped.get(compared.op)];
  const argument = params.find((param) => param.kind === 'scalar' && value.kind === 'var' && param.id === value.id);
  if (least.kind !== 'int' || least.value < 0n || argument === undefined) return null;
  if (op === '<' || (op === '!=' && least.value === 0n)) return `${argument.name} >= ${least.value + 1n}`;
  return op === '<=' && least.value > 0n ? `${argument.name} >= ${least.value}` : null;
}

const flipped = new Map([
  ['>', '<'],
  ['>=', '<='],
  ['!=', '!='],
]);
const withoutCasts = (expr: Expr): Expr => (expr.kind === 'cast' ? withoutCasts(expr.operand) : expr);

/** The statements that come before one, those around it left out. */
function before(body: readonly Stmt[], id: StmtId): readonly Stmt[] {
  const at = body.findIndex((stmt) => someStmt([stmt], (inner) => inner.id === id));
  const found = body[at];
  const inner =
    found === undefined ? undefined : bodiesOf(found).find((stmts) => someStmt(stmts, (stmt) => stmt.id === id));
  return at < 0 ? [] : [...body.slice(0, at), ...(inner === undefined ? [] : before(inner, id))];
}

/** The statements between two, in the innermost list that holds both. */
function between(body: readonly Stmt[], first: StmtId, second: StmtId): readonly Stmt[] {
  const placeIn = (id: StmtId): number => body.findIndex((stmt) => someStmt([stmt], (inner) => inner.id === id));
  const [from, until] = [placeIn(first), placeIn(second)].toSorted((a, b) => a - b);
  const [only] = from === until && from !== undefined ? body.slice(from, from + 1) : [];
  if (only === undefined) return body.slice((from ?? 0) + 1, until);
  const holds = (stmts: readonly Stmt[]): boolean =>
    [first, second].every((id) => someStmt(stmts, (stmt) => stmt.id === id));
  const inner = bodiesOf(only).find(holds);
  return inner === undefined ? [] : between(inner, first, second);
}

/** Whether all threads of the block that begin with the statements meet in them, wherever they go on. */
function meets(body: readonly Stmt[]): boolean {
  const barrier = body.findIndex((stmt) => {
    if (stmt.kind === 'barrier') return stmt.scope.kind === 'block';
    return stmt.kind === 'call' && meets(stmt.body);
  });
  return barrier >= 0 && !someStmt(body.slice(0, barrier), ({ kind }) => kind === 'jump');
}

/** What follows from arguments that the launch does not state, and from memory. */
function openVariables({ params, body }: Kernel, config: LaunchConfig): ReadonlySet<VarId> {
  const stated = statedValues(config);
  const open = new Set<VarId>();
  for (const param of params) {
    if (param.kind === 'scalar' && !stated.has(param.id) && !config.scalars.has(param.name)) open.add(param.id);
  }
  const isOpen = (expr: Expr): boolean => [...freeVariables(expr)].some((id) => open.has(id));
  for (let before = -1; before !== open.size;) {
    before = open.size;
    eachStmt(body, (stmt) => {
      const target = targetOf(stmt);
      const isGiven = stmt.kind === 'load' || stmt.kind === 'atomic' || expressionsOf(stmt).some(isOpen);
      if (target !== null && isGiven) open.add(target);
    });
  }
  return open;
}
