/**
 * Which array a pointer of host code points into: followed through copies, casts, sums, members, parameters and small
 * functions to the value that it certainly is; else, all that it may come from (pointer-origins.ts).
 * Over-approximating: what may be one array is said.
 *
 * Example: after `cudaMalloc(&d, n); int *e = d + 4;`, d and e have one root, e with an offset.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Binding, Evaluation } from './evaluation.ts';
import type { Declaration, Write } from './host-names.ts';
import type { Offset } from './offsets.ts';
import type { Origins } from './origins.ts';
import { printExpr } from '../base/expr-print.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, declaredName, withoutCasts } from './declarator.ts';
import { isOnDevice } from './device-variables.ts';
import { deeper, evaluationWith, goesOn } from './evaluation.ts';
import { called, mayBeOwn } from './host-call.ts';
import { classTypeOf, hostTypeOf } from './host-type.ts';
import { constantOf, hostType, sizeOfType } from './host-value.ts';
import { fieldGiven, fieldOfList, isPlainlyCopied } from './host-struct.ts';
import { libraryCallee } from './library-callee.ts';
import { isPointerCast, mapsHostMemory, replacesFirst, setsFresh } from './library-calls.ts';
import { nowhere, onlyFrom, originOfAllocation, originOfVariable, outlivesCalls } from './origins.ts';
import { convertedMember } from './member-initializers.ts';
import { isConverted, isCopy } from './object-names.ts';
import { originsOf } from './pointer-origins.ts';
import { isMember, lookup, mayWrite } from './lookup.ts';
import { isInUnion } from './member-stores.ts';
import { isNone, offsetOf, start, sum } from './offsets.ts';
import { reachingWrite, writesTo } from './reaching.ts';
import { structNamed } from './type-index.ts';
import { swappedBy } from './swaps.ts';

/** What a variable holds at the launch, or at the call that leads there. */
type Current = Readonly<{ declaration: Declaration; anchor: SyntaxNode; cx: Evaluation }>;

/** One of several places of a kind: an element of an array, or a member of an object. */
type Element = Readonly<{ of: string; index: Expr | null; object: (() => Origins) | null }>;

/**
 * `at`: into what `root` names, `offset` behind its start (null: somewhere); `device`: the array of the file that the
 * root is, if it is one;
 * `origins`: where it may come from. `either`: one of two, by a condition (its text; null where that may differ each
 * time).
 */
export type Located =
  | Readonly<{
      kind: 'at';
      root: string;
      offset: Offset | null;
      device: string | null;
      origins: () => Origins;
      element: Element | null;
      variable: Current | null;
    }>
  | Readonly<{ kind: 'either'; when: string | null; first: Located; second: Located }>;

export const at = (
  root: string,
  origins: () => Origins,
  more: Partial<Pick<Extract<Located, { kind: 'at' }>, 'element' | 'variable' | 'device'>> = {},
): Located => ({ kind: 'at', root, offset: start, device: null, origins, element: null, variable: null, ...more });

/** `by` further on; null: somewhere else in the same array. */
function moved(located: Located, by: Offset | null): Located {
  if (located.kind === 'at')
    return { ...located, offset: located.offset === null || by === null ? null : sum(located.offset, by) };
  return { ...located, first: moved(located.first, by), second: moved(located.second, by) };
}

/**
 * As many bytes as `index` of what the pointer or array points to takes, or as it is where the address is a number;
 * null: not known.
 */
function elements(cx: Evaluation, pointer: SyntaxNode, index: SyntaxNode, sign: 1n | -1n): Offset | null {
  const value = cx.rules.evaluate(cx, index);
  if (constantOf(value) === 0n) return start;
  const own = hostTypeOf(cx.names, pointer);
  const type = own?.endsWith('*') === true ? own.slice(0, -1).trimEnd() : (own ?? '');
  const bytes = !isPointerType(own)
    ? hostType(type)?.kind === 'int'
      ? 1
      : null
    : (sizeOfType(type) ?? (/^void$/.test(type.trim()) ? 1 : null));
  return value === null || bytes === null ? null : offsetOf(value, sign * BigInt(bytes));
}

const squeezed = (cx: Evaluation, node: SyntaxNode): string => textOf(cx.names.source, node).replace(/\s+/g, '');

