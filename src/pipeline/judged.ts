/**
 * The verdict of one kernel over all its launches. Depends on: the decision under each launch, and runs that look at all
 * of them.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Decided } from './decide-launch.ts';
import type { Decision } from './evidence.ts';
import type { Draft } from './draft.ts';
import type { Verdict } from '../verdict/finding.ts';
import { describedUnconditionally } from './described.ts';
import { asyncFindings } from './async-runs.ts';
import { isAnswered, leavesDoubt } from './evidence.ts';
import { apartWords, axisWords, blockWords, divisionWords, mergeDrafts, verdictOf } from './answer.ts';
import type { Partings } from './partings.ts';
import { noPartings, partingsOf } from './partings.ts';
import { textIn } from './kernel-input.ts';
import type { waitFindings } from './waits.ts';
import type { Prepared } from './prepared.ts';
import type { Shown } from './async-runs.ts';

/** What is known over all launches: how each was decided, what further runs show, and the verdict. */
export type Judged = Readonly<{
  decided: readonly Decided[];
  decisions: readonly Decision[];
  /** Races and divergences that were confirmed under a launch, without conditions. */
  races: readonly Draft[];
  partings: Partings;
  ofCopies: readonly Shown[];
  /** Findings of `partings` and `ofCopies`. */
  shown: readonly Draft[];
  /** Words of conditions that a proof has, but for those on arguments. */
  stated: readonly string[];
  /** The verdict as the decisions have it. */
  found: Verdict;
  /** The verdict of the answer: a proof may leave launches out, or be conditional. */
  verdict: Verdict;
}>;

/**
 * Pass: the verdict over all launches. Needs: the decisions under each. Gives: the verdict, with missed meetings of
 * lanes and faults of asynchronous copies, which are looked for over all launches. It lets other instances know the
 * races.
 */
export async function judge(prepared: Prepared, decided: readonly Decided[]): Promise<Judged> {
  const { input } = prepared;
  const decisions = decided.map(({ decision }) => decision);
  const races = describedUnconditionally(decided, input);
  const partings = await missedMeetings(prepared, races);
  const ofCopies = faultsOfCopies(prepared, decisions);
  const shown = [...partings.drafts, ...ofCopies.map(({ draft }) => draft)];
  const found = verdictOf(decisions, mergeDrafts([...races, ...shown]));
  input.siblings.keep(races);
  const stated = statedWords(decisions, prepared, partings);
  const verdict = found === 'drf' ? proofVerdict(prepared, stated) : found;
  return { decided, decisions, races, partings, ofCopies, shown, stated, found, verdict };
}

/** Of a kernel without open questions: whether all of it was looked at, and the proof has no condition. */
function proofVerdict(
  { isWhole, launches: { skipped } }: Prepared,
  stated: readonly string[],
): 'unknown' | 'conditional' | 'drf' {
  if (skipped.length > 0 || !isWhole) return 'unknown';
  return stated.length > 0 ? 'conditional' : 'drf';
}

/** Meetings that some lanes, tiles or blocks miss. `races`: barriers that diverge are the cause of what is missed there. */
async function missedMeetings(prepared: Prepared, races: readonly Draft[]): Promise<Partings> {
  const { input, plan, isWhole } = prepared;
  if (!isWhole) return noPartings;
  const divergent = new Set(races.flatMap(({ kind, span }) => (kind === 'barrier-divergence' ? [span.start] : [])));
  return await input.costs.timedLong('lanes', () =>
    partingsOf({
      ...overLaunches(prepared, input.deadline),
      divergent,
      level: input.request.options.level,
      solver: input.solver,
      showsModels: plan.showsModels,
    }),
  );
}

/** Faults of asynchronous copies that runs show, where nothing is shown yet. */
function faultsOfCopies(prepared: Prepared, decisions: readonly Decision[]): readonly Shown[] {
  const { input, plan, isWhole } = prepared;
  if (!isWhole || !plan.showsModels || decisions.some(isAnswered)) return [];
  return input.costs.timed('runs', () =>
    asyncFindings({
      ...overLaunches(prepared, input.deadline),
      launches: decisions.filter(leavesDoubt).map(({ config }) => config),
      level: input.request.options.level,
    }),
  );
}

/** Conditions of a proof that are not on arguments: of axes, pointers, blocks, divisions and lanes. */
export const statedWords = (
  decisions: readonly Decision[],
  { input, facts, launches }: Pick<Prepared, 'input' | 'facts' | 'launches'>,
  { conditions }: Partings,
): readonly string[] => [
  ...axisWords(launches.presumed),
  ...apartWords(decisions),
  ...blockWords(decisions, input.kernel, facts),
  ...divisionWords(input.kernel),
  ...conditions,
];

/** What every pass over all launches needs. */
export function overLaunches(
  { input, launches, facts }: Prepared,
  deadline: Deadline,
): Parameters<typeof waitFindings>[0] {
  const { warpModel, fills } = input.request.options;
  return {
    kernel: input.kernel,
    launches: launches.analysed,
    facts,
    warpModel,
    fills: fills ?? new Map(),
    deadline,
    textAt: textIn(input),
  };
}
