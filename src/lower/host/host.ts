/**
 * Host code as far as it decides which instances of kernels exist: an index of its names, and what is in scope at a
 * place. Host code is not lowered; only types and constants of it are read.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Binding, Scope } from '../scope.ts';
import type { StructType } from '../types/c-type.ts';
import type { Parents } from '../../parse/parents.ts';
import { childIn, childrenIn, namedChildren } from '../../parse/node.ts';
import { parentsIn } from '../../parse/parents.ts';
import { textOf } from '../context.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { declaredName, functionDeclarator, hasWord, onlyValue, splitName } from '../file-scope.ts';
import { declareEnum } from '../types/enums.ts';
import { declareAlias } from '../classes/structs.ts';
import { typeOfValue } from '../expressions/value.ts';

/** How the parameters of the templates around a place are bound. */
export type Environment = ReadonlyMap<string, Binding>;

/** A builder for one file: answers are kept as they are found. */
export type Host = {
  readonly cx: Context;
  readonly parents: Parents;
  /** Where a function may be instantiated: names that are called or given template arguments, by their last part. */
  readonly functionUses: (name: string) => readonly SyntaxNode[];
  /** Objects that are called: the `op()` of `op()(a, b)`, and names that no function of the file has. */
  readonly calledObjects: () => ReadonlySet<SyntaxNode>;
  /** `Name<…>` as a type. */
  readonly classUses: (name: string) => readonly SyntaxNode[];
  readonly environments: Map<SyntaxNode, readonly Environment[]>;
  /**
   * What is declared up to a declaration in a function, and whether it could not be followed: outside of templates, and
   * in an environment.
   */
  readonly declared: Declared;
  readonly declaredIn: WeakMap<Environment, Declared>;
  /** The types of lambdas, by their place and environment. */
  readonly closures: Map<string, StructType>;
  /** While instances of templates are looked for. */
  search: Search | null;
  /** Work left for this file. */
  steps: number;
  depth: number;
};

/** By template: what was found so far, who asked for it, and who is to be looked at (again); and who is asking. */
export type Search = {
  readonly found: Map<SyntaxNode, readonly Environment[]>;
  readonly askers: Map<SyntaxNode, Set<SyntaxNode>>;
  readonly waiting: Set<SyntaxNode>;
  current: SyntaxNode | null;
};

type Declaring = Readonly<{ names: ReadonlyMap<string, Binding>; failed: Context['failed'] }>;
type Declared = Map<SyntaxNode, Declaring>;

const maxSteps = 40_000;
/** How deeply types of host code are followed. */
export const maxHostDepth = 40;

export function hostOf(cx: Context, root: SyntaxNode): Host {
  let found: Uses | null = null;
  const uses = (): Uses => (found ??= usesOf(cx, root));
  return {
    cx,
    parents: parentsIn(root),
    functionUses: (name) => uses().functionUses.get(name) ?? [],
    calledObjects: () => uses().calledObjects,
    classUses: (name) => uses().classUses.get(name) ?? [],
    environments: new Map(),
    declared: new Map(),
    declaredIn: new WeakMap(),
    closures: new Map(),
    search: null,
    steps: maxSteps,
    depth: 0,
  };
}

type Uses = Readonly<{
  functionUses: ReadonlyMap<string, readonly SyntaxNode[]>;
  calledObjects: ReadonlySet<SyntaxNode>;
  classUses: ReadonlyMap<string, readonly SyntaxNode[]>;
}>;

