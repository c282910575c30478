/**
 * Strategy split-branch: a barrier between two statements of a branch that not all threads take: the branch is split
 * there, so that all come to the barrier. Between the two arms of one branch, the second becomes a branch of its own
 * [AuCS, ISSRE'20, section IV].
 *
 * Applies to races within a block whose two statements stand in the kernel's own text, or in that of a device function
 * of its file that both are reached through, under a condition that may differ between threads. Promises: what each
 * thread does, and in which order, stays as it is; the condition is evaluated once. Smallest example:
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
import { linesListed, listed } from '../../base/listing.ts';
import type { Fault, RaceFault } from '../fault.ts';
import type { Function } from '../restructure/functions.ts';
import type { Gap, Plan } from '../restructure/work.ts';
import type { Kernel } from '../../ir/ir.ts';
import type { Names } from '../restructure/expressions.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Way } from '../places.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { eachStmt } from '../../ir/walk.ts';
import { flagWords } from './convergence.ts';
import { functionsOf, restructureAll } from '../restructure/functions.ts';
import { nodeAt } from '../source-text.ts';
import { lineOf } from '../written.ts';
import { memoized } from '../../base/memoize.ts';
import { partingStatements } from '../variant.ts';
import { placesOf } from '../places.ts';
import { isWithin } from '../restructure/work.ts';
import { mayDiffer, namesOf, nodesOf } from '../restructure/expressions.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const splitBranch: Strategy = {
  name: 'split-branch',
  handles: (fault) => fault.kind === 'race' && fault.scope === 'block' && fault.handover === null,
  propose,
};

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const source = input.sourceOf(input.kernel.span.file);
  if (source === null) return [];
  const found = new Map<string, Split>();
  for (const fault of faults) {
    const split = fault.kind === 'race' ? splitFor(fault, source, input) : null;
    if (split === null) return [];
    found.set(`${split.gap.host.start} ${split.gap.side}`, split);
  }
  const between = [...found.values()];
  const turns = between.flatMap((split) => turnOf(split.gap, split.body).map((gap): Split => ({ ...split, gap })));
  return [between, ...(turns.length > 0 ? [[...between, ...turns]] : [])].flatMap((all) =>
    proposal(all, source, input),
  );
}

/**
 * A barrier to be put in, in the kernel or in a device function. `calls`: the statements that lead there, outermost
 * first.
 */
type Split = Readonly<{ gap: Gap; owner: Function; body: SyntaxNode; calls: Way }>;

/** In the function whose text both statements are reached from by the same calls. */
function splitFor(fault: RaceFault, source: SourceText, { kernel, compiledFile, sourceOf }: RepairInput): Split | null {
  const { ways } = placesOf(kernel, sourceOf);
  const [from, to] = [ways.get(fault.first), ways.get(fault.second)];
  const carrier = fault.carriedBy === null ? undefined : ways.get(fault.carriedBy);
  if (from === undefined || to === undefined) return null;
  const level = carrier === undefined ? from.findIndex((one, k) => one.id !== to[k]?.id) : carrier.length - 1;
  const [first, second] = level < 0 ? [from.at(-1), to.at(-1)] : [from[level], to[level]];
  if (first === undefined || second === undefined || first.inMacro || second.inMacro || first.callee !== second.callee)
    return null;
  const owner = functionsOf(kernel, source).find(
    ({ callee, definition }) =>
      callee === first.callee && definition.start <= first.span.start && first.span.end <= definition.end,
  );
  const body = owner === undefined ? null : childIn(owner.definition, 'body');
  if (owner === undefined || body === null || (owner.callee !== null && source.file !== compiledFile)) return null;
  const turns = carrier?.at(-1);
  const gap = gapFor(
    fault,
    nodeAt(source.tree, first.span),
    nodeAt(source.tree, second.span),
    turns === undefined ? null : nodeAt(source.tree, turns.span),
    body,
  );
  return gap === null ? null : { gap, owner, body, calls: from.slice(0, level < 0 ? -1 : level) };
}

function proposal(splits: readonly Split[], source: SourceText, input: RepairInput): readonly Proposal[] {
  const { kernel } = input;
  const plans = plansFor(splits, source, kernel);
  if (splits.every(({ gap, owner }) => gap.side !== 'between' && plans.get(owner.definition)?.opened.size === 0))
    return [];
  const made = restructureAll(source, (definition) => plans.get(definition) ?? null, false, input);
  if ('because' in made || made.edits.length === 0) return [];
  const depths = splits.map(
    ({ gap: { host }, body }) => nodesOf(body, ...loops).filter((loop) => isWithin(host, loop) && host !== loop).length,
  );
  const places = linesListed(
    splits.map(({ gap: { host, side } }) =>
      side === 'after' ? lineOf(source, host.end) + 1 : lineOf(source, host.start),
    ),
  );
  const owners = [...new Set(splits.map(({ owner }) => owner.callee ?? kernel.name))];
  const weight = depths.reduce((sum, depth) => sum + 10 ** depth, 0.5);
  const count = splits.length === 1 ? 'one barrier' : `${splits.length} barriers`;
  const words = Math.max(...depths) > 0 ? fill(messages.splitInLoop, { count }) : fill(messages.splitOnce, { count });
  return [
    {
      title: fill(messages.splitBranch, { text: places, more: listed(owners), rest: flagWords(made.flagged) }),
      edits: made.edits,
      cost: { weight, words },
    },
  ];
}

