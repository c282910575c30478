/**
 * Amplification where the solver left something open (amplify/): a run that shows that nothing can happen closes all of
 * it; one that shows something is repeated on the kernel itself, and confirms what it shows like any witness. Needs:
 * the solver's decision. Gives: the decision with fewer questions open, or as it was.
 */
import type { Amplification } from '../amplify/amplify.ts';
import type { ArrayId } from '../base/brand.ts';
import type { CompiledKernel } from '../machine/compile.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Decision, Evidence, OpenObligation, Shown } from './evidence.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel, Param } from '../ir/ir.ts';
import type { MachineRace } from '../machine/machine.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import type { View } from '../ir/views.ts';
import type { AmplifiedRun } from '../verdict/finding.ts';
import type { Dim3, WarpModel } from '../launch/launch.ts';
import { amplify } from '../amplify/amplify.ts';
import { breaksAssumption } from './assumed.ts';
import { budgets } from './budgets.ts';
import { keyOf, keysWithAlike, raceKeyOf } from './question-keys.ts';
import { learn } from './learn.ts';
import { isAnswered, isHarmless } from './evidence.ts';
import { runCompiled } from '../machine/run.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Of all runs for one kernel under one launch. */
const amplifyBudget = { maxSteps: 100_000_000, maxBytes: 512 * 1024 * 1024 } as const;

/** Races and divergences of the slice that are looked for in the whole kernel. */
const maxRepeated = 8;

type AmplifiedInput = Readonly<{
  decision: Decision;
  view: View;
  compiled: CompiledKernel;
  split: SplitProtocol;
  obligations: readonly Obligation[];
  /** Why pairs of accesses were not compared at all: then everything is open. */
  notCompared: string | null;
  facts: readonly Fact[];
  level: 'block' | 'grid';
  warpModel: WarpModel;
  deadline: Deadline;
  shown: Shown;
}>;

type Settled = Readonly<{ decision: Decision; shown: Shown; notCompared: string | null }>;

export function amplified(input: AmplifiedInput): Settled {
  const { decision, shown, notCompared } = input;
  const unchanged: Settled = { decision, shown, notCompared };
  if (!isApplicable(input)) return unchanged;
  const outcome = amplify({
    ...questions(input),
    kernel: input.view.kernel,
    config: decision.config,
    facts: input.facts.map(({ condition }) => condition),
    isOrdered: input.view.sees,
    leavesTogether: input.notCompared === null && decision.open.every(({ obligation }) => obligation.kind === 'race'),
    isHarmless: (race) => isKnownHarmless(race, input),
    budget: { ...amplifyBudget, isTimeUp: input.deadline.passed },
  });
  switch (outcome.kind) {
    case 'free': {
      const { grid, block, blocks, steps } = outcome;
      return {
        decision: { ...decision, open: [], amplified: { grid, block, blocks, steps } },
        shown,
        notCompared: null,
      };
    }
    case 'seen':
      return { ...unchanged, ...confirmed(outcome, input) };
    case 'open':
      return outcome.isBudget
        ? {
            ...unchanged,
            decision: {
              ...decision,
              open: decision.open.map((one) => ({ ...one, because: `${one.because}; ${outcome.because}` })),
            },
          }
        : unchanged;
  }
}

/** Something is open that a run might close; under `lockstep` the machine orders diverged lanes, and D1 does not. */
function isApplicable({ decision, notCompared, warpModel, split, deadline }: AmplifiedInput): boolean {
  const isOpen = decision.open.length > 0 || notCompared !== null;
  const isSeparate =
    decision.config.overlaps.length === 0 &&
    [...split.protocol.arrays.values()].every(({ aliases }) => aliases.length === 0);
  return (
    isOpen &&
    !isAnswered(decision) &&
    isSeparate &&
    decision.unknowns.length === 0 &&
    decision.refused.length === 0 &&
    warpModel === 'its' &&
    !deadline.passed()
  );
}

