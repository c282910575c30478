/**
 * The steps of two threads, one by one in the order in which the machine ran them: as text for `replay --step`, and for
 * the HTML report.
 */
import type { RunStory, StoryStep } from '../verdict/run-story.ts';
import { sameDim } from '../launch/dimensions.ts';
import { headOf } from './timeline.ts';
import { conclusionOf, deedWords } from './timeline-story.ts';
import { excerptOf } from './excerpt.ts';
import type { SourceLookup } from './wording.ts';
import { plural } from './wording.ts';
import { visible } from './visible.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `isHit`: the finding is about this step. */
export type StepText = Readonly<{ text: string; isHit: boolean }>;

/**
 * Up to the end of the interval in which the threads collide; all steps where they do not, and where their order is the
 * point.
 */
export function stepsTold(story: RunStory): readonly StoryStep[] {
  const last = Math.max(...story.steps.filter(({ touch }) => touch === 'hit').map(({ interval }) => interval), 0);
  const isAll = story.kind === 'schedule' || story.kind === 'nothing';
  return story.steps.filter(({ did, interval }) => did.kind !== 'passes' && (isAll || interval <= last));
}

export function stepTexts(story: RunStory, source: SourceLookup, width: number): readonly StepText[] {
  const wanted = stepsTold(story);
  const lastHit = wanted.findLastIndex(({ touch }) => touch === 'hit');
  return wanted.map((step, k) => {
    const end = k === lastHit ? [`  ${conclusionOf(story)}`] : [];
    return {
      text: [...stepLines(step, k, wanted.length, story, source, width), ...end].join('\n'),
      isHit: step.touch === 'hit',
    };
  });
}

function stepLines(
  step: StoryStep,
  k: number,
  count: number,
  story: RunStory,
  source: SourceLookup,
  width: number,
): readonly string[] {
  const [a, b] = story.threads;
  const isApart = !sameDim(a.block, b.block);
  const title = fill(messages.step, {
    number: k + 1,
    count,
    thread: step.interval === 0 ? messages.beforeFirstBarrier : `behind ${plural(step.interval, 'barrier')}`,
  });
  const turns = step.loops.map(({ line, turn }) => fill(messages.iteration, { turn, line }));
  const who = headOf(story.threads[step.who], isApart);
  return [
    title.padEnd(Math.min(width, 100), '─'),
    ...excerptLines(step, source, width),
    `  ${who} ${visible(deedWords(step))}${byteWords(step)}`,
    ...(turns.length === 0 ? [] : [`  in ${turns.join(', ')}`]),
    ...(step.touch === 'other' ? [] : [`  ${step.touch === 'near' ? '·' : '✗'} ${touchWords(step, story)}`]),
  ];
}

function excerptLines({ span }: StoryStep, source: SourceLookup, width: number): readonly string[] {
  const excerpt = span === null ? null : excerptOf(span, source, width - 10);
  if (excerpt === null) return [];
  return [`${`${excerpt.line}`.padStart(6)} │ ${excerpt.text}`, `${' '.repeat(6)} │ ${excerpt.marks}`];
}

const byteWords = ({ did }: StoryStep): string =>
  did.kind !== 'access'
    ? ''
    : fill(messages.cellByte, {
        text:
          did.mode === 'write' && did.before !== null && did.before !== did.value ? `, where ${did.before} was` : '',
        byte: did.byte,
      });

/** What a step that is not `other` has to do with the finding. */
export function touchWords({ touch, did }: StoryStep, { kind, cell }: RunStory): string {
  if (touch === 'near')
    return fill(messages.sameMemory, { deed: kind === 'schedule' ? messages.interfere : 'collide' });
  if (did.kind !== 'access') return messages.storyDiverge;
  return kind === 'schedule'
    ? messages.contested
    : fill(messages.storyCollide, { why: cell === null ? '' : `, in ${visible(cell.text)}` });
}
