/**
 * Strategy tell-others: what one block hands to others by an atomic is complete before they are told, and they wait for
 * all of it.
 *
 * Applies to races between blocks of a kernel with atomics on global memory (a flag, the count of blocks that are
 * done). Proposes one change each: `__syncthreads()` before the statement that tells the others, so that all threads of
 * the block have stored by then; a fence before a thread passes on what it was told; the order of an operation on
 * `cuda::atomic_ref`; a fence in PTX that reaches other blocks; and one more or one less in a comparison with the
 * number of blocks, of which the last to come is meant. Promises: no value of one thread changes but that of such a
 * comparison. Follows CUDA guide, Memory Fence Functions, whose example it completes. Smallest example:
 *
 *     partial[i] = v;                                           partial[i] = v;
 *     __threadfence();                                    ⟶     __threadfence();
 *     if (t == 0) last = atomicAdd(n, 1) == gridDim.x - 1;      __syncthreads();
 *                                                               if (t == 0) last = atomicAdd(n, 1) == gridDim.x - 1;
 *
 * Cost: that of the barrier or the fence; a comparison costs nothing, and is tried last.
 */
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, bare, lineOf, loopTypes, loopsAround, withinFunction } from '../written.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { definitionOf, gapBefore } from '../source-text.ts';
import { eachStmt } from '../../ir/walk.ts';
import { memoized } from '../../base/memoize.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const tellOthers: Strategy = { name: 'tell-others', handles, propose, onlyProved: true };

/** How many changes are worth a recheck. */
const most = 12;

function handles(fault: Fault, input: RepairInput): boolean {
  return fault.kind === 'race' && fault.scope === 'grid' && tellingIn(input).length > 0;
}

/** Atomics on global memory in the kernel's own text, in its order. */
const tellingIn = memoized((input: RepairInput): readonly Written[] => {
  const known = accessesIn(input);
  const found = new Map<SyntaxNode, Written>();
  eachStmt(input.kernel.body, (stmt) => {
    const at = stmt.kind === 'atomic' ? known.get(stmt.id) : undefined;
    const { file, start, end } = input.kernel.span;
    if (at?.array.space === 'global' && at.text.file === file && at.node.start >= start && at.node.end <= end)
      found.set(at.node, at);
  });
  return [...found.values()].sort((a, b) => a.node.start - b.node.start);
});

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const text = input.sourceOf(input.kernel.span.file);
  const definition = text === null ? null : definitionOf(input.kernel, text);
  if (text === null || definition === null || faults.length === 0) return [];
  const telling = tellingIn(input);
  const all = [
    ...telling.flatMap(fencesFor),
    ...barriersFor(telling),
    ...orders(definition, text),
    ...wider(definition, text),
    ...counts(definition, text),
  ];
  const made = all.map(({ does, why, line, edits, weight, cost }): Proposal => ({
    title: fill(messages.tellOthers, { does, why, line, name: input.kernel.name }),
    edits,
    cost: { weight, words: cost },
  }));
  return made.sort((a, b) => a.cost.weight - b.cost.weight).slice(0, most);
}

/** `does`: what is done at the line. */
type Change = Readonly<{
  does: string;
  why: string;
  line: number;
  edits: readonly Edit[];
  weight: number;
  cost: string;
}>;

// Barriers and fences -------------------------------------------------------------------------------------------------

/** A statement in a list, which something can be put before. */
type Listed = Readonly<{ node: SyntaxNode; text: SourceText; loops: number }>;

/** The statements of lists that it stands in, outermost first. */
function listedAround({ node, around, text }: Written): readonly Listed[] {
  const ways = [node, ...withinFunction(around)];
  return ways
    .flatMap((one, k): readonly Listed[] =>
      around[k]?.type === 'compound_statement' ? [{ node: one, text, loops: loopsAround(around.slice(k)).length }] : [],
    )
    .reverse();
}

