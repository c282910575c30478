/**
 * Which statements of the text change one cell by what it held, and the call that does the same atomically.
 * Needs: the accesses of a kernel as they are written. Gives: only calls that store what the statement stores when
 * nobody comes in between; the IR, where all conversions are written out, tells whether they do.
 */
import type { ScalarType } from '../base/ctype.ts';
import type { SourceId, StmtId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, Place } from '../ir/ir.ts';
import type { RepairInput } from './repair.ts';
import type { Shape } from './update-shapes.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { SourceText } from './source-text.ts';
import type { Assignment, Written } from './written.ts';
import type { Edit } from '../verdict/finding.ts';
import { byAll } from './by-all.ts';
import { includeOf } from './include-line.ts';
import { textOf } from '../parse/node.ts';
import { someNode } from '../base/expr-walk.ts';
import { effectsBeside } from './effects.ts';
import { eachStmt, expressionsOf } from '../ir/walk.ts';
import { accessesIn, bare, conditionOf, isSamePlace, isSameSideBySide, isSameText } from './written.ts';
import { conjunctsOf } from './conjuncts.ts';
import { callOf, functionFor, referenceFor } from './atomic-calls.ts';
import { operandOf } from './operands.ts';
import { shapeOf } from './update-shapes.ts';
import { f64, sameType, sizeOf } from '../base/ctype.ts';
import { groupBy } from '../base/group.ts';
import { memoized } from '../base/memoize.ts';
import { typeOf } from '../base/expr-build.ts';

/**
 * `replaced`: the stretch of the text that `call` takes the place of, without its semicolon. `name`: of the function
 * that is called. `isByReference`: `cuda::atomic_ref` has it.
 */
export type Update = Readonly<{
  at: Written;
  replaced: Readonly<{ start: number; end: number }>;
  name: string;
  call: string;
  isByReference?: true;
}>;

/**
 * One that no atomic function does, where `guard` holds (null: always): `valueFrom` and `conditionFrom` (null: always)
 * are what is stored, and when, of a variable with this name that holds the old value.
 */
export type ValueUpdate = Readonly<{
  at: Written;
  target: SyntaxNode;
  replaced: Update['replaced'];
  valueFrom: (old: string) => string;
  conditionFrom: ((old: string) => string) | null;
  guard: string | null;
}>;

/** By the loads and stores of the cell that such a statement consists of; found once for what is repaired. */
export const statementUpdatesIn = memoized((input: Pick<RepairInput, 'kernel' | 'sourceOf'>) =>
  updatesOf(input.kernel, accessesIn(input)),
);

function updatesOf(kernel: Kernel, accesses: ReadonlyMap<StmtId, Written>): ReadonlyMap<StmtId, Update> {
  const expressions = expressionsBySource(kernel);
  const bySource = groupBy([...accesses.values()], ({ source }) => source.id);
  const found = new Map<StmtId, Update>();
  for (const own of bySource.values())
    for (const stores of groupBy(
      own.filter(({ stmt }) => stmt.kind === 'store'),
      ({ array }) => array.id,
    ).values()) {
      const [first] = stores;
      const shape = shapeOf(first);
      if (shape === null) continue;
      const condition =
        shape.statement === first.node
          ? []
          : [...accesses.values()].filter(({ node, text }) => node === shape.statement && text === first.text);
      const all = [...own, ...condition].filter(
        ({ stmt, array, place }) =>
          stmt.kind === 'load' &&
          stores.some((store) => store.array.id === array.id && !isOtherField(place, store.place)),
      );
      const reads = shape.readsOthers ? all.filter((read) => isSameSideBySide(read.place, first.place, kernel)) : all;
      if (shape.readsOthers && reads.length !== stores.length) continue;
      const sources = new Set([...own, ...condition].map(({ source }) => source.id));
      const used = [...sources].flatMap((source) => expressions.get(source) ?? []);
      const called = functionFor(shape, first);
      const reference = called === null ? referenceFor(shape, first) : null;
      const name = called ?? (reference === null ? null : `cuda::atomic_ref::fetch_${shape.operation}`);
      if (name === null || reads.length === 0 || !stores.every((store) => isExact(shape, store, reads, used))) continue;
      const update: Update = {
        at: first,
        replaced: shape.replaced,
        name,
        call: reference === null ? callOf(name, shape, first) : reference,
        ...(reference === null ? {} : { isByReference: true }),
      };
      for (const { stmt } of [...stores, ...reads]) found.set(stmt.id, update);
    }
  return found;
}

