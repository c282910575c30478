/** Reading declarators and callees of C++: the names in them and what stands around those. */
import type { MappedText } from '../base/text-map.ts';
import type { Parents } from '../parse/parents.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';

/** The identifier inside a declarator, through pointers, references, arrays and parentheses. */
export function declaredName(declarator: SyntaxNode | null): SyntaxNode | null {
  for (let at = declarator; at !== null;) {
    if (at.type === 'identifier' || at.type === 'field_identifier') return at;
    // named after the class, but no constructor of it
    if (at.type === 'destructor_name') return null;
    if (at.type === 'qualified_identifier') {
      at = childIn(at, 'name');
      continue;
    }
    const named: readonly SyntaxNode[] = namedChildren(at).filter(
      (child) =>
        child.field !== 'value' &&
        child.field !== 'size' &&
        child.field !== 'parameters' &&
        child.field !== 'default_value',
    );
    at = childIn(at, 'declarator') ?? named.find((child) => /declarator$|identifier$/.test(child.type)) ?? null;
  }
  return null;
}

/** Whether a declaration, parameter or type has `const` before or behind the name of its type. */
export const isMarkedConst = (source: MappedText, node: SyntaxNode): boolean =>
  node.children.some((child) => child.type === 'type_qualifier' && textOf(source, child) === 'const');

/** `pointer` covers arrays; `int *&r` is a reference. */
export function shapeOf(declarator: SyntaxNode | null): 'plain' | 'pointer' | 'reference' {
  let shape: 'plain' | 'pointer' = 'plain';
  for (
    let at = declarator;
    at !== null;
    at = childIn(at, 'declarator') ?? (at.type === 'parenthesized_declarator' ? (namedChildren(at)[0] ?? null) : null)
  ) {
    if (at.type === 'reference_declarator') return 'reference';
    if (at.type === 'pointer_declarator' || at.type === 'array_declarator') shape = 'pointer';
  }
  return shape;
}

/** The last name of `a::b`, `x.f`, `f<T>`. */
export function calleeName(node: SyntaxNode | null): SyntaxNode | null {
  for (let at = node; at !== null;) {
    if (at.type === 'identifier' || at.type === 'field_identifier') return at;
    at = at.type === 'field_expression' ? childIn(at, 'field') : childIn(at, 'name');
  }
  return null;
}

/** The declarator inside of one, also where the grammar does not name it so: of `int &f(int x)`. */
export const innerDeclarator = (at: SyntaxNode): SyntaxNode | null =>
  childIn(at, 'declarator') ??
  (/^(?:reference|parenthesized)_declarator$/.test(at.type)
    ? (namedChildren(at).find((child) => /declarator$|identifier$/.test(child.type)) ?? null)
    : null);

/**
 * The parameter at a position of the prototype that declares a name; undefined where that is no prototype, or a shorter
 * one.
 */
export function parameterDeclaredAt(parents: Parents, name: SyntaxNode, position: number): SyntaxNode | undefined {
  const declarator = parents.get(name);
  return declarator?.type === 'function_declarator'
    ? namedChildren(childIn(declarator, 'parameters') ?? declarator)[position]
    : undefined;
}

/** The parameter declarations of a function's definition. */
export const parametersOf = (definition: SyntaxNode): readonly SyntaxNode[] =>
  innerParameters(childIn(definition, 'declarator'));

/** The parameter declarations in a declarator of a function. */
export function innerParameters(declarator: SyntaxNode | null): readonly SyntaxNode[] {
  for (let at = declarator; at !== null; at = innerDeclarator(at)) {
    const list = childIn(at, 'parameters');
    if (list !== null) return namedChildren(list).filter((child) => child.type.endsWith('parameter_declaration'));
  }
  return [];
}

/** `Foo` in the definition of `Foo::run`. */
export function qualifierOf(definition: SyntaxNode): SyntaxNode | null {
  for (let at = childIn(definition, 'declarator'); at !== null; at = innerDeclarator(at)) {
    if (at.type === 'qualified_identifier') return childIn(at, 'scope');
  }
  return null;
}

/** The parameters of a `template_declaration`. */
export const templateParametersOf = (template: SyntaxNode): readonly SyntaxNode[] =>
  namedChildren(childIn(template, 'parameters') ?? template);

/** The name in a template parameter: `T` of `class T`, `N` of `int N = 4`. */
export function templateParameterName(parameter: SyntaxNode): SyntaxNode | null {
  return (
    childIn(parameter, 'name') ??
    declaredName(childIn(parameter, 'declarator')) ??
    namedChildren(parameter).find((child) => child.type === 'type_identifier') ??
    null
  );
}

/** What is cast, or stands in parentheses. */
export function withoutCasts(node: SyntaxNode): SyntaxNode {
  for (let at = node; ;) {
    const inner =
      at.type === 'cast_expression'
        ? childIn(at, 'value')
        : at.type === 'parenthesized_expression'
          ? (namedChildren(at)[0] ?? null)
          : null;
    if (inner === null) return at;
    at = inner;
  }
}

/** `nullptr`, under whatever casts. */
export const isNullPointer = (source: MappedText, node: SyntaxNode): boolean =>
  /^(?:nullptr|NULL|__null|0)$/.test(textOf(source, withoutCasts(node)));

/** `N::x` */
export function isQualified(declarator: SyntaxNode | null): boolean {
  for (let at = declarator; at !== null; at = childIn(at, 'declarator'))
    if (at.type === 'qualified_identifier') return true;
  return false;
}

/** `x[4]` */
export function isArrayDeclarator(declarator: SyntaxNode | null): boolean {
  if (declarator?.type === 'pointer_declarator') return isArrayDeclarator(childIn(declarator, 'declarator'));
  return declarator?.type === 'array_declarator' && childIn(declarator, 'declarator')?.type === 'identifier';
}

/** The `return` statements of a function, but for those of lambdas in it. */
export function returnsOf(definition: SyntaxNode): readonly SyntaxNode[] {
  const walk = (at: SyntaxNode): readonly SyntaxNode[] =>
    at.type === 'return_statement' ? [at] : at.type === 'lambda_expression' ? [] : at.children.flatMap(walk);
  return walk(childIn(definition, 'body') ?? definition);
}

/** Whether a function may not be called: `T &operator=(const T &) = delete;` (C++ [dcl.fct.def.delete]). */
export const isDeleted = (definition: SyntaxNode | undefined): boolean =>
  definition?.children.some(({ type }) => type === 'delete_method_clause') === true;
