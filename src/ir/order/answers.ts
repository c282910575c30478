/**
 * Which conditions hold only of answers that are not given before all signals were [T17]: of the signal's own, or of a
 * look at its cell; also kept in variables, voted on, or told to the block through shared memory. A variable with
 * several values is looked at with each of them. Under-approximating. Example: `told` in `if (t == 0) told =
 * atomicAdd(count, 1); __syncthreads(); if (told == gridDim.x - 1) …`.
 */
import type { VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Definitions } from './values.ts';
import type { OpenCount } from './open-counts.ts';
import type { Shape } from './counting.ts';
import type { Stmt, StmtOf } from '../ir.ts';
import { areTwoCells, cellOf } from './constant-cells.ts';
import { countsToAll, saysAllOf } from './open-counts.ts';
import { eachStmt, placeOf } from '../walk.ts';
import { flat, isBlockBarrier, isInLoop, mayLeave } from './paths.ts';
import { freeVariables, mapExpr } from '../../base/expr-walk.ts';
import { isCertain, knownOf, literal } from './counting.ts';
import { printType } from '../../base/ctype.ts';
import { typeOf } from '../../base/expr-build.ts';
import { valueOf } from './values.ts';
import { wrap } from '../../base/arithmetic.ts';

export type Access = StmtOf<'load'> | StmtOf<'store'> | StmtOf<'atomic'>;

/** `adds`: each one more; else the cell then holds `value`. */
export type Given = Readonly<{
  stmt: Access;
  adds: boolean;
  value: bigint;
  /** Other statements that add as much, which are counted with it. */ also?: readonly Access[];
}>;

const signalsIn = ({ stmt, also = [] }: Given): readonly Access[] => [stmt, ...also];

/**
 * `by`: the answer that says so is that of the signal itself, whose last one sees it, or a look. `barrier`: where, in
 * the list at that depth around the answer, a barrier stands by which a thread of the block passed it on; null: it is
 * the thread's own. `or`: other answers that may have said so instead; it is one of them all.
 */
export type Behind = Readonly<{
  by: 'own' | 'look';
  observed: Access;
  barrier: Readonly<{ depth: number; at: number }> | null;
  or: readonly Behind[];
}>;

/** By any of these; null: there are none. It is the thread's own answer where all are. */
function eitherOf(all: readonly Behind[]): Behind | null {
  const each = all.flatMap((one) => [{ ...one, or: [] }, ...one.or]);
  const [first, ...more] = each.filter((one, k) => each.findIndex((other) => isSame(one, other)) === k);
  return first === undefined
    ? null
    : { ...first, by: [first, ...more].every(({ by }) => by === 'own') ? 'own' : 'look', or: more };
}

const isSame = (one: Behind, other: Behind): boolean =>
  one.by === other.by &&
  one.observed === other.observed &&
  one.barrier?.depth === other.barrier?.depth &&
  one.barrier?.at === other.barrier?.at;

/** Whether it is the answer of this look alone, got by the thread itself. */
export const isByAlone = (look: Access, behind: Behind | null): boolean =>
  behind !== null && behind.observed === look && behind.barrier === null && behind.or.length === 0;
/** `others`: what the cell may hold besides 0 and what the signal leaves there. */
export type Seen = Readonly<{
  given: Given;
  most: bigint | OpenCount;
  looks: readonly Access[];
  others: readonly bigint[];
  shape: Shape;
}>;

