/**
 * What host code stores where a name leads to: every mention of a variable or field is followed outwards, through
 * dereferences, addresses, copies and the functions that it is handed to, until it is clear what is stored there.
 * Over-approximating: a mention that is not understood stores anything.
 *
 * Example: with `int *p[2]; cudaMalloc(&p[0], n); p[1] = x;`, one step behind `p` lie a fresh array and `x`.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration, HostNames } from './host-names.ts';
import { groupBy } from '../base/group.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { functionAround } from '../parse/parents.ts';
import { keepsAnywhere, spellingKeeps, typeKeeps } from './bound-references.ts';
import { calleeName, declaredName, parametersOf, shapeOf } from './declarator.ts';
import { evaluationWith, goesOn } from './evaluation.ts';
import { insideCall } from './host-call.ts';
import { typesMade } from './host-call-writes.ts';
import {
  copiesToFirst,
  copiesToSymbol,
  givesArgument,
  isNamedCast,
  keepsReference,
  mappedArgument,
  makesObject,
  refersToArgument,
  replacesFirst,
  setsFresh,
  setsNoPointer,
} from './library-calls.ts';
import { isKernelArgument } from './kernel-arguments.ts';
import { libraryCallee } from './library-callee.ts';
import { isReference, returnsReference } from './hidden-references.ts';
import { isMember, lookup } from './lookup.ts';
import { isChangedByOperator } from './own-operators.ts';
import { isScalar, mayIterate } from './pointer-values.ts';
import type { Swapped } from './swaps.ts';
import { isOfLibrary, mayTakeReference, ownFunctions, partedBy, trustedToAllocate } from './own-functions.ts';
import { maySwap, pointedTo, swappedBy } from './swaps.ts';

/**
 * `from`: what lies `level` steps behind the value of `node`; `swapped` for another place of the same kind. `fresh`:
 * allocated there.
 */
export type Effect =
  | Readonly<{
      kind: 'from';
      node: SyntaxNode;
      cx: Evaluation;
      level: number;
      swapped: boolean;
      index: SyntaxNode | null;
      object: SyntaxNode | null;
    }>
  | Readonly<{ kind: 'fresh'; id: string; cx: Evaluation; index: SyntaxNode | null; object: SyntaxNode | null }>
  | Readonly<{ kind: 'unknown' }>;

/**
 * `level`: how many steps behind the name the expression stands, -1 for its address; `aim`: the steps behind it that
 * are asked for; `isMoved`: by an offset.
 */
type Use = Readonly<{
  cx: Evaluation;
  node: SyntaxNode;
  level: number;
  aim: number;
  index: SyntaxNode | null;
  object: SyntaxNode | null;
  isMoved: boolean;
  depth: number;
  seen: Seen | null;
}>;
/** The mentions that a summary has come to, with their levels and aims. */
type Seen = Map<SyntaxNode, Set<string>>;

const unknown: readonly Effect[] = [{ kind: 'unknown' }];
const none: readonly Effect[] = [];
const maxDepth = 12;
/** Steps behind a name that a summary follows: more come of recursive functions only. */
const maxAim = 8;

/** What is stored `aim` steps behind the value of a mention, which is an lvalue expression. */
export function effectsOf(cx: Evaluation, node: SyntaxNode, aim: number): readonly Effect[] {
  return follow({
    cx,
    node,
    level: 0,
    aim,
    index: null,
    object: node.type === 'field_expression' ? childIn(node, 'argument') : null,
    isMoved: false,
    depth: 0,
    seen: null,
  });
}

/** Whether the mention leads there only by being read, which changes nothing there. */
const isHarmless = ({ level, aim }: Use): boolean => level >= aim;

