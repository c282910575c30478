/**
 * What the walk needs to know of a part of a protocol without going through it again: whether it has a barrier, the
 * condition under which a thread passes it without one, the facts that hold after it, and the variables of its turns.
 * Computed once per step and kept for the whole split, which keeps splitting polynomial in the nesting.
 */
import type { Expr } from '../../base/expr.ts';
import type { Protocol, ProtocolOf, ProtocolVariable } from '../protocol.ts';
import type { ArrayId, VarId } from '../../base/brand.ts';
import { assertNever } from '../../base/invariant.ts';
import { truth, typeOf, variable } from '../../base/expr-build.ts';
import { conjuncts, freeVariables, substitute } from '../../base/expr-walk.ts';
import { and, arithmetic, convert, countNodes, implies, isFalse, negation, or, sameExpr, simplify } from '../fold.ts';
import { stepOf } from '../loops/affine.ts';
import { isFlag } from '../loops/flags.ts';

export type Loop = ProtocolOf<'loop'>;
type Branch = ProtocolOf<'branch'>;

/** Conditions beyond this size are weakened to `true`. */
const conditionLimit = 400;

export type Summaries = Readonly<{
  variables: ReadonlyMap<VarId, ProtocolVariable>;
  synchronized: Map<Protocol, boolean>;
  through: Map<Protocol, Expr>;
  after: Map<Protocol, readonly Expr[]>;
  within: Map<Loop, ReadonlySet<VarId>>;
  /** Arrays that a step may write. */
  written: Map<Protocol, ReadonlySet<ArrayId>>;
}>;

export const newSummaries = (variables: ReadonlyMap<VarId, ProtocolVariable>): Summaries => ({
  variables,
  synchronized: new Map(),
  through: new Map(),
  after: new Map(),
  within: new Map(),
  written: new Map(),
});

function remembered<Key, Value>(memo: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const known = memo.get(key);
  if (known !== undefined) return known;
  const value = compute();
  memo.set(key, value);
  return value;
}

/** Whether the step is a barrier or has one inside. */
export function synchronizes(summaries: Summaries, step: Protocol): boolean {
  return remembered(summaries.synchronized, step, () => {
    const any = (list: readonly Protocol[]): boolean => list.some((inner) => synchronizes(summaries, inner));
    return (
      step.kind === 'barrier' ||
      (step.kind === 'branch' && (any(step.then) || any(step.otherwise))) ||
      (step.kind === 'loop' && any(step.body))
    );
  });
}

/** A necessary condition for passing the list without meeting a barrier; `false` when that cannot be. */
export function throughList(summaries: Summaries, list: readonly Protocol[]): Expr {
  return limited(
    list.reduce<Expr>((all, step) => (isFalse(all) ? all : and(all, through(summaries, step))), truth(true)),
  );
}

export function through(summaries: Summaries, step: Protocol): Expr {
  if (!synchronizes(summaries, step)) return truth(true);
  return remembered(summaries.through, step, () => {
    if (step.kind === 'branch')
      return limited(
        or(
          and(step.when, throughList(summaries, step.then)),
          and(negation(step.when), throughList(summaries, step.otherwise)),
        ),
      );
    return step.kind === 'loop' ? limited(throughLoop(summaries, step)) : truth(false);
  });
}

function throughLoop(summaries: Summaries, loop: Loop): Expr {
  const first = throughTurn(summaries, loop, new Map(loop.carried.map((c) => [c.id, c.first])));
  const none = loop.testFirst ? negation(simplify(substitute(loop.guard, firstValues(loop)))) : truth(false);
  return or(none, first);
}

export const firstValues = (loop: Loop): ReadonlyMap<VarId, Expr> => new Map(loop.carried.map((c) => [c.id, c.first]));
export const nextValues = (loop: Loop): ReadonlyMap<VarId, Expr> => new Map(loop.carried.map((c) => [c.id, c.next]));

/**
 * What the carried variables were one turn before the one at hand, or before the end of the loop, where that can be
 * told.
 */
