/**
 * An index of host code: which names are declared where, and every place that may change a variable. Only what can be
 * seen is trusted: a variable whose address is taken, or that is handed to an unknown function that might take a
 * reference, counts as changed there. Over-approximates the writes.
 */
import type { MappedText } from '../base/text-map.ts';
import type { Parents } from '../parse/parents.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { groupBy } from '../base/group.ts';
import { childIn, childrenIn, namedChildren, textOf } from '../parse/node.ts';
import { parentsIn } from '../parse/parents.ts';
import type { TypeIndex } from './type-index.ts';
import {
  calleeName,
  declaredName,
  isArrayDeclarator,
  isDeleted,
  isQualified,
  shapeOf,
  templateParameterName,
  isMarkedConst,
} from './declarator.ts';
import { addressTaken, writesByMaking, writesByMethod, writesByReference, writesTo } from './host-call-writes.ts';
import { isConstInVain, mayBeMutable, shapeOfDeclared } from './hidden-references.ts';
import { changedByOperator, isMisreadOperation } from './own-operators.ts';
import { indexTypes } from './type-index.ts';
import {
  recordAddress,
  recordAssignment,
  recordBound,
  recordCast,
  recordChange,
  recordReturned,
} from './host-writes.ts';
import { handedOnIn, misreadArguments } from './misread.ts';

export type Declaration = Readonly<{
  name: string;
  /** The identifier. */
  node: SyntaxNode;
  /** Within which the name is visible, from `node` on; the root for file scope. */
  scope: SyntaxNode;
  /**
   * `variable`: its initial value is `initial`; `enumerator`: one more than the previous one without a value; `using`:
   * `statement` names it.
   */
  kind: 'variable' | 'parameter' | 'enumerator' | 'using' | 'other';
  typeText: string;
  /** `pointer` covers arrays. */
  shape: 'plain' | 'pointer' | 'reference';
  /** `int w[2]`: a pointer by shape, whose elements are variables. */
  isArray: boolean;
  isConst: boolean;
  isStatic: boolean;
  /** Defined outside of what it is declared in (`int S::n = 4;`): nothing of its name begins to be visible here. */
  isElsewhere: boolean;
  initial: Initial;
  previous: Declaration | null;
  /** The whole declaration, for its span. */
  statement: SyntaxNode;
}>;
export type Initial =
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'expression'; node: SyntaxNode }>
  | Readonly<{ kind: 'arguments'; nodes: readonly SyntaxNode[] }>;

/**
 * `member`: the field or element that is set, as `x` in `b.x = 8` and `[1]` in `w[1] = 8`; null for all of it. `value`
 * null: not known.
 * `escapes`: from here on the variable may change at any time.
 */
export type Write = Readonly<{
  name: string;
  member: string | null;
  /** an element or member is set, which of a pointer is not the pointer */ isInside: boolean;
  operator: string;
  value: SyntaxNode | null;
  escapes: boolean;
  node: SyntaxNode;
  /** `N::x`, where the variable is named so */ qualified: SyntaxNode | null;
}>;

export type HostNames = Readonly<{
  source: MappedText;
  root: SyntaxNode;
  parents: Parents;
  declarations: ReadonlyMap<string, readonly Declaration[]>;
  /** The variables of a declaration, by its node. */
  declaredBy: ReadonlyMap<SyntaxNode, readonly Declaration[]>;
  writes: ReadonlyMap<string, readonly Write[]>;
  /** All writes, by where they begin. */
  writesInOrder: readonly Write[];
  /** The writes to a field of any variable, by the field's name. */
  memberWrites: ReadonlyMap<string, readonly Write[]>;
  /** Definitions of functions by base name, but for deleted ones. */
  functions: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** Declarations of kernels without a body, by base name. */
  kernelPrototypes: ReadonlyMap<string, readonly SyntaxNode[]>;
  calls: readonly SyntaxNode[];
  /** Every mention of a name, but of types. */
  identifiers: ReadonlyMap<string, readonly SyntaxNode[]>;
  gotos: readonly SyntaxNode[];
  /** What constructors give to members, as in `: a(b)`. */
  memberInitializers: ReadonlyMap<string, readonly SyntaxNode[]>;
  types: TypeIndex;
  /** Definitions of namespaces, `using namespace` and `namespace a = b`, in the order of the text. */
  namespaces: readonly SyntaxNode[];
  usingNamespaces: readonly SyntaxNode[];
  /** `N::x` of `using N::x`, and the scope that it stands in */
  usings: readonly Readonly<{ name: SyntaxNode; scope: SyntaxNode }>[];
  namespaceAliases: readonly SyntaxNode[];
  enumeratorLists: readonly SyntaxNode[];
  /** Statements that hold a jump, or hold none, as far as was asked (host-conditions.ts). */
  jumps: Map<SyntaxNode, boolean>;
  /** By node, the innermost loop or lambda around it, as far as it was asked for (reaching.ts). */
  repeatedBy: Map<SyntaxNode, SyntaxNode | null>;
}>;

