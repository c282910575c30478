/**
 * Strategy fence: data and the flag, counter or lock that hands it over are told apart by fences.
 *
 * Applies to races of a hand-over that lacks something (SW404 to SW407): a fence before others are told, one after it
 * is seen, a wider one, or an atomic where a lock is released by a plain store. Operations of `cuda::atomic_ref` get
 * their order instead. Promises: one thread computes the same. Follows CUDA guide, Memory Fence Functions. Smallest
 * example:
 *
 *     data[0] = 42;            data[0] = 42;
 *     atomicExch(flag, 1); ⟶   __threadfence();
 *                              atomicExch(flag, 1);
 *
 * Cost: a tenth of 10^(loop depth) for each fence. What is handed over is proved of locks only [T15]: of
 * flags and counters, `recheck` only shows that nothing is lacking any more.
 */
import { linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault, RaceFault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { Span } from '../../base/span.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { assignmentOf, functionAround, lineOf, loopTypes, withinFunction } from '../written.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { behind, gapBefore } from '../source-text.ts';
import { groupBy } from '../../base/group.ts';
import { statementOf } from '../apart.ts';
import { messages } from '../wording.ts';

export const fence: Strategy = { name: 'fence', handles, propose };

type HandoverFault = RaceFault & Readonly<{ handover: NonNullable<RaceFault['handover']> }>;

const isHandover = (fault: Fault): fault is HandoverFault => fault.kind === 'race' && fault.handover !== null;

function handles(fault: Fault, input: RepairInput): boolean {
  return isHandover(fault) && [fault.handover.given, fault.handover.taken].every((span) => isPlaced(span, input));
}

/** Whether the text there is the kernel's own, as it was analysed. */
function isPlaced({ file, start }: Span, { kernel }: RepairInput): boolean {
  const isInMacro = [...kernel.sources.values()].some(
    ({ span, inMacro }) => inMacro && span.file === file && span.start <= start && start < span.end,
  );
  return file === kernel.span.file && start >= kernel.span.start && start < kernel.span.end && !isInMacro;
}

/** `does`: what is done at the lines. */
type Change = Readonly<{ does: string; lines: readonly number[]; edits: readonly Edit[]; weight: number }>;

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const text = input.sourceOf(input.kernel.span.file);
  const handovers = faults.filter(isHandover);
  if (text === null || handovers.length === 0) return [];
  const ways = [
    handovers.map((fault) => lackingOnly(fault, text, input)),
    handovers.map((fault) => both(fault, text, input)),
  ];
  return ways
    .flatMap((changes): readonly Proposal[] => {
      const all = changes.flatMap((some) => some ?? []);
      const different = new Map(all.map((change) => [JSON.stringify(change.edits), change]));
      // a fence for all blocks is one for the block, too
      const known = [...different].flatMap(([key, change]) => {
        const wide = key.replaceAll('__threadfence_block()', '__threadfence()');
        return wide !== key && different.has(wide) ? [] : [change];
      });
      if (known.length === 0 || changes.includes(null)) return [];
      return [
        {
          title: `${[...groupBy(known, ({ does }) => does)].map(([does, some]) => `${does} at ${inLines(some)}`).join('; ')} of ${input.kernel.name}`,
          edits: known.flatMap(({ edits }) => edits),
          cost: { weight: known.reduce((sum, { weight }) => sum + weight, 0), words: messages.fenceCost },
        },
      ];
    })
    .filter(
      (one, k, every) => every.findIndex((other) => JSON.stringify(other.edits) === JSON.stringify(one.edits)) === k,
    );
}

const inLines = (changes: readonly Change[]): string =>
  linesListed(changes.flatMap(({ lines }) => lines).sort((a, b) => a - b));

/** What is said to be missing. Null: it cannot be written there. */
function lackingOnly(fault: HandoverFault, text: SourceText, input: RepairInput): readonly Change[] | null {
  switch (fault.handover.lacks) {
    case 'fence-before':
      return present([beforeGiven(fault, text)]);
    case 'fence-after':
      return present([afterTaken(fault, text, input)]);
    case 'atomic-release':
      return present([release(fault, text), beforeGiven(fault, text)]);
    case 'wide-fence':
      return present([wider(fault, text)]);
  }
}

