/**
 * Copies and ends of class objects: copy constructors that do more than copy the members are run where an lvalue is
 * copied; destructors run when their scope is left, in reverse order, by its end or by a jump. Exact; an object with a
 * destructor in a place that is not modelled (a temporary inside an expression, an argument) makes the kernel
 * unsupported.
 *
 * Example: `{ Guard g(lock); if (c) return; … }` unlocks before the `return` and at the end of the block.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, StructType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { int } from '../../base/expr-build.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { within } from '../scope.ts';
import { emit, fail, textOf } from '../context.ts';
import { sameCType } from '../types/c-type.ts';
import { className, constructorsOf } from './constructors.ts';
import { mayCopy } from './copy-templates.ts';
import { arrayElement, subobject } from './fields.ts';
import { functionDeclarator } from '../file-scope.ts';
import { readSlot } from '../memory/memory.ts';
import { valueArgument } from '../expressions/operators.ts';
import { newSlot } from '../memory/slots.ts';
import { methodsOf } from './structs.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';
import { lastWord } from '../../base/trailing.ts';

const maxDestroyedElements = 16;

/** Whether the end of an object does something: its class, a base or a member has a destructor with statements. */
export function endsWithEffects(cx: Context, type: CType): boolean {
  if (type.kind === 'array') return endsWithEffects(cx, type.of);
  if (type.kind !== 'struct') return false;
  return destructorOf(cx, type.struct) !== null || type.struct.fields.some((field) => endsWithEffects(cx, field.type));
}

type Destructor = Readonly<{ kind: 'defined'; decl: FunctionDecl }> | Readonly<{ kind: 'declared' }>;

function destructorOf(cx: Context, struct: StructType): Destructor | null {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  if (body === null) return null;
  const member = namedChildren(body).find((child) => destructorName(child) !== null);
  if (
    member === undefined ||
    member.children.some((child) => child.type === 'default_method_clause' || child.type === 'delete_method_clause')
  )
    return null;
  const found = methodsOf(cx, struct, textOf(cx, destructorName(member) ?? member));
  const decl = found.owner === struct ? found.decls.find((one) => childIn(one.node, 'body') !== null) : undefined;
  if (decl === undefined) return { kind: 'declared' };
  const block = childIn(decl.node, 'body');
  return block !== null && namedChildren(block).some((child) => child.type !== 'comment')
    ? { kind: 'defined', decl }
    : null;
}

export function destructorName(member: SyntaxNode): SyntaxNode | null {
  const declarator = functionDeclarator(childIn(member, 'declarator'));
  const name = declarator === null ? null : childIn(declarator, 'declarator');
  return name?.type === 'destructor_name' ? name : null;
}

/** The variable ends with its scope. */
export function endsWithScope(cx: Context, slot: Slot, type: CType, node: SyntaxNode): void {
  if (endsWithEffects(cx, type)) cx.living.push({ slot, type, node });
}

/** Runs the destructors of the variables that were declared since; they stay declared for other ways out. */
export function endSince(cx: Context, count: number): void {
  for (const one of cx.living.slice(count).reverse()) endObject(cx, one.slot, one.type, one.node);
}

/** Leaves a scope: its variables end, unless control never comes to its end. */
export function leaveScope(cx: Context, count: number): void {
  if (cx.living.length <= count) return;
  if (cx.out.at(-1)?.kind !== 'jump') endSince(cx, count);
  cx.living.length = count;
}