function follow(use: Use): readonly Effect[] {
  const parent = use.cx.names.parents.get(use.node);
  if (parent === undefined || !goesOn(use.cx) || (use.seen === null ? use.depth > maxDepth : use.aim > maxAim))
    return unknown;
  if (use.seen !== null && !isNew(use, use.seen)) return none;
  if (use.level === use.aim && isChangedByOperator(use.cx.names, use.node)) return unknown;
  const on = (change: Partial<Use> = {}): readonly Effect[] => follow({ ...use, node: parent, ...change });
  switch (parent.type) {
    case 'parenthesized_expression':
    case 'cast_expression':
    case 'argument_list':
      return parent.type === 'argument_list' ? ofArgument(use, parent) : on();
    case 'pointer_expression':
      return on({ level: use.level + (parent.children[0]?.type === '&' ? -1 : 1) });
    case 'subscript_expression':
      if (use.node.field !== 'argument') return none;
      return on({
        level: use.level + 1,
        index:
          use.level + 1 === use.aim && !use.isMoved
            ? (namedChildren(childIn(parent, 'indices') ?? parent)[0] ?? null)
            : use.index,
      });
    case 'subscript_argument_list':
    case 'sizeof_expression':
    case 'delete_expression':
    case 'condition_clause':
    case 'unary_expression':
    case 'if_statement':
    case 'while_statement':
    case 'expression_statement':
    case 'for_statement':
    case 'template_argument_list':
    case 'decltype':
      return none;
    case 'field_expression':
      return ofField(use, parent);
    case 'assignment_expression':
      return ofAssignment(use, parent);
    // `*p++ = x` stores where p led before, or leads now
    case 'update_expression':
      return on({ isMoved: true });
    // `N::p`
    case 'qualified_identifier':
      return use.node.field === 'name' ? on() : none;
    case 'return_statement':
      return ofReturn(use, parent);
    case 'lambda_capture_initializer':
      // `[&r = x]`: another name, which the lambda may store to
      return parent.children.some(({ type }) => type === '&') ? unknown : isHarmless(use) ? none : unknown;
    case 'initializer_list':
      return isHarmless(use) ? ofMaking(use, parent) : isKernelArgument(use.cx.names, parent) ? none : unknown;
    case 'parameter_declaration':
      return isHarmless(use) ? ofMisread(use, parent) : unknown;
    case 'binary_expression':
      return /^[+-]$/.test(childIn(parent, 'operator')?.type ?? '')
        ? on({ isMoved: true })
        : isHarmless(use) || /^(?:[<>]=?|[=!]=|&&|\|\|)$/.test(childIn(parent, 'operator')?.type ?? '')
          ? none
          : unknown;
    case 'conditional_expression':
      return use.node.field === 'condition' ? none : on();
    case 'comma_expression':
      return use.node.field === 'right' ? on() : none;
    case 'init_declarator':
      return ofInitializer(use, parent);
    case 'for_range_loop':
      return use.node.field === 'right' ? ofLoop(use, parent) : none;
    case 'call_expression':
      return none;
    default:
      return isHarmless(use) ? none : unknown;
  }
}

function isNew({ node, level, aim }: Use, seen: Seen): boolean {
  const before = seen.get(node) ?? new Set<string>();
  seen.set(node, before);
  const key = `${level} ${aim}`;
  if (before.has(key)) return false;
  before.add(key);
  return true;
}

/** What was found before: by the declaration, or the name of the field, and the steps behind it. */
const summaries = memoized((_: HostNames) => new Map<Declaration | string, Map<number, readonly Effect[] | null>>());

/**
 * What is stored through a place, whichever calls lead there, where that is nothing or anything; null where it has to
 * be followed. Every mention is visited once, while following all ways to it takes time exponential in the functions
 * that hand it on.
 */
function summarised(
  use: Use,
  place: Declaration | string,
  aim: number,
  followAll: (use: Use) => readonly Effect[],
): readonly Effect[] | null {
  if (use.seen !== null) return null;
  const places = summaries(use.cx.names);
  const known = places.get(place) ?? new Map<number, readonly Effect[] | null>();
  places.set(place, known);
  const before = known.get(aim);
  if (before !== undefined) return before;
  const cx = evaluationWith(openEvaluation(use.cx), { spent: { steps: 0 }, depth: 0 });
  const effects = followAll({ ...use, cx, seen: new Map() });
  const found = effects.length === 0 ? none : effects.some(({ kind }) => kind === 'unknown') ? unknown : null;
  known.set(aim, found);
  return found;
}

const containerReads =
  /^(?:size|empty|clear|resize|reserve|front|back|at|data|get|begin|end|cbegin|cend|release|c_str|length|shrink_to_fit)$/;

