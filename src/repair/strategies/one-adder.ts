/**
 * Strategy one-adder: what one thread has for all, it alone adds.
 *
 * Applies to a statement that changes a cell by what it held (`*sum += v`), which all lanes of a warp, or all threads
 * of the block, come to, and by which each would add once more what was already put together: a sum made by shuffles,
 * of which the first lane has the whole, or a value of shared memory that is the same for all threads. Atomics alone
 * would be race-free, and add it as often as there are threads, so that `atomic` and `cas-loop` leave these statements
 * alone. Constants (`*count += 1`) are meant once for each thread, and left to them. Promises: the first lane, or
 * thread, adds what it added. Where others add to the cell too, by an atomic. Smallest example:
 *
 *     for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o);
 *     *sum += v;   ⟶   if (threadIdx.x % 32 == 0) atomicAdd(sum, v);
 *
 * Cost: that of the test, half of 10^(loop depth), and a tenth of it for the atomic, which few threads execute.
 */
import { countedListed, linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Kernel } from '../../ir/ir.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Update } from '../updates.ts';
import type { Written } from '../written.ts';
import { accessesIn, assignmentOf, lineOf, loopsAround } from '../written.ts';
import { axesOf, guarded, isGuardable, wordsForTest } from './single-writer.ts';
import { byAll } from '../by-all.ts';
import { derivedFrom } from '../derived.ts';
import { effectsBeside } from '../effects.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { includeOf } from '../include-line.ts';
import { fill } from '../../base/message.ts';
import { isUpdate } from '../update-shapes.ts';
import { laneAt, summedBy } from './lane-writer.ts';
import { memoized } from '../../base/memoize.ts';
import { messages } from '../wording.ts';
import { updatesIn } from '../claims.ts';

export const oneAdder: Strategy = {
  name: 'one-adder',
  handles: (fault, input) => adderOf(fault, input) !== null,
  propose,
};

/** Whether the statement of the text that an access belongs to adds what one thread has for all. */
export const addsForAll = (id: StmtId, input: Pick<RepairInput, 'kernel' | 'sourceOf'>): boolean =>
  addersIn(input).has(id);

/** `by`: who has the value. `update`: the atomic that does the same; null: there is none. */
type Adder = Readonly<{ at: Written; by: 'lane' | 'thread'; update: Update | null }>;

function adderOf(fault: Fault, input: RepairInput): Adder | null {
  if (fault.kind !== 'race' || fault.handover !== null) return null;
  const [first, second] = [fault.first, fault.second].map((id) => addersIn(input).get(id));
  return first !== undefined && first.at.source.id === second?.at.source.id ? first : null;
}

const addersIn = memoized((input: Pick<RepairInput, 'kernel' | 'sourceOf'>): ReadonlyMap<StmtId, Adder> => {
  const { kernel } = input;
  const all = [...accessesIn(input).values()];
  const [warp, block] = [byAll(kernel, 'warp'), byAll(kernel, 'block')];
  const [summed, shared] = [summedBy(kernel, ['shfl_down', 'shfl_xor']), sharedIn(kernel)];
  const found = new Map<StmtId, Adder>();
  for (const at of all) {
    if (
      at.stmt.kind !== 'store' ||
      at.source.callee !== null ||
      assignmentOf(at.node, at.text) === null ||
      !isUpdate(at) ||
      !isGuardable(at)
    )
      continue;
    const own = all.filter(({ source }) => source.id === at.source.id);
    const old = new Set(
      own.flatMap(({ stmt, array }) => (stmt.kind === 'load' && array.id === at.array.id ? [stmt.target] : [])),
    );
    const { atomics, others } = effectsBeside(at.source.id, kernel);
    if (old.size !== 1 || atomics || others) continue;
    const added = [...freeVariables(at.stmt.value)].filter((id) => !old.has(id));
    const isOneCell = (scope: typeof warp): boolean =>
      scope.reached.has(at.stmt.id) && at.place.subscripts.every(({ index }) => scope.isSame(index));
    const isSame = (scope: typeof warp, id: VarId): boolean => scope.isSame({ kind: 'var', id, type: at.place.type });
    const isForLanes =
      added.some((id) => summed.has(id)) && added.every((id) => summed.has(id) || isSame(warp, id)) && isOneCell(warp);
    const isForAll = added.some((id) => shared.has(id)) && added.every((id) => isSame(block, id)) && isOneCell(block);
    if (isForLanes || isForAll)
      for (const { stmt } of own)
        found.set(stmt.id, {
          at,
          by: isForLanes ? 'lane' : 'thread',
          update: updatesIn(input).get(at.stmt.id) ?? null,
        });
  }
  return found;
});

/** Variables whose value comes from shared memory, or from a vote of the block. */
const sharedIn = (kernel: Kernel): ReadonlySet<VarId> =>
  derivedFrom(
    kernel,
    (stmt) =>
      stmt.kind === 'barrier' || (stmt.kind === 'load' && kernel.arrays.get(stmt.place.array)?.space === 'shared'),
  );

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const adders = [
    ...new Map(faults.flatMap((fault) => adderOf(fault, input) ?? []).map((one) => [one.at.source.id, one])).values(),
  ].sort((a, b) => a.at.node.start - b.at.node.start);
  if (adders.length === 0) return [];
  const isOfBlock = faults.every((fault) => fault.kind !== 'race' || fault.scope === 'block');
  const isAtomic = adders.every(({ update }) => update !== null);
  return [
    ...(isOfBlock ? [proposal(adders, false, input.kernel)] : []),
    ...(isAtomic ? [proposal(adders, true, input.kernel)] : []),
  ];
}

function proposal(adders: readonly Adder[], isAtomic: boolean, kernel: Kernel): Proposal {
  const includes = isAtomic
    ? adders
        .filter(({ update }) => update?.isByReference === true)
        .slice(0, 1)
        .flatMap(({ at: { text } }) => includeOf('cuda/atomic', text))
    : [];
  const depth = (at: Written): number => 10 ** loopsAround(at.around).length;
  return {
    title: fill(messages.oneAdder, {
      who: [...new Set(adders.map(({ by }) => (by === 'lane' ? messages.firstLane : messages.oneThread)))].join(', '),
      lines: linesListed(adders.map(({ at }) => lineOf(at.text, at.node.start))),
      name: kernel.name,
      how: isAtomic ? messages.byAtomics : '',
    }),
    edits: [...includes, ...adders.flatMap((one) => editsFor(one, isAtomic, kernel))],
    cost: {
      weight: adders.reduce((sum, { at }) => sum + depth(at) * (isAtomic ? 0.6 : 0.5), 0),
      words: countedListed(adders.map(({ at }) => wordsForTest(at, false))),
    },
  };
}

function editsFor({ at, by, update }: Adder, isAtomic: boolean, kernel: Kernel): readonly Edit[] {
  const test =
    by === 'lane'
      ? `${laneAt(at, kernel)} == 0`
      : axesOf(kernel, ['threadIdx', 'blockDim'])
          .map((axis) => `threadIdx.${axis} == 0`)
          .join(' && ');
  const tests = guarded(at, test, false);
  if (!isAtomic || update === null) return tests;
  const { replaced, call } = update;
  const before = tests
    .filter(({ start }) => start === replaced.start)
    .map(({ text }) => text)
    .join('');
  return [
    ...tests.filter(({ start }) => start !== replaced.start),
    { file: at.text.file, ...replaced, text: `${before}${call}` },
  ];
}