/** What the run is asked: the arrays of open questions, or all. */
function questions({
  decision,
  notCompared,
  view,
  split,
  level,
}: AmplifiedInput): Readonly<{ arrays: ReadonlySet<ArrayId>; betweenBlocks: boolean }> {
  if (notCompared !== null)
    return { arrays: new Set([...split.protocol.arrays.keys()].filter(view.sees)), betweenBlocks: level === 'grid' };
  const races = decision.open.flatMap(({ obligation }) => (obligation.kind === 'race' ? [obligation] : []));
  return {
    arrays: new Set(races.flatMap(({ first, second }) => [first.place.array, second.place.array])),
    betweenBlocks: decision.open.some(({ obligation }) => obligation.scope === 'grid'),
  };
}

/** Shown to store equal values wherever the two statements meet. */
function isKnownHarmless(race: MachineRace, { decision, shown }: AmplifiedInput): boolean {
  const key = raceKeyOf(race);
  const known = shown.get(key);
  const isEqual =
    (known !== undefined && isHarmless(known)) ||
    decision.equal.some((obligation) => keysWithAlike(obligation).includes(key));
  return isEqual && !decision.open.some(({ obligation }) => keysWithAlike(obligation).includes(key));
}

// What a run shows ----------------------------------------------------------------------------------------------------

/** Open questions that the same launch of the whole kernel confirms. */
function confirmed({ run, report }: Extract<Amplification, { kind: 'seen' }>, input: AmplifiedInput): Partial<Settled> {
  const {
    decision,
    view: { kernel },
    obligations,
    split,
  } = input;
  const shown = new Map(input.shown);
  // Values that the slice does not read may be any, and might contradict what is assumed of them.
  if (input.facts.length + decision.config.facts.length > 0) return {};
  const shows = [
    ...report.races.map(({ first, second }) => [first.who, second.who]),
    ...report.divergences.map(({ waiting, other }) => [waiting, other]),
  ];
  for (const who of shows.slice(0, maxRepeated)) {
    const again = repeated(
      run,
      who.map(({ linearBlock, linearThread }) => ({ block: linearBlock, thread: linearThread })),
      kernel,
    );
    const whole = runCompiled(input.compiled, again, { ...budgets.machine, isTimeUp: input.deadline.passed });
    if (breaksAssumption(whole)) continue;
    learn(whole, again, { obligations, split, kernel, asked: null }, shown);
  }
  const evidence: Evidence[] = [];
  const open: OpenObligation[] = [];
  for (const one of decision.open) {
    const known = shown.get(keyOf(one.obligation));
    if (known === undefined || isHarmless(known)) open.push(one);
    else if (!evidence.includes(known)) evidence.push(known);
  }
  return { decision: { ...decision, open, confirmed: [...decision.confirmed, ...evidence] }, shown };
}

/** The run with all arguments given, of the blocks of these two threads, which go first. */
function repeated(
  run: ConcreteRun,
  order: readonly Readonly<{ block: number; thread: number }>[],
  kernel: Kernel,
): ConcreteRun {
  const given = (param: Param): readonly (readonly [string, bigint | number])[] =>
    param.kind === 'scalar'
      ? [[param.name, run.scalars.get(param.name) ?? (param.type.kind === 'float' ? 1 : 1n)]]
      : [];
  const blocks = [...new Set(order.map(({ block }) => block))].sort((a, b) => a - b);
  return { ...run, blocks, scalars: new Map(kernel.params.flatMap(given)), schedule: { kind: 'preferred', order } };
}

// In the answer -------------------------------------------------------------------------------------------------------

/** Said with a proof, which rests on the machine then. */
export function runWords(decisions: readonly Decision[]): readonly string[] {
  return decisions.flatMap(({ amplified: run }) =>
    run === null
      ? []
      : [
          fill(messages.decidedByRun, {
            grid: dimWords(run.grid),
            block: dimWords(run.block),
            blocks: run.blocks,
            noun: run.blocks === 1 ? 'block' : 'blocks',
            steps: run.steps,
          }),
        ],
  );
}

const dimWords = (dim: Dim3): string => `(${dim.join(', ')})`;

export function runsOf(decisions: readonly Decision[]): Readonly<{ runs?: readonly AmplifiedRun[] }> {
  const runs = decisions.flatMap(({ amplified: run }) => run ?? []);
  return runs.length === 0 ? {} : { runs };
}