/** Whether the two are different members of one object: no update of the one is one of the other. */
const isOtherField = (a: Place, b: Place): boolean =>
  a.array === b.array &&
  a.offset !== b.offset &&
  Math.abs(a.offset - b.offset) >= Math.max(sizeOf(a.type), sizeOf(b.type)) &&
  isSamePlace({ ...a, offset: b.offset }, b);

/**
 * By the loads and stores of the cell: updates that no function in `updatesIn` does, whose statements do nothing else.
 */
export const valueUpdatesIn = memoized((input: Pick<RepairInput, 'kernel' | 'sourceOf'>) =>
  valueUpdatesOf(input, isOfThread),
);

/** As `valueUpdatesIn`, but those that each cell may be meant to get once, `x[i] *= 2`. */
export const equalUpdatesIn = memoized((input: Pick<RepairInput, 'kernel' | 'sourceOf'>) =>
  valueUpdatesOf(input, (...of) => !isOfThread(...of)),
);

function valueUpdatesOf(
  input: Pick<RepairInput, 'kernel' | 'sourceOf'>,
  isWanted: typeof isOfThread,
): ReadonlyMap<StmtId, ValueUpdate> {
  const [accesses, byFunction] = [accessesIn(input), statementUpdatesIn(input)];
  const found = new Map<StmtId, ValueUpdate>();
  for (const own of groupBy([...accesses.values()], ({ source }) => source.id).values()) {
    const stores = own.filter(({ stmt }) => stmt.kind === 'store');
    const [first] = stores;
    const shape = first === undefined || byFunction.has(first.stmt.id) ? null : shapeOf(first);
    if (first === undefined || shape === null || shape.assigned === null) continue;
    const condition =
      shape.statement === first.node
        ? []
        : [...accesses.values()].filter(({ node, text }) => node === shape.statement && text === first.text);
    const reads = [...own, ...condition].filter(
      ({ stmt, array }) => stmt.kind === 'load' && stores.some((store) => store.array.id === array.id),
    );
    const isOfCell =
      reads.length > 0 &&
      [...stores, ...reads].every(
        ({ place }) => isSameSideBySide(place, first.place, input.kernel) && sameType(place.type, first.place.type),
      );
    const { atomics, others } = effectsBeside(first.source.id, input.kernel);
    if (
      !isOfCell ||
      atomics ||
      others ||
      (shape.operation === 'other' ? !isWanted(first, reads, input.kernel) : isWanted !== isOfThread)
    )
      continue;
    const update = valueUpdateOf(shape, shape.assigned, first);
    for (const { stmt } of [...stores, ...reads]) found.set(stmt.id, update);
  }
  return found;
}

/**
 * Whether what is stored rests on more than the old value and what is the same for all threads: `x[i] *= 2` is meant
 * once for each cell, where the index is wrong.
 */
function isOfThread({ stmt }: Written, reads: readonly Written[], kernel: Kernel): boolean {
  if (stmt.kind !== 'store') return false;
  const old = new Set(reads.flatMap((read) => (read.stmt.kind === 'load' ? [read.stmt.target] : [])));
  const { isSame } = byAll(kernel, 'block');
  return someNode(
    stmt.value,
    (node) =>
      (node.kind === 'var' || node.kind === 'builtin') && !(node.kind === 'var' && old.has(node.id)) && !isSame(node),
  );
}

function valueUpdateOf(
  { target, statement, replaced, guard }: Shape,
  { op, value }: Assignment,
  at: Written,
): ValueUpdate {
  const { text, node } = at;
  const within = (part: SyntaxNode, old: string): string => withName(part, target, old, text);
  const operand = value === null ? '1' : textOf(text, value);
  const valueFrom = (old: string): string =>
    op === '' && value !== null ? within(bare(value), old) : `${old} ${op} ${operandOf(operand, text)}`;
  const test = statement === node ? null : (conjunctsOf(conditionOf(statement) ?? statement).at(-1) ?? null);
  return {
    at,
    target,
    guard,
    replaced: { start: replaced.start, end: statement === node ? node.end : replaced.end },
    valueFrom,
    conditionFrom: test === null ? null : (old) => within(bare(test), old),
  };
}