function usesOf(cx: Context, root: SyntaxNode): Uses {
  const functionUses = new Map<string, SyntaxNode[]>();
  const classUses = new Map<string, SyntaxNode[]>();
  const calledObjects = new Set<SyntaxNode>();
  const add = (map: Map<string, SyntaxNode[]>, node: SyntaxNode): void => {
    const { name } = splitName(node, (inner) => textOf(cx, inner));
    const list = map.get(name);
    if (list === undefined) map.set(name, [node]);
    else list.push(node);
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'template_function' || node.type === 'template_method') add(functionUses, node);
    else if (node.type === 'template_type') add(classUses, node);
    else if (node.type === 'call_expression') {
      const called = childIn(node, 'function');
      const callee = calledName(called);
      if (called !== null && mayBeObject(cx, called)) calledObjects.add(called);
      if (callee !== null && callee.type !== 'template_function' && callee.type !== 'template_method')
        add(functionUses, callee);
    }
    for (const child of node.children) if (child.children.length > 0) visit(child);
  };
  visit(root);
  return { functionUses, calledObjects, classUses };
}

function mayBeObject(cx: Context, called: SyntaxNode): boolean {
  switch (called.type) {
    case 'call_expression':
    case 'compound_literal_expression':
    case 'parenthesized_expression':
      return true;
    case 'identifier':
      return !cx.unit.declared.functions.has(textOf(cx, called));
    default:
      return false;
  }
}

/** The last name of `a::b`, `x.f`, `f<T>`, with its template arguments. */
export function calledName(node: SyntaxNode | null): SyntaxNode | null {
  for (let at = node; at !== null;) {
    if (
      at.type === 'identifier' ||
      at.type === 'field_identifier' ||
      at.type === 'template_function' ||
      at.type === 'template_method'
    )
      return at;
    if (at.type === 'dependent_name') at = namedChildren(at).at(-1) ?? null;
    else at = at.type === 'field_expression' ? childIn(at, 'field') : childIn(at, 'name');
  }
  return null;
}

/** The nodes around a place, outermost first. */
export function ancestorsOf(host: Host, node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let at = host.parents.get(node); at !== undefined; at = host.parents.get(at)) found.push(at);
  return found.reverse();
}

export const isClass = (node: SyntaxNode): boolean =>
  node.type === 'struct_specifier' || node.type === 'class_specifier' || node.type === 'union_specifier';

/** Runs with what is in scope at a place under an environment: types, constants, namespaces. Emits nothing. */
export function at<Made>(host: Host, node: SyntaxNode, environment: Environment, run: () => Made): Made {
  const { cx } = host;
  const around = ancestorsOf(host, node);
  const path = around.flatMap((one) => {
    const name = one.type === 'namespace_definition' || isClass(one) ? childIn(one, 'name') : null;
    return name === null ? [] : textOf(cx, name).split('::');
  });
  return inScopeOf(host, { names: new Map(environment), parent: null }, path, () => {
    declareAround(host, [...around, node], environment);
    return run();
  });
}

/** Runs in a given scope, and puts everything back. */
export function inScopeOf<Made>(host: Pick<Host, 'cx'>, scope: Scope, path: readonly string[], run: () => Made): Made {
  const { cx } = host;
  const outer = { scope: cx.scope, frame: cx.frame, out: cx.out, nextStmt: cx.nextStmt };
  cx.scope = scope;
  cx.frame = { ...cx.frame, path, self: null };
  cx.out = [];
  const made = run();
  cx.scope = outer.scope;
  cx.frame = outer.frame;
  cx.out = outer.out;
  cx.nextStmt = outer.nextStmt;
  cx.failed = null;
  cx.unknownExtents.length = 0;
  return made;
}

/**
 * Types and constants that functions and classes declare before the place. Outside of classes, the last one tells which
 * they are in an environment.
 */
function declareAround(host: Host, around: readonly SyntaxNode[], environment: Environment): void {
  const { cx } = host;
  const first = around.findIndex((node) => node.type === 'function_definition' || isClass(node));
  const own = first === -1 ? [] : around.slice(first).flatMap((node, k) => declaringIn(node, around[first + k + 1]));
  const last = own.at(-1);
  if (last === undefined) return;
  const isKept = cx.failed === null && !around.some((node) => node.type === 'field_declaration_list');
  const kept = keptIn(host, environment);
  // what was found up to an earlier one of them is a beginning
  const from = isKept ? own.findLastIndex((node) => kept.has(node)) : -1;
  const known = from === -1 ? undefined : kept.get(own[from] ?? last);
  if (known !== undefined) {
    for (const [name, binding] of known.names) cx.scope.names.set(name, binding);
    cx.failed = known.failed;
  }
  if (from === own.length - 1) return;
  for (const child of own.slice(from + 1)) declareLocal(cx, child);
  if (isKept) kept.set(last, { names: new Map(cx.scope.names), failed: cx.failed });
}

