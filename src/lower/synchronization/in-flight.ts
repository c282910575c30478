/**
 * What is in flight: between the issue of an asynchronous copy and the wait that completes it, the copy's accesses may
 * happen at any time; between the halves of a split barrier, accesses are ordered with neither side. This pass takes
 * the marks (marks.ts) out of a finished body where that makes no difference, and else gives them a footprint, with the
 * reason. A copy makes none if from its issue to its wait there is no barrier and no release, nothing touches what it
 * writes, nothing writes what it reads, and no other copy may write the same bytes: it then is one more access at its
 * issue.
 * Over-approximating [D14, D15]: statements are followed in their structure, loops thrice, and every doubt becomes a
 * footprint.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { CopyAccess, Kernel, Stmt, StmtOf } from '../../ir/ir.ts';
import type { CopiedPlace, Mark } from './marks.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { memoized } from '../../base/memoize.ts';
import type { PartedObjects } from './roles.ts';
import { isParted, partedBarriers, whyParted } from './roles.ts';
import { markAt } from './marks.ts';
import type { Fresh } from './flight-pass.ts';
import { through } from './flight-pass.ts';
import { inFlightBehind, withFlights } from './flights.ts';
import { awaitedLooks } from './looks.ts';
import { copyAccesses, exactly, executed, noStmts } from './exact-steps.ts';
import { unrolled } from './unrolled.ts';
import { whyNothing } from '../not-modelled.ts';
import { assignedIn, eachStmt, mapStmts, someStmt, targetOf } from '../../ir/walk.ts';
import { messages } from '../wording.ts';

type Copy = Extract<Mark, { kind: 'copy' }>;
/** Once committed: the batches that are to be waited for until it is complete, and those committed after it. */
type Batch = Readonly<{ ahead: number; later: number }>;
type Flight = Readonly<{ id: StmtId; copy: Copy; batch: Batch | null }>;
/** Batches committed and not waited for; `isCounted`: their number is the same on every way. */
type Open = Readonly<{ count: number; isCounted: boolean }>;
/**
 * `open`: of what completes copies. `settling`: written by copies of the block whose parts by other threads may go on
 * until a barrier. `between`: accessed since the arrival at an object. `tokens`: the scalars that hold the token of the
 * newest arrival at an object.
 */
type State = Readonly<{
  flights: readonly Flight[];
  open: ReadonlyMap<string, Open>;
  settling: ReadonlySet<ArrayId>;
  between: ReadonlyMap<string, ReadonlySet<ArrayId>>;
  tokens: ReadonlyMap<VarId, string>;
}>;

type Pass = Readonly<{
  marks: ReadonlyMap<StmtId, Mark>;
  /** Arrays that the kernel may write. */
  written: ReadonlySet<ArrayId>;
  /** The accesses of copies; `issued` compares those with each other. */
  copied: ReadonlySet<StmtId>;
  /** Arrays with atomic operations that are no copy's. */
  atomics: ReadonlySet<ArrayId>;
  /** What each mark that makes a difference becomes. */
  doubts: Map<StmtId, Readonly<{ because: string; footprint: readonly ArrayId[]; synchronizes: boolean }>>;
  /** All reasons for which each copy is in doubt. */
  reasons: Map<StmtId, Set<string>>;
  /** Barrier objects at which threads take different parts. */
  parted: PartedObjects;
  /** Their barriers: none of the block, and why. */
  noBarriers: ReadonlyMap<StmtId, string>;
  /** How often each scalar is assigned. */
  assigned: ReadonlyMap<VarId, number>;
  /** Arrays of global memory: two of them may be one, where a launch passes a pointer twice. */
  global: ReadonlySet<ArrayId>;
  /** Loops around the current statement, innermost last. */
  loops: StmtOf<'loop'>[];
}>;

const nothing: State = { flights: [], open: new Map(), settling: new Set(), between: new Map(), tokens: new Map() };
const none: Open = { count: 0, isCounted: true };

