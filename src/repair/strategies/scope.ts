/**
 * Strategy scope: atomics that reach only their own block reach the whole device.
 *
 * Applies to races between blocks of two atomics (SW405), where one is called by a name for one block. Promises: one thread computes the same.
 * Smallest example:
 *
 *     atomicAdd_block(&bins[b], 1);   ⟶   atomicAdd(&bins[b], 1);
 *
 * Cost: 10^(loop depth) for each, since the atomic leaves the multiprocessor.
 */
import { linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { accessesIn, lineOf, loopsAround } from '../written.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const scope: Strategy = { name: 'scope', handles: (fault, input) => narrowIn(fault, input).length > 0, propose };

/** The calls of the two statements that reach only the block. */
type Narrow = Readonly<{ at: Written; name: SyntaxNode }>;

function narrowIn(fault: Fault, input: RepairInput): readonly Narrow[] {
  if (fault.kind !== 'race' || fault.code !== 'SW405' || fault.handover !== null) return [];
  const written = [fault.first, fault.second].flatMap((id) => accessesIn(input).get(id) ?? []);
  return written.flatMap((at) => callsIn(at.node, at).map((name) => ({ at, name })));
}

function callsIn(node: SyntaxNode, at: Written): readonly SyntaxNode[] {
  const called = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const own = called !== null && narrowName.test(textOf(at.text, called)) ? [called] : [];
  return [...own, ...node.children.flatMap((child) => callsIn(child, at))];
}

const narrowName = /^atomic[A-Z]\w*_block$/;

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const all = new Map(faults.flatMap((fault) => narrowIn(fault, input)).map((one) => [one.name.start, one]));
  const sorted = [...all.values()].sort((a, b) => a.name.start - b.name.start);
  const edits = sorted.map(({ at: { text }, name }): Edit => ({ file: text.file, start: name.end - '_block'.length, end: name.end, text: '' }));
  return sorted.length === 0 ? [] : [{
    title: fill(messages.widenAtomic, { place: linesListed(sorted.map(({ at, name }) => lineOf(at.text, name.start))), name: input.kernel.name }),
    edits,
    cost: { weight: sorted.reduce((sum, { at }) => sum + 10 ** loopsAround(at.around).length, 0), words: messages.widerScopeCost },
  }];
}
