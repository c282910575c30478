/**
 * Which statements a lock keeps apart: those that only ever run while the thread holds it, with fences on both sides
 * [T15]. By the shape of the IR alone, under-approximating: what does not have just this shape is not kept apart.
 * Needs: a kernel. Gives: whether two statements, run by two threads, are ordered by a lock.
 * Example: the load and the store of `*value` in `while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); *value += 1;
 * __threadfence(); atomicExch(lock, 0);`.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Kernel, Place, Stmt, StmtOf } from '../ir.ts';
import { bodiesOf, eachStmt, targetOf } from '../walk.ts';
import type { KnownLaunch, Shape } from './counting.ts';
import { heldByBlock } from './block-locks.ts';
import { shapeOf } from './counting.ts';
import { turnsIn } from './turns.ts';
import { cellByCell, cellOf } from './constant-cells.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { printExpr } from '../../base/expr-print.ts';
import { printType } from '../../base/ctype.ts';
import type { Section, Use } from './sections.ts';
import { fenced, settledUses } from './sections.ts';
import { flat, mayLeave, passedBefore, passedBehind } from './paths.ts';
import { isFence, isOrdered } from './fences.ts';

type Atomic = StmtOf<'atomic'>;

/** What is run with a lock held, lock by lock. Needs constants in their place [order/constants.ts]. */
export function sectionsOf(kernel: Kernel, launch: KnownLaunch): readonly Section[] {
  if ([...kernel.arrays.values()].some(({ reached }) => reached !== undefined)) return [];
  const accesses = new Map<ArrayId, Use[]>();
  const open = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'unknown') for (const id of stmt.footprint) open.add(id);
    if (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic')
      accesses.set(stmt.place.array, [...(accesses.get(stmt.place.array) ?? []), stmt]);
  });
  const isOpen = (array: ArrayId): boolean => open.has(array) || launch.isAliased(array);
  const cells = cellByCell(accesses);
  let made: Shape | null = null;
  const shape = (): Shape => (made ??= shapeOf(kernel, launch));
  return cells
    .flatMap(([array, own]): readonly Section[] => {
      const space = kernel.arrays.get(array)?.space;
      if (isOpen(array) || (space !== 'global' && space !== 'shared')) return [];
      const uses = takingFirst(usesOf(own, kernel));
      const [taken, released, ...others] = uses;
      if (
        taken?.kind !== 'atomic' ||
        released?.kind !== 'atomic' ||
        !isTaking(taken) ||
        cellOf(taken.place) === null ||
        uses.some(({ place }) => cellOf(place) !== cellOf(taken.place))
      )
        return [];
      const sections = heldSections(uses, shape());
      if (sections.length > 0)
        return [
          {
            held: new Set(sections.flatMap(({ held }) => [...held])),
            isWide: space === 'global' && sections.every(({ isWide }) => isWide),
            isOfBlocks: false,
          },
        ];
      const isOne = others.length === 0 && space === 'global';
      const held = isOne ? heldByBlock(taken, released, (loop) => waitsFor(loop, taken, kernel), shape()) : null;
      return held === null ? [] : [{ held, isWide: true, isOfBlocks: true }];
    })
    .concat(turnsIn(cells, isOpen, shape()));
}

/**
 * What is run with the lock held that is the cell of an array which the taking and the release name in the same words,
 * with nothing between that changes what these mean.
 */
export function lockedCells(own: readonly Use[], shape: Shape): readonly (Section & Readonly<{ place: Place }>)[] {
  const sections = heldSections(takingFirst(usesOf(own, shape.kernel)), shape);
  const isGlobal = own[0] !== undefined && shape.kernel.arrays.get(own[0].place.array)?.space === 'global';
  return sections.some(({ taken, released }) => isRenamed(taken, released, shape.kernel))
    ? []
    : sections.map(({ held, isWide, isOfBlocks, taken }) => ({
        held,
        isWide: isWide && isGlobal,
        isOfBlocks,
        place: taken.place,
      }));
}

/** Whether something between the two, in the text, assigns a variable of the cell. */
function isRenamed(taken: Atomic, released: Atomic, kernel: Kernel): boolean {
  const names = new Set(taken.place.subscripts.flatMap(({ index }) => [...freeVariables(index)]));
  let [isPast, isOver, isChanged] = [false, false, false];
  eachStmt(kernel.body, (stmt) => {
    isPast ||= stmt.id === taken.id;
    const target = targetOf(stmt);
    isChanged ||= isPast && !isOver && target !== null && names.has(target);
    isOver ||= stmt.id === released.id;
  });
  return isChanged || !isOver;
}

const takingFirst = (uses: readonly Use[]): readonly Use[] =>
  uses[0] !== undefined && isTaking(uses[0]) ? uses : [...uses].reverse();