type Settled = Readonly<{ body: readonly Stmt[]; doubts: readonly Readonly<{ stmt: Stmt; because: string }>[] }>;

/** What lowering leaves: `standIns` are barriers and steps without a model of which marks say exactly what they are. */
type Marked = Pick<Kernel, 'arrays' | 'scalars'> &
  Readonly<{ marks: ReadonlyMap<StmtId, Mark>; standIns: ReadonlySet<StmtId> }>;

/** Why copies are in doubt that may be said to be in flight (flights.ts). */
const whyInFlight: ReadonlySet<string> = new Set([
  messages.barrierInFlight,
  messages.accessInFlight,
  messages.overlappingCopies,
  messages.copyNotAwaited,
]);

/**
 * The body without marks; those that stay are `unknown` statements, and listed. Where there are such, the exact steps
 * stay as well, for the machine: what is in doubt stands in for them.
 */
export function settleMarks(body: readonly Stmt[], marked: Marked, fresh: Fresh): Settled {
  if (marked.marks.size === 0) return { body, doubts: [] };
  const settled = settledAs(body, marked, fresh);
  if (!settled.isUntold) return settled;
  const turns = unrolled(body, marked, fresh);
  const other =
    turns === null ? null : settledAs(turns.body, { ...marked, marks: turns.marks, standIns: turns.standIns }, fresh);
  return other === null || other.isUntold || other.doubts.length > 0 ? settled : other;
}

/** `isUntold`: what copies in flight do behind barriers is not known. */
function settledAs(body: readonly Stmt[], marked: Marked, fresh: Fresh): Settled & Readonly<{ isUntold: boolean }> {
  const { marks, arrays, scalars } = marked;
  const global = new Set([...arrays.values()].filter((array) => array.space === 'global').map((array) => array.id));
  const parted = partedBarriers(body, marks, scalars);
  const noBarriers = new Map(
    [...marks.values()].flatMap((mark): [StmtId, string][] => {
      const because = mark.kind === 'meet' ? whyParted(parted, mark.on) : null;
      return mark.kind === 'meet' && because !== null ? [[mark.barrier, because]] : [];
    }),
  );
  const pass: Pass = {
    marks,
    ...uses(body, marks),
    global,
    parted,
    noBarriers,
    doubts: new Map(),
    reasons: new Map(),
    loops: [],
  };
  const end = follow(pass, body, nothing);
  for (const flight of end?.flights ?? []) doubt(pass, flight, messages.copyNotAwaited);
  const doubts: { stmt: Stmt; because: string }[] = [];
  const agents = new Set(
    [...pass.reasons].flatMap(([id, reasons]) => ([...reasons].every((reason) => whyInFlight.has(reason)) ? [id] : [])),
  );
  const isShared = (id: StmtId): boolean => {
    const mark = marks.get(id);
    return mark?.kind === 'copy' && mark.to !== null && arrays.get(mark.to)?.space === 'shared';
  };
  const flights =
    agents.size === 0 || ![...agents].every(isShared)
      ? null
      : inFlightBehind(
          body,
          marks,
          {
            agents,
            locals: new Set([...arrays.values()].filter(({ space }) => space === 'local').map(({ id }) => id)),
          },
          fresh,
        );
  if (flights !== null) for (const id of agents) pass.doubts.delete(id);
  const isInDoubt =
    noBarriers.size + pass.doubts.size > 0 ||
    flights !== null ||
    someStmt(body, (stmt) => stmt.kind === 'unknown' && marked.standIns.has(stmt.id));
  const copies = isInDoubt ? copyAccesses(marks, flights === null ? noStmts : agents) : new Map<StmtId, CopyAccess>();
  const awaited = isInDoubt ? awaitedLooks(body, marks, marked.standIns) : noStmts;
  const standIn = isInDoubt ? ({ isStandIn: true } as const) : {};
  const settled = mapStmts(body, (stmt): readonly Stmt[] => {
    const reason = noBarriers.get(stmt.id);
    if (reason !== undefined) {
      const because = whyNothing(reason);
      const left: Stmt = {
        kind: 'unknown',
        id: stmt.id,
        span: stmt.span,
        source: stmt.source,
        because,
        footprint: [],
        synchronizes: false,
        ...standIn,
      };
      doubts.push({ stmt: left, because });
      return [left];
    }
    const mark = markAt(marks, stmt);
    if (mark === null) return [executed(stmt, copies, isInDoubt ? marked.standIns : noStmts)];
    if (mark.kind === 'exact') return isInDoubt ? [exactly(stmt, mark.op, awaited)] : [];
    const found = pass.doubts.get(stmt.id);
    if (found === undefined) return [];
    const left: Stmt = { kind: 'unknown', id: stmt.id, span: stmt.span, source: stmt.source, ...found, ...standIn };
    doubts.push({ stmt: left, because: found.because });
    return [left];
  });
  return {
    body: flights === null ? settled : withFlights(settled, flights),
    doubts,
    isUntold: flights === null && agents.size > 0,
  };
}