/** `x.m` of the mention is another place; methods of containers lead to elements or store some. */
function ofField(use: Use, parent: SyntaxNode): readonly Effect[] {
  const { cx, level, aim } = use;
  if (use.node.field !== 'argument') return none;
  // a method, or a member, that a pointer to members says
  if (/\*$/.test(childIn(parent, 'operator')?.type ?? '')) return unknown;
  const call = cx.names.parents.get(parent);
  if (call?.type !== 'call_expression' || parent.field !== 'function') return none;
  const name = textOf(cx.names.source, childIn(parent, 'field') ?? parent);
  const args = namedChildren(childIn(call, 'arguments') ?? call);
  if (/^(?:push_back|emplace_back|push|assign|insert|emplace|fill|reset|resize)$/.test(name))
    return level + 1 === aim || level === aim ? storedIn(use, args) : isHarmless(use) ? none : unknown;
  if (/^(?:at|front|back)$/.test(name)) return follow({ ...use, node: call, level: level + 1, index: args[0] ?? null });
  if (/^(?:data|get|begin)$/.test(name)) return follow({ ...use, node: call });
  if (name === 'swap' && args[0] !== undefined) return level <= aim ? [from(use, args[0], aim - level)] : none;
  if (containerReads.test(name) || cx.names.functions.has(name)) return none;
  // a method that is not seen may keep in the object what it is given: `atomic.store(p)`
  return isHarmless(use) ? (level === aim ? storedIn(use, args) : none) : unknown;
}

/** What an object keeps of the arguments of a method, which other methods may give back: `s.push(p)`, `s.top()`. */
const storedIn = (use: Use, args: readonly SyntaxNode[]): readonly Effect[] =>
  args
    .filter((node) => !isScalar(use.cx, node))
    .flatMap((node) => (mayIterate(use.cx, node) ? [from(use, node, 0), from(use, node, 1)] : [from(use, node, 0)]));

const from = ({ cx, index, object }: Use, node: SyntaxNode, level: number, swapped = false): Effect => ({
  kind: 'from',
  node,
  cx,
  level,
  swapped,
  index,
  object,
});

function ofAssignment(use: Use, parent: SyntaxNode): readonly Effect[] {
  const { level, aim } = use;
  const [left, right] = [childIn(parent, 'left'), childIn(parent, 'right')];
  if (left === null || right === null) return unknown;
  // what is assigned is a place as well: `*(p += 2) = x`
  const on = isHarmless(use) && use.node !== left ? none : follow({ ...use, node: parent, isMoved: true });
  if (use.node === left)
    return level > aim || level < 0 || childIn(parent, 'operator')?.type !== '='
      ? on
      : [from(use, right, aim - level), ...on];
  return isHarmless(use) ? none : [...inCopy(use, left), ...on];
}

/** What a function returns may be stored through wherever it is called. */
function ofReturn(use: Use, statement: SyntaxNode): readonly Effect[] {
  const { names } = use.cx;
  const definition = functionAround(names.parents, statement);
  const isReference = definition !== null && returnsReference(names.source, definition);
  if (use.level > use.aim || (isHarmless(use) && !isReference && definition?.type === 'function_definition'))
    return none;
  const name = definition?.type === 'function_definition' ? declaredName(childIn(definition, 'declarator')) : null;
  // a lambda gives a reference only where it says so
  if (name === null) return isHarmless(use) && !isReference ? none : unknown;
  return callsNamed(names, textOf(names.source, name)).flatMap((call) =>
    follow({ ...use, cx: openEvaluation(use.cx), node: call, depth: use.depth + 1 }),
  );
}

/** The calls of any function of this name. */
function callsNamed(names: HostNames, name: string): readonly SyntaxNode[] {
  return (names.identifiers.get(name) ?? []).flatMap((node) => {
    let at = node;
    for (let parent = names.parents.get(at); parent !== undefined; parent = names.parents.get(at)) {
      if (parent.type === 'call_expression') return at.field === 'function' ? [parent] : [];
      if (
        !/^(?:template_function|template_method|qualified_identifier|field_expression|parenthesized_expression)$/.test(
          parent.type,
        )
      )
        return [];
      at = parent;
    }
    return [];
  });
}

/** The frame of code of which it is not said by which calls it was reached. */
const openFrame = '*';

/** Evaluation of code that is not on the way to the launch: parameters are what any caller gives. */
export const openEvaluation = (cx: Evaluation): Evaluation =>
  cx.frame === openFrame
    ? cx
    : evaluationWith(cx, { frame: openFrame, bindings: new Map(), caller: null, turns: new Map() });

