/**
 * What a condition of templates is, `enable_if`'s above all, where some of its parts are not known: `false && x` is
 * false whatever `x` is [expr.log.and]. Also traits that the file derives from those of the library: `struct
 * IsSpan<Span<T>> : std::true_type {}`. Exact.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { StructType } from './c-type.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { constantOf } from '../expressions/constants.ts';
import { splitName } from '../file-scope.ts';
import { traitNamed } from './type-traits.ts';

/** What `std::enable_if` (as a type, or its member `type`) says of its condition; null where the node is none. */
export function enabled(cx: Context, node: SyntaxNode): 'true' | 'false' | 'open' | null {
  const named = traitNamed(cx, node, 'type', '_t');
  if (named?.name !== 'enable_if') return null;
  const [condition] = namedChildren(named.list);
  const truth = condition === undefined ? null : truthIn(cx, condition);
  return truth === null ? 'open' : truth ? 'true' : 'false';
}

/** Whether a condition holds; null: it is not known. */
export function truthIn(cx: Context, node: SyntaxNode): boolean | null {
  const [only, ...others] = namedChildren(node);
  // a name alone is read as one of a type
  if (
    (node.type === 'parenthesized_expression' || node.type === 'type_descriptor') &&
    only !== undefined &&
    others.length === 0
  )
    return truthIn(cx, only);
  const operator = textOf(cx, childIn(node, 'operator') ?? node);
  const argument = node.type === 'unary_expression' && operator === '!' ? childIn(node, 'argument') : null;
  if (argument !== null) return negated(truthIn(cx, argument));
  const [left, right] =
    node.type === 'binary_expression' && /^(?:&&|\|\|)$/.test(operator)
      ? [childIn(node, 'left'), childIn(node, 'right')]
      : [null, null];
  if (left === null || right === null) return constantTruth(cx, node);
  const parts = [truthIn(cx, left), truthIn(cx, right)];
  const deciding = operator === '||';
  return parts.includes(deciding) ? deciding : parts.includes(null) ? null : !deciding;
}

const negated = (truth: boolean | null): boolean | null => (truth === null ? null : !truth);

/** Of an expression that is evaluated nowhere: its effects, if it has any, are none of the program's. */
function constantTruth(cx: Context, node: SyntaxNode): boolean | null {
  const { out } = cx;
  cx.out = [];
  const value = cx.rules.value(cx, node);
  cx.out = out;
  const constant = value.kind === 'scalar' ? constantOf(value.expr) : null;
  return constant === null ? null : constant !== 0n;
}

/**
 * What a class has as `value` from `std::true_type`, `std::false_type`, `std::bool_constant<…>` or
 * `std::integral_constant<bool, …>`; null: nothing that is known.
 */
export function inheritedTruth(cx: Context, struct: StructType): boolean | null {
  const { body } = struct;
  const clause = body?.node.children.find((child) => child.type === 'base_class_clause');
  const members = body === null ? null : childIn(body.node, 'body');
  if (body === null || clause === undefined || members === null || /\bvalue\b/.test(textOf(cx, members))) return null;
  const [base, ...others] = namedChildren(clause).filter(
    (child) => child.type !== 'access_specifier' && child.type !== 'comment',
  );
  if (base === undefined || others.length > 0) return null;
  const { name, scopes, arguments: list } = splitName(base, (inner) => textOf(cx, inner));
  if (!/^(?:(?:cuda::)?std)?$/.test(scopes.join('::')) || cx.unit.declared.types.has(name)) return null;
  if (name === 'true_type' || name === 'false_type') return name === 'true_type';
  const given = list === null ? [] : namedChildren(list);
  const condition =
    name === 'bool_constant' && given.length === 1
      ? given[0]
      : name === 'integral_constant' && given.length === 2 && textOf(cx, given[0] ?? base) === 'bool'
        ? given[1]
        : undefined;
  return condition === undefined ? null : within(cx, struct, () => truthIn(cx, condition));
}

/** Runs with the names that a class's head sees. */
function within<Made>(cx: Context, { body }: StructType, run: () => Made): Made {
  const outer = { scope: cx.scope, frame: cx.frame };
  if (body !== null) {
    cx.scope = body.scope;
    cx.frame = { ...cx.frame, path: body.path, self: null, object: null };
  }
  const made = run();
  cx.scope = outer.scope;
  cx.frame = outer.frame;
  return made;
}
