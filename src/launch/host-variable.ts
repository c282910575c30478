/**
 * What a host variable, parameter, member of a `dim3` or struct, or element of an array is at a place: the value that
 * reaches it, else a symbol that is the same wherever the value must be. Exact.
 */
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration, HostNames, Write } from './host-names.ts';
import type { VarId } from '../base/brand.ts';
import { varId } from '../base/brand.ts';
import { isConstantName } from '../base/constant-name.ts';
import { i32, u32 } from '../base/ctype.ts';
import { int, variable } from '../base/expr-build.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { valueAfterLoop } from './after-loop.ts';
import { declaredName } from './declarator.ts';
import { deeper, goesOn } from './evaluation.ts';
import { inEveryObject } from './fixed-members.ts';
import { axes, axisOf, isDeduced, isDim3 } from './host-dimensions.ts';
import { classOf, declaredMember, hasOwnNames, isBitField, isUnset, memberValue } from './host-struct.ts';
import { misreadElement, misreadProduct } from './misread.ts';
import { declaredType, hostTypeOf, memberTypeText, printTypeText, spelledType } from './host-type.ts';
import { applyBinary, constantOf, converted, hostType, isSmall } from './host-value.ts';
import { isMember, lookup, resolveQualified } from './lookup.ts';
import { isUnnamed, pathAround } from './namespaces.ts';
import { promisedPitch } from './pitches.ts';
import { memberOfType } from './type-members.ts';
import { isStable, isUnchangedElsewhere, reachingWrite, writesTo } from './reaching.ts';

/**
 * The value of a variable, or of one member of a `dim3` or struct, an axis of such a member (`block.x`), or element of
 * an array, where the name stands.
 */
export function valueOfName(cx: Evaluation, name: string, at: SyntaxNode, member: string | null): Expr | null {
  const declaration = lookup(cx.names, name, at);
  if (declaration === null) return member === null ? undeclaredSymbol(cx, name, at) : null;
  return valueOfDeclaration(deeper(cx), declaration, at, member);
}

/**
 * A constant that nothing in sight declares, by the namespace where it is named: a kernel that names it there means the
 * same.
 */
export const undeclaredId = (name: string, namespace: string): VarId => varId(`undeclared ${name} in ${namespace}`);

function undeclaredSymbol(cx: Evaluation, name: string, at: SyntaxNode): Expr | null {
  if (!isConstantName(name) || mayBeOfClass(cx.names, name, at)) return null;
  const id = undeclaredId(name, pathAround(cx.names, at));
  cx.symbols.set(id, { declaration: null, text: name });
  return variable(id, i32);
}

/**
 * Whether a class around may declare the name, as one of its bases does, or the name starts with a parameter of a
 * template around.
 */
function mayBeOfClass({ parents, source }: HostNames, name: string, at: SyntaxNode): boolean {
  const [head] = name.split('::');
  for (let node: SyntaxNode | undefined = at; node !== undefined; node = parents.get(node)) {
    if (/^(?:struct|class)_specifier$/.test(node.type)) return true;
    const parameters = node.type === 'template_declaration' ? namedChildren(childIn(node, 'parameters') ?? node) : [];
    if (
      parameters.some((parameter) =>
        textOf(source, parameter)
          .split(/\W+/)
          .includes(head ?? ''),
      )
    )
      return true;
    const declared = node.type === 'function_definition' ? declaredName(childIn(node, 'declarator')) : null;
    if (declared !== null && parents.get(declared)?.type === 'qualified_identifier') return true;
  }
  return false;
}

export function valueOfQualified(cx: Evaluation, node: SyntaxNode): Expr | null {
  const member = memberOfType(cx, node);
  if (member !== null) return valueOfDeclaration(deeper(member.cx), member.declaration, node, null);
  const declaration = resolveQualified(cx.names, node);
  if (declaration === null) return undeclaredSymbol(cx, textOf(cx.names.source, node), node);
  // of a class whose template arguments are not followed
  if (isMember(declaration) && isOfTemplate(cx.names, declaration)) return null;
  return valueOfDeclaration(deeper(cx), declaration, node, null);
}

