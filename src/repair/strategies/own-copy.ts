/**
 * Strategy own-copy: each row of the block, or each warp, gets a copy of its own of an array in shared memory.
 *
 * Applies to races within a block of an array that the kernel declares with known extents, and names only with a
 * subscript, where the block is known: its rows are the threads of one `threadIdx.y`; of a block of one row, warps take
 * their place, for arrays of at most 32 rows. Promises: what one row does alone stays as it is. That is a repair only
 * where rows were not meant to share what they store; nothing in the text says so, and it is never taken unless a
 * person says so (presumed.ts). Smallest example, of blocks of 32 x 8 threads:
 *
 *     __shared__ float s[32];             __shared__ float s[8][32];
 *     s[threadIdx.x] = in[i];       ⟶     s[threadIdx.y][threadIdx.x] = in[i];
 *
 * Cost: shared memory, and no time: a tenth of a barrier.
 */
import { listed } from '../../base/listing.ts';
import type { ArrayDecl } from '../../ir/ir.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { childIn, isBroken, textOf } from '../../parse/node.ts';
import { definitionOf } from '../source-text.ts';
import { accessesIn, macrosIn } from '../written.ts';
import { nodesOf } from '../restructure/expressions.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const ownCopy: Strategy = {
  name: 'own-copy',
  handles: (fault, input) => copiesOf(fault, input) !== null,
  propose,
};

/** What static shared memory may hold, in bytes (CUDA guide, Compute Capabilities). */
const largest = 48 * 1024;

/** `copies`: how many, of `index` each has one. `names`: where the array is named, its declaration among them. */
type Copies = Readonly<{
  array: ArrayDecl;
  copies: number;
  index: string;
  whose: string;
  names: readonly SyntaxNode[];
  text: SourceText;
}>;

function copiesOf(fault: Fault, input: RepairInput): Copies | null {
  const array =
    fault.kind === 'race' && fault.scope === 'block' && fault.handover === null
      ? input.kernel.arrays.get(fault.array)
      : undefined;
  if (array?.space !== 'shared' || input.block === null) return null;
  const [x, y, z] = input.block;
  if (z !== 1 || !isOverwritten(array, input)) return null;
  const extents = array.extents?.flatMap((one) => one ?? []) ?? [];
  const isOfRows = y > 1;
  const copies = isOfRows ? y : x % 32 === 0 ? x / 32 : 1;
  const size = extents.reduce((product, one) => product * one, array.elementBytes);
  const isFitting =
    extents.length > 0 &&
    extents.length === array.extents?.length &&
    copies > 1 &&
    copies * size <= largest &&
    (isOfRows || (extents[0] ?? 0) <= 32);
  const names = isFitting ? namesOf(array, input) : null;
  if (names === null) return null;
  return {
    array,
    copies,
    index: isOfRows ? 'threadIdx.y' : 'threadIdx.x / 32',
    whose: isOfRows ? messages.eachRow : messages.eachWarp,
    ...names,
  };
}

/**
 * Whether one statement stores what another thread stores by it, too: rows that hand something over store in one place,
 * and read in another.
 */
function isOverwritten({ id }: ArrayDecl, input: RepairInput): boolean {
  const at = accessesIn(input);
  return input.faults.some(
    (one) =>
      one.kind === 'race' &&
      one.array === id &&
      at.get(one.second)?.stmt.kind === 'store' &&
      at.get(one.first)?.source.id === at.get(one.second)?.source.id,
  );
}

/** Null where the kernel's text names it in another way than by one declaration and with a subscript. */
function namesOf({ name }: ArrayDecl, { kernel, sourceOf }: RepairInput): Pick<Copies, 'names' | 'text'> | null {
  const text = sourceOf(kernel.span.file);
  const definition = text === null ? null : definitionOf(kernel, text);
  if (
    text === null ||
    definition === null ||
    isBroken(definition) ||
    macrosIn(text).some((macro) => new RegExp(String.raw`\b${name}\b`).test(macro))
  )
    return null;
  const names = nodesOf(definition, 'identifier').filter((node) => textOf(text, node) === name);
  const declared = nodesOf(definition, 'array_declarator')
    .flatMap((one) => innermost(one))
    .filter((node) => textOf(text, node) === name);
  const [declaration, ...others] = nodesOf(definition, 'declaration').filter((one) =>
    declared.some((node) => one.start <= node.start && node.end <= one.end),
  );
  const used = nodesOf(definition, 'subscript_expression').flatMap((one) => childIn(one, 'argument') ?? []);
  const isPlain =
    declaration !== undefined &&
    others.length === 0 &&
    /^(?:static\s+)?__shared__\b(?!.*\bextern\b)/.test(textOf(text, declaration));
  return isPlain && declared.length === 1 && names.every((node) => node === declared[0] || used.includes(node))
    ? { names, text }
    : null;
}

/** The name in `s[8][4]`. */
function innermost(declarator: SyntaxNode): readonly SyntaxNode[] {
  const inner = childIn(declarator, 'declarator');
  return inner === null ? [] : inner.type === 'identifier' ? [inner] : [];
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const all = [
    ...new Map(faults.flatMap((fault) => copiesOf(fault, input) ?? []).map((one) => [one.array.id, one])).values(),
  ];
  const [first] = all;
  if (first === undefined) return [];
  return [
    {
      title: fill(messages.ownCopy, {
        whose: first.whose,
        arrays: listed(all.map(({ array }) => array.name)),
        name: input.kernel.name,
      }),
      edits: all.flatMap(editsFor),
      cost: { weight: all.length / 10, words: fill(messages.moreShared, { times: first.copies }) },
    },
  ];
}

function editsFor({ names, text: { file }, copies, index }: Copies): readonly Edit[] {
  const [declared, ...uses] = [...names].sort((a, b) => a.start - b.start);
  const behind = (node: SyntaxNode, inserted: string): Edit => ({
    file,
    start: node.end,
    end: node.end,
    text: `[${inserted}]`,
  });
  return [
    ...(declared === undefined ? [] : [behind(declared, `${copies}`)]),
    ...uses.map((node) => behind(node, index)),
  ];
}
