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
import type {
  Interval,
  KernelProtocol,
  Owned,
  Pairs,
  Protocol,
  ProtocolOf,
  SplitProtocol,
  UniformityQuestion,
  WholeProtocol,
} from './protocol.ts';
import { noDeadline } from '../base/deadline.ts';
import { isTrue, negation } from './fold.ts';
import { atEntry, withPath } from './sync/here.ts';
import { instantiate } from './sync/scope.ts';
import { branchQuestions, loopQuestions } from './sync/questions.ts';
import { noWrites } from './sync/recall.ts';
import { newSlicer } from './sync/slice.ts';
import { newSummaries, synchronizes } from './sync/summary.ts';
import { addAccess, afterStep, endTurn, inTurn, walkList } from './sync/walk.ts';

/** `isIdle`: there is nothing to be found between barriers. */
type Parts = Readonly<{ walker: Walker; isIdle: boolean; intervals: Interval[]; questions: UniformityQuestion[] }>;
/** What happens when a walk comes to the end of the list it is in. */
type AtEnd = (here: Here, into: Filling) => void;

/**
 * `owned`: the arrays that need no look at intervals, or none between blocks; they are left out there [T6]. `recalls`:
 * use D8 (d), which lanes that step together would break without a race.
 */
export function splitProtocol(
  protocol: KernelProtocol,
  deadline: Deadline = noDeadline,
  owned: Owned = nothingOwned,
  { whole }: WholeProtocol = wholeOf(protocol, deadline),
  recalls = true,
): SplitProtocol {
  const walker = newWalker(protocol, deadline, owned.block, recalls);
  const isIdle =
    whole.unknowns.length === 0 && whole.accesses.every(({ access }) => owned.block.has(access.place.array));
  const parts: Parts = { walker, isIdle, intervals: [], questions: [] };
  const entry = emptyFilling();
  if (!isIdle) walkList(walker, protocol.body, 0, atEntry, entry);
  parts.intervals.push(filled(0, 'entry', entry));
  splitList(parts, protocol.body, atEntry, () => undefined);
  const between = whole.accesses.filter(({ access }) => !owned.grid.has(access.place.array));
  return {
    protocol,
    variables: walker.copies.variables,
    owned,
    between: null,
    parts: [],
    apart: [],
    intervals: parts.intervals,
    whole: { ...whole, id: parts.intervals.length, accesses: between },
    questions: parts.questions,
  };
}

/**
 * The same with what threads of different blocks do between barriers of the grid [D21, T12]: the intervals of `grid`,
 * the protocol of the kernel in which only these barriers count, and what is shared is one for the whole grid.
 */
export function withBetween(
  split: SplitProtocol,
  grid: KernelProtocol,
  deadline: Deadline = noDeadline,
): SplitProtocol {
  const found = splitProtocol(grid, deadline, { block: split.owned.grid, grid: split.owned.grid }, split, false);
  // launch-wide ones are the same; the others have names that nothing else has
  const own = [...found.variables]
    .filter(([id]) => !split.variables.has(id))
    .map(
      ([id, variable]) =>
        [id, { ...variable, sharing: variable.sharing === 'block' ? 'launch' : variable.sharing }] as const,
    );
  const intervals = found.intervals.map((interval) => ({ ...interval, id: split.whole.id + interval.id }));
  return {
    ...split,
    variables: new Map([...split.variables, ...own]),
    between: { intervals, questions: found.questions },
  };
}

/** What threads of different blocks may do: between barriers of the grid, or in the whole run. */
export const betweenBlocks = ({ between, whole }: SplitProtocol): readonly Interval[] => between?.intervals ?? [whole];

/**
 * The same with what threads of one part of the block do between the barriers at which both are waited for [D22, D23]:
 * the intervals of `part`, the protocol in which these barriers count. `split` itself takes no value that is read to be
 * one for several threads.
 */
export function withinPart(
  split: SplitProtocol,
  part: KernelProtocol,
  pairs: Pairs,
  deadline: Deadline = noDeadline,
): SplitProtocol {
  const found = splitProtocol(part, deadline, split.owned, wholeOf(part, deadline), false);
  const first =
    [
      split.whole,
      ...split.intervals,
      ...(split.between?.intervals ?? []),
      ...split.parts.flatMap(({ intervals }) => intervals),
    ].reduce((most, { id }) => Math.max(most, id), 0) + 1;
  const intervals = found.intervals.map((interval) => ({ ...interval, id: first + interval.id }));
  return {
    ...split,
    variables: new Map([...found.variables, ...split.variables]),
    parts: [...split.parts, { pairs, intervals, questions: found.questions }],
  };
}

/** Everything that the kernel may do, in any turn of its loops, whatever the barriers. */
export function wholeOf(protocol: KernelProtocol, deadline: Deadline = noDeadline): WholeProtocol {
  const walker = newWalker(protocol, deadline, new Set(), false);
  const whole = emptyFilling();
  collectAll(walker, protocol.body, atEntry, whole);
  return { protocol, variables: walker.copies.variables, whole: filled(0, 'entry', whole) };
}

export function newWalker(
  protocol: KernelProtocol,
  deadline: Deadline,
  skips: Walker['skips'],
  recalls: boolean,
): Walker {
  const variables = new Map(protocol.variables);
  return {
    copies: { variables, counter: { next: 1 } },
    summaries: newSummaries(variables),
    slicer: newSlicer(variables),
    deadline,
    skips,
    recalls,
  };
}

const nothingOwned: Owned = { block: new Set(), grid: new Set() };

const emptyFilling = (): Filling => ({ accesses: [], unknowns: new Map() });
const filled = (id: number, start: Interval['start'], filling: Filling): Interval => ({
  id,
  start,
  accesses: filling.accesses,
  unknowns: [...filling.unknowns.values()],
});

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
      if (!parts.isIdle) goOn({ ...here, writes: noWrites }, filling);
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

/** Every access, in any turn of its loops. */
function collectAll(walker: Walker, list: readonly Protocol[], start: Here, into: Filling): void {
  let here = start;
  for (const step of list) {
    walker.deadline.check();
    if (step.kind === 'access') addAccess(walker, step.access, here, into);
    if (step.kind === 'unknown') into.unknowns.set(step.id, step);
    if (step.kind === 'loop') collectAll(walker, step.body, inTurn(walker, step, here), into);
    if (step.kind === 'branch') {
      const when = instantiate(walker.copies, step.when, here.scope);
      collectAll(walker, step.then, withPath(here, when), into);
      if (!isTrue(when)) collectAll(walker, step.otherwise, withPath(here, negation(when)), into);
    }
    here = afterStep(walker, step, here);
  }
}
