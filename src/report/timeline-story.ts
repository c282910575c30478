/**
 * The time line of a run that was watched: barrier interval by interval up to where the threads collide, what matters
 * step by step and the rest counted. Threads of one block share its barriers; those of different blocks, and those
 * whose order is the point (delays of a schedule), have theirs in their own column.
 */
import type { RunStory, StoryStep } from '../verdict/run-story.ts';
import { assertNever } from '../base/invariant.ts';
import { sameDim } from '../launch/dimensions.ts';
import type { Band, Cell, TimeLine } from './timeline.ts';
import { headOf, loopWords } from './timeline.ts';
import { plural } from './wording.ts';
import type { SourceLookup } from './wording.ts';
import { visible } from './visible.ts';
import { sourceLine } from './excerpt.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Intervals shown before the one that matters, and steps shown before and after each that does. */
const shown = { intervals: 2, before: 2, after: 1 } as const;

export function timelineOfStory(story: RunStory, source: SourceLookup): TimeLine {
  const [a, b] = story.threads;
  const isApart = !sameDim(a.block, b.block);
  const draw = (step: StoryStep): Cell => cellOf(step, source);
  const bands =
    story.kind === 'schedule' ? inOrder(story, draw) : isApart ? blockByBlock(story, draw) : byInterval(story, draw);
  const more =
    story.leftOut > 0
      ? [
          {
            kind: 'rule',
            how: 'gap',
            words: fill(messages.notKept, { count: plural(story.leftOut, 'later step') }),
          } as const,
        ]
      : [];
  return { heads: [headOf(a, isApart), headOf(b, isApart)], bands: [...bands, ...more] };
}

type Draw = (step: StoryStep) => Cell;
type Lane = readonly StoryStep[];

const laneOf = (steps: readonly StoryStep[], who: 0 | 1): Lane => steps.filter((step) => step.who === who);
const isHit = ({ touch }: Pick<StoryStep, 'touch'>): boolean => touch === 'hit';
const isShared = ({ did }: StoryStep): boolean =>
  (did.kind === 'arrives' || did.kind === 'passes') && (did.scope === 'block' || did.scope === 'grid');

// Threads of one block ------------------------------------------------------------------------------------------------

function byInterval({ steps, kind }: RunStory, draw: Draw): readonly Band[] {
  const last = Math.max(
    ...steps.filter(isHit).map(({ interval }) => interval),
    kind === 'nothing' ? (steps.at(-1)?.interval ?? 0) : 0,
    0,
  );
  const first = Math.max(0, last - shown.intervals);
  const bands: Band[] = [{ kind: 'rule', how: 'start', words: messages.kernelStart }];
  if (first > 0)
    bands.push(
      gap(
        steps.filter(({ interval }) => interval < first),
        first,
      ),
    );
  for (let interval = first; interval <= last; interval++) {
    if (interval > 0) bands.push({ kind: 'rule', how: 'barrier', words: barrierWords(steps, interval) });
    const here = steps.filter(
      (step) =>
        step.interval === interval &&
        step.did.kind !== 'passes' &&
        !(isShared(step) && !isHit(step) && isPassed(steps, step)),
    );
    bands.push(...abreast(laneOf(here, 0), laneOf(here, 1), draw));
  }
  return [...bands, endOf(steps, last, kind)];
}

/** Whether the thread goes on from where it waits. */
const isPassed = (steps: readonly StoryStep[], step: StoryStep): boolean =>
  steps.some((later) => later.who === step.who && later.did.kind === 'passes' && later.interval === step.interval + 1);

function gap(before: readonly StoryStep[], barriers: number): Band {
  const counts = ([0, 1] as const).map(
    (who) => before.filter((step) => step.who === who && step.did.kind === 'access').length,
  );
  return {
    kind: 'rule',
    how: 'gap',
    words: `${plural(barriers, 'interval')}, ${counts[0] === counts[1] ? `${accessWordsOf(counts[0] ?? 0)} each` : `${counts.join(' and ')} accesses`}`,
  };
}

function barrierWords(steps: readonly StoryStep[], interval: number): string {
  const lines = [
    ...new Set(
      steps.flatMap(({ did, interval: at, span }) =>
        did.kind === 'passes' && isSharedScope(did.scope) && at === interval && span !== null ? [span.line] : [],
      ),
    ),
  ];
  return lines.length === 0
    ? `barrier ${interval}`
    : `barrier ${interval}, ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(' and ')}`;
}

const isSharedScope = (scope: string): boolean => scope === 'block' || scope === 'grid';