/** Of the functions that get barriers, and of those that call them where threads part around the call. */
function plansFor(splits: readonly Split[], source: SourceText, kernel: Kernel): ReadonlyMap<SyntaxNode, Plan> {
  const parting = partingPlaces(kernel);
  const plans = new Map<SyntaxNode, Plan>();
  for (const { gap, owner, body, calls } of splits) {
    const add = ({ callee, definition }: Function, inside: SyntaxNode, host: Gap, gaps: readonly Gap[]): void => {
      const known = plans.get(definition);
      const opened = openedAround(host, inside, namesOf(definition, source), callee === null ? new Set() : parting);
      if (gaps.length > 0 || opened.length > 0)
        plans.set(definition, {
          opened: new Set([...(known?.opened ?? []), ...opened]),
          exits: new Set(),
          gaps: [...(known?.gaps ?? []), ...gaps],
          votes: false,
          of: 'block',
        });
    };
    add(owner, body, gap, [gap]);
    for (const call of calls) {
      const caller = functionsOf(kernel, source).find(
        ({ definition }) => definition.start <= call.span.start && call.span.end <= definition.end,
      );
      const around = caller === undefined ? null : childIn(caller.definition, 'body');
      if (caller !== undefined && around !== null)
        add(caller, around, { host: nodeAt(source.tree, call.span), side: 'before' }, []);
    }
  }
  return plans;
}

/** Where the branches and loops begin at which threads may part, by what they rest on in the caller too. */
function partingPlaces(kernel: Kernel): ReadonlySet<number> {
  const parting = partingStatements(kernel);
  const found = new Set<number>();
  eachStmt(kernel.body, ({ id, source }) => {
    const start = kernel.sources.get(source)?.span.start;
    if (parting.has(id) && start !== undefined) found.add(start);
  });
  return found;
}

/** The end of the turn of the loop around it, where one turn may race with the next too. */
function turnOf({ host, side }: Gap, body: SyntaxNode): readonly Gap[] {
  const loop = nodesOf(body, ...loops)
    .filter((node) => node !== host && isWithin(host, node))
    .at(-1);
  const end = loop === undefined ? null : endOfTurn(loop);
  return end === null || (side === 'after' && end.host === host) ? [] : [end];
}

function endOfTurn(loop: SyntaxNode): Gap | null {
  const list = childIn(loop, 'body');
  const last = list?.type === 'compound_statement' ? namedChildren(list).at(-1) : list;
  return last === undefined || last === null || /^(?:break|continue|return)_/.test(last.type)
    ? null
    : { host: last, side: 'after' };
}

const loops = ['for_statement', 'while_statement', 'do_statement'] as const;

/** Between the two statements, where their ways part: in a list, at the end of the loop's turn, or between two arms. */
function gapFor(
  { carriedBy }: RaceFault,
  first: SyntaxNode,
  second: SyntaxNode,
  carrier: SyntaxNode | null,
  body: SyntaxNode,
): Gap | null {
  if (carriedBy !== null) return carrier === null ? null : endOfTurn(carrier);
  const [early, late] = first.start <= second.start ? [first, second] : [second, first];
  const around = listsAndBranches(body)
    .filter((node) => node !== early && node !== late && isWithin(early, node) && isWithin(late, node))
    .at(-1);
  if (around === undefined) return null;
  if (around.type === 'if_statement')
    return isIn(early, childIn(around, 'consequence')) && isIn(late, childIn(around, 'alternative'))
      ? { host: around, side: 'between' }
      : null;
  const host = namedChildren(around).find((node) => isWithin(late, node));
  return host === undefined || isWithin(early, host) ? null : { host, side: 'before' };
}

const listsAndBranches = memoized((body: SyntaxNode) => nodesOf(body, 'compound_statement', 'if_statement'));

const isIn = (node: SyntaxNode, arm: SyntaxNode | null): boolean => arm !== null && isWithin(node, arm);

/**
 * The branches and loops around it whose condition may differ between threads, and the branches within the outermost of
 * them.
 */
function openedAround(
  { host, side }: Gap,
  body: SyntaxNode,
  names: Names,
  parting: ReadonlySet<number>,
): readonly SyntaxNode[] {
  const around = nodesOf(body, 'if_statement', ...loops).filter(
    (node) => isWithin(host, node) && (node !== host || side === 'between'),
  );
  const parts = (node: SyntaxNode): boolean => parting.has(node.start) || mayDiffer(childIn(node, 'condition'), names);
  const outermost = around.findIndex(parts);
  return outermost < 0 ? [] : around.slice(outermost).filter((node) => node.type === 'if_statement' || parts(node));
}
