/**
 * The first race or divergence that a run shows of a kernel, told before all of it is decided: whatever comes of the
 * other questions, the kernel is racy.
 * Needs: evidence, and what it is decided under. Gives: an answer with that one finding, once, to whoever waits for
 * parts of the report; nothing where the run is none that the answer speaks of. It changes no answer.
 */
import type { Evidence } from './evidence.ts';
import type { Finding, KernelAnswer } from '../verdict/finding.ts';
import type { KernelInput } from './kernel-input.ts';
import type { ViewUnder } from './decide-launch.ts';
import { codingOf } from './race-codes.ts';
import { describedUnconditionally } from './described.ts';
import { isHarmless, nothingOpen } from './evidence.ts';
import { mergeDrafts, verdictOf } from './answer.ts';
import { noPatches } from './patches.ts';
import { notAdmitted } from './admitted.ts';
import { numbered } from './numbered.ts';
import { usualRunsUnder } from './usual-launch.ts';

export type OnShown = (evidence: Evidence, at: ViewUnder) => void;

/** `answerWith`: an answer with these findings. Null: nobody waits for it. */
export function tellingFirst(
  input: KernelInput,
  answerWith: (findings: readonly Finding[]) => KernelAnswer,
): OnShown | null {
  const {
    kernel,
    request: { onPart },
  } = input;
  if (onPart === undefined) return null;
  let isTold = false;
  return (evidence, { config, view, facts }) => {
    // what the launch says of arrays is no part of the run yet
    if (isTold || isHarmless(evidence) || config.contents !== undefined) return;
    if (notAdmitted(evidence.run, { kernel: view.kernel, config, facts }) !== null) return;
    const decision = { ...nothingOpen(config), confirmed: [evidence] };
    const coding = codingOf(view.kernel, () => false);
    const drafts = mergeDrafts(
      describedUnconditionally(
        [{ decision, kernel: view.kernel, coding, ...usualRunsUnder({ kernel, config, facts }) }],
        input,
      ),
    );
    if (verdictOf([decision], drafts) !== 'racy') return;
    isTold = true;
    onPart({ kind: 'shown', answer: answerWith(numbered(drafts, noPatches, [])) });
  };
}