function endOf(steps: readonly StoryStep[], last: number, kind: RunStory['kind']): Band {
  if (kind === 'divergence') return { kind: 'rule', how: 'broken', words: messages.barrierBroken };
  const isNext = steps.some(({ interval, did }) => interval === last + 1 && did.kind === 'passes');
  return {
    kind: 'rule',
    how: 'end',
    words: isNext ? `${barrierWords(steps, last + 1)}: the next` : messages.kernelEnd,
  };
}

/** Two lanes side by side, what the finding is about in one row. */
function abreast(left: Lane, right: Lane, draw: Draw): readonly Band[] {
  const [a, b] = [folded(left, draw), folded(right, draw)];
  const [hitA, hitB] = [a.findIndex(isHit), b.findIndex(isHit)];
  const shift = hitA < 0 || hitB < 0 ? 0 : hitA - hitB;
  const lanes = [
    [...blanks(-shift), ...a],
    [...blanks(shift), ...b],
  ] as const;
  return Array.from({ length: Math.max(lanes[0].length, lanes[1].length) }, (_, k): Band => ({
    kind: 'row',
    cells: [lanes[0][k] ?? null, lanes[1][k] ?? null],
  }));
}

const blanks = (count: number): readonly null[] => Array.from({ length: Math.max(0, count) }, () => null);

// Different blocks, and schedules -------------------------------------------------------------------------------------

function blockByBlock({ steps, kind }: RunStory, draw: Draw): readonly Band[] {
  const lane = (who: 0 | 1): Lane => {
    const own = laneOf(steps, who).filter(({ did }) => did.kind !== 'passes');
    const hit = own.findIndex(isHit);
    return hit < 0 ? own : own.slice(0, hit + 1 + shown.after);
  };
  return [
    { kind: 'rule', how: 'start', words: messages.kernelStart },
    ...abreast(lane(0), lane(1), draw),
    { kind: 'rule', how: 'end', words: kind === 'race' ? messages.blocksUnordered : messages.kernelEnd },
  ];
}

/** One row for each step, in the order in which they happened. */
function inOrder({ steps, failure }: RunStory, draw: Draw): readonly Band[] {
  const wanted = steps.filter(({ did }) => did.kind !== 'passes');
  const end = wanted.findLastIndex(
    ({ touch, did }) => touch !== 'other' || did.kind === 'held' || did.kind === 'resumes',
  );
  const rows: Band[] = [];
  for (const run of runsOf(wanted.slice(0, end + 2))) {
    for (const cell of folded(run, draw))
      rows.push({ kind: 'row', cells: run[0]?.who === 0 ? [cell, null] : [null, cell] });
  }
  return [
    { kind: 'rule', how: 'start', words: messages.inTheirOrder },
    ...rows,
    {
      kind: 'rule',
      how: 'end',
      words: failure === null ? messages.notSequential : fill(messages.assertionFails, { line: failure.line }),
    },
  ];
}

/** Stretches of steps of one thread. */
function runsOf(steps: readonly StoryStep[]): readonly Lane[] {
  const runs: StoryStep[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.[0]?.who === step.who) last.push(step);
    else runs.push([step]);
  }
  return runs;
}

// Cells ---------------------------------------------------------------------------------------------------------------

/** Steps that matter one by one, with their neighbours; the others counted. */
function folded(lane: Lane, draw: Draw): readonly Cell[] {
  const matters = ({ touch, did }: StoryStep): boolean =>
    touch === 'hit' || did.kind === 'held' || did.kind === 'resumes';
  const marks = lane.flatMap((step, k) => (matters(step) ? [k] : []));
  const end = marks.at(-1) ?? lane.length;
  const near = lane.flatMap(({ touch }, k) => (touch === 'near' && k < end ? [k] : [])).slice(-2);
  const isShown = (k: number): boolean =>
    lane.length <= shown.before + 1 ||
    near.includes(k) ||
    marks.some((mark) => k >= mark - shown.before && k <= mark + shown.after);
  const cells: Cell[] = [];
  let hidden: StoryStep[] = [];
  const flush = (): void => {
    const [only] = hidden;
    if (only !== undefined) cells.push(hidden.length === 1 ? draw(only) : foldOf(hidden));
    hidden = [];
  };
  lane.forEach((step, k) => {
    if (!isShown(k)) hidden.push(step);
    else {
      flush();
      cells.push(draw(step));
    }
  });
  flush();
  return cells;
}

const accessWordsOf = (count: number): string => `${count} ${count === 1 ? 'access' : 'accesses'}`;

