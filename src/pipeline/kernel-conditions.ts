/**
 * Pass: the condition on arguments under which the kernel has none of its races, and is proved. Needs: the decisions
 * under all launches. Gives: the conditions by racing pair. Depends on: kernel IR, launches, facts, and the races that
 * were confirmed.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Conditions } from './conditions.ts';
import type { Decision, RaceEvidence } from './evidence.ts';
import type { Decided } from './decide-launch.ts';
import type { Expr } from '../base/expr.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Goal } from './goal.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import type { KernelInput } from './kernel-input.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { leavesThreads } from './condition-search.ts';
import { conditionsOf, isUsualFor, ofAll, soonCondition, unsettledConditions } from './conditions.ts';
import { decideLaunches } from './decide-launches.ts';
import { describedUnconditionally, unconditional } from './described.ts';
import { mergeDrafts, onlyRaces, verdictOf } from './answer.ts';
import { fewestPositive, openSizes } from './positive-sizes.ts';
import { onTheWay } from './kernel-input.ts';
import { printExpr } from '../base/expr-print.ts';
import { uncast } from '../base/expr-walk.ts';
import { raceCauses } from './findings.ts';
import type { Place, Settling } from './settling.ts';
import type { SharedCondition } from './shared-conditions.ts';
import { settlingBy } from './settling.ts';
import { toProve } from './goal.ts';
import { userFacts } from './user-facts.ts';

/**
 * `proof`: the decisions under the condition, where it is one that callers are trusted to keep; none: there is no such
 * one. `ofOpen`: that condition, where no race was confirmed of the kernel, and only it proves it.
 */
export type ConditionsOfKernel = Conditions & Readonly<{ proof: readonly Decision[]; ofOpen: string | null }>;
export const noConditions: ConditionsOfKernel = { ...unconditional, proof: [], ofOpen: null };

/** What is proved of one kernel under conditions: whatever asks it again has the answer. */
type Verdicts = Readonly<{
  isProved: (text: string, input: KernelInput) => Promise<boolean>;
  /** What still races under a condition: another cause may be there for all arguments. */
  racyUnder: (text: string, input: KernelInput) => Promise<ReadonlySet<ArrayId>>;
  proofOf: (text: string) => readonly Decision[];
}>;

/**
 * Looks for conditions of one kernel: `settling` while its questions are asked (settling.ts), `under` once all are. The
 * second knows what the first one found.
 */
export type ConditionSeeker = Readonly<{
  settling: Settling;
  under: (decided: readonly Decided[], input: KernelInput) => Promise<ConditionsOfKernel>;
}>;

export function conditionSeeker(
  launches: readonly LaunchConfig[],
  facts: readonly Fact[],
  input: KernelInput,
): ConditionSeeker {
  const verdicts = verdictsUnder(launches, facts);
  const ofOthers = (): readonly SharedCondition[] => input.siblings.conditions.of(input.kernel.name);
  const isBreakable = (text: string): boolean => launches.some((launch) => mayBreak(text, launch));
  const settling = settlingBy((evidence: RaceEvidence, { kernel, config, whole }: Place, deadline) => {
    const own = { ...input, deadline };
    const caused = { cause: [evidence], input: { ...own, kernel, config, facts, whole } };
    return soonCondition(
      caused,
      async (text) => !isBreakable(text) && (await verdicts.isProved(text, own)),
      ofOthers(),
    );
  }, input);
  /** Conditions that leave threads: the answer asks for them, and what explains it. */
  const met = new Set<string>();
  /** What is not confirmed of this instance may be ruled out by what rules out the races of another one. */
  const underOpen = async (decided: readonly Decided[], own: KernelInput): Promise<ConditionsOfKernel> => {
    const isMet = async (text: string): Promise<boolean> => {
      if (met.has(text)) return true;
      for (const {
        decision: { config, open },
        kernel,
        whole,
      } of decided) {
        const races = open.flatMap(({ obligation }) => (obligation.kind === 'race' ? [obligation] : []));
        if (whole !== null && !(await leavesThreads(text, races, { ...own, kernel, config, facts, whole })))
          return false;
      }
      met.add(text);
      return true;
    };
    const isProved = async (text: string): Promise<boolean> =>
      !isBreakable(text) && (await verdicts.isProved(text, own)) && (await isMet(text));
    for (const { text, isTrusted } of ofOthers()) {
      if (isTrusted && (await isProved(text))) return { ...noConditions, proof: verdicts.proofOf(text), ofOpen: text };
    }
    const text = await fewestPositive(openSizes(decided), isProved);
    if (text === null) return noConditions;
    input.siblings.conditions.keep({ text, isTrusted: true }, input.kernel.name);
    return { ...noConditions, proof: verdicts.proofOf(text), ofOpen: text };
  };
  const under = async (decided: readonly Decided[], own: KernelInput): Promise<ConditionsOfKernel> => {
    if (decided.every(({ decision }) => decision.confirmed.length === 0))
      return decided.some(({ decision }) => decision.open.length > 0) ? underOpen(decided, own) : noConditions;
    const causes = decided.flatMap(({ decision, kernel, coding, whole }) => {
      if (whole === null) return [];
      const at = { ...own, kernel, config: decision.config, facts, whole };
      return raceCauses(decision, coding).map((cause) => ({ cause, input: at }));
    });
    const mayBeProved = decided.every(({ decision }) => onlyRaces(decision));
    const text = settling.settledBy();
    const { proved, alone } =
      text === null
        ? await conditionsOf(causes, mayBeProved ? (one) => verdicts.isProved(one, own) : null, ofOthers())
        : { proved: ofAll(text, causes), alone: new Map<never, never>() };
    const unsettled =
      proved.size > 0
        ? unconditional.unsettled
        : await unsettledConditions(causes, alone, (one) => verdicts.racyUnder(one, own));
    const [first] = proved.values();
    if (first === undefined) return { ...noConditions, proved, unsettled };
    const isTrusted =
      !isBreakable(first) &&
      (isUsualFor(first, causes) || ofOthers().some((one) => one.isTrusted && one.text === first));
    input.siblings.conditions.keep({ text: first, isTrusted }, input.kernel.name);
    return { ...noConditions, proved, unsettled, proof: isTrusted ? verdicts.proofOf(first) : [] };
  };
  return { settling, under };
}

