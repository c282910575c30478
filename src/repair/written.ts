/**
 * Where the accesses of a kernel are written: the statement of the text that an IR statement comes from, the syntax
 * around it, and what it assigns. What a macro makes is not found, nor what the parser could not read.
 */
import type { ArrayDecl, Kernel, Place, SourceStatement, Stmt } from '../ir/ir.ts';
import type { RepairInput } from './repair.ts';
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { SourceText } from './source-text.ts';
import { childIn, childrenIn, isBroken, namedChildren, textOf } from '../parse/node.ts';
import { eachStmt, placeOf, someStmt, targetOf } from '../ir/walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { printType } from '../base/ctype.ts';
import { substitute } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';

/** An access as it is written. `around`: the nodes around the statement, innermost first. */
export type Written = Readonly<{
  stmt: Stmt;
  place: Place;
  array: ArrayDecl;
  source: SourceStatement;
  text: SourceText;
  node: SyntaxNode;
  around: readonly SyntaxNode[];
}>;

/** All accesses of the kernel to memory that threads share and that stand in files that can be read. */
function writtenAccesses(kernel: Kernel, sourceOf: (file: string) => SourceText | null): ReadonlyMap<StmtId, Written> {
  const found = new Map<StmtId, Written>();
  eachStmt(kernel.body, (stmt) => {
    const place = placeOf(stmt);
    const array = place === null ? undefined : kernel.arrays.get(place.array);
    const source = kernel.sources.get(stmt.source);
    if (place === null || array === undefined || array.space === 'local' || source === undefined || source.inMacro)
      return;
    const text = sourceOf(source.span.file);
    const way = text === null ? null : wayTo(text.tree, source.span);
    const [node, ...around] = way ?? [];
    if (text !== null && node !== undefined && !isBroken(node))
      found.set(stmt.id, { stmt, place, array, source, text, node, around });
  });
  return found;
}

/** As `writtenAccesses`, found once for what is repaired. */
export const accessesIn = memoized(({ kernel, sourceOf }: Pick<RepairInput, 'kernel' | 'sourceOf'>) =>
  writtenAccesses(kernel, sourceOf),
);

/** Those of a node and of what stands in it. */
export const accessesWithin = (node: SyntaxNode, input: Pick<RepairInput, 'kernel' | 'sourceOf'>): readonly Written[] =>
  [...accessesIn(input).values()].filter((one) => one.node === node || one.around.includes(node));

/** The node that covers just this stretch, then those around it; null where none does. Of several the outermost. */
export function wayTo(
  tree: SyntaxNode,
  { start, end }: Readonly<{ start: number; end: number }>,
): readonly SyntaxNode[] | null {
  const way: SyntaxNode[] = [];
  for (let at = tree; ;) {
    way.unshift(at);
    if (at.start === start && at.end === end) return way;
    const inner = at.children.find((child) => child.start <= start && end <= child.end);
    if (inner === undefined) return null;
    at = inner;
  }
}

/** `target op= value`: `op` is empty for `=`; of `++` and `--` the value is null. */
export type Assignment = Readonly<{ target: SyntaxNode; op: string; value: SyntaxNode | null; whole: SyntaxNode }>;

/** What a statement assigns, where it does nothing else. */
export function assignmentOf(statement: SyntaxNode, text: SourceText): Assignment | null {
  const [whole, ...more] = statement.type === 'expression_statement' ? namedChildren(statement) : [];
  if (whole === undefined || more.length > 0) return null;
  const target = childIn(whole, whole.type === 'update_expression' ? 'argument' : 'left');
  const sign = childIn(whole, 'operator');
  if (target === null || sign === null) return null;
  const operator = textOf(text, sign);
  if (whole.type === 'update_expression') return { target, op: operator.slice(1), value: null, whole };
  const value = childIn(whole, 'right');
  return whole.type !== 'assignment_expression' || value === null
    ? null
    : { target, op: operator.slice(0, -1), value, whole };
}

/** The function that a statement stands in. */
export const functionAround = (around: readonly SyntaxNode[]): SyntaxNode | null =>
  around.find(({ type }) => type === 'function_definition' || type === 'lambda_expression') ?? null;

export const loopTypes = ['for_statement', 'while_statement', 'do_statement', 'for_range_loop'];
/** The loops around it in the same function, innermost first. */
export const loopsAround = (around: readonly SyntaxNode[]): readonly SyntaxNode[] =>
  withinFunction(around).filter(({ type }) => loopTypes.includes(type));

