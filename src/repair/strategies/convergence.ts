/** What the strategies for barrier divergence share: the plan that makes barriers convergent which not all threads reach. */
import type { Cost, Proposal, RepairInput } from '../repair.ts';
import type { DivergenceFault, Fault } from '../fault.ts';
import type { Plan } from '../restructure/work.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { barriersIn, restructure } from '../restructure/restructure.ts';
import { childIn } from '../../parse/node.ts';
import { definitionOf, nodeAt } from '../source-text.ts';
import { isWithin } from '../restructure/work.ts';
import { nodesOf } from '../restructure/expressions.ts';
import { targetOf } from '../restructure/exits.ts';

/** Which strategy takes the divergences of a kernel: that of the hardest, as constructs inside one another are taken apart at one go. */
export function hardestOf(faults: readonly Fault[]): DivergenceFault['code'] | null {
  const codes = new Set(faults.flatMap((fault) => (fault.kind === 'divergence' ? [fault.code] : [])));
  const order: readonly DivergenceFault['code'][] = ['SW202', 'SW203', 'SW204', 'SW201'];
  return order.find((code) => codes.has(code)) ?? null;
}

/** Proposals that make every barrier of these faults convergent. `title`: of what is done at a place. */
export function convergences(faults: readonly Fault[], input: RepairInput, title: (place: string) => string): readonly Proposal[] {
  const { kernel } = input;
  const source = input.sourceOf(kernel.span.file);
  const body = source === null ? null : childIn(definitionOf(kernel, source) ?? source.tree, 'body');
  if (source === null || body === null) return [];
  const parting = partingOf(faults.filter((fault) => fault.kind === 'divergence'), source, body);
  if (parting === null) return [];
  const { opened, exits, line } = parting;
  const { barriers } = barriersIn(kernel, source);
  const all = new Set([...exits, ...exitsBefore(body, barriers)]);
  const plans: readonly Plan[] = [exits, ...(exits.size > 0 && all.size > exits.size ? [all] : [])]
    .flatMap((some) => (opened.size > 0 ? [false, true] : [false]).map((votes): Plan => ({ opened, exits: some, gaps: [], votes })));
  return plans.flatMap((plan): readonly Proposal[] => {
    const made = restructure(kernel, source, plan);
    if ('because' in made || made.edits.length === 0) return [];
    const asks = made.edits.some(({ text }) => text.includes('__syncthreads_or'));
    return [{ title: title(`line ${line} of ${kernel.name}`), edits: made.edits, cost: { weight: weightOf(plan, barriers, body) + (asks ? 10 : 0), words: wordsOf(asks) } }];
  }).filter((proposal, k, every) => every.findIndex((other) => JSON.stringify(other.edits) === JSON.stringify(proposal.edits)) === k);
}

type Parting = Readonly<{ opened: ReadonlySet<SyntaxNode>; exits: ReadonlySet<SyntaxNode>; line: number }>;

/** The constructs at which threads part. Null where the text shows something else. */
function partingOf(faults: readonly DivergenceFault[], { tree, file }: SourceText, body: SyntaxNode): Parting | null {
  const opened = new Set<SyntaxNode>();
  const exits = new Set<SyntaxNode>();
  for (const { code, span } of faults) {
    const node = span.file === file ? partingNode(nodeAt(tree, span), body) : null;
    if (node === null) return null;
    if (exitTypes.includes(node.type)) exits.add(node);
    else if (code === 'SW203') for (const exit of nodesOf(node, 'return_statement', 'break_statement').filter((one) => !isWithin(targetOf(one, body), node) || targetOf(one, body) === node)) exits.add(exit);
    else opened.add(node);
  }
  return { opened, exits, line: Math.min(...faults.map(({ span }) => span.line)) };
}

/** The exit itself, or the branch or loop in whose head it stands. */
function partingNode(node: SyntaxNode, body: SyntaxNode): SyntaxNode | null {
  if (exitTypes.includes(node.type)) return node;
  const around = nodesOf(body, 'if_statement', 'for_statement', 'while_statement', 'do_statement', 'conditional_expression').filter((one) => isWithin(node, one)).at(-1);
  const isInBody = around !== node && around?.children.some((child) => ['consequence', 'alternative', 'body'].includes(child.field ?? '') && isWithin(node, child)) === true;
  return around === undefined || isInBody || around.type === 'conditional_expression' ? null : around;
}

const exitTypes: readonly string[] = ['return_statement', 'break_statement', 'continue_statement'];

/** All exits before a barrier that their construct holds: one may hide another. */
function exitsBefore(body: SyntaxNode, barriers: ReadonlySet<SyntaxNode>): readonly SyntaxNode[] {
  return nodesOf(body, ...exitTypes).filter((exit) => {
    const target = targetOf(exit, body);
    return target.type !== 'switch_statement' && [...barriers].some((barrier) => isWithin(barrier, target) && barrier.start > exit.end);
  });
}

/** A restructured construct is a fraction of a barrier; no barrier is added. */
function weightOf({ opened, exits }: Plan, barriers: ReadonlySet<SyntaxNode>, body: SyntaxNode): number {
  const depth = (barrier: SyntaxNode): number => nodesOf(body, 'for_statement', 'while_statement', 'do_statement').filter((loop) => isWithin(barrier, loop)).length;
  return 0.5 + (opened.size + exits.size) / 10 + Math.max(0, ...[...barriers].map(depth)) / 100;
}

function wordsOf(asks: boolean): Cost['words'] {
  return asks ? 'the same barriers, and one vote of the block in every turn of the loop' : 'the same barriers, reached by all threads of the block';
}