function verdictsUnder(launches: readonly LaunchConfig[], facts: readonly Fact[]): Verdicts {
  const known = new Map<string, KernelAnswer['verdict'] | null>();
  const proofs = new Map<string, readonly Decision[]>();
  const decisionsOf = new Map<string, readonly Decision[]>();
  const verdictUnder = async (
    text: string,
    goal: Goal,
    input: KernelInput,
  ): Promise<KernelAnswer['verdict'] | null> => {
    const key = `${goal.kind} ${text}`;
    const verdict = known.get(key) ?? (await decidedUnder(text, goal, input));
    // with more time, there may be another answer
    if (verdict === 'drf' || !input.deadline.passed()) known.set(key, verdict);
    return verdict;
  };
  const decidedUnder = async (
    text: string,
    goal: Goal,
    input: KernelInput,
  ): Promise<KernelAnswer['verdict'] | null> => {
    const more = userFacts([text], input.kernel, input.parser);
    if (!more.ok) return null;
    const again = await decideLaunches(launches, [...facts, ...more.value], onTheWay(input, goal));
    const decisions = again.map(({ decision }) => decision);
    if (goal === input.goal) decisionsOf.set(text, decisions);
    const verdict = verdictOf(decisions, mergeDrafts(describedUnconditionally(again, input)));
    if (verdict === 'drf') proofs.set(text, decisions);
    return verdict;
  };
  return {
    isProved: async (text, input) => (await verdictUnder(text, toProve, input)) === 'drf',
    racyUnder: async (text, input) => {
      await verdictUnder(text, input.goal, input);
      return new Set(
        (decisionsOf.get(text) ?? []).flatMap(({ confirmed }) =>
          confirmed.flatMap((evidence) => (evidence.kind === 'race' ? [evidence.race.array] : [])),
        ),
      );
    },
    proofOf: (text) => proofs.get(text) ?? [],
  };
}

/**
 * Whether host code in sight decides on what the condition is about, and may break it: that it is not followed is our
 * fault; or states that the dimension is a multiple of the argument which is to be no smaller.
 */
const mayBreak = (text: string, { lost = [], checks = [] }: LaunchConfig): boolean =>
  lost.some((name) => new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`).test(text)) ||
  text.split(' && ').some((part) => {
    const [, factor = '', dimension = ''] = /^([\w.]+) >= (?:\([a-z ]+\))?(gridDim\.[xyz])$/.exec(part) ?? [];
    return dimension !== '' && checks.some(({ condition }) => isProductOf(condition, dimension, factor));
  });

/** Whether it says that the dimension is a product with the argument. */
const isProductOf = (condition: Expr, dimension: string, factor: string): boolean => {
  if (condition.kind !== 'binary' || condition.op !== '==') return false;
  const [extent, product] = [uncast(condition.left), uncast(condition.right)];
  return (
    printExpr(extent) === dimension &&
    product.kind === 'binary' &&
    product.op === '*' &&
    [product.left, product.right].some((side) => printExpr(uncast(side)) === factor)
  );
};
