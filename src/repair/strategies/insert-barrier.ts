/**
 * Strategy insert-barrier: `__syncthreads()` at points between the accesses of every racing pair.
 *
 * Applies when each pair has a point of the kernel's own text between its two accesses, or in a loop around both. Promises: single-thread results stay as they are. Smallest example:
 *
 *     s[t] = in[t];            s[t] = in[t];
 *     out[t] = s[t ^ 1];  ⟶    __syncthreads();
 *                              out[t] = s[t ^ 1];
 *
 * Cost: 10^(loop depth) for each barrier [GPURepair, VMCAI'21]; between equals, the less nested point, then the one
 * nearest to the second access. Whether a point is block-uniform is not guessed here: `recheck` refuses a divergent barrier.
 */
import type { Edit } from '../../verdict/finding.ts';
import type { Fault, RaceFault } from '../fault.ts';
import type { InsertionPoint, OwnSources } from '../places.ts';
import type { Kernel, SourceStatement } from '../../ir/ir.ts';
import type { Cost, Proposal, RepairInput, Strategy } from '../repair.ts';
import { insertionPoints } from '../places.ts';
import { layoutAt } from '../source-text.ts';

export const insertBarrier: Strategy = { name: 'insert-barrier', handles: isSeparable, propose };

/** What a barrier of the block orders; where one statement races with itself, only between turns of a loop. */
function isSeparable(fault: Fault): boolean {
  return fault.kind === 'race' && fault.scope === 'block' && fault.handover === null;
}

/** How many single points, and how many pairs of points, are worth a recheck. */
const limits = { singles: 10, doubles: 8, pool: 12 };

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const { points, own } = insertionPoints(input.kernel);
  const pairs = faults.filter((fault) => fault.kind === 'race');
  const candidates = pairs.map((pair) => points.filter((point) => lies(point, pair, own)));
  if (candidates.length === 0 || candidates.some((list) => list.length === 0)) return [];
  const last = Math.max(...pairs.map((pair) => lateEnd(pair, own)));
  const ranked = [...new Set(candidates.flat())].sort((a, b) => costOf(a) - costOf(b) || distance(a, last) - distance(b, last));
  const hits = (set: readonly InsertionPoint[]) => candidates.every((list) => set.some((point) => list.includes(point)));
  const singles = ranked.filter((point) => hits([point])).slice(0, limits.singles).map((point) => [point]);
  const pool = ranked.slice(0, limits.pool);
  const doubles = pool
    .flatMap((a, k) => pool.slice(k + 1).map((b) => [a, b]))
    .filter((set) => hits(set))
    .sort((a, b) => total(a) - total(b))
    .slice(0, limits.doubles);
  return [...singles, ...doubles].flatMap((set) => {
    const source = input.sourceOf(input.kernel.span.file);
    return source === null ? [] : [proposal(set, source.text, input.kernel)];
  });
}

/** Whether a barrier at the point would stand on a way from one access of the pair to the other. */
function lies(point: InsertionPoint, pair: RaceFault, own: OwnSources): boolean {
  const first = own.get(pair.first);
  const second = own.get(pair.second);
  if (first === undefined || second === undefined) return false;
  if (point.loops.some(({ source }) => holds(source, first) && holds(source, second))) return true;
  const [early, late] = first.span.start <= second.span.start ? [first, second] : [second, first];
  return point.offset >= early.span.end && point.offset <= late.span.start;
}

function holds(outer: SourceStatement, inner: SourceStatement): boolean {
  return outer.span.start <= inner.span.start && inner.span.end <= outer.span.end && outer.id !== inner.id;
}

/** Where the later access of the text begins; for a loop-carried pair, where it ends: the barrier then closes the turn. */
function lateEnd(pair: RaceFault, own: OwnSources): number {
  const spans = [own.get(pair.first)?.span, own.get(pair.second)?.span].flatMap((span) => (span === undefined ? [] : [span]));
  return Math.max(0, ...spans.map((span) => (pair.carriedBy === null ? span.start : span.end)));
}

function costOf(point: InsertionPoint): number {
  return 10 ** point.loops.length + point.branches;
}

function total(set: readonly InsertionPoint[]): number {
  return set.reduce((sum, point) => sum + costOf(point), 0);
}

function distance(point: InsertionPoint, offset: number): number {
  return Math.abs(point.offset - offset);
}

function proposal(set: readonly InsertionPoint[], text: string, kernel: Kernel): Proposal {
  const places = set.map((point) => `line ${lineAfter(point)}`);
  return {
    title: `insert __syncthreads() at ${places.join(' and ')} of ${kernel.name}`,
    edits: set.map((point) => insertion(point, text)),
    cost: costOfSet(set),
  };
}

function lineAfter(point: InsertionPoint): number {
  return point.side === 'after' ? point.beside.span.endLine + 1 : point.beside.span.line;
}

const costOfSet = (set: readonly InsertionPoint[]): Cost => ({ weight: total(set), words: set.map(costText).join('; ') });

function costText(point: InsertionPoint): string {
  const inner = point.loops[0];
  return inner === undefined
    ? 'one barrier, executed once by each thread'
    : `one barrier in every turn of the loop at line ${inner.source.span.line}`;
}

/** A line of its own where the neighbour has one, with its indentation and the file's line ends. */
function insertion(point: InsertionPoint, text: string): Edit {
  const { beside, side } = point;
  const { indent, eol } = layoutAt(text, beside.span.start);
  const at = side === 'before' ? beside.span.start : endOfLineComment(text, beside.span.end);
  const line = side === 'before' ? `__syncthreads();${eol}${indent}` : `${eol}${indent}__syncthreads();`;
  return { file: beside.span.file, start: at, end: at, text: line };
}

/** Past a `// …` comment that belongs to the statement's line, so that it stays with its statement. */
function endOfLineComment(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  const rest = /^[ \t]*\/\/[^\r\n]*/.exec(text.slice(offset, newline < 0 ? undefined : newline));
  return offset + (rest?.[0].length ?? 0);
}