/** The destructor, then the members and bases in reverse order. */
export function endObject(cx: Context, slot: Slot, type: CType, node: SyntaxNode): void {
  if (!endsWithEffects(cx, type)) return;
  if (type.kind === 'array') {
    if (type.extent === null || type.extent > maxDestroyedElements)
      fail(cx, node, fill(messages.arrayDestruction, { type: type.extent ?? 'unknown' }));
    else for (let k = type.extent - 1; k >= 0; k--) endElement(cx, slot, type.of, k, node);
    return;
  }
  if (type.kind !== 'struct') return;
  const { struct } = type;
  const destructor = destructorOf(cx, struct);
  if (destructor?.kind === 'defined')
    cx.rules.invoke(cx, [destructor.decl], [], node, { self: slot, explicit: [], scope: struct.body?.scope ?? null });
  else if (destructor !== null)
    emit(cx, node, {
      kind: 'unknown',
      because: fill(messages.undefinedDestructor, { name: struct.name }),
      footprint: cx.everything,
      synchronizes: true,
    });
  for (const field of [...struct.fields].reverse()) {
    const inner = subobject(slot, field);
    if (inner !== null) endObject(cx, inner, field.type, node);
  }
}

function endElement(cx: Context, slot: Slot, of: CType, k: number, node: SyntaxNode): void {
  const element = arrayElement(slot, int(k));
  if (element !== null) endObject(cx, element, of, node);
}

/** An object of that type stands where its end is not modelled. */
export function refuseEnd(cx: Context, type: CType, what: string, node: SyntaxNode): void {
  if (endsWithEffects(cx, type))
    fail(
      cx,
      node,
      fill(messages.destructor, { type: type.kind === 'struct' ? `\`${type.struct.name}\`` : 'an array', what }),
    );
}

/**
 * An object of class type is made that no variable keeps: its end, at the end of the whole expression
 * [class.temporary], is not modelled.
 */
export function refuseTemporary(cx: Context, type: CType | null, node: SyntaxNode): void {
  if (type !== null && cx.initializing !== node) refuseEnd(cx, type, 'a temporary', node);
}

/** A temporary that is converted to another type ends when that is done, also where it initializes a variable. */
export function refuseConverted(cx: Context, type: CType, node: SyntaxNode): void {
  if (isFresh(cx, node)) refuseEnd(cx, type, 'a temporary', node);
}

/**
 * An object that is used to initialize another one of its class, or passed by value: its copy, if copying it runs code.
 */
export function copied(cx: Context, value: Extract<Value, { kind: 'struct' }>, node: SyntaxNode): Value {
  if (isFresh(cx, node)) return value;
  if (isMoved(cx, node)) refuseMove(cx, value.type, node);
  if (constructorsOf(cx, value.type).some((decl) => mayCopy(cx, value.type, decl)))
    fail(cx, node, fill(messages.copyTemplate, { name: value.type.name }));
  if (!copiesWithEffects(cx, value.type)) return value;
  const struct = value.type;
  const own = copyConstructorOf(cx, struct);
  if (own === null && [...value.fields].some(([, field]) => field.kind === 'list'))
    fail(cx, node, fill(messages.copyOfArrays, { name: struct.name }));
  if (own === null)
    return {
      ...value,
      fields: new Map(
        [...value.fields].map(([name, field]) => [name, field.kind === 'struct' ? copied(cx, field, node) : field]),
      ),
    };
  if (own === 'declared')
    return { kind: 'unknown', because: undefinedCopy(cx, struct, node), type: { kind: 'struct', struct } };
  if (takesChangeable(cx, own)) fail(cx, node, fill(messages.copyMayChange, { name: struct.name }));
  const self = newSlot(
    cx,
    { kind: 'struct', struct },
    className(struct),
    `${cx.frame.key}:copy ${node.start}`,
    null,
    node,
  );
  const made = cx.rules.invoke(cx, [own], [valueArgument(value, node)], node, {
    self,
    explicit: [],
    scope: struct.body?.scope ?? null,
  });
  if (made === null) fail(cx, node, fill(messages.copyConstructor, { name: struct.name }));
  return readSlot(cx, self, node);
}

/** Whether the first parameter is a reference that is not const: what it is given may change. */
export function takesChangeable(cx: Context, decl: FunctionDecl): boolean {
  const list = childIn(decl.declarator, 'parameters');
  const first = list === null ? undefined : namedChildren(list)[0];
  const text = first === undefined ? '' : textOf(cx, first);
  return text.includes('&') && !/\bconst\b/.test(text);
}