function uses(
  body: readonly Stmt[],
  marks: ReadonlyMap<StmtId, Mark>,
): Pick<Pass, 'written' | 'atomics' | 'assigned' | 'copied'> {
  const copied = new Set([...marks.values()].flatMap((mark) => (mark.kind === 'copy' ? [...mark.own] : [])));
  const written = new Set<ArrayId>();
  const atomics = new Set<ArrayId>();
  const assigned = new Map<VarId, number>();
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    if (target !== null) assigned.set(target, (assigned.get(target) ?? 0) + 1);
    if (stmt.kind === 'store' || stmt.kind === 'atomic') written.add(stmt.place.array);
    if (stmt.kind === 'atomic' && !copied.has(stmt.id)) atomics.add(stmt.place.array);
    if (stmt.kind === 'unknown') for (const id of stmt.footprint) written.add(id);
  });
  return { written, atomics, assigned, copied };
}

/** What is in flight after a list; null: nothing comes after it. */
const follow = (pass: Pass, list: readonly Stmt[], from: State): State | null =>
  through(list, from, (stmt, state) => step(pass, stmt, state));

function step(pass: Pass, stmt: Stmt, state: State): State | null {
  const mark = markAt(pass.marks, stmt);
  if (mark !== null) return atMark(pass, stmt, mark, state);
  switch (stmt.kind) {
    case 'load':
    case 'store':
    case 'atomic':
      return atAccess(pass, stmt, state);
    case 'barrier':
      return pass.noBarriers.has(stmt.id)
        ? state
        : atBarrier(pass, state, stmt.scope.kind === 'block' || stmt.scope.kind === 'grid');
    case 'unknown':
      return stmt.synchronizes ? atBarrier(pass, state, true) : state;
    case 'branch':
      return merged(follow(pass, stmt.then, state), follow(pass, stmt.otherwise, state));
    case 'loop':
      return aroundLoop(pass, stmt, state);
    case 'call':
      return follow(pass, stmt.body, state);
    case 'jump':
      return atJump(pass, state);
    case 'assign':
      return assigned(state, stmt.target, stmt.value);
    case 'fence':
      return atRelease(pass, stmt, state);
    case 'async':
    case 'lanes':
    case 'assert':
    case 'unknown-value':
      return state;
  }
}

/** What is in flight is not released: at its issue it would stand before that, and come before who acquires it. */
function atRelease(pass: Pass, { order }: StmtOf<'fence' | 'atomic'>, state: State): State {
  if (order !== 'relaxed' && order !== 'acquire')
    for (const flight of state.flights) doubt(pass, flight, messages.releaseInFlight);
  return state;
}

function doubt(pass: Pass, { id, copy }: Flight, because: string): void {
  pass.reasons.set(id, new Set([...(pass.reasons.get(id) ?? []), because]));
  if (!pass.doubts.has(id)) pass.doubts.set(id, { because, footprint: arraysOf(copy), synchronizes: false });
}

