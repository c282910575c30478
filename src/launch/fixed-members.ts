/**
 * Members that are const and have one value in every object of their class: no constructor gives them another one than
 * their own default (C++ [class.base.init], [dcl.type.cv]: nothing changes them later). Exact: of classes with a
 * constructor that somebody wrote, so that no braced list goes around it, and whose constructors all stand in the
 * class.
 *
 * Example: with `class Limits { public: const int rows = 10; Limits() {} };`, `l.rows` and `p->rows` are 10.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { HostNames } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { hasConstructor } from './constructions.ts';
import { declaredName } from './declarator.ts';
import { ownDefault } from './host-struct.ts';
import { structNamed } from './type-index.ts';

/**
 * The value that the member has in all objects of the class with this name, be it one of a pointer to them; null where
 * that is not certain.
 */
export function inEveryObject(cx: Evaluation, typeText: string, member: string): Expr | null {
  const { names } = cx;
  const type = typeText.replace(/\b(?:const|struct|class)\b/g, ' ').trim();
  const struct = structNamed(names.types, type);
  const body = struct === undefined || struct === null ? null : childIn(struct.node, 'body');
  const own = struct?.members.get(member);
  if (
    body === null ||
    own === undefined ||
    struct?.parameters.length !== 0 ||
    own.declarator.type !== 'field_identifier' ||
    names.parents.get(own.declaration) !== body
  )
    return null;
  const qualifiers = qualifiersOf(names, own.declaration);
  if (!qualifiers.includes('const') || qualifiers.includes('volatile') || !hasConstructor(names, body)) return null;
  return constructorsIn(names, struct.node, body).every((each) => leavesAlone(names, each, member))
    ? ownDefault(cx, type, member)
    : null;
}

const qualifiersOf = (names: HostNames, declaration: SyntaxNode): readonly string[] =>
  declaration.children
    .filter(({ type }) => type === 'type_qualifier' || type === 'storage_class_specifier')
    .map((child) => textOf(names.source, child));

/** The constructors of a class, defined or declared there. */
function constructorsIn(names: HostNames, struct: SyntaxNode, body: SyntaxNode): readonly SyntaxNode[] {
  const name = childIn(struct, 'name');
  const spelled = name === null ? '' : textOf(names.source, name);
  return namedChildren(body).flatMap((child) => {
    const inner = child.type === 'template_declaration' ? (namedChildren(child).at(-1) ?? child) : child;
    const declared =
      /^(?:function_definition|declaration|field_declaration)$/.test(inner.type) && childIn(inner, 'type') === null
        ? declaredName(childIn(inner, 'declarator'))
        : null;
    return declared !== null && textOf(names.source, declared) === spelled ? [inner] : [];
  });
}

/** Whether a constructor is seen, and initializes others than the member. */
function leavesAlone(names: HostNames, constructor: SyntaxNode, member: string): boolean {
  if (constructor.children.some(({ type }) => /^(?:default|delete)_method_clause$/.test(type))) return true;
  const list = constructor.children.find(({ type }) => type === 'field_initializer_list');
  return (
    childIn(constructor, 'body') !== null &&
    (list === undefined ||
      namedChildren(list).every((each) => textOf(names.source, namedChildren(each)[0] ?? each) !== member))
  );
}
