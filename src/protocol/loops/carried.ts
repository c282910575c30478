/**
 * Which scalars a loop carries from turn to turn: those it assigns, that are read in a turn before they are assigned
 * there, or read outside the loop. Over-approximating: too many do no harm.
 *
 * Example: in `for (i = 0; i < n; i++) { x = a[i]; s = s + x; }`, `i` and `s` are carried, `x` is not.
 */
import type { Expr } from '../../base/expr.ts';
import type { Kernel, Stmt, StmtOf } from '../../ir/ir.ts';
import type { VarId } from '../../base/brand.ts';
import { eachNode } from '../../base/expr-walk.ts';
import { assignedIn, bodiesOf, expressionsOf, someStmt, targetOf } from '../../ir/walk.ts';

/** The parts of a loop as they are executed: [if !condition leave; body; step], repeated; see loop.ts. */
export type TurnParts = Readonly<{ body: readonly Stmt[]; step: readonly Stmt[]; condition: Expr }>;

/**
 * What was found out about the statements of a kernel: where each scalar is first and last read, numbering statements
 * from outer to inner, and from which number to which a statement reaches; and what each part reads and assigns, as it
 * is asked.
 */
export type Reads = Readonly<{
  spans: ReadonlyMap<Stmt, Readonly<{ from: number; to: number }>>;
  scalars: ReadonlyMap<VarId, Readonly<{ first: number; last: number }>>;
  effects: Map<Stmt, Effect>;
}>;

/** `exposed`: may be read before it is assigned there; `defined`: is assigned on every way through. */
type Effect = Readonly<{ exposed: ReadonlySet<VarId>; defined: ReadonlySet<VarId> }>;

export function readsOf(kernel: Kernel): Reads {
  const spans = new Map<Stmt, { from: number; to: number }>();
  const scalars = new Map<VarId, { first: number; last: number }>();
  let next = 0;
  const number = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      const from = next++;
      for (const expr of expressionsOf(stmt))
        for (const id of variablesOf(expr)) scalars.set(id, { first: scalars.get(id)?.first ?? from, last: from });
      bodiesOf(stmt).forEach(number);
      spans.set(stmt, { from, to: next });
    }
  };
  number(kernel.body);
  return { spans, scalars, effects: new Map() };
}

/** The carried scalars, in the order of the kernel's declarations. */
export function carriedScalars(kernel: Kernel, reads: Reads, loop: StmtOf<'loop'>, parts: TurnParts): readonly VarId[] {
  const assigned = assignedIn([...parts.body, ...parts.step]);
  const body = effectOfList(reads, parts.body);
  const exposed = new Set(body.exposed);
  // A `continue` may skip any assignment of the body.
  const before = leavesEarly(parts.body) ? new Set<VarId>() : body.defined;
  for (const id of effectOfList(reads, parts.step).exposed) if (!before.has(id)) exposed.add(id);
  for (const id of variablesOf(parts.condition)) exposed.add(id);
  return [...kernel.scalars.keys()].filter(
    (id) => assigned.has(id) && (exposed.has(id) || isReadOutside(reads, loop, id)),
  );
}

/**
 * Then its value after the loop matters, also where it has none before: what a function returns from inside the loop
 * [D4].
 */
export function isReadOutside(reads: Reads, loop: Stmt, id: VarId): boolean {
  const [span, read] = [reads.spans.get(loop), reads.scalars.get(id)];
  return span === undefined || (read !== undefined && (read.first < span.from || read.last >= span.to));
}

function variablesOf(expr: Expr): readonly VarId[] {
  const found: VarId[] = [];
  eachNode(expr, (node) => {
    if (node.kind === 'var') found.push(node.id);
  });
  return found;
}

function effectOfList(reads: Reads, body: readonly Stmt[]): Effect {
  const exposed = new Set<VarId>();
  const defined = new Set<VarId>();
  for (const stmt of body) {
    const effect = effectOf(reads, stmt);
    for (const id of effect.exposed) if (!defined.has(id)) exposed.add(id);
    for (const id of effect.defined) defined.add(id);
  }
  return { exposed, defined };
}

function effectOf(reads: Reads, stmt: Stmt): Effect {
  const known = reads.effects.get(stmt);
  if (known !== undefined) return known;
  const inner = bodiesOf(stmt).map((body) => effectOfList(reads, body));
  const exposed = new Set([
    ...expressionsOf(stmt).flatMap(variablesOf),
    ...inner.flatMap((effect) => [...effect.exposed]),
  ]);
  const defined = new Set(definedBy(stmt, inner));
  const target = targetOf(stmt);
  if (target !== null) defined.add(target);
  const effect = { exposed, defined };
  reads.effects.set(stmt, effect);
  return effect;
}

/** What the lists inside a statement assign on every way through it. */
function definedBy(stmt: Stmt, inner: readonly Effect[]): readonly VarId[] {
  const [first, second] = inner;
  if (stmt.kind === 'branch') return [...(first?.defined ?? [])].filter((id) => second?.defined.has(id) === true);
  return stmt.kind === 'call' && !leavesEarly(stmt.body) ? [...(first?.defined ?? [])] : [];
}

/** Whether some jump may skip a part of the list. */
const leavesEarly = (body: readonly Stmt[]): boolean => someStmt(body, ({ kind }) => kind === 'jump');
