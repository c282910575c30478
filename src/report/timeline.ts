/**
 * A time line of two threads: what is written as text (timeline-text.ts) and drawn (timeline-svg.ts). Time runs
 * downwards; what stands in one row is not ordered. Made of a witness (here) or of a run that was watched
 * (timeline-story.ts).
 */
import type { Witness, WitnessAccess } from '../verdict/finding.ts';
import { doingWords, inDifferentBlocks, printDim } from './wording.ts';
import { visible } from './visible.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type TimeLine = Readonly<{ heads: readonly [string, string]; bands: readonly Band[] }>;

/**
 * `rule`: what both threads come to, across both; `broken`: they do not come to it together. `gap`: what is not shown
 * between two rules. `row`: what either thread does.
 */
export type Band =
  | Readonly<{ kind: 'rule'; how: 'start' | 'barrier' | 'broken' | 'end' | 'gap'; words: string }>
  | Readonly<{ kind: 'row'; cells: readonly [Cell | null, Cell | null] }>;

/**
 * `kind` says how it is drawn; `fold`: several steps that are not shown one by one. `hit`: what the finding is about.
 */
export type Cell = Readonly<{
  kind: 'read' | 'write' | 'atomic' | 'wait' | 'leave' | 'delay' | 'fold';
  /** `line 9`; null: no line of the source. */
  place: string | null;
  words: string;
  /** The source's text, in one line; null: not known. */
  source: string | null;
  loops: readonly string[];
  touch: 'hit' | 'near' | 'other';
}>;

/** The barrier interval in which the two collide. */
export function timelineOf(witness: Witness): TimeLine {
  const [a, b] = witness.accesses;
  const element = witness.address === null ? null : witness.address.text;
  const head = ({ block, thread }: WitnessAccess): string => headOf({ block, thread }, inDifferentBlocks(witness));
  return {
    heads: [head(a), head(b)],
    bands: [
      { kind: 'rule', how: 'start', words: startWords(witness) },
      { kind: 'row', cells: [cellOf(a, element), cellOf(b, element)] },
      witness.address === null
        ? { kind: 'rule', how: 'broken', words: messages.barrierBroken }
        : { kind: 'rule', how: 'end', words: endWords(witness) },
    ],
  };
}

export const headOf = ({ block, thread }: Pick<WitnessAccess, 'block' | 'thread'>, apart: boolean): string =>
  apart ? `block ${printDim(block)} thread ${printDim(thread)}` : `thread ${printDim(thread)}`;

export const loopWords = ({ line, turn }: Readonly<{ line: number; turn: number }>): string =>
  fill(messages.loopIteration, { line, turn });

function cellOf(access: WitnessAccess, element: string | null): Cell {
  return {
    kind: access.mode === 'barrier' ? 'wait' : access.mode === 'exited' ? 'leave' : access.mode,
    place: `line ${access.span.line}`,
    words: visible(doingWords(access, element)),
    source: null,
    loops: access.loops.map(loopWords),
    touch: 'hit',
  };
}

function startWords(witness: Witness): string {
  if (witness.address === null) return messages.beforeTheBarrier;
  if (witness.interval === null) return isOfOneBlock(witness) ? messages.noBarrierBetween : messages.blocksUnordered;
  return witness.interval === 0 ? messages.kernelStart : `barrier ${witness.interval}`;
}

const isOfOneBlock = ({ accesses: [first, second] }: Witness): boolean => first.block.join() === second.block.join();
const endWords = (witness: Witness): string => (witness.interval === null ? messages.kernelEnd : messages.nextBarrier);