/** Whether the condition, or its opposite, holds only of an answer that is not given before all signals are. */
export function saysAll(when: Expr, isTrue: boolean, seen: Seen, root: number, depth = 8): Behind | null {
  if (depth <= 0) return null;
  const again = (expr: Expr, truth: boolean): Behind | null => saysAll(expr, truth, seen, root, depth - 1);
  if (when.kind === 'unary' && when.op === 'not') return again(when.operand, !isTrue);
  if (when.kind === 'binary' && (when.op === '&&' || when.op === '||')) {
    const [left, right] = [again(when.left, isTrue), again(when.right, isTrue)];
    return (when.op === '&&') === isTrue
      ? (left ?? right)
      : left !== null && right !== null
        ? eitherOf([left, right])
        : null;
  }
  const answer = answerIn(when, isTrue, seen);
  if (answer !== null)
    return { by: signalsIn(seen.given).includes(answer) ? 'own' : 'look', observed: answer, barrier: null, or: [] };
  for (const id of freeVariables(when)) {
    const found = ofValues(id, when, isTrue, seen, root, depth);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The same of the condition with each value in place of a variable that has several, or one that was read or voted for.
 */
function ofValues(id: VarId, when: Expr, isTrue: boolean, seen: Seen, root: number, depth: number): Behind | null {
  const isKept = isTrue && keptIn(when) === id;
  const again = (expr: Expr, truth: boolean): Behind | null => saysAll(expr, truth, seen, root, depth - 1);
  const definitions = isKept ? withoutFirstHalf(id, seen.shape) : (seen.shape.definitions.get(id) ?? []);
  const found = definitions.map((stmt): Behind | null | 'never' => {
    if (stmt.kind === 'assign') {
      if (freeVariables(stmt.value).has(id)) return null;
      const replaced = truthOf(withValue(when, id, stmt.value));
      return isNever(replaced, isTrue, seen) ? 'never' : again(replaced, isTrue);
    }
    if (stmt.kind === 'barrier') return isKept ? votedAt(stmt, again, seen) : null;
    if (stmt.kind === 'load' && !seen.looks.includes(stmt)) return toldBy(stmt, when, isTrue, seen, root, depth);
    return definitions.length > 1 ? ofAnswer(stmt, [id], when, isTrue, seen) : null;
  });
  return found.includes(null)
    ? null
    : eitherOf(found.filter((each): each is Behind => each !== null && each !== 'never'));
}

/** The condition with the value in place of the variable. */
const withValue = (when: Expr, id: VarId, value: Expr): Expr =>
  mapExpr(when, (node) => (node.kind === 'var' && node.id === id ? asType(value, node.type) : node));

function asType(value: Expr, to: ScalarType): Expr {
  const from = typeOf(value);
  return printType(from) === printType(to) ? value : { kind: 'cast', to, operand: value };
}

/** Whether the condition, or its opposite, never holds, whatever the answers. */
function isNever(when: Expr, isTrue: boolean, { shape: { launch, definitions } }: Seen): boolean {
  const truth = valueOf(when, knownOf(launch, new Map()), definitions);
  return truth !== null && (truth !== 0n) !== isTrue;
}

/** What a truth value is that is kept; of `a && b`, written as `kept = a; if (kept) { …; kept = b; }`, only b. */
function withoutFirstHalf(kept: VarId, { definitions, paths }: Shape): readonly Stmt[] {
  const all = definitions.get(kept) ?? [];
  const [first, second] = all;
  const frame = first === undefined ? undefined : paths.get(first.id)?.at(-1);
  const next = frame?.list[frame.at + 1];
  if (
    all.length !== 2 ||
    second === undefined ||
    next?.kind !== 'branch' ||
    next.when.kind !== 'var' ||
    next.when.id !== kept
  )
    return all;
  return next.then.some((stmt) => mayLeave(stmt)) || !flat(next.then).includes(second) ? all : [second];
}

/** `__syncthreads_or` and `__syncthreads_count` say that some thread of the block knew. */
function votedAt(
  { id, scope, reduction }: StmtOf<'barrier'>,
  again: (expr: Expr, truth: boolean) => Behind | null,
  { shape }: Seen,
): Behind | null {
  const path = shape.paths.get(id);
  const said =
    scope.kind === 'block' && reduction !== null && reduction.op !== 'and' && path?.length === 1
      ? again(truthOf(reduction.predicate), true)
      : null;
  return passedOn(said, path?.[0]?.at ?? 0);
}

/** What threads of the block have been answered is told by the barrier there, in the outermost list. */
const passedOn = (said: Behind | null, at: number): Behind | null =>
  said === null || [said, ...said.or].some(({ barrier }) => barrier !== null)
    ? null
    : {
        ...said,
        barrier: { depth: 0, at },
        or: said.or.map((one) => ({ ...one, barrier: { depth: 0, at } })),
      };

/** Without what makes a truth value a number and a truth value again. */
function truthOf(expr: Expr): Expr {
  if (expr.kind === 'cast' && expr.operand.kind !== 'var' && (expr.to.kind === 'bool' || isTruth(expr.operand)))
    return truthOf(expr.operand);
  if (
    expr.kind === 'binary' &&
    (expr.op === '!=' || expr.op === '>') &&
    literal(expr.right) === 0n &&
    isTruth(expr.left)
  )
    return truthOf(expr.left);
  return expr;
}

const isTruth = (expr: Expr): boolean =>
  typeOf(expr).kind === 'bool' || (expr.kind === 'cast' && isTruth(expr.operand));
/** The variable that is not 0 where the condition holds; null: that of none is known. */
function keptIn(when: Expr): VarId | null {
  if (when.kind === 'var') return when.id;
  if (when.kind === 'cast') return keptIn(when.operand);
  const than = when.kind === 'binary' ? literal(when.right) : null;
  if (when.kind !== 'binary' || than === null) return null;
  const isKept =
    when.op === '!=' ? than === 0n : when.op === '>' ? than >= 0n : (when.op === '==' || when.op === '>=') && than > 0n;
  return isKept ? keptIn(when.left) : null;
}

/** What a thread of the block stored in shared memory, and others read behind a barrier. */
function toldBy(
  load: StmtOf<'load'>,
  when: Expr,
  isTrue: boolean,
  seen: Seen,
  root: number,
  depth: number,
): Behind | null {
  const { kernel, paths } = seen.shape;
  const stores: Stmt[] = [];
  let isPlain = kernel.arrays.get(load.place.array)?.space === 'shared' && cellOf(load.place) !== null;
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'unknown') isPlain &&= !stmt.footprint.includes(load.place.array);
    const place = placeOf(stmt);
    if (place === null || place.array !== load.place.array || stmt.kind === 'load' || areTwoCells(place, load.place))
      return;
    isPlain &&= stmt.kind === 'store' && cellOf(stmt.place) === cellOf(load.place);
    stores.push(stmt);
  });
  const path = paths.get(load.id);
  const list = path?.[0]?.list ?? [];
  const at = path?.[0]?.at ?? 0;
  const barrierBehind = (stmt: Stmt): number => {
    const from = paths.get(stmt.id)?.[0]?.at ?? list.length;
    return list.findIndex((one, k) => k > from && k < at && isBlockBarrier(one));
  };
  const isStored = stores.some(
    (stmt) =>
      barrierBehind(stmt) >= 0 &&
      isCertain(paths.get(stmt.id) ?? [], seen.shape) &&
      (paths.get(stmt.id) ?? []).length > 0,
  );
  if (!isPlain || !isStored || at > root) return null;
  const found: Behind[] = [];
  for (const stmt of stores) {
    if (stmt.kind !== 'store') return null;
    const replaced = truthOf(withValue(when, load.target, stmt.value));
    if (isNever(replaced, isTrue, seen)) continue;
    const said = saysAll(replaced, isTrue, seen, paths.get(stmt.id)?.[0]?.at ?? 0, depth - 1);
    // with a known number in its place, the condition is on what the thread itself was answered
    const { launch, definitions } = seen.shape;
    const isNumber = valueOf(stmt.value, knownOf(launch, new Map()), definitions) !== null;
    const told = barrierBehind(stmt) < 0 ? null : isNumber ? said : passedOn(said, barrierBehind(stmt));
    if (told === null) return null;
    found.push(told);
  }
  return eitherOf(found);
}

