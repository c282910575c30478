/**
 * Whether an object of a type may change or keep, through a reference, what it is made of. A class of the text is read:
 * its constructors, or the members of an aggregate. A class that is not seen may keep whatever it is given.
 * Over-approximating.
 *
 * Example: with `struct W { int &r; };`, `W w{n};` may change `n` from then on.
 */
import type { HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Struct } from './type-index.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { declaredName, innerParameters, shapeOf, isMarkedConst } from './declarator.ts';
import { enumerationsOf } from './constructions.ts';
import { isConstInVain, maySetThrough } from './hidden-references.ts';
import { spelledType } from './host-type.ts';
import { isLibraryType } from './library-types.ts';
import { lookup } from './lookup.ts';

/** Whether an object of the type that a node names may keep its k-th argument. */
export function typeKeeps(names: HostNames, type: SyntaxNode, position: number): boolean {
  if (
    /^(?:primitive_type|sized_type_specifier|placeholder_type_specifier|auto|decltype|enum_specifier)$/.test(type.type)
  )
    return false;
  const written = textOf(names.source, type);
  if (lookup(names, written, type)?.scope.type === 'template_declaration') return hasKeepingClass(names);
  return spellingKeeps(names, spelledType(names, type) ?? written, position, 0);
}

/** The same of a type as it is spelled. */
export function spellingKeeps(names: HostNames, spelled: string, position: number, depth = 0): boolean {
  const text = spelled.replace(/\b(?:const|volatile|struct|class|typename|enum)\b/g, ' ').trim();
  if (isLibraryType(text, names) || text === 'auto' || enumerationsOf(names).has(text.replace(/^.*::/s, '')))
    return false;
  const struct = names.types.structs.get(text.replace(/<.*$/s, '').replace(/^.*::/s, '').trim());
  return struct === undefined || struct === null || depth > 4 || classKeeps(names, struct, position, depth);
}

/**
 * Whether an object of the type may keep some argument: what makes it may put a key, an allocator or a tag before its
 * own.
 */
export const keepsAnywhere = (names: HostNames, spelled: string): boolean =>
  [0, 1, 2, 3, 4, 5].some((position) => spellingKeeps(names, spelled, position));

function classKeeps(names: HostNames, struct: Struct, position: number, depth: number): boolean {
  const body = childIn(struct.node, 'body');
  const constructors = constructorsOf(names, struct.node);
  const inherits = body !== null && namedChildren(body).some(({ type }) => type === 'using_declaration');
  const ofBase = (): boolean => struct.bases.some((base) => spellingKeeps(names, base, position, depth + 1));
  if (inherits && ofBase()) return true;
  if (constructors.length > 0)
    return constructors.some((constructor) => constructorKeeps(names, constructor, position, depth));
  // of an aggregate, arguments may go to members in any order, where braces are left out
  return (
    ofBase() ||
    [...struct.members.values()].some(({ declarator, declaration }) => {
      if (
        declarator.type === 'function_declarator' ||
        declaration.children.some((child) => child.type === 'storage_class_specifier')
      )
        return false;
      const type = childIn(declaration, 'type');
      const isConst = isMarkedConst(names.source, declaration);
      if (shapeOf(declarator) === 'reference')
        return !isConst || isConstInVain(names.source, type === null ? '' : textOf(names.source, type));
      return (
        shapeOf(declarator) === 'plain' &&
        type !== null &&
        !isParameterOf(struct, textOf(names.source, type)) &&
        spellingKeeps(names, spelledType(names, type) ?? textOf(names.source, type), position, depth + 1)
      );
    })
  );
}

/**
 * A member of the type of a template's parameter is what the argument of the template says, which stands in the type's
 * own spelling.
 */
const isParameterOf = (struct: Struct, type: string): boolean => struct.parameters.includes(type);

function constructorKeeps(names: HostNames, declarator: SyntaxNode, position: number, depth: number): boolean {
  const parameters = innerParameters(declarator);
  const last = parameters.at(-1);
  if (last !== undefined && last.type === 'variadic_parameter_declaration' && position >= parameters.length - 1)
    return true;
  const parameter = parameters[position];
  if (parameter === undefined) return false;
  if (maySetThrough(names.source, parameter)) return !isCopyOf(names, declarator, parameter);
  const type = childIn(parameter, 'type');
  return (
    type !== null &&
    shapeOf(childIn(parameter, 'declarator')) !== 'pointer' &&
    !isCopyOf(names, declarator, parameter) &&
    spellingKeeps(names, spelledType(names, type) ?? textOf(names.source, type), 0, depth + 1)
  );
}

/** Whether a constructor's parameter is of its own class: it copies or moves. */
function isCopyOf(names: HostNames, declarator: SyntaxNode, parameter: SyntaxNode): boolean {
  const [name, type] = [declaredName(declarator), childIn(parameter, 'type')];
  return (
    name !== null &&
    type !== null &&
    textOf(names.source, type).replace(/<.*$/s, '').trim() === textOf(names.source, name)
  );
}

/** The declarators of the constructors that a class declares. */
export function constructorsOf(names: HostNames, specifier: SyntaxNode): readonly SyntaxNode[] {
  const name = childIn(specifier, 'name');
  const spelled = name === null ? '' : textOf(names.source, childIn(name, 'name') ?? name);
  return namedChildren(childIn(specifier, 'body') ?? specifier).flatMap((child) => {
    const inner = child.type === 'template_declaration' ? (namedChildren(child).at(-1) ?? child) : child;
    const declarator =
      /^(?:function_definition|declaration|field_declaration)$/.test(inner.type) && childIn(inner, 'type') === null
        ? childIn(inner, 'declarator')
        : null;
    const declared = declaredName(declarator);
    return declarator !== null && declared !== null && textOf(names.source, declared) === spelled ? [declarator] : [];
  });
}

/** Whether some class of the text keeps what it is given: a template's parameter may stand for it. */
const hasKeepingClass = memoized((names: HostNames): boolean =>
  [...names.types.structs.values()].some(
    (struct) => struct !== null && [0, 1, 2, 3].some((position) => classKeeps(names, struct, position, 0)),
  ),
);
