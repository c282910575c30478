/**
 * Pass: the condition on arguments under which the kernel has none of its races, and is proved. Needs: the decisions under all launches. Gives: the
 * conditions by racing pair. Depends on: kernel IR, launches, facts, and the races that were confirmed.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Conditions } from './conditions.ts';
import type { Decision } from './evidence.ts';
import type { Decided } from './decide-launch.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Goal } from './goal.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import type { KernelInput } from './kernel-input.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { conditionsOf, unsettledConditions } from './conditions.ts';
import { decideLaunches } from './decide-launches.ts';
import { describedUnconditionally, unconditional } from './described.ts';
import { isUsual } from '../obligation/conditions.ts';
import { mergeDrafts, onlyRaces, verdictOf } from './answer.ts';
import { onTheWay } from './kernel-input.ts';
import { raceCauses } from './findings.ts';
import { toProve } from './goal.ts';
import { userFacts } from './user-facts.ts';

/** `proof`: the decisions under the condition, where it is one that callers are trusted to keep; none: there is no such one. */
export type ConditionsOfKernel = Conditions & Readonly<{ proof: readonly Decision[] }>;
export const noConditions: ConditionsOfKernel = { ...unconditional, proof: [] };

export async function conditionsUnder(launches: readonly LaunchConfig[], facts: readonly Fact[], decided: readonly Decided[], input: KernelInput): Promise<ConditionsOfKernel> {
  const causes = decided.flatMap(({ decision, kernel, coding, whole }) => {
    if (whole === null) return [];
    const own = { ...input, kernel, config: decision.config, facts, whole };
    return raceCauses(decision, coding).map((cause) => ({ cause, input: own }));
  });
  const known = new Map<string, KernelAnswer['verdict'] | null>();
  const proofs = new Map<string, readonly Decision[]>();
  const decisionsOf = new Map<string, readonly Decision[]>();
  const verdictUnder = async (text: string, goal: Goal): Promise<KernelAnswer['verdict'] | null> => {
    const key = `${goal.kind} ${text}`;
    const verdict = known.get(key) ?? (await decidedUnder(text, goal));
    known.set(key, verdict);
    return verdict;
  };
  const decidedUnder = async (text: string, goal: Goal): Promise<KernelAnswer['verdict'] | null> => {
    const more = userFacts([text], input.kernel, input.parser);
    if (!more.ok) return null;
    const again = await decideLaunches(launches, [...facts, ...more.value], onTheWay(input, goal));
    const decisions = again.map(({ decision }) => decision);
    if (goal === input.goal) decisionsOf.set(text, decisions);
    const verdict = verdictOf(decisions, mergeDrafts(describedUnconditionally(again, input)));
    if (verdict === 'drf') proofs.set(text, decisions);
    return verdict;
  };
  const mayBeProved = decided.every(({ decision }) => onlyRaces(decision));
  const isProved = async (text: string): Promise<boolean> => (await verdictUnder(text, toProve)) === 'drf';
  /** What still races under a condition: another cause may be there for all arguments. */
  const racyUnder = async (text: string): Promise<ReadonlySet<ArrayId>> => {
    await verdictUnder(text, input.goal);
    return new Set((decisionsOf.get(text) ?? []).flatMap(({ confirmed }) => confirmed.flatMap((evidence) => (evidence.kind === 'race' ? [evidence.race.array] : []))));
  };
  const { proved, alone } = await conditionsOf(causes, mayBeProved ? isProved : null, input.siblings.conditions());
  for (const text of proved.values()) input.siblings.keepCondition(text);
  const unsettled = proved.size > 0 ? unconditional.unsettled : await unsettledConditions(causes, alone, racyUnder);
  const [whole] = proved.values();
  const proof = whole === undefined || !isUsual(whole) || launches.some((launch) => mayBreak(whole, launch)) ? [] : proofs.get(whole) ?? [];
  return { proved, unsettled, proof, areSought: true };
}

/** Whether host code in sight decides on what the condition is about, and may break it: that it is not followed is our fault. */
const mayBreak = (text: string, { lost = [] }: LaunchConfig): boolean => lost.some((name) => new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`).test(text));