/**
 * The look or signal on whose answer alone the condition rests, where all answers that make it so come behind all
 * signals.
 */
function answerIn(when: Expr, isTrue: boolean, seen: Seen): Access | null {
  const { given, looks, shape } = seen;
  for (const stmt of [...signalsIn(given), ...looks]) {
    const ids = stmt.kind === 'store' || stmt.target === null ? [] : namesOf(stmt.target, shape.definitions);
    const found = ofAnswer(stmt, ids, when, isTrue, seen);
    if (found !== null) return found.observed;
  }
  return null;
}

/** `ids`: the variables that hold the answer of the statement, its target or copies of it. */
function ofAnswer(
  stmt: Stmt,
  ids: readonly VarId[],
  when: Expr,
  isTrue: boolean,
  { given, most, looks, others, shape }: Seen,
): Behind | null {
  const named = [...freeVariables(when)].filter((id) => ids.includes(id));
  const isSignal = signalsIn(given).some((one) => one === stmt);
  const isAsked = isSignal || looks.some((look) => look === stmt);
  if (
    !isAsked ||
    named.length === 0 ||
    (stmt.kind !== 'load' && stmt.kind !== 'atomic') ||
    stmt.target === null ||
    !isStrong(stmt)
  )
    return null;
  // of two answers in turn, one may be older than the other
  if (
    isInLoop(shape.paths.get(stmt.id) ?? []) &&
    (named.length > 1 ||
      [...freeVariables(when)].some((id) => !ids.includes(id) && comesOf(id, ids, shape.definitions)))
  )
    return null;
  const behind: Behind = { by: isSignal ? 'own' : 'look', observed: stmt, barrier: null, or: [] };
  const { type } = stmt.place;
  if (typeof most !== 'bigint') {
    const counts =
      given.stmt.kind === 'atomic' &&
      (given.stmt.op !== 'inc' || countsToAll(given.stmt.operands[0], most, shape.definitions));
    return given.adds &&
      counts &&
      type.kind === 'int' &&
      type.bits >= 32 &&
      saysAllOf(when, isTrue, { ids, count: most, isSignal, definitions: shape.definitions })
      ? behind
      : null;
  }
  if (given.adds && given.stmt.kind === 'atomic' && given.stmt.op === 'inc' && !countsTo(given.stmt, most, shape))
    return null;
  if (type.kind !== 'int' || (isSignal && !given.adds)) return null;
  // copies have what a conversion makes of the answer
  const { target } = stmt;
  const isSo = (value: bigint): boolean | null => {
    const truth = valueOf(
      when,
      knownOf(shape.launch, new Map(), new Map([[target, wrap(value, type)]])),
      shape.definitions,
    );
    return truth === null ? null : (truth !== 0n) === isTrue;
  };
  const tooEarly = given.adds ? below(isSignal ? most - 1n : most) : [0n, ...others];
  return tooEarly.every((value) => isSo(value) === false) ? behind : null;
}

