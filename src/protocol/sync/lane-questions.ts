/**
 * Questions of meetings of lanes [D20]: for each branch and loop with a meeting inside whose condition is not one for
 * the tile by its variables alone, whether one thread of a tile goes in and to the meeting, and another around it,
 * although it goes on behind; and for each mask, whether it names its own thread, and is the same for those it names.
 * Over-approximating.
 *
 * Needs: a protocol about lanes. A thread that has ended is not missed, and one that only ends has nothing to do
 * behind.
 */
import type { Deadline } from '../../base/deadline.ts';
import type { Expr } from '../../base/expr.ts';
import type { Here } from './here.ts';
import type { KernelProtocol, LaneQuestion, Meeting, Protocol, ProtocolOf, ProtocolVariable } from '../protocol.ts';
import type { Loop } from './summary.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Walker } from './walk.ts';
import { truth } from '../../base/expr-build.ts';
import { freeVariables, mapExpr } from '../../base/expr-walk.ts';
import { and, countNodes, fold, isFalse, isTrue, negation, or } from '../fold.ts';
import { exitTarget } from '../escape.ts';
import { flagName } from '../loops/flags.ts';
import { atEntry, withPath } from './here.ts';
import { bind, instantiate } from './scope.ts';
import { relevantConditions } from './slice.ts';
import { firstValues, nextValues, within } from './summary.ts';
import { isBlockUniform } from './uniformity.ts';
import { newWalker } from '../split.ts';
import { afterStep, inTurn } from './walk.ts';

/** A condition beyond this size is weakened to `true`. */
const conditionLimit = 120;

type Asking = Readonly<{ walker: Walker; has: (step: Protocol) => boolean; questions: LaneQuestion[] }>;
/** What a thread that has been around may still do: the condition under which it does something. */
type Behind = Expr;
type Found = Readonly<{ meeting: Meeting; here: Here }>;
type Split = Readonly<{ at: Protocol; span: LaneQuestion['span']; cause: LaneQuestion['cause'] }>;

/** All variables, with the questions. */
export function laneQuestions(
  protocol: KernelProtocol,
  deadline: Deadline,
): Readonly<{ variables: ReadonlyMap<VarId, ProtocolVariable>; questions: readonly LaneQuestion[] }> {
  const walker = newWalker(protocol, deadline, new Set(), false);
  const asking: Asking = { walker, has: meetingsIn(), questions: [] };
  askList(asking, protocol.body, atEntry, truth(false));
  return { variables: walker.copies.variables, questions: asking.questions };
}

/** Whether a step is a meeting, or has one inside. */
function meetingsIn(): (step: Protocol) => boolean {
  const known = new Map<Protocol, boolean>();
  const has = (step: Protocol): boolean => {
    const before = known.get(step);
    if (before !== undefined) return before;
    const found =
      step.kind === 'meeting' ||
      (step.kind === 'branch' && [...step.then, ...step.otherwise].some(has)) ||
      (step.kind === 'loop' && step.body.some(has));
    known.set(step, found);
    return found;
  };
  return has;
}

function askList(asking: Asking, list: readonly Protocol[], start: Here, later: Behind): void {
  let here = start;
  list.forEach((step, k) => {
    asking.walker.deadline.check();
    if (asking.has(step)) {
      const behind = (): Behind => limited(or(somethingIn(list.slice(k + 1)), later));
      if (step.kind === 'meeting') askMask(asking, step, here);
      if (step.kind === 'branch') askBranch(asking, step, here, behind());
      if (step.kind === 'loop') askLoop(asking, step, here, behind());
    }
    here = afterStep(asking.walker, step, here);
  });
}

const limited = (condition: Expr): Expr =>
  countNodes(condition, conditionLimit) > conditionLimit ? truth(true) : condition;

/** The condition under which a thread that comes there stores something, or waits for others. */
function somethingIn(list: readonly Protocol[]): Expr {
  return list.reduce<Expr>((any, step) => (isTrue(any) ? any : limited(or(any, somethingOf(step)))), truth(false));
}

