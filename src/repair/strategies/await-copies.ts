/**
 * Strategy await-copies: what an asynchronous copy brings is awaited before it is used.
 *
 * Applies to races of asynchronous copies (SW501, SW502) with accesses of the kernel's own text. Either a wait that
 * leaves batches in flight leaves fewer, or the wait of the copy's own kind is inserted: `__pipeline_wait_prior(0)` for
 * `__pipeline_memcpy_async`, `consumer_wait()` for a copy into a `cuda::pipeline`, `cooperative_groups::wait` for one
 * of a group, an arrival for one that a `cuda::barrier` counts, `cp.async.wait_all` for PTX; before the barrier between
 * the two where there is one, else before the use, with a barrier where threads use each other's copies. Promises:
 * waits change no value, and only restrict the order. Follows CUDA guide, Asynchronous Data Copies. Smallest example:
 *
 *     __pipeline_commit();            __pipeline_commit();
 *     __syncthreads();          ⟶     __pipeline_wait_prior(0);
 *     out[t] = s[63 - t];             __syncthreads();
 *                                     out[t] = s[63 - t];
 *
 * Cost: a tenth of 10^(loop depth) for each wait, and 10^(loop depth) for each barrier.
 */
import { linesListed, listed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault, RaceFault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, functionAround, lineOf, loopsAround } from '../written.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { behind, gapBefore } from '../source-text.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const awaitCopies: Strategy = {
  name: 'await-copies',
  handles: (fault, input) => copyOf(fault, input) !== null,
  propose,
};

/** `use`: the other access, which may be a copy too. */
type Copy = Readonly<{ copy: Written; use: Written }>;

function copyOf(fault: Fault, input: RepairInput): Copy | null {
  if (!isOfCopy(fault)) return null;
  const [first, second] = [fault.first, fault.second].map((id) => accessesIn(input).get(id));
  if (first === undefined || second === undefined) return null;
  if (isCopy(first)) return { copy: first, use: second };
  return isCopy(second) ? { copy: second, use: first } : null;
}

const isCopy = ({ stmt }: Written): boolean =>
  (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic') && stmt.copy !== undefined;

const isOfCopy = (fault: Fault): fault is RaceFault =>
  fault.kind === 'race' && fault.scope === 'block' && ['SW501', 'SW502'].includes(fault.code);

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const copies = faults.flatMap((fault) => copyOf(fault, input) ?? []);
  const [one] = copies;
  if (one === undefined) return [];
  return [...fewerLeft(one.copy, input), ...inserted(copies, input)].sort((a, b) => a.cost.weight - b.cost.weight);
}

// A wait that leaves fewer in flight ----------------------------------------------------------------------------------