function isOfTemplate({ parents }: HostNames, { scope }: Declaration): boolean {
  const owner = parents.get(scope);
  return owner !== undefined && parents.get(owner)?.type === 'template_declaration';
}

/** What a local variable, parameter or constant is for certain, else a symbol for it. */
function valueOfDeclaration(
  cx: Evaluation,
  declaration: Declaration,
  at: SyntaxNode,
  member: string | null,
): Expr | null {
  const turn = cx.turns.get(declaration);
  if (turn !== undefined && member === null && turn.body.start <= at.start && at.end <= turn.body.end)
    return turn.value;
  if (!goesOn(cx)) return null;
  const fixed = fixedMember(cx, declaration, member);
  if (fixed !== null) return fixed;
  const writes = declaration.isConst ? [] : writesTo(cx.names, declaration, member);
  const known = knownValue(cx, declaration, writes, at, member);
  if (known.value !== null && isSmall(known.value)) return known.value;
  const symbol = symbolFor(cx, declaration, known.from, at, member);
  const pitch = symbol === null || known.from === null ? null : promisedPitch(cx, symbol, known.from, member);
  if (pitch !== null) cx.pitches.push(pitch);
  return symbol;
}

/** The value of a member, named by its object or within its class, that is one for all objects. */
function fixedMember(cx: Evaluation, declaration: Declaration, member: string | null): Expr | null {
  const own =
    member === null && isMember(declaration) && declaration.isConst
      ? childIn(cx.names.parents.get(declaration.scope) ?? declaration.scope, 'name')
      : null;
  if (own !== null) return inEveryObject(cx, textOf(cx.names.source, own), declaration.name);
  const type = member === null || isMember(declaration) ? null : classOf(cx.names, declaration);
  return member === null || type === null ? null : inEveryObject(cx, type, member);
}

/** `from`: the place that gives it its value, which names the symbol if the value is not known. */
type Known = Readonly<{ value: Expr | null; from: SyntaxNode | null }>;
const unknown: Known = { value: null, from: null };

function knownValue(
  cx: Evaluation,
  declaration: Declaration,
  writes: readonly Write[],
  at: SyntaxNode,
  member: string | null,
): Known {
  if (declaration.kind === 'enumerator') return { value: valueOfEnumerator(cx, declaration), from: declaration.node };
  if (
    member !== null &&
    !declaration.isArray &&
    !isDim3(declaration) &&
    hasOwnNames(cx.names, declaration.typeText === 'auto' ? null : classOf(cx.names, declaration))
  )
    return unknown;
  const isElement = declaration.isArray && member !== null && !isUsedWhole(cx, declaration);
  // from the address of one element, the others are reached
  if (
    (declaration.shape === 'pointer' && !isElement) ||
    (isElement ? writesTo(cx.names, declaration, null) : writes).some((write) => write.escapes)
  )
    return unknown;
  if (declaration.shape === 'reference')
    return declaration.kind === 'parameter' &&
      writes.length === 0 &&
      isUnchangedElsewhere(cx.names, declaration, declaration.node, at)
      ? { value: boundValue(cx, declaration, member), from: declaration.node }
      : unknown;
  if (declaration.scope.type === 'template_declaration')
    return { value: boundValue(cx, declaration, member), from: declaration.node };
  const isLocal = isLocalDeclaration(cx, declaration);
  if (isLocal && declaration.isStatic && !startsAlike(cx, declaration)) return unknown;
  const isFixed = isFixedFor(cx, declaration, writes);
  if (!isLocal && !isFixed) return unknown;
  const reaching =
    isLocal && !declaration.isStatic
      ? reachingWrite(cx.names, declaration, writes, at)
      : isFixed
        ? { kind: 'initial' as const }
        : { kind: 'mixed' as const };
  switch (reaching.kind) {
    case 'initial':
      if (declaration.kind === 'parameter')
        return { value: boundValue(cx, declaration, member), from: declaration.node };
      return {
        value: asDeclared(cx, initialValue(cx, declaration, member), declaration, member),
        from: declaration.node,
      };
    case 'write':
      return {
        value: asDeclared(cx, writtenValue(cx, declaration, reaching.write, member), declaration, member),
        from: reaching.write.node,
      };
    case 'mixed':
      return {
        value:
          agreed(cx, declaration, writes, member) ?? (member === null ? afterLoop(cx, declaration, writes, at) : null),
        from: null,
      };
  }
}

