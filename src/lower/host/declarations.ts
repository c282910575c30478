/**
 * Which declaration of host code a name means: the nearest before it in the blocks, loops, parameters and lambdas
 * around.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Host } from './host.ts';
import { childIn, childrenIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { declaredName, functionDeclarator } from '../file-scope.ts';

export type LocalDeclaration = Readonly<{
  declaration: SyntaxNode;
  declarator: SyntaxNode;
  /** what a range-based loop runs over */ range: SyntaxNode | null;
}>;

/** The nearest declaration of a name before a place, within functions. */
export function localDeclaration(host: Host, node: SyntaxNode, name: string): LocalDeclaration | null {
  for (
    let child = node, above = host.parents.get(node);
    above !== undefined;
    child = above, above = host.parents.get(above)
  ) {
    if (above.type === 'translation_unit' || above.type === 'declaration_list') return null;
    const place = child;
    const before = above.children.filter((one) => one.named && one !== place && one.start < place.start).reverse();
    // captures are not seen by what initializes them
    const isWithin = above.type === 'lambda_expression' && place.field !== 'captures';
    const own = above.type === 'for_range_loop' || above.type === 'function_definition' || isWithin ? [above] : [];
    for (const one of [...before, ...own]) {
      const found = declaredIn(host, one, name);
      if (found !== null) return found;
    }
  }
  return null;
}

function declaredIn(host: Host, node: SyntaxNode, name: string): LocalDeclaration | null {
  switch (node.type) {
    case 'declaration':
    case 'parameter_declaration':
    case 'optional_parameter_declaration':
    case 'variadic_parameter_declaration':
    case 'for_range_loop':
      for (const declarator of childrenIn(node, 'declarator')) {
        const several =
          declarator.type === 'structured_binding_declarator' ? declarator : childIn(declarator, 'declarator');
        if (
          several?.type === 'structured_binding_declarator' &&
          namedChildren(several).some((one) => textOf(host.cx, one) === name)
        )
          return { declaration: node, declarator: several, range: null };
        const own = declaredName(declarator);
        if (own !== null && textOf(host.cx, own) === name)
          return {
            declaration: node,
            declarator,
            range: node.type === 'for_range_loop' ? childIn(node, 'right') : null,
          };
      }
      return null;
    case 'init_statement':
    case 'condition_clause':
    case 'parameter_list':
      return firstOf(namedChildren(node), (child) => declaredIn(host, child, name));
    case 'function_definition':
    case 'lambda_expression': {
      const declarator =
        node.type === 'lambda_expression'
          ? childIn(node, 'declarator')
          : functionDeclarator(childIn(node, 'declarator'));
      const list = declarator === null ? null : childIn(declarator, 'parameters');
      const captures = node.type === 'lambda_expression' ? (childIn(node, 'captures')?.children ?? []) : [];
      const capture = captures.find(
        (one) => one.type === 'lambda_capture_initializer' && textOf(host.cx, childIn(one, 'left') ?? one) === name,
      );
      if (capture !== undefined) return { declaration: capture, declarator: capture, range: null };
      return list === null ? null : declaredIn(host, list, name);
    }
    default:
      return null;
  }
}

/** What `find` finds for the first item that it finds anything for. */
export function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