/** What waits until all batches but so many are complete. */
const leaving =
  /(?:\b__pipeline_wait_prior\s*\(\s*|\b(?:pipeline_consumer_)?wait_prior\s*<\s*|\bcp\.async(?:\.bulk)?\.wait_group(?:\.read)?\s+)(\d)\b/g;

function fewerLeft({ around, text }: Written, input: RepairInput): readonly Proposal[] {
  const scope = functionAround(around);
  const statements = scope === null ? [] : statementsIn(scope).filter(({ type }) => type === 'expression_statement');
  const waits = statements.flatMap((node) =>
    [...textOf(text, node).matchAll(leaving)].map((match) => {
      const end = node.start + match.index + match[0].length;
      return { start: end - 1, end, kept: Number(match[1]) };
    }),
  );
  return waits.flatMap(({ start, end, kept }) =>
    Array.from({ length: kept }, (_, k) => kept - 1 - k).map((fewer): Proposal => ({
      title: fill(messages.leaveFewer, { fewer, line: lineOf(text, start), kept, name: input.kernel.name }),
      edits: [{ file: text.file, start, end, text: `${fewer}` }],
      cost: { weight: 0.02 + 0.01 * (kept - fewer), words: messages.waitsLonger },
    })),
  );
}

const statementsIn = (node: SyntaxNode): readonly SyntaxNode[] => [node, ...node.children.flatMap(statementsIn)];

// A wait more ---------------------------------------------------------------------------------------------------------

function inserted(copies: readonly Copy[], input: RepairInput): readonly Proposal[] {
  const ways: readonly ((place: Place) => Insertion | null)[] = [
    ({ commit, issue }) => (commit.length === 0 ? null : { at: issue, isBehind: true, calls: commit }),
    ({ wait, barrier, use, later }) => (later === null ? null : { at: barrier ?? use, calls: [wait], moved: later }),
    ({ wait, use, later }) => (later === null ? null : { at: use, calls: [wait], moved: later }),
    ({ wait, barrier, use }) => ({ at: barrier ?? use, calls: [wait] }),
    ({ wait, use }) => ({ at: use, calls: [wait] }),
    ({ wait, use }) => ({ at: use, calls: [wait, '__syncthreads();'] }),
    ({ wait, commit, barrier, use }) => ({ at: barrier ?? use, calls: [...commit, wait] }),
    ({ wait, commit, use }) => ({ at: use, calls: [...commit, wait, '__syncthreads();'] }),
  ];
  // two copies to one cell may only collide because nobody waits for the first where it is used
  const used = copies.filter(({ use }) => !isCopy(use));
  const places = (used.length > 0 ? used : copies).map(placeOf);
  return places.includes(null)
    ? []
    : ways.flatMap((way) => {
        const insertions = places.map((place) => (place === null ? null : way(place)));
        return insertions.includes(null)
          ? []
          : [
              proposal(
                insertions.flatMap((one, k) => {
                  const place = places[k];
                  return one === null || place === null || place === undefined ? [] : [{ ...one, place }];
                }),
                input,
              ),
            ];
      });
}

/**
 * `wait`: the call that waits for the copy. `commit`: what makes a batch of it. `issue`: the copy; `use`: the statement
 * before which it has to be complete; `barrier`: the last one between; `later`: the wait, where it comes too late.
 */
type Place = Readonly<{
  at: Written;
  wait: string;
  commit: readonly string[];
  issue: SyntaxNode;
  use: SyntaxNode;
  barrier: SyntaxNode | null;
  later: SyntaxNode | null;
  loops: number;
}>;
/** `moved`: a statement that goes. */
type Insertion = Readonly<{ at: SyntaxNode; isBehind?: true; calls: readonly string[]; moved?: SyntaxNode }>;

function placeOf({ copy, use: at }: Copy): Place | null {
  const waiting = waitFor(copy);
  const way = [at.node, ...at.around];
  const k = way.findIndex((_, place) => way[place + 1]?.type === 'compound_statement');
  const [use, list] = [way[k], way[k + 1]];
  if (waiting === null || use === undefined || list === undefined) return null;
  const before = namedChildren(list).filter(({ end }) => end <= use.start);
  const barrier = before.filter((node) => node.start >= copy.node.end && isBarrier(node, at.text)).at(-1) ?? null;
  const later =
    namedChildren(list).find(
      (node) =>
        node.start >= use.end &&
        textOf(at.text, node) === waiting.wait &&
        !/^[ \t]*\/[/*]/.test(at.text.text.slice(node.end)),
    ) ?? null;
  return { at, ...waiting, issue: copy.node, use, barrier, later, loops: loopsAround(at.around).length };
}

const isBarrier = (node: SyntaxNode, text: SourceText): boolean =>
  /^(?:__syncthreads\s*\(|[\w.]+\.(?:sync|arrive_and_wait)\s*\()/.test(textOf(text, node));

/** The wait of the copy's own kind. */
function waitFor({ node, text, around }: Written): Pick<Place, 'wait' | 'commit'> | null {
  if (/\bcp\.async\.c[ag]\b/.test(textOf(text, node)))
    return { wait: 'asm volatile("cp.async.wait_all;" ::: "memory");', commit: [] };
  const call = statementsIn(node).find(
    (one) => one.type === 'call_expression' && /memcpy_async$/.test(calledName(one, text)),
  );
  if (call === undefined) return null;
  const name = calledName(call, text);
  const operands = namedChildren(childIn(call, 'arguments') ?? call).map((one) => textOf(text, one));
  const [first, last] = [operands[0], operands.at(-1)];
  if (name === '__pipeline_memcpy_async')
    return { wait: '__pipeline_wait_prior(0);', commit: ['__pipeline_commit();'] };
  const scope = textOf(text, functionAround(around) ?? text.tree);
  if (first === undefined || last === undefined || !/^\w+$/.test(last)) return ofGroup(name, first);
  if (new RegExp(String.raw`\b${last}\.producer_commit\b`).test(scope))
    return { wait: `${last}.consumer_wait();`, commit: [`${last}.producer_commit();`] };
  if (new RegExp(String.raw`\binit\s*\(\s*&\s*${last}\b`).test(scope))
    return { wait: `${last}.arrive_and_wait();`, commit: [] };
  return ofGroup(name, first);
}

/** `cg::memcpy_async(block, …)` is awaited by `cg::wait(block)`. */
function ofGroup(name: string, group: string | undefined): Pick<Place, 'wait' | 'commit'> | null {
  const scope = /^(.*::)memcpy_async$/.exec(name)?.[1];
  return scope === undefined || group === undefined || !/^\w+$/.test(group) || /\bcuda::$/.test(scope)
    ? null
    : { wait: `${scope}wait(${group});`, commit: [] };
}

const calledName = (call: SyntaxNode, text: SourceText): string => {
  const called = childIn(call, 'function');
  return called === null ? '' : textOf(text, called);
};

function proposal(insertions: readonly (Insertion & Readonly<{ place: Place }>)[], input: RepairInput): Proposal {
  const each = [...new Map(insertions.map((one) => [`${one.at.start} ${one.calls.join()}`, one])).values()].sort(
    (a, b) => a.at.start - b.at.start,
  );
  const edits = each.flatMap((one) => editsFor(one));
  const names = listed([...new Set(each.flatMap(({ calls }) => calls.map((call) => `\`${call.replace(/;$/, '')}\``)))]);
  const place = linesListed(
    each.map(
      ({
        at,
        isBehind,
        place: {
          at: { text },
        },
      }) => lineOf(text, at.start) + (isBehind === true ? 1 : 0),
    ),
  );
  const weight = each.reduce(
    (sum, { calls, moved, place: { loops } }) =>
      sum +
      10 ** loops *
        calls.reduce(
          (all, call) => all + (call.startsWith('__syncthreads') ? 1 : 0.1),
          moved === undefined ? 0 : -0.05,
        ),
    0,
  );
  const moved = each.some((one) => one.moved !== undefined);
  return {
    title: fill(moved ? messages.moveWait : messages.awaitCopy, { calls: names, place, name: input.kernel.name }),
    edits,
    cost: { weight, words: messages.waitsLonger },
  };
}

function editsFor({
  at,
  isBehind,
  calls,
  moved,
  place: {
    at: { text },
  },
}: Insertion & Readonly<{ place: Place }>): readonly Edit[] {
  const edit = (start: number, end: number, written: string): Edit => ({ file: text.file, start, end, text: written });
  const lineStart = moved === undefined ? 0 : text.text.slice(0, moved.start).trimEnd().length;
  const gone = moved === undefined ? [] : [edit(lineStart, moved.end, '')];
  if (isBehind !== true)
    return [
      edit(at.start, at.start, calls.map((call) => `${call}${gapBefore(text.text, at.start)}`).join('')),
      ...gone,
    ];
  const rest = behind(text.text, at);
  return [edit(rest.at, rest.at, calls.map((call) => `${rest.gap}${call}`).join('')), ...gone];
}
