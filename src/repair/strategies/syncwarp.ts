/**
 * Strategy syncwarp: `__syncwarp()` between the steps of code that relies on a warp in lockstep.
 *
 * Applies to races that only threads of one warp can have (SW111, and others under `if (t < 32)`), between statements
 * of one list or within one statement, which is then taken apart into load and store. Promises: single-thread results
 * stay as they are. Under a condition on the lowest lanes the mask names them; any other part of a warp is left alone.
 * Smallest example:
 *
 *                                if (t < 32) {
 *     if (t < 32) {                int other = s[t + 16];
 *       s[t] += s[t + 16];         __syncwarp();
 *       s[t] += s[t + 8];    ⟶     s[t] += other;
 *     }                            __syncwarp();
 *                                  …
 *
 * Cost: a tenth of 10^(loop depth) for each, since only a warp waits. Whether all threads of the mask come there is not
 * guessed here: `recheck` refuses it else. Not all pairs are confirmed where some are: all steps on the array are
 * separated, where the known ones are not enough.
 */
import { linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Parts } from '../taken-apart.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, accessesWithin, bare, lineOf, loopsAround, withinFunction } from '../written.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { behind, gapBefore } from '../source-text.ts';
import { partsOf, partsOfBranch, takenApart } from '../taken-apart.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const syncwarp: Strategy = { name: 'syncwarp', handles, propose };

function handles(fault: Fault, input: RepairInput): boolean {
  const found =
    fault.kind === 'race' && fault.scope === 'block' && fault.handover === null ? listOf(fault, input) : null;
  return (
    found !== null && fault.kind === 'race' && (fault.code === 'SW111' || (fault.carriedBy === null && isOfWarp(found)))
  );
}

/**
 * A list of statements whose steps race. `items`: its statements that access the arrays, in order. `closes`: the turn
 * of a loop ends with one.
 */
type List = Readonly<{
  node: SyntaxNode;
  text: SourceText;
  loops: number;
  around: readonly SyntaxNode[];
  items: readonly Item[];
  closes: boolean;
}>;
/** `waits`: something races with what comes before it. `parts`: it races with itself, or may. */
type Item = Readonly<{ node: SyntaxNode; parts: Parts | null; waits: boolean; races: boolean }>;

/**
 * Whether only the lowest lanes come there, as far as a condition says so. Under conditions that rest on memory no
 * lockstep keeps races apart, whose code is another then.
 */
function isOfWarp({ list, first: { around, text } }: NonNullable<ReturnType<typeof listOf>>): boolean {
  return lanesUnder(withinFunction(around.slice(around.indexOf(list))), text) <= 32;
}

/** The list that both accesses stand in, or the statement of both. */
function listOf(
  fault: Fault,
  input: RepairInput,
): Readonly<{ list: SyntaxNode; first: Written; second: Written }> | null {
  if (fault.kind !== 'race') return null;
  const [first, second] = [accessesIn(input).get(fault.first), accessesIn(input).get(fault.second)];
  const list = first?.around.find(
    (node) => node.type === 'compound_statement' && second?.around.includes(node) === true,
  );
  return first === undefined || second === undefined || list === undefined
    ? null
    : { list: listAround(list, first, input), first, second };
}

/** The block of an `if` that holds nothing but the statement, or is taken apart as a whole, is no list of steps. */
function listAround(list: SyntaxNode, { around }: Written, input: RepairInput): SyntaxNode {
  const [branch, outer] = around.slice(around.indexOf(list) + 1);
  const isOne =
    branch?.type === 'if_statement' &&
    (namedChildren(list).length === 1 || partsOfBranch(branch, accessesWithin(branch, input), input.kernel) !== null);
  return isOne && outer?.type === 'compound_statement' ? outer : list;
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const found = faults.flatMap((fault) => listOf(fault, input) ?? []);
  const lists = [...new Set(found.map(({ list }) => list))]
    .map((node): List | null => {
      const pairs = found.filter(({ list }) => list === node);
      const [one] = pairs;
      const around = one === undefined ? [] : one.first.around.slice(one.first.around.indexOf(node));
      return one === undefined
        ? null
        : {
            node,
            text: one.first.text,
            loops: loopsAround(around).length,
            around,
            items: itemsOf(node, pairs, input),
            closes: false,
          };
    })
    .flatMap((list) => list ?? []);
  const endings = lists.some(isTurn) ? [false, true] : [false];
  const choices: readonly ((item: Item, k: number) => Item)[] = [
    (item) => ({ ...item, parts: item.races ? item.parts : null }),
    (item, k) => ({ ...item, parts: k === 0 && !item.races ? null : item.parts, waits: k > 0 }),
    (item, k) => ({ ...item, waits: k > 0 }),
  ];
  const masks = [...new Set(['', ...lists.flatMap((list) => maskFor(list) ?? [])])];
  return masks.flatMap((mask) =>
    endings.flatMap((closes) =>
      choices.flatMap(
        (choice) =>
          proposal(
            lists.map((list) => ({ ...list, items: list.items.map(choice), closes: closes && isTurn(list) })),
            mask,
            input,
          ) ?? [],
      ),
    ),
  );
}

