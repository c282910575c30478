/**
 * What an answer rests on, in words. Depends on: the kernel, its build, its launches, and what was decided under them.
 */
import type { Decision } from './evidence.ts';
import type { ClosedLaunch } from '../launch/unused-axes.ts';
import type { GivenFact } from './user-facts.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel-input.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Partings } from './partings.ts';
import type { Verdict } from '../verdict/finding.ts';
import { approximationsOf, placed } from './approximations.ts';
import { assuming } from '../verdict/reason-shape.ts';
import { buildAssumptions, shortly, undeclaredNames } from './build-assumptions.ts';
import { choicesOf, usesOf } from './unit.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { deviceLimits } from '../launch/launch.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { printConfig } from '../launch/print.ts';
import { synchronizesGrid } from '../ir/walk.ts';
import { takenAsApart } from '../launch/configurations.ts';
import { withoutRuledOut } from './unmodelled.ts';

type Rests = Readonly<{
  closed: readonly ClosedLaunch[];
  decisions: readonly Decision[];
  facts: readonly GivenFact[];
  partings: Partings;
  verdict: Verdict;
}>;

/** All of it, for those who want to see it. */
export function assumptionsOf(
  { closed, decisions, facts, partings, verdict }: Rests,
  input: KernelInput,
): readonly string[] {
  const model = input.request.options.warpModel;
  return [
    ...new Set([
      ...decisions.map((d) => `launch ${printConfig(d.config)}`),
      ...oversizedBlocks(decisions),
      ...takenAsCooperative(decisions, input.kernel),
      ...decisions.flatMap((d) => takenAsApart(input.kernel, d.config)),
      ...decisions.flatMap((d) => [
        ...countableAxes(input.kernel, d.config).map(({ text }) => text),
        ...d.assumptions,
        ...d.fitted,
      ]),
      ...approximationsOf(
        withoutRuledOut(
          input.kernel,
          decisions.map(({ config }) => config),
        ),
        decisions.length > 0 && decisions.every(({ amplified }) => amplified !== null),
      )
        .filter(({ undeclared }) => undeclared === undefined)
        .map((one) => placed(one, input.kernel)),
      ...undeclaredNames(input.kernel),
      ...(input.kernel.divisions ?? []).map((one) =>
        fill(messages.dividedAs, { divisions: fill(messages.divided, one) }),
      ),
      ...choicesOf(usesOf(input.kernel, input.from), input.from),
      model === 'its' ? 'warp model: independent thread scheduling' : 'warp model: lockstep',
      messages.assumptionsInC,
      ...facts.map(({ text, from }) => `${text} (${from})`),
      ...(verdict === 'drf' || verdict === 'conditional' ? [...partings.assumptions, ...partings.assumed] : []),
      ...closed.flatMap(({ assumptions }) => assumptions),
    ]),
  ];
}

/** What a `drf` rests on beyond the routine: reported even where assumptions are not listed. */
export function unusualAssumptions({ closed, decisions, partings }: Rests, input: KernelInput): readonly string[] {
  const notes = input.kernel.notes
    .filter(({ undeclared }) => undeclared === undefined)
    .map((note) => placed(note, input.kernel));
  const apart = closed.flatMap(({ config }) => takenAsApart(input.kernel, config));
  return [
    ...new Set([
      ...oversizedBlocks(decisions),
      ...takenAsCooperative(decisions, input.kernel),
      ...decisions.flatMap(({ fitted }) => fitted),
      ...partings.assumed,
      ...closed.flatMap(({ assumptions }) => assumptions),
      ...apart,
      ...shortly(buildAssumptions(input.kernel, input.from)),
      ...notes,
    ]),
  ]
    .slice(0, 8)
    .map(assuming);
}

const takenAsCooperative = (decisions: readonly Decision[], kernel: Kernel): readonly string[] =>
  synchronizesGrid(kernel.body) && decisions.some(({ config }) => !config.cooperative)
    ? [messages.cooperativeLaunch]
    : [];

export const oversizedBlocks = (decisions: readonly Decision[]): readonly string[] => [
  ...new Set(decisions.flatMap(({ config }) => oversized(config))),
];

function oversized({ block }: LaunchConfig): readonly string[] {
  const threads = volumeOf(closedDimensions(block, [1, 1, 1]));
  return threads > deviceLimits.threadsPerBlock
    ? [fill(messages.blockTooLarge, { threads, threadsPerBlock: deviceLimits.threadsPerBlock })]
    : [];
}
