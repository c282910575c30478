/**
 * What the strategies for barrier divergence share: the plan that makes barriers convergent which not all threads
 * reach.
 */
import { listed } from '../../base/listing.ts';
import type { Cost, Proposal, RepairInput } from '../repair.ts';
import type { DivergenceFault, Fault } from '../fault.ts';
import type { Function } from '../restructure/functions.ts';
import type { Plan } from '../restructure/work.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { barriersIn } from '../restructure/restructure.ts';
import { childIn } from '../../parse/node.ts';
import { definitionAt, nodeAt } from '../source-text.ts';
import { functionsOf, restructureAll } from '../restructure/functions.ts';
import { isWithin } from '../restructure/work.ts';
import { nodesOf } from '../restructure/expressions.ts';
import { targetOf } from '../restructure/exits.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/**
 * Which strategy takes the divergences of a kernel: that of the hardest, as constructs inside one another are taken
 * apart at one go.
 */
export function hardestOf(faults: readonly Fault[]): DivergenceFault['code'] | null {
  const codes = new Set(faults.flatMap((fault) => (fault.kind === 'divergence' ? [fault.code] : [])));
  const order: readonly DivergenceFault['code'][] = ['SW202', 'SW203', 'SW204', 'SW201'];
  return order.find((code) => codes.has(code)) ?? null;
}

/** Proposals that make every barrier of these faults convergent. `title`: of what is done at a place. */
export function convergences(
  faults: readonly Fault[],
  input: RepairInput,
  title: (place: string) => string,
): readonly Proposal[] {
  const { kernel } = input;
  const source = input.sourceOf(kernel.span.file);
  const partings =
    source === null
      ? null
      : partingsOf(
          faults.filter((fault) => fault.kind === 'divergence'),
          source,
          input,
        );
  if (source === null || partings === null || partings.length === 0) return [];
  const hasOpened = partings.some(({ opened }) => opened.size > 0);
  const ways = [false, true].flatMap((all) =>
    (hasOpened ? [false, true] : [false]).map((votes) =>
      partings.map((parting): Planned => ({ ...parting, plan: planFor(parting, all, votes) })),
    ),
  );
  return ways
    .flatMap((planned): readonly Proposal[] => {
      const made = restructureAll(
        source,
        (definition) => planned.find((one) => one.definition === definition)?.plan ?? null,
        planned.some(({ plan }) => plan.votes),
        input,
      );
      if ('because' in made || made.edits.length === 0) return [];
      const votesIn = (texts: readonly string[]): number => texts.join('\n').split('__syncthreads_or(').length;
      const asks =
        votesIn(made.edits.map(({ text }) => text)) >
        votesIn(made.edits.map(({ start, end }) => source.text.slice(start, end)));
      const place = listed(planned.map(({ callee, line }) => `line ${line} of ${callee ?? kernel.name}`));
      const weight = weightOf(planned) + made.flagged.size / 10 + (asks ? 10 : 0);
      return [
        { title: title(place) + flagWords(made.flagged), edits: made.edits, cost: { weight, words: wordsOf(asks) } },
      ];
    })
    .filter(
      (proposal, k, every) =>
        every.findIndex((other) => JSON.stringify(other.edits) === JSON.stringify(proposal.edits)) === k,
    );
}

/** Which functions are called with a flag. */
export const flagWords = (callees: ReadonlySet<string>): string =>
  callees.size === 0
    ? ''
    : fill(messages.flagFor, { text: listed([...callees]), more: callees.size === 1 ? 'gets' : 'get' });

/**
 * A function of the text with the constructs at which threads part in it. `barriers`: the statements in it that the
 * block meets at.
 */
type Parting = Readonly<{
  callee: string | null;
  definition: SyntaxNode;
  body: SyntaxNode;
  barriers: ReadonlySet<SyntaxNode>;
  opened: ReadonlySet<SyntaxNode>;
  exits: ReadonlySet<SyntaxNode>;
  line: number;
}>;
type Planned = Parting & Readonly<{ plan: Plan }>;

/** `all`: with the exits that others may hide. */
function planFor({ opened, exits, body, barriers }: Parting, all: boolean, votes: boolean): Plan {
  return {
    opened,
    exits: new Set([...exits, ...(all && exits.size > 0 ? exitsBefore(body, barriers) : [])]),
    gaps: [],
    votes,
    of: 'block',
  };
}

