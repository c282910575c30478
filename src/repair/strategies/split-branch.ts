/**
 * Strategy split-branch: a barrier between two statements of a branch that not all threads take: the branch is split there, so that all come to the
 * barrier. Between the two arms of one branch, the second becomes a branch of its own [AuCS, ISSRE'20, section IV].
 *
 * Applies to races within a block whose two statements stand in the kernel's own text, under a condition that may differ between threads. Promises:
 * what each thread does, and in which order, stays as it is; the condition is evaluated once. Smallest example:
 *
 *     if (t < n) {                 const bool active = t < n;
 *       s[t] = in[t];              if (active) {
 *       out[t] = s[n - 1 - t];       s[t] = in[t];
 *     }                     ⟶      }
 *                                  __syncthreads();
 *                                  if (active) {
 *                                    out[t] = s[n - 1 - t];
 *                                  }
 *
 * Cost: 10^(loop depth) for each barrier, as that of insert-barrier, and half a barrier for the branch.
 */
import type { Fault, RaceFault } from '../fault.ts';
import type { Gap } from '../restructure/work.ts';
import type { Names } from '../restructure/expressions.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { SourceStatement } from '../../ir/ir.ts';
import type { StmtId } from '../../base/brand.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { definitionOf, nodeAt } from '../source-text.ts';
import { lineOf } from '../written.ts';
import { memoized } from '../../base/memoize.ts';
import { placesOf } from '../places.ts';
import { isWithin } from '../restructure/work.ts';
import { mayDiffer, namesOf, nodesOf } from '../restructure/expressions.ts';
import { restructureAll } from '../restructure/functions.ts';

export const splitBranch: Strategy = {
  name: 'split-branch',
  handles: (fault) => fault.kind === 'race' && fault.scope === 'block' && fault.handover === null,
  propose,
};

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const { kernel } = input;
  const source = input.sourceOf(kernel.span.file);
  const definition = source === null ? null : definitionOf(kernel, source);
  const body = definition === null ? null : childIn(definition, 'body');
  if (source === null || definition === null || body === null) return [];
  const { ways } = placesOf(kernel);
  const own = (id: StmtId): SourceStatement | undefined => ways.get(id)?.[0];
  const names = namesOf(definition, source);
  const gaps = new Map<string, Gap>();
  for (const fault of faults) {
    if (fault.kind !== 'race') return [];
    const [first, second] = [own(fault.first), own(fault.second)];
    if (first === undefined || second === undefined || first.inMacro || second.inMacro) return [];
    const carrier = fault.carriedBy === null ? undefined : own(fault.carriedBy);
    const gap = gapFor(fault, nodeAt(source.tree, first.span), nodeAt(source.tree, second.span), carrier === undefined ? null : nodeAt(source.tree, carrier.span), body);
    if (gap === null) return [];
    gaps.set(`${gap.host.start} ${gap.side}`, gap);
  }
  const between = [...gaps.values()];
  const turns = between.flatMap((gap) => turnOf(gap, body));
  return [between, ...(turns.length > 0 ? [[...between, ...turns]] : [])].flatMap((all) => proposal(all, body, names, input));
}

function proposal(gaps: readonly Gap[], body: SyntaxNode, names: Names, input: RepairInput): readonly Proposal[] {
  const { source } = names;
  const { kernel } = input;
  const opened = new Set(gaps.flatMap((gap) => openedAround(gap, body, names)));
  if (opened.size === 0 && gaps.every(({ side }) => side !== 'between')) return [];
  const own = definitionOf(kernel, source);
  const made = restructureAll(source, (definition) => (definition === own ? { opened, exits: new Set(), gaps, votes: false, of: 'block' } : null), false, input);
  if ('because' in made || made.edits.length === 0) return [];
  const depths = gaps.map(({ host }) => nodesOf(body, ...loops).filter((loop) => isWithin(host, loop) && host !== loop).length);
  const places = gaps.map(({ host, side }) => `line ${side === 'after' ? lineOf(source, host.end) + 1 : lineOf(source, host.start)}`);
  const weight = depths.reduce((sum, depth) => sum + 10 ** depth, 0.5);
  const count = gaps.length === 1 ? 'one barrier' : `${gaps.length} barriers`;
  const words = Math.max(...depths) > 0 ? `${count} in every turn of the loop, and a branch split there` : `${count}, executed once by each thread, and a branch split there`;
  return [{ title: `split the branch at ${places.join(' and ')} of ${kernel.name} with __syncthreads()`, edits: made.edits, cost: { weight, words } }];
}

/** The end of the turn of the loop around it, where one turn may race with the next too. */
function turnOf({ host, side }: Gap, body: SyntaxNode): readonly Gap[] {
  const loop = nodesOf(body, ...loops).filter((node) => node !== host && isWithin(host, node)).at(-1);
  const end = loop === undefined ? null : endOfTurn(loop);
  return end === null || (side === 'after' && end.host === host) ? [] : [end];
}

function endOfTurn(loop: SyntaxNode): Gap | null {
  const list = childIn(loop, 'body');
  const last = list?.type === 'compound_statement' ? namedChildren(list).at(-1) : list;
  return last === undefined || last === null || /^(?:break|continue|return)_/.test(last.type) ? null : { host: last, side: 'after' };
}

const loops = ['for_statement', 'while_statement', 'do_statement'] as const;

/** Between the two statements, where their ways part: in a list, at the end of the loop's turn, or between two arms. */
function gapFor({ carriedBy }: RaceFault, first: SyntaxNode, second: SyntaxNode, carrier: SyntaxNode | null, body: SyntaxNode): Gap | null {
  if (carriedBy !== null) return carrier === null ? null : endOfTurn(carrier);
  const [early, late] = first.start <= second.start ? [first, second] : [second, first];
  const around = listsAndBranches(body).filter((node) => node !== early && node !== late && isWithin(early, node) && isWithin(late, node)).at(-1);
  if (around === undefined) return null;
  if (around.type === 'if_statement') return isIn(early, childIn(around, 'consequence')) && isIn(late, childIn(around, 'alternative')) ? { host: around, side: 'between' } : null;
  const host = namedChildren(around).find((node) => isWithin(late, node));
  return host === undefined || isWithin(early, host) ? null : { host, side: 'before' };
}

const listsAndBranches = memoized((body: SyntaxNode) => nodesOf(body, 'compound_statement', 'if_statement'));

const isIn = (node: SyntaxNode, arm: SyntaxNode | null): boolean => arm !== null && isWithin(node, arm);

/** The branches and loops around it whose condition may differ between threads, and the branches within the outermost of them. */
function openedAround({ host, side }: Gap, body: SyntaxNode, names: Names): readonly SyntaxNode[] {
  const around = nodesOf(body, 'if_statement', ...loops).filter((node) => isWithin(host, node) && (node !== host || side === 'between'));
  const outermost = around.findIndex((node) => mayDiffer(childIn(node, 'condition'), names));
  return outermost < 0 ? [] : around.slice(outermost).filter((node) => node.type === 'if_statement' || mayDiffer(childIn(node, 'condition'), names));
}
