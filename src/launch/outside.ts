/**
 * Whether the value of a host expression comes from out of sight: from a caller that is not seen, or from functions and
 * variables that are not declared in the text. What the text itself computes or changes does not, even where that is
 * not followed: it may be just the value that breaks a condition. Under-approximating: true is certain as far as names
 * are looked up, false is not.
 *
 * Example: in `void run(int *a, int n) { int pitch = n; k<<<1, 64>>>(a, n, pitch); }` both are; with `if (n > 4)
 * pitch--;` before the launch, `pitch` is not.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration, Write } from './host-names.ts';
import { childIn, textOf } from '../parse/node.ts';
import { calleeName } from './declarator.ts';
import { deeper, goesOn } from './evaluation.ts';
import { axisGiven } from './axis-given.ts';
import { axes, isAxesType, isDim3 } from './host-dimensions.ts';
import { hostTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';
import { isExtern } from './object-names.ts';
import { isMember, lookup, resolveQualified } from './lookup.ts';
import { writesTo } from './reaching.ts';

export const isFromOutside = (cx: Evaluation, node: SyntaxNode): boolean => sourceOf(cx, node) === 'outside';

/**
 * The axes of a `uint3` whose own values come from out of sight, though what makes the others may be the text: of
 * `magicOf(n)`, which returns `{ m, s, n }`, `z`.
 */
export function axesFromOutside(cx: Evaluation, node: SyntaxNode): ReadonlySet<string> {
  return new Set(
    (isAxesType(hostTypeOf(cx.names, node)) ? axes : []).filter((axis) => {
      const given = axisGiven(cx, node, axis);
      return given !== null && isFromOutside(given.cx, given.node);
    }),
  );
}

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
      const name = callee === null || callee.type === 'field_expression' ? null : calleeName(callee);
      const isSeen = name !== null && cx.names.functions.has(textOf(cx.names.source, name));
      return isSeen
        ? 'inside'
        : ofAll(
            cx,
            node.children.filter((child) => child !== callee || child.type === 'field_expression'),
          );
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
  if (
    isMember(declaration) ||
    cx.turns.has(declaration) ||
    !writesTo(cx.names, declaration, null).every((write) => isByUnseenMethod(cx, write))
  )
    return 'inside';
  if (declaration.kind === 'parameter') {
    const bound = cx.bindings.get(declaration);
    return bound === undefined
      ? 'outside'
      : bound === null
        ? 'inside'
        : sourceOf({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
  }
  // nothing of this text defines or changes it: what it holds comes from another file
  if (
    declaration.kind === 'other' &&
    !isDefined(declaration) &&
    isExtern(cx, declaration) &&
    (cx.names.declarations.get(declaration.name) ?? []).every((one) => isExtern(cx, one))
  )
    return 'outside';
  if (declaration.kind !== 'variable') return 'inside';
  switch (declaration.initial.kind) {
    case 'none':
      return 'inside';
    case 'expression':
      return sourceOf(deeper(cx), declaration.initial.node);
    case 'arguments':
      // a constructor may do anything with them
      return isDim3(declaration) || hostType(declaration.typeText) !== null
        ? ofAll(deeper(cx), declaration.initial.nodes)
        : 'inside';
  }
}

/** `extern const int n = 3;` defines it all the same. */
const isDefined = ({ statement }: Declaration): boolean =>
  statement.children.some(({ type }) => type === 'init_declarator');

/** `t.size(0)`, of which nothing is seen but that it is called, may change `t`: that is not done by the text. */
function isByUnseenMethod({ names }: Evaluation, { node, operator, value, escapes }: Write): boolean {
  const callee =
    node.type === 'call_expression' && operator === '' && value === null && !escapes ? childIn(node, 'function') : null;
  const name = callee?.type === 'field_expression' ? calleeName(callee) : null;
  return name !== null && !names.functions.has(textOf(names.source, name));
}
