/**
 * What a host expression is for certain, followed backwards through variables of the enclosing function, constants of
 * the file and small functions that only return an expression. Exact: null when it is not certain.
 */
import type { Span } from '../base/span.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Declaration, HostNames, Initial, Write } from './host-names.ts';
import type { HostType, HostValue } from './host-value.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { calleeName, declaredName, parametersOf } from './declarator.ts';
import { textOf } from './host-names.ts';
import { applyBinary, applyFunction, applyUnary, convert, hostType, literalValue, sizeOfType } from './host-value.ts';
import { lookup, reachingWrite, writesTo } from './reaching.ts';

/** `uses` collects where the values were taken from; `spent` bounds the work for one launch. */
export type Evaluation = Readonly<{ names: HostNames; uses: Span[]; spent: { steps: number }; bindings: ReadonlyMap<Declaration, HostValue | null>; depth: number }>;

const maxSteps = 20_000;
const maxDepth = 60;

export const startEvaluation = (names: HostNames): Evaluation => ({ names, uses: [], spent: { steps: 0 }, bindings: new Map(), depth: 0 });

/** The scalar value of an expression. */
export function evaluate(cx: Evaluation, node: SyntaxNode): HostValue | null {
  if (++cx.spent.steps > maxSteps || cx.depth > maxDepth) return null;
  noteMacros(cx, node);
  switch (node.type) {
    case 'number_literal':
      return literalValue(textOf(cx.names.source, node));
    case 'true':
      return 1n;
    case 'false':
      return 0n;
    case 'parenthesized_expression':
    case 'compound_literal_expression':
      return onlyChild(cx, node.type === 'compound_literal_expression' ? childIn(node, 'value') : node);
    case 'initializer_list':
      return onlyChild(cx, node);
    case 'identifier':
    case 'type_identifier':
      return valueOfName(cx, textOf(cx.names.source, node), node, null);
    case 'qualified_identifier':
      return valueOfQualified(cx, node);
    case 'type_descriptor':
      return onlyChild(cx, node);
    case 'field_expression':
      return valueOfMember(cx, node);
    case 'binary_expression':
      return both(cx, childIn(node, 'left'), childIn(node, 'right'), childIn(node, 'operator')?.type ?? '');
    case 'unary_expression': {
      const value = evaluateChild(cx, node, 'argument');
      return value === null ? null : applyUnary(childIn(node, 'operator')?.type ?? '', value);
    }
    case 'conditional_expression': {
      const when = evaluateChild(cx, node, 'condition');
      return when === null ? null : evaluateChild(cx, node, when === 0n || when === 0 ? 'alternative' : 'consequence');
    }
    case 'cast_expression':
      return converted(evaluateChild(cx, node, 'value'), childIn(node, 'type'), cx);
    case 'sizeof_expression':
      return sizeOf(cx, node);
    case 'call_expression':
      return valueOfCall(cx, node);
    default:
      return null;
  }
}

/** Definitions of the macros that this text came from. */
function noteMacros(cx: Evaluation, node: SyntaxNode): void {
  for (const use of cx.names.source.macrosAt(node.start)) if (!use.definition.file.startsWith('<')) cx.uses.push(use.definition);
}

function onlyChild(cx: Evaluation, node: SyntaxNode | null): HostValue | null {
  const [child, second] = node === null ? [] : namedChildren(node);
  return child === undefined || second !== undefined ? null : evaluate(cx, child);
}

function evaluateChild(cx: Evaluation, node: SyntaxNode, field: string): HostValue | null {
  const child = childIn(node, field);
  return child === null ? null : evaluate(cx, child);
}

function both(cx: Evaluation, left: SyntaxNode | null, right: SyntaxNode | null, operator: string): HostValue | null {
  const a = left === null ? null : evaluate(cx, left);
  const b = right === null ? null : evaluate(cx, right);
  return a === null || b === null ? null : applyBinary(operator, a, b);
}

function converted(value: HostValue | null, type: SyntaxNode | null, cx: Evaluation): HostValue | null {
  const to = type === null ? null : hostType(textOf(cx.names.source, type));
  return value === null || to === null ? null : convert(value, to);
}

function sizeOf(cx: Evaluation, node: SyntaxNode): HostValue | null {
  const type = childIn(node, 'type');
  const inner = type ?? childIn(node, 'value');
  const size = inner === null ? null : sizeOfType(textOf(cx.names.source, inner).replace(/^\(|\)$/g, ''));
  return size === null ? null : BigInt(size);
}

/** The value of a variable, or of one member of a `dim3`, where the name stands. */
export function valueOfName(cx: Evaluation, name: string, at: SyntaxNode, member: string | null): HostValue | null {
  const declaration = lookup(cx.names, name, at);
  return declaration === null ? null : valueOfDeclaration({ ...cx, depth: cx.depth + 1 }, declaration, at, member);
}

