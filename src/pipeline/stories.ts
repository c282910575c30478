/**
 * What the threads of each witness did, step by step: every confirmed finding's run once more, watched. Needs: an answer, and the kernel that it is
 * about. Gives: the answer, its findings with their stories.
 */
import type { Finding, KernelAnswer, Witness } from '../verdict/finding.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Sought } from '../verdict/run-story.ts';
import { replayed } from './replay.ts';

export function withStories(answer: KernelAnswer, kernel: Kernel): KernelAnswer {
  return { ...answer, findings: answer.findings.map((finding) => told(finding, kernel)) };
}

function told(finding: Finding, kernel: Kernel): Finding {
  const { witness } = finding;
  const story = witness === null ? null : replayed(kernel, witness.run, soughtIn(finding, witness)).story;
  return story === null ? finding : { ...finding, story };
}

function soughtIn({ kind }: Finding, { accesses: [first, second], address }: Witness): Sought {
  return {
    threads: [{ block: first.block, thread: first.thread }, { block: second.block, thread: second.thread }],
    lines: [first.span.line, second.span.line],
    byte: address?.byte ?? null, element: address?.text ?? null,
    isSchedule: kind === 'atomicity' || kind === 'assertion',
  };
}
