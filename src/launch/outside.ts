/**
 * Whether the value of a host expression comes from out of sight: from a caller that is not seen, or from functions and variables that are not
 * declared in the text. What the text itself computes or changes does not, even where that is not followed: it may be just the value that breaks a
 * condition. Under-approximating: true is certain as far as names are looked up, false is not.
 *
 * Example: in `void run(int *a, int n) { int pitch = n; k<<<1, 64>>>(a, n, pitch); }` both are; with `if (n > 4) pitch--;` before the launch, `pitch` is not.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration, Write } from './host-names.ts';
import { childIn, textOf } from '../parse/node.ts';
import { givenTo } from './callers.ts';
import { calleeName, isNullPointer, parametersOf, withoutCasts } from './declarator.ts';
import { deeper, goesOn } from './evaluation.ts';
import { isDim3 } from './host-dimensions.ts';
import { hostTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';
import { isMember, lookup, resolveQualified } from './lookup.ts';
import { openEvaluation } from './pointer-uses.ts';
import { writesTo } from './reaching.ts';

/** The same of what a pointer is moved from: `t->data + i * pitch` points into what code out of sight has stored in `t`. A null pointer points to nothing. */
export function isPointerFromOutside(cx: Evaluation, node: SyntaxNode): boolean {
  if (!goesOn(cx)) return false;
  const bare = withoutCasts(node);
  const parts = pointersIn(cx, bare);
  if (parts !== null) return parts.every((part) => isNullPointer(cx.names.source, part) || isPointerFromOutside(deeper(cx), part));
  const declaration = bare.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, bare), bare) : null;
  return declaration === null || isMember(declaration) ? isFromOutside(cx, bare) : isVariableFromOutside(cx, declaration);
}

/** Whether all that it is given is, and then it is only moved. */
function isVariableFromOutside(cx: Evaluation, declaration: Declaration): boolean {
  const writes = writesTo(cx.names, declaration, null).filter(({ isInside, operator }) => !isInside && !/^(?:[+-]=|\+\+|--)$/.test(operator));
  const isGiven = (value: SyntaxNode): boolean => isNullPointer(cx.names.source, value) || isPointerFromOutside(deeper(cx), value);
  if (!writes.every(({ operator, value }) => operator === '=' && value !== null && isGiven(value))) return false;
  if (declaration.kind === 'variable') return declaration.initial.kind === 'expression' ? isGiven(declaration.initial.node) : declaration.initial.kind === 'none' && writes.length > 0;
  if (declaration.kind !== 'parameter') return false;
  const bound = cx.bindings.get(declaration);
  if (bound === null) return false;
  return bound === undefined ? isGivenFromOutside(cx, declaration) : isPointerFromOutside({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
}

/**
 * Whether every call that is seen gives the parameter such a pointer, where callers are not told apart: there are too many of them. None of them may be seen to
 * be moved from what another argument is moved from. Without any call, no.
 */
function isGivenFromOutside(cx: Evaluation, { scope, statement }: Declaration): boolean {
  if (scope.type !== 'function_definition') return false;
  const position = parametersOf(scope).indexOf(statement);
  const given = givenTo(cx, scope) ?? [];
  const open = { ...openEvaluation(cx), depth: cx.depth + 1 };
  return given.length > 0 && given.every((args) => {
    const value = args[position];
    if (value === undefined || !(isNullPointer(cx.names.source, value) || isPointerFromOutside(open, value))) return false;
    const own = rootsOf(open, value);
    return args.every((other, k) => k === position || [...rootsOf(open, other)].every((root) => !own.has(root)));
  });
}

/** What a pointer is moved from, through variables: names of declarations, or other expressions as they are written. */
function rootsOf(from: Evaluation, written: SyntaxNode): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (cx: Evaluation, node: SyntaxNode): void => {
    const bare = withoutCasts(node);
    const parts = goesOn(cx) ? pointersIn(cx, bare) : null;
    if (parts !== null) { for (const part of parts) visit(deeper(cx), part); return; }
    const declaration = bare.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, bare), bare) : null;
    if (declaration === null) { found.add(textOf(cx.names.source, bare).replace(/\s+/g, '')); return; }
    found.add(`${declaration.scope.start} ${textOf(cx.names.source, bare)}`);
    if (!goesOn(cx) || declaration.kind !== 'variable') return;
    const values = writesTo(cx.names, declaration, null).flatMap(({ operator, value }) => (operator === '=' && value !== null ? [value] : []));
    for (const value of [...values, ...(declaration.initial.kind === 'expression' ? [declaration.initial.node] : [])]) visit(deeper(cx), value);
  };
  visit(from, written);
  return found;
}

