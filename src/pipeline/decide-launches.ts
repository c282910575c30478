/**
 * Decides a kernel under all its launches: for each launch and view, first a small launch that it allows, then the
 * launch itself (decide-launch.ts). Where pointers may be equal, the proof for different ones is repeated for equal
 * ones. Needs: the launches. Gives: a decision for each launch and view, until one settles the goal. Depends on: kernel
 * IR, launches, facts, goal.
 */
import type { Decided, ViewUnder } from './decide-launch.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel-input.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Evidence, Shown } from './evidence.ts';
import type { Vain } from './budgets.ts';
import { aliasingsOf } from '../launch/aliasings.ts';
import { compileAssuming, statedOf } from './assumed.ts';
import { compileKernel } from '../machine/compile.ts';
import { decideLaunch } from './decide-launch.ts';
import { describedUnconditionally } from './described.ts';
import { factsFor } from './user-facts.ts';
import { fill } from '../base/message.ts';
import { isAnswered, isHarmless } from './evidence.ts';
import { keyOf } from './question-keys.ts';
import { launchesFor } from './launches.ts';
import { mergeArrays } from '../ir/merge-arrays.ts';
import { contentsAsArrays, keyOfContents, withContents } from '../ir/known-contents.ts';
import { mergeDrafts, verdictOf } from './answer.ts';
import { messages } from './wording.ts';
import { printOffset } from '../launch/offsets.ts';
import { onTheWay } from './kernel-input.ts';
import { nothingInVain } from './budgets.ts';
import { planOf, toProve } from './goal.ts';
import { probeLaunch } from '../launch/probe.ts';
import { runsThatShow } from './siblings.ts';
import { viewsOf } from '../ir/views.ts';

export async function decideLaunches(
  launches: readonly LaunchConfig[],
  facts: readonly Fact[],
  input: KernelInput,
): Promise<readonly Decided[]> {
  const { isSettledBy } = planOf(input.goal);
  const plain = compileKernel(input.kernel);
  const decided: Decided[] = [];
  input.siblings.begin();
  const vain = { ...nothingInVain(), looked: input.siblings.looksInVain() };
  for (const config of launches) {
    const merged = config.aliases.length === 0 && config.contents === undefined ? null : mergedBy(config, input);
    const kernel = merged ?? input.kernel;
    const stated = [...facts, ...statedOf(config)];
    const compiled = merged === null && stated.length === 0 ? plain : compileAssuming(kernel, stated);
    for (const view of viewsOf(kernel)) {
      const made = await decideView({ config, view, facts, compiled }, vain, input);
      // searches and runs have shown more than questions did
      for (const evidence of made.decision.confirmed) input.onShown?.(evidence, { config, view, facts, compiled });
      if (input.onShown !== null) await input.request.letSend?.();
      decided.push(config.contents === undefined ? made : asWritten(made, input.kernel, config));
      if (isSettledBy(made.decision) || isSettled(input)) return decided;
    }
    const last = decided.at(-1);
    const refused = last === undefined || !isProved(decided, input) ? null : await notProvedAsOne(config, facts, input);
    if (last !== undefined && refused !== null)
      decided.splice(-1, 1, { ...last, decision: { ...last.decision, refused: [...last.decision.refused, refused] } });
  }
  return decided;
}

/** The kernel with what the launch makes one array, and with what arrays are known to hold; always the same one. */
const mergedBy = (
  { aliases, shifts = [], contents = [] }: LaunchConfig,
  { kernel, kept }: KernelInput,
): Kernel | null =>
  kept.merged(
    kernel,
    JSON.stringify([aliases, shifts.map((shift) => [shift.name, printOffset(shift)]), contents.map(keyOfContents)]),
    () => {
      const merged = aliases.length === 0 ? kernel : mergeArrays(kernel, aliases, shifts);
      return { kernel: merged === null || contents.length === 0 ? merged : withContents(merged, contents) };
    },
  ).kernel;