/** An object of a class whose copies run a constructor stands where that is not modelled. */
export function refuseCopy(cx: Context, type: CType, what: string, node: SyntaxNode): void {
  if (type.kind === 'struct' && copiesWithEffects(cx, type.struct))
    fail(cx, node, fill(messages.copyConstructorOf, { type: type.struct.name, what }));
}

/** An object is moved from whose class, or one of whose members, has a move constructor that does more than copy. */
export function refuseMove(cx: Context, struct: StructType, node: SyntaxNode): void {
  if (movesWithEffects(cx, struct)) fail(cx, node, fill(messages.moveConstructor, { name: struct.name }));
}

function movesWithEffects(cx: Context, struct: StructType): boolean {
  return (
    constructorTaking(cx, struct, '&&') !== null ||
    (struct.body !== null &&
      struct.fields.some(({ type }) => {
        const of = type.kind === 'array' ? type.of : type;
        return of.kind === 'struct' && movesWithEffects(cx, of.struct);
      }))
  );
}

/** Whether an expression may be written as an xvalue: a call that gives a reference, or a cast to `T &&`. */
function isMoved(cx: Context, node: SyntaxNode): boolean {
  if (node.type === 'parenthesized_expression') return namedChildren(node).some((inner) => isMoved(cx, inner));
  return (
    node.type === 'call_expression' ||
    (node.type === 'cast_expression' && /&&\s*$/.test(textOf(cx, childIn(node, 'type') ?? node)))
  );
}

function undefinedCopy(cx: Context, struct: StructType, node: SyntaxNode): string {
  const because = fill(messages.undefinedCopyConstructor, { name: struct.name });
  emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: true });
  return because;
}

/** Results of calls and braced lists are not copied: they are made where they are used [class.copy.elision]. */
function isFresh(cx: Context, node: SyntaxNode): boolean {
  if (node.type === 'parenthesized_expression') return namedChildren(node).every((inner) => isFresh(cx, inner));
  if (node.type !== 'call_expression')
    return ['initializer_list', 'compound_literal_expression', 'argument_list', 'lambda_expression'].includes(
      node.type,
    );
  const fn = childIn(node, 'function');
  return (
    fn === null ||
    !(cx.referenceCalls.has(node) || /^(?:\w*::)*(move|forward)\b|^static_cast\b[^]*&\s*>$/.test(textOf(cx, fn)))
  );
}

function copiesWithEffects(cx: Context, struct: StructType): boolean {
  return (
    copyConstructorOf(cx, struct) !== null ||
    (struct.body !== null &&
      struct.fields.some(({ type }) => {
        const of = type.kind === 'array' ? type.of : type;
        return of.kind === 'struct' && copiesWithEffects(cx, of.struct);
      }))
  );
}

/** The copy constructor of the class itself, if it does more than copy every member. */
function copyConstructorOf(cx: Context, struct: StructType): FunctionDecl | 'declared' | null {
  return constructorTaking(cx, struct, '&');
}

/**
 * The constructor that takes a reference of that kind to another object of the class; null where it only copies every
 * member.
 */
function constructorTaking(cx: Context, struct: StructType, kind: '&' | '&&'): FunctionDecl | 'declared' | null {
  if (struct.body === null) return null;
  const own = constructorsOf(cx, struct).find(
    // a template is never one that copies [class.copy.ctor]
    (decl) =>
      decl.template === null && decl.node.type === 'function_definition' && takesOwn(cx, struct, decl.declarator, kind),
  );
  if (own !== undefined) return childIn(own.node, 'body') === null || copiesMembers(cx, struct, own) ? null : own;
  const body = childIn(struct.body.node, 'body');
  const isDeclared =
    body !== null &&
    namedChildren(body).some((member) => {
      const declarator =
        member.type === 'declaration' || member.type === 'field_declaration'
          ? functionDeclarator(childIn(member, 'declarator'))
          : null;
      const name = declarator === null ? null : childIn(declarator, 'declarator');
      return (
        declarator !== null &&
        name !== null &&
        childIn(member, 'type') === null &&
        textOf(cx, name) === className(struct) &&
        takesOwn(cx, struct, declarator, kind)
      );
    });
  return isDeclared ? 'declared' : null;
}

