/**
 * Whether two pointers that a launch passes point into one array. `same`: they are equal; `may`: they are, or may be, parts of one array.
 * Over-approximating, but for pointers of which the host code says nothing: those are taken as distinct, which is said as an assumption.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration } from './host-names.ts';
import type { Located } from './host-pointers.ts';
import { int } from '../base/expr-build.ts';
import { freeVariables, mapExpr } from '../base/expr-walk.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { calleeName, withoutCasts } from './declarator.ts';
import { deeper, goesOn } from './evaluation.ts';
import { textOf } from './host-names.ts';
import { locate } from './host-pointers.ts';
import { applyBinary, applyUnary, chosen, constantOf, converted } from './host-value.ts';
import { isMember, lookup, writesTo, writesWithin } from './reaching.ts';

export type Sameness = 'same' | 'may' | 'distinct';

export function sameArray(outer: Evaluation, a: Located, b: Located): Sameness {
  const cx = deeper(outer);
  if (!goesOn(cx)) return 'may';
  if (a.kind === 'either' && b.kind === 'either' && a.when !== null && a.when === b.when) {
    const [x, y] = [sameArray(cx, a.first, b.first), sameArray(cx, a.second, b.second)];
    return x === y ? x : 'may';
  }
  if (a.kind === 'either') {
    const [x, y] = [sameArray(cx, a.first, b), sameArray(cx, a.second, b)];
    return x === y ? x : 'may';
  }
  if (b.kind === 'either') return sameArray(cx, b, a);
  if (a.root === b.root) return a.isInside || b.isInside ? 'may' : 'same';
  if (a.element !== null && b.element !== null && a.element.of === b.element.of) return alwaysDiffer(a.element.index, b.element.index) ? 'distinct' : 'may';
  if (a.origins === null && b.origins === null) return 'distinct';
  const [from, to] = [a.origins ?? new Set([rootVariable(a.root)]), b.origins ?? new Set([rootVariable(b.root)])];
  if (![...from].some((origin) => to.has(origin))) return 'distinct';
  return a.variable !== null && b.variable !== null && takeTurns(cx, a.variable, b.variable) ? 'distinct' : 'may';
}

/** The variable of a root, without which value of it. */
const rootVariable = (root: string): string => root.replace(/[=@?]\d*$/, '');

/** Whether two indices differ for every small value of the one variable that both are made of: `i` and `1 - i`, `i` and `i ^ 1`. */
function alwaysDiffer(a: Expr | null, b: Expr | null): boolean {
  if (a === null || b === null) return false;
  const symbols = new Set([...freeVariables(a), ...freeVariables(b)]);
  if (symbols.size > 1) return false;
  for (let value = 0n; value < (symbols.size === 0 ? 1n : 24n); value++) {
    const [x, y] = [constantOf(valueAt(a, value)), constantOf(valueAt(b, value))];
    if (x === null || y === null || x === y) return false;
  }
  return true;
}

function valueAt(expr: Expr, value: bigint): Expr {
  return mapExpr(expr, (node) => {
    switch (node.kind) {
      case 'var': return converted(node.type, int(value)) ?? node;
      case 'cast': return converted(node.to, node.operand) ?? node;
      case 'binary': return applyBinary(node.op, node.left, node.right) ?? node;
      case 'unary': return applyUnary({ neg: '-', bitnot: '~', not: '!' }[node.op], node.operand) ?? node;
      case 'select': return chosen(node.when, node.then, node.otherwise) ?? node;
      case 'int':
      case 'float':
      case 'bool':
      case 'builtin':
      case 'apply':
        return node;
    }
  });
}

/**
 * Whether two pointer variables are only ever changed together, so that they stay apart: swapped, or set to two different pointers in
 * each block of statements that sets one of them.
 */
function takeTurns(cx: Evaluation, a: Declaration, b: Declaration): boolean {
  const writes = [...writesTo(cx.names, a, null), ...writesTo(cx.names, b, null)];
  const others = [a, b].some((each) => isMember(each) && cx.names.memberWrites.has(each.name));
  if (others || writes.some((write) => write.escapes)) return false;
  const start = startOf(cx, a, b);
  const blocks = new Set(writes.map((write) => blockOf(cx, write.node)));
  return start && [...blocks].every((block) => block !== null && leavesApart(cx, block, a, b));
}