type Building = {
  readonly source: MappedText;
  readonly structs: TypeIndex['structs'];
  readonly parents: Parents;
  readonly declarations: Map<string, Declaration[]>;
  readonly writes: Map<string, Write[]>;
  readonly functions: Map<string, SyntaxNode[]>;
  readonly kernelPrototypes: Map<string, SyntaxNode[]>;
  readonly calls: SyntaxNode[];
  /** Expressions that may call an operator of a class. */
  readonly operations: SyntaxNode[];
  /** Objects that are made of arguments. */
  readonly making: { readonly type: SyntaxNode; readonly args: readonly SyntaxNode[]; readonly by: SyntaxNode }[];
  /** `&x` */
  readonly addresses: SyntaxNode[];
  readonly identifiers: Map<string, SyntaxNode[]>;
  readonly gotos: SyntaxNode[];
  readonly memberInitializers: Map<string, SyntaxNode[]>;
  readonly namespaces: SyntaxNode[];
  readonly usingNamespaces: SyntaxNode[];
  readonly usings: { readonly name: SyntaxNode; readonly scope: SyntaxNode }[];
  readonly namespaceAliases: SyntaxNode[];
  readonly enumeratorLists: SyntaxNode[];
};

export function indexHostNames(source: MappedText, root: SyntaxNode): HostNames {
  const types = indexTypes(root, (node) => textOf(source, node));
  const building: Building = {
    source,
    structs: types.structs,
    parents: parentsIn(root),
    declarations: new Map(),
    writes: new Map(),
    functions: new Map(),
    kernelPrototypes: new Map(),
    calls: [],
    operations: [],
    making: [],
    addresses: [],
    identifiers: new Map(),
    gotos: [],
    memberInitializers: new Map(),
    namespaces: [],
    usingNamespaces: [],
    usings: [],
    namespaceAliases: [],
    enumeratorLists: [],
  };
  const walk = (node: SyntaxNode, scope: SyntaxNode): void => {
    const inner = opensScope(node) ? node : scope;
    record(building, node, inner, scope);
    for (const child of node.children) walk(child, inner);
  };
  walk(root, root);
  for (const { name, scope } of building.usings) declareUsing(building, name, scope);
  const declaredBy = groupBy([...building.declarations.values()].flat(), (declaration) => declaration.statement);
  // what calls and constructors change depends on what names mean
  const names: HostNames = {
    ...building,
    declaredBy,
    writesInOrder: [],
    memberWrites: new Map(),
    root,
    types,
    jumps: new Map(),
    repeatedBy: new Map(),
  };
  for (const node of building.addresses) {
    recordAddress(building, node, addressTaken(names, node));
  }
  const passed = building.calls.flatMap((call) => [...writesByMethod(names, call), ...writesByReference(names, call)]);
  const kept = building.making.flatMap(({ type, args, by }) => writesByMaking(names, type, args, by));
  const operated = building.operations.flatMap((node) =>
    changedByOperator(names, node).flatMap((operand) => writesTo(names, operand, node, true)),
  );
  for (const write of [...passed, ...kept, ...operated]) add(building.writes, write.name, write);
  const written = [...building.writes.values()].flat();
  const memberWrites = groupBy(
    written.filter((write) => write.member !== null),
    (write) => write.member ?? '',
  );
  return {
    ...names,
    writesInOrder: written.toSorted((a, b) => a.node.start - b.node.start),
    memberWrites,
    jumps: new Map(),
    repeatedBy: new Map(),
  };
}

function add<Value>(map: Map<string, Value[]>, name: string, value: Value): void {
  const list = map.get(name);
  if (list === undefined) map.set(name, [value]);
  else list.push(value);
}

const scopes = new Set([
  'compound_statement',
  'for_statement',
  'for_range_loop',
  'if_statement',
  'while_statement',
  'switch_statement',
  'function_definition',
  'lambda_expression',
  'field_declaration_list',
  'declaration_list',
  'catch_clause',
  'template_declaration',
]);
const opensScope = (node: SyntaxNode): boolean => scopes.has(node.type);