const isTurn = (list: List): boolean => loopsAround(list.around.slice(1, 2)).length > 0;

/** The statements of the list that access arrays on which the pairs race, with what the pairs need. */
function itemsOf(
  list: SyntaxNode,
  pairs: readonly Readonly<{ first: Written; second: Written }>[],
  input: RepairInput,
): readonly Item[] {
  const arrays = new Set(pairs.map(({ first }) => first.array.id));
  const accesses = accessesWithin(list, input).filter(({ array }) => arrays.has(array.id));
  const itemOf = ({ node }: Written): SyntaxNode | undefined =>
    namedChildren(list).find((child) => child.start <= node.start && node.end <= child.end);
  const lastOf = (first: Written, second: Written): SyntaxNode | undefined =>
    first.node.start < second.node.start ? itemOf(second) : itemOf(first);
  return namedChildren(list).flatMap((node): readonly Item[] => {
    const own = accesses.filter((access) => itemOf(access) === node);
    const races = pairs.some(({ first, second }) => itemOf(first) === node && itemOf(second) === node);
    const store = own.find(({ stmt }) => stmt.kind === 'store');
    const isRead = own.some(
      ({ stmt, source }) => stmt.kind === 'load' && (source.id === store?.source.id || node.type === 'if_statement'),
    );
    const parts =
      store === undefined || !isRead
        ? null
        : ((node.type === 'if_statement' ? partsOfBranch(node, accessesWithin(node, input), input.kernel) : null) ??
          partsOf(store, input));
    const waits = pairs.some(({ first, second }) => itemOf(first) !== itemOf(second) && lastOf(first, second) === node);
    return own.length === 0 ? [] : [{ node, parts, races, waits }];
  });
}

function proposal(lists: readonly List[], mask: string, input: RepairInput): Proposal | null {
  const call = `__syncwarp(${mask});`;
  let before = { statements: 0, stores: 0 };
  const edits: Edit[] = [];
  let weight = 0;
  for (const { items, text, loops, closes } of lists) {
    for (const { node, parts, waits } of items) {
      const first = waits ? [call] : [];
      weight += (first.length + (parts === null ? 0 : 1.1)) * 10 ** (loops - 1);
      if (parts !== null) {
        edits.push(...(takenApart(parts, { before, barrier: call, first, last: [] }, input) ?? []));
        before = { statements: before.statements + 1, stores: before.stores + parts.stores.length };
      } else if (waits)
        edits.push({
          file: text.file,
          start: node.start,
          end: node.start,
          text: `${call}${gapBefore(text.text, node.start)}`,
        });
    }
    const last = items.at(-1);
    if (!closes || last === undefined) continue;
    weight += 10 ** (loops - 1);
    const { at, gap } = behind(text.text, last.node);
    edits.push({ file: text.file, start: at, end: at, text: `${gap}${call}` });
  }
  const lines = lists.flatMap(({ items, text, closes }) =>
    items
      .filter(({ parts, waits }, k) => parts !== null || waits || (closes && k === items.length - 1))
      .map(({ node }) => lineOf(text, node.start)),
  );
  if (edits.length === 0) return null;
  const count = edits.reduce((sum, { text }) => sum + text.split('__syncwarp').length - 1, 0);
  return {
    title: `insert ${call.slice(0, -1)} at ${linesListed(lines)} of ${input.kernel.name}`,
    edits,
    cost: { weight, words: count === 1 ? messages.oneWarpBarrier : fill(messages.warpBarriers, { count }) },
  };
}

/** Of a list that only the lowest lanes come to: `if (lane < 16)`. */
function maskFor({ around, text }: List): string | null {
  const lanes = lanesUnder(around, text);
  return lanes < 32 ? `0x${(2 ** lanes - 1).toString(16)}` : null;
}

/** How many threads of a block come there at most, by the branches around: `Infinity` where that is not plain. */
export function lanesUnder(around: readonly SyntaxNode[], text: SourceText): number {
  return Math.min(
    ...around
      .filter(({ type }) => type === 'if_statement')
      .map((branch) => {
        const test = childIn(childIn(branch, 'condition') ?? branch, 'value');
        const [right, sign] =
          test === null ? [null, null] : [childIn(bare(test), 'right'), childIn(bare(test), 'operator')];
        const lanes = right === null || sign === null || textOf(text, sign) !== '<' ? 0 : Number(textOf(text, right));
        return Number.isInteger(lanes) && lanes > 0 ? lanes : Infinity;
      }),
  );
}
