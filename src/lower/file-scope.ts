/**
 * What a file (with its includes) declares outside functions: functions, types, variables, enumerators, explicit
 * instantiations. Names are found by their last part; namespaces and classes are the path.
 */
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, childrenIn, namedChildren } from '../parse/node.ts';
import type { FurtherPaths, Using } from './using-names.ts';

export type FunctionDecl = Readonly<{
  name: string;
  path: readonly string[];
  /** The `function_definition`. */
  node: SyntaxNode;
  declarator: SyntaxNode;
  /** Its own `template_parameter_list`, or null. */
  template: SyntaxNode | null;
  /** The one before that, of `template <class T> template <class U> …`. */
  outer?: SyntaxNode;
  /** `template_argument_list` of an explicit specialization, or null. */
  specialization: SyntaxNode | null;
  isKernel: boolean;
  /** Each file that has it has one of its own: `static`, or in a namespace without a name. Not given: no. */
  isInternal?: true;
}> &
  FurtherPaths;
export type TypeDecl = Readonly<{
  kind: 'struct' | 'alias' | 'enum';
  name: string;
  path: readonly string[];
  node: SyntaxNode;
  /** For aliases: the declarator of a typedef. */
  declarator: SyntaxNode | null;
  template: SyntaxNode | null;
  specialization: SyntaxNode | null;
}> &
  FurtherPaths;
export type VariableDecl = Readonly<{
  name: string;
  path: readonly string[];
  /** The declaration (or the enumerator). */
  node: SyntaxNode;
  declarator: SyntaxNode;
  value: SyntaxNode | null;
  /** For enumerators: the `enum_specifier`. */
  enumeration: SyntaxNode | null;
  /** Of a variable template; `specialization` are the arguments of an explicit one. */
  template: SyntaxNode | null;
  specialization: SyntaxNode | null;
}> &
  FurtherPaths;
/** An explicit instantiation `template … f<float>(…)` or `template … f(float *)`. */
type Instantiation = Readonly<{ name: string; arguments: SyntaxNode | null; declarator: SyntaxNode }>;
export type FileScope = Readonly<{
  functions: ReadonlyMap<string, readonly FunctionDecl[]>;
  /** Device functions that are declared without a body; those that have one elsewhere too are among them. */
  prototypes: ReadonlyMap<string, readonly FunctionDecl[]>;
  types: ReadonlyMap<string, readonly TypeDecl[]>;
  variables: ReadonlyMap<string, readonly VariableDecl[]>;
  kernels: readonly FunctionDecl[];
  /** Kernels that are declared without a body; those that have one elsewhere too are among them. */
  kernelPrototypes: readonly FunctionDecl[];
  instantiations: readonly Instantiation[];
  /** Those of namespaces. */
  usings: readonly Using[];
  /** Parts of the file that the parser could not read, outside functions. */
  errors: readonly SyntaxNode[];
}>;

type Found = {
  functions: Map<string, FunctionDecl[]>;
  prototypes: Map<string, FunctionDecl[]>;
  types: Map<string, TypeDecl[]>;
  variables: Map<string, VariableDecl[]>;
  kernels: FunctionDecl[];
  kernelPrototypes: FunctionDecl[];
  instantiations: Instantiation[];
  usings: Using[];
  errors: SyntaxNode[];
};
type Place = Readonly<{
  path: readonly string[];
  /** Without the inline namespaces in it, if there are any. */ inlined?: readonly string[];
  template: SyntaxNode | null;
  outer?: SyntaxNode;
  /** Whether a namespace around has no name. */ isHidden: boolean;
  text: (node: SyntaxNode) => string;
}>;

/** Collects the declarations of a translation unit. */
export function collect(root: SyntaxNode, text: (node: SyntaxNode) => string): FileScope {
  const found: Found = {
    functions: new Map(),
    prototypes: new Map(),
    types: new Map(),
    variables: new Map(),
    kernels: [],
    kernelPrototypes: [],
    instantiations: [],
    usings: [],
    errors: [],
  };
  visit(root, { path: [], template: null, isHidden: false, text }, found);
  return found;
}

