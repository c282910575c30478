/**
 * Whether implicit conversions lead to or from a class at all [class.conv]: its converting constructors, and its
 * conversion functions. Over-approximating: what is not read of a class may be one. Without them, overload resolution
 * rules a candidate out.
 *
 * Example: `struct Pair { float2 x, y; };` has neither, so `f(Pair)` cannot be called with a `float4`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { StructType } from '../types/c-type.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { functionDeclarator, splitName } from '../file-scope.ts';
import { vectorNamed } from '../types/c-type.ts';

/** Whether an object of the class may be made from another type without being asked to. */
export function mayConvertFrom(cx: Context, struct: StructType): boolean {
  if (struct.body === null) return vectorNamed(struct.name) === null;
  return membersOf(struct).some(
    (member) => member.type === 'using_declaration' || isUnread(member) || isConverting(cx, struct, member),
  );
}

/** Whether an object of the class may become one of another type that is no base of it. */
export function mayConvert(cx: Context, struct: StructType): boolean {
  if (struct.body === null) return vectorNamed(struct.name) === null;
  const isOwn = membersOf(struct).some((member) => isUnread(member) || hasOperatorCast(member));
  return (
    isOwn ||
    struct.fields.some(({ role, type }) => role === 'base' && (type.kind !== 'struct' || mayConvert(cx, type.struct)))
  );
}

function membersOf({ body }: StructType): readonly SyntaxNode[] {
  const list = body === null ? null : childIn(body.node, 'body');
  return list === null ? [] : namedChildren(list);
}

const isUnread = (member: SyntaxNode): boolean => member.type === 'ERROR' || /^preproc_/.test(member.type);

const hasOperatorCast = (node: SyntaxNode): boolean =>
  node.type === 'operator_cast' ||
  (!/^(?:compound_statement|field_declaration_list)$/.test(node.type) && node.children.some(hasOperatorCast));

/** A constructor but for those that are explicit, copy or move the object, or take no argument. */
function isConverting(cx: Context, struct: StructType, member: SyntaxNode): boolean {
  const own = member.type === 'template_declaration' ? (namedChildren(member).at(-1) ?? member) : member;
  const declarator = functionDeclarator(childIn(own, 'declarator'));
  const name = declarator === null ? null : childIn(declarator, 'declarator');
  const list = declarator === null ? null : childIn(declarator, 'parameters');
  if (name === null || list === null || name.type === 'destructor_name') return false;
  const className = struct.template?.name ?? struct.name;
  if (splitName(name, (inner) => textOf(cx, inner)).name !== className) return false;
  if (/\bexplicit\b(?!\s*\()/.test(textOf(cx, { ...own, end: name.start }))) return false;
  const [only, ...others] = namedChildren(list).filter(({ type }) => type !== 'comment');
  if (only === undefined || textOf(cx, only).trim() === 'void') return false;
  const type = childIn(only, 'type');
  const isCopy =
    others.length === 0 &&
    member.type !== 'template_declaration' &&
    type !== null &&
    new RegExp(`^${className}\\b`).test(textOf(cx, type)) &&
    childIn(only, 'declarator')?.type.endsWith('reference_declarator') === true;
  return !isCopy;
}
