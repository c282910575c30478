/** Class templates and alias templates that are members of a class (C++ [temp.mem]). Exact. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { TypeDecl } from '../file-scope.ts';
import type { Scope } from '../scope.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { splitName } from '../file-scope.ts';
import { classOfScope } from './structs.ts';

/** The declarations of a template in the class, whose scope it is. `isOpen`: there are others outside of the class. */
type MemberTemplate = Readonly<{ entries: readonly TypeDecl[]; scope: Scope; isOpen: boolean }>;

/** The template of that name in the innermost class around; null without one. */
export function memberTemplate(cx: Context, name: string): MemberTemplate | null {
  for (let scope: Scope | null = cx.scope; scope !== null; scope = scope.parent) {
    const own = classOfScope(scope)?.body ?? null;
    const body = own === null ? null : childIn(own.node, 'body');
    const entries =
      own === null || body === null
        ? []
        : namedChildren(body)
            .flatMap((member) => entryOf(cx, member, own.path))
            .filter((entry) => entry.name === name);
    if (entries.length > 0) return { entries: defined(entries), scope, isOpen: isDeclaredOutside(cx, name) };
  }
  return null;
}

/**
 * Whether a member template of that name is defined or specialized outside of its class: `struct Outer<N>::Inner<0> { …
 * }`.
 */
function isDeclaredOutside(cx: Context, name: string): boolean {
  return (cx.unit.declared.types.get(name) ?? []).some(
    (entry) => childIn(entry.node, 'name')?.type === 'qualified_identifier',
  );
}

/**
 * Each once: a declaration without a body states the parameters of a primary template only where nothing defines it.
 */
function defined(entries: readonly TypeDecl[]): readonly TypeDecl[] {
  const hasBody = (entry: TypeDecl): boolean => entry.kind === 'alias' || childIn(entry.node, 'body') !== null;
  const isDefined = entries.some((entry) => entry.specialization === null && hasBody(entry));
  return entries.filter((entry) => hasBody(entry) || (entry.specialization === null && !isDefined));
}

function entryOf(cx: Context, member: SyntaxNode, path: readonly string[]): readonly TypeDecl[] {
  const template = member.type === 'template_declaration' ? childIn(member, 'parameters') : null;
  if (template === null) return [];
  return namedChildren(member).flatMap((node): TypeDecl[] => {
    const isClass =
      node.type === 'struct_specifier' || node.type === 'class_specifier' || node.type === 'union_specifier';
    const name = isClass || node.type === 'alias_declaration' ? childIn(node, 'name') : null;
    if (name === null) return [];
    const split = splitName(name, (inner) => textOf(cx, inner));
    return [
      {
        kind: isClass ? 'struct' : 'alias',
        name: split.name,
        path,
        node,
        declarator: null,
        template,
        specialization: split.arguments,
      },
    ];
  });
}