function add<Entry extends Readonly<{ name: string }>>(map: Map<string, Entry[]>, entry: Entry): void {
  const list = map.get(entry.name);
  if (list === undefined) map.set(entry.name, [entry]);
  else list.push(entry);
}

function visit(node: SyntaxNode, at: Place, found: Found): void {
  switch (node.type) {
    case 'namespace_definition': {
      const name = childIn(node, 'name');
      const body = childIn(node, 'body');
      const parts = name === null ? [] : at.text(name).split('::');
      const isInline = node.children.some(({ type }) => type === 'inline');
      if (body !== null)
        visitAll(
          body,
          {
            ...at,
            path: [...at.path, ...parts],
            ...inlinedIn(
              isInline ? { ...at, inlined: at.inlined ?? at.path } : at,
              isInline ? parts.slice(0, -1) : parts,
            ),
            isHidden: at.isHidden || name === null,
          },
          found,
        );
      return;
    }
    case 'template_declaration': {
      const template = childIn(node, 'parameters');
      for (const child of namedChildren(node))
        if (child !== template)
          visit(child, { ...at, template, ...(at.template === null ? {} : { outer: at.template }) }, found);
      return;
    }
    case 'function_definition':
      visitFunction(node, at, found);
      return;
    case 'struct_specifier':
    case 'class_specifier':
    case 'union_specifier':
    case 'enum_specifier':
      visitType(node, at, found);
      return;
    case 'type_definition':
    case 'alias_declaration':
      visitAlias(node, at, found);
      return;
    case 'declaration':
    case 'field_declaration':
      visitDeclaration(node, at, found);
      return;
    case 'template_instantiation':
      visitInstantiation(node, at, found);
      return;
    case 'using_declaration':
      visitUsing(node, at, found);
      return;
    case 'ERROR':
      found.errors.push(node);
      visitAll(node, at, found);
      return;
    case 'comment':
    case 'expression_statement':
      return;
    default:
      visitAll(node, at, found);
  }
}

function visitAll(node: SyntaxNode, at: Place, found: Found): void {
  for (const child of node.children) if (child.named) visit(child, { ...at, template: null }, found);
}

/** The `function_declarator` inside pointer and reference declarators, or null. */
export function functionDeclarator(node: SyntaxNode | null): SyntaxNode | null {
  for (let at = node; at !== null;) {
    if (at.type === 'function_declarator' && !isOfPointer(at)) return at;
    if (at.type === 'operator_cast') return at;
    at = childIn(at, 'declarator') ?? at.children.find((child) => child.type.endsWith('_declarator')) ?? null;
  }
  return null;
}

/** `(*f)(int)`: what it declares is a pointer, unless a function inside returns that. */
function isOfPointer(declarator: SyntaxNode): boolean {
  const inner = childIn(declarator, 'declarator');
  return (
    inner?.type === 'parenthesized_declarator' && inner.children.some((child) => child.type === 'pointer_declarator')
  );
}

/** Whether a declaration carries a word such as `__shared__`, directly or in a qualifier. */
export function hasWord(node: SyntaxNode, word: string): boolean {
  return node.children.some(
    (child) =>
      child.type === word ||
      ((child.type === 'type_qualifier' || child.type === 'storage_class_specifier') &&
        child.children.some((inner) => inner.type === word)),
  );
}