const afterLoop = (cx: Evaluation, declaration: Declaration, writes: readonly Write[], at: SyntaxNode): Expr | null =>
  isLocalDeclaration(cx, declaration) && !declaration.isStatic
    ? valueAfterLoop(cx, declaration, writes, at, (value) => asDeclared(cx, value, declaration, null))
    : null;

/**
 * Whether a variable of a file, namespace or class keeps its initial value: a member that is not static has one for
 * each object.
 */
function isFixedFor(cx: Evaluation, declaration: Declaration, writes: readonly Write[]): boolean {
  if (isMember(declaration)) return declaration.kind === 'variable' && declaration.isStatic && declaration.isConst;
  return (
    declaration.isConst || (writes.length === 0 && (declaration.isStatic || isUnnamed(cx.names, declaration.node)))
  );
}

/**
 * Whether a static variable of a function has one first value, whichever call of it comes first: it is made of nothing
 * that a call has of its own.
 */
function startsAlike(cx: Evaluation, { initial }: Declaration): boolean {
  const isOwn = (node: SyntaxNode): boolean => {
    const meant = node.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, node), node) : null;
    const isOfCall =
      meant !== null &&
      (meant.kind === 'parameter' ||
        (meant.kind === 'variable' &&
          isLocalDeclaration(cx, meant) &&
          !/\bconstexpr\b/.test(textOf(cx.names.source, meant.statement))));
    return isOfCall || node.children.some(isOwn);
  };
  return initial.kind === 'none' || !(initial.kind === 'expression' ? [initial.node] : initial.nodes).some(isOwn);
}

function isLocalDeclaration(cx: Evaluation, declaration: Declaration): boolean {
  return (
    declaration.scope !== cx.names.root &&
    declaration.scope.type !== 'declaration_list' &&
    !isMember(declaration) &&
    declaration.scope.type !== 'template_declaration'
  );
}

/** What the caller gives for a parameter. */
function boundValue(cx: Evaluation, declaration: Declaration, member: string | null): Expr | null {
  const bound = cx.bindings.get(declaration) ?? null;
  if (bound === null) return null;
  const inner = { ...bound.cx, depth: cx.depth + 1 };
  if (member === null) return asDeclared(cx, cx.rules.evaluate(inner, bound.node), declaration, null);
  if (isDim3(declaration) && bound.node.type === 'identifier')
    return valueOfName(inner, textOf(cx.names.source, bound.node), bound.node, member);
  const [type, isOpen] = [classOf(cx.names, declaration), isDeduced(cx, declaration)];
  const value = !isDim3(declaration) && (isOpen || type !== null) ? memberValue(inner, bound.node, type, member) : null;
  if (value !== null || !(isDim3(declaration) || isOpen)) return value;
  return cx.rules.dimensions(inner, bound.node)[axes.indexOf(member)] ?? null;
}