/** The value is kept in another variable as well, through which more may be stored. */
function inCopy(use: Use, left: SyntaxNode): readonly Effect[] {
  const declaration = left.type === 'identifier' ? lookup(use.cx.names, textOf(use.cx.names.source, left), left) : null;
  if (declaration !== null) return inVariable(use, use.cx, declaration);
  const field = left.type === 'field_expression' ? childIn(left, 'field') : null;
  return field === null || use.level < 0 ? unknown : inField(use, textOf(use.cx.names.source, field));
}

/** What is stored through a field that holds the value of the mention, of whichever object. */
function inField(use: Use, field: string): readonly Effect[] {
  const aim = use.aim - use.level;
  const fields = (use.cx.names.identifiers.get(field) ?? []).flatMap((node) =>
    node.type === 'field_identifier' && node.field === 'field' ? (use.cx.names.parents.get(node) ?? []) : [],
  );
  const all = (from: Use): readonly Effect[] =>
    fields.flatMap((node) =>
      follow({
        ...from,
        cx: openEvaluation(from.cx),
        node,
        level: 0,
        aim,
        index: null,
        isMoved: true,
        depth: from.depth + 1,
      }),
    );
  return summarised(use, field, aim, all) ?? all(use);
}

function ofInitializer(use: Use, parent: SyntaxNode): readonly Effect[] {
  if (use.node.field !== 'value') return none;
  const declared = declaredName(childIn(parent, 'declarator'));
  const declaration = declared === null ? null : lookup(use.cx.names, textOf(use.cx.names.source, declared), declared);
  const isReference = declaration?.shape === 'reference';
  if (use.level > use.aim || (use.level === use.aim && !isReference)) return none;
  return declaration === null ? unknown : inVariable(use, use.cx, declaration);
}

/** `for (auto &x : v)`: x is an element. */
function ofLoop(use: Use, parent: SyntaxNode): readonly Effect[] {
  const declarator = childIn(parent, 'declarator');
  // `for (auto &[a, b] : v)`: names for parts of elements
  if (
    declarator?.type === 'reference_declarator' &&
    namedChildren(declarator).some(({ type }) => type === 'structured_binding_declarator')
  )
    return unknown;
  const declared = declaredName(declarator);
  const declaration = declared === null ? null : lookup(use.cx.names, textOf(use.cx.names.source, declared), declared);
  if (declaration?.shape !== 'reference' && use.level + 1 >= use.aim) return none;
  return declaration === null ? unknown : inVariable({ ...use, level: use.level + 1 }, use.cx, declaration);
}

/** What is stored through another variable that holds the value of the mention, or is a reference to it. */
function inVariable(use: Use, cx: Evaluation, declaration: Declaration): readonly Effect[] {
  const aim = use.aim - use.level;
  const all = (from: Use): readonly Effect[] =>
    mentionsOf(cx, declaration).flatMap((node) =>
      follow({ ...from, node, level: 0, aim, index: null, isMoved: true, depth: from.depth + 1 }),
    );
  return summarised(use, declaration, aim, all) ?? all({ ...use, cx });
}

/** Every place where the declared name is meant, but for its declaration. */
export const mentionsOf = ({ names }: Evaluation, declaration: Declaration): readonly SyntaxNode[] =>
  allMentionsOf(declaration, names);

const allMentionsOf = memoized((declaration: Declaration, names: HostNames): readonly SyntaxNode[] => {
  const nodes = names.identifiers.get(declaration.name);
  return nodes === undefined
    ? []
    : (meanings(nodes, names, declaration.name).get(declaration) ?? []).filter((node) => node !== declaration.node);
});

/** The places of a name by what is meant there: one walk for all declarations of a name that many functions declare. */
const meanings = memoized((nodes: readonly SyntaxNode[], names: HostNames, name: string) =>
  groupBy(
    nodes.filter(({ type }) => type === 'identifier' || type === 'type_identifier'),
    (node) => lookup(names, name, node),
  ),
);

type Mention = Readonly<{ node: SyntaxNode; frame: Evaluation }>;

/**
 * Every mention of a member by its name, of whichever object. Those in the function of the launch are read in its
 * frame.
 */
export function mentionsOfMember(cx: Evaluation, member: string): readonly Mention[] {
  const frame = openEvaluation(cx);
  return membersMeant(cx.names.identifiers.get(member) ?? [], cx.names, member).map((node) => ({ node, frame }));
}