function visitFunction(node: SyntaxNode, at: Place, found: Found): void {
  const struct = node.children.find(
    (child) => child.field === 'type' && child.type.endsWith('_specifier') && childIn(child, 'body') !== null,
  );
  if (struct !== undefined) visit(struct, { ...at, template: null }, found);
  const declarator = functionDeclarator(childIn(node, 'declarator'));
  if (declarator === null) return;
  const named = nameOf(declarator, at.text);
  const decl: FunctionDecl = {
    name: named.name,
    path: [...at.path, ...named.scopes],
    ...inlinedIn(at, named.scopes),
    node,
    declarator,
    template: at.template,
    ...(at.template === null || at.outer === undefined ? {} : { outer: at.outer }),
    specialization: named.arguments,
    isKernel: hasWord(node, '__global__'),
    ...internal(node, at),
  };
  add(found.functions, decl);
  if (decl.isKernel) found.kernels.push(decl);
}

const internal = (node: SyntaxNode, { isHidden }: Place): Pick<FunctionDecl, 'isInternal'> =>
  isHidden || hasWord(node, 'static') ? { isInternal: true } : {};

type Named = Readonly<{ name: string; scopes: readonly string[]; arguments: SyntaxNode | null }>;

function nameOf(declarator: SyntaxNode, text: (node: SyntaxNode) => string): Named {
  if (declarator.type === 'operator_cast') return { name: 'operator cast', scopes: [], arguments: null };
  const name = childIn(declarator, 'declarator');
  return name === null ? { name: '', scopes: [], arguments: null } : splitName(name, text);
}

const plainNames = new Set([
  'identifier',
  'type_identifier',
  'field_identifier',
  'namespace_identifier',
  'primitive_type',
]);

/**
 * Splits `a::b<int>::c<3>` (a leading `::` gives the scope '') into its name, the scopes before it and the template
 * arguments of the last part.
 */
export function splitName(node: SyntaxNode, text: (node: SyntaxNode) => string): Named {
  if (plainNames.has(node.type)) return { name: text(node), scopes: [], arguments: null };
  if (node.type === 'qualified_identifier') {
    const scope = childIn(node, 'scope');
    const rest = childIn(node, 'name');
    const inner: Named = rest === null ? { name: text(node), scopes: [], arguments: null } : splitName(rest, text);
    return { ...inner, scopes: [scope === null ? '' : splitName(scope, text).name, ...inner.scopes] };
  }
  if (node.type === 'template_function' || node.type === 'template_type' || node.type === 'template_method') {
    const name = childIn(node, 'name');
    return {
      name: name === null ? text(node) : splitName(name, text).name,
      scopes: [],
      arguments: childIn(node, 'arguments'),
    };
  }
  if (node.type === 'dependent_name' || node.type === 'dependent_type') {
    const inner = namedChildren(node).at(-1);
    if (inner !== undefined) return splitName(inner, text);
  }
  return { name: text(node).replace(/^operator\s+/, 'operator'), scopes: [], arguments: null };
}

/** What stands in an inline namespace is a name of the namespace around as well [namespace.def]. */
const inlinedIn = ({ inlined }: Place, more: readonly string[] = []): Readonly<{ inlined?: readonly string[] }> =>
  inlined === undefined ? {} : { inlined: [...inlined, ...more] };

function visitType(node: SyntaxNode, at: Place, found: Found): void {
  const name = childIn(node, 'name');
  const body = childIn(node, 'body');
  if (node.type === 'enum_specifier') {
    const enumerators = body === null ? [] : namedChildren(body).filter((child) => child.type === 'enumerator');
    for (const enumerator of enumerators) {
      const own = childIn(enumerator, 'name');
      if (own === null) continue;
      const inner = name === null ? at.path : [...at.path, at.text(name)];
      const isScoped = node.children.some((child) => child.type === 'class' || child.type === 'struct');
      // Those of `enum E` are also names of the namespace around, so that `space::VALUE` finds them.
      const around = inlinedIn(at, name === null ? [] : [at.text(name)]);
      for (const [path, inlined] of isScoped || name === null
        ? [[inner, around] as const]
        : [[inner, around] as const, [at.path, inlinedIn(at)] as const]) {
        add(found.variables, {
          name: at.text(own),
          path,
          ...inlined,
          node: enumerator,
          declarator: own,
          value: childIn(enumerator, 'value'),
          enumeration: node,
          template: null,
          specialization: null,
        });
      }
    }
  }
  if (name === null || body === null) return;
  const split = splitName(name, at.text);
  const kind = node.type === 'enum_specifier' ? 'enum' : 'struct';
  add(found.types, {
    kind,
    name: split.name,
    path: at.path,
    ...inlinedIn(at),
    node,
    declarator: null,
    template: at.template,
    specialization: split.arguments,
  });
  if (kind === 'struct' && at.template === null)
    visitMembers(body, { ...at, path: [...at.path, split.name], ...inlinedIn(at, [split.name]) }, found);
}

