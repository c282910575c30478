/**
 * Strategy atomic-load: a cell that others change by atomics is read by one, too.
 *
 * Applies to races of a plain read with atomics (SW106), and with updates that become atomics by the same patch, of
 * numbers that have an atomic function. Where a loop waits for the value, or a compare-and- exchange of the same cell
 * tells whether it was still right, any value that the cell has meanwhile was meant (`atomicLoad`). Elsewhere nothing
 * in the text says so: the last one may be meant, which another kernel has to read; such a patch is taken only where a
 * person says so (`anyTimesLoad`, presumed.ts).
 * Promises: one thread reads what it read. Smallest example:
 *
 *     while (*flag == 0) { }   ⟶   while (atomicAdd(flag, 0) == 0) { }
 *
 * Cost: 10^(loop depth) for each read, as for a barrier.
 */
import { linesListed } from '../../base/listing.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, bare, hasType, isSamePlace, lineOf, loopTypes } from '../written.ts';
import { effects } from '../update-shapes.ts';
import { addressOf, costOfAtomics, hasAtomic } from '../atomic-calls.ts';
import { updatesIn } from '../claims.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { someStmt } from '../../ir/walk.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const atomicLoad: Strategy = {
  name: 'atomic-load',
  handles: (fault, input) => readOf(fault, input)?.isOfAnyTime === true,
  propose,
};

/** Presumes that any value will do that the cell has meanwhile. */
export const anyTimesLoad: Strategy = {
  name: 'any-times-load',
  handles: (fault, input) => readOf(fault, input)?.isOfAnyTime === false,
  propose,
};

type Read = Readonly<{ at: Written; cell: SyntaxNode; isOfAnyTime: boolean }>;

/** The plain one of the two accesses. */
function readOf(fault: Fault, input: RepairInput): Read | null {
  if (fault.kind !== 'race' || fault.handover !== null) return null;
  const [first, second] = [fault.first, fault.second].map((id) => accessesIn(input).get(id));
  if (first === undefined || second === undefined) return null;
  // what a patch makes an atomic of is one
  const isUpdate = ({ stmt: { id, kind } }: Written): boolean => kind === 'atomic' || updatesIn(input).has(id);
  const at = isUpdate(first) ? second : first;
  const other = at === first ? second : first;
  if (
    !isUpdate(other) ||
    isUpdate(at) ||
    at.stmt.kind !== 'load' ||
    at.stmt.copy !== undefined ||
    at.place.type.kind !== 'int'
  )
    return null;
  const cell = cellIn(at);
  if (cell === null || !hasAtomic(cell, at)) return null;
  const isChecked = someStmt(
    input.kernel.body,
    (stmt) => stmt.kind === 'atomic' && stmt.op === 'cas' && isSamePlace(stmt.place, at.place),
  );
  return { at, cell, isOfAnyTime: loopTypes.includes(at.node.type) || isChecked };
}

/**
 * The one expression of the statement that reads memory by the name of the array; null where there are several, or it
 * is set there.
 */
function cellIn({ node, text, array }: Written): SyntaxNode | null {
  const asked = loopTypes.includes(node.type) || node.type === 'if_statement' ? childIn(node, 'condition') : node;
  if (asked === null) return null;
  const all = cellsIn(asked, (cell) => nameOf(textOf(text, cell)) === array.name);
  const [only, ...more] = all.length > 0 ? all : cellsIn(asked, () => true);
  return only === undefined || more.length > 0 || hasType(only, effects) ? null : only;
}

/** The first name behind the types that it is cast to. */
export const nameOf = (text: string): string | undefined =>
  /[A-Za-z_]\w*/.exec(text.replace(/\([\w\s]*\*\s*\)/g, ''))?.[0];

/** Elements and what pointers point to, outermost; not what is assigned to, nor what an address is taken of. */
export function cellsIn(node: SyntaxNode, matches: (cell: SyntaxNode) => boolean): readonly SyntaxNode[] {
  const isElement =
    node.type === 'subscript_expression' ||
    (node.type === 'pointer_expression' && node.children.some(({ type }) => type === '*'));
  if (isElement && matches(node)) return [node];
  if (node.type === 'pointer_expression' && !isElement) return [];
  const target = node.type === 'assignment_expression' ? childIn(node, 'left') : null;
  const isSet = (child: SyntaxNode): boolean =>
    child === target && ['subscript_expression', 'pointer_expression'].includes(bare(child).type);
  return node.children.flatMap((child) => (isSet(child) ? [] : cellsIn(child, matches)));
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const reads = [
    ...new Map(faults.flatMap((fault) => readOf(fault, input) ?? []).map((one) => [one.cell.start, one])).values(),
  ].sort((a, b) => a.cell.start - b.cell.start);
  if (reads.length === 0) return [];
  return [
    {
      title: fill(messages.readAtomically, {
        places: linesListed(reads.map(({ at, cell }) => lineOf(at.text, cell.start))),
        name: input.kernel.name,
      }),
      edits: reads.map(({ at: { text, place }, cell }) => ({
        file: text.file,
        start: cell.start,
        end: cell.end,
        text: `atomicAdd(${addressOf(cell, text)}, ${zeroOf(place.type.kind === 'int' && place.type.bits === 64)})`,
      })),
      cost: costOfAtomics(reads.map(({ at }) => at)),
    },
  ];
}

const zeroOf = (isWide: boolean): string => (isWide ? '0ull' : '0');