/** The text of a part, the cell named otherwise. */
function withName(part: SyntaxNode, target: SyntaxNode, name: string, text: SourceText): string {
  if (isSameText(text, bare(part), target)) return name;
  let [made, at] = ['', part.start];
  for (const child of part.children) {
    made += text.text.slice(at, child.start) + withName(child, target, name, text);
    at = child.end;
  }
  return made + text.text.slice(at, part.end);
}

function expressionsBySource(kernel: Kernel): ReadonlyMap<SourceId, readonly Expr[]> {
  const found = new Map<SourceId, Expr[]>();
  eachStmt(kernel.body, (stmt) => {
    const known = found.get(stmt.source) ?? [];
    known.push(...expressionsOf(stmt));
    found.set(stmt.source, known);
  });
  return found;
}
/** The edits that make these calls. */
export function editsOf(updates: readonly Update[]): readonly Edit[] {
  const [first] = updates.filter(({ isByReference }) => isByReference === true);
  return [
    ...(first === undefined ? [] : includeOf('cuda/atomic', first.at.text)),
    ...updates.map(({ at, replaced, call }) => ({ file: at.text.file, ...replaced, text: call })),
  ];
}

// Whether it stores the same ------------------------------------------------------------------------------------------

function isExact(
  { operation }: Shape,
  { stmt, place }: Written,
  reads: readonly Written[],
  all: readonly Expr[],
): boolean {
  if (stmt.kind !== 'store' || !reads.every((read) => sameType(read.place.type, place.type))) return false;
  const old = new Set(reads.flatMap((read) => (read.stmt.kind === 'load' ? [read.stmt.target] : [])));
  const isOld = (expr: Expr): boolean => expr.kind === 'var' && old.has(expr.id);
  if (operation === 'min' || operation === 'max')
    return (
      !all.some((expr) => someNode(expr, (node) => node.kind === 'cast' && isOld(node.operand))) &&
      stmt.value.kind !== 'cast'
    );
  const { type } = place;
  return type.kind === 'int' ? isIntegral(stmt.value, type.bits, isOld) : isFloating(stmt.value, type, isOld);
}

/**
 * Sums, differences and bits modulo a power of two do not depend on how wide they are computed, if that is wide enough.
 */
function isIntegral(value: Expr, bits: number, isOld: (expr: Expr) => boolean): boolean {
  const stripped = (expr: Expr): Expr =>
    expr.kind === 'cast' && expr.to.kind === 'int' && expr.to.bits >= bits && typeOf(expr.operand).kind === 'int'
      ? stripped(expr.operand)
      : expr;
  const sum = stripped(value);
  if (sum.kind !== 'binary') return false;
  const [left, right] = [stripped(sum.left), stripped(sum.right)];
  const other = isOld(left) ? right : isOld(right) ? left : null;
  return (
    other !== null &&
    typeOf(other).kind !== 'float' &&
    !someNode(other, (node) => node.kind === 'cast' && typeOf(node.operand).kind === 'float')
  );
}

/**
 * In the type of the cell; or in a wider one, which rounds to the same where both operands are exact in the narrower
 * [Figueroa 1995].
 */
function isFloating(value: Expr, type: ScalarType, isOld: (expr: Expr) => boolean): boolean {
  if (value.kind === 'binary') return isOld(value.left) || isOld(value.right);
  if (value.kind !== 'cast' || value.operand.kind !== 'binary' || type.kind !== 'float' || type.bits !== 32)
    return false;
  const { left, right } = value.operand;
  const isNarrow = (expr: Expr): boolean =>
    (expr.kind === 'float' && Math.fround(expr.value) === expr.value) ||
    (expr.kind === 'cast' && sameType(typeOf(expr.operand), type));
  const isOfOld = (expr: Expr): boolean => expr.kind === 'cast' && isOld(expr.operand);
  return sameType(typeOf(left), f64) && ((isOfOld(left) && isNarrow(right)) || (isOfOld(right) && isNarrow(left)));
}