/** Whether an array is handed on as a whole, so that its elements may change anywhere. */
function isUsedWhole(cx: Evaluation, declaration: Declaration): boolean {
  const { names } = cx;
  const seen = (node: SyntaxNode): boolean => {
    if (
      node !== declaration.node &&
      (node.type === 'identifier' || node.type === 'type_identifier') &&
      textOf(names.source, node) === declaration.name &&
      lookup(names, declaration.name, node) === declaration
    ) {
      const parent = names.parents.get(node);
      const isPart =
        parent !== undefined &&
        ((parent.type === 'subscript_expression' && childIn(parent, 'argument') === node) ||
          misreadElement(parent) !== null);
      if (!isPart && parent?.type !== 'sizeof_expression') return true;
    }
    return node.children.some(seen);
  };
  return seen(declaration.scope);
}

/**
 * A symbol for a scalar that is not known: one for all places where the variable must have one value, by the write that
 * gives it or by the launch that it still reaches.
 */
function symbolFor(
  cx: Evaluation,
  declaration: Declaration,
  from: SyntaxNode | null,
  at: SyntaxNode,
  member: string | null,
): Expr | null {
  const type = symbolType(cx, declaration, member);
  if (type === null || declaration.kind === 'other') return null;
  if (declaration.isStatic && !declaration.isConst && writesTo(cx.names, declaration, null).length > 0) return null;
  const isSettled =
    isLocalDeclaration(cx, declaration) && declaration.shape !== 'pointer'
      ? isStable(cx.names, declaration, at, cx.anchor)
      : cx.anchor.start <= at.start && at.end <= cx.anchor.end;
  const version = from !== null ? `=${from.start}` : isSettled ? `@${cx.anchor.start}` : `?${at.start}`;
  const id = varId(
    `${declaration.name}${member === null ? '' : `.${member}`} ${cx.frame}${declaration.node.start}${version}`,
  );
  cx.symbols.set(id, {
    declaration,
    text:
      member === null
        ? declaration.name
        : member.startsWith('[')
          ? `${declaration.name}${member}`
          : `${declaration.name}.${member}`,
  });
  return variable(id, type);
}

function symbolType(cx: Evaluation, declaration: Declaration, member: string | null): ScalarType | null {
  if (member !== null && isDim3(declaration)) return u32;
  const type = declaredType(cx.names, declaration);
  if (type === null) return null;
  if (member === null) return hostType(printTypeText(type));
  if (member.startsWith('[')) return declaration.isArray && type.pointers === 1 ? hostType(type.base) : null;
  const [head = member, axis] = member.split('.');
  const own = isBitField(cx.names, type.base, head) ? null : memberTypeText(cx.names, type, head);
  return own === null ? null : axis === undefined ? hostType(own) : /^(?:dim3|uint3)$/.test(own) ? u32 : null;
}

/** The one value that all writes give, where they do. */
function agreed(
  cx: Evaluation,
  declaration: Declaration,
  writes: readonly Write[],
  member: string | null,
): Expr | null {
  const first =
    declaration.initial.kind === 'none' &&
    !isDim3(declaration) &&
    (member === null || declaration.isArray || isUnset(cx.names, declaration, member))
      ? []
      : [initialValue(cx, declaration, member)];
  if (declaration.kind === 'parameter' || writes.some((write) => write.operator !== '=')) return null;
  const values = [...first, ...writes.map((write) => writtenValue(cx, declaration, write, member))].map((value) =>
    asDeclared(cx, value, declaration, member),
  );
  const constants = values.map(constantOf);
  return constants.every((value) => value !== null && value === constants[0]) ? (values[0] ?? null) : null;
}

function writtenValue(cx: Evaluation, declaration: Declaration, write: Write, member: string | null): Expr | null {
  if (write.value === null || (write.member !== null && member === null) || (write.member === null && write.isInside))
    return null;
  cx.uses.push(cx.names.source.spanOf(write.node.start, write.node.end));
  const whole = write.member === null && member !== null;
  if (whole)
    return write.operator !== '='
      ? null
      : isDim3(declaration)
        ? axisOf(cx, { kind: 'expression', node: write.value }, member)
        : memberValue(cx, write.value, classOf(cx.names, declaration), member);
  const [, axis] = member?.split('.') ?? [];
  if (axis !== undefined)
    return write.operator === '=' && isWholeMember(write.node)
      ? (cx.rules.dimensions(cx, write.value)[axes.indexOf(axis)] ?? null)
      : null;
  const value = cx.rules.evaluate(cx, write.value);
  if (value === null || write.operator === '=') return value;
  const old = valueOfDeclaration(deeper(cx), declaration, write.node, member);
  return applyBinary(write.operator.slice(0, -1), old, value);
}

