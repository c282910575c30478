/**
 * The steps of the two threads of a finding, for the page that goes through them: those of the run that was watched (as
 * `replay --step` tells them), or, where none was, the two accesses of the witness.
 */
import type { Finding, Witness } from '../../verdict/finding.ts';
import type { RunStory, StoryStep } from '../../verdict/run-story.ts';
import type { Span } from '../../base/span.ts';
import type { Step, StepList } from './contract.ts';
import type { SourceShelf } from './sources.ts';
import { conclusionOf, deedWords } from '../timeline-story.ts';
import { doingWords, plural, threadWords, iterationWords } from '../wording.ts';
import { columnsOf } from './sources.ts';
import { headOf } from '../timeline.ts';
import { sameDim } from '../../launch/dimensions.ts';
import { shown } from './markup.ts';
import { stepsTold, touchWords } from '../story-steps.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** Of a longer run, the last ones up to the collision. */
const mostSteps = 400;
/** Lines around a place that the page shows. */
const context = 3;

export function stepsOf(finding: Finding, shelf: SourceShelf): StepList | null {
  const { story, witness } = finding;
  if (story !== undefined && story.steps.length > 0) return fromStory(story, witness, shelf);
  return witness === null ? null : fromWitness(witness, shelf);
}

function fromStory(story: RunStory, witness: Witness | null, shelf: SourceShelf): StepList {
  const told = stepsTold(story);
  const hit = told.findLastIndex(({ touch }) => touch === 'hit');
  const end = hit < 0 ? told.length : Math.min(told.length, hit + 8);
  const before = Math.max(0, end - mostSteps);
  const isApart = !sameDim(story.threads[0].block, story.threads[1].block);
  return {
    threads: [headOf(story.threads[0], isApart), headOf(story.threads[1], isApart)],
    conclusion: shown(conclusionOf(story)),
    before,
    steps: told.slice(before, end).map((step) => ({
      who: step.who,
      place: placeOf(step.span ?? leftAt(step, witness), shelf),
      words: shown(deedWords(step)),
      when: whenWords(step),
      isHit: step.touch === 'hit',
      notes: [...iterationWords(step), ...(step.touch === 'other' ? [] : [touchWords(step, story)])].map(shown),
    })),
  };
}

/** Who has left the kernel is shown where the witness says that it took another way. */
const leftAt = ({ touch, did }: StoryStep, witness: Witness | null): Span | null =>
  touch === 'hit' && did.kind === 'exits'
    ? (witness?.accesses.find(({ mode }) => mode === 'exited')?.span ?? null)
    : null;

const whenWords = ({ interval }: Pick<StoryStep, 'interval'>): string =>
  interval === 0 ? messages.beforeFirstBarrier : `behind ${plural(interval, 'barrier')}`;

function fromWitness(witness: Witness, shelf: SourceShelf): StepList {
  const {
    accesses: [first, second],
    address,
    interval,
  } = witness;
  const steps = (
    [
      [0, first],
      [1, second],
    ] as const
  ).map(([who, access]): Step => ({
    who,
    place: placeOf(access.span, shelf),
    words: shown(doingWords(access, address?.text ?? null)),
    when: interval === null ? messages.sameInterval : whenWords({ interval }),
    isHit: true,
    notes: iterationWords(access).map(shown),
  }));
  return {
    threads: [threadWords(first, witness), threadWords(second, witness)],
    before: 0,
    steps,
    conclusion: shown(address === null ? messages.notTogetherHere : fill(messages.noOrder, { cell: address.text })),
  };
}

function placeOf(span: Span | null, shelf: SourceShelf): Step['place'] {
  const lines = span === null ? null : shelf.linesOf(span.file);
  if (span === null || lines === null) return null;
  shelf.keep(span.file, Math.max(1, span.line - context), Math.min(lines.length, span.line + context));
  return { file: shelf.numberOf(span.file), ...columnsOf(span, shelf) };
}