/** Of the statements around what tells, the outermost that is told in no loop of its own. */
function barriersFor(telling: readonly Written[]): readonly Change[] {
  const places = telling.flatMap((at) =>
    listedAround(at)
      .filter(({ node }) => !loopTypes.includes(node.type))
      .slice(0, 2),
  );
  const known = [...new Map(places.map((one) => [one.node.start, one])).values()];
  return known.flatMap(({ node, text, loops }): readonly Change[] => {
    if (isBehind(/__syncthreads\s*\(\s*\)\s*;\s*$/, node, text)) return [];
    const fence = isFenced(node, text) ? '' : `__threadfence();${gapBefore(text.text, node.start)}`;
    const does = fence === '' ? messages.insertBarrier : messages.insertFenceAndBarrier;
    return [
      inserted(
        `${fence}__syncthreads();`,
        { node, text, loops },
        does,
        messages.allHaveStored,
        10 ** loops,
        messages.oncePerThread,
      ),
    ];
  });
}

/** Before it, and, where it is of a list in another, before the whole: a thread that was told tells others. */
function fencesFor(at: Written): readonly Change[] {
  const place = listedAround(at).at(-1);
  if (place === undefined || loopTypes.includes(place.node.type) || isFenced(place.node, place.text)) return [];
  return [
    inserted(
      '__threadfence();',
      place,
      messages.insertFence,
      messages.othersSee,
      0.1 * 10 ** place.loops,
      messages.fenceCost,
    ),
  ];
}

const isFenced = (node: SyntaxNode, text: SourceText): boolean =>
  isBehind(/__threadfence(?:_system)?\s*\(\s*\)\s*;\s*(?:__syncthreads\s*\(\s*\)\s*;\s*)?$/, node, text);

/** Whether what the pattern says stands right before it; comments are passed over. */
const isBehind = (pattern: RegExp, node: SyntaxNode, text: SourceText): boolean =>
  pattern.test(text.text.slice(Math.max(0, node.start - 400), node.start).replace(/\/\/[^\n]*/g, ''));

function inserted(
  call: string,
  { node, text }: Listed,
  does: string,
  why: string,
  weight: number,
  cost: string,
): Change {
  return {
    does,
    why,
    line: lineOf(text, node.start),
    edits: [
      { file: text.file, start: node.start, end: node.start, text: `${call}${gapBefore(text.text, node.start)}` },
    ],
    weight,
    cost,
  };
}

// Orders, scopes and counts -------------------------------------------------------------------------------------------

/**
 * Operations of atomic objects that are written as relaxed: what is stored is released, what is read is acquired, an
 * update is both.
 */
function orders(definition: SyntaxNode, text: SourceText): readonly Change[] {
  const source = textOf(text, definition);
  return [...source.matchAll(/\.\s*(store|load|fetch_\w+|exchange)\s*\([^;{}]*?\bmemory_order_(relaxed)\b/g)].map(
    (found): Change => {
      const order = found[1] === 'store' ? 'release' : found[1] === 'load' ? 'acquire' : 'acq_rel';
      const end = definition.start + found.index + found[0].length;
      const edit = { file: text.file, start: end - 'relaxed'.length, end, text: order };
      return {
        does: fill(messages.useOrder, { order }),
        why: messages.othersSee,
        line: lineOf(text, edit.start),
        edits: [edit],
        weight: 0.05,
        cost: messages.fenceCost,
      };
    },
  );
}

/** Fences in PTX that reach the block alone. */
function wider(definition: SyntaxNode, text: SourceText): readonly Change[] {
  const found = [...textOf(text, definition).matchAll(/"[^"\n]*\b(?:membar|fence\.acq_rel|fence\.sc)\.(cta)\b/g)];
  return found.map((one): Change => {
    const end = definition.start + one.index + one[0].length;
    const wide = one[0].includes('membar') ? 'gl' : 'gpu';
    return {
      does: fill(messages.widerFence, { wide }),
      why: messages.othersSee,
      line: lineOf(text, end),
      edits: [{ file: text.file, start: end - 'cta'.length, end, text: wide }],
      weight: 0.05,
      cost: messages.fenceCost,
    };
  });
}