/** `p.block = …`, not `p.block.x = …`. */
const isWholeMember = (write: SyntaxNode): boolean =>
  childIn(childIn(write, 'left') ?? write, 'argument')?.type === 'identifier';

function initialValue(cx: Evaluation, declaration: Declaration, member: string | null): Expr | null {
  if (declaration.kind !== 'variable') return null;
  cx.uses.push(cx.names.source.spanOf(declaration.statement.start, declaration.statement.end));
  const { initial } = declaration;
  if (member !== null)
    return declaration.isArray
      ? elementOf(cx, declaration, member)
      : isDim3(declaration) || isDimensionsCopy(cx, declaration)
        ? isShort(declaration)
          ? null
          : axisOf(cx, initial, member)
        : declaredMember(cx, declaration, member);
  if (initial.kind === 'expression') return cx.rules.evaluate(cx, initial.node);
  const only = initial.kind === 'arguments' && initial.nodes.length === 1 ? initial.nodes[0] : undefined;
  return only === undefined ? null : cx.rules.evaluate(cx, only);
}

/** Whether axes of a `uint3` are left out, which are 0 or undefined then, and not 1 as those of a `dim3`. */
const isShort = ({ typeText, initial }: Declaration): boolean =>
  typeText.includes('uint3') &&
  (initial.kind === 'none' || (initial.kind === 'arguments' && initial.nodes.length < axes.length));

/** `auto b = dim3(8);` */
const isDimensionsCopy = (cx: Evaluation, declaration: Declaration): boolean =>
  declaration.typeText === 'auto' &&
  declaration.initial.kind === 'expression' &&
  /^(?:dim3|uint3)$/.test(hostTypeOf(cx.names, declaration.initial.node) ?? 'dim3');

/** `w[1]` of `int w[2] = { 16, 8 };` */
function elementOf(cx: Evaluation, { initial }: Declaration, member: string): Expr | null {
  const k = Number(/^\[(\d+)\]$/.exec(member)?.[1] ?? -1);
  const node = initial.kind === 'arguments' && k >= 0 ? initial.nodes[k] : undefined;
  return node === undefined ||
    initial.kind !== 'arguments' ||
    initial.nodes.some((each) => each.type === 'initializer_pair')
    ? null
    : cx.rules.evaluate(cx, node);
}

/** The value that a variable of this declaration gets. */
export function asDeclared(
  cx: Evaluation,
  value: Expr | null,
  declaration: Declaration,
  member: string | null,
): Expr | null {
  if (value === null) return null;
  const type = symbolType(cx, declaration, member);
  if (type !== null) return converted(type, value);
  const stated = isDeduced(cx, declaration) ? statedType(cx, declaration) : 'deduced';
  if (stated !== 'deduced') return stated === null ? null : converted(stated, value);
  // what an object of a class converts to is for its class to say
  return declaration.typeText === 'auto' ||
    isDeduced(cx, declaration) ||
    (declaration.isConst && member === null && value.kind === 'int' && !isOfOwnClass(cx, declaration))
    ? value
    : null;
}

/**
 * The scalar that a call states for the template parameter that a parameter's type is: `f<unsigned char>(300)`. Null:
 * another type.
 */