function record(b: Building, node: SyntaxNode, scope: SyntaxNode, outer: SyntaxNode): void {
  switch (node.type) {
    case 'declaration':
    case 'field_declaration':
      if (node.type === 'declaration' && isMisreadOperation(b, node)) {
        const type = childIn(node, 'type');
        if (type !== null) add(b.identifiers, textOf(b.source, type), type);
        b.operations.push(node);
        break;
      }
      for (const declarator of childrenIn(node, 'declarator')) declare(b, node, declarator, scope);
      break;
    case 'for_range_loop':
      if (
        childIn(node, 'declarator')?.type === 'reference_declarator' &&
        (isConstInVain(b.source, typeText(b, node)) || !isMarkedConst(b.source, node))
      )
        recordChange(b, childIn(node, 'right'), node, true);
      declareOther(b, node, scope);
      break;
    case 'condition_declaration':
      declareOther(b, node, scope);
      break;
    case 'return_statement':
      recordReturned(b, node);
      break;
    case 'variadic_parameter_declaration':
    case 'parameter_declaration':
    case 'optional_parameter_declaration':
    case 'type_parameter_declaration':
    case 'optional_type_parameter_declaration':
      recordParameter(b, node);
      break;
    case 'lambda_capture_initializer':
      recordCapture(b, node, scope);
      break;
    case 'structured_binding_declarator':
      for (const name of namedChildren(node)) add(b.declarations, textOf(b.source, name), other(b, name, node, scope));
      break;
    case 'enumerator_list':
      b.enumeratorLists.push(node);
      declareEnumerators(b, node, isScoped(b, node) ? node : scope);
      break;
    case 'namespace_definition':
    case 'namespace_alias_definition':
    case 'using_declaration':
      recordNamespace(b, node, scope);
      break;
    case 'identifier':
    case 'field_identifier':
      add(b.identifiers, textOf(b.source, node), node);
      break;
    case 'type_identifier':
      // a template argument, which may be a function or a value
      if (
        b.parents.get(node)?.type === 'type_descriptor' &&
        b.parents.get(b.parents.get(node) ?? node)?.type === 'template_argument_list'
      )
        add(b.identifiers, textOf(b.source, node), node);
      break;
    case 'field_initializer':
      recordInitializer(b, node);
      break;
    case 'goto_statement':
      b.gotos.push(node);
      break;
    case 'function_definition':
      recordFunction(b, node, outer);
      break;
    default:
      recordExpression(b, node);
  }
}

/** Expressions that may change what they name. */
function recordExpression(b: Building, node: SyntaxNode): void {
  switch (node.type) {
    case 'assignment_expression':
      recordAssignment(b, node);
      b.operations.push(node);
      break;
    case 'subscript_expression':
    case 'comma_expression':
    case 'unary_expression':
      b.operations.push(node);
      break;
    case 'update_expression':
      recordChange(b, childIn(node, 'argument'), node, false);
      break;
    case 'pointer_expression':
      if (node.children[0]?.type === '&') b.addresses.push(node);
      break;
    case 'binary_expression':
      b.operations.push(node);
      if (childIn(node, 'operator')?.type === '>>') recordChange(b, childIn(node, 'right'), node, false);
      break;
    case 'call_expression':
      b.calls.push(node);
      b.operations.push(node);
      recordCast(b, node);
      break;
    case 'cast_expression':
      recordCast(b, node);
      break;
    case 'compound_literal_expression':
    case 'new_expression':
      recordMaking(b, node);
      break;
    case 'gnu_asm_output_operand':
      recordChange(b, childIn(node, 'value'), node, false);
      break;
    default:
      break;
  }
}

/** `W{x}`, `new W(x)` */
function recordMaking(b: Building, node: SyntaxNode): void {
  const [type, list] = [childIn(node, 'type'), childIn(node, 'value') ?? childIn(node, 'arguments')];
  if (type !== null && list !== null) b.making.push({ type, args: namedChildren(list), by: node });
}

/** `: member(x)` of a constructor. */
function recordInitializer(b: Building, node: SyntaxNode): void {
  const [name, list] = namedChildren(node);
  if (name === undefined || list === undefined) return;
  for (const value of namedChildren(list)) add(b.memberInitializers, textOf(b.source, name), value);
}

