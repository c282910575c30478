/**
 * Which array a pointer of host code points into: followed through copies, casts, sums, members, parameters and small functions to the
 * variable that it was first kept in. Two pointers of one launch are compared by that. Over-approximating: what may be one array is said.
 *
 * Example: after `cudaMalloc(&d, n); int *e = d + 4;`, d and e have the root `d`, e with an offset.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration, Write } from './host-names.ts';
import { printExpr } from '../base/expr-print.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { calleeName, withoutCasts } from './declarator.ts';
import { deeper, goesOn } from './evaluation.ts';
import { called, mayBeOwn } from './host-call.ts';
import { textOf } from './host-names.ts';
import { hostTypeOf } from './host-type.ts';
import { constantOf } from './host-value.ts';
import { fieldNode } from './host-variable.ts';
import { isMember, lookup, reachingWrite, writesTo } from './reaching.ts';

/**
 * `at`: into what `root` names; `isInside`: somewhere behind its start. `origins`: null, or every variable it may have been copied from,
 * where it is not known which. `either`: one of two, by a condition (its text; null where that may differ each time).
 */
export type Located =
  | Readonly<{ kind: 'at'; root: string; isInside: boolean; origins: ReadonlySet<string> | null; element: Readonly<{ of: string; index: Expr | null }> | null; variable: Declaration | null }>
  | Readonly<{ kind: 'either'; when: string | null; first: Located; second: Located }>;

const at = (root: string, more: Partial<Extract<Located, { kind: 'at' }>> = {}): Located => ({ kind: 'at', root, isInside: false, origins: null, element: null, variable: null, ...more });

function inside(located: Located): Located {
  return located.kind === 'at' ? { ...located, isInside: true } : { ...located, first: inside(located.first), second: inside(located.second) };
}

/** Where a pointer expression points. */
export function locate(from: Evaluation, written: SyntaxNode): Located {
  const cx = deeper(from);
  const node = withoutCasts(written);
  const text = textOf(cx.names.source, node).replace(/\s+/g, '');
  if (!goesOn(cx)) return at(`${cx.frame}${text}`);
  switch (node.type) {
    case 'identifier':
      return ofName(deeper(cx), node, text);
    case 'binary_expression':
      return ofSum(cx, node) ?? at(`${cx.frame}${text}`);
    case 'conditional_expression': {
      const [when, a, b] = ['condition', 'consequence', 'alternative'].map((field) => childIn(node, field));
      if (a === null || a === undefined || b === null || b === undefined || when === null || when === undefined) break;
      const condition = cx.rules.evaluate(cx, when);
      return { kind: 'either', when: condition === null ? null : printExpr(condition), first: locate(cx, a), second: locate(cx, b) };
    }
    case 'assignment_expression':
    case 'comma_expression': {
      const right = childIn(node, 'right');
      return right === null ? at(`${cx.frame}${text}`) : locate(cx, right);
    }
    case 'pointer_expression':
      return ofPointer(cx, node, text);
    case 'field_expression': {
      const object = childIn(node, 'argument');
      const field = childIn(node, 'field');
      return object === null || field === null ? at(`${cx.frame}${text}`) : locateMember(deeper(cx), object, textOf(cx.names.source, field));
    }
    case 'subscript_expression':
      return ofElement(cx, node);
    case 'call_expression':
      return ofCall(cx, node, text);
    default:
      break;
  }
  return at(`${cx.frame}${text}`);
}

/** Where a variable's pointer points when `place` is reached, which may come after the name: `args[] = { &p }` is read at the launch. */
export function locateAt(from: Evaluation, node: SyntaxNode, place: SyntaxNode): Located {
  const cx = deeper(from);
  const name = textOf(cx.names.source, node);
  const declaration = lookup(cx.names, name, node);
  if (declaration === null || isMember(declaration)) return locate(from, node);
  return ofDeclaration(cx, declaration, place);
}

