/**
 * A statement that stores, taken apart: what it stores is computed first, then comes a barrier, then the store. Keeps
 * what one thread computes: each value is computed once, from what the cells held before, and converted as before.
 * Needs: a statement `place = value;` or `place op= value;`, standing in a list or all of an `if` that does; or an `if`
 * of several.
 */
import type { Edit } from '../verdict/finding.ts';
import type { Assignment, Written } from './written.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { RepairInput } from './repair.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import {
  assignmentOf,
  bare,
  conditionOf,
  declaredType,
  freshName,
  functionAround,
  hasType,
  mayChange,
} from './written.ts';
import { assignedIn } from './restructure/expressions.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { questionOf } from './operands.ts';
import { effectsBeside, readsAny } from './effects.ts';
import { someStmt } from '../ir/walk.ts';
import { behind, gapBefore, layoutAt } from './source-text.ts';

/** `value` is computed before the statement. */
export type Store = Readonly<{ at: Written; assigned: Assignment; value: SyntaxNode }>;
/** `outer`: the statement itself, or the `if` that the stores are all of. `at`: of the first. */
export type Parts = Readonly<{
  at: Written;
  stores: readonly Store[];
  outer: SyntaxNode;
  condition: SyntaxNode | null;
  /** The `if` that it is all of, without braces, which all threads answer alike before the kernel runs: it gets braces. */ within?: SyntaxNode;
}>;

/** Null where the statement cannot be taken apart. */
export function partsOf(at: Written, input: RepairInput): Parts | null {
  const store = storeOf(at);
  const placed = placeWithin(at, input) ?? placeFor(at);
  return store === null || placed === null ? null : { at, stores: [store], ...placed };
}

function storeOf(at: Written): Store | null {
  const assigned = assignmentOf(at.node, at.text);
  const value = assigned === null ? null : assigned.value;
  return assigned === null || value === null ? null : { at, assigned, value };
}

/**
 * Of an `if` that stores to several arrays and does nothing else: `if (d[t + 8] < d[t]) { d[t] = d[t + 8]; k[t] = k[t +
 * 8]; }`. Null where a value or place rests on what is stored before it, also within what an operator of a class calls.
 * `accesses`: of the `if`.
 */
export function partsOfBranch(branch: SyntaxNode, accesses: readonly Written[], kernel: Kernel): Parts | null {
  const [first] = accesses;
  const list = childIn(branch, 'consequence');
  const condition = conditionOf(branch);
  if (
    first === undefined ||
    list?.type !== 'compound_statement' ||
    condition === null ||
    childIn(branch, 'alternative') !== null
  )
    return null;
  const stores = namedChildren(list)
    .map((node) => {
      const at = accesses.find((access) => access.stmt.kind === 'store' && access.node === node);
      return at === undefined ? null : storeOf(at);
    })
    .flatMap((store) => store ?? []);
  const arrays = stores.map(({ at }) => at.array.id);
  const isPlain = ({ assigned, value }: Store): boolean =>
    assigned.op === '' &&
    !mayChange(value) &&
    [...assigned.target.children].every(
      (child) =>
        child.field === 'argument' ||
        (!mayChange(child) && !hasType(child, ['subscript_expression', 'pointer_expression'])),
    );
  const readsEarlier = ({ at }: Store, k: number): boolean =>
    k > 0 && readsAny(at.source.id, arrays.slice(0, k), kernel);
  const hasEffects = ({ at }: Store): boolean => {
    const { atomics, others } = effectsBeside(at.source.id, kernel);
    return atomics || others;
  };
  const isWhole = stores.length === namedChildren(list).length && new Set(arrays).size === arrays.length;
  const [one] = stores;
  return one === undefined || !isWhole || !stores.every(isPlain) || stores.some(readsEarlier) || stores.some(hasEffects)
    ? null
    : { at: one.at, stores, outer: branch, condition };
}

/** In an `if` that is no branch of the code: its condition is a constant, in all instances of a template. */
function placeWithin(
  { node, around, text }: Written,
  { instances }: RepairInput,
): Pick<Parts, 'outer' | 'condition' | 'within'> | null {
  const [outer, next] = around;
  const isListed = outer?.type === 'compound_statement';
  const branch = isListed ? next : outer;
  if (branch?.type !== 'if_statement' || childIn(branch, 'alternative') !== null || conditionOf(branch) === null)
    return null;
  const isOwn = (kernel: Kernel): boolean =>
    someStmt(kernel.body, ({ source }) => {
      const span = kernel.sources.get(source)?.span;
      return span?.file === text.file && span.start === branch.start && span.end === branch.end;
    });
  return instances.some(isOwn) ? null : { outer: node, condition: null, ...(isListed ? {} : { within: branch }) };
}

