/** From what was decided to drafts of findings. Depends on: the decisions, and the conditions under which races are ruled out. */
import type { Conditions } from './conditions.ts';
import type { Decided } from './decide-launch.ts';
import type { Draft } from './findings.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Outcomes } from './outcomes.ts';
import { asFound } from './outcomes.ts';
import { findingsOf } from './findings.ts';
import { textIn } from './kernel-input.ts';

export const unconditional: Conditions = { proved: new Map(), unsettled: new Map() };

/** In the order of the launches, not yet merged. */
export function described(decided: readonly Decided[], conditions: Conditions, input: KernelInput, outcomesOf: (of: Decided) => Outcomes = () => asFound): readonly Draft[] {
  const { request: { options: { warpModel } }, from: { source: { macroAround } } } = input;
  return decided.flatMap((of) => {
    const { decision, kernel, coding, unusual } = of;
    return findingsOf(decision, { kernel, unusual, config: decision.config, warpModel, textAt: textIn(input), macroAround, conditions, coding, outcomes: outcomesOf(of) });
  });
}

export const describedUnconditionally = (decided: readonly Decided[], input: KernelInput): readonly Draft[] => described(decided, unconditional, input);