/** A value that is not followed: one and the same wherever the launch spells it alike, else one of its own. */
function leaf(
  cx: Evaluation,
  node: SyntaxNode,
  more: Readonly<{ element?: Element; variable?: Declaration | null; path?: readonly string[]; root?: string }> = {},
): Located {
  const { path = [], root = squeezed(cx, node), element = null, variable = null } = more;
  const isCall = node.type === 'call_expression' || node.type === 'new_expression';
  const inLaunch = cx.anchor.start <= node.start && node.end <= cx.anchor.end && !isCall;
  let found: Origins | null = null;
  const origins = (): Origins => (found ??= goesOn(cx) ? originsOf(cx, node, path) : nowhere);
  return at(`${cx.frame}${[root, ...path].join('.')}${inLaunch ? '@' : `?${node.start}`}`, origins, {
    element,
    variable: variable === null || !inLaunch ? null : { declaration: variable, anchor: cx.anchor, cx },
  });
}

/** Where a pointer expression points. */
export function locate(from: Evaluation, written: SyntaxNode): Located {
  const cx = deeper(from);
  const node = withoutCasts(written);
  if (!goesOn(cx)) return leaf(cx, node);
  switch (node.type) {
    case 'identifier':
      return ofName(cx, node);
    case 'binary_expression':
      return ofSum(cx, node);
    case 'conditional_expression':
      return ofChoice(cx, node, (chosen) => locate(cx, chosen));
    case 'assignment_expression':
    case 'comma_expression': {
      const right =
        node.type === 'comma_expression' || childIn(node, 'operator')?.type === '=' ? childIn(node, 'right') : null;
      return right === null ? leaf(cx, node) : locate(cx, right);
    }
    case 'pointer_expression':
      return ofPointer(cx, node);
    case 'field_expression': {
      const [object, field] = [childIn(node, 'argument'), childIn(node, 'field')];
      // of `x.B::n`, which class it is of, is not followed
      if (object === null || field?.type !== 'field_identifier') return leaf(cx, node);
      // an array is no pointer of its own: it stands in the object, at an offset that is not followed
      const isPart =
        childIn(node, 'operator')?.type === '->' && isArrayMember(cx, object, textOf(cx.names.source, field));
      return isPart ? moved(locate(cx, object), null) : locateMember(cx, object, [textOf(cx.names.source, field)]);
    }
    case 'subscript_expression':
      return ofElement(cx, node);
    case 'call_expression':
      return ofCall(cx, node);
    default:
      return leaf(cx, node);
  }
}

/** Whether a member of what a pointer points to is an array. */
function isArrayMember({ names }: Evaluation, pointer: SyntaxNode, member: string): boolean {
  const type = classTypeOf(names, pointer);
  const struct = type?.endsWith(' *') === true ? structNamed(names.types, type.slice(0, -2)) : null;
  return struct?.members.get(member)?.declarator.type === 'array_declarator';
}

/**
 * Where a variable's pointer points when `place` is reached, which may come after the name: `args[] = { &p }` is read
 * at the launch.
 */
export function locateAt(from: Evaluation, node: SyntaxNode, place: SyntaxNode): Located {
  const cx = deeper(from);
  const declaration = lookup(cx.names, textOf(cx.names.source, node), node);
  if (declaration === null || isMember(declaration)) return locate(from, node);
  return ofDeclaration(cx, declaration, node, place);
}

function ofChoice(cx: Evaluation, node: SyntaxNode, of: (chosen: SyntaxNode) => Located): Located {
  const [when, a, b] = [childIn(node, 'condition'), childIn(node, 'consequence'), childIn(node, 'alternative')];
  if (a === null || b === null || when === null) return leaf(cx, node);
  const condition = cx.rules.evaluate(cx, when);
  return { kind: 'either', when: condition === null ? null : printExpr(condition), first: of(a), second: of(b) };
}

const isPointerType = (type: string | null): boolean => type !== null && type.endsWith('*');

function ofSum(cx: Evaluation, node: SyntaxNode): Located {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const operator = childIn(node, 'operator')?.type ?? '';
  if (left === null || right === null || !/^[+-]$/.test(operator)) return leaf(cx, node);
  const [first, second] = [hostTypeOf(cx.names, left), hostTypeOf(cx.names, right)];
  const base = operator === '+' && !isPointerType(first) && isPointerType(second) ? right : left;
  // an address that is reckoned with as a number
  if (base === left && first !== null && hostType(first) !== null) return leaf(cx, node);
  const located = locate(cx, base);
  return moved(located, elements(cx, base, base === left ? right : left, operator === '-' ? -1n : 1n));
}