const isPointerType = (type: string | null): boolean => type !== null && type.endsWith('*');

function ofSum(cx: Evaluation, node: SyntaxNode): Located | null {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const operator = childIn(node, 'operator')?.type ?? '';
  if (left === null || right === null || !/^[+-]$/.test(operator)) return null;
  const base = operator === '+' && !isPointerType(hostTypeOf(cx.names, left)) && isPointerType(hostTypeOf(cx.names, right)) ? right : left;
  const located = locate(cx, base);
  const offset = constantOf(cx.rules.evaluate(cx, base === left ? right : left));
  return offset === 0n ? located : inside(located);
}

function ofPointer(cx: Evaluation, node: SyntaxNode, text: string): Located {
  const argument = childIn(node, 'argument');
  const isAddress = node.children[0]?.type === '&';
  if (argument === null || !isAddress) return at(`${cx.frame}${text}`);
  const bare = withoutCasts(argument);
  if (bare.type === 'pointer_expression' && bare.children[0]?.type === '*') return locate(cx, childIn(bare, 'argument') ?? bare);
  if (bare.type !== 'subscript_expression') return at(`${cx.frame}${text}`);
  const array = childIn(bare, 'argument');
  const [index] = namedChildren(childIn(bare, 'indices') ?? bare);
  if (array === null || index === undefined) return at(`${cx.frame}${text}`);
  const located = locate(cx, array);
  return constantOf(cx.rules.evaluate(cx, index)) === 0n ? located : inside(located);
}

/** A variable: what was copied into it, else itself. */
function ofName(cx: Evaluation, node: SyntaxNode, name: string): Located {
  const declaration = lookup(cx.names, name, node);
  if (declaration === null) return at(name);
  if (isMember(declaration)) return ofClassMember(cx, declaration, `this.${name}`);
  return ofDeclaration(cx, declaration, node);
}

/** Variables that outlive a call are the same ones in every call. */
const outlivesCalls = ({ names }: Evaluation, { scope, isStatic }: Declaration): boolean => isStatic || scope === names.root || scope.type === 'declaration_list';

const idOf = (cx: Evaluation, declaration: Declaration): string => `${outlivesCalls(cx, declaration) ? '' : cx.frame}${declaration.name} ${declaration.node.start}`;

