/**
 * What the threads of each witness did, step by step: every confirmed finding's run once more, watched. Needs: an
 * answer, and the kernel that it is about. Gives: the answer, its findings with their stories, without the steps that
 * nobody shows: those long after the collision. A report holds the stories of all its findings, so a run that is long,
 * in steps that are shown or until it gets there, has none; `replay --step` tells it.
 */
import type { Finding, KernelAnswer, Witness } from '../verdict/finding.ts';
import type { Kernel } from '../ir/ir.ts';
import type { RunStory, Sought } from '../verdict/run-story.ts';
import { storyWithin } from './replay.ts';
import { sameDim } from '../launch/dimensions.ts';

/** Of a story that is kept. */
const mostSteps = 4000;
/** Of the machine, all threads together. */
const mostMachineSteps = 3_000_000;
/** Of a thread behind its collision, where the two are in different blocks. */
const stepsBehind = 4;

export function withStories(answer: KernelAnswer, kernel: Kernel): KernelAnswer {
  return { ...answer, findings: answer.findings.map((finding) => told(finding, kernel)) };
}

function told(finding: Finding, kernel: Kernel): Finding {
  const { witness } = finding;
  const story =
    witness === null ? null : storyWithin(kernel, witness.run, soughtIn(finding, witness), mostMachineSteps);
  if (story === null) return finding;
  const kept = withoutTheRest(story);
  return kept.steps.length > mostSteps ? finding : { ...finding, story: kept };
}

/**
 * Time lines end with the interval in which the two collide, or, where they share no barriers, soon after each one's
 * collision.
 */
export function withoutTheRest(story: RunStory): RunStory {
  const {
    kind,
    steps,
    threads: [a, b],
  } = story;
  if (kind === 'schedule' || kind === 'nothing') return story;
  const isHit = ({ touch }: (typeof steps)[number]): boolean => touch === 'hit';
  if (sameDim(a.block, b.block)) {
    const last = Math.max(0, ...steps.filter(isHit).map(({ interval }) => interval));
    return { ...story, steps: steps.filter(({ interval }) => interval <= last + 1) };
  }
  const own = ([0, 1] as const).map((who) => steps.filter((step) => step.who === who));
  const kept = new Set(
    own.flatMap((lane) =>
      lane.slice(0, lane.findLastIndex(isHit) < 0 ? lane.length : lane.findLastIndex(isHit) + 1 + stepsBehind),
    ),
  );
  return { ...story, steps: steps.filter((step) => kept.has(step)) };
}

function soughtIn({ kind }: Finding, { accesses: [first, second], address }: Witness): Sought {
  return {
    threads: [
      { block: first.block, thread: first.thread },
      { block: second.block, thread: second.thread },
    ],
    lines: [first.span.line, second.span.line],
    byte: address?.byte ?? null,
    element: address?.text ?? null,
    isSchedule: kind === 'atomicity' || kind === 'assertion',
  };
}