/** Nested types, static constants and static functions of a class that is no template; its fields are no variables. */
function visitMembers(body: SyntaxNode, at: Place, found: Found): void {
  for (const child of namedChildren(body)) {
    const nested = childIn(child, 'type');
    if (child.type === 'using_declaration') continue;
    if (child.type === 'field_declaration' && !hasWord(child, 'static') && !isFriend(child, at)) {
      if (nested !== null && nested.type.endsWith('_specifier')) visit(nested, { ...at, template: null }, found);
    } else visit(child, { ...at, template: null }, found);
  }
}

function visitAlias(node: SyntaxNode, at: Place, found: Found): void {
  const type = childIn(node, 'type');
  if (type !== null && type.type.endsWith('_specifier')) visit(type, { ...at, template: null }, found);
  const declarators = node.type === 'alias_declaration' ? childrenIn(node, 'name') : childrenIn(node, 'declarator');
  for (const declarator of declarators) {
    const name = declaredName(declarator);
    if (name === null) continue;
    const own = node.type === 'alias_declaration' ? null : declarator;
    add(found.types, {
      kind: 'alias',
      name: at.text(name),
      path: at.path,
      ...inlinedIn(at),
      node,
      declarator: own,
      template: at.template,
      specialization: null,
    });
  }
}

/** The identifier that a declarator declares, or null. */
export function declaredName(declarator: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | null = declarator; at !== null;) {
    if (
      at.type === 'identifier' ||
      at.type === 'field_identifier' ||
      at.type === 'type_identifier' ||
      at.type === 'primitive_type' ||
      at.type === 'qualified_identifier'
    )
      return at;
    at =
      childIn(at, 'declarator') ??
      at.children.find(
        (child) => child.named && (child.type.endsWith('declarator') || child.type.endsWith('identifier')),
      ) ??
      null;
  }
  return null;
}

function visitDeclaration(node: SyntaxNode, at: Place, found: Found): void {
  const type = childIn(node, 'type');
  if (type !== null && type.type.endsWith('_specifier')) visit(type, { ...at, template: null }, found);
  const values = node.children.filter((child) => child.field === 'value' || child.field === 'default_value');
  for (const declarator of childrenIn(node, 'declarator')) {
    const prototype = functionDeclarator(declarator);
    if (prototype !== null) visitPrototype(node, prototype, at, found);
    if (prototype !== null) continue;
    const name = declaredName(declarator);
    if (name === null) continue;
    const value = childIn(declarator, 'value') ?? values.find((child) => child.start >= declarator.end) ?? null;
    add(found.variables, {
      name: at.text(name),
      path: at.path,
      ...inlinedIn(at),
      node,
      declarator,
      value,
      enumeration: null,
      template: at.template,
      specialization: specializationIn(declarator),
    });
  }
}

/** `__device__ friend int f(S);`: the grammar reads a member of the type `friend`, with an error. */
const isFriend = (node: SyntaxNode, at: Place): boolean =>
  node.type === 'field_declaration' &&
  node.children.some((child) => child.field === 'type' && at.text(child) === 'friend');

