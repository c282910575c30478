/** Reading declarators and callees of C++: the names in them and what stands around those. */
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, namedChildren } from '../parse/node.ts';

/** The identifier inside a declarator, through pointers, references, arrays and parentheses. */
export function declaredName(declarator: SyntaxNode | null): SyntaxNode | null {
  for (let at = declarator; at !== null;) {
    if (at.type === 'identifier' || at.type === 'field_identifier') return at;
    if (at.type === 'qualified_identifier') {
      at = childIn(at, 'name');
      continue;
    }
    const named: readonly SyntaxNode[] = namedChildren(at).filter((child) => child.field !== 'value' && child.field !== 'size' && child.field !== 'parameters' && child.field !== 'default_value');
    at = childIn(at, 'declarator') ?? named.find((child) => /declarator$|identifier$/.test(child.type)) ?? null;
  }
  return null;
}

/** `pointer` covers arrays. */
export function shapeOf(declarator: SyntaxNode | null): 'plain' | 'pointer' | 'reference' {
  for (let at = declarator; at !== null; at = childIn(at, 'declarator')) {
    if (at.type === 'pointer_declarator' || at.type === 'array_declarator') return 'pointer';
    if (at.type === 'reference_declarator') return 'reference';
  }
  return 'plain';
}

/** The last name of `a::b`, `x.f`, `f<T>`. */
export function calleeName(node: SyntaxNode | null): SyntaxNode | null {
  for (let at = node; at !== null;) {
    if (at.type === 'identifier' || at.type === 'field_identifier') return at;
    at = at.type === 'field_expression' ? childIn(at, 'field') : childIn(at, 'name');
  }
  return null;
}

/** The parameter declarations of a function's definition. */
export function parametersOf(definition: SyntaxNode): readonly SyntaxNode[] {
  for (let at = childIn(definition, 'declarator'); at !== null; at = childIn(at, 'declarator')) {
    const list = childIn(at, 'parameters');
    if (list !== null) return namedChildren(list).filter((child) => child.type.endsWith('parameter_declaration'));
  }
  return [];
}
