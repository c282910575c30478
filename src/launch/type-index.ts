/**
 * Types that host code declares: aliases (`typedef`, `using`) and structs with their members, by name, wherever they
 * stand. A name declared twice is not trusted. Exact.
 */
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, childrenIn, namedChildren } from '../parse/node.ts';
import { declaredName, qualifierOf, templateParameterName, templateParametersOf } from './declarator.ts';

/** `float *` is `float` with one pointer; arrays count as pointers, references do not count. */
export type TypeText = Readonly<{ base: string; pointers: number }>;

export type Struct = Readonly<{
  node: SyntaxNode;
  /** Names of its template parameters, or []. */
  parameters: readonly string[];
  /** The declarators of its fields and methods with the declarations they stand in. */
  members: ReadonlyMap<string, Readonly<{ declarator: SyntaxNode; declaration: SyntaxNode }>>;
  /** Base classes as written. */
  bases: readonly string[];
}>;

export type TypeIndex = Readonly<{
  aliases: ReadonlyMap<string, Alias | null>;
  structs: ReadonlyMap<string, Struct | null>;
  /** class templates of which all, or a member, has a specialization */ specialized: ReadonlySet<string>;
}>;
type Alias = Readonly<{ type: SyntaxNode; declarator: SyntaxNode | null }>;
/**
 * The class of a spelled type, by its name without template arguments and namespaces; null: there are several of that
 * name.
 */
export const structNamed = ({ structs }: TypeIndex, spelled: string): Struct | null | undefined =>
  structs.get(nameOf(spelled));

/**
 * The class that a spelled type certainly is one of; null: none of the text's, or one of several, as where a template
 * has a specialization.
 */
export const onlyClassNamed = (types: TypeIndex, spelled: string): Struct | null =>
  types.specialized.has(nameOf(spelled)) ? null : (structNamed(types, spelled) ?? null);
const nameOf = (spelled: string): string => spelled.replace(/<.*$/s, '').replace(/^.*::/s, '');

type Building = {
  readonly aliases: Map<string, Alias | null>;
  readonly structs: Map<string, Struct | null>;
  readonly specialized: Set<string>;
};
type TextOf = (node: SyntaxNode) => string;

export function indexTypes(root: SyntaxNode, textOf: TextOf): TypeIndex {
  const building: Building = { aliases: new Map(), structs: new Map(), specialized: new Set() };
  const walk = (node: SyntaxNode, template: SyntaxNode | null): void => {
    record(building, node, template, textOf);
    for (const child of node.children) walk(child, node.type === 'template_declaration' ? node : null);
  };
  walk(root, null);
  return building;
}

function record(b: Building, node: SyntaxNode, template: SyntaxNode | null, textOf: TextOf): void {
  const owner =
    template !== null && childIn(template, 'parameters') !== null && templateParametersOf(template).length === 0
      ? qualifierOf(node)
      : null;
  if (owner !== null) b.specialized.add(nameOf(textOf(owner)));
  if (node.type === 'alias_declaration' && template === null) {
    const name = childIn(node, 'name');
    const type = childIn(node, 'type');
    if (name !== null && type !== null)
      addOnce(b.aliases, textOf(name), { type, declarator: null }, (a, c) => textOf(a.type) === textOf(c.type));
  }
  if (node.type === 'type_definition') recordTypedef(b, node, textOf);
  if ((node.type === 'struct_specifier' || node.type === 'class_specifier') && childIn(node, 'body') !== null) {
    const name = childIn(node, 'name');
    if (name?.type === 'template_type') b.specialized.add(textOf(childIn(name, 'name') ?? name));
    if (name !== null && name.type === 'type_identifier')
      addOnce(b.structs, textOf(name), structOf(node, template, textOf), () => false);
  }
}

function recordTypedef(b: Building, node: SyntaxNode, textOf: TextOf): void {
  const type = childIn(node, 'type');
  if (type === null) return;
  for (const declarator of childrenIn(node, 'declarator')) {
    const name = aliasName(declarator);
    if (name === null) continue;
    const isStruct =
      /^(?:struct|class)_specifier$/.test(type.type) && childIn(type, 'body') !== null && declarator === name;
    if (isStruct && childIn(type, 'name') === null)
      addOnce(b.structs, textOf(name), structOf(type, null, textOf), () => false);
    else if (!isStruct || textOf(childIn(type, 'name') ?? name) !== textOf(name))
      addOnce(b.aliases, textOf(name), { type, declarator }, (a, c) => textOf(a.type) === textOf(c.type));
  }
}

function aliasName(declarator: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | null = declarator; at !== null;) {
    if (at.type === 'type_identifier') return at;
    at =
      childIn(at, 'declarator') ??
      namedChildren(at).find((child) => /declarator$|identifier$/.test(child.type)) ??
      null;
  }
  return null;
}

/** Null marks what has two meanings. */
function addOnce<Value>(
  map: Map<string, Value | null>,
  name: string,
  value: Value,
  same: (a: Value, b: Value) => boolean,
): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, value);
  else if (known !== null && !same(known, value)) map.set(name, null);
}

function structOf(node: SyntaxNode, template: SyntaxNode | null, textOf: TextOf): Struct {
  const members = new Map<string, { declarator: SyntaxNode; declaration: SyntaxNode }>();
  for (const declaration of namedChildren(childIn(node, 'body') ?? node)) {
    if (declaration.type !== 'field_declaration' && declaration.type !== 'function_definition') continue;
    for (const declarator of childrenIn(declaration, 'declarator')) {
      const name = declaredName(declarator);
      if (name !== null && !members.has(textOf(name))) members.set(textOf(name), { declarator, declaration });
    }
  }
  const bases = node.children
    .filter((child) => child.type === 'base_class_clause')
    .flatMap((clause) =>
      namedChildren(clause)
        .filter((child) => child.type !== 'access_specifier')
        .map(textOf),
    );
  return { node, parameters: template === null ? [] : templateParameterNames(template, textOf), members, bases };
}

/** The names of the parameters of a `template<…>`, in order; '' for what has none. */
export function templateParameterNames(template: SyntaxNode, textOf: TextOf): readonly string[] {
  return childIn(template, 'parameters') === null
    ? []
    : templateParametersOf(template).map((parameter) => {
        const name = templateParameterName(parameter);
        return name === null ? '' : textOf(name);
      });
}