/** Those of the mentions of a name that are of members. */
const membersMeant = memoized(
  (mentions: readonly SyntaxNode[], names: HostNames, member: string): readonly SyntaxNode[] =>
    mentions.flatMap((node): readonly SyntaxNode[] => {
      const parent = names.parents.get(node);
      // `x.B::p` as well
      const access = parent?.type === 'qualified_identifier' ? names.parents.get(parent) : parent;
      if (access?.type === 'field_expression' && parent !== access && parent?.field === 'field') return [access];
      if (node.type === 'field_identifier')
        return parent?.type === 'field_expression' && node.field === 'field' ? [parent] : [];
      const declaration = lookup(names, member, node);
      return declaration !== null && isMember(declaration) && declaration.node !== node ? [node] : [];
    }),
);

function ofArgument(use: Use, list: SyntaxNode): readonly Effect[] {
  const { cx, level, aim } = use;
  const call = cx.names.parents.get(list);
  if (call === undefined) return unknown;
  if (call.type !== 'call_expression') return isHarmless(use) ? ofMaking(use, list) : unknown;
  if (call.children.some((child) => child.type === 'kernel_call_syntax'))
    return isHarmless(use) || level + 1 > aim ? none : unknown;
  const args = namedChildren(list);
  const position = args.findIndex((arg) => arg === use.node);
  const name = libraryName(cx.names, call);
  const [first, second] = args;
  const swapped = swappedBy(cx.names, call);
  if (swapped !== null) return ofSwap(use, swapped, position);
  const own = ownFunctions(cx.names, call);
  const library = maySwap(cx.names, call);
  if (level === aim && keepsReference(name) && isKeptAsObject(cx.names, call)) return unknown;
  const given = givesArgument(name)
    ? follow({ ...use, node: call })
    : name === 'addressof'
      ? follow({ ...use, node: call, level: level - 1 })
      : null;
  if (level === aim && (makesOwn(cx.names, call, position) || makesKeeping(cx.names, call, name))) return unknown;
  if (own.length > 0)
    return [
      ...(given ?? none),
      ...(library === null ? none : ofSwap(use, library, position)),
      ...own.flatMap((definition) => inCallee(use, call, definition, position)),
    ];
  if (level === aim && mayTakeReference(cx.names, call, position)) return unknown;
  if (given !== null) return given;
  // `was = std::exchange(p, q)`: p is q from there on
  if (replacesFirst(name) && position === 0 && second !== undefined && level <= aim)
    return [from(use, second, aim - level)];
  // `std::tie(x, y) = f()`, `std::get<0>(p) = q`
  if (refersToArgument(name)) return follow({ ...use, node: call });
  if (isHarmless(use)) return none;
  if (level + 1 === aim && position === 0 && setsFresh(name))
    return [{ kind: 'fresh', id: `alloc ${call.start}`, cx, index: use.index, object: use.object }];
  const trusted =
    level + 1 === aim &&
    args.filter((arg) => pointedTo(arg) !== null).length === 1 &&
    args.some((arg) => arg === use.node && pointedTo(arg) !== null)
      ? trustedToAllocate(cx.names, call)
      : null;
  if (trusted !== null)
    return [
      { kind: 'fresh', id: `alloc ${call.start} by ${trusted}`, cx, index: use.index, object: use.object },
      ...partedBy(cx, args).map((arg) => from(use, arg, 0)),
    ];
  const source = args[mappedArgument(name) ?? -1];
  if (level + 1 === aim && position === 0 && source !== undefined) return [from(use, source, 0)];
  if (copiesToFirst(name) && first !== undefined && second !== undefined)
    return position === 0 ? [from(use, second, aim - level)] : none;
  return setsNoPointer(name) || (copiesToSymbol(name) && position > 0) ? none : unknown;
}

/** Whether what a call returns is kept, and not assigned to at once, as in `std::tie(x, y) = f()`. */
function isKeptAsObject(names: HostNames, call: SyntaxNode): boolean {
  const parent = names.parents.get(call);
  return !(parent?.type === 'assignment_expression' && call.field === 'left');
}

