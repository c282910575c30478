/**
 * Types of host expressions, for the deduction of template arguments from the arguments of calls and launches. Exact
 * where it answers; null where a type is not followed.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import { asDeduced } from '../types/open-const.ts';
import { commonType, promoted } from '../../base/arithmetic.ts';
import { enumType } from '../types/enums.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Environment, Host } from './host.ts';
import type { LocalDeclaration } from './declarations.ts';
import type { Binding, Scope } from '../scope.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { bool, f32, f64, i64, i8, u64 } from '../../base/ctype.ts';
import { typeOf } from '../../base/expr-build.ts';
import { textOf } from '../context.ts';
import { pointerTo, scalar, scalarNamed, vectorNamed } from '../types/c-type.ts';
import { functionDeclarator, hasWord, splitName, visible } from '../file-scope.ts';
import { at, calledName, inScopeOf, maxHostDepth } from './host.ts';
import { closureType } from './closures.ts';
import { packDeduced } from './packs.ts';
import { firstOf, localDeclaration } from './declarations.ts';
import {
  basesOf,
  classAround,
  containers,
  elementOf,
  firstArgument,
  known,
  pointee,
  typeNamed,
  typeOfField,
  written,
} from './written.ts';
import { parametersOf } from '../calls/parameters.ts';
import { charLiteral, numberLiteral } from '../expressions/literals.ts';
import { emptyScope } from '../scope.ts';
import { elementScopes } from '../calls/packs.ts';
import { isPack, namesPack } from '../calls/function-packs.ts';
import {
  asElement,
  deduce,
  fallbackArgument,
  bindParameter,
  templateArguments,
  templateParameters,
} from '../calls/templates.ts';
import { declared } from '../types/types.ts';

/** The type of an expression at its place; null when it is not known. References are followed. */
export function hostType(host: Host, node: SyntaxNode, env: Environment): CType | null {
  if (host.depth > maxHostDepth || --host.steps < 0) return null;
  host.depth++;
  const type = typeOfExpression(host, node, env);
  host.depth--;
  return type?.kind === 'reference' ? type.to : type;
}

function typeOfExpression(host: Host, node: SyntaxNode, env: Environment): CType | null {
  const { cx } = host;
  const of = (field: string): CType | null => {
    const child = childIn(node, field);
    return child === null ? null : hostType(host, child, env);
  };
  switch (node.type) {
    case 'parenthesized_expression': {
      const inner = namedChildren(node)[0];
      return inner === undefined ? null : hostType(host, inner, env);
    }
    case 'number_literal': {
      const literal = numberLiteral(textOf(cx, node));
      return literal === null ? null : scalar(typeOf(literal));
    }
    case 'char_literal': {
      const literal = charLiteral(textOf(cx, node));
      return literal === null ? null : scalar(typeOf(literal));
    }
    case 'string_literal':
      return pointerTo(scalar(i8), { isConst: true });
    case 'true':
    case 'false':
      return scalar(bool);
    case 'identifier':
    case 'type_identifier':
    case 'field_identifier':
    case 'qualified_identifier':
      return typeOfName(host, node, env);
    case 'this': {
      const self = classAround(host, node, env);
      return self === null ? null : pointerTo(self);
    }
    case 'cast_expression':
    case 'compound_literal_expression':
      return typeNamed(host, childIn(node, 'type'), node, env);
    case 'sizeof_expression':
      return scalar(u64);
    case 'new_expression': {
      const type = typeNamed(host, childIn(node, 'type'), node, env);
      return type === null ? null : pointerTo(type);
    }
    case 'subscript_expression':
      return elementOf(of('argument'));
    case 'pointer_expression': {
      const type = of('argument');
      return childIn(node, 'operator')?.type === '&' ? (type === null ? null : pointerTo(type)) : elementOf(type);
    }
    case 'unary_expression': {
      const type = of('argument');
      if (childIn(node, 'operator')?.type === '!') return scalar(bool);
      return type?.kind === 'scalar' ? scalar(promoted(type.type)) : null;
    }
    case 'update_expression':
      return of('argument');
    case 'assignment_expression':
      return of('left');
    case 'comma_expression':
      return of('right');
    case 'conditional_expression':
      return typeOfChoice(of('consequence'), of('alternative'));
    case 'binary_expression':
      return typeOfBinary(childIn(node, 'operator')?.type ?? '', of('left'), of('right'));
    case 'field_expression':
      return typeOfMember(host, node, env);
    case 'call_expression':
      return typeOfCall(host, node, env);
    case 'lambda_expression':
      return closureType(host, node, env, (inner) => hostType(host, inner, env));
    default:
      return null;
  }
}

