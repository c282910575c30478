/**
 * Whom barriers of parts of a block wait for [D23], where the launch alone decides it: for each barrier the set of
 * every thread of the block, found by going through all threads. Under-approximating: of a barrier of which this is not
 * known nothing is told but why, and it orders nothing.
 *
 * Example: of `if (threadIdx.x < 64) bar.sync 1, 64;` in a block of 128 threads, threads 0 to 63 are one set, and the
 * others are in none.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Dim3, LaunchConfig } from '../launch/launch.ts';
import type { Expr } from '../base/expr.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelProtocol, Protocol, ProtocolOf } from '../protocol/protocol.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import { coordinatesOf, volumeOf } from '../launch/dimensions.ts';
import { firstOwnBarrier, lastPtxBarrier } from '../base/barrier-numbers.ts';
import { deviceLimits } from '../launch/launch.ts';
import { eachNode } from '../base/expr-walk.ts';
import { eachStmt } from '../ir/walk.ts';
import { evaluate } from '../solve/evaluate.ts';
import { inferProtocol, withParts } from '../protocol/infer.ts';
import { negation } from '../protocol/fold.ts';
import { opaqueOf } from '../solve/opaque.ts';
import { tileBarriers } from '../ir/lane-groups.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** By the linear number of a thread: which set it is in; -1: none. */
export type Sets = Int32Array;

/** `together`: barriers of one number, which count all or none of them. `why`: of barriers that are in no sets. */
export type Parts = Readonly<{
  sets: ReadonlyMap<StmtId, Sets>;
  together: ReadonlyMap<StmtId, readonly StmtId[]>;
  why: ReadonlyMap<StmtId, string>;
}>;

type Found = Readonly<{ sets: Map<StmtId, Sets>; together: Map<StmtId, readonly StmtId[]>; why: Map<StmtId, string> }>;
export type PartsInput = Readonly<{
  kernel: Kernel;
  config: LaunchConfig;
  facts: readonly Fact[];
  level: 'block' | 'grid';
  deadline: Deadline;
}>;

export function partsOf({ kernel, config, facts, level, deadline }: PartsInput): Parts {
  const found: Found = { sets: new Map(), together: new Map(), why: new Map() };
  const { threadsPerBlock } = deviceLimits;
  for (const [id, size] of tileBarriers(kernel))
    found.sets.set(
      id,
      setsBy(threadsPerBlock, (linear) => Math.floor(linear / size)),
    );
  if (!hasOthers(kernel, found.sets)) return found;
  const protocol = inferProtocol(kernel, config, facts, deadline, level, withParts);
  const joins = joinsIn(protocol.body, []).filter(({ step }) => !found.sets.has(step.id));
  const threads = threadsOf(protocol, config);
  for (const {
    step: { id, names },
  } of joins) {
    if (names.kind !== 'mask') continue;
    const masks = threads.map((thread) => valueOf(names.mask, thread));
    if (masks.every((mask) => mask === null)) found.why.set(id, messages.unknownMask);
    else found.sets.set(id, setsOfMask(masks));
  }
  addNumbered(found, joins, threads);
  return found;
}

/** Whether there are barriers of a part of the block. */
export function hasParts(kernel: Kernel): boolean {
  const tiles = tileBarriers(kernel);
  return tiles.size > 0 || hasOthers(kernel, new Map());
}

function hasOthers({ body }: Kernel, sets: ReadonlyMap<StmtId, unknown>): boolean {
  let has = false;
  eachStmt(body, (stmt) => {
    has ||=
      stmt.kind === 'barrier' && (stmt.scope.kind === 'warp' || stmt.scope.kind === 'named') && !sets.has(stmt.id);
  });
  return has;
}

const setsBy = (count: number, setOf: (linear: number) => number): Sets =>
  Int32Array.from({ length: count }, (_, linear) => setOf(linear));

/** Lanes of one warp with one mask are a set; a lane that its own mask leaves out is in none. */
function setsOfMask(masks: readonly (bigint | null)[]): Sets {
  const { warpSize } = deviceLimits;
  const numbers = new Map<string, number>();
  return setsBy(masks.length, (linear) => {
    const mask = masks[linear] ?? null;
    const named = mask === null ? 0n : BigInt.asUintN(warpSize, mask);
    if ((named & (1n << BigInt(linear % warpSize))) === 0n) return -1;
    const key = `${Math.floor(linear / warpSize)} ${named}`;
    numbers.set(key, numbers.get(key) ?? numbers.size);
    return numbers.get(key) ?? -1;
  });
}

// Values that the launch decides --------------------------------------------------------------------------------------

type Values = ReadonlyMap<VarId, bigint>;

/**
 * The indices of each thread; of none where it is open how they follow from its number. Empty for blocks beyond what a
 * device has.
 */
function threadsOf({ variables }: KernelProtocol, { block }: LaunchConfig): readonly Values[] {
  const indices = [...variables.values()].flatMap(({ id, origin }) =>
    origin.kind === 'builtin' && origin.name.startsWith('threadIdx.')
      ? [{ id, axis: 'xyz'.indexOf(origin.name.slice(-1)) }]
      : [],
  );
  const [x, y, z] = block;
  const known: Dim3 | null = x === null || y === null || z === null ? null : [x, y, z];
  const isRow = indices.every(({ axis }) => axis === 0);
  const count = known === null ? deviceLimits.threadsPerBlock : volumeOf(known);
  if (count > deviceLimits.threadsPerBlock) return [];
  return Array.from({ length: count }, (_, linear) => {
    if (known === null && !isRow) return new Map();
    const at = known === null ? [linear, 0, 0] : coordinatesOf(linear, known);
    return new Map(indices.map(({ id, axis }) => [id, BigInt(at[axis] ?? 0)]));
  });
}