export function withinFunction(around: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const end = around.findIndex(({ type }) => type === 'function_definition' || type === 'lambda_expression');
  return end < 0 ? around : around.slice(0, end);
}

/** Whether the two are one cell for any one thread, as far as their indices read alike. */
export const isSamePlace = (a: Place | null, b: Place): boolean =>
  a?.array === b.array &&
  a.offset === b.offset &&
  a.subscripts.map(({ index }) => printExpr(index)).join() === b.subscripts.map(({ index }) => printExpr(index)).join();

/**
 * As `isSamePlace`, for two that stand side by side: what is read twice from an array that the kernel leaves as it is
 * (`owner[v[i]]`) is one value.
 */
export const isSameSideBySide = (a: Place, b: Place, kernel: Kernel): boolean =>
  isSamePlace(withFirstReads(a, kernel), withFirstReads(b, kernel));

function withFirstReads(place: Place, kernel: Kernel): Place {
  const known = firstReadsIn(kernel);
  return known.size === 0
    ? place
    : { ...place, subscripts: place.subscripts.map((one) => ({ ...one, index: substitute(one.index, known) })) };
}

/**
 * For what a load gives, where only this load sets it and nothing writes to its array, the first that reads the place
 * alike.
 */
const firstReadsIn = memoized((kernel: Kernel): ReadonlyMap<VarId, Expr> => {
  const [changed, counts] = [new Set<ArrayId>(), new Map<VarId, number>()];
  eachStmt(kernel.body, (stmt) => {
    const [place, target] = [placeOf(stmt), targetOf(stmt)];
    if (place !== null && stmt.kind !== 'load') changed.add(place.array);
    if (target !== null) counts.set(target, (counts.get(target) ?? 0) + 1);
  });
  const [first, found] = [new Map<string, Expr>(), new Map<VarId, Expr>()];
  const isAllKnown = !someStmt(kernel.body, ({ kind }) => kind === 'unknown' || kind === 'async');
  eachStmt(isAllKnown ? kernel.body : [], (stmt) => {
    if (
      stmt.kind !== 'load' ||
      changed.has(stmt.place.array) ||
      stmt.copy !== undefined ||
      counts.get(stmt.target) !== 1
    )
      return;
    const { array, offset, type, volatile, subscripts } = stmt.place;
    const key = [
      array,
      offset,
      printType(type),
      ...subscripts.map(({ index, stride }) => `${printExpr(substitute(index, found))} ${stride}`),
    ].join('; ');
    const before = first.get(key);
    if (volatile) return;
    if (before === undefined) first.set(key, { kind: 'var', id: stmt.target, type });
    else found.set(stmt.target, before);
  });
  return found;
});

/** Lines count from 1. */
export const lineOf = (text: SourceText, offset: number): number => text.text.slice(0, offset).split('\n').length;

/** Whether nothing but blanks and comments tells the two apart. */
export const isSameText = (text: SourceText, a: SyntaxNode, b: SyntaxNode): boolean =>
  wordsOf(text, a).join(' ') === wordsOf(text, b).join(' ');

const wordsOf = (text: SourceText, node: SyntaxNode): readonly string[] =>
  node.type === 'comment'
    ? []
    : node.children.length === 0
      ? [textOf(text, node)]
      : node.children.flatMap((child) => wordsOf(text, child));

/** Without the parentheses around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined;
  return inner === undefined ? node : bare(inner);
}

/** The condition of an `if` that is asked when the kernel runs, and declares nothing; null of any other node. */
export function conditionOf(branch: SyntaxNode): SyntaxNode | null {
  const clause =
    branch.type === 'if_statement' && !branch.children.some(({ type }) => type === 'constexpr')
      ? childIn(branch, 'condition')
      : null;
  const condition = clause?.children.length === 3 ? childIn(clause, 'value') : null;
  return condition?.type === 'declaration' ? null : condition;
}

/** Whether some node of it has one of these types. */
export const hasType = (node: SyntaxNode, types: readonly string[]): boolean =>
  types.includes(node.type) || node.children.some((child) => hasType(child, types));

/**
 * Whether something is called or set in it, as far as its text shows: macros and operators of classes may hide more
 * (effects.ts).
 */
export const mayChange = (node: SyntaxNode): boolean =>
  hasType(node, ['call_expression', 'assignment_expression', 'update_expression', 'lambda_expression']);

