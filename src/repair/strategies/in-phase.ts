/**
 * Strategy in-phase: a barrier object, or a numbered barrier, tells what it is meant to tell: the accesses of its phase
 * are on the right side of it.
 *
 * Applies to races within a block of functions that use `cuda::barrier`, `mbarrier`, numbered barriers or bulk copies.
 * Proposes one change each: the statement that arrives, or waits, changes places with the access beside it; an arrival
 * that nobody waits for goes; a wait is for the token of the last arrival; the barrier is made for all threads that
 * arrive; a wait that the first iterations leave out is left out in one iteration less; a fence between proxies, or the
 * wait for bulk copies that still read, is inserted. Promises: no value of one thread changes; synchronizing statements
 * alone move. Follows CUDA guide, Asynchronous Barrier, and PTX ISA, bar, mbarrier and cp.async.bulk. Smallest example:
 *
 *     auto token = bar.arrive();                 s[t] = in[t];
 *     s[t] = in[t];                      ⟶       auto token = bar.arrive();
 *     bar.wait(std::move(token));                bar.wait(std::move(token));
 *
 * Cost: a tenth of 10^(loop depth) for what is inserted; else none.
 */
import type { Change, Place } from '../phase.ts';
import type { Fault, RaceFault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { accessesIn, conditionOf, functionAround, lineOf } from '../written.ts';
import { behind, definitionOf } from '../source-text.ts';
import { bulkChanges } from './bulk-copies.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { lists, statementsIn } from '../phase.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const inPhase: Strategy = {
  name: 'in-phase',
  handles: (fault, input) => placeOf(fault, input) !== null,
  propose,
  onlyProved: true,
  provedByRuns: true,
};

/** How many changes are worth a recheck. */
const most = 16;

const isOfBlock = (fault: Fault): fault is RaceFault =>
  fault.kind === 'race' && fault.scope === 'block' && fault.handover === null;

const synchronizes =
  /\bmbarrier\.|\bbar\.(?:sync|arrive)\b|\bbarrier\.cta\b|\bcp\.async\.bulk\b|\.\s*arrive\w*\s*\(|\.\s*wait\s*\(|\bbarrier_arrive_tx\b|\bmbarrier_\w+\s*\(|\bcp_async_bulk/;

/** The kernel's own text, where it meets by such barriers; `functions`: those of the file that do. */
function placeOf(fault: Fault, input: RepairInput): Place | null {
  const text = isOfBlock(fault) ? input.sourceOf(input.kernel.span.file) : null;
  const definition = text === null ? null : definitionOf(input.kernel, text);
  if (text === null || definition === null || !isOfBlock(fault)) return null;
  const own = [fault.first, fault.second]
    .flatMap((id) => accessesIn(input).get(id) ?? [])
    .filter(({ around, text: { file } }) => file === text.file && functionAround(around) === definition);
  const functions = new Set(
    namedChildren(text.tree)
      .filter(
        (node) => node.type === 'function_definition' && node !== definition && synchronizes.test(textOf(text, node)),
      )
      .flatMap(
        (node) => /(?<!\w)([A-Za-z_]\w*)\s*\(/.exec(textOf(text, childIn(node, 'declarator') ?? node))?.[1] ?? [],
      ),
  );
  const place = { text, definition, own, functions };
  return isSynchronizing(definition, place) ? place : null;
}

/** Whether it arrives at a barrier or waits, also by a function of the file. */
function isSynchronizing(node: SyntaxNode, { text, functions }: Place): boolean {
  const written = textOf(text, node);
  return (
    synchronizes.test(written) ||
    [...written.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].some(([, name]) => functions.has(name ?? ''))
  );
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const places = faults.flatMap((fault) => placeOf(fault, input) ?? []);
  const [one] = places;
  if (one === undefined) return [];
  const place = { ...one, own: places.flatMap(({ own }) => own) };
  const isOfProxies = faults.some((fault) => isOfBlock(fault) && ['SW501', 'SW502'].includes(fault.code));
  const all = [
    ...swapped(place),
    ...tokens(place),
    ...(isOfProxies ? bulkChanges(place) : []),
    ...needless(place),
    ...numbers(place),
    ...made(place),
    ...guards(place),
  ];
  const known = [...new Map(all.map((change) => [JSON.stringify(change.edits), change])).values()];
  return known.slice(0, most).map(({ does, line, edits, weight, cost }) => ({
    title: fill(messages.inPhase, { does, line, name: input.kernel.name }),
    edits,
    cost: { weight, words: cost ?? messages.noCost },
  }));
}

/** One that only arrives or waits. */
const isMeeting = (node: SyntaxNode, place: Place): boolean =>
  ['expression_statement', 'declaration'].includes(node.type) &&
  isSynchronizing(node, place) &&
  !place.own.some((at) => at.node === node) &&
  !/__syncthreads|\binit\s*\(|mbarrier\.init/.test(textOf(place.text, node));

// What changes places -------------------------------------------------------------------------------------------------

/** An access behind the arrival that tells of it, or before the wait for what it reads. */
function swapped(place: Place): readonly Change[] {
  const { text, definition, own } = place;
  const holds = (node: SyntaxNode): boolean =>
    ['expression_statement', 'if_statement'].includes(node.type) &&
    own.some((at) => at.node === node || at.around.includes(node));
  return lists(definition).flatMap((list) => {
    const statements = namedChildren(list).filter(({ type }) => type !== 'comment');
    return statements.flatMap((first, k): readonly Change[] => {
      const second = statements[k + 1];
      if (
        second === undefined ||
        !((isMeeting(first, place) && holds(second)) || (holds(first) && isMeeting(second, place)))
      )
        return [];
      const [a, b] = [rowOf(first, text), rowOf(second, text)];
      const edit = {
        file: text.file,
        start: a.start,
        end: b.end,
        text: `${textOf(text, b)}${text.text.slice(a.end, b.start)}${textOf(text, a)}`,
      };
      return [
        {
          does: fill(messages.changePlaces, { second: lineOf(text, second.start) }),
          line: lineOf(text, first.start),
          edits: [edit],
          weight: 0.1,
        },
      ];
    });
  });
}

/** With the comment on its line. */
const rowOf = (node: SyntaxNode, { text }: SourceText): SyntaxNode => ({
  ...node,
  end: Math.max(node.end, behind(text, node).at),
});

// Tokens, arrivals and counts -----------------------------------------------------------------------------------------

/** `bar.wait(std::move(old))`, where another arrival at the same barrier gave a token. */
function tokens({ text, definition }: Place): readonly Change[] {
  const source = textOf(text, definition);
  const arrivals = [...source.matchAll(/\b(\w+)\s*=\s*(\w+(?:\[[^\]]*\])?)\s*\.\s*arrive\s*\(/g)];
  return [...source.matchAll(/(?<!\w)(\w+(?:\[[^\][]*\])?)\s*\.\s*wait\s*\(\s*(?:std::move\s*\(\s*)?(\w+)/g)].flatMap(
    (wait) => {
      const [whole, barrier, used] = wait;
      return arrivals
        .filter((one) => one[2] === barrier && one[1] !== used && one.index < wait.index)
        .reverse()
        .map(([, token = '']): Change => {
          const end = definition.start + wait.index + whole.length;
          return {
            does: fill(messages.waitForToken, { token }),
            line: lineOf(text, end),
            edits: [{ file: text.file, start: end - (used ?? '').length, end, text: token }],
            weight: 0.2,
          };
        });
    },
  );
}

/** Arrivals by themselves, whose token nobody has. */
function needless({ text, definition }: Place): readonly Change[] {
  return statementsIn(definition)
    .filter((node) => /^(?:\(void\)\s*)?\w+(?:\[[^\]]*\])?\s*\.\s*arrive\s*\(\s*\)\s*;$/.test(textOf(text, node)))
    .map((node): Change => {
      const start = text.text.slice(0, node.start).trimEnd().length;
      return {
        does: messages.deleteArrival,
        line: lineOf(text, node.start),
        edits: [{ file: text.file, start, end: node.end, text: '' }],
        weight: 0.4,
      };
    });
}

/**
 * A numbered barrier with the number, and for the threads, of another in the kernel: who arrives and who waits mean
 * one.
 */
function numbers({ text, definition }: Place): readonly Change[] {
  const found = [
    ...textOf(text, definition).matchAll(
      /\b(?:bar|barrier\.cta)\.(sync|arrive)(?:\.aligned)?\s+(\d+(?:\s*,\s*\d+)?)(?=\s*;)/g,
    ),
  ];
  return found.flatMap((one) =>
    found
      .filter((other) => other[1] !== one[1] && other[2] !== one[2])
      .map((other): Change => {
        const end = definition.start + one.index + one[0].length;
        const [mine = '', others = ''] = [one[2], other[2]];
        return {
          does: fill(messages.sameNumber, { others }),
          line: lineOf(text, end),
          edits: [{ file: text.file, start: end - mine.length, end, text: others }],
          weight: 0.3,
        };
      }),
  );
}

/** For how many threads barriers are made: for all of the block, or another number of warps. */
function made({ text, definition }: Place): readonly Change[] {
  const source = textOf(text, definition);
  const found = [...source.matchAll(/(\binit\s*\([^,;(]+,\s*|"[^"\n]*\bmbarrier\.init[^"\n]*\],\s*)(\d+)(?=\s*[);])/g)];
  return found.flatMap(([whole, before = '', count = ''], k) => {
    const end = definition.start + (found[k]?.index ?? 0) + whole.length;
    const others = before.startsWith('"') ? warps(Number(count)) : ['blockDim.x', ...warps(Number(count))];
    return others.map((other, rank): Change => ({
      does: fill(messages.madeFor, { other }),
      line: lineOf(text, end),
      edits: [{ file: text.file, start: end - count.length, end, text: other }],
      weight: 0.5 + rank / 100,
    }));
  });
}

const warps = (count: number): readonly string[] =>
  [count * 2, count + 32, count / 2]
    .filter((other, k, all) => other % 32 === 0 && other > 0 && all.indexOf(other) === k)
    .map(String);

// Waits ---------------------------------------------------------------------------------------------------------------

/** `if (i > 3) wait(…);`: the turn before has to wait, too. */
function guards(place: Place): readonly Change[] {
  const { text, definition } = place;
  return branchesIn(definition).flatMap((branch): readonly Change[] => {
    const condition = conditionOf(branch);
    const body = childIn(branch, 'consequence');
    const only = body?.type === 'compound_statement' ? namedChildren(body) : body === null ? [] : [body];
    const number = condition === null ? null : childIn(condition, 'right');
    const isAsked =
      condition !== null &&
      number !== null &&
      ['>', '>='].includes(childIn(condition, 'operator')?.type ?? '') &&
      /^\d+$/.test(textOf(text, number));
    if (
      !isAsked ||
      childIn(branch, 'alternative') !== null ||
      only.length !== 1 ||
      !only.every((one) => isMeeting(one, place))
    )
      return [];
    const value = Number(textOf(text, number)) - 1;
    return value < 0
      ? []
      : [
          {
            does: fill(messages.waitFrom, { value }),
            line: lineOf(text, number.start),
            edits: [{ file: text.file, start: number.start, end: number.end, text: `${value}` }],
            weight: 0.6,
          },
        ];
  });
}

const branchesIn = (node: SyntaxNode): readonly SyntaxNode[] => [
  ...(node.type === 'if_statement' ? [node] : []),
  ...node.children.flatMap(branchesIn),
];