function somethingOf(step: Protocol): Expr {
  switch (step.kind) {
    case 'access':
      return truth(step.access.mode !== 'read');
    case 'barrier':
    case 'meeting':
    case 'part':
    case 'unknown':
      return truth(true);
    case 'assume':
      return truth(false);
    case 'branch':
      return or(and(step.when, somethingIn(step.then)), and(negation(step.when), somethingIn(step.otherwise)));
    case 'loop':
      if (isFalse(somethingIn(step.body))) return truth(false);
      return step.testFirst ? instantiateFirst(step) : truth(true);
  }
}

function instantiateFirst(loop: Loop): Expr {
  const first = firstValues(loop);
  return mapExpr(loop.guard, (node) => (node.kind === 'var' ? (first.get(node.id) ?? node) : fold(node)));
}

function askMask({ walker, questions }: Asking, meeting: Meeting, here: Here): void {
  const { mask } = meeting;
  if (mask === null) return;
  const conditions = relevantConditions(walker.slicer, here.conditions, [mask]);
  if (conditions === null) return;
  questions.push({
    meeting,
    at: meeting.id,
    span: meeting.span,
    cause: 'mask',
    first: conditions,
    second: conditions,
    loops: here.loops,
    without: new Set(),
    unknown: new Set(),
  });
}

function askBranch(asking: Asking, branch: ProtocolOf<'branch'>, here: Here, behind: Behind): void {
  const { when, cause } = branch;
  const isAsked =
    !isBlockUniform(when, asking.walker.copies.variables) &&
    !(cause.kind !== 'if' && cause.ends) &&
    !meetAcross(branch, asking.has);
  const split: Split = {
    at: branch,
    span: cause.kind === 'if' ? branch.span : cause.span,
    cause: cause.kind === 'if' ? 'branch' : 'exit',
  };
  const arms = [
    { list: branch.then, other: branch.otherwise, path: when },
    { list: branch.otherwise, other: branch.then, path: negation(when) },
  ];
  for (const { list, other, path } of arms) {
    const inside = withPath(here, path);
    if (isAsked && list.some(asking.has)) {
      const goesOn = limited(or(somethingIn(other), behind));
      for (const found of meetingsOf(asking, list, inside))
        ask(asking, found, { split, list, around: withPath(here, negation(path)), behind: goesOn, varies: new Set() });
    }
    askList(asking, list, inside, behind);
  }
}

/**
 * Whether those of both sides meet, one call after the other: the same operations of the whole tile, on no conditions.
 */
function meetAcross({ then, otherwise }: ProtocolOf<'branch'>, has: Asking['has']): boolean {
  const [own, other] = [then, otherwise].map((arm) =>
    arm.filter(has).map((step) => (step.kind === 'meeting' && step.mask === null ? `${step.op} ${step.size}` : null)),
  );
  return (
    own !== undefined && own.length === other?.length && own.every((text, k) => text !== null && text === other[k])
  );
}

/**
 * Of a loop: whether there is a first turn, and after a turn that both have made, whether there is another. In the next
 * turn, a thread may do anything.
 */
