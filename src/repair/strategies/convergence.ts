/** What the strategies for barrier divergence share: the plan that makes barriers convergent which not all threads reach. */
import type { Cost, Proposal, RepairInput } from '../repair.ts';
import type { DivergenceFault, Fault } from '../fault.ts';
import type { Owner } from '../restructure/restructure.ts';
import type { Plan } from '../restructure/work.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { barriersIn, restructure } from '../restructure/restructure.ts';
import { childIn } from '../../parse/node.ts';
import { definitionAt, definitionOf, nodeAt } from '../source-text.ts';
import { sourceId } from '../../base/brand.ts';
import { statementOf } from '../apart.ts';
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
  const owner = source === null ? null : ownerOf(faults, source, input);
  const definition = source === null ? null : (owner?.definition ?? definitionOf(kernel, source));
  const body = definition === null ? null : childIn(definition, 'body');
  if (source === null || body === null) return [];
  const parting = partingOf(faults.filter((fault) => fault.kind === 'divergence'), source, body);
  if (parting === null) return [];
  const { opened, exits, line } = parting;
  const { barriers } = barriersIn(kernel, source, owner?.callee ?? null);
  const all = new Set([...exits, ...exitsBefore(body, barriers)]);
  const plans: readonly Plan[] = [exits, ...(exits.size > 0 && all.size > exits.size ? [all] : [])]
    .flatMap((some) => (opened.size > 0 ? [false, true] : [false]).map((votes): Plan => ({ opened, exits: some, gaps: [], votes })));
  return plans.flatMap((plan): readonly Proposal[] => {
    const made = restructure(kernel, source, plan, owner);
    if ('because' in made || made.edits.length === 0) return [];
    const votesIn = (texts: readonly string[]): number => texts.join('\n').split('__syncthreads_or(').length;
    const asks = votesIn(made.edits.map(({ text }) => text)) > votesIn(made.edits.map(({ start, end }) => source.text.slice(start, end)));
    return [{ title: title(`line ${line} of ${owner?.callee ?? kernel.name}`), edits: made.edits, cost: { weight: weightOf(plan, barriers, body) + (asks ? 10 : 0), words: wordsOf(asks) } }];
  }).filter((proposal, k, every) => every.findIndex((other) => JSON.stringify(other.edits) === JSON.stringify(proposal.edits)) === k);
}

/** The device function of the compiled file in which all barriers of the faults stand, and the places where threads part; null where they do not. */
function ownerOf(faults: readonly Fault[], source: SourceText, { kernel, compiledFile }: RepairInput): Owner | null {
  const divergences = faults.filter((fault) => fault.kind === 'divergence');
  const [first] = divergences.map(({ barrier }) => kernel.sources.get(statementOf(barrier, kernel)?.source ?? kernelSource));
  if (first === undefined || first.callee === null || first.span.file !== compiledFile || first.span.file !== source.file) return null;
  const definition = definitionAt(first.span.start, source);
  const isInside = ({ file, start, end }: DivergenceFault['span']): boolean => definition !== null && file === source.file && definition.start <= start && end <= definition.end;
  const areInside = divergences.every(({ barrier, span }) => {
    const at = kernel.sources.get(statementOf(barrier, kernel)?.source ?? kernelSource);
    return at?.callee === first.callee && isInside(at.span) && isInside(span);
  });
  return definition === null || !areInside ? null : { callee: first.callee, definition };
}

const kernelSource = sourceId(0);

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