/** What hand-overs have on both sides: that one is missing is seen first. */
function both(fault: HandoverFault, text: SourceText, input: RepairInput): readonly Change[] | null {
  const { lacks } = fault.handover;
  return lacks === 'wide-fence'
    ? lackingOnly(fault, text, input)
    : present([
        ...(lacks === 'atomic-release' ? [release(fault, text)] : []),
        beforeGiven(fault, text),
        afterTaken(fault, text, input),
      ]);
}

const present = (changes: readonly (Change | null)[]): readonly Change[] | null =>
  changes.includes(null) ? null : changes.flatMap((change) => change ?? []);

// The giving side -----------------------------------------------------------------------------------------------------

function beforeGiven({ handover: { given }, scope }: HandoverFault, text: SourceText): Change | null {
  const ordered = withOrder(given, 'release', text);
  if (ordered !== null) return ordered;
  const statement = statementAt(given, text);
  return statement === null ? null : inserted(statement, 'before', scope, text);
}

/** `*lock = 0;` as an atomic exchange. */
function release({ handover: { given } }: HandoverFault, text: SourceText): Change | null {
  const statement = statementAt(given, text);
  const assigned = statement === null ? null : assignmentOf(statement.node, text);
  if (
    statement === null ||
    assigned?.value === null ||
    assigned === null ||
    assigned.op !== '' ||
    isVolatile(assigned.target, statement.around, text)
  )
    return null;
  const { target, value, whole } = assigned;
  const pointer = target.type === 'pointer_expression' ? childIn(target, 'argument') : null;
  const address = pointer === null ? `&${textOf(text, target)}` : textOf(text, pointer);
  const edit: Edit = {
    file: text.file,
    start: whole.start,
    end: whole.end,
    text: `atomicExch(${address}, ${textOf(text, value)})`,
  };
  return {
    does: 'use atomicExch',
    lines: [lineOf(text, whole.start)],
    edits: [edit],
    weight: weightAt(statement.around),
  };
}

/** Atomics take no pointers to `volatile`. */
function isVolatile(target: SyntaxNode, around: readonly SyntaxNode[], text: SourceText): boolean {
  const name = /[A-Za-z_]\w*/.exec(textOf(text, target))?.[0] ?? '';
  return new RegExp(`\\bvolatile\\b(?:(?!\\bvolatile\\b)[^;,()])*\\b${name}\\b`).test(
    textOf(text, functionAround(around) ?? text.tree),
  );
}

// The taking side -----------------------------------------------------------------------------------------------------

function afterTaken(fault: HandoverFault, text: SourceText, input: RepairInput): Change | null {
  const {
    handover: { given, taken },
    scope,
  } = fault;
  const ordered = withOrder(taken, 'acquire', text);
  if (ordered !== null) return ordered;
  const statement = statementAt(taken, text);
  const later = laterOf(fault, input);
  if (statement === null || later === null || given.start === taken.start) return null;
  const isInside = ({ start, end }: SyntaxNode): boolean => start <= later.start && later.end <= end;
  const ways = [statement.node, ...withinFunction(statement.around)];
  const left = ways.filter((node) => loopTypes.includes(node.type) && !isInside(node)).at(-1);
  if (left !== undefined)
    return inserted({ node: left, around: ways.slice(ways.indexOf(left) + 1) }, 'after', scope, text);
  if (!isInside(statement.node)) return inserted(statement, 'after', scope, text);
  const arm = ['consequence', 'alternative', 'body']
    .flatMap((field) => childIn(statement.node, field) ?? [])
    .map((node) => (node.type === 'else_clause' ? node.children.find(({ named }) => named) : node))
    .find((node) => node !== undefined && isInside(node));
  const [first] =
    arm?.type === 'compound_statement' ? arm.children.filter(({ named, type }) => named && type !== 'comment') : [];
  return arm === undefined
    ? null
    : inserted({ node: first ?? arm, around: [arm, statement.node, ...statement.around] }, 'before', scope, text);
}

/** The access that comes after the flag is seen: the last in the text. */
function laterOf({ first, second, handover: { taken } }: HandoverFault, { kernel }: RepairInput): Span | null {
  const spans = [first, second]
    .flatMap((id) => statementOf(id, kernel)?.span ?? [])
    .filter(({ file, start }) => file === taken.file && start > taken.start);
  return spans.sort((a, b) => b.start - a.start)[0] ?? null;
}