function foldOf(steps: Lane): Cell {
  const count = (is: (step: StoryStep) => boolean): number => steps.filter(is).length;
  const accesses = count(({ did }) => did.kind === 'access');
  const barriers = count(isShared);
  const others = count(({ did }) => did.kind === 'arrives') - barriers;
  const parts = [
    accesses > 0 ? accessWordsOf(accesses) : '',
    barriers > 0 ? plural(barriers, 'barrier') : '',
    others > 0 ? plural(others, 'meeting') + ' of the warp' : '',
  ];
  const lines = steps.flatMap(({ span }) => (span === null ? [] : [span.line]));
  const [from, to] = [Math.min(...lines), Math.max(...lines)];
  return {
    kind: 'fold',
    place: null,
    words: `… ${parts.filter((part) => part !== '').join(', ')}${lines.length === 0 ? '' : from === to ? ` (line ${from})` : ` (lines ${from}–${to})`}`,
    source: null,
    loops: [],
    touch: 'other',
  };
}

function cellOf(step: StoryStep, source: SourceLookup): Cell {
  const { span, loops, touch, did } = step;
  const line = span === null ? null : sourceLine(source, span.file, span.line);
  const kind =
    did.kind === 'access'
      ? did.mode
      : did.kind === 'exits'
        ? 'leave'
        : did.kind === 'held' || did.kind === 'resumes'
          ? 'delay'
          : 'wait';
  return {
    kind,
    place: span !== null ? `line ${span.line}` : did.kind === 'exits' ? 'at the end' : null,
    words: visible(deedWords(step)),
    source: line === null ? null : visible(line.trim().replace(/\s+/g, ' ')),
    loops: loops.map(loopWords),
    touch,
  };
}

/** `reads s[3] = 7`, `waits at the barrier`: what the thread does, without saying which thread. */
export function deedWords({ did, span }: Pick<StoryStep, 'did' | 'span'>): string {
  switch (did.kind) {
    case 'access':
      return accessWords(did);
    case 'arrives':
      return did.scope === 'block'
        ? messages.waitsAtBarrier
        : did.scope === 'grid'
          ? messages.waitsAtGrid
          : did.scope === 'warp'
            ? messages.waitsForLanes
            : did.scope === 'named'
              ? messages.reachesPartial
              : messages.exchanges;
    case 'passes':
      return did.scope === 'lanes' ? messages.hasExchanged : messages.continues;
    case 'exits':
      return span === null ? messages.hasExited : messages.exits;
    case 'held':
      return messages.delayed;
    case 'resumes':
      return 'goes on';
    default:
      return assertNever(did);
  }
}

/** Why what the run shows is wrong, in a sentence or two. */
export function conclusionOf({ kind, threads, cell, steps, gathered, failure }: RunStory): string {
  const [a, b] = threads;
  const isApart = !sameDim(a.block, b.block);
  switch (kind) {
    case 'race':
      return fill(messages.eitherFirst, {
        cell: cell?.text ?? messages.someMemory,
        why: isApart ? messages.nothingOrders : messages.noBarrier,
      });
    case 'divergence': {
      const turns = steps
        .filter(isHit)
        .flatMap(({ did, loops }) => (did.kind === 'arrives' ? [loops.map(({ turn }) => turn).join()] : []));
      const where = new Set(turns).size > 1 ? messages.otherIterations : '';
      if (gathered === null) return fill(messages.partialRendezvous, { where });
      return fill(messages.blockRendezvous, {
        where,
        waiting: plural(gathered.arrived, 'thread'),
        verb: gathered.arrived === 1 ? 'waits' : 'wait',
        exited: gathered.exited,
        have: gathered.exited === 1 ? 'has' : 'have',
      });
    }
    case 'schedule':
      if (failure !== null) return fill(messages.thisOrderFails, { line: failure.line });
      return cell === null ? messages.thisOrderShows : fill(messages.staleValue, { text: cell.text });
    case 'nothing':
      return messages.noCollision;
    default:
      return assertNever(kind);
  }
}

function accessWords({ mode, element, value, before }: Extract<StoryStep['did'], { kind: 'access' }>): string {
  switch (mode) {
    case 'read':
      return `reads ${element} = ${value}`;
    case 'write':
      return `writes ${element} = ${value}`;
    case 'atomic':
      return before === value || before === null
        ? `updates ${element} atomically: stays ${value}`
        : `updates ${element} atomically: ${before} → ${value}`;
    default:
      return assertNever(mode);
  }
}