function recordParameter(b: Building, node: SyntaxNode): void {
  if (node.type === 'parameter_declaration' || node.type === 'optional_parameter_declaration') {
    declareOther(b, node, parameterScope(b, node));
    return;
  }
  const name =
    node.type === 'variadic_parameter_declaration'
      ? declaredName(childIn(node, 'declarator'))
      : templateParameterName(node);
  if (name !== null) add(b.declarations, textOf(b.source, name), other(b, name, node, parameterScope(b, node)));
}

/** `[n = 4]`; `[&r = n]` gives `n` another name. */
function recordCapture(b: Building, node: SyntaxNode, scope: SyntaxNode): void {
  const name = childIn(node, 'left') ?? namedChildren(node)[0];
  if (node.children.some((child) => child.type === '&'))
    recordChange(b, childIn(node, 'right') ?? namedChildren(node).at(-1) ?? null, node, true);
  if (name !== undefined) add(b.declarations, textOf(b.source, name), other(b, name, node, scope));
}

function recordNamespace(b: Building, node: SyntaxNode, scope: SyntaxNode): void {
  const [name] = namedChildren(node);
  if (node.type === 'namespace_definition') b.namespaces.push(node);
  else if (node.type === 'namespace_alias_definition') b.namespaceAliases.push(node);
  else if (node.children.some((child) => child.type === 'namespace')) b.usingNamespaces.push(node);
  else if (name?.type === 'qualified_identifier') b.usings.push({ name, scope });
}

function recordFunction(b: Building, node: SyntaxNode, outer: SyntaxNode): void {
  const name = declaredName(childIn(node, 'declarator'));
  if (name === null) return;
  // no program calls a deleted one (C++ [dcl.fct.def.delete])
  if (!isDeleted(node)) add(b.functions, textOf(b.source, name), node);
  add(b.declarations, textOf(b.source, name), other(b, name, node, outer));
}

function declare(b: Building, node: SyntaxNode, declarator: SyntaxNode, scope: SyntaxNode): void {
  const name = declaredName(declarator);
  recordBound(b, declarator);
  if (name === null) return;
  const isInit = declarator.type === 'init_declarator';
  const inner = isInit ? childIn(declarator, 'declarator') : declarator;
  // of a member, of a condition
  const value = isInit ? childIn(declarator, 'value') : (childIn(node, 'default_value') ?? childIn(node, 'value'));
  const qualifiers = node.children
    .filter((child) => child.type === 'type_qualifier' || child.type === 'storage_class_specifier')
    .map((child) => textOf(b.source, child));
  const misread =
    inner?.type === 'function_declarator' && insideFunction(b, node)
      ? misreadArguments(inner, /\b(?:dim3|uint3)$/.test(typeText(b, node)))
      : null;
  const shape = shapeOfDeclared(b.source, typeText(b, node), inner);
  const returning = inner === null ? null : behindPointers(inner);
  const isFunction =
    returning?.type === 'function_declarator' &&
    misread === null &&
    childIn(returning, 'declarator')?.type !== 'parenthesized_declarator';
  if (isFunction && /\b__global__\b/.test(b.source.text.slice(node.start, declarator.start)))
    add(b.kernelPrototypes, textOf(b.source, name), node);
  add(b.declarations, textOf(b.source, name), {
    name: textOf(b.source, name),
    node: name,
    scope,
    kind: isFunction || qualifiers.includes('extern') ? 'other' : 'variable',
    typeText: typeText(b, node),
    shape,
    isArray: isArrayDeclarator(inner),
    isConst:
      (qualifiers.includes('const') && shape === 'plain' && !mayBeMutable(b.source, typeText(b, node))) ||
      qualifiers.includes('constexpr'),
    isStatic: qualifiers.includes('static') || (qualifiers.includes('thread_local') && insideFunction(b, node)),
    isElsewhere: isQualified(inner),
    initial: misread === null ? initialOf(value) : { kind: 'arguments', nodes: misread },
    previous: null,
    statement: node,
  });
  // `std::thread t(f, std::ref(x));`, which reads like the prototype of a function that takes functions
  const handed = isFunction && inner !== null && insideFunction(b, node) ? handedOnIn(inner) : [];
  for (const each of [...(misread ?? []), ...handed]) add(b.identifiers, textOf(b.source, each), each);
  const type = childIn(node, 'type');
  const given =
    misread ??
    (value === null ? [] : /^(?:argument_list|initializer_list)$/.test(value.type) ? namedChildren(value) : [value]);
  // each declarator sees those before it
  if (type !== null && given.length > 0 && !isFunction && shapeOf(inner) === 'plain')
    b.making.push({ type, args: given, by: declarator });
  for (const each of shape === 'reference' ? [...(misread ?? []), ...handed] : handed)
    recordChange(b, each, declarator, true);
  // `const` beside an alias of a reference says nothing
  if (
    value !== null &&
    shape === 'reference' &&
    (!qualifiers.includes('const') || isConstInVain(b.source, typeText(b, node)) || shapeOf(inner) !== 'reference')
  )
    recordChange(b, value, declarator, true);
}