/** Whether the variable may be computed from one of these. */
function comesOf(id: VarId, ids: readonly VarId[], definitions: Definitions): boolean {
  const found = new Set([id]);
  for (const name of found) {
    for (const stmt of definitions.get(name) ?? [])
      if (stmt.kind === 'assign') for (const read of freeVariables(stmt.value)) found.add(read);
  }
  return ids.some((one) => found.has(one));
}

const below = (end: bigint): readonly bigint[] => Array.from({ length: Number(end) }, (_, k) => BigInt(k));
export const isStrong = (stmt: Access): boolean => stmt.kind === 'atomic' || stmt.place.volatile;

/**
 * Whether `atomicInc` counts that far before it begins anew: it does where it reads its operand, which the last one of
 * all may.
 */
function countsTo(stmt: StmtOf<'atomic'>, most: bigint, { launch, definitions }: Shape): boolean {
  const [operand] = stmt.operands;
  const bound = operand === undefined ? null : valueOf(operand, knownOf(launch, new Map()), definitions);
  return bound !== null && bound >= most - 1n;
}

/** The variable, if nothing else gives it a value, and copies of it that are likewise. */
export function namesOf(id: VarId, definitions: Definitions): readonly VarId[] {
  if ((definitions.get(id) ?? []).length !== 1) return [];
  const found = [id];
  for (const name of found) {
    for (const [copy, [only, ...others]] of definitions)
      if (only?.kind === 'assign' && others.length === 0 && isCopy(only.value, name)) found.push(copy);
  }
  return found;
}

/** Of a non-negative value that is not too large. */
const isCopy = (expr: Expr, id: VarId): boolean =>
  expr.kind === 'var'
    ? expr.id === id
    : expr.kind === 'cast' && expr.to.kind === 'int' && expr.to.bits >= 32 && isCopy(expr.operand, id);