/**
 * Of the kernel and of device functions of the compiled file, those in which threads part; null where some part
 * elsewhere, or the text shows something else.
 */
function partingsOf(
  faults: readonly DivergenceFault[],
  source: SourceText,
  { kernel, compiledFile }: RepairInput,
): readonly Parting[] | null {
  const functions = functionsOf(kernel, source);
  const groups = new Map<Function, DivergenceFault[]>();
  for (const fault of faults) {
    const definition = fault.span.file === source.file ? definitionAt(fault.span.start, source) : null;
    const owner = functions.find((one) => one.definition === definition);
    if (owner === undefined || (owner.callee !== null && source.file !== compiledFile)) return null;
    groups.set(owner, [...(groups.get(owner) ?? []), fault]);
  }
  const partings = [...groups].map(([{ callee, definition }, own]): Parting | null => {
    const body = childIn(definition, 'body');
    const parting = body === null ? null : partingOf(own, source, body);
    return body === null || parting === null
      ? null
      : { ...parting, callee, definition, body, barriers: barriersIn(kernel, source, callee).barriers };
  });
  return partings.some((one) => one === null) ? null : partings.flatMap((one) => one ?? []);
}

/** The constructs at which threads part. Null where the text shows something else. */
function partingOf(
  faults: readonly DivergenceFault[],
  { tree, file }: SourceText,
  body: SyntaxNode,
): Pick<Parting, 'opened' | 'exits' | 'line'> | null {
  const opened = new Set<SyntaxNode>();
  const exits = new Set<SyntaxNode>();
  for (const { code, span } of faults) {
    const node = span.file === file ? partingNode(nodeAt(tree, span), body) : null;
    if (node === null) return null;
    if (exitTypes.includes(node.type)) exits.add(node);
    else if (code === 'SW203')
      for (const exit of nodesOf(node, 'return_statement', 'break_statement').filter(
        (one) => !isWithin(targetOf(one, body), node) || targetOf(one, body) === node,
      ))
        exits.add(exit);
    else opened.add(node);
  }
  return { opened, exits, line: Math.min(...faults.map(({ span }) => span.line)) };
}

/** The exit itself, or the branch or loop in whose head it stands. */
function partingNode(node: SyntaxNode, body: SyntaxNode): SyntaxNode | null {
  if (exitTypes.includes(node.type)) return node;
  const around = nodesOf(
    body,
    'if_statement',
    'for_statement',
    'while_statement',
    'do_statement',
    'conditional_expression',
  )
    .filter((one) => isWithin(node, one))
    .at(-1);
  const isInBody =
    around !== node &&
    around?.children.some(
      (child) => ['consequence', 'alternative', 'body'].includes(child.field ?? '') && isWithin(node, child),
    ) === true;
  return around === undefined || isInBody || around.type === 'conditional_expression' ? null : around;
}

const exitTypes: readonly string[] = ['return_statement', 'break_statement', 'continue_statement'];

/** All exits before a barrier that their construct holds: one may hide another. */
function exitsBefore(body: SyntaxNode, barriers: ReadonlySet<SyntaxNode>): readonly SyntaxNode[] {
  return nodesOf(body, ...exitTypes).filter((exit) => {
    const target = targetOf(exit, body);
    return (
      target.type !== 'switch_statement' &&
      [...barriers].some((barrier) => isWithin(barrier, target) && barrier.start > exit.end)
    );
  });
}

/** A restructured construct is a fraction of a barrier; no barrier is added. */
function weightOf(planned: readonly Planned[]): number {
  const depths = planned.flatMap(({ barriers, body }) =>
    [...barriers].map(
      (barrier) =>
        nodesOf(body, 'for_statement', 'while_statement', 'do_statement').filter((loop) => isWithin(barrier, loop))
          .length,
    ),
  );
  return (
    planned.reduce((sum, { plan: { opened, exits } }) => sum + (opened.size + exits.size) / 10, 0.5) +
    Math.max(0, ...depths) / 100
  );
}

function wordsOf(asks: boolean): Cost['words'] {
  return asks ? messages.sameBarriersAndVote : messages.sameBarriers;
}
