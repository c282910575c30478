/**
 * What an object of a class becomes where a pointer is wanted: what its conversion operator returns (C++
 * [class.conv.fct]).
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { HostNames } from './host-names.ts';
import { structNamed } from './type-index.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { withoutCasts } from './declarator.ts';

/** `member`: the pointer that the operator returns; `unknown`: what it returns is not followed. */
type PointerConversion =
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'member'; name: string }>
  | Readonly<{ kind: 'unknown' }>;

/** Of a class that the file declares under this name, or of its bases. */
export function pointerConversion(names: HostNames, type: string, depth = 0): PointerConversion {
  const struct = structNamed(names.types, type.trim());
  if (struct === undefined || struct === null || depth > 8) return { kind: 'unknown' };
  const [only, second] = conversionsIn(childIn(struct.node, 'body') ?? struct.node);
  if (only === undefined)
    return (
      struct.bases.map((base) => pointerConversion(names, base, depth + 1)).find(({ kind }) => kind !== 'none') ?? {
        kind: 'none',
      }
    );
  const [statement, more] =
    second === undefined ? namedChildren(childIn(only, 'body') ?? { ...only, children: [] }) : [];
  const value = statement?.type === 'return_statement' && more === undefined ? namedChildren(statement)[0] : undefined;
  const member = value === undefined ? null : memberIn(withoutCasts(value));
  const name = member === null ? '' : textOf(names.source, member);
  return struct.members.has(name) ? { kind: 'member', name } : { kind: 'unknown' };
}

/** The functions of a class that are conversions: defined there, or only declared. */
function conversionsIn(body: SyntaxNode): readonly SyntaxNode[] {
  return namedChildren(body).flatMap((child): readonly SyntaxNode[] => {
    if (child.type === 'template_declaration') return conversionsIn(child);
    return (child.type === 'function_definition' ||
      child.type === 'declaration' ||
      child.type === 'field_declaration') &&
      childIn(child, 'declarator')?.type === 'operator_cast'
      ? [child]
      : [];
  });
}

/** `m` of `m` and of `this->m`. */
function memberIn(value: SyntaxNode): SyntaxNode | null {
  if (value.type === 'identifier') return value;
  return value.type === 'field_expression' && childIn(value, 'argument')?.type === 'this'
    ? childIn(value, 'field')
    : null;
}