function valueOfQualified(cx: Evaluation, node: SyntaxNode): HostValue | null {
  const last = calleeName(node);
  const found = last === null ? [] : (cx.names.declarations.get(textOf(cx.names.source, last)) ?? []);
  const [only, second] = found;
  return only?.isConst === true && second === undefined ? valueOfDeclaration({ ...cx, depth: cx.depth + 1 }, only, only.node, null) : null;
}

function valueOfDeclaration(cx: Evaluation, declaration: Declaration, at: SyntaxNode, member: string | null): HostValue | null {
  const bound = cx.bindings.get(declaration);
  const writes = declaration.isConst ? [] : writesTo(cx.names, declaration, member);
  if (bound !== undefined) return member === null && writes.length === 0 ? bound : null;
  if (++cx.spent.steps > maxSteps || cx.depth > maxDepth || declaration.shape !== 'plain') return null;
  const value = reached(cx, declaration, writes, at, member);
  if (value !== null) cx.uses.push(cx.names.source.spanOf(declaration.statement.start, declaration.statement.end));
  return value;
}

function reached(cx: Evaluation, declaration: Declaration, writes: readonly Write[], at: SyntaxNode, member: string | null): HostValue | null {
  if (declaration.kind === 'enumerator') return valueOfEnumerator(cx, declaration);
  if (writes.some((write) => write.escapes)) return null;
  const isLocal = declaration.scope !== cx.names.root && declaration.scope.type !== 'declaration_list' && declaration.scope.type !== 'field_declaration_list';
  const isFixed = declaration.isConst || (declaration.isStatic && writes.length === 0);
  if (!isLocal && !isFixed) return null;
  const reaching = isLocal && !declaration.isStatic ? reachingWrite(cx.names, declaration, writes, at) : isFixed ? { kind: 'initial' as const } : { kind: 'mixed' as const };
  switch (reaching.kind) {
    case 'initial':
      return typed(initialValue(cx, declaration, member), declaration, member);
    case 'write':
      return typed(writtenValue(cx, declaration, reaching.write, member), declaration, member);
    case 'mixed':
      return agreed(cx, declaration, writes, member);
  }
}

/** The one value that all writes give, where they do. */
function agreed(cx: Evaluation, declaration: Declaration, writes: readonly Write[], member: string | null): HostValue | null {
  const first = declaration.initial.kind === 'none' && !isDim3(declaration) ? [] : [initialValue(cx, declaration, member)];
  if (declaration.kind === 'parameter' || writes.some((write) => write.operator !== '=')) return null;
  const values = [...first, ...writes.map((write) => writtenValue(cx, declaration, write, member))].map((value) => typed(value, declaration, member));
  return values.every((value) => value === values[0]) ? (values[0] ?? null) : null;
}

function writtenValue(cx: Evaluation, declaration: Declaration, write: Write, member: string | null): HostValue | null {
  if (write.value === null || (write.member !== null && member === null)) return null;
  cx.uses.push(cx.names.source.spanOf(write.node.start, write.node.end));
  const whole = write.member === null && member !== null;
  if (whole) return write.operator === '=' ? axisOf(cx, { kind: 'expression', node: write.value }, member) : null;
  const value = evaluate(cx, write.value);
  if (value === null || write.operator === '=') return value;
  const old = valueOfDeclaration({ ...cx, depth: cx.depth + 1 }, declaration, write.node, member);
  return old === null ? null : applyBinary(write.operator.slice(0, -1), old, value);
}

function initialValue(cx: Evaluation, declaration: Declaration, member: string | null): HostValue | null {
  if (declaration.kind !== 'variable') return null;
  const { initial } = declaration;
  if (member !== null) return isDim3(declaration) || initial.kind === 'expression' ? axisOf(cx, initial, member) : null;
  if (initial.kind === 'expression') return evaluate(cx, initial.node);
  const only = initial.kind === 'arguments' && initial.nodes.length === 1 ? initial.nodes[0] : undefined;
  return only === undefined ? null : evaluate(cx, only);
}

function typed(value: HostValue | null, declaration: Declaration, member: string | null): HostValue | null {
  if (value === null) return null;
  const type: HostType | null = member === null ? hostType(declaration.typeText) : { kind: 'int', bits: 32, signed: false };
  if (type !== null) return convert(value, type);
  return declaration.typeText === 'auto' || typeof value === 'bigint' ? value : null;
}