/** What the pointers and references before a declarator lead to: `f(int)` of `int *f(int)`. */
function behindPointers(declarator: SyntaxNode): SyntaxNode {
  const isPointer = declarator.type === 'pointer_declarator' || declarator.type === 'reference_declarator';
  const inner = isPointer ? (childIn(declarator, 'declarator') ?? declarator.children.at(-1)) : undefined;
  return inner === undefined ? declarator : behindPointers(inner);
}

function insideFunction(b: Building, node: SyntaxNode): boolean {
  return b.parents.get(node)?.type === 'compound_statement' || b.parents.get(node)?.type === 'case_statement';
}

function initialOf(value: SyntaxNode | null): Initial {
  if (value === null) return { kind: 'none' };
  return value.type === 'argument_list' || value.type === 'initializer_list'
    ? { kind: 'arguments', nodes: namedChildren(value) }
    : { kind: 'expression', node: value };
}

function typeText(b: Building, node: SyntaxNode): string {
  const type = childIn(node, 'type');
  return type === null ? '' : textOf(b.source, type);
}

function other(b: Building, name: SyntaxNode, statement: SyntaxNode, scope: SyntaxNode): Declaration {
  return {
    name: textOf(b.source, name),
    node: name,
    scope,
    kind: 'other',
    typeText: '',
    shape: 'plain',
    isArray: false,
    isConst: false,
    isStatic: false,
    isElsewhere: false,
    initial: { kind: 'none' },
    previous: null,
    statement,
  };
}

/** Parameters and the variables of loops and conditions: their type is known, their value is not. */
function declareOther(b: Building, node: SyntaxNode, scope: SyntaxNode): void {
  const declarator = childIn(node, 'declarator');
  const name = declaredName(declarator);
  if (name === null) return;
  add(b.declarations, textOf(b.source, name), {
    ...other(b, name, node, scope),
    kind: 'parameter',
    typeText: typeText(b, node),
    shape: shapeOfDeclared(b.source, typeText(b, node), declarator),
  });
}

/** The function, lambda or template that the parameter belongs to; its own list for a mere prototype. */
function parameterScope(b: Building, node: SyntaxNode): SyntaxNode {
  const list = b.parents.get(node) ?? node;
  let at = b.parents.get(list);
  while (at?.type.endsWith('declarator') === true && at.type !== 'init_declarator') at = b.parents.get(at);
  return at !== undefined &&
    /^(?:function_definition|lambda_expression|template_declaration|catch_clause)$/.test(at.type)
    ? at
    : list;
}

function declareEnumerators(b: Building, list: SyntaxNode, scope: SyntaxNode): void {
  let previous: Declaration | null = null;
  for (const node of namedChildren(list)) {
    const name = childIn(node, 'name');
    if (node.type !== 'enumerator' || name === null) continue;
    const declaration: Declaration = {
      ...other(b, name, node, scope),
      kind: 'enumerator',
      isConst: true,
      initial: initialOf(childIn(node, 'value')),
      previous,
    };
    add(b.declarations, declaration.name, declaration);
    previous = declaration;
  }
}

/** `enum class`: its enumerators are visible in it alone. */
const isScoped = (b: Building, list: SyntaxNode): boolean =>
  b.parents
    .get(list)
    ?.children.slice(1, 2)
    .some(({ type }) => type === 'class' || type === 'struct') === true;

/** Only names that are declared: of what is not seen, such as `std::max`, nothing is said. */
function declareUsing(b: Building, qualified: SyntaxNode, scope: SyntaxNode): void {
  const name = calleeName(qualified);
  const text = name === null ? '' : textOf(b.source, name);
  if (
    name !== null &&
    (b.declarations.get(text) ?? []).some(({ kind }) => kind === 'variable' || kind === 'enumerator')
  )
    add(b.declarations, text, { ...other(b, name, qualified, scope), kind: 'using' });
}