function ofPointer(cx: Evaluation, node: SyntaxNode): Located {
  const argument = childIn(node, 'argument');
  if (argument === null || node.children[0]?.type !== '&') return leaf(cx, node);
  const bare = withoutCasts(argument);
  const inner = childIn(bare, 'argument');
  if (inner !== null && bare.type === 'pointer_expression' && bare.children[0]?.type === '*') return locate(cx, inner);
  const [index] = namedChildren(childIn(bare, 'indices') ?? bare);
  if (inner === null || bare.type !== 'subscript_expression' || index === undefined)
    return moved(leaf(cx, node, { root: rootName(cx, bare) }), null);
  return moved(locate(cx, inner), elements(cx, inner, index, 1n));
}

/** The outermost name of `s.a.b`. */
function rootName(cx: Evaluation, node: SyntaxNode): string {
  const object = node.type === 'field_expression' ? childIn(node, 'argument') : null;
  return object === null ? squeezed(cx, node) : rootName(cx, object);
}

/** A variable: what was copied into it, else itself. */
function ofName(cx: Evaluation, node: SyntaxNode): Located {
  const name = textOf(cx.names.source, node);
  const declaration = lookup(cx.names, name, node);
  if (declaration === null) return leaf(cx, node);
  return isMember(declaration) ? ofClassMember(cx, declaration, node, []) : ofDeclaration(cx, declaration, node, node);
}

/** A member of the class around: set by any method. */
function ofClassMember(cx: Evaluation, declaration: Declaration, node: SyntaxNode, path: readonly string[]): Located {
  const own = isPlainName(node) && path.length === 0 ? `this.${declaration.name}` : squeezed(cx, node);
  return leaf(cx, node, {
    root: own,
    path,
    element: { of: `.${declaration.name}`, index: null, object: null },
    variable: path.length === 0 || node.type === 'this' ? declaration : null,
  });
}

const isPlainName = (node: SyntaxNode): boolean => node.type === 'identifier';

function ofDeclaration(cx: Evaluation, declaration: Declaration, node: SyntaxNode, place: SyntaxNode): Located {
  const located = valueOfDeclaration(cx, declaration, node, place);
  const inLaunch = cx.anchor.start <= node.start && node.end <= cx.anchor.end;
  // a parameter that is never set is what the caller's variable was at the call
  const isGiven =
    located.kind === 'at' &&
    located.variable !== null &&
    declaration.kind === 'parameter' &&
    writesTo(cx.names, declaration, null).length === 0;
  return inLaunch && located.kind === 'at' && !isGiven
    ? { ...located, variable: { declaration, anchor: cx.anchor, cx } }
    : located;
}

