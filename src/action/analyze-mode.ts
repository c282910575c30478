/** Mode `analyze`: the review as a file, written without any right, from which mode `publish` makes the review. */
import type { Job } from './run-action.ts';
import type { Status } from './step.ts';
import { annotateAll, complain, say, status } from './step.ts';
import { annotationsOf, gateOf } from './review-mode.ts';
import { renderAnalysis } from '../review/analysis-write.ts';
import { version } from '../base/version.ts';
import { writeInside } from './results.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export function finishAnalyze(job: Job, workspace: string): Status {
  const { step, target, review, inputs } = job;
  const text = renderAnalysis(review.input, {
    tool: `syncwright ${version}`,
    pull: target.kind === 'pull' ? target.number : null,
  });
  const written = writeInside(workspace, inputs.analysisFile, text);
  if (!written.ok) {
    complain(step, 'error', written.problem);
    return status.setup;
  }
  say(step, fill(messages.analysisWritten, { file: inputs.analysisFile, bytes: Buffer.byteLength(text) }));
  annotateAll(step, annotationsOf(review.plan));
  return gateOf(review.plan);
}