/** The accesses to a lock that is taken and given back, after its first values. */
const usesOf = (own: readonly Use[], kernel: Kernel): readonly Use[] =>
  settledUses(own, kernel).find(
    (uses) => uses.length > 0 && uses.length % 2 === 0 && uses.every(({ kind }) => kind === 'atomic'),
  ) ?? own;

const textOf = ({ offset, subscripts, type }: Place): string =>
  [printType(type), offset, ...subscripts.map(({ index, stride }) => `${stride}*${printExpr(index)}`)].join(' ');

/** Signed or not, of the same width. */
const plainVariable = (expr: Expr): VarId | null =>
  expr.kind === 'var'
    ? expr.id
    : expr.kind === 'cast' &&
        expr.to.kind === 'int' &&
        expr.operand.kind === 'var' &&
        expr.operand.type.kind === 'int' &&
        expr.to.bits === expr.operand.type.bits
      ? expr.operand.id
      : null;

const isTaking = (stmt: Stmt): boolean =>
  stmt.kind === 'atomic' &&
  stmt.target !== null &&
  (stmt.op === 'cas' || stmt.op === 'exch') &&
  heldValue(stmt) !== null;

/** As the cell holds it; null: it is no literal. */
const literal = (expr: Expr | undefined, { type }: Place): bigint | null =>
  expr?.kind === 'int' && type.kind === 'int' ? BigInt.asUintN(type.bits, expr.value) : null;

/** What is written to take the lock; null where that is none. */
function heldValue({ op, operands, place }: Atomic): bigint | null {
  const [first, second] = [literal(operands[0], place), literal(operands[1], place)];
  return op === 'cas' ? (first !== null && second !== null && first !== second ? second : null) : first;
}

/**
 * Whether the condition, or its opposite, says that the lock was free: the value that was read, as far as it says, is
 * none that taking leaves. `answers`: what holds that value.
 */
function saysFree(when: Expr, isTrue: boolean, taken: Atomic, answers: readonly VarId[]): boolean {
  if (when.kind === 'unary' && when.op === 'not') return saysFree(when.operand, !isTrue, taken, answers);
  const compared = comparedIn(when, taken, answers);
  if (compared === null) return false;
  const isEqual = compared.isEqual === isTrue;
  if (taken.op === 'cas') return isEqual && compared.value === literal(taken.operands[0], taken.place);
  return isEqual ? compared.value !== heldValue(taken) : compared.value === heldValue(taken);
}

/** The value with which a condition compares the answer, and whether for equality; null: it is no such comparison. */
function comparedIn(
  when: Expr,
  taken: Atomic,
  answers: readonly VarId[],
): Readonly<{ value: bigint; isEqual: boolean }> | null {
  const isAnswer = (expr: Expr): boolean => {
    const id = plainVariable(expr);
    return id !== null && answers.includes(id);
  };
  if (when.kind === 'cast' && when.to.kind === 'bool')
    return isAnswer(when.operand) ? { value: 0n, isEqual: false } : null;
  if (when.kind !== 'binary' || (when.op !== '==' && when.op !== '!=')) return null;
  const other = isAnswer(when.left) ? when.right : isAnswer(when.right) ? when.left : undefined;
  const value = literal(other, taken.place);
  return value === null ? null : { value, isEqual: when.op === '==' };
}

// The section ---------------------------------------------------------------------------------------------------------

type Held = Section & Readonly<{ taken: Atomic; released: Atomic }>;

/**
 * What threads do from taking the lock to giving it back, for each place where it is taken; none: it is no lock. All
 * takings write the same over the same, and each has one release of its own. Where all these are read-modify-writes,
 * what one holder releases is acquired by all later ones, whatever those between do.
 */
function heldSections(uses: readonly Use[], shape: Shape): readonly Held[] {
  const atomics = uses.filter((stmt): stmt is Atomic => stmt.kind === 'atomic');
  const takings = uses.length === 2 ? atomics.slice(0, 1).filter(isTaking) : atomics.filter(isTaking);
  const releases = atomics.filter((stmt) => !takings.includes(stmt));
  const [first] = takings;
  if (
    first === undefined ||
    atomics.length < uses.length ||
    takings.length !== releases.length ||
    takings.length > maxTakings
  )
    return [];
  if (
    takings.some(
      (other) => other.op !== first.op || other.operands.map(printExpr).join() !== first.operands.map(printExpr).join(),
    )
  )
    return [];
  const isChain = takings.length > 1 && releases.every(({ op }) => op !== 'store');
  const found: Held[] = [];
  for (const taken of takings) {
    const entered = sectionList(taken, shape.kernel);
    const released = releases.find(
      ({ id, place }) => textOf(place) === textOf(taken.place) && entered?.list.some((stmt) => stmt.id === id),
    );
    const end = entered?.list.findIndex((stmt) => stmt.id === released?.id) ?? -1;
    if (entered === null || released === undefined || found.some((one) => one.released === released)) return [];
    const inside = entered.list.slice(0, end);
    if (inside.some((stmt) => mayLeave(stmt))) return [];
    const section = isChain ? chained(taken, released, entered.wait, shape) : fenced(inside, taken, released);
    if (section === null) return [];
    found.push({ ...section, taken, released });
  }
  const isWide = found.every((one) => one.isWide);
  return found.map((one) => ({ ...one, isWide }));
}