function statedType(cx: Evaluation, declaration: Declaration): ScalarType | null | 'deduced' {
  const parameter = lookup(cx.names, declaration.typeText, declaration.node);
  const given = parameter === null ? undefined : cx.bindings.get(parameter);
  if (given === undefined || given === null || cx.names.parents.get(given.node)?.type !== 'template_argument_list')
    return 'deduced';
  return hostType(spelledType(cx.names, given.node) ?? '');
}

function isOfOwnClass({ names }: Evaluation, declaration: Declaration): boolean {
  const { structs, specialized } = names.types;
  const name = (declaredType(names, declaration)?.base ?? declaration.typeText)
    .replace(/<.*$/s, '')
    .replace(/^.*::/s, '')
    .trim();
  return structs.has(name) || specialized.has(name);
}

function valueOfEnumerator(cx: Evaluation, declaration: Declaration): Expr | null {
  let steps = 0n;
  for (let at = declaration; ; at = at.previous) {
    if (at.initial.kind === 'expression') {
      const value = constantOf(cx.rules.evaluate(deeper(cx), at.initial.node));
      return typeof value === 'bigint'
        ? converted(i32, int(BigInt.asIntN(64, value + steps), { kind: 'int', bits: 64, signed: true }))
        : null;
    }
    if (at.previous === null) return int(steps, i32);
    steps++;
  }
}

export function valueOfMember(cx: Evaluation, node: SyntaxNode): Expr | null {
  const element = misreadElement(node);
  if (element !== null) return valueOfElement(cx, element.array, element.index);
  const product = misreadProduct(node);
  if (product !== null) {
    const [left, right] = [product.left, product.right].map((name) =>
      valueOfName(cx, textOf(cx.names.source, name), product.left, null),
    );
    return applyBinary('*', left ?? null, right ?? null);
  }
  const [object, field] = [childIn(node, 'argument'), childIn(node, 'field')];
  if (object === null) return null;
  if (node.type === 'field_expression') {
    if (field === null) return null;
    const isPointed = textOf(cx.names.source, node)
      .slice(object.end - node.start)
      .trimStart()
      .startsWith('->');
    if (object.type === 'identifier' && !isPointed)
      return valueOfName(cx, textOf(cx.names.source, object), object, textOf(cx.names.source, field));
    return (
      (object.type === 'field_expression' ? axisOfMember(cx, node, object) : null) ??
      memberOfAny(cx, object, field, isPointed)
    );
  }
  const [index] = namedChildren(childIn(node, 'indices') ?? node);
  return object.type !== 'identifier' || index === undefined ? null : valueOfElement(cx, object, index);
}

/** The member of whatever object an expression names or points to. */
function memberOfAny(cx: Evaluation, object: SyntaxNode, field: SyntaxNode, isPointed: boolean): Expr | null {
  const type = hostTypeOf(cx.names, object);
  const owner = type === null ? null : isPointed ? (/^([^*]*)\*$/.exec(type)?.[1] ?? null) : type;
  return owner === null || owner.includes('*') ? null : inEveryObject(cx, owner, textOf(cx.names.source, field));
}

function valueOfElement(cx: Evaluation, array: SyntaxNode, index: SyntaxNode): Expr | null {
  const k = constantOf(cx.rules.evaluate(cx, index));
  return typeof k === 'bigint' ? valueOfName(cx, textOf(cx.names.source, array), array, `[${k}]`) : null;
}

/** `params.block.x` */
function axisOfMember(cx: Evaluation, node: SyntaxNode, object: SyntaxNode): Expr | null {
  const [whole, member, axis] = [childIn(object, 'argument'), childIn(object, 'field'), childIn(node, 'field')];
  if (whole?.type !== 'identifier' || member === null || axis === null || textOf(cx.names.source, node).includes('->'))
    return null;
  const own = textOf(cx.names.source, axis);
  return axes.includes(own) && /^(?:dim3|uint3)$/.test(hostTypeOf(cx.names, object) ?? '')
    ? valueOfName(cx, textOf(cx.names.source, whole), whole, `${textOf(cx.names.source, member)}.${own}`)
    : null;
}