function typeOfChoice(a: CType | null, b: CType | null): CType | null {
  return a?.kind === 'scalar' && b?.kind === 'scalar' ? scalar(commonType(a.type, b.type)) : (a ?? b);
}

function typeOfBinary(op: string, left: CType | null, right: CType | null): CType | null {
  if (/^(?:[<>=!]=|[<>]|&&|\|\|)$/.test(op)) return scalar(bool);
  const a = decayed(left);
  const b = decayed(right);
  if (a?.kind === 'pointer') return op === '-' && b?.kind === 'pointer' ? scalar(i64) : a;
  if (b?.kind === 'pointer' && op === '+') return b;
  if (a?.kind !== 'scalar' || b?.kind !== 'scalar') return null;
  return scalar(op === '<<' || op === '>>' ? promoted(a.type) : commonType(a.type, b.type));
}

/** As an argument passed by value: arrays become pointers. */
export function decayed(type: CType | null): CType | null {
  return type?.kind === 'array' ? pointerTo(type.of) : type;
}

/** The type of a variable, parameter or member of that name. */
function typeOfName(host: Host, node: SyntaxNode, env: Environment): CType | null {
  const { cx } = host;
  const { name, scopes } = splitName(node, (inner) => textOf(cx, inner));
  if (scopes.length === 0) {
    const bound = env.get(name);
    if (bound?.kind === 'slot' && bound.slot.kind === 'value') return bound.slot.type;
    const local = localDeclaration(host, node, name);
    if (local !== null) return typeOfDeclared(host, local, env);
    const self = classAround(host, node, env);
    const member = self === null ? null : typeOfField(host, self, name);
    if (member !== null) return member;
  }
  const decl = visible(cx.unit.declared.variables.get(name) ?? [], scopes, [])[0];
  if (decl === undefined) return null;
  if (decl.enumeration !== null) return enumType(cx, decl.enumeration);
  return typeOfDeclared(host, { declaration: decl.node, declarator: decl.declarator, range: null }, new Map());
}

/** The type of what a declaration declares; `auto` takes its initializer's. */
function typeOfDeclared(host: Host, local: LocalDeclaration, env: Environment): CType | null {
  const { cx } = host;
  const { declaration, declarator } = local;
  const typeNode = childIn(declaration, 'type');
  // parts of what initializes them, and packs, have types of their own
  if (
    typeNode === null ||
    declarator.type === 'structured_binding_declarator' ||
    declaration.type === 'variadic_parameter_declaration'
  )
    return null;
  if (typeNode.type === 'placeholder_type_specifier' || textOf(cx, typeNode) === 'auto') {
    const value = local.range ?? childIn(declarator, 'value') ?? childIn(declaration, 'default_value');
    const type = value === null ? null : hostType(host, value, env);
    return local.range === null ? decayed(type) : elementOf(type);
  }
  const base = typeNamed(host, typeNode, declaration, env);
  // `Vector v(n);` reads like the prototype of a function
  if (base === null || functionDeclarator(declarator) !== null)
    return functionDeclarator(declarator)?.children[0]?.type === 'identifier' ? base : null;
  const inner = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
  return inner === null
    ? base
    : at(host, declaration, env, () =>
        declared(cx, inner, base, { volatile: false, isConst: hasWord(declaration, 'const') }),
      );
}

