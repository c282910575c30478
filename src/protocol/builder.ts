/**
 * What one run of the inference collects besides the steps: variables, arrays, assumptions, approximations. It lives as
 * long as one call of `inferProtocol` and is never seen outside it.
 *
 * Expressions are kept small: one that grows beyond the limit gets a name, a fresh variable with an `assume` step that
 * defines it. Exact for integers and bools; floats are opaque to the solver and get no definition.
 */
import type { Exchanged } from './sync/exchanges.ts';
import type { Reservation } from './index/reserved.ts';
import type { Allocations, Start } from './index/allocated.ts';
import type { ClaimBy } from './index/claims.ts';
import type { CellOrders } from '../ir/order/cells.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { AlikeInTile, Reserved, Claim, Place, Protocol, ProtocolVariable, Turns, Vote } from './protocol.ts';
import type { Range } from './range.ts';
import type { Reads } from './loops/carried.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Span } from '../base/span.ts';
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Uniformity } from './sync/uniformity.ts';
import { varId } from '../base/brand.ts';
import { binary, typeOf, variable } from '../base/expr-build.ts';
import { uniformityOf } from './sync/uniformity.ts';
import { countNodes } from './fold.ts';
import { isOpenIn } from './shifts.ts';

/** The size from which an expression gets a name. */
export const expressionLimit = 60;

/** What earlier runs over the kernel found out; a run that finds more is repeated. Grows, so that repetition ends. */
export type Knowledge = {
  /** Carried variables (by loop and name) whose value differs among threads. */
  readonly varying: Set<string>;
  /** Loops with a barrier in the source of which none is left in the protocol. */
  readonly unsynchronized: Set<string>;
  /** Carried variables (by loop and name) whose values a loop inside would like to know. */
  readonly asked: Set<string>;
  /** All values that such a variable has in any turn; null: too many, or not known. */
  readonly values: Map<string, readonly bigint[] | null>;
  /** Arrays of which a cell may hold again what claims look for. */
  readonly returning: Set<ArrayId>;
};

/** Grows whenever a run found out something new. */
export const sizeOfKnowledge = ({ varying, unsynchronized, values, returning }: Knowledge): number =>
  varying.size +
  returning.size +
  unsynchronized.size +
  values.size +
  [...values.values()].filter((known) => known === null).length;

/**
 * `why`: what keeps a barrier from ordering anything. `quiet`: loads from arrays that nothing stores to between the two
 * barriers of the block around.
 */
export type Ordering = Readonly<{
  prefix: string;
  barriers: ReadonlySet<StmtId>;
  why: ReadonlyMap<StmtId, string>;
  quiet: ReadonlySet<StmtId>;
}>;

export type Builder = Readonly<{
  kernel: Kernel;
  knowledge: Knowledge;
  deadline: Deadline;
  variables: Map<VarId, ProtocolVariable>;
  ranges: Map<VarId, Range>;
  /** By which name `knowledge` knows the carried variables. */
  carryKeys: Map<VarId, string>;
  /** Variables with sharing `thread` that depend only on the turn. */
  turnUniform: Set<VarId>;
  /** Names of long expressions that rest on what the launch leaves open. */
  openNames: Set<VarId>;
  /** The built-in variables and parameters, as expressions. */
  roots: ReadonlyMap<string, Expr>;
  assumptions: Set<string>;
  approximations: Map<string, Readonly<{ text: string; span: Span }>>;
  /** Variables introduced in the turn being executed, innermost loop last. */
  locals: VarId[][];
  /** Loops around, innermost last: their jump targets. */
  loops: { id: string; stmt: StmtId; synchronized: boolean }[];
  /** Conditions of the branches around, outermost first. */
  guards: Expr[];
  /** Calls around, innermost last. */
  calls: string[];
  counters: Map<string, number>;
  isReadOnly: (array: Place['array']) => boolean;
  /** Whether another array may be the same memory. */
  isAliased: (array: Place['array']) => boolean;
  /**
   * Whether races between blocks count: then other blocks change nothing that a thread relies on before the first of
   * them.
   */
  level: 'block' | 'grid';
  /** Whose threads the intervals are of: whose barriers count, and among whom shared variables are one [D21]. */
  together: 'block' | 'grid';
  /**
   * What threads change in turn in one interval, without a race [D29]: no value that is read there is one for several
   * threads, or for two reads of one.
   */
  handed: ReadonlySet<StmtId>;
  /** The cells that order accesses with others about the same one [T18]. */
  cells: CellOrders;
  /** By what atomics on counters change them. */
  amounts: ReadonlyMap<StmtId, bigint>;
  /** Atomics of which at most one on a cell gets a certain answer. */
  claims: ReadonlyMap<StmtId, ClaimBy>;
  /** Where the ranges start that blocks allocate, and what lies in them. */
  allocations: Allocations;
  /** Which shuffles give the starts of ranges that one lane reserves for its warp. */
  reservations: ReadonlyMap<StmtId, Reservation>;
  /** What lanes have in common behind a statement because they exchanged their values. */
  exchanges: ReadonlyMap<StmtId, readonly Exchanged[]>;
  /** Whether barriers of parts of the block leave a step that says whom they name. */
  marks: boolean;
  /** The size of the tiles whose threads are looked at, where meetings of lanes are asked about; null: races are. */
  tile: number | null;
  /**
   * Where barriers of parts order accesses [D22, D23]: those that do, and how names of variables begin; null: they
   * order nothing.
   */
  ordering: Ordering | null;
  /** Votes and reductions of warps that give all warps of the block one result. */
  sameInWarps: ReadonlySet<StmtId>;
  /** Where scalars are read. */
  reads: Reads;
}>;