function valueOfEnumerator(cx: Evaluation, declaration: Declaration): HostValue | null {
  let steps = 0n;
  for (let at = declaration; ; at = at.previous) {
    if (at.initial.kind === 'expression') {
      const value = evaluate({ ...cx, depth: cx.depth + 1 }, at.initial.node);
      return typeof value === 'bigint' ? value + steps : null;
    }
    if (at.previous === null) return steps;
    steps++;
  }
}

function valueOfMember(cx: Evaluation, node: SyntaxNode): HostValue | null {
  const object = childIn(node, 'argument');
  const member = childIn(node, 'field');
  if (object?.type !== 'identifier' || member === null) return null;
  return valueOfName(cx, textOf(cx.names.source, object), object, textOf(cx.names.source, member));
}

function valueOfCall(cx: Evaluation, node: SyntaxNode): HostValue | null {
  const callee = childIn(node, 'function');
  const args = namedChildren(childIn(node, 'arguments') ?? node);
  if (callee === null || node.children.some((child) => child.type === 'kernel_call_syntax')) return null;
  const isCast = callee.type === 'template_function' && textOf(cx.names.source, callee).startsWith('static_cast');
  if (isCast || callee.type === 'primitive_type') {
    const type = isCast ? namedChildren(childIn(callee, 'arguments') ?? callee)[0] : callee;
    const [arg] = args;
    return arg === undefined ? null : converted(evaluate(cx, arg), type ?? null, cx);
  }
  const name = calleeName(callee);
  if (name === null) return null;
  const spelled = textOf(cx.names.source, name);
  const type = hostType(spelled);
  const values = args.map((arg) => evaluate(cx, arg));
  const [first] = values;
  if (type !== null) return first === undefined || first === null ? null : convert(first, type);
  const own = inlined(cx, spelled, values, (inner, result) => evaluate(inner, result));
  if (own !== 'no such function') return own;
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? applyFunction(spelled, known) : null;
}

/** Evaluates the `return` of a function of the file whose body is nothing else, with its parameters bound. */
function inlined<Value>(cx: Evaluation, name: string, args: readonly (HostValue | null)[], of: (inner: Evaluation, result: SyntaxNode) => Value | null): Value | null | 'no such function' {
  const definitions = cx.names.functions.get(name) ?? [];
  const [definition, second] = definitions;
  if (definition === undefined) return 'no such function';
  const body = namedChildren(childIn(definition, 'body') ?? definition);
  const result = body[0]?.type === 'return_statement' ? namedChildren(body[0])[0] : undefined;
  if (second !== undefined || body.length !== 1 || result === undefined || cx.depth > maxDepth) return null;
  const bindings = new Map(cx.bindings);
  for (const [k, parameter] of parametersOf(definition).entries()) {
    const node = declaredName(childIn(parameter, 'declarator'));
    const declaration = node === null ? null : lookup(cx.names, textOf(cx.names.source, node), node);
    const value = args[k] ?? null;
    const type = declaration === null ? null : hostType(declaration.typeText);
    if (declaration !== null) bindings.set(declaration, value === null || type === null ? value : convert(value, type));
  }
  const value = of({ ...cx, bindings, depth: cx.depth + 1 }, result);
  if (value !== null) cx.uses.push(cx.names.source.spanOf(definition.start, definition.end));
  return value;
}

const isDim3 = (declaration: Declaration): boolean => /^(?:const\s+)?(?:::)?(?:dim3|uint3)$/.test(declaration.typeText.trim());
const axes: readonly string[] = ['x', 'y', 'z'];

/** One axis of a `dim3` that begins so; axes that are not given are 1. */
function axisOf(cx: Evaluation, initial: Initial, member: string): HostValue | null {
  const k = axes.indexOf(member);
  if (k < 0) return null;
  if (initial.kind === 'none') return 1n;
  if (initial.kind === 'expression') return dimensions(cx, initial.node)[k] ?? null;
  const [only, second] = initial.nodes;
  if (only !== undefined && second === undefined && shapeOfExpression(cx, only) !== 'scalar') return dimensions(cx, only)[k] ?? null;
  const node = initial.nodes[k];
  return node === undefined ? 1n : evaluate(cx, node);
}

/** The three dimensions that an expression gives as a launch's grid or block. */
export function dimensions(cx: Evaluation, node: SyntaxNode): readonly [HostValue | null, HostValue | null, HostValue | null] {
  if (++cx.spent.steps > maxSteps || cx.depth > maxDepth) return [null, null, null];
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined;
  if (inner !== undefined) return dimensions(cx, inner);
  const given = constructorArguments(cx, node);
  if (given !== null) {
    const initial: Initial = { kind: 'arguments', nodes: given };
    return [axisOf(cx, initial, 'x'), axisOf(cx, initial, 'y'), axisOf(cx, initial, 'z')];
  }
  switch (shapeOfExpression(cx, node)) {
    case 'scalar':
      return [evaluate(cx, node), 1n, 1n];
    case 'unknown':
      return [null, null, null];
    case 'dim3': {
      const name = textOf(cx.names.source, node);
      return [valueOfName(cx, name, node, 'x'), valueOfName(cx, name, node, 'y'), valueOfName(cx, name, node, 'z')];
    }
    case 'call': {
      const args = namedChildren(childIn(node, 'arguments') ?? node).map((arg) => evaluate(cx, arg));
      const name = calleeName(childIn(node, 'function'));
      const made = inlined(cx, name === null ? '' : textOf(cx.names.source, name), args, dimensions);
      return made === 'no such function' || made === null ? [null, null, null] : made;
    }
  }
}