function objectType(host: Host, node: SyntaxNode, env: Environment): CType | null {
  const object = childIn(node, 'argument');
  const type = object === null ? null : hostType(host, object, env);
  return childIn(node, 'operator')?.type === '->' ? elementOf(type) : type;
}

function typeOfMember(host: Host, node: SyntaxNode, env: Environment): CType | null {
  const field = childIn(node, 'field');
  const object = objectType(host, node, env);
  return object === null || field === null ? null : typeOfField(host, object, textOf(host.cx, field));
}

function typeOfCall(host: Host, node: SyntaxNode, env: Environment): CType | null {
  const { cx } = host;
  const fn = childIn(node, 'function');
  const args = namedChildren(childIn(node, 'arguments') ?? node);
  if (fn === null) return null;
  if (fn.type === 'primitive_type' || fn.type === 'sized_type_specifier' || fn.type === 'template_type')
    return typeNamed(host, fn, node, env);
  const callee = calledName(fn);
  if (callee === null) return null;
  const split = splitName(callee, (inner) => textOf(cx, inner));
  const given = split.arguments === null ? null : split.arguments;
  if (/^(?:static|reinterpret|const|dynamic)_cast$/.test(split.name))
    return typeNamed(host, given === null ? null : (namedChildren(given)[0] ?? null), node, env);
  if (fn.type === 'field_expression') return typeOfMethod(host, fn, split.name, given, args.length, env);
  const scopes = splitName(fn, (inner) => textOf(cx, inner)).scopes;
  const declaredAs = visible(cx.unit.declared.functions.get(split.name) ?? [], scopes, []).filter(
    (decl) => fits(host, decl, args.length) && !cx.unit.declared.types.has(split.name),
  );
  const [decl] = declaredAs;
  if (decl !== undefined) return typeReturned(host, decl, given, args, node, env, emptyScope, decl.path);
  const self = classAround(host, node, env);
  const method =
    self === null || scopes.length > 0 ? null : typeOfMethodIn(host, self, split.name, given, args.length, node, env);
  return method ?? typeOfLibraryCall(host, callee, split.name, args, node, env);
}

function typeOfLibraryCall(
  host: Host,
  callee: SyntaxNode,
  name: string,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
  env: Environment,
): CType | null {
  const [first, second] = args;
  const type = first === undefined ? null : hostType(host, first, env);
  const vector = vectorNamed(name.replace(/^make_/, ''));
  if (vector !== null) return { kind: 'struct', struct: vector };
  const named = scalarNamed(name);
  if (named !== null) return scalar(named);
  if (name === 'raw_pointer_cast') return pointee(type);
  if (/^(?:move|forward|ref|cref)$/.test(name)) return type;
  if (/^(?:sqrt|ceil|floor|round|fabs|log2|log|exp|pow)f?$/.test(name))
    return scalar(
      name.endsWith('f') || (type?.kind === 'scalar' && type.type.kind === 'float' && type.type.bits === 32)
        ? f32
        : f64,
    );
  if (/^(?:min|max)$/.test(name) && second !== undefined) return typeOfChoice(type, hostType(host, second, env));
  const constructed = host.cx.unit.declared.types.has(name) ? typeNamed(host, callee, node, env) : null;
  return constructed?.kind === 'opaque' ? null : constructed;
}

function typeOfMethod(
  host: Host,
  fn: SyntaxNode,
  name: string,
  given: SyntaxNode | null,
  count: number,
  env: Environment,
): CType | null {
  const object = objectType(host, fn, env);
  const own = object === null ? null : typeOfMethodIn(host, object, name, given, count, fn, env);
  if (own !== null) return own;
  // `tensor.data_ptr<float>()` and its kin give a pointer to their argument, whatever the tensor
  const first = given === null ? undefined : at(host, fn, env, () => templateArguments(host.cx, given)[0]);
  if (/^(?:data|data_ptr|const_data_ptr|mutable_data_ptr)$/.test(name) && first?.kind === 'type')
    return pointerTo(first.type);
  if (/^(?:data|begin|get|cbegin)$/.test(name))
    return pointee(firstArgument(object, containers) === null ? null : object);
  return /^(?:size|length|capacity)$/.test(name) && firstArgument(object, containers) !== null ? scalar(u64) : null;
}

