/**
 * Strategy wider-draw: a thread that stores into several cells from a number on draws as many numbers from the counter.
 *
 * Applies to races of stores whose index rests on what an `atomicAdd` of a number gave, which is written in the call.
 * Promises: the first cell of the first thread to come stays; all others move apart, and the counter counts cells, not
 * threads. Smallest example:
 *
 *     int at = atomicAdd(count, 1);            int at = atomicAdd(count, 2);
 *     list[at] = key;                    ⟶     list[at] = key;
 *     list[at + 1] = value;                    list[at + 1] = value;
 *
 * Cost: none.
 */
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, lineOf } from '../written.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { drawnIn } from './atomic-store.ts';
import { eachStmt } from '../../ir/walk.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const widerDraw: Strategy = {
  name: 'wider-draw',
  handles: (fault, input) => isOfDrawn(fault, input) && stepsIn(input).length > 0,
  propose,
  onlyProved: true,
};

/** So many cells at most. */
const most = 8;

/** Whether two different statements store by a drawn number. */
function isOfDrawn(fault: Fault, input: RepairInput): boolean {
  if (fault.kind !== 'race' || fault.handover !== null || fault.first === fault.second) return false;
  const drawn = drawnIn(input.kernel);
  const isDrawn = ({ stmt, place }: Written): boolean =>
    stmt.kind === 'store' &&
    place.subscripts.some(({ index }) => [...freeVariables(index)].some((id) => drawn.has(id)));
  const [first, second] = [accessesIn(input).get(fault.first), accessesIn(input).get(fault.second)];
  return first !== undefined && second !== undefined && isDrawn(first) && isDrawn(second);
}

type Step = Readonly<{ text: SourceText; literal: SyntaxNode; value: number }>;

/** The numbers that are added to counters whose old value is used. */
function stepsIn(input: RepairInput): readonly Step[] {
  const found = new Map<number, Step>();
  eachStmt(input.kernel.body, (stmt) => {
    const at =
      stmt.kind === 'atomic' && stmt.op === 'add' && stmt.target !== null ? accessesIn(input).get(stmt.id) : undefined;
    if (at === undefined) return;
    const { node, text } = at;
    for (const literal of literalsIn(node, text))
      found.set(literal.start, { text, literal, value: Number(textOf(text, literal).replace(/u$/i, '')) });
  });
  return [...found.values()].filter(({ value }) => Number.isInteger(value) && value > 0);
}

/** `1` of `atomicAdd(count, 1)`. */
function literalsIn(node: SyntaxNode, text: SourceText): readonly SyntaxNode[] {
  const called = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const operand =
    called !== null && textOf(text, called) === 'atomicAdd'
      ? namedChildren(childIn(node, 'arguments') ?? node)[1]
      : undefined;
  return [
    ...(operand?.type === 'number_literal' ? [operand] : []),
    ...node.children.flatMap((child) => literalsIn(child, text)),
  ];
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  if (faults.length === 0) return [];
  return stepsIn(input).flatMap(({ text, literal, value }) =>
    Array.from({ length: most - value }, (_, k) => value + 1 + k).map((wider): Proposal => ({
      title: fill(messages.drawMore, { wider, line: lineOf(text, literal.start), name: input.kernel.name }),
      edits: [
        {
          file: text.file,
          start: literal.start,
          end: literal.end,
          text: textOf(text, literal).replace(/^\d+/, `${wider}`),
        },
      ],
      cost: { weight: 0.01 * wider, words: messages.noCost },
    })),
  );
}
