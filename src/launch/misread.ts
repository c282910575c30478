/** Declarations that the grammar reads as something else: `dim3 grid(w, h);` as the prototype of a function. */
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, namedChildren } from '../parse/node.ts';

/**
 * `dim3 grid(w, h);` reads like the prototype of a function with parameters of the types `w` and `h`: those nodes, else
 * null. With `elements`, `dim3 grid(w[0], w[1]);` likewise: the nodes of the parameters, nameless arrays of the type
 * `w` (`misreadElement`).
 */
export function misreadArguments(declarator: SyntaxNode, elements: boolean): readonly SyntaxNode[] | null {
  const parameters = namedChildren(childIn(declarator, 'parameters') ?? declarator);
  const given = parameters.flatMap((parameter) => {
    if (parameter.type !== 'parameter_declaration') return [];
    const type = namedChildren(parameter).length === 1 ? childIn(parameter, 'type') : null;
    if (type?.type === 'type_identifier' || type?.type === 'qualified_identifier') return [type];
    return elements && (misreadElement(parameter) !== null || misreadProduct(parameter) !== null) ? [parameter] : [];
  });
  return parameters.length > 0 && given.length === parameters.length ? given : null;
}

/** `w[0]` that was read as a nameless parameter, an array of the type `w`. */
export function misreadElement(parameter: SyntaxNode): Readonly<{ array: SyntaxNode; index: SyntaxNode }> | null {
  const [array, declarator, more] = namedChildren(parameter);
  if (
    parameter.type !== 'parameter_declaration' ||
    more !== undefined ||
    array?.type !== 'type_identifier' ||
    declarator?.type !== 'abstract_array_declarator'
  )
    return null;
  const [index, second] = namedChildren(declarator);
  return index === undefined || second !== undefined || index.field !== 'size' ? null : { array, index };
}

/**
 * `m * n` that was read as a parameter n, a pointer to the type `m`. Its names are to be looked up before it, where n
 * is not declared yet.
 */
export function misreadProduct(parameter: SyntaxNode): Readonly<{ left: SyntaxNode; right: SyntaxNode }> | null {
  const [left, declarator, more] = namedChildren(parameter);
  if (
    parameter.type !== 'parameter_declaration' ||
    more !== undefined ||
    left?.type !== 'type_identifier' ||
    declarator?.type !== 'pointer_declarator'
  )
    return null;
  const [right, second] = namedChildren(declarator);
  return right?.type !== 'identifier' || second !== undefined ? null : { left, right };
}

/** What a declaration inside a function hands to functions if it makes an object: `x` of `T t(f(x));`. */
export function handedOnIn(declarator: SyntaxNode): readonly SyntaxNode[] {
  const nested =
    declarator.type === 'abstract_function_declarator'
      ? namedChildren(childIn(declarator, 'parameters') ?? declarator)
      : [];
  const names = nested.flatMap((parameter) =>
    namedChildren(parameter).length === 1 ? [childIn(parameter, 'type') ?? []].flat() : [],
  );
  return [...names, ...declarator.children.flatMap(handedOnIn)];
}