/** What a member function of a class of this file returns. */
function typeOfMethodIn(
  host: Host,
  type: CType,
  name: string,
  given: SyntaxNode | null,
  count: number,
  place: SyntaxNode,
  env: Environment,
): CType | null {
  if (type.kind !== 'struct' || type.struct.body === null) return null;
  const { node, scope, path } = type.struct.body;
  const body = childIn(node, 'body');
  for (const member of body === null ? [] : namedChildren(body)) {
    const definition = member.type === 'template_declaration' ? namedChildren(member).at(-1) : member;
    const declarator = definition === undefined ? null : functionDeclarator(childIn(definition, 'declarator'));
    const own = declarator === null ? null : childIn(declarator, 'declarator');
    if (
      definition === undefined ||
      declarator === null ||
      own === null ||
      splitName(own, (inner) => textOf(host.cx, inner)).name !== name
    )
      continue;
    const decl: FunctionDecl = {
      name,
      path,
      node: definition,
      declarator,
      template: member.type === 'template_declaration' ? childIn(member, 'parameters') : null,
      specialization: null,
      isKernel: false,
    };
    if (fits(host, decl, count)) return typeReturned(host, decl, given, [], place, env, scope, path);
  }
  return firstOf(basesOf(host, type), (base) => typeOfMethodIn(host, base, name, given, count, place, env));
}

/** Whether a function takes that many arguments. */
export function fits(host: Host, decl: FunctionDecl, count: number): boolean {
  const parameters = parametersOf(host.cx, decl.declarator);
  const list = childIn(decl.declarator, 'parameters');
  const open =
    list !== null &&
    list.children.some((child) => child.type === 'variadic_parameter_declaration' || child.type === '...');
  return (
    (open || count <= parameters.length) &&
    count >= parameters.filter((parameter) => parameter.fallback === null).length
  );
}

/** The declared type of a call's result, with the parameters of a function template bound. */
function typeReturned(
  host: Host,
  decl: FunctionDecl,
  given: SyntaxNode | null,
  args: readonly SyntaxNode[],
  place: SyntaxNode,
  env: Environment,
  outer: Scope,
  path: readonly string[],
): CType | null {
  const { cx } = host;
  const typeNode = childIn(decl.node, 'type');
  if (typeNode === null || typeNode.type === 'placeholder_type_specifier') return null;
  const explicit = given === null ? [] : at(host, place, env, () => templateArguments(cx, given));
  const types = decl.template === null ? [] : args.map((arg) => hostType(host, arg, env));
  const names = new Map(templateBindings(host, decl, explicit, types));
  return inScopeOf(host, { names, parent: outer }, path, () => {
    let type: CType = written(host, typeNode);
    for (
      let declarator = childIn(decl.node, 'declarator');
      declarator !== null && declarator !== decl.declarator;
      declarator =
        childIn(declarator, 'declarator') ??
        declarator.children.find((child) => child.type.endsWith('_declarator')) ??
        null
    ) {
      if (declarator.type === 'pointer_declarator') type = pointerTo(type);
    }
    return known(type);
  });
}

/** The types of arguments; an expansion of a pack that is known counts for its elements. */
export function argumentTypes(host: Host, args: readonly SyntaxNode[], env: Environment): readonly (CType | null)[] {
  return args.flatMap((arg) =>
    arg.type === 'parameter_pack_expansion' ? expandedTypes(host, arg, env) : [hostType(host, arg, env)],
  );
}