/** What changes the meaning of a comparison comes after all that does not. */
const countWeight = 5;

/** Comparisons with the number of blocks, whose number is one at which the last block is not yet there. */
function counts(definition: SyntaxNode, text: SourceText): readonly Change[] {
  return comparisonsIn(definition).flatMap(({ node, operator, isWaiting }): readonly Change[] => {
    const [first, second] = [childIn(node, 'left'), childIn(node, 'right')];
    if (first === null || second === null) return [];
    const [left, right] = [sideOf(first, text), sideOf(second, text)];
    if (left.isOfGrid === right.isOfGrid) return [];
    const [blocks, told, sign] = right.isOfGrid
      ? [right, left, operator]
      : [left, right, mirrored[operator] ?? operator];
    const wanted = bounds[sign]?.[isWaiting ? 'waiting' : 'last'];
    const term = blocks.term ?? told.term;
    if (term === null || wanted === undefined || blocks.number - told.number === wanted) return [];
    const value = blocks.term === null ? -wanted : wanted + told.number;
    const written = value === 0 ? '' : `${value < 0 ? '-' : '+'} ${Math.abs(value)}`;
    const edit = { file: text.file, start: term.from, end: term.end, text: written === '' ? '' : ` ${written}` };
    const does = written === '' ? messages.leaveNumberOut : fill(messages.writeNumber, { written });
    return [
      {
        does,
        why: messages.allAreAwaited,
        line: lineOf(text, term.end),
        edits: [edit],
        weight: countWeight,
        cost: messages.noCost,
      },
    ];
  });
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/**
 * What the number of blocks has added where a thread waits until all have counted (`while (n < blocks)`), and where the
 * last one is told by what it drew, from 0 on (`n == blocks - 1`).
 */
const bounds: Readonly<Record<string, Readonly<{ waiting: number; last: number }>>> = {
  '==': { waiting: 0, last: -1 },
  '!=': { waiting: 0, last: -1 },
  '<': { waiting: 0, last: -1 },
  '>=': { waiting: 0, last: -1 },
  '<=': { waiting: -1, last: -2 },
  '>': { waiting: -1, last: -2 },
};

type Compared = Readonly<{ node: SyntaxNode; operator: string; isWaiting: boolean }>;

/** `isWaiting`: it is asked before each iteration of a loop. */
function comparisonsIn(node: SyntaxNode, isWaiting = false): readonly Compared[] {
  const operator = node.type === 'binary_expression' ? (childIn(node, 'operator')?.type ?? '') : '';
  const isLoop = loopTypes.includes(node.type);
  const inner = node.children.flatMap((child) =>
    comparisonsIn(child, isLoop ? child.field === 'condition' : isWaiting && !node.type.endsWith('_statement')),
  );
  return [...(Object.hasOwn(bounds, operator) ? [{ node, operator, isWaiting }] : []), ...inner];
}

type Side = Readonly<{ isOfGrid: boolean; number: number; term: Readonly<{ from: number; end: number }> | null }>;

/** One side of a comparison, with the number that it adds or subtracts last. */
function sideOf(side: SyntaxNode, text: SourceText): Side {
  const sum = bare(side);
  const inner = sum.type === 'cast_expression' ? childIn(sum, 'value') : null;
  if (inner !== null) return sideOf(inner, text);
  const isOfGrid = /\bgridDim\b/.test(textOf(text, sum));
  const [left, operator, right] = [childIn(sum, 'left'), childIn(sum, 'operator'), childIn(sum, 'right')];
  if (
    sum.type !== 'binary_expression' ||
    left === null ||
    operator === null ||
    right?.type !== 'number_literal' ||
    !['+', '-'].includes(operator.type)
  )
    return { isOfGrid, number: 0, term: null };
  const value = Number(textOf(text, right).replace(/[uUlL]+$/, ''));
  return Number.isInteger(value)
    ? { isOfGrid, number: operator.type === '-' ? -value : value, term: { from: left.end, end: right.end } }
    : { isOfGrid, number: 0, term: null };
}