/** The pointers of which an expression is one, or one that is moved: `p` in `p + n` and `&p[n]`, `p` and `q` in `c ? p : q`; null: it is no such expression. */
function pointersIn(cx: Evaluation, node: SyntaxNode): readonly SyntaxNode[] | null {
  if (node.type === 'conditional_expression') return [childIn(node, 'consequence'), childIn(node, 'alternative')].flatMap((arm) => arm ?? []);
  if (node.type === 'binary_expression' && /^[+-]$/.test(childIn(node, 'operator')?.type ?? '')) {
    const moved = [childIn(node, 'left'), childIn(node, 'right')].find((side) => side !== null && isPointer(cx, side)) ?? null;
    return moved === null ? null : [moved];
  }
  const element = node.type === 'pointer_expression' && node.children[0]?.type === '&' ? childIn(node, 'argument') : null;
  const base = element?.type === 'subscript_expression' ? childIn(element, 'argument') : null;
  return base === null ? null : [base];
}

function isPointer({ names }: Evaluation, node: SyntaxNode): boolean {
  const bare = withoutCasts(node);
  const declaration = bare.type === 'identifier' ? lookup(names, textOf(names.source, bare), bare) : null;
  return declaration?.shape === 'pointer' || hostTypeOf(names, node)?.endsWith('*') === true;
}

export const isFromOutside = (cx: Evaluation, node: SyntaxNode): boolean => sourceOf(cx, node) === 'outside';

/** `inside`: the text computes it, or may. */
type Source = 'constant' | 'outside' | 'inside';

function sourceOf(cx: Evaluation, node: SyntaxNode): Source {
  if (!goesOn(cx)) return 'inside';
  switch (node.type) {
    case 'identifier':
      return declaredSource(cx, lookup(cx.names, textOf(cx.names.source, node), node));
    case 'qualified_identifier':
      return declaredSource(cx, resolveQualified(cx.names, node));
    case 'call_expression': {
      const callee = childIn(node, 'function');
      const isSeen = callee !== null && callee.type === 'identifier' && cx.names.functions.has(textOf(cx.names.source, callee));
      return isSeen ? 'inside' : ofAll(cx, node.children.filter((child) => child !== callee || child.type === 'field_expression'));
    }
    case 'sizeof_expression':
    case 'alignof_expression':
      return 'constant';
    case 'lambda_expression':
    case 'assignment_expression':
    case 'update_expression':
      return 'inside';
    default:
      return ofAll(cx, node.children);
  }
}

/** What is made of constants alone is one. */
function ofAll(cx: Evaluation, nodes: readonly SyntaxNode[]): Source {
  const sources = new Set(nodes.map((node) => sourceOf(cx, node)));
  return sources.has('inside') ? 'inside' : sources.has('outside') ? 'outside' : 'constant';
}

function declaredSource(cx: Evaluation, declaration: Declaration | null): Source {
  if (declaration === null) return 'outside';
  if (declaration.kind === 'enumerator') return 'constant';
  if (isMember(declaration) || cx.turns.has(declaration) || !writesTo(cx.names, declaration, null).every((write) => isByUnseenMethod(cx, write))) return 'inside';
  if (declaration.kind === 'parameter') {
    const bound = cx.bindings.get(declaration);
    return bound === undefined ? 'outside' : bound === null ? 'inside' : sourceOf({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
  }
  if (declaration.kind !== 'variable') return 'inside';
  switch (declaration.initial.kind) {
    case 'none':
      return 'inside';
    case 'expression':
      return sourceOf(deeper(cx), declaration.initial.node);
    case 'arguments':
      // a constructor may do anything with them
      return isDim3(declaration) || hostType(declaration.typeText) !== null ? ofAll(deeper(cx), declaration.initial.nodes) : 'inside';
  }
}

/** `t.size(0)`, of which nothing is seen but that it is called, may change `t`: that is not done by the text. */
function isByUnseenMethod({ names }: Evaluation, { node, operator, value, escapes }: Write): boolean {
  const callee = node.type === 'call_expression' && operator === '' && value === null && !escapes ? childIn(node, 'function') : null;
  const name = callee?.type === 'field_expression' ? calleeName(callee) : null;
  return name !== null && !names.functions.has(textOf(names.source, name));
}