function atMark(pass: Pass, stmt: Stmt, mark: Mark, state: State): State {
  switch (mark.kind) {
    case 'copy':
      if (mark.doubt !== null) doubt(pass, { id: stmt.id, copy: mark, batch: null }, mark.doubt);
      return touching(
        { ...state, flights: issued(pass, { id: stmt.id, copy: mark, batch: null }, state) },
        arraysOf(mark),
      );
    case 'commit': {
      const { count, isCounted } = state.open.get(mark.on) ?? none;
      return {
        ...state,
        open: new Map(state.open).set(mark.on, { count: count + 1, isCounted }),
        flights: state.flights.map((one) => committed(one, mark.on, count + 1)),
      };
    }
    case 'wait':
      return waited(mark, state);
    case 'meet':
    case 'exact':
    case 'odd':
    case 'init':
      return state;
    case 'arrive': {
      if (isParted(pass.parted, mark.on)) return state;
      // what is under way, and not completed by this very object, may be complete before the wait only
      const under = state.flights.filter(({ copy }) => copy.on !== mark.on).flatMap(({ copy }) => arraysOf(copy));
      const tokens = [...state.tokens].filter(([, on]) => on !== mark.on);
      return {
        ...state,
        between: new Map(state.between).set(mark.on, new Set([...under, ...state.settling])),
        tokens: new Map(tokens).set(mark.token, mark.on),
      };
    }
    case 'settle': {
      if (isParted(pass.parted, mark.on)) return state;
      const touched = state.between.get(mark.on);
      const open = touched === undefined ? null : [...touched].filter((array) => pass.written.has(array));
      if (open === null)
        pass.doubts.set(stmt.id, { because: messages.unknownArrival, footprint: [], synchronizes: true });
      else if (mark.token === null || state.tokens.get(mark.token) !== mark.on)
        pass.doubts.set(stmt.id, { because: messages.unknownToken, footprint: [], synchronizes: true });
      else if (open.length > 0)
        pass.doubts.set(stmt.id, { because: messages.accessBetweenHalves, footprint: open, synchronizes: false });
      const rest = new Map(state.between);
      rest.delete(mark.on);
      return { ...state, between: rest };
    }
  }
}

const arraysOf = (copy: Copy): readonly ArrayId[] => [...(copy.to === null ? [] : [copy.to]), ...copy.from];

/** A scalar that is a copy of one with a token holds that token, too. */
function assigned(state: State, target: VarId, value: Expr): State {
  const from = bare(value);
  const on = from.kind === 'var' ? state.tokens.get(from.id) : undefined;
  if (on === undefined && !state.tokens.has(target)) return state;
  const tokens = new Map(state.tokens);
  if (on === undefined) tokens.delete(target);
  else tokens.set(target, on);
  return { ...state, tokens };
}

function committed(flight: Flight, on: string, ahead: number): Flight {
  if (flight.copy.on !== on) return flight;
  return {
    ...flight,
    batch: flight.batch === null ? { ahead, later: 0 } : { ...flight.batch, later: flight.batch.later + 1 },
  };
}

/** PTX ISA, `cp.async.wait_group N`: all but the N latest are complete; `oldest`: the first of those not waited for. */
function waited(wait: Extract<Mark, { kind: 'wait' }>, state: State): State {
  const { keep, on } = wait;
  const { count, isCounted } = state.open.get(on) ?? none;
  const isComplete = ({ copy, batch }: Flight): boolean => {
    if (copy.on !== on || keep === null || batch === null) return false;
    if (keep === 0) return true;
    if (!isCounted) return false;
    return keep === 'oldest' ? batch.ahead <= 1 : batch.later >= keep;
  };
  const others = state.flights.filter((one) => !isComplete(one));
  const flights =
    keep === 'oldest'
      ? others.map((one) =>
          one.batch === null || one.copy.on !== on
            ? one
            : { ...one, batch: { ...one.batch, ahead: one.batch.ahead - 1 } },
        )
      : others;
  const left = keep === null ? count : keep === 'oldest' ? Math.max(0, count - 1) : Math.min(keep, count);
  const done = state.flights.flatMap((one) =>
    one.copy.by !== 'thread' && one.copy.to !== null && isComplete(one) ? [one.copy.to] : [],
  );
  return {
    ...state,
    flights,
    open: new Map(state.open).set(on, { count: left, isCounted: isCounted || left === 0 }),
    settling: new Set([...state.settling, ...done]),
  };
}

