/**
 * Barrier aligning and splitting in one [D5, D6, T1]: the intervals of a protocol, found by walking forward from its
 * entry and from each barrier in a generic turn of the loops around. No loop is unrolled: what Faial's aligning moves
 * (the start of the next turn behind the end of this one, the last turn's end in front of what follows) is met here by
 * crossing the back edge and by leaving the loop. Exact where every turn of a synchronized loop meets a barrier.
 *
 * Example: `for x { a; sync; b }` gives entry: {a at the first x}, and the barrier: {b at x, a at x+1, what follows}.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Filling, Walker } from './sync/walk.ts';
import type { Here } from './sync/here.ts';
import type { Interval, KernelProtocol, Protocol, ProtocolOf, SplitProtocol, UniformityQuestion } from './protocol.ts';
import { noDeadline } from '../base/deadline.ts';
import { isTrue, negation } from './fold.ts';
import { atEntry, withPath } from './sync/here.ts';
import { instantiate } from './sync/scope.ts';
import { branchQuestions, loopQuestions } from './sync/questions.ts';
import { newSlicer } from './sync/slice.ts';
import { newSummaries, synchronizes } from './sync/summary.ts';
import { addAccess, afterStep, endTurn, inTurn, walkList } from './sync/walk.ts';

type Parts = Readonly<{ walker: Walker; intervals: Interval[]; questions: UniformityQuestion[] }>;
/** What happens when a walk comes to the end of the list it is in. */
type AtEnd = (here: Here, into: Filling) => void;

export function splitProtocol(protocol: KernelProtocol, deadline: Deadline = noDeadline): SplitProtocol {
  const variables = new Map(protocol.variables);
  const walker: Walker = { copies: { variables, counter: { next: 1 } }, summaries: newSummaries(variables), slicer: newSlicer(variables), deadline };
  const parts: Parts = { walker, intervals: [], questions: [] };
  const entry = emptyFilling();
  walkList(walker, protocol.body, 0, atEntry, entry);
  parts.intervals.push(filled(0, 'entry', entry));
  splitList(parts, protocol.body, atEntry, () => undefined);
  const whole = emptyFilling();
  collectAll(walker, protocol, protocol.body, atEntry, whole);
  return { protocol, variables, intervals: parts.intervals, whole: filled(parts.intervals.length, 'entry', whole), questions: parts.questions };
}

const emptyFilling = (): Filling => ({ accesses: [], unknowns: new Map() });
const filled = (id: number, start: Interval['start'], filling: Filling): Interval => ({ id, start, accesses: filling.accesses, unknowns: [...filling.unknowns.values()] });

/** Makes the intervals that start in the list, and asks the questions of its branches and loops. */
function splitList(parts: Parts, list: readonly Protocol[], start: Here, atEnd: AtEnd): void {
  const { walker } = parts;
  let here = start;
  list.forEach((step, k) => {
    walker.deadline.check();
    const goOn: AtEnd = (from, into) => {
      const end = walkList(walker, list, k + 1, from, into);
      if (end !== null) atEnd(end, into);
    };
    if (step.kind === 'barrier') {
      const filling = emptyFilling();
      goOn(here, filling);
      parts.intervals.push(filled(parts.intervals.length, step.id, filling));
    } else if (synchronizes(walker.summaries, step)) {
      if (step.kind === 'branch') splitBranch(parts, step, here, goOn);
      if (step.kind === 'loop') splitLoop(parts, step, here, goOn);
    }
    here = afterStep(walker, step, here);
  });
}

function splitBranch(parts: Parts, branch: ProtocolOf<'branch'>, here: Here, goOn: AtEnd): void {
  addQuestions(parts, branchQuestions(parts.walker, branch, here));
  splitList(parts, branch.then, withPath(here, branch.when), goOn);
  splitList(parts, branch.otherwise, withPath(here, negation(branch.when)), goOn);
}

function splitLoop(parts: Parts, loop: ProtocolOf<'loop'>, here: Here, goOn: AtEnd): void {
  const { walker } = parts;
  addQuestions(parts, loopQuestions(walker, loop, here));
  splitList(parts, loop.body, inTurn(walker, loop, here), (end, into) => {
    const behind = endTurn(walker, loop, end, into);
    if (behind !== null) goOn(behind, into);
  });
}

function addQuestions(parts: Parts, drafts: readonly Omit<UniformityQuestion, 'id'>[]): void {
  for (const draft of drafts) parts.questions.push({ id: parts.questions.length, ...draft });
}

/** Every access to global memory, in any turn of its loops. */
function collectAll(walker: Walker, protocol: KernelProtocol, list: readonly Protocol[], start: Here, into: Filling): void {
  let here = start;
  for (const step of list) {
    walker.deadline.check();
    if (step.kind === 'access' && protocol.arrays.get(step.access.place.array)?.space === 'global') addAccess(walker, step.access, here, into);
    if (step.kind === 'unknown') into.unknowns.set(step.id, step);
    if (step.kind === 'loop') collectAll(walker, protocol, step.body, inTurn(walker, step, here), into);
    if (step.kind === 'branch') {
      const when = instantiate(walker.copies, step.when, here.scope);
      collectAll(walker, protocol, step.then, withPath(here, when), into);
      if (!isTrue(when)) collectAll(walker, protocol, step.otherwise, withPath(here, negation(when)), into);
    }
    here = afterStep(walker, step, here);
  }
}