/**
 * The loops around what is executed. Copies of variables for another turn have other names, but not those of a loop
 * inside a synchronized one.
 */
export const turnsAround = ({ loops }: Builder): Turns => ({
  loops: loops.map(({ stmt }) => stmt),
  areNamed: loops.length <= 1 || loops.every(({ synchronized }) => !synchronized),
});

/** `base` the first time, then `base.2`, `base.3`, … */
export function numbered(builder: Builder, base: string): string {
  const count = (builder.counters.get(base) ?? 0) + 1;
  builder.counters.set(base, count);
  return count === 1 ? base : `${base}.${count}`;
}

export function declare(
  builder: Builder,
  wanted: string,
  rest: Omit<ProtocolVariable, 'id'>,
  uniformity: Uniformity,
): VarId {
  const id = varId(
    numbered(builder, `${builder.together === 'grid' ? 'grid!' : (builder.ordering?.prefix ?? '')}${wanted}`),
  );
  builder.variables.set(id, { id, ...rest, sharing: uniformity === 'block' ? rest.sharing : 'thread' });
  if (uniformity === 'turn') builder.turnUniform.add(id);
  return id;
}

/** As `declare`, for a variable that belongs to the turn being executed. */
export function declareLocal(
  builder: Builder,
  wanted: string,
  rest: Omit<ProtocolVariable, 'id'>,
  uniformity: Uniformity,
): VarId {
  const id = declare(builder, wanted, rest, uniformity);
  builder.locals.at(-1)?.push(id);
  return id;
}

export function uniformity(builder: Builder, expr: Expr): Uniformity {
  return uniformityOf(expr, (id) => {
    if (builder.variables.get(id)?.sharing !== 'thread') return 'block';
    return builder.turnUniform.has(id) ? 'turn' : 'thread';
  });
}

type UnknownValue = Readonly<{
  name: string;
  type: ScalarType;
  because: string;
  span: Span;
  read: Place | null;
  uniformity: Uniformity;
  /** Not given: no result of a counter. */ counts?: bigint;
  /** Not given: no start of a range. */ startOf?: Start;
  /** Not given: nothing that is counted for a range. */ when?: readonly Expr[];
  /** Not given: none of lanes. */ vote?: Vote;
  claim?: Claim;
  turns?: Turns;
  alike?: AlikeInTile;
  reserved?: Reserved;
  own?: ArrayId;
  /** Not given: others may store there since the last barrier of the block. */ isQuiet?: boolean;
}>;

/** A fresh variable that can have any value. */
export function unknownValue(builder: Builder, value: UnknownValue): Expr {
  const origin = {
    kind: 'unknown',
    because: value.because,
    span: value.span,
    read: value.read,
    counts: value.counts ?? null,
    ...(value.startOf === undefined ? {} : { startOf: value.startOf }),
    ...(value.when === undefined ? {} : { when: value.when }),
    ...(value.vote === undefined ? {} : { vote: value.vote }),
    ...(value.claim === undefined ? {} : { claim: value.claim }),
    ...(value.alike === undefined ? {} : { alike: value.alike }),
    ...(value.reserved === undefined ? {} : { reserved: value.reserved }),
    ...(value.turns === undefined ? {} : { turns: value.turns }),
    ...(value.own === undefined ? {} : { own: value.own }),
  } as const;
  // what lanes change one after the other, they do without a race
  const isOwn =
    builder.together === 'grid' || (builder.ordering !== null && value.read !== null && value.isQuiet !== true);
  const among = isOwn ? 'thread' : value.uniformity;
  const id = declareLocal(builder, `${value.name}?`, { type: value.type, sharing: 'block', origin }, among);
  return variable(id, value.type);
}

/** The value itself if it is small, else a name for it; definitions go to `steps`. */
export function bounded(
  builder: Builder,
  value: Expr,
  name: string,
  at: Readonly<{ id: StmtId; span: Span }>,
  steps: Protocol[],
): Expr {
  if (countNodes(value, expressionLimit) <= expressionLimit) return value;
  const type = typeOf(value);
  const named = unknownValue(builder, {
    name,
    type,
    because: 'a long expression, named',
    span: at.span,
    read: null,
    uniformity: uniformity(builder, value),
  });
  if (named.kind === 'var' && isOpenIn(builder, value)) builder.openNames.add(named.id);
  if (type.kind !== 'float')
    steps.push({ kind: 'assume', id: at.id, span: at.span, condition: binary('==', named, value), text: 'definition' });
  return named;
}

export function approximate(builder: Builder, text: string, span: Span): void {
  builder.approximations.set(`${span.file}:${span.start}:${text}`, { text, span });
}