/** `S(const S &other)`, or `S(S &&other)`. */
function takesOwn(cx: Context, struct: StructType, declarator: SyntaxNode, kind: '&' | '&&'): boolean {
  const list = childIn(declarator, 'parameters');
  const [first, second] =
    list === null ? [] : namedChildren(list).filter((child) => child.type.endsWith('parameter_declaration'));
  const type = first === undefined ? null : childIn(first, 'type');
  if (
    first === undefined ||
    type === null ||
    (second !== undefined && second.type !== 'optional_parameter_declaration')
  )
    return false;
  const text = textOf(cx, first);
  if (!text.includes('&') || text.includes('&&') !== (kind === '&&')) return false;
  const name = textOf(cx, type)
    .replace(/<[^]*$/, '')
    .replace(/^.*::/, '')
    .trim();
  if (name !== className(struct)) return false;
  const named = within(cx, struct.body?.scope ?? cx.scope, () => cx.rules.type(cx, type));
  return (
    named.kind !== 'struct' ||
    struct.template === null ||
    type.type === 'type_identifier' ||
    sameCType(named, { kind: 'struct', struct })
  );
}

/** Whether a copy constructor copies each member and does nothing else: then it is what the language does by itself. */
function copiesMembers(cx: Context, struct: StructType, decl: FunctionDecl): boolean {
  const list = childIn(decl.declarator, 'parameters');
  const declarator = list === null ? null : (namedChildren(list)[0] ?? null);
  const from = declarator === null ? null : lastWord(textOf(cx, declarator)) || null;
  const block = childIn(decl.node, 'body');
  if (from === null || block === null) return false;
  const done = new Set<string>();
  const entries = decl.node.children.find((child) => child.type === 'field_initializer_list');
  for (const entry of entries === undefined ? [] : namedChildren(entries)) {
    const text = textOf(cx, entry).replace(/\s+/g, '');
    const member = /^(\w+)[({](\w+)\.(\w+)[)}]$/.exec(text);
    const base = new RegExp(`^(\\w+)(?:<.*>)?[({]${from}[)}]$`).exec(text);
    if (member !== null && member[1] !== undefined && member[1] === member[3] && member[2] === from)
      done.add(member[1]);
    else if (base?.[1] !== undefined) done.add(base[1]);
    else return false;
  }
  if (!namedChildren(block).every((child) => isMemberCopy(cx, child, from, done))) return false;
  return struct.fields.every((field) =>
    done.has(field.role === 'base' && field.type.kind === 'struct' ? className(field.type.struct) : field.name),
  );
}

/** `x = other.x;`, `this->x = other.x;`, or a loop over `x[i] = other.x[i]`. */
function isMemberCopy(cx: Context, node: SyntaxNode, from: string, done: Set<string>): boolean {
  if (node.type === 'comment') return true;
  if (node.type === 'for_statement') {
    const body = childIn(node, 'body');
    const inner = body === null ? [] : body.type === 'compound_statement' ? namedChildren(body) : [body];
    return (
      inner.length > 0 &&
      !/\(/.test(textOf(cx, childIn(node, 'condition') ?? node)) &&
      inner.every((child) => isMemberCopy(cx, child, from, done))
    );
  }
  if (node.type !== 'expression_statement') return false;
  const match = /^(?:this->)?(\w+)((?:\[\w+\])*)=(\w+)\.(\w+)((?:\[\w+\])*);$/.exec(
    textOf(cx, node).replace(/\s+/g, ''),
  );
  if (match?.[1] === undefined || match[1] !== match[4] || match[3] !== from || match[2] !== match[5]) return false;
  done.add(match[1]);
  return true;
}