function visitPrototype(node: SyntaxNode, declarator: SyntaxNode, at: Place, found: Found): void {
  const isKernel = node.type === 'declaration' && hasWord(node, '__global__');
  if (!isKernel && ((node.type !== 'declaration' && !isFriend(node, at)) || !hasWord(node, '__device__'))) return;
  const named = nameOf(declarator, at.text);
  const decl: FunctionDecl = {
    name: named.name,
    path: [...at.path, ...named.scopes],
    ...inlinedIn(at, named.scopes),
    node,
    declarator,
    template: at.template,
    specialization: named.arguments,
    isKernel,
    ...internal(node, at),
  };
  if (isKernel) found.kernelPrototypes.push(decl);
  else add(found.prototypes, decl);
}

/** The value in `n(4)` and `n{4}`, where it is one; anything else is the initializer itself. */
export function onlyValue(initializer: SyntaxNode): SyntaxNode {
  const [first, second] =
    initializer.type === 'argument_list' || initializer.type === 'initializer_list' ? namedChildren(initializer) : [];
  return first !== undefined && second === undefined ? first : initializer;
}

/** The arguments of `width<double>` in the declarator of a variable template's specialization. */
function specializationIn(declarator: SyntaxNode): SyntaxNode | null {
  const name = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
  return name?.type === 'template_function' || name?.type === 'template_type' ? childIn(name, 'arguments') : null;
}

function visitInstantiation(node: SyntaxNode, at: Place, found: Found): void {
  const declarator = functionDeclarator(childIn(node, 'declarator'));
  const name = declarator === null ? null : childIn(declarator, 'declarator');
  if (declarator === null || name === null) return;
  const split = splitName(name, at.text);
  found.instantiations.push({ name: split.name, arguments: split.arguments, declarator });
}

/** `using a::f, a::V;`, `using namespace a;`. */
function visitUsing(node: SyntaxNode, at: Place, found: Found): void {
  const isDirective = node.children.some(({ type }) => type === 'namespace');
  for (const named of namedChildren(node)) {
    const { name, scopes } = splitName(named, at.text);
    if (isDirective) found.usings.push({ path: at.path, name: null, scopes: [...scopes, name] });
    else if (scopes.length > 0) found.usings.push({ path: at.path, name, scopes });
  }
}

/** Of several declarations, those that a use written with `scopes` in `path` can mean, nearest first. */
export function visible<Entry extends Readonly<{ path: readonly string[] }> & FurtherPaths>(
  entries: readonly Entry[],
  scopes: readonly string[],
  path: readonly string[],
): readonly Entry[] {
  const qualified = scopes.length === 0 ? entries : qualifiedBy(entries, scopes);
  const shared = (entry: Entry): number => {
    const differs = entry.path.findIndex((part, k) => part !== path[k]);
    return differs === -1 ? entry.path.length : differs;
  };
  const distance = (entry: Entry): number => entry.path.length - 2 * shared(entry);
  return [...qualified].sort((a, b) => distance(a) - distance(b));
}

/** A directive counts where nothing is declared there [namespace.qual]. */
function qualifiedBy<Entry extends Readonly<{ path: readonly string[] }> & FurtherPaths>(
  entries: readonly Entry[],
  scopes: readonly string[],
): readonly Entry[] {
  const found = entries.filter(({ path, inlined, declared = [] }) =>
    [path, ...(inlined === undefined ? [] : [inlined]), ...declared].some((one) => endsWith(one, scopes)),
  );
  return found.length > 0
    ? found
    : entries.filter(({ directed = [] }) => directed.some((one) => endsWith(one, scopes)));
}

function endsWith(path: readonly string[], scopes: readonly string[]): boolean {
  if (scopes[0] === '') return path.join('::') === scopes.slice(1).join('::');
  const tail = path.slice(path.length - scopes.length);
  return path.length >= scopes.length && tail.every((part, k) => part === scopes[k]);
}
