/**
 * Declarations that the grammar reads as expressions: `float (*row)[17] = tile;` looks like an assignment to an element
 * of `float(*row)`. What can be a declaration is one (C++ [stmt.ambig]). Exact.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { isTypeName } from './ambiguity.ts';
import { madeNode } from '../types/type-as-expression.ts';

/** The declaration that an `expression_statement` is, or null when it is none. */
export function asDeclaration(cx: Context, statement: SyntaxNode): SyntaxNode | null {
  const expression = namedChildren(statement)[0];
  if (expression === undefined) return null;
  const isInitialized = expression.type === 'assignment_expression' && childIn(expression, 'operator')?.type === '=';
  const left = isInitialized ? childIn(expression, 'left') : expression;
  const value = isInitialized ? childIn(expression, 'right') : null;
  const found = left === null ? null : arrayDeclarator(cx, left);
  if (found === null) return null;
  const declarator =
    value === null
      ? found.declarator
      : madeNode(
          'init_declarator',
          [
            { ...found.declarator, field: 'declarator' },
            { ...value, field: 'value' },
          ],
          found.declarator,
          value,
        );
  return madeNode(
    'declaration',
    [
      { ...found.type, field: 'type' },
      { ...declarator, field: 'declarator' },
    ],
    statement,
  );
}

type Declared = Readonly<{ type: SyntaxNode; declarator: SyntaxNode }>;

/** `T(*p)[4]`, with any number of extents. */
function arrayDeclarator(cx: Context, node: SyntaxNode): Declared | null {
  if (node.type !== 'subscript_expression') return null;
  const argument = childIn(node, 'argument');
  const indices = childIn(node, 'indices');
  const size = indices === null ? undefined : namedChildren(indices)[0];
  const inner = argument === null ? null : (pointerDeclarator(cx, argument) ?? arrayDeclarator(cx, argument));
  if (inner === null || size === undefined) return null;
  const declarator = madeNode(
    'array_declarator',
    [
      { ...inner.declarator, field: 'declarator' },
      { ...size, field: 'size' },
    ],
    inner.declarator,
    node,
  );
  return { type: inner.type, declarator };
}

function pointerDeclarator(cx: Context, call: SyntaxNode): Declared | null {
  const type = call.type === 'call_expression' ? childIn(call, 'function') : null;
  const list = childIn(call, 'arguments');
  const [only, ...more] = list === null ? [] : namedChildren(list);
  if (type === null || list === null || only?.type !== 'pointer_expression' || more.length > 0 || !isType(cx, type))
    return null;
  const name = childIn(only, 'argument');
  const star = childIn(only, 'operator');
  if (name?.type !== 'identifier' || star === null) return null;
  const kind = star.type === '&' ? 'reference_declarator' : 'pointer_declarator';
  const pointer = madeNode(
    kind,
    [
      { ...star, field: null },
      { ...name, field: 'declarator' },
    ],
    only,
  );
  return { type, declarator: madeNode('parenthesized_declarator', [pointer], list) };
}

function isType(cx: Context, node: SyntaxNode): boolean {
  return node.type === 'primitive_type' || node.type === 'sized_type_specifier' || isTypeName(cx, node);
}
