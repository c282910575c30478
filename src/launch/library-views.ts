/**
 * Classes of libraries that are a pointer and its extents, as src/lower/library/views.ts declares them: their first
 * argument is the pointer. libcu++ documentation, "span" and "mdspan".
 */
import type { HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, textOf } from '../parse/node.ts';

const pointerMembers: ReadonlyMap<string, string> = new Map([
  ['span', '__data'],
  ['mdspan', '__data'],
]);

/** The member of such a class that is the pointer; null: it is another class, or the file's own. */
export function viewPointer(names: Pick<HostNames, 'types'>, type: string): string | null {
  const [, path = '', name = ''] = /^(?:const\s+)?((?:(?:cuda|std)::)*)(\w+)$/.exec(withoutArguments(type)) ?? [];
  return path === '' && !type.includes('<')
    ? null
    : names.types.structs.has(name)
      ? null
      : (pointerMembers.get(name) ?? null);
}

/** A name without the arguments of templates in it; as it is where their brackets do not match. */
export function withoutArguments(spelled: string): string {
  const parts: string[] = [];
  let depth = 0;
  for (const part of spelled.split(/([<>])/)) {
    if (part === '<') depth++;
    else if (part === '>') depth--;
    else if (depth === 0) parts.push(part.trim());
    if (depth < 0) break;
  }
  return depth === 0 ? parts.join('') : spelled.trim();
}

/** The class of which `cuda::std::span<float>(p, n)` makes an object, if it is such a one. */
export function madeView(names: HostNames, node: SyntaxNode): string | null {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const text = callee === null ? '' : textOf(names.source, callee);
  return viewPointer(names, text) === null ? null : text;
}