// The text ------------------------------------------------------------------------------------------------------------

/** Of an operation on an atomic object that is written as relaxed: the order that it needs. */
function withOrder(span: Span, order: 'release' | 'acquire', text: SourceText): Change | null {
  const relaxed = 'memory_order_relaxed';
  const at = text.text.slice(span.start, span.end).lastIndexOf(relaxed);
  if (at < 0) return null;
  const start = span.start + at + 'memory_order_'.length;
  return {
    does: `use memory_order_${order}`,
    lines: [lineOf(text, start)],
    edits: [{ file: text.file, start, end: start + 'relaxed'.length, text: order }],
    weight: 0.1,
  };
}

/** The fences of one block in the function, for all blocks. */
function wider({ handover: { given } }: HandoverFault, text: SourceText): Change | null {
  const statement = statementAt(given, text);
  const body = statement === null ? null : functionAround(statement.around);
  const calls = statement === null || body === null ? [] : callsOf('__threadfence_block', body, text);
  if (statement === null || calls.length === 0) return null;
  const edits = calls.map(({ end }): Edit => ({ file: text.file, start: end - '_block'.length, end, text: '' }));
  return {
    does: 'use __threadfence() for __threadfence_block()',
    lines: calls.map(({ start }) => lineOf(text, start)),
    edits,
    weight: weightAt(statement.around),
  };
}

/** The names under which it is called. */
function callsOf(name: string, node: SyntaxNode, text: SourceText): readonly SyntaxNode[] {
  const called = node.type === 'call_expression' ? childIn(node, 'function') : null;
  return [
    ...(called !== null && textOf(text, called) === name ? [called] : []),
    ...node.children.flatMap((child) => callsOf(name, child, text)),
  ];
}

/** `around`: the nodes around it, innermost first. */
type Statement = Readonly<{ node: SyntaxNode; around: readonly SyntaxNode[] }>;

/** The innermost statement around a stretch of the text. */
function statementAt({ file, start, end }: Span, text: SourceText): Statement | null {
  if (file !== text.file) return null;
  const way: SyntaxNode[] = [];
  for (
    let at: SyntaxNode | undefined = text.tree;
    at !== undefined;
    at = at.children.find((child) => child.start <= start && end <= child.end)
  )
    way.unshift(at);
  const k = way.findIndex(
    ({ type }) =>
      type !== 'compound_statement' && (type.endsWith('_statement') || [...loopTypes, 'declaration'].includes(type)),
  );
  const node = way[k];
  return node === undefined ? null : { node, around: way.slice(k + 1) };
}

/** In a list, on a line of its own where the neighbour has one; else in braces with the statement. */
function inserted(
  { node, around }: Statement,
  side: 'before' | 'after',
  scope: RaceFault['scope'],
  text: SourceText,
): Change {
  const call = scope === 'grid' ? '__threadfence();' : '__threadfence_block();';
  const isListed = around[0]?.type === 'compound_statement' || around[0]?.type === 'case_statement';
  const rest = behind(text.text, node);
  const at = (offset: number, written: string): Edit => ({
    file: text.file,
    start: offset,
    end: offset,
    text: written,
  });
  const listed =
    side === 'before'
      ? [at(node.start, `${call}${gapBefore(text.text, node.start)}`)]
      : [at(rest.at, `${rest.gap}${call}`)];
  const braced =
    side === 'before'
      ? [at(node.start, `{ ${call} `), at(node.end, ' }')]
      : [at(node.start, '{ '), at(node.end, ` ${call} }`)];
  const line =
    lineOf(text, side === 'before' ? node.start : node.end) +
    (side === 'after' && isListed && !rest.isSameLine ? 1 : 0);
  return {
    does: `insert ${call.slice(0, -1)}`,
    lines: [line],
    edits: isListed ? listed : braced,
    weight: weightAt(around),
  };
}

const weightAt = (around: readonly SyntaxNode[]): number =>
  0.1 * 10 ** withinFunction(around).filter(({ type }) => loopTypes.includes(type)).length;