const maxTakings = 8;

/**
 * Of what stands between the two, at any depth, that which comes behind a fence behind the taking, and before one
 * before the release.
 */
function chained(taken: Atomic, released: Atomic, wait: Stmt | null, { paths }: Shape): Section | null {
  const to = paths.get(released.id) ?? [];
  const [depth, end] = [to.length - 1, to.at(-1)];
  const [list, start] = [end?.list ?? [], wait === null ? -1 : (end?.list.indexOf(wait) ?? -1)];
  if (
    end === undefined ||
    [taken, released].some(({ isGuessed }) => isGuessed === true) ||
    (wait !== null && start < 0)
  )
    return null;
  const reach = taken.scope === 'block' || released.scope === 'block' ? 'block' : 'device';
  const held = new Set<StmtId>();
  eachStmt(list.slice(start + 1, end.at), ({ id }) => {
    const path = paths.get(id);
    if (path === undefined) return;
    const acquires =
      isOrdered(taken, 'acquire', reach) || passedBefore(path, depth, start).some(isFence('acquire', reach));
    const releases =
      isOrdered(released, 'release', reach) || passedBehind(path, depth, end.at).some(isFence('release', reach));
    if (acquires && releases) held.add(id);
  });
  return { held, isWide: reach === 'device', isOfBlocks: false };
}

/**
 * What holds the answer of the taking, where that stands in the list: its own target, and what is a copy of it. Nothing
 * else changes them from then on.
 */
function answersIn(list: readonly Stmt[], taken: Atomic, kernel: Kernel): readonly VarId[] {
  const at = list.findIndex(({ id }) => id === taken.id);
  if (at < 0) return [];
  const copied = new Set<VarId | null>([taken.target]);
  const copies = list.slice(at + 1).filter((stmt): stmt is StmtOf<'assign'> => {
    const source = stmt.kind === 'assign' ? plainVariable(stmt.value) : null;
    if (stmt.kind !== 'assign' || source === null || !copied.has(source)) return false;
    copied.add(stmt.target);
    return true;
  });
  const setters: readonly Stmt[] = [taken, ...copies];
  return setters.flatMap((setter) => {
    const id = targetOf(setter);
    return id === null || assignedAfter(id, taken, setter, kernel) ? [] : [id];
  });
}

/** Whether something else than `setter`, that does not stand before the taking in the text, assigns the variable. */
function assignedAfter(id: VarId, taken: Atomic, setter: Stmt, kernel: Kernel): boolean {
  let [isPast, found] = [false, false];
  eachStmt(kernel.body, (stmt) => {
    isPast ||= stmt.id === taken.id;
    if (isPast && stmt.id !== setter.id && targetOf(stmt) === id) found = true;
  });
  return found;
}

/**
 * The statements that follow the taking of the lock, and that only a thread which has it comes to. `wait`: the loop
 * behind which they stand.
 */
function sectionList(taken: Atomic, kernel: Kernel): Readonly<{ list: readonly Stmt[]; wait: Stmt | null }> | null {
  let found: Readonly<{ list: readonly Stmt[]; wait: Stmt | null }> | null = null;
  const visit = (body: readonly Stmt[]): void => {
    const list = flat(body);
    for (const [k, stmt] of list.entries()) {
      if (stmt.kind === 'loop' && waitsFor(stmt, taken, kernel)) found = { list: list.slice(k + 1), wait: stmt };
      if (stmt.kind === 'branch' && saysFree(stmt.when, true, taken, answersIn(list.slice(0, k), taken, kernel)))
        found = { list: flat(stmt.then), wait: null };
      for (const inner of bodiesOf(stmt)) visit(inner);
    }
  };
  visit(kernel.body);
  return found;
}

/** A loop that is left only after the lock was taken in its last turn. */
function waitsFor(loop: StmtOf<'loop'>, taken: Atomic, kernel: Kernel): boolean {
  const tried = loop.testFirst ? loop.before : [...loop.body, ...loop.before];
  return (
    saysFree(loop.condition, false, taken, answersIn(flat(tried), taken, kernel)) &&
    !bodiesOf(loop)
      .flat()
      .some((stmt) => mayLeave(stmt))
  );
}