export function previousValues(summaries: Summaries, loop: Loop, from: 'turn' | 'end'): ReadonlyMap<VarId, Expr> {
  const values = new Map<VarId, Expr>();
  // Whoever left early ended in the middle of a turn.
  if (from === 'end' && loop.carried.some((c) => isFlag(c.id, summaries.variables))) return values;
  for (const c of loop.carried) {
    const step = typeOf(c.first).kind === 'int' ? stepOf(c.next, c.id, within(summaries, loop)) : null;
    if (step !== null)
      values.set(
        c.id,
        arithmetic('-', variable(from === 'turn' ? c.id : c.final, typeOf(c.first)), convert(typeOf(c.first), step)),
      );
  }
  return values;
}

/** A necessary condition, on the final variables, for the last turn of the loop to have passed without a barrier. */
export function throughLastTurn(summaries: Summaries, loop: Loop): Expr {
  return throughTurn(summaries, loop, previousValues(summaries, loop, 'end'));
}

/** A necessary condition for a turn in which the carried variables have `values` to pass without a barrier. */
export function throughTurn(summaries: Summaries, loop: Loop, values: ReadonlyMap<VarId, Expr>): Expr {
  return atTurn(summaries, loop, throughList(summaries, loop.body), values);
}

/** The same, and that another turn may follow because the thread has not left. */
export function throughToNext(summaries: Summaries, loop: Loop, values: ReadonlyMap<VarId, Expr>): Expr {
  return atTurn(summaries, loop, staysThrough(summaries, loop), values);
}

/** Whether two turns of the loop can fall into one interval without meeting a barrier in the first. */
export function turnsMayMeet(summaries: Summaries, loop: Pick<Loop, 'body' | 'carried'>): boolean {
  return !isFalse(staysThrough(summaries, loop));
}

function staysThrough(summaries: Summaries, loop: Pick<Loop, 'body' | 'carried'>): Expr {
  const stays = loop.carried.filter((c) => isFlag(c.id, summaries.variables)).map((c) => negation(c.next));
  const conditions = [throughList(summaries, loop.body), ...stays].flatMap(conjuncts);
  const refuted = conditions.some(
    (condition) => isFalse(condition) || conditions.some((other) => sameExpr(negation(other), condition)),
  );
  return refuted ? truth(false) : limited(conditions.reduce(and, truth(true)));
}

function atTurn(summaries: Summaries, loop: Loop, condition: Expr, values: ReadonlyMap<VarId, Expr>): Expr {
  if (condition.kind === 'bool') return condition;
  const inside = within(summaries, loop);
  // Of another turn, what is read inside it is not known here.
  for (const id of freeVariables(condition)) if (inside.has(id) && !values.has(id)) return truth(true);
  return limited(simplify(substitute(condition, values)));
}

function limited(condition: Expr): Expr {
  return countNodes(condition, conditionLimit) > conditionLimit ? truth(true) : condition;
}

/** The variables that differ from turn to turn of the loop: carried ones and all that come into being inside. */
export function within(summaries: Summaries, loop: Loop): ReadonlySet<VarId> {
  return remembered(summaries.within, loop, () => {
    const found = new Set<VarId>([...loop.carried.map((c) => c.id), ...loop.locals]);
    eachLoop(loop.body, (inner) => {
      for (const id of within(summaries, inner)) found.add(id);
    });
    return found;
  });
}

/** The outermost loops in a list. */
function eachLoop(list: readonly Protocol[], visit: (loop: Loop) => void): void {
  for (const step of list) {
    if (step.kind === 'loop') visit(step);
    else if (step.kind === 'branch') [step.then, step.otherwise].forEach((arm) => eachLoop(arm, visit));
  }
}

/** The facts that hold for a thread which has passed the step. */
export function factsAfter(summaries: Summaries, step: Protocol): readonly Expr[] {
  switch (step.kind) {
    case 'access':
    case 'barrier':
    case 'meeting':
    case 'part':
    case 'unknown':
      return [];
    case 'assume':
      return [step.condition];
    case 'loop':
      return step.finalFacts;
    case 'branch':
      return remembered(summaries.after, step, () => factsAfterBranch(summaries, step));
    default:
      return assertNever(step);
  }
}

function factsAfterBranch(summaries: Summaries, branch: Branch): readonly Expr[] {
  const of = (list: readonly Protocol[], when: Expr): readonly Expr[] =>
    list.flatMap((step) => factsAfter(summaries, step)).map((fact) => implies(when, fact));
  return [...of(branch.then, branch.when), ...of(branch.otherwise, negation(branch.when))];
}