/** Whoever repeats a run repeats the kernel as it is written, which needs what the launch says of arrays. */
function asWritten(made: Decided, kernel: Kernel, config: LaunchConfig): Decided {
  const confirmed = made.decision.confirmed.map((evidence) => ({
    ...evidence,
    run: withArrays(evidence.run, kernel, config),
  }));
  return { ...made, decision: { ...made.decision, confirmed } };
}

function withArrays(run: ConcreteRun, kernel: Kernel, { contents = [] }: LaunchConfig): ConcreteRun {
  const known = contentsAsArrays(kernel, contents);
  return known.length === 0
    ? run
    : {
        ...run,
        arrays: new Map([
          ...run.arrays,
          ...known.map(([name, values]) => [name, { elements: null, fill: 0n, values }] as const),
        ]),
      };
}

/**
 * After a small launch where sizes are open: what its runs show is known then, and what it leaves possible is not
 * proved.
 */
async function decideView(at: ViewUnder, vain: Vain, input: KernelInput): Promise<Decided> {
  const { hasProbes } = planOf(input.goal);
  const runs = input.siblings.runs();
  const proposed =
    runs.length === 0
      ? []
      : input.costs.timed('runs', () =>
          runsThatShow(runs, at.compiled, { ...at, kernel: at.view.kernel }, input.deadline.passed),
        );
  const nothing: Shown = new Map();
  const onEvidence = (evidence: Evidence): void => input.onShown?.(evidence, at);
  // a small launch is decided for its runs: not where runs of other instances confirm something
  const soon =
    proposed.length === 0
      ? null
      : await decideLaunch(at, { known: nothing, proposed, doubted: new Set(), vain, onEvidence }, input);
  if (soon !== null && (isAnswered(soon.decision) || soon.decision.open.length === 0)) return soon;
  const probe = hasProbes && !input.siblings.isProbedInVain() ? probeLaunch(at.config, at.view.kernel) : null;
  const first =
    probe === null
      ? null
      : await decideLaunch(
          { ...at, config: probe },
          { known: nothing, proposed: [], doubted: new Set(), vain, onEvidence, standsFor: at },
          input,
        );
  if (first !== null) input.siblings.onProbed(first.decision.confirmed.length > 0);
  if (first !== null && isSettled(input)) return { ...first, decision: { ...first.decision, config: at.config } };
  const doubted = new Set(
    (first?.decision.open ?? []).flatMap(({ status, obligation }) =>
      status === 'possible' ? [keyOf(obligation)] : [],
    ),
  );
  return await decideLaunch(at, { known: first?.shown ?? nothing, proposed: [], doubted, vain, onEvidence }, input);
}

const isSettled = ({ settling }: KernelInput): boolean => settling !== null && settling.settledBy() !== null;

const isProved = (decided: readonly Decided[], input: KernelInput): boolean =>
  verdictOf(
    decided.map(({ decision }) => decision),
    mergeDrafts(describedUnconditionally(decided, input)),
  ) === 'drf';

/** Why it is not proved for pointers that may be equal, where they are; the proof for those that are not stands. */
async function notProvedAsOne(
  { either = [], ...config }: LaunchConfig,
  facts: readonly Fact[],
  input: KernelInput,
): Promise<string | null> {
  for (const aliases of aliasingsOf({ ...config, either }) ?? [null]) {
    if (
      aliases === null ||
      !isProved(await decideLaunches([{ ...config, aliases }], facts, onTheWay(input, toProve)), input)
    ) {
      return fill(messages.sharedArrays, {
        origin: config.origin,
        names: (aliases ?? either).map((names) => names.join(' and ')).join(messages.andAs),
      });
    }
  }
  return null;
}

/**
 * Whether none of the questions that are asked can come true, under all launches. What is not modelled is not asked
 * about.
 */
export async function rulesOut(input: KernelInput): Promise<boolean> {
  const facts = factsFor(input.request.options, input.kernel, input.parser);
  const { all, skipped } = launchesFor(input);
  if (!facts.ok || skipped.length > 0) return false;
  const decided = await decideLaunches(all, facts.value, input);
  return decided.every(
    ({ decision, isCompared }) => isCompared && decision.open.length === 0 && decision.confirmed.every(isHarmless),
  );
}