/** What is given to an object that is made: `W w(x)`, `W{x}`, `new W(x)`. It may keep a reference to it. */
function ofMaking(use: Use, list: SyntaxNode): readonly Effect[] {
  const { names } = use.cx;
  const made = names.parents.get(list);
  const around = made?.type === 'init_declarator' ? names.parents.get(made) : made;
  if (
    use.level !== use.aim ||
    around === undefined ||
    !/^(?:declaration|compound_literal_expression|new_expression)$/.test(around.type)
  )
    return none;
  if (made?.type === 'init_declarator' && shapeOf(childIn(made, 'declarator')) !== 'plain') return none;
  return isKept(use, childIn(around, 'type'), namedChildren(list).indexOf(use.node)) ? unknown : none;
}

/** `W w(x);`, which reads like a prototype. */
function ofMisread(use: Use, parameter: SyntaxNode): readonly Effect[] {
  const { names } = use.cx;
  let at: SyntaxNode | undefined = parameter;
  while (at !== undefined && at.type !== 'declaration') at = names.parents.get(at);
  const list = names.parents.get(parameter);
  // of `T t(f(x))`, what a function does with it
  if (
    use.level === use.aim &&
    at !== undefined &&
    list !== undefined &&
    names.parents.get(list)?.type === 'abstract_function_declarator'
  )
    return unknown;
  return use.level === use.aim &&
    at !== undefined &&
    list !== undefined &&
    isKept(use, childIn(at, 'type'), namedChildren(list).indexOf(parameter))
    ? unknown
    : none;
}

/** Whether `W(x)` makes an object of a class of the text that may keep its argument. */
function makesOwn(names: HostNames, call: SyntaxNode, position: number): boolean {
  const name = calleeName(childIn(call, 'function'));
  const spelled = name === null ? '' : textOf(names.source, name);
  return names.types.structs.has(spelled) && spellingKeeps(names, spelled, position);
}

/**
 * Whether a call of a library makes an object of a class that may keep or change its argument:
 * `std::make_unique<W>(x)`, `v.emplace_back(x)`, `std::tuple<int *&>(x)`.
 */
function makesKeeping(names: HostNames, call: SyntaxNode, library: string): boolean {
  const name = calleeName(childIn(call, 'function'));
  if (
    (makesObject(library) || (name !== null && makesObject(textOf(names.source, name)))) &&
    typesMade(names, call).some((type) => keepsAnywhere(names, type))
  )
    return true;
  const callee = childIn(call, 'function');
  const spelled = textOf(names.source, callee ?? call);
  const list = spelled.indexOf('<');
  return isOfLibrary(names, callee) && list >= 0 && spelled.endsWith('>') && spelled.includes('&', list);
}

const isKept = ({ cx }: Use, type: SyntaxNode | null, position: number): boolean =>
  type !== null && typeKeeps(cx.names, type, position);

/** The name of the library's function that a call means, or of the cast; '' for others. */
function libraryName(names: HostNames, call: SyntaxNode): string {
  const callee = calleeName(childIn(call, 'function'));
  const name = callee === null ? '' : textOf(names.source, callee);
  return isNamedCast(name) ? name : (libraryCallee(names, call) ?? '');
}

/** What changes places with the mention, which stands in the call at a position, perhaps with a `&`. */
function ofSwap(use: Use, swapped: Swapped, position: number): readonly Effect[] {
  const { aim } = use;
  const [mine, other] = position === 0 ? swapped : [swapped[1], swapped[0]];
  const level = mine === use.node ? use.level : use.level + 1;
  return level > aim ? none : [from(use, other, aim - level, level === aim)];
}

/** What a function of the file stores through a parameter. */
function inCallee(use: Use, call: SyntaxNode, definition: SyntaxNode, position: number): readonly Effect[] {
  const { cx, level, aim } = use;
  const parameter = parametersOf(definition)[position];
  const name = parameter === undefined ? null : declaredName(childIn(parameter, 'declarator'));
  if (level > aim || (level === aim && parameter !== undefined && !isReference(cx.names.source, parameter)))
    return none;
  const declaration = name === null ? null : lookup(cx.names, textOf(cx.names.source, name), name);
  if (declaration === null) return isHarmless(use) ? none : unknown;
  if (use.seen !== null) return inVariable(use, cx, declaration);
  const inner = insideCall(cx, definition, call);
  return inVariable(use, inner, declaration).map((effect) =>
    effect.kind === 'unknown' ? effect : { ...effect, object: use.object },
  );
}