function askLoop(asking: Asking, loop: Loop, here: Here, behind: Behind): void {
  const { walker } = asking;
  const split: Split = { at: loop, span: loop.span, cause: 'loop' };
  const meetings = meetingsOf(asking, loop.body, inTurn(walker, loop, here)).map(({ meeting }) => meeting);
  const varies = within(walker.summaries, loop);
  const askAt = (at: Here, values: ReadonlyMap<VarId, Expr>): void => {
    const scope = bind(at.scope, values);
    const goesIn = instantiate(walker.copies, loop.guard, scope);
    const left = exitFlags(loop, walker);
    const stays = mapExpr(loop.guard, (node) =>
      node.kind === 'var' ? (left.has(node.id) ? truth(false) : node) : fold(node),
    );
    const leaves = negation(instantiate(walker.copies, stays, scope));
    if (isBlockUniform(leaves, walker.copies.variables)) return;
    const hasNotEnded = [...left].reduce<Expr>(
      (all, id) => and(all, negation(instantiate(walker.copies, values.get(id) ?? truth(false), at.scope))),
      truth(true),
    );
    for (const meeting of meetings) {
      ask(
        asking,
        { meeting, here: withPath(at, goesIn) },
        { split, list: loop.body, around: withPath(withPath(at, leaves), hasNotEnded), behind, varies },
      );
    }
  };
  if (loop.testFirst) askAt(here, firstValues(loop));
  askAt(endOfTurn(asking, loop.body, inTurn(walker, loop, here)), nextValues(loop));
  askList(asking, loop.body, inTurn(walker, loop, here), truth(true));
}

/** The flags of those who have left the kernel. */
const exitFlags = (loop: Loop, { copies }: Walker): ReadonlySet<VarId> =>
  new Set(
    loop.carried.flatMap(({ id }) => {
      const origin = copies.variables.get(id)?.origin;
      return origin?.kind === 'carried' && origin.name === flagName(exitTarget) ? [id] : [];
    }),
  );

/** Where both threads are after a turn. Whoever left it before a meeting was asked about there. */
function endOfTurn(asking: Asking, body: readonly Protocol[], start: Here): Here {
  let here = start;
  for (const step of body) {
    if (step.kind === 'branch' && (step.cause.kind === 'exit' || step.cause.kind === 'break') && asking.has(step))
      return endOfTurn(asking, step.then, withPath(here, step.when));
    here = afterStep(asking.walker, step, here);
  }
  return here;
}

/** The meetings of a list, with where a thread is that comes to them. */
function meetingsOf(asking: Asking, list: readonly Protocol[], start: Here): readonly Found[] {
  const { walker } = asking;
  const found: Found[] = [];
  let here = start;
  for (const step of list) {
    if (asking.has(step)) {
      if (step.kind === 'meeting') found.push({ meeting: step, here });
      if (step.kind === 'branch')
        found.push(
          ...meetingsOf(asking, step.then, withPath(here, step.when)),
          ...meetingsOf(asking, step.otherwise, withPath(here, negation(step.when))),
        );
      if (step.kind === 'loop') found.push(...meetingsOf(asking, step.body, inTurn(walker, step, here)));
    }
    here = afterStep(walker, step, here);
  }
  return found;
}

/**
 * `list`: what the other one goes around. `varies`: what stands for values of another turn than the one with the
 * meeting.
 */
type Around = Readonly<{
  split: Split;
  list: readonly Protocol[];
  around: Here;
  behind: Behind;
  varies: ReadonlySet<VarId>;
}>;

function ask(
  { walker, questions }: Asking,
  { meeting, here }: Found,
  { split, list, around, behind, varies }: Around,
): void {
  if (isFalse(behind)) return;
  const about = meeting.mask === null ? [] : [meeting.mask];
  const first = relevantConditions(walker.slicer, here.conditions, about);
  const second = relevantConditions(walker.slicer, withPath(around, behind).conditions, about);
  if (first === null || second === null) return;
  const unknown = new Set(about.flatMap((mask) => [...freeVariables(mask)]).filter((id) => varies.has(id)));
  questions.push({
    meeting,
    at: split.at.id,
    span: split.span,
    cause: split.cause,
    first,
    second,
    loops: around.loops,
    without: votesIn(list),
    unknown,
  });
}

/** Statements of the list, all votes among them. */
function votesIn(list: readonly Protocol[], found: Set<StmtId> = new Set()): ReadonlySet<StmtId> {
  for (const step of list) {
    if (step.kind === 'meeting' || step.kind === 'assume') found.add(step.id);
    if (step.kind === 'branch') [step.then, step.otherwise].forEach((arm) => votesIn(arm, found));
    if (step.kind === 'loop') votesIn(step.body, found);
  }
  return found;
}