function startOf(cx: Evaluation, a: Declaration, b: Declaration): boolean {
  const valueOf = (each: Declaration): Located | null => {
    const bound = cx.bindings.get(each) ?? null;
    if (bound !== null) return locate(bound.cx, bound.node);
    return each.initial.kind === 'expression' ? locate(cx, each.initial.node) : null;
  };
  const given = (each: Declaration): readonly SyntaxNode[] => (isMember(each) ? (cx.names.memberInitializers.get(each.name) ?? []) : []);
  if (given(a).some((one) => given(b).some((other) => sameArray(cx, locate(cx, one), locate(cx, other)) !== 'distinct'))) return false;
  const [x, y] = [valueOf(a), valueOf(b)];
  return x === null || y === null || sameArray(cx, x, y) === 'distinct';
}

function blockOf(cx: Evaluation, node: SyntaxNode): SyntaxNode | null {
  for (let at = cx.names.parents.get(node); at !== undefined; at = cx.names.parents.get(at)) {
    if (at.type === 'compound_statement') return at;
    if (!/^(?:expression_statement|call_expression|argument_list|pointer_expression|cast_expression|parenthesized_expression|declaration|init_declarator)$/.test(at.type)) return null;
  }
  return null;
}

/** Runs the copies of a block from `a` and `b` apart, and looks whether they are so at its end. */
function leavesApart(cx: Evaluation, block: SyntaxNode, a: Declaration, b: Declaration): boolean {
  const held = new Map<Declaration, SyntaxNode | Declaration>();
  const read = (node: SyntaxNode): SyntaxNode | Declaration => {
    const bare = withoutCasts(node);
    const declaration = bare.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, bare), bare) : null;
    return declaration === null ? bare : (held.get(declaration) ?? (declaration === a || declaration === b ? declaration : bare));
  };
  for (const statement of namedChildren(block)) copy(cx, statement, held, read);
  const [x, y] = [held.get(a) ?? a, held.get(b) ?? b];
  const isOld = (value: SyntaxNode | Declaration): value is Declaration => value === a || value === b;
  if (isOld(x) || isOld(y)) return isOld(x) && isOld(y) && x !== y;
  return sameArray(cx, freshOr(cx, x), freshOr(cx, y)) === 'distinct';
}

const freshOr = (cx: Evaluation, value: SyntaxNode | Declaration): Located => ('kind' in value ? { kind: 'at', root: value.name, isInside: false, origins: null, element: null, variable: null } : value.type === 'call_expression' ? { kind: 'at', root: `new ${value.start}`, isInside: false, origins: null, element: null, variable: null } : locate(cx, value));

function copy(cx: Evaluation, statement: SyntaxNode, held: Map<Declaration, SyntaxNode | Declaration>, read: (node: SyntaxNode) => SyntaxNode | Declaration): void {
  const declared = (node: SyntaxNode | null): Declaration | null => (node?.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, node), node) : null);
  if (statement.type === 'declaration') {
    for (const each of cx.names.declaredBy.get(statement) ?? []) if (each.initial.kind === 'expression') held.set(each, read(each.initial.node));
  }
  const expression = statement.type === 'expression_statement' ? namedChildren(statement)[0] : undefined;
  if (expression?.type === 'assignment_expression') {
    const target = declared(childIn(expression, 'left'));
    const value = childIn(expression, 'right');
    if (target !== null && value !== null) held.set(target, read(value));
  }
  if (expression?.type !== 'call_expression') return;
  const name = calleeName(childIn(expression, 'function'));
  const [first, second] = namedChildren(childIn(expression, 'arguments') ?? expression);
  const [p, q] = [declared(first ?? null), declared(second ?? null)];
  if (name !== null && textOf(cx.names.source, name) === 'swap' && first !== undefined && second !== undefined && p !== null && q !== null) {
    const [x, y] = [read(first), read(second)];
    held.set(p, y);
    held.set(q, x);
    return;
  }
  for (const write of writesWithin(cx.names, expression)) {
    const target = write.isInside ? null : lookup(cx.names, write.name, expression);
    if (target !== null) held.set(target, expression);
  }
}
