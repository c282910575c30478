/**
 * What the passes over one kernel start from: its launches, and facts about them. Depends on: the kernel, the options
 * and launches in sight.
 */
import type { GivenFact } from './user-facts.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Launches } from './launches.ts';
import { factsFor } from './user-facts.ts';
import { reasonText, stoppedEarly, unsupportedConstruct } from '../verdict/catalogue.ts';
import { launchesFor } from './launches.ts';
import { placed } from './approximations.ts';
import { planOf } from './goal.ts';
import { printConfig } from '../launch/print.ts';
import { usesOf } from './unit.ts';
import type { Plan } from './goal.ts';
import type { Result } from '../base/result.ts';
import { ok, fail } from '../base/result.ts';

/** A kernel whose launches are known, with what is stated of it: what every pass over it works on. */
export type Prepared = Readonly<{
  input: KernelInput;
  /** When its analysis began, by the clock of the input. */
  start: number;
  plan: Plan;
  blank: ReturnType<typeof blankFor>;
  facts: readonly GivenFact[];
  launches: Launches;
  /** Whether no stage is left out. */
  isWhole: boolean;
}>;

/**
 * Pass: what the analysis starts from. Needs: a lowered kernel. Gives: its launches and facts, or the answer, where the
 * kernel is not supported, a fact is not understood, or the stage to stop after is reached.
 */
export function prepare(input: KernelInput): Result<Prepared, KernelAnswer> {
  const start = input.clock();
  const {
    kernel,
    request: { options, stopAfter },
  } = input;
  const blank = blankFor(input);
  const done = (answer: Partial<KernelAnswer> & Pick<KernelAnswer, 'verdict'>): Result<Prepared, KernelAnswer> =>
    fail({ ...blank, ...answer, timeMs: input.clock() - start });
  if (kernel.unsupported !== null)
    return done({
      verdict: 'unsupported',
      reasons: [reasonText(unsupportedConstruct(placed(kernel.unsupported, kernel)))],
    });
  const facts = factsFor(options, kernel, input.parser);
  if (!facts.ok)
    return done({
      verdict: 'unknown',
      reasons: [`${facts.problem.file} ${facts.problem.text} [${facts.problem.code}]`],
    });
  const launches = launchesFor(input);
  for (const launch of launches.all) input.dump('launch', kernel.name, () => printConfig(launch));
  if (stopAfter !== undefined && ['preprocess', 'parse', 'ir', 'launch'].includes(stopAfter))
    return done({ verdict: 'unknown', launches: launches.all, reasons: [reasonText(stoppedEarly(stopAfter))] });
  const plan = planOf(input.goal);
  return ok({ input, start, plan, blank, facts: facts.value, launches, isWhole: stopAfter === undefined });
}

/** The answer of a kernel of which nothing is decided yet. */
export function blankFor({
  kernel,
  from,
}: Pick<KernelInput, 'kernel' | 'from'>): Omit<KernelAnswer, 'verdict' | 'timeMs'> {
  const { file } = from.unit;
  const unit = file === kernel.span.file ? {} : { unit: file };
  return {
    name: kernel.name,
    span: kernel.span,
    ...unit,
    reasons: [],
    assumptions: [],
    launches: [],
    findings: [],
    uses: usesOf(kernel, from),
  };
}