/** The arguments of `dim3(…)`, `dim3{…}`, `{…}`, `make_uint3(…)`. */
function constructorArguments(cx: Evaluation, node: SyntaxNode): readonly SyntaxNode[] | null {
  if (node.type === 'initializer_list') return namedChildren(node);
  if (node.type === 'compound_literal_expression') {
    const type = childIn(node, 'type');
    const value = childIn(node, 'value');
    return value !== null && (type === null || type.missing || textOf(cx.names.source, type) === 'dim3') ? namedChildren(value) : null;
  }
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const args = callee === null ? null : childIn(node, 'arguments');
  return callee !== null && args !== null && /^(?:::)?(?:dim3|make_uint3)$/.test(textOf(cx.names.source, callee)) ? namedChildren(args) : null;
}

const scalarNodes = new Set(['number_literal', 'binary_expression', 'unary_expression', 'sizeof_expression', 'cast_expression', 'field_expression', 'true', 'false', 'update_expression']);

/** Whether the expression is a number (then a launch with it has one dimension), a `dim3` variable, a call, or cannot be told. */
function shapeOfExpression(cx: Evaluation, node: SyntaxNode): 'scalar' | 'dim3' | 'call' | 'unknown' {
  const [inner] = namedChildren(node);
  if (node.type === 'parenthesized_expression' && inner !== undefined) return shapeOfExpression(cx, inner);
  if (node.type === 'field_expression') return /\.\s*[xyz]$/.test(textOf(cx.names.source, node)) ? 'scalar' : 'unknown';
  if (node.type === 'cast_expression') return hostType(textOf(cx.names.source, childIn(node, 'type') ?? node)) === null ? 'unknown' : 'scalar';
  if (scalarNodes.has(node.type)) return 'scalar';
  if (node.type === 'conditional_expression') {
    const arms = [childIn(node, 'consequence'), childIn(node, 'alternative')];
    return arms.some((arm) => arm !== null && shapeOfExpression(cx, arm) === 'scalar') ? 'scalar' : 'unknown';
  }
  if (node.type === 'call_expression') return shapeOfCall(cx, node);
  if (node.type !== 'identifier' && node.type !== 'type_identifier' && node.type !== 'qualified_identifier') return 'unknown';
  const name = calleeName(node) ?? node;
  const declaration = lookup(cx.names, textOf(cx.names.source, name), node) ?? (node.type === 'qualified_identifier' ? (cx.names.declarations.get(textOf(cx.names.source, name))?.[0] ?? null) : null);
  if (declaration === null || cx.depth > maxDepth) return 'unknown';
  if (declaration.kind === 'enumerator' || hostType(declaration.typeText) !== null) return 'scalar';
  if (isDim3(declaration)) return 'dim3';
  if (declaration.typeText !== 'auto' || declaration.initial.kind !== 'expression') return 'unknown';
  if (constructorArguments(cx, declaration.initial.node) !== null) return 'dim3';
  return shapeOfExpression({ ...cx, depth: cx.depth + 1 }, declaration.initial.node);
}

function shapeOfCall(cx: Evaluation, node: SyntaxNode): 'scalar' | 'call' | 'unknown' {
  const callee = childIn(node, 'function');
  const name = callee === null ? null : calleeName(callee);
  const spelled = name === null ? '' : textOf(cx.names.source, name);
  if (callee?.type === 'primitive_type' || hostType(spelled) !== null || applyFunction(spelled, [4n, 2n]) !== null) return 'scalar';
  if (callee?.type === 'template_function') {
    const [type] = namedChildren(childIn(callee, 'arguments') ?? callee);
    if (textOf(cx.names.source, callee).startsWith('static_cast') && type !== undefined) return hostType(textOf(cx.names.source, type)) === null ? 'unknown' : 'scalar';
  }
  const [definition] = cx.names.functions.get(spelled) ?? [];
  const returned = definition === undefined ? null : childIn(definition, 'type');
  if (returned === null) return 'unknown';
  return hostType(textOf(cx.names.source, returned)) === null ? 'call' : 'scalar';
}