/** A name that the function does not use yet, nor a macro of the file; `taken`: how many such names are passed over. */
export function freshName(wanted: string, around: readonly SyntaxNode[], text: SourceText, taken = 0): string {
  const used = new Set(
    [textOf(text, functionAround(around) ?? text.tree), ...macrosIn(text)].flatMap(
      (part) => part.match(/[A-Za-z_]\w*/g) ?? [],
    ),
  );
  let left = taken;
  for (let k = 1; ; k++) {
    const name = k === 1 ? wanted : `${wanted}${k}`;
    if (!used.has(name) && left-- === 0) return name;
  }
}

/** The definitions of the file's own macros: `#define N 4`. */
export const macrosIn = ({ text }: SourceText): readonly string[] =>
  text.match(/^[ \t]*(?:#|%:)[ \t]*define\b(?:[^\n]*\\\r?\n)*[^\n]*/gm) ?? [];

/**
 * The type of an element as its declaration writes it, `float` for `s[t + 1]` of `volatile float s[64]`; null where no
 * single declaration of the text tells, or it is `auto`.
 */
export function declaredType(access: SyntaxNode, around: readonly SyntaxNode[], text: SourceText): string | null {
  let depth = 0;
  let at = bare(access);
  for (; ; depth++) {
    const inner =
      at.type === 'subscript_expression' || (at.type === 'pointer_expression' && text.text[at.start] === '*')
        ? childIn(at, 'argument')
        : null;
    if (inner === null) break;
    at = bare(inner);
  }
  if (at.type === 'cast_expression') return pointedTo(textOf(text, childIn(at, 'type') ?? at), depth);
  if (at.type !== 'identifier') return null;
  const name = textOf(text, at);
  const inFunction = declarationsOf(name, functionAround(around), text);
  const ofClass = around.find(({ type }) => classTypes.includes(type)) ?? null;
  const members = inFunction.length > 0 ? inFunction : declarationsOf(name, ofClass, text, ['function_definition']);
  const found =
    members.length > 0 ? members : declarationsOf(name, text.tree, text, ['function_definition', ...classTypes]);
  const [only] = found;
  return only === undefined || found.length > 1 || only.depth !== depth || /^(?:auto|decltype)\b/.test(only.type)
    ? null
    : only.type;
}

const classTypes = ['struct_specifier', 'class_specifier'];

/** What a pointer points to, so many times: `int` for `int *` and 1. */
function pointedTo(written: string, depth: number): string | null {
  const parts = written.split('*').map((part) => part.trim());
  const [type = ''] = parts;
  return parts.length === depth + 1 && /^[\w ]+$/.test(type) && parts.slice(1).every((part) => part === '')
    ? type
    : null;
}

type Declared = Readonly<{ type: string; depth: number }>;

/** Declarations of the name in this part of the tree, but for what is in nodes of the types that are left out. */
function declarationsOf(
  name: string,
  root: SyntaxNode | null,
  text: SourceText,
  leftOut: readonly string[] = [],
): readonly Declared[] {
  const found: Declared[] = [];
  const visit = (node: SyntaxNode): void => {
    if (leftOut.includes(node.type)) return;
    if (['declaration', 'parameter_declaration', 'field_declaration'].includes(node.type)) {
      const type = childIn(node, 'type');
      for (const declarator of childrenIn(node, 'declarator')) {
        const depth = depthOf(declarator, name, text);
        if (type !== null && depth !== null) found.push({ type: textOf(text, type), depth });
      }
    }
    for (const child of node.children) visit(child);
  };
  if (root !== null) visit(root);
  return found;
}

/**
 * How many pointers and extents lie between the name and its type; null where another name is declared, or a reference.
 */
function depthOf(declarator: SyntaxNode, name: string, text: SourceText): number | null {
  if (declarator.type === 'identifier' || declarator.type === 'field_identifier')
    return textOf(text, declarator) === name ? 0 : null;
  const inner =
    childIn(declarator, 'declarator') ??
    (declarator.type === 'parenthesized_declarator' ? namedChildren(declarator)[0] : undefined);
  const depth = inner === undefined ? null : depthOf(inner, name, text);
  if (depth === null) return null;
  if (declarator.type === 'pointer_declarator' || declarator.type === 'array_declarator') return depth + 1;
  return declarator.type === 'init_declarator' || declarator.type === 'parenthesized_declarator' ? depth : null;
}