function ofDeclaration(cx: Evaluation, declaration: Declaration, node: SyntaxNode): Located {
  const own = idOf(cx, declaration);
  if (!goesOn(cx)) return at(own);
  const bound = cx.bindings.get(declaration) ?? null;
  const writes = writesTo(cx.names, declaration, null);
  if (declaration.kind === 'parameter' && bound !== null && writes.length === 0) return locate({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
  if (declaration.isArray || declaration.kind === 'other') return at(own);
  const isLocal = declaration.scope !== cx.names.root && declaration.scope.type !== 'declaration_list';
  if (!isLocal || writes.some((write) => write.escapes)) return mixed(cx, declaration, node);
  const reaching = reachingWrite(cx.names, declaration, writes, node);
  switch (reaching.kind) {
    case 'initial':
      if (declaration.kind === 'parameter') return bound === null ? at(own) : locate({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
      return declaration.initial.kind === 'expression' ? locate(cx, declaration.initial.node) : at(own);
    case 'write':
      return ofWrite(cx, declaration, reaching.write, node);
    case 'mixed':
      return mixed(cx, declaration, node);
  }
}

/** What a write leaves in a pointer: a copy, the same pointer moved on, what a swap brings, something new, or any of what it may hold. */
function ofWrite(cx: Evaluation, declaration: Declaration, write: Write, use: SyntaxNode): Located {
  if (write.operator === '=' && write.value !== null) return locate(cx, write.value);
  const isStep = write.node.type === 'update_expression' || (write.value !== null && /^[+-]=$/.test(write.operator));
  if (isStep) return inside(ofDeclaration(deeper(cx), declaration, write.node));
  const source = copiedBy(cx, write, declaration.name);
  if (source !== null) return locate(cx, source);
  return allocates(cx, write) ? at(`${idOf(cx, declaration)}=${write.node.start}`) : mixed(cx, declaration, use);
}

/** The call that a write is part of. */
function callAround(cx: Evaluation, write: Write): SyntaxNode | null {
  let call: SyntaxNode | undefined = write.node;
  while (call !== undefined && call.type !== 'call_expression' && /expression$|argument_list$/.test(call.type)) call = cx.names.parents.get(call);
  return call?.type === 'call_expression' ? call : null;
}

function allocates(cx: Evaluation, write: Write): boolean {
  const call = callAround(cx, write);
  const callee = call === null ? null : calleeName(childIn(call, 'function'));
  return callee !== null && /^(?:cuda|hip|cu)\w*(?:Malloc|Alloc)\w*$|^posix_memalign$/.test(textOf(cx.names.source, callee));
}

/** The other variable of `swap(a, b)`, and what `cudaHostGetDevicePointer(&a, b, 0)`, `cudaGetSymbolAddress(&a, b)` and `memcpy(&a, &b, …)` read. */
function copiedBy(cx: Evaluation, write: Write, name: string): SyntaxNode | null {
  const call = callAround(cx, write);
  const callee = call === null ? null : calleeName(childIn(call, 'function'));
  if (call === null || callee === null) return null;
  const spelled = textOf(cx.names.source, callee);
  const args = namedChildren(childIn(call, 'arguments') ?? call);
  if (spelled === 'swap') return args.find((arg) => textOf(cx.names.source, arg) !== name) ?? null;
  if (!/GetDevicePointer$|GetSymbolAddress$|^memcpy$/.test(spelled)) return null;
  const second = args[1] === undefined ? null : withoutCasts(args[1]);
  return second?.type === 'pointer_expression' ? childIn(second, 'argument') : second;
}

/** A variable that holds now this pointer, now that one: what it may have been copied from. */
function mixed(cx: Evaluation, declaration: Declaration, node: SyntaxNode): Located {
  const inLaunch = cx.anchor.start <= node.start && node.end <= cx.anchor.end;
  return at(`${idOf(cx, declaration)}${inLaunch ? '@' : `?${node.start}`}`, { origins: originsOf(cx, declaration), variable: declaration });
}

/** The variables that a variable is ever set from, and those from, and so on, and itself. */
function originsOf(cx: Evaluation, declaration: Declaration): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (frame: Evaluation, each: Declaration): void => {
    const id = idOf(frame, each);
    if (found.has(id) || found.size > 64) return;
    found.add(id);
    const { initial } = each;
    const writes = isMember(each) ? memberWrites(frame, each.name) : writesTo(frame.names, each, null);
    const values = [initial.kind === 'expression' ? initial.node : null, ...writes.map((write) => write.value ?? copiedBy(frame, write, each.name))];
    for (const value of values) if (value !== null) namesIn(frame, value, visit);
    const bound = frame.bindings.get(each) ?? null;
    if (bound !== null) namesIn(bound.cx, bound.node, visit);
  };
  visit(cx, declaration);
  return found;
}

/** Visits the pointer variables of a value, but for indices and the arguments of functions that allocate. */
function namesIn(cx: Evaluation, value: SyntaxNode, visit: (cx: Evaluation, declaration: Declaration) => void): void {
  if (value.type === 'identifier') {
    const declaration = lookup(cx.names, textOf(cx.names.source, value), value);
    if (declaration !== null) visit(cx, declaration);
    return;
  }
  for (const child of value.children) if (child.field !== 'indices' && child.field !== 'function' && child.field !== 'condition') namesIn(cx, child, visit);
}

function memberWrites(cx: Evaluation, name: string): readonly Write[] {
  return [...(cx.names.writes.get(name) ?? []), ...(cx.names.memberWrites.get(name) ?? [])];
}

/** A member of the class around: set by any method. */
function ofClassMember(cx: Evaluation, declaration: Declaration, root: string): Located {
  const given = cx.names.memberInitializers.get(declaration.name) ?? [];
  const origins = new Set(originsOf(cx, declaration));
  for (const value of given) namesIn(cx, value, (inner, each) => { for (const id of originsOf(inner, each)) origins.add(id); });
  return at(root, { origins, variable: declaration });
}

/** `object.member` or `object->member`. */
export function locateMember(cx: Evaluation, written: SyntaxNode, member: string): Located {
  const object = withoutCasts(written);
  const text = textOf(cx.names.source, object).replace(/\s+/g, '');
  if (object.type === 'this') {
    const declaration = (cx.names.declarations.get(member) ?? []).find(isMember);
    return declaration === undefined ? at(`this.${member}`) : ofClassMember(cx, declaration, `this.${member}`);
  }
  const declaration = object.type === 'identifier' ? lookup(cx.names, text, object) : null;
  if (declaration === null || !goesOn(cx)) return at(`${cx.frame}${text}.${member}`);
  const bound = cx.bindings.get(declaration) ?? null;
  const writes = declaration.shape === 'pointer' ? (cx.names.writes.get(declaration.name) ?? []).filter((write) => write.member === member && lookup(cx.names, declaration.name, write.node) === declaration) : writesTo(cx.names, declaration, member);
  if (declaration.kind === 'parameter' && bound !== null && writes.length === 0) return locateMember({ ...bound.cx, depth: cx.depth + 1 }, bound.node.type === 'pointer_expression' ? (childIn(bound.node, 'argument') ?? bound.node) : bound.node, member);
  const own = `${idOf(cx, declaration)}.${member}`;
  if (declaration.shape !== 'plain' && writes.length === 0 && declaration.initial.kind === 'expression') {
    const { node } = declaration.initial;
    return locateMember(deeper(cx), node.type === 'pointer_expression' ? (childIn(node, 'argument') ?? node) : node, member);
  }
  const reaching = writes.some((write) => write.escapes) ? { kind: 'mixed' as const } : reachingWrite(cx.names, declaration, writes, object);
  if (reaching.kind === 'write') return reaching.write.operator === '=' && reaching.write.value !== null && reaching.write.member === member ? locate(cx, reaching.write.value) : allocates(cx, reaching.write) ? at(`${own}=${reaching.write.node.start}`) : at(own, { origins: new Set([own]) });
  if (reaching.kind === 'initial') {
    if (declaration.initial.kind === 'expression') return locateMember(deeper(cx), declaration.initial.node, member);
    const given = fieldNode(cx, declaration, member);
    return given === null ? at(own) : locate(cx, given);
  }
  const origins = new Set([own]);
  for (const write of writes) if (write.value !== null) namesIn(cx, write.value, (inner, each) => { for (const id of originsOf(inner, each)) origins.add(id); });
  return at(own, { origins });
}

/** `p[i]` of an array of pointers. */
function ofElement(cx: Evaluation, node: SyntaxNode): Located {
  const array = childIn(node, 'argument');
  const [index] = namedChildren(childIn(node, 'indices') ?? node);
  const text = textOf(cx.names.source, node).replace(/\s+/g, '');
  if (array === null || index === undefined) return at(`${cx.frame}${text}`);
  const value = cx.rules.evaluate(cx, index);
  const declaration = array.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, array), array) : null;
  const constant = constantOf(value);
  if (declaration?.isArray === true && typeof constant === 'bigint') return ofArrayElement(cx, declaration, node, `[${constant}]`, Number(constant));
  const base = locate(cx, array);
  const of = base.kind === 'at' ? base.root : `${cx.frame}${text}`;
  return at(`${of}[${value === null ? `${cx.frame}${text}` : printExpr(value)}]`, { element: { of, index: value } });
}

function ofArrayElement(cx: Evaluation, declaration: Declaration, node: SyntaxNode, member: string, k: number): Located {
  const writes = writesTo(cx.names, declaration, member).filter((write) => write.isInside);
  const own = `${idOf(cx, declaration)}${member}`;
  const reaching = reachingWrite(cx.names, declaration, writes, node);
  if (reaching.kind === 'write' && reaching.write.member === member && reaching.write.value !== null) return locate(cx, reaching.write.value);
  const given = declaration.initial.kind === 'arguments' ? declaration.initial.nodes[k] : undefined;
  return reaching.kind === 'initial' && given !== undefined ? locate(cx, given) : at(own, { element: { of: idOf(cx, declaration), index: cx.rules.evaluate(cx, namedChildren(childIn(node, 'indices') ?? node)[0] ?? node) } });
}

const pointerMethods = /^(?:data|Data|get|ptr|begin|raw|device_data|gpu_data|dev_ptr)$/;

function ofCall(cx: Evaluation, node: SyntaxNode, text: string): Located {
  const callee = childIn(node, 'function');
  const args = namedChildren(childIn(node, 'arguments') ?? node);
  const name = callee === null ? null : calleeName(callee);
  const spelled = name === null ? '' : textOf(cx.names.source, name);
  const [only, second] = args;
  if (/^(?:raw_pointer_cast|reinterpret_cast|static_cast|const_cast)$/.test(spelled) && only !== undefined && second === undefined) return locate(cx, only);
  const object = callee?.type === 'field_expression' ? childIn(callee, 'argument') : null;
  if (callee !== null && mayBeOwn(cx, node, callee, spelled)) {
    const made = called(cx, node, spelled, (inner, result) => (object === null ? locate(inner, result) : ofGetter(cx, object, result)), (_cx, _definition, value) => value);
    if (made !== null && made !== 'no such function') return made;
  }
  if (object !== null && args.length === 0) return pointerMethods.test(spelled) ? locate(cx, object) : at(`${locatedRoot(cx, object)}.${spelled}()`);
  const pointers = args.filter((arg) => isPointerType(hostTypeOf(cx.names, arg)));
  return pointers.reduce<Located>((one, arg) => ({ kind: 'either', when: null, first: one, second: locate(cx, arg) }), at(`${cx.frame}${text}`));
}

function locatedRoot(cx: Evaluation, object: SyntaxNode): string {
  const located = locate(cx, object);
  return located.kind === 'at' ? located.root : `${cx.frame}${textOf(cx.names.source, object)}`;
}

/** `return p;` in a method: the member p of the object that it is called on. */
function ofGetter(cx: Evaluation, object: SyntaxNode, result: SyntaxNode): Located | null {
  const bare = withoutCasts(result);
  const name = bare.type === 'field_expression' && childIn(bare, 'argument')?.type === 'this' ? childIn(bare, 'field') : bare.type === 'identifier' ? bare : null;
  const declaration = name === null ? null : lookup(cx.names, textOf(cx.names.source, name), result);
  return name !== null && (declaration === null || isMember(declaration)) ? locateMember(deeper(cx), object, textOf(cx.names.source, name)) : null;
}

/** The device variables (`__device__`, `__managed__`, `__constant__`) that a pointer may point into. */
export function deviceVariables(cx: Evaluation, located: Located): readonly string[] {
  if (located.kind === 'either') return [located.first, located.second].flatMap((one) => deviceVariables(cx, one));
  return [located.root, ...(located.origins ?? [])].flatMap((root) => {
    const name = /(\w+)(?: \d+)?(?:[=@?]\d*)?$/.exec(root)?.[1] ?? '';
    const isDevice = (cx.names.declarations.get(name) ?? []).some(({ statement, scope }) => scope === cx.names.root && /\b__(?:device|managed|constant)__\b/.test(textOf(cx.names.source, statement)));
    return isDevice ? [name] : [];
  });
}