function keptIn(host: Host, environment: Environment): Declared {
  if (environment.size === 0) return host.declared;
  const kept = host.declaredIn.get(environment) ?? new Map<SyntaxNode, Declaring>();
  host.declaredIn.set(environment, kept);
  return kept;
}

/** The children before `inner` that may declare a type or a constant; in a class, all but it. */
function declaringIn(node: SyntaxNode, inner: SyntaxNode | undefined): readonly SyntaxNode[] {
  if (inner === undefined) return [];
  const members = node.type === 'field_declaration_list';
  return node.children.filter(
    (child) => child.named && (child.end <= inner.start || (members && child !== inner)) && mayDeclare(child),
  );
}

function mayDeclare(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'type_definition':
    case 'alias_declaration':
    case 'enum_specifier':
    case 'struct_specifier':
    case 'class_specifier':
      return true;
    case 'declaration':
    case 'field_declaration':
      return (
        hasWord(node, 'const') ||
        hasWord(node, 'constexpr') ||
        childIn(node, 'type')?.type.endsWith('_specifier') === true
      );
    default:
      return false;
  }
}

function declareLocal(cx: Context, node: SyntaxNode): void {
  switch (node.type) {
    case 'type_definition':
    case 'alias_declaration':
      declareAlias(cx, node, cx.scope);
      return;
    case 'enum_specifier':
      declareEnum(cx, node, cx.scope);
      return;
    case 'struct_specifier':
    case 'class_specifier':
    case 'declaration':
    case 'field_declaration':
      declareConstants(cx, node);
      return;
    default:
  }
}

function declareConstants(cx: Context, node: SyntaxNode): void {
  const specifier = isClass(node) ? node : childIn(node, 'type');
  const name =
    specifier === null || !isClass(specifier) || childIn(specifier, 'body') === null
      ? null
      : childIn(specifier, 'name');
  if (specifier !== null && name !== null)
    cx.scope.names.set(textOf(cx, name), { kind: 'type', type: cx.rules.type(cx, specifier) });
  if (specifier?.type === 'enum_specifier') declareEnum(cx, specifier, cx.scope);
  if (!hasWord(node, 'const') && !hasWord(node, 'constexpr')) return;
  for (const declarator of childrenIn(node, 'declarator')) {
    const declared = declaredName(declarator);
    const value = childIn(declarator, 'value') ?? childIn(node, 'default_value');
    if (declared === null || value === null || functionDeclarator(declarator) !== null) continue;
    const inner = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
    if (inner !== null && inner.type !== 'identifier' && inner.type !== 'field_identifier') continue;
    const typeNode = childIn(node, 'type');
    const wanted =
      typeNode === null || typeNode.type === 'placeholder_type_specifier' ? null : cx.rules.type(cx, typeNode);
    // an object is no constant that is followed, and what makes it may be long
    if (wanted?.kind === 'struct') continue;
    const made = cx.rules.value(cx, onlyValue(value));
    if (made.kind !== 'scalar' || (constantOf(made.expr) === null && made.expr.kind !== 'float')) continue;
    const expr = wanted?.kind === 'scalar' ? convert(made.expr, wanted.type) : made.expr;
    const type = wanted?.kind === 'scalar' ? wanted : typeOfValue(made);
    if (type !== null)
      cx.scope.names.set(textOf(cx, declared), {
        kind: 'slot',
        key: `constant ${textOf(cx, declared)}`,
        slot: { kind: 'value', value: { kind: 'scalar', expr }, type },
      });
  }
}