function issued(pass: Pass, flight: Flight, { flights, settling }: State): readonly Flight[] {
  const { copy } = flight;
  if (copy.to !== null && settling.has(copy.to)) doubt(pass, flight, messages.earlierCopy);
  if (copy.to === null) doubt(pass, flight, messages.unresolvedCopyTarget);
  else if (pass.atomics.has(copy.to)) doubt(pass, flight, messages.copyOfAtomics);
  for (const other of flights) {
    const isAgain = other.id === flight.id;
    if (
      other.copy.to === copy.to &&
      !(isAgain ? advances(pass, copy.place) : areApart(pass, copy.place, other.copy.place))
    )
      doubt(pass, flight, messages.overlappingCopies);
    if (!isAgain && (isAmong(other.copy.to, copy.from) || isAmong(copy.to, other.copy.from)))
      doubt(pass, flight, messages.copyReadsCopy);
  }
  return [...flights.filter((other) => other.id !== flight.id), flight];
}

const isAmong = (array: ArrayId | null, all: readonly ArrayId[]): boolean => array !== null && all.includes(array);

function atAccess(pass: Pass, stmt: StmtOf<'load' | 'store' | 'atomic'>, state: State): State {
  const { array } = stmt.place;
  if (pass.copied.has(stmt.id)) return state;
  for (const flight of state.flights) {
    const isSource =
      isAmong(array, flight.copy.from) ||
      (pass.global.has(array) && flight.copy.from.some((from) => pass.global.has(from)));
    if (flight.copy.to === array || (stmt.kind !== 'load' && isSource)) doubt(pass, flight, messages.accessInFlight);
  }
  if (stmt.kind === 'atomic') atRelease(pass, stmt, state);
  return touching(state, [array]);
}

/** Accesses between the halves of all barriers at which the thread has arrived. */
function touching(state: State, arrays: readonly ArrayId[]): State {
  if (state.between.size === 0) return state;
  return {
    ...state,
    between: new Map([...state.between].map(([on, others]) => [on, new Set([...others, ...arrays])])),
  };
}

/** A barrier orders nothing that is in flight; nor do halves of two barriers nest. */
function atBarrier(pass: Pass, state: State, isWhole: boolean): State {
  for (const flight of state.flights) doubt(pass, flight, messages.barrierInFlight);
  return { ...state, between: new Map(), settling: isWhole ? new Set() : state.settling };
}

function atJump(pass: Pass, state: State): null {
  for (const flight of state.flights) doubt(pass, flight, messages.copyNotAwaited);
  return null;
}

function merged(a: State | null, b: State | null): State | null {
  if (a === null || b === null) return a ?? b;
  const between = new Map(
    [...a.between].flatMap(([on, arrays]): [string, ReadonlySet<ArrayId>][] => {
      const others = b.between.get(on);
      return others === undefined ? [] : [[on, new Set([...arrays, ...others])]];
    }),
  );
  const own = new Map(a.flights.map((one) => [one.id, one]));
  for (const other of b.flights) own.set(other.id, laterOf(own.get(other.id), other));
  const open = new Map(
    [...new Set([...a.open.keys(), ...b.open.keys()])].map((on): [string, Open] => {
      const [one, other] = [a.open.get(on) ?? none, b.open.get(on) ?? none];
      return [
        on,
        {
          count: Math.max(one.count, other.count),
          isCounted: one.isCounted && other.isCounted && one.count === other.count,
        },
      ];
    }),
  );
  const tokens = new Map([...a.tokens].filter(([id, on]) => b.tokens.get(id) === on));
  return { flights: [...own.values()], open, tokens, settling: new Set([...a.settling, ...b.settling]), between };
}

