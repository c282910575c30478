/**
 * From what was decided to drafts of findings. Depends on: the decisions, and the conditions under which races are
 * ruled out.
 */
import type { Conditions } from './conditions.ts';
import type { Decided } from './decide-launch.ts';
import type { Draft } from './draft.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Outcomes } from './outcomes.ts';
import { asFound } from './outcomes.ts';
import { findingsOf } from './findings.ts';
import { textIn } from './kernel-input.ts';

export const unconditional: Conditions = { proved: new Map(), unsettled: new Map(), areSought: true };
/** Where no time was left to look for conditions. */
export const unsought: Conditions = { ...unconditional, areSought: false };

type Describable = Pick<Decided, 'decision' | 'kernel' | 'coding' | 'unusual' | 'unusualContents' | 'restsOnLaunch'>;

/** In the order of the launches, not yet merged. */
export function described<Of extends Describable>(
  decided: readonly Of[],
  conditions: Conditions,
  input: KernelInput,
  outcomesOf: (of: Of) => Outcomes = () => asFound,
): readonly Draft[] {
  const {
    request: {
      options: { warpModel },
    },
    from: {
      source: { macroAround },
    },
  } = input;
  return decided.flatMap((of) => {
    const { decision, kernel, coding, unusual, unusualContents, restsOnLaunch } = of;
    return findingsOf(decision, {
      kernel,
      unusual,
      unusualContents,
      restsOnLaunch,
      config: decision.config,
      warpModel,
      textAt: textIn(input),
      macroAround,
      conditions,
      coding,
      outcomes: outcomesOf(of),
    });
  });
}

export const describedUnconditionally = (decided: readonly Describable[], input: KernelInput): readonly Draft[] =>
  described(decided, unconditional, input);