/** `args...`, `std::forward<Args>(args)...` of a parameter `Args... args` of the function around. */
function expandedTypes(host: Host, expansion: SyntaxNode, env: Environment): readonly (CType | null)[] {
  const pattern = childIn(expansion, 'pattern');
  const [only, second] =
    pattern?.type === 'call_expression' ? namedChildren(childIn(pattern, 'arguments') ?? pattern) : [];
  const callee = pattern?.type === 'call_expression' ? calledName(childIn(pattern, 'function')) : null;
  const isHanded =
    callee !== null &&
    /^(?:forward|move)$/.test(splitName(callee, (inner) => textOf(host.cx, inner)).name) &&
    second === undefined;
  const name = isHanded ? only : pattern;
  const local = name?.type === 'identifier' ? localDeclaration(host, name, textOf(host.cx, name)) : null;
  const type = local?.declaration.type === 'variadic_parameter_declaration' ? childIn(local.declaration, 'type') : null;
  const pack = type === null ? undefined : env.get(textOf(host.cx, type));
  const isPlain = local !== null && !/[*[(]/.test(textOf(host.cx, local.declarator));
  if (pack?.kind === 'pack' && isPlain)
    return pack.elements.map((element) => (element.kind === 'type' ? element.type : null));
  const scopes =
    pattern === null || local !== null ? null : at(host, expansion, env, () => elementScopes(host.cx, pattern));
  return scopes === null || pattern === null
    ? [null]
    : scopes.map((bound) => hostType(host, pattern, new Map([...env, ...bound])));
}

/** Template parameters of a function that arguments bind, explicit ones first; what nothing binds is left out. */
export function templateBindings(
  host: Host,
  decl: FunctionDecl,
  explicit: readonly TemplateArgument[],
  types: readonly (CType | null)[],
): Map<string, Binding> {
  const { cx } = host;
  const parameters = templateParameters(cx, decl.template);
  const bound = new Map<string, Binding>();
  // a pack takes all that are stated from its place on
  const afterPack = parameters.findIndex(isPack);
  parameters.forEach((parameter, k) => {
    const argument = afterPack !== -1 && k > afterPack ? undefined : explicit[k];
    if (argument !== undefined && parameter.kind !== 'other')
      bound.set(parameter.name, bindParameter(cx, parameter, argument, bound));
  });
  parametersOf(cx, decl.declarator).forEach((parameter, k) => {
    const type = decayedFor(parameter.declarator, types[k] ?? null);
    if (type !== null)
      deduce(
        cx,
        childIn(parameter.node, 'type'),
        parameter.declarator,
        asDeduced(type, parameter.node, parameter.declarator),
        parameters,
        bound,
      );
  });
  parameters.forEach((parameter, k) => {
    const stated =
      isPack(parameter) && explicit.length > k && !namesPack(cx, decl, parameter.name) ? explicit.slice(k) : null;
    if (stated !== null)
      bound.set(parameter.name, {
        kind: 'pack',
        elements: stated.map((one) => bindParameter(cx, asElement(parameter), one, bound)),
      });
    const elements =
      parameter.kind === 'other' && explicit.length <= k ? packDeduced(cx, decl, parameter, types) : null;
    if (elements !== null)
      bound.set(parameter.name, {
        kind: 'pack',
        elements: elements.map((type, at): Binding => ({
          kind: 'type',
          type: type ?? { kind: 'opaque', text: `?${parameter.name}${at}` },
        })),
      });
  });
  for (const parameter of parameters) {
    const fallback = bound.has(parameter.name) ? null : fallbackArgument(cx, parameter, bound);
    if (fallback !== null) bound.set(parameter.name, bindParameter(cx, parameter, fallback, bound));
  }
  return bound;
}

/** An argument's type as deduction sees it: arrays stay arrays only for references. */
function decayedFor(declarator: SyntaxNode | null, type: CType | null): CType | null {
  return declarator?.type === 'reference_declarator' ? type : decayed(type);
}