function valueOfDeclaration(cx: Evaluation, declaration: Declaration, node: SyntaxNode, place: SyntaxNode): Located {
  const own = (): Located =>
    at(
      originOfVariable(cx, declaration),
      () => onlyFrom(originOfVariable(cx, declaration)),
      isOnDevice(cx.names, declaration) ? { device: declaration.name } : {},
    );
  if (!goesOn(cx)) return leaf(cx, node);
  if (declaration.isArray && isOnDevice(cx.names, declaration)) return own();
  if (declaration.isArray && !outlivesCalls(cx, declaration)) return own();
  const open = (): Located => leaf(cx, node, { variable: declaration });
  const bound = cx.bindings.get(declaration) ?? null;
  const writes = writesTo(cx.names, declaration, null);
  if (declaration.kind === 'parameter') {
    if (bound === null) return atWrite(cx, declaration, writes, node, place) ?? open();
    if (writes.length === 0) return locate({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
  }
  if (declaration.kind === 'other' || outlivesCalls(cx, declaration) || declaration.shape === 'reference')
    return open();
  return atWrite(cx, declaration, writes, node, place) ?? open();
}

/** What a variable certainly holds at a place; null where that is not certain. */
function atWrite(
  cx: Evaluation,
  declaration: Declaration,
  writes: readonly Write[],
  node: SyntaxNode,
  place: SyntaxNode,
): Located | null {
  if (writes.some((write) => write.escapes) || declaration.shape === 'reference' || outlivesCalls(cx, declaration))
    return null;
  const reaching = reachingWrite(cx.names, declaration, writes, place);
  if (reaching.kind === 'mixed') return null;
  if (reaching.kind === 'write') return ofWrite(cx, declaration, reaching.write, node);
  const bound = cx.bindings.get(declaration) ?? null;
  if (declaration.kind === 'parameter')
    return bound === null ? asGiven(cx, declaration, node) : locate({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
  return declaration.initial.kind === 'expression' ? locate(cx, declaration.initial.node) : null;
}

/** What a parameter is given by a call that is not known: one value wherever it is not changed. */
function asGiven(cx: Evaluation, declaration: Declaration, node: SyntaxNode): Located | null {
  const open = leaf(cx, node, { variable: declaration });
  return declaration.scope.type === 'function_definition' && open.kind === 'at'
    ? { ...open, root: originOfVariable(cx, declaration) }
    : null;
}

/**
 * What a write leaves in a pointer: a copy, the same pointer moved on, what a swap brings, or something new; null: not
 * certain.
 */
function ofWrite(cx: Evaluation, declaration: Declaration, write: Write, node: SyntaxNode): Located | null {
  if (write.operator === '=' && write.value !== null && !write.isInside) return locate(cx, write.value);
  const isStep = write.node.type === 'update_expression' || (write.value !== null && /^[+-]=$/.test(write.operator));
  if (isStep) return moved(ofDeclaration(deeper(cx), declaration, node, write.node), stepOf(cx, write));
  const source = copiedBy(cx, write, declaration.name);
  if (source !== null) return locate(cx, source);
  const call = callAround(cx, write);
  return call !== null && isAllocation(cx, call)
    ? at(`new ${originOfAllocation(cx, call)}`, () => onlyFrom(originOfAllocation(cx, call)))
    : null;
}

/** How far `p += n` or `++p` moves a pointer. */
function stepOf(cx: Evaluation, write: Write): Offset | null {
  const [left, right] = [childIn(write.node, 'left'), childIn(write.node, 'right')];
  return left === null || right === null || left.type !== 'identifier'
    ? null
    : elements(cx, left, right, write.operator === '-=' ? -1n : 1n);
}

/** The call that a write is part of. */
function callAround(cx: Evaluation, write: Write): SyntaxNode | null {
  let call: SyntaxNode | undefined = write.node;
  while (call !== undefined && call.type !== 'call_expression' && /expression$|argument_list$/.test(call.type))
    call = cx.names.parents.get(call);
  return call?.type === 'call_expression' ? call : null;
}

/** Whether a call sets a pointer to memory of its own. */
export function isAllocation(cx: Evaluation, call: SyntaxNode): boolean {
  return setsFresh(libraryCallee(cx.names, call) ?? '');
}

/**
 * The other variable of `swap(a, b)`, and what `cudaHostGetDevicePointer(&a, b, 0)`, `cudaGetSymbolAddress(&a, b)` and
 * `memcpy(&a, &b, …)` read.
 */
function copiedBy(cx: Evaluation, write: Write, name: string): SyntaxNode | null {
  const call = callAround(cx, write);
  if (call === null) return null;
  const library = libraryCallee(cx.names, call) ?? '';
  const swapped = swappedBy(cx.names, call);
  if (swapped !== null)
    return textOf(cx.names.source, swapped[0]) === name
      ? swapped[1]
      : textOf(cx.names.source, swapped[1]) === name
        ? swapped[0]
        : null;
  const [first, second] = namedChildren(childIn(call, 'arguments') ?? call);
  if (first === undefined || second === undefined) return null;
  if (replacesFirst(library) && textOf(cx.names.source, first) === name) return second;
  if (library === 'memcpy' && second.type === 'pointer_expression') return childIn(second, 'argument');
  return mapsHostMemory(library) ? second : null;
}

/** `object.path` or `object->path`, where the object is an expression. `formal`: the class of a braced list. */
export function locateMember(
  from: Evaluation,
  written: SyntaxNode,
  path: readonly string[],
  formal: string | null = null,
): Located {
  const cx = deeper(from);
  const object = withoutCasts(written);
  const [member = '', ...rest] = path;
  const last = path.at(-1) ?? '';
  const open = (): Located =>
    leaf(cx, object, {
      path,
      element: { of: `.${last}`, index: null, object: () => originsOf(cx, object, path.slice(0, -1), 'object') },
    });
  // what is stored in another member of a union may lie there
  if (!goesOn(cx) || path.some((name) => isInUnion(cx, name))) return open();
  switch (object.type) {
    case 'this': {
      const declaration = (cx.names.declarations.get(member) ?? []).find(isMember);
      return rest.length > 0 || declaration === undefined
        ? open()
        : leaf(cx, object, {
            root: 'this',
            path,
            element: { of: `.${last}`, index: null, object: null },
            variable: declaration,
          });
    }
    case 'identifier':
      return ofVariableMember(cx, object, path) ?? open();
    case 'conditional_expression':
      return ofChoice(cx, object, (chosen) => locateMember(cx, chosen, path));
    case 'field_expression': {
      const [outer, field] = [childIn(object, 'argument'), childIn(object, 'field')];
      return outer === null || field?.type !== 'field_identifier'
        ? open()
        : locateMember(cx, outer, [textOf(cx.names.source, field), ...path]);
    }
    case 'compound_literal_expression':
    case 'initializer_list':
    case 'call_expression': {
      const value = fieldGiven(cx, object, member, formal);
      return value === null ? open() : memberOf(cx, value, rest);
    }
    default:
      return open();
  }
}

const memberOf = (cx: Evaluation, value: SyntaxNode, path: readonly string[]): Located =>
  path.length === 0 ? locate(cx, value) : locateMember(cx, value, path);

/** A member of a variable where it is certain what that was given; null elsewhere. */
function ofVariableMember(cx: Evaluation, object: SyntaxNode, path: readonly string[]): Located | null {
  const name = textOf(cx.names.source, object);
  const declaration = lookup(cx.names, name, object);
  if (declaration === null || isMember(declaration) || declaration.kind === 'other' || outlivesCalls(cx, declaration))
    return null;
  const bound = cx.bindings.get(declaration) ?? null;
  const writes = writesToPath(cx, declaration, path);
  // a function of the file says what a copy holds
  const isCopiedByOwn =
    declaration.shape === 'plain' && !isPlainlyCopied(cx.names, classTypeOf(cx.names, declaration.node));
  if (
    isCopiedByOwn &&
    (declaration.kind === 'parameter' ||
      writes.length > 0 ||
      (declaration.initial.kind === 'expression' && isCopy(cx, declaration, declaration.initial.node)))
  )
    return null;
  if (declaration.kind === 'parameter' && bound !== null && writes.length === 0)
    return isConverted(cx, declaration, bound.node)
      ? ofConverted(cx, declaration, bound, path)
      : locateMember({ ...bound.cx, depth: cx.depth + 1 }, withoutAddress(bound.node), path);
  if (declaration.shape !== 'plain' || writes.some((write) => write.escapes)) return null;
  const reaching = reachingWrite(cx.names, declaration, writes, object);
  if (reaching.kind === 'write') {
    const { write } = reaching;
    const left = childIn(write.node, 'left');
    const isWhole = write.member === null && !write.isInside;
    if (write.operator !== '=' || write.value === null || left === null) return null;
    return isWhole
      ? locateMember(cx, write.value, path)
      : squeezed(cx, left) === [name, ...path].join('.')
        ? locate(cx, write.value)
        : null;
  }
  if (reaching.kind === 'mixed' || declaration.kind !== 'variable') return null;
  if (declaration.initial.kind === 'expression') return locateMember(cx, declaration.initial.node, path);
  const [member = '', ...rest] = path;
  const given =
    declaration.initial.kind === 'arguments'
      ? fieldOfList(cx, declaration.typeText, declaration.initial.nodes, member)
      : null;
  return given === null ? null : memberOf(cx, given, rest);
}

/**
 * A member of a parameter that a constructor of its class makes of what the call gives; null where that is not certain.
 */
function ofConverted(
  cx: Evaluation,
  declaration: Declaration,
  given: NonNullable<Binding>,
  path: readonly string[],
): Located | null {
  const { names } = cx;
  const [own, from] = [classTypeOf(names, declaration.node), classTypeOf(names, withoutCasts(given.node))];
  const struct = own === null ? null : structNamed(names.types, own);
  const [member = '', ...rest] = path;
  const made =
    struct === null || struct === undefined || from === null ? null : convertedMember(names, struct, from, member);
  const node = made === null ? null : declaredName(childIn(made.parameter, 'declarator'));
  const parameter = node === null ? null : lookup(names, textOf(names.source, node), node);
  if (made === null || parameter === null) return null;
  const inner = evaluationWith(cx, {
    bindings: new Map([[parameter, given]]),
    frame: `${cx.frame}${made.parameter.start}/`,
    anchor: made.value,
    depth: cx.depth + 1,
    turns: new Map(),
  });
  return memberOf(inner, made.value, rest);
}

const withoutAddress = (node: SyntaxNode): SyntaxNode =>
  node.type === 'pointer_expression' && node.children[0]?.type === '&' ? (childIn(node, 'argument') ?? node) : node;

/** The writes that may change `variable.path`: those to it, to what is around it or in it. */
function writesToPath(cx: Evaluation, declaration: Declaration, path: readonly string[]): readonly Write[] {
  const own = `${declaration.name}.${path.join('.')}.`;
  const all =
    declaration.shape === 'pointer'
      ? (cx.names.writes.get(declaration.name) ?? []).filter((write) => mayWrite(cx.names, declaration, write))
      : writesTo(cx.names, declaration, path[0] ?? null);
  return all.filter((write) => {
    const left = childIn(write.node, 'left');
    const text = left === null ? '' : `${squeezed(cx, left)}.`;
    return !/^[\w.]+$/.test(text) || own.startsWith(text) || text.startsWith(own);
  });
}

/** `p[i]` of an array of pointers. */
function ofElement(cx: Evaluation, node: SyntaxNode): Located {
  const array = childIn(node, 'argument');
  const [index] = namedChildren(childIn(node, 'indices') ?? node);
  if (array === null || index === undefined) return leaf(cx, node);
  const value = cx.rules.evaluate(cx, index);
  const base = locate(cx, array);
  if (base.kind !== 'at' || base.offset === null || !isNone(base.offset)) return leaf(cx, node);
  const root = value === null ? {} : { root: `${base.root}[${printExpr(value)}]` };
  return leaf(cx, node, { ...root, element: { of: base.root, index: value, object: null } });
}

const pointerMethods = /^(?:data|Data|get|ptr|begin|raw|device_data|gpu_data|dev_ptr)$/;

function ofCall(cx: Evaluation, node: SyntaxNode): Located {
  const callee = childIn(node, 'function');
  const args = namedChildren(childIn(node, 'arguments') ?? node);
  const name = callee === null ? null : calleeName(callee);
  const spelled = name === null ? '' : textOf(cx.names.source, name);
  const [only, second] = args;
  if (isPointerCast(spelled) && only !== undefined && second === undefined) return locate(cx, only);
  // what the variable has been until then
  if (only?.type === 'identifier' && replacesFirst(libraryCallee(cx.names, node) ?? '')) return locate(cx, only);
  const object = callee?.type === 'field_expression' ? childIn(callee, 'argument') : null;
  if (callee !== null && mayBeOwn(cx, node, callee, spelled)) {
    const made = called(
      cx,
      node,
      spelled,
      (inner, result) => (object === null ? locate(inner, result) : ofGetter(cx, object, result)),
      (_cx, _definition, value) => value,
    );
    if (made !== null && made !== 'no such function') return made;
  }
  return object !== null && args.length === 0 && pointerMethods.test(spelled) && !cx.names.functions.has(spelled)
    ? locate(cx, object)
    : leaf(cx, node);
}

/** `return p;` in a method: the member p of the object that it is called on. */
function ofGetter(cx: Evaluation, object: SyntaxNode, result: SyntaxNode): Located | null {
  const bare = withoutCasts(result);
  const name =
    bare.type === 'field_expression' && childIn(bare, 'argument')?.type === 'this'
      ? childIn(bare, 'field')
      : bare.type === 'identifier'
        ? bare
        : null;
  const declaration = name === null ? null : lookup(cx.names, textOf(cx.names.source, name), result);
  return name !== null && (declaration === null || isMember(declaration))
    ? locateMember(deeper(cx), object, [textOf(cx.names.source, name)])
    : null;
}