function placeFor({ node, around, text }: Written): Pick<Parts, 'outer' | 'condition'> | null {
  const [outer, next] = around;
  if (outer === undefined) return null;
  const isOnly =
    outer.type === 'compound_statement' && namedChildren(outer).length === 1 && next?.type === 'if_statement';
  const branch = isOnly ? next : outer;
  if (branch.type !== 'if_statement')
    return outer.type === 'compound_statement' ? { outer: node, condition: null } : null;
  const condition = conditionOf(branch);
  const list = around[around.indexOf(branch) + 1];
  const isPlaced =
    list?.type === 'compound_statement' ||
    (list !== undefined && isBody(branch, list) && headerOf(branch, list, text) !== null);
  if (childIn(branch, 'alternative') !== null || condition === null || !isPlaced)
    return isOnly ? { outer: node, condition: null } : null;
  return { outer: branch, condition };
}

/** Whether it is all of a loop, which then needs braces. */
const isBody = (node: SyntaxNode, loop: SyntaxNode): boolean =>
  ['for_statement', 'while_statement'].includes(loop.type) && childIn(loop, 'body') === node;

/**
 * Where what stands before the body of a loop ends, with the indentation of its line; null where the body is in that
 * line too.
 */
function headerOf(
  body: SyntaxNode,
  loop: SyntaxNode,
  { text }: SourceText,
): Readonly<{ end: number; indent: string }> | null {
  const end = loop.children.filter(({ type, end: at }) => at <= body.start && type !== 'comment').at(-1)?.end ?? 0;
  return text[end - 1] === ')' && text.slice(end, body.start).includes('\n')
    ? { end, indent: layoutAt(text, end).indent }
    : null;
}

/**
 * `before`: how many other statements of the function are taken apart before this one, and how many stores they hold.
 * `first`: lines that come before it all; `last`: behind.
 */
export function takenApart(
  parts: Parts,
  {
    before,
    barrier,
    first,
    last,
  }: Readonly<{
    before: Readonly<{ statements: number; stores: number }>;
    barrier: string;
    first: readonly string[];
    last: readonly string[];
  }>,
  input: RepairInput,
): readonly Edit[] | null {
  const {
    at: { text, around },
    outer,
    condition,
  } = parts;
  // a number stays where it stands
  const stores = parts.stores.filter(({ value }) => value.type !== 'number_literal');
  const types = stores.map((store) => temporaryOf(store, condition));
  const isRepeated = condition !== null && mayBeRepeated(condition, parts, input);
  const flag = condition === null || isRepeated ? null : freshName('stores', around, text, before.statements);
  const asked = condition === null ? null : (flag ?? questionOf(condition, text));
  const names = stores.map(({ value }, k) =>
    freshName(isAccess(value) ? 'other' : 'value', around, text, parts.within === undefined ? before.stores + k : k),
  );
  if (types.includes(null)) return null;
  const lines = [
    ...first,
    ...(flag === null || condition === null ? [] : [`const bool ${flag} = ${textOf(text, condition)};`]),
    ...stores.map(
      ({ value }, k) =>
        `${types[k]?.name ?? ''} ${names[k] ?? ''} = ${asked === null ? textOf(text, value) : `${asked} ? ${types[k]?.converted ?? ''} : ${types[k]?.none ?? ''}`};`,
    ),
    barrier,
  ];
  const edit = (node: Pick<SyntaxNode, 'start' | 'end'>, written: string): Edit => ({
    file: text.file,
    start: node.start,
    end: node.end,
    text: written,
  });
  if (parts.within !== undefined) {
    const { eol, indent } = layoutAt(text.text, parts.within.start);
    const header = text.text.slice(0, outer.start).trimEnd().length;
    const gap = `${eol}${indent}  `;
    const { at } = behind(text.text, outer);
    return [
      edit({ start: header, end: outer.start }, ` {${gap}${lines.map((line) => `${line}${gap}`).join('')}`),
      ...stores.map(({ value }, k) => edit(value, names[k] ?? '')),
      edit({ start: at, end: at }, `${last.map((line) => `${gap}${line}`).join('')}${eol}${indent}}`),
    ];
  }
  return [
    edit(
      { start: outer.start, end: outer.start },
      lines.map((line) => `${line}${gapBefore(text.text, outer.start)}`).join(''),
    ),
    ...(flag === null || condition === null ? [] : [edit(condition, flag)]),
    ...stores.map(({ value }, k) => edit(value, names[k] ?? '')),
    ...ending(parts, last),
  ];
}