/** Null: it rests on more than that. */
function valueOf(expr: Expr, values: Values): bigint | null {
  const opaque: Expr[] = [];
  eachNode(expr, (node) => {
    if (opaqueOf(node) !== null) opaque.push(node);
  });
  return opaque.length > 0 ? null : evaluate(expr, { values, functions: new Map() }, 'wrapping');
}

// Numbered barriers ---------------------------------------------------------------------------------------------------

type Join = Readonly<{ step: ProtocolOf<'part'>; /** What holds for whoever comes here. */ when: readonly Expr[] }>;

function joinsIn(list: readonly Protocol[], when: readonly Expr[]): readonly Join[] {
  return list.flatMap((step): readonly Join[] => {
    if (step.kind === 'part') return [{ step, when }];
    if (step.kind === 'loop') return joinsIn(step.body, when);
    if (step.kind === 'branch')
      return [...joinsIn(step.then, [...when, step.when]), ...joinsIn(step.otherwise, [...when, negation(step.when)])];
    return [];
  });
}

type Call = Readonly<{
  id: StmtId;
  arrive: boolean;
  /** By thread, of those that may come: which barrier, for how many; -1: not known. */ numbers: ReadonlyMap<
    number,
    Readonly<{ barrier: number; threads: number }>
  >;
}>;

/** Barrier 0 is also that of `__syncthreads()`, and left to it. */
const isOfAPart = (barrier: number): boolean =>
  (barrier >= 1 && barrier <= lastPtxBarrier) || barrier >= firstOwnBarrier;

/** Sets of threads, each of one number, of whom all calls of that number are for all [T14]. */
function addNumbered(found: Found, joins: readonly Join[], threads: readonly Values[]): void {
  const calls = joins.flatMap(({ step, when }): readonly Call[] =>
    step.names.kind === 'number' ? [callOf(step.id, step.names, when, threads)] : [],
  );
  const refuse = (list: readonly Call[], because: string): void => {
    for (const { id } of list) if (!found.why.has(id)) found.why.set(id, because);
  };
  const isVague = calls.some(({ numbers }) => [...numbers.values()].some(({ barrier }) => barrier < 0));
  if (isVague || threads.length === 0) return refuse(calls, messages.unknownBarrier);
  const barriers = new Set(calls.flatMap(({ numbers }) => [...numbers.values()].map(({ barrier }) => barrier)));
  for (const barrier of barriers) {
    const users = calls.filter(({ numbers }) => [...numbers.values()].some((number) => number.barrier === barrier));
    const because = whyUnordered(users, barrier);
    if (because !== null) refuse(users, because);
  }
  for (const { id, numbers } of calls) {
    if (found.why.has(id)) continue;
    const mine = new Set([...numbers.values()].map(({ barrier }) => barrier));
    found.sets.set(
      id,
      setsBy(threads.length, (linear) => numbers.get(linear)?.barrier ?? -1),
    );
    found.together.set(
      id,
      calls
        .filter((other) => [...other.numbers.values()].some(({ barrier }) => mine.has(barrier)))
        .map((other) => other.id),
    );
  }
}

function callOf(
  id: StmtId,
  { barrier, threads: count, arrive }: Extract<ProtocolOf<'part'>['names'], { kind: 'number' }>,
  when: readonly Expr[],
  threads: readonly Values[],
): Call {
  const conditions = when.filter((condition) => threads.some((thread) => valueOf(condition, thread) !== null));
  const coming = threads.flatMap((thread, linear) =>
    conditions.every((condition) => valueOf(condition, thread) !== 0n) ? [{ thread, linear }] : [],
  );
  const known = (expr: Expr | null, thread: Values): number =>
    Number((expr === null ? null : valueOf(expr, thread)) ?? -1n);
  return {
    id,
    arrive,
    numbers: new Map(
      coming.map(({ thread, linear }) => [linear, { barrier: known(barrier, thread), threads: known(count, thread) }]),
    ),
  };
}

/**
 * Null: each time that the barrier is passed, exactly those threads have come to it that ever may, each of them once.
 */
function whyUnordered(calls: readonly Call[], barrier: number): string | null {
  const usersOf = ({ numbers }: Call): readonly number[] =>
    [...numbers].flatMap(([linear, number]) => (number.barrier === barrier ? [linear] : [])).sort((a, b) => a - b);
  const [first, ...others] = calls.map(usersOf);
  if (first === undefined) return null;
  if (!isOfAPart(barrier)) return fill(messages.notPartial, { barrier });
  if (calls.some(({ arrive }) => arrive)) return fill(messages.arrivesWithoutWait, { barrier });
  if (others.some((other) => other.join() !== first.join())) return fill(messages.otherThreads, { barrier });
  const counts = new Set(
    calls.flatMap(({ numbers }) =>
      [...numbers.values()].flatMap((number) => (number.barrier === barrier ? [number.threads] : [])),
    ),
  );
  const count = [...counts][0] ?? -1;
  if (counts.size !== 1 || count === -1) return fill(messages.unknownCount, { barrier });
  if (count !== first.length) return fill(messages.wrongCount, { barrier, count, count2: first.length });
  return isOfWholeWarps(first) ? null : fill(messages.partialWarps, { barrier });
}

function isOfWholeWarps(threads: readonly number[]): boolean {
  const { warpSize } = deviceLimits;
  const all = new Set(threads);
  return threads.every((linear) => all.has(linear - (linear % warpSize) + ((linear + 1) % warpSize)));
}
