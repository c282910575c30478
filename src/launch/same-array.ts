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
import { isPlainCall } from './allocators.ts';
import { calleeName, parametersOf, withoutCasts } from './declarator.ts';
import { givenTo } from './callers.ts';
import { deeper, goesOn } from './evaluation.ts';
import { textOf } from './host-names.ts';
import { at, isAllocation, locate } from './host-pointers.ts';
import { mayMeet, nowhere, onlyFrom, sharedOrigins } from './origins.ts';
import { originsOf } from './pointer-origins.ts';
import { openEvaluation } from './pointer-uses.ts';
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
  const shared = sharedOrigins(a.origins(), b.origins());
  if (shared?.length === 0) return 'distinct';
  if (shared !== null && areApart(a, b, shared)) return 'distinct';
  const [p, q] = [a.variable, b.variable];
  return p !== null && q !== null && p.declaration !== q.declaration && p.anchor === q.anchor && takeTurns({ ...p.cx, depth: cx.depth }, p.declaration, q.declaration) ? 'distinct' : 'may';
}

type At = Extract<Located, { kind: 'at' }>;

/** Whether they are different places of one kind, each with pointers of its own: different elements of an array, a member of two objects. */
function areApart(a: At, b: At, shared: readonly string[]): boolean {
  if (a.element === null || b.element === null || a.element.of !== b.element.of) return false;
  const [x, y] = [a.origins(), b.origins()];
  if (x.isCopied || y.isCopied || !shared.every((origin) => x.own.has(origin) && y.own.has(origin))) return false;
  const { object } = a.element;
  const { object: other } = b.element;
  return object !== null && other !== null ? !mayMeet(object(), other()) : alwaysDiffer(a.element.index, b.element.index);
}

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
  if (others || writes.length === 0 || writes.some((write) => write.escapes)) return false;
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
  if (a.kind === 'parameter' && b.kind === 'parameter' && a.scope === b.scope && !cx.bindings.has(a)) return areGivenApart(cx, a, b);
  if ([a, b].some((each) => each.initial.kind === 'arguments')) return false;
  const [x, y] = [valueOf(a), valueOf(b)];
  return x === null || y === null || sameArray(cx, x, y) === 'distinct';
}

/** Whether every call of a function gives it two arrays. */
function areGivenApart(cx: Evaluation, a: Declaration, b: Declaration): boolean {
  if (a.scope.type !== 'function_definition') return false;
  const [i, j] = [a, b].map((each) => parametersOf(a.scope).indexOf(each.statement));
  return givenTo(cx, a.scope).every((args) => {
    const [x, y] = [args[i ?? -1], args[j ?? -1]];
    return x !== undefined && y !== undefined && !mayMeet(originsOf(openEvaluation(cx), x), originsOf(openEvaluation(cx), y));
  });
}

function blockOf(cx: Evaluation, node: SyntaxNode): SyntaxNode | null {
  for (let at = cx.names.parents.get(node); at !== undefined; at = cx.names.parents.get(at)) {
    if (at.type === 'compound_statement') return at;
    if (!/^(?:expression_statement|call_expression|argument_list|pointer_expression|cast_expression|parenthesized_expression|declaration|init_declarator)$/.test(at.type)) return null;
  }
  return null;
}

/** Runs the copies of a block from `a` and `b` apart, and looks whether they are so at its end and at all but copies on the way. */
function leavesApart(cx: Evaluation, block: SyntaxNode, a: Declaration, b: Declaration): boolean {
  const held = new Map<Declaration, SyntaxNode | Declaration>();
  const read = (node: SyntaxNode): SyntaxNode | Declaration => {
    const bare = withoutCasts(node);
    const declaration = bare.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, bare), bare) : null;
    return declaration === null ? bare : (held.get(declaration) ?? (declaration === a || declaration === b ? declaration : bare));
  };
  for (const statement of namedChildren(block)) {
    if (!isCopy(cx, statement) && !areHeldApart(cx, held, a, b)) return false;
    copy(cx, statement, held, read);
  }
  return areHeldApart(cx, held, a, b);
}

/** Whether nothing can be launched or left in a statement. */
function isCopy(cx: Evaluation, statement: SyntaxNode): boolean {
  if (statement.type === 'declaration') return true;
  const [expression] = statement.type === 'expression_statement' ? namedChildren(statement) : [];
  if (expression?.type !== 'call_expression') return expression !== undefined;
  const callee = calleeName(childIn(expression, 'function'));
  return callee !== null && !expression.children.some((child) => child.type === 'kernel_call_syntax') && isPlainCall(textOf(cx.names.source, callee));
}

function areHeldApart(cx: Evaluation, held: ReadonlyMap<Declaration, SyntaxNode | Declaration>, a: Declaration, b: Declaration): boolean {
  const [x, y] = [held.get(a) ?? a, held.get(b) ?? b];
  const isOld = (value: SyntaxNode | Declaration): value is Declaration => value === a || value === b;
  if (isOld(x) || isOld(y)) return isOld(x) && isOld(y) && x !== y;
  return sameArray(cx, freshOr(cx, x), freshOr(cx, y)) === 'distinct';
}

function freshOr(cx: Evaluation, value: SyntaxNode | Declaration): Located {
  if ('kind' in value) return at(value.name, () => nowhere);
  return value.type === 'call_expression' && isAllocation(cx, value) ? at(`new ${value.start}`, () => onlyFrom(`new ${value.start}|`)) : locate(cx, value);
}

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