/** What comes behind, and the braces of a loop that it was all of. */
function ending({ at: { text, around }, outer }: Parts, last: readonly string[]): readonly Edit[] {
  const loop = around[around.indexOf(outer) + 1];
  const header = loop !== undefined && isBody(outer, loop) ? headerOf(outer, loop, text) : null;
  const { at, gap } = behind(text.text, outer);
  const written = `${last.map((line) => `${gap}${line}`).join('')}${header === null ? '' : `${layoutAt(text.text, outer.start).eol}${header.indent}}`}`;
  return [
    ...(header === null ? [] : [{ file: text.file, start: header.end, end: header.end, text: ' {' }]),
    ...(written === '' ? [] : [{ file: text.file, start: at, end: at, text: written }]),
  ];
}

const isNumber = (type: string): boolean =>
  /^(?:(?:(?:un)?signed|int|long|short|char|float|double|bool|wchar_t|size_t|u?int\d+_t|uint)(?: |$))+$/.test(type);

/**
 * The types of a value, `name` as a declaration writes it. `converted`: the value where it is asked for. `none`: what
 * is there where it is not.
 */
type Temporary = Readonly<{ name: string; converted: string; none: string }>;

/** What holds the value without changing it; null where that is not known. */
function temporaryOf(
  { at: { text, around, array, place }, assigned: { target, op }, value }: Store,
  condition: SyntaxNode | null,
): Temporary | null {
  const read = isAccess(value) ? declaredType(value, around, text) : null;
  const declared = op === '' ? declaredType(target, around, text) : read;
  const written = textOf(text, value);
  if (value.type === 'initializer_list' || declared?.includes('{') === true) return null;
  if (declared !== null && isNumber(declared)) return { name: declared, converted: written, none: '0' };
  if (declared !== null) {
    const made = declared.replace(/^(?:struct|class|union|enum)\s+/, '');
    // two classes, or a class and a number, may each be converted to the other: `c ? 2.0f : half()` is none of the two
    return { name: declared, converted: read === declared ? written : `${made}(${written})`, none: `${made}()` };
  }
  // zero is no value of a class, nor of a scoped enumeration
  const isOther =
    array.element === null ||
    (place.type.kind === 'float' && place.type.bits < 32) ||
    /\benum\s+(?:class|struct)\b/.test(text.text);
  return condition !== null && isOther ? null : { name: 'auto', converted: written, none: '0' };
}

const isAccess = (node: SyntaxNode): boolean =>
  ['subscript_expression', 'pointer_expression'].includes(bare(node).type);

/**
 * Whether it is short, has no effect, and rests on nothing that another thread, or what is computed in between, may
 * change.
 */
function mayBeRepeated(
  condition: SyntaxNode,
  { at: { text, around }, stores, outer }: Parts,
  { kernel }: RepairInput,
): boolean {
  const written = textOf(text, condition);
  const names = new Set(written.match(/[A-Za-z_]\w*/g) ?? []);
  const isPlain = !hasType(condition, [
    'call_expression',
    'subscript_expression',
    'pointer_expression',
    'assignment_expression',
    'update_expression',
    'conditional_expression',
    'comma_expression',
  ]);
  return (
    isPlain &&
    written.length <= 32 &&
    onlyAsks(outer, kernel) &&
    !hasType(functionAround(around) ?? condition, ['reference_declarator']) &&
    ![...kernel.arrays.values()].some((array) => names.has(array.name)) &&
    !stores.some(({ value }) => [...assignedIn(value, text)].some((name) => names.has(name)))
  );
}

/** Whether the `if` does nothing to know its condition, also where macros are: `#define MORE n++ < 3`. */
function onlyAsks({ start, end }: SyntaxNode, kernel: Kernel): boolean {
  const isOwn = ({ source }: Stmt): boolean => {
    const span = kernel.sources.get(source)?.span;
    return span?.file === kernel.span.file && span.start === start && span.end === end;
  };
  return !someStmt(kernel.body, (stmt) => stmt.kind !== 'branch' && isOwn(stmt));
}
