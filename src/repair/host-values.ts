/**
 * What a variable of host code holds from one statement to a later one, as far as its text shows: nobody assigns to it,
 * takes its address, binds a reference to it, or passes it to what may take a reference; and its name means nothing else.
 * Needs: the body of a host function. Gives: true where any of this cannot be told.
 */
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { assignedIn, nodesOf } from './restructure/expressions.ts';
import { childIn, childrenIn, namedChildren, textOf } from '../parse/node.ts';
import { listOf } from './launched-text.ts';

/** Whether it may get another value; `except`: a call that may take its address. */
export function mayGetAnother(
  name: string,
  body: SyntaxNode,
  source: SourceText,
  except: SyntaxNode | null = null,
): boolean {
  const isName = (node: SyntaxNode | null | undefined): boolean =>
    node?.type === 'identifier' && textOf(source, node) === name;
  const isOther = (node: SyntaxNode): boolean => except === null || node.start < except.start || node.end > except.end;
  const holds = (node: SyntaxNode): boolean => nodesOf(node, 'identifier').some(isName);
  return (
    nodesOf(body, 'assignment_expression', 'update_expression').some((one) => assignedIn(one, source).has(name)) ||
    nodesOf(body, 'pointer_expression').some(
      (one) => source.text[one.start] === '&' && isName(childIn(one, 'argument')) && isOther(one),
    ) ||
    nodesOf(body, 'binary_expression').some(
      (one) => textOf(source, childIn(one, 'operator') ?? one) === '>>' && isName(childIn(one, 'right')),
    ) ||
    nodesOf(body, 'init_declarator', 'lambda_capture_initializer').some((one) => {
      const value = childIn(one, 'value') ?? namedChildren(one).at(-1);
      const isReference =
        nodesOf(childIn(one, 'declarator') ?? one, 'reference_declarator').length > 0 ||
        (one.type === 'lambda_capture_initializer' && source.text[one.start] === '&');
      return value !== undefined && isReference && holds(value);
    }) ||
    nodesOf(body, 'call_expression').some((one) => {
      const member = childIn(one, 'function');
      return (
        member?.type === 'field_expression' &&
        isName(childIn(member, 'argument')) &&
        !/^(?:size|length|empty|data|c?begin|c?end)$/.test(textOf(source, childIn(member, 'field') ?? member))
      );
    }) ||
    listsWith(body, isName).some(({ call, position }) => !isByValue(call, position, source))
  );
}

/** Where the name stands by itself among arguments; `call`: null where they are of no call. */
function listsWith(
  node: SyntaxNode,
  isName: (node: SyntaxNode) => boolean,
  outer: SyntaxNode | null = null,
): readonly Readonly<{ call: SyntaxNode | null; position: number }>[] {
  const call = outer?.type === 'call_expression' ? outer : null;
  const own =
    node.type === 'argument_list'
      ? namedChildren(node).flatMap((one, position) => (isName(one) ? [{ call, position }] : []))
      : [];
  return [...own, ...node.children.flatMap((child) => listsWith(child, isName, node))];
}

/** Functions of libraries that take values, whatever their arguments are. */
const libraries = /^(?:::)?(?:cuda[A-Z]\w*|f?printf|mem(?:cpy|set)|free|dim3|assert|std::(?:min|max|vector<[\w ]+>))$/;

/** Whether the call takes the argument by its value: a kernel, a known function, or the only one of the file. */
function isByValue(call: SyntaxNode | null, position: number, source: SourceText): boolean {
  const called = call === null ? null : childIn(call, 'function');
  if (call === null || called === null) return false;
  const name = textOf(source, called);
  if (/<<</.test(source.text.slice(called.end, call.end)) || libraries.test(name)) return true;
  const own = nodesOf(source.tree, 'function_definition').filter((one) =>
    nodesOf(childIn(one, 'declarator') ?? one, 'identifier')
      .slice(0, 1)
      .some((node) => textOf(source, node) === name),
  );
  const parameter = own[0] === undefined ? undefined : namedChildren(listOf(own[0]) ?? own[0])[position];
  return (
    own.length === 1 &&
    parameter?.type === 'parameter_declaration' &&
    !/[&.]/.test(textOf(source, parameter)) &&
    !new RegExp(String.raw`^[ \t]*#[ \t]*define[ \t]+${name}\b`, 'm').test(source.text)
  );
}

/** Whether the name may be another variable's in a part of the body: a parameter's, or that of a loop over a range. */
export const isNameOfAnother = (name: string, body: SyntaxNode, source: SourceText): boolean =>
  nodesOf(
    body,
    'parameter_declaration',
    'for_range_loop',
    'structured_binding_declarator',
    'lambda_capture_initializer',
  ).some((one) => {
    const declarators =
      one.type === 'structured_binding_declarator'
        ? [one]
        : one.type === 'lambda_capture_initializer'
          ? namedChildren(one).slice(0, 1)
          : childrenIn(one, 'declarator');
    return declarators.some((part) =>
      [part, ...nodesOf(part, 'identifier')].some(
        (node) => node.type === 'identifier' && textOf(source, node) === name,
      ),
    );
  });
