/**
 * Which statements of the text change one cell by what it held, and the call that does the same atomically (CUDA guide,
 * Atomic Functions).
 * Needs: the accesses of a kernel as they are written. Gives: only calls that store what the statement stores when
 * nobody comes in between; the IR, where all conversions are written out, tells whether they do.
 */
import type { ScalarType } from '../base/ctype.ts';
import type { SourceId, StmtId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import { countedListed } from '../base/listing.ts';
import type { Kernel, Place } from '../ir/ir.ts';
import type { Cost, RepairInput } from './repair.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { SourceText } from './source-text.ts';
import type { Assignment, Written } from './written.ts';
import type { Edit } from '../verdict/finding.ts';
import { byAll } from './by-all.ts';
import { typeName } from './cell-type.ts';
import { includeOf } from './include-line.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { someNode } from '../base/expr-walk.ts';
import { effectsBeside } from './effects.ts';
import { eachStmt, expressionsOf } from '../ir/walk.ts';
import {
  accessesIn,
  assignmentOf,
  bare,
  conditionOf,
  declaredType,
  hasType,
  isSamePlace,
  isSameSideBySide,
  isSameText,
  lineOf,
  loopsAround,
} from './written.ts';
import { conjunctsOf, guardOf } from './conjuncts.ts';
import { nodesOf } from './restructure/expressions.ts';
import { f64, sameType, sizeOf } from '../base/ctype.ts';
import { groupBy } from '../base/group.ts';
import { memoized } from '../base/memoize.ts';
import { typeOf } from '../base/expr-build.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

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

/** `other`: one that no atomic function does, of `x *= v`. */
type Operation = 'add' | 'sub' | 'min' | 'max' | 'and' | 'or' | 'xor' | 'other';
/**
 * `statement`: the assignment, or the `if` around it; `guard`: what that `if` asks before it asks about the cell.
 * `readsOthers`: what is added is read from the array of the cell. `correction`: what makes the value before, which the
 * atomic gives, the one after, of `++x`.
 */
type Shape = Readonly<{
  operation: Operation;
  target: SyntaxNode;
  value: string;
  assigned: Assignment | null;
  statement: SyntaxNode;
  guard: string | null;
  replaced: Update['replaced'];
  readsOthers: boolean;
  correction: string;
}>;

/** Whether a statement is written so that it adds to a cell, or the like, be there an atomic for it or not. */
export const isUpdate = (written: Written): boolean => ![undefined, 'other'].includes(shapeOf(written)?.operation);

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
    op === '' && value !== null
      ? within(bare(value), old)
      : `${old} ${op} ${/^[\w.]+(?:\[[^\]]*\])*$/.test(operand) ? operand : `(${operand})`}`;
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

// How it is written ---------------------------------------------------------------------------------------------------

const operations: Readonly<Record<string, Operation>> = {
  '+': 'add',
  '-': 'sub',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '*': 'other',
  '/': 'other',
  '%': 'other',
  '<<': 'other',
  '>>': 'other',
};

function shapeOf(written: Written): Shape | null {
  const { node, text } = written;
  const drawn = drawnNumber(written);
  if (drawn !== null) return drawn;
  const assigned = assignmentOf(node, text);
  if (assigned === null) return null;
  const { target, op, value, whole } = assigned;
  // of `x op= v` the cell is evaluated once, as in the call
  if (hasType(target, effects) && (op === '' || (value !== null && hasType(value, effects)))) return null;
  const shape =
    op !== ''
      ? inPlace(op, value, text)
      : value === null
        ? null
        : (outOf(target, bare(value), text) ?? underTest(target, value, written));
  if (shape === null) return null;
  const readsOthers = mentions(target, shape.value, text);
  return readsOthers && value !== null && hasType(value, effects)
    ? null
    : { statement: node, guard: null, replaced: whole, target, assigned, readsOthers, correction: '', ...shape };
}

/** `int pos = (*count)++;`, `list[(*count)++] = i;`: the atomic gives the value before, too. */
function drawnNumber({ node, text, array }: Written): Shape | null {
  if (!['declaration', 'expression_statement', 'return_statement'].includes(node.type)) return null;
  const steps = nodesOf(node, 'update_expression').flatMap((step) => {
    const target = childIn(step, 'argument');
    return target === null || hasType(target, effects) ? [] : [{ step, target: bare(target) }];
  });
  const named = steps.filter(({ target }) => /[A-Za-z_]\w*/.exec(textOf(text, target))?.[0] === array.name);
  const [only, ...more] = named.length > 0 ? named : steps.filter(({ target }) => target.type !== 'identifier');
  // by itself it is an assignment
  if (
    only === undefined ||
    more.length > 0 ||
    (node.type === 'expression_statement' && namedChildren(node).some((whole) => bare(whole) === only.step))
  )
    return null;
  const { step, target } = only;
  const sign = operatorOf(step, text);
  const isBefore = childIn(step, 'argument')?.start === step.start;
  return {
    statement: node,
    guard: null,
    replaced: { start: step.start, end: step.end },
    target,
    assigned: null,
    operation: sign === '++' ? 'add' : 'sub',
    value: '1',
    readsOthers: false,
    correction: isBefore ? '' : sign === '++' ? ' + 1' : ' - 1',
  };
}

type Core = Pick<Shape, 'operation' | 'value'> & Partial<Shape>;

/** What may do more than give a value. */
export const effects = ['call_expression', 'update_expression', 'assignment_expression', 'lambda_expression'];

function inPlace(op: string, value: SyntaxNode | null, text: SourceText): Core | null {
  const operation = operations[op];
  return operation === undefined ? null : { operation, value: value === null ? '1' : textOf(text, value) };
}

/** `x + v`, `max(x, v)`, `x > v ? x : v`, as the value of `x`. */
function outOf(target: SyntaxNode, value: SyntaxNode, text: SourceText): Core | null {
  const isOld = (node: SyntaxNode | null | undefined): boolean =>
    node !== null && node !== undefined && isSameText(text, bare(node), target);
  const [left, right] = [childIn(value, 'left'), childIn(value, 'right')];
  const operator = operatorOf(value, text);
  if (value.type === 'binary_expression' && left !== null && right !== null) {
    const operation = operator === '||' || operator === '&&' ? 'other' : operations[operator];
    if (operation === undefined) return null;
    if (isOld(left)) return { operation, value: textOf(text, right) };
    return isOld(right) && (operation === 'other' ? ['*', '||', '&&'].includes(operator) : operation !== 'sub')
      ? { operation, value: textOf(text, left) }
      : null;
  }
  if (value.type === 'call_expression') {
    const called = childIn(value, 'function');
    const [a, b, ...more] = namedChildren(childIn(value, 'arguments') ?? value);
    const name = called === null ? undefined : functions[textOf(text, called).replace(/^(?:::)?(?:std::)?/, '')];
    if (name === undefined || a === undefined || b === undefined || more.length > 0) return null;
    return isOld(a)
      ? { operation: name, value: textOf(text, b) }
      : isOld(b)
        ? { operation: name, value: textOf(text, a) }
        : null;
  }
  return value.type === 'conditional_expression' ? chosen(value, isOld, text) : null;
}

/** Functions of two operands, one of which is the cell: what they do to it. */
const functions: Readonly<Record<string, Operation>> = {
  min: 'min',
  max: 'max',
  fmin: 'min',
  fmax: 'max',
  fminf: 'min',
  fmaxf: 'max',
  __hadd: 'add',
  __hadd_rn: 'add',
  __hmax: 'max',
  __hmin: 'min',
  __hmul: 'other',
  __fadd_rn: 'add',
  __dadd_rn: 'add',
};

/** The greater or the lesser of the two that a condition compares. */
function chosen(value: SyntaxNode, isOld: (node: SyntaxNode | null) => boolean, text: SourceText): Core | null {
  const [then, otherwise] = [childIn(value, 'consequence'), childIn(value, 'alternative')];
  const test = comparison(childIn(value, 'condition'), isOld, text);
  if (test === null || then === null || otherwise === null || isOld(then) === isOld(otherwise)) return null;
  const other = isOld(then) ? otherwise : then;
  if (!isSameText(text, bare(other), bare(test.other)) || hasType(other, effects)) return null;
  return { operation: isOld(then) === test.isOldGreater ? 'max' : 'min', value: textOf(text, other) };
}

/** `if (v > x) x = v;`, `if (i < n && v > x) x = v;` */
function underTest(target: SyntaxNode, value: SyntaxNode, { node, text, around }: Written): Core | null {
  const [outer, next] = around;
  const statement = outer?.type === 'compound_statement' && namedChildren(outer).length === 1 ? next : outer;
  if (
    statement?.type !== 'if_statement' ||
    childIn(statement, 'alternative') !== null ||
    hasType(statement, ['comment'])
  )
    return null;
  const condition = conditionOf(statement);
  const conjuncts = condition === null ? [] : conjunctsOf(condition);
  const test = comparison(conjuncts.at(-1) ?? null, (one) => one !== null && isSameText(text, bare(one), target), text);
  if (
    test === null ||
    hasType(value, effects) ||
    !isSameText(text, bare(value), bare(test.other)) ||
    statement.start > node.start
  )
    return null;
  return {
    operation: test.isOldGreater ? 'min' : 'max',
    value: textOf(text, value),
    statement,
    guard: guardOf(conjuncts, text),
    replaced: { start: statement.start, end: statement.end },
  };
}

type Comparison = Readonly<{ other: SyntaxNode; isOldGreater: boolean }>;

/** A comparison of the cell with something else: which is the greater where it holds. */
function comparison(
  condition: SyntaxNode | null,
  isOld: (node: SyntaxNode | null) => boolean,
  text: SourceText,
): Comparison | null {
  const test = condition === null ? null : bare(condition);
  const [left, right] =
    test?.type === 'binary_expression' ? [childIn(test, 'left'), childIn(test, 'right')] : [null, null];
  if (test === null || left === null || right === null || isOld(left) === isOld(right)) return null;
  const operator = operatorOf(test, text);
  if (!['<', '<=', '>', '>='].includes(operator)) return null;
  return { other: isOld(left) ? right : left, isOldGreater: operator.startsWith('>') === isOld(left) };
}

function operatorOf(node: SyntaxNode, text: SourceText): string {
  const sign = childIn(node, 'operator');
  return sign === null ? '' : textOf(text, sign);
}

/** Whether what is added rests on the array of the cell itself, or on what it changes. */
function mentions(target: SyntaxNode, value: string, text: SourceText): boolean {
  const name = /[A-Za-z_]\w*/.exec(textOf(text, target))?.[0];
  return name === undefined || new RegExp(`\\b${name}\\b`).test(value);
}

// Which function does it ----------------------------------------------------------------------------------------------

const names: Readonly<Record<Exclude<Operation, 'other'>, string>> = {
  add: 'atomicAdd',
  sub: 'atomicSub',
  min: 'atomicMin',
  max: 'atomicMax',
  and: 'atomicAnd',
  or: 'atomicOr',
  xor: 'atomicXor',
};

/** What types are called that have atomic functions and whose name an instance cannot change. */
const known = [
  'int',
  'unsigned',
  'unsigned int',
  'float',
  'double',
  'int32_t',
  'uint32_t',
  'uint',
  'unsigned long long',
  'unsigned long long int',
  '__half',
  'half',
  '__nv_bfloat16',
];

function functionFor({ operation, target }: Shape, at: Written): string | null {
  const {
    place: { type },
  } = at;
  const named = operation === 'other' ? null : atomicType(target, at);
  if (named === null || operation === 'other') return null;
  // CUDA guide, atomicAdd: `__half` from compute capability 7.0 on, `__nv_bfloat16` from 8.0 on
  if (type.kind === 'float' && type.bits === 16) return operation === 'add' && named !== '' ? names.add : null;
  if (type.kind === 'float') return (operation === 'add' || operation === 'sub') && type.bits >= 32 ? names.add : null;
  if (type.kind !== 'int' || type.bits < 32 || (type.bits === 64 && (named === '' || operation === 'sub'))) return null;
  return names[operation];
}

/**
 * The call that `cuda::atomic_ref` has where no atomic function takes the type: numbers of 64 and of less than 32 bits,
 * and what instances of a template make another of. libcu++, `cuda::atomic_ref`: integers have all of these,
 * floating-point numbers sums.
 */
function referenceFor(shape: Shape, at: Written): string | null {
  const { operation, target, value } = shape;
  const {
    stmt,
    place: { type },
    array,
    text,
  } = at;
  const isTaken =
    type.kind === 'int' ? operation !== 'other' : type.kind === 'float' && type.bits >= 32 && operation === 'add';
  const named = typeName({ at, target });
  if (!isTaken || named === null || !/^\w+(?: \w+)*$/.test(named) || /const/.test(named) || stmt.kind !== 'store')
    return null;
  // other instances compute it in other types
  if (hasTemplate(at.around) && !known.includes(named) && someNode(stmt.value, (node) => node.kind === 'cast'))
    return null;
  const scope = array.space === 'shared' ? 'block' : 'device';
  return written(
    shape,
    at,
    `cuda::atomic_ref<${named}, cuda::thread_scope_${scope}>(${textOf(text, target)}).fetch_${operation}(${value}, cuda::memory_order_relaxed)`,
  );
}

/** Whether an atomic function exchanges a cell of this type, of which an instance cannot make another. */
export function hasAtomic(target: SyntaxNode, at: Written): boolean {
  const {
    place: { type },
  } = at;
  const named = atomicType(target, at);
  if (named === null) return false;
  if (type.kind === 'float') return type.bits === 32;
  return type.kind === 'int' && (type.bits === 32 || (type.bits === 64 && named !== ''));
}

/**
 * What the type of a cell is called, if atomic functions may take it: '' where the text does not say; null where it is
 * volatile, has none, or instances may make another of it.
 */
function atomicType(target: SyntaxNode, { place: { volatile }, around, text }: Written): string | null {
  const declared = declaredType(target, around, text);
  if (volatile || (declared === null ? hasTemplate(around) : !known.includes(declared))) return null;
  return declared ?? '';
}

/** What atomics at these places cost: 10^(loop depth) for each. */
export const costOfAtomics = (places: readonly Written[]): Cost => ({
  weight: places.reduce((sum, { around }) => sum + 10 ** loopsAround(around).length, 0),
  words: countedListed(places.map(wordsFor)),
});

function wordsFor({ around, text }: Written): string {
  const [inner] = loopsAround(around);
  return inner === undefined ? messages.oneAtomic : fill(messages.atomicInLoop, { line: lineOf(text, inner.start) });
}

const hasTemplate = (around: readonly SyntaxNode[]): boolean =>
  around.some(({ type }) => type === 'template_declaration');

/** The address of a place, as it is written for a call: `&a[i]`, `p` of `*p`. */
export function addressOf(target: SyntaxNode, text: SourceText): string {
  const pointer = target.type === 'pointer_expression' ? childIn(target, 'argument') : null;
  return pointer === null ? `&${textOf(text, target)}` : textOf(text, bare(pointer));
}

function callOf(name: string, shape: Shape, at: Written): string {
  const { operation, target, value } = shape;
  const { text } = at;
  const address = addressOf(target, text);
  const negated = /^[\w.]+$/.test(value) ? `-${value}` : `-(${value})`;
  return written(shape, at, `${name}(${address}, ${operation === 'sub' && name === names.add ? negated : value})`);
}

/** The call in the place of the statement, or of the step in it. */
const written = ({ statement, guard, correction }: Shape, { node }: Written, call: string): string =>
  `${guard === null ? '' : `if (${guard}) `}${correction === '' ? call : `(${call}${correction})`}${statement === node ? '' : ';'}`;

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