/** The copy as it is where it is complete last. */
function laterOf(a: Flight | undefined, b: Flight): Flight {
  if (a === undefined) return b;
  const batch =
    a.batch === null || b.batch === null
      ? null
      : { ahead: Math.max(a.batch.ahead, b.batch.ahead), later: Math.min(a.batch.later, b.batch.later) };
  return { ...b, batch };
}

/** Turns are followed until they add nothing: what one leaves is there in the next; no turn may happen, too. */
function aroundLoop(pass: Pass, loop: StmtOf<'loop'>, state: State): State {
  const parts = loop.testFirst ? [loop.before, loop.body, loop.step] : [loop.body, loop.before, loop.step];
  pass.loops.push(loop);
  let after = state;
  for (let turn = 0; turn < 3; turn++) {
    let now: State | null = after;
    for (const part of parts) now = now === null ? null : follow(pass, part, now);
    after = merged(after, now) ?? after;
  }
  pass.loops.pop();
  return after;
}

/** Whether two places differ in constants only, and by at least their size. */
function areApart(pass: Pass, a: CopiedPlace | null, b: CopiedPlace | null): boolean {
  if (a === null || b === null || a.subscripts.length !== b.subscripts.length) return false;
  if (![...a.subscripts, ...b.subscripts].every((one) => isFixed(pass, one.index))) return false;
  let distance = a.offset - b.offset;
  for (const [k, one] of a.subscripts.entries()) {
    const other = b.subscripts[k];
    if (other?.stride !== one.stride) return false;
    if (one.index.kind === 'int' && other.index.kind === 'int')
      distance += Number(one.index.value - other.index.value) * Number(one.stride);
    else if (
      one.index.kind === 'int' ||
      other.index.kind === 'int' ||
      JSON.stringify(one.index, asText) !== JSON.stringify(other.index, asText)
    )
      return false;
  }
  return Math.abs(distance) >= Math.max(a.bytes, b.bytes);
}

const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

/** Whether an expression has one value in the kernel, and in all turns of the loops around. */
function isFixed(pass: Pass, expr: Expr): boolean {
  return [...freeVariables(expr)].every(
    (id) => (pass.assigned.get(id) ?? 0) <= 1 && pass.loops.every((loop) => !assignedInLoop(loop).has(id)),
  );
}

const assignedInLoop = memoized((loop: Stmt): ReadonlySet<VarId> => assignedIn([loop]));

/**
 * Whether the place is another one in each turn of the only loop around: one index is a scalar that only its step
 * moves, forward.
 */
function advances(pass: Pass, place: CopiedPlace | null): boolean {
  const [loop] = pass.loops;
  if (loop === undefined || place === null || pass.loops.length > 1) return false;
  return place.subscripts.some((subscript) => {
    const index = bare(subscript.index);
    if (index.kind !== 'var' || subscript.stride < place.bytes) return false;
    if (!place.subscripts.every((other) => other === subscript || isFixed(pass, other.index))) return false;
    const assignments: Stmt[] = [];
    eachStmt([loop], (stmt) => {
      if (targetOf(stmt) === index.id) assignments.push(stmt);
    });
    const only = assignments.length === 1 ? assignments[0] : undefined;
    return only?.kind === 'assign' && loop.step.includes(only) && movesOn(bare(only.value), index.id);
  });
}

const bare = (expr: Expr): Expr => (expr.kind === 'cast' ? bare(expr.operand) : expr);

/** `v + c`, where c is made of the block's size and constants above 0. */
function movesOn(value: Expr, id: string): boolean {
  return value.kind === 'binary' && value.op === '+' && isVariable(bare(value.left), id) && isPositive(value.right);
}
const isVariable = (expr: Expr, id: string): boolean => expr.kind === 'var' && expr.id === id;

function isPositive(expr: Expr): boolean {
  const inner = bare(expr);
  if (inner.kind === 'int') return inner.value > 0n;
  if (inner.kind === 'builtin') return inner.name.startsWith('blockDim');
  return inner.kind === 'binary' && inner.op === '*' && isPositive(inner.left) && isPositive(inner.right);
}
