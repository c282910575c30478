/**
 * Where the pointers of host code may come from, over every run of the program: the allocations, and the variables
 * whose first value is not said. Two pointers without a common origin are apart. Over-approximating, and blind to
 * order: every store of the file counts.
 *
 * Origins are `kind place|frame`; the frame tells one call from another, `*` is any (pointer-uses.ts).
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration, HostNames } from './host-names.ts';
import type { Origins } from './origins.ts';
import type { Effect } from './pointer-uses.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { givenTo } from './callers.ts';
import { constructionsOf, enumerationsOf, listsOf } from './constructions.ts';
import { calleeName, declaredName, parametersOf, withoutCasts, returnsOf } from './declarator.ts';
import { deeper, evaluationWith, goesOn } from './evaluation.ts';
import { insideCall } from './host-call.ts';
import { libraryCallee } from './library-callee.ts';
import { hostTypeOf } from './host-type.ts';
import { isNamedCast, pointsIntoArgument, returnsFresh } from './library-calls.ts';
import {
  givenOutside,
  hasOtherNames,
  isObjectForPointer,
  isOfCopied,
  isOfParameter,
  mayInitialize,
} from './member-stores.ts';
import {
  areFromOutside,
  isOfFrame,
  mayMeet,
  onlyFrom,
  originOfAllocation,
  originOfVariable,
  outlivesCalls,
} from './origins.ts';
import {
  constantIndex,
  hasOwnIndices,
  isConstructor,
  isCopy,
  isExtern,
  isOfAnotherClass,
  isReachedByOwn,
  isStorage,
} from './object-names.ts';
import { handedToUnseen, mayHold } from './opaque-calls.ts';
import { effectsOf, mentionsOf, mentionsOfMember, openEvaluation } from './pointer-uses.ts';
import {
  certainValue,
  holdsPointer,
  isLiteral,
  isNumber,
  isObject,
  isOfOther,
  isScalar,
  isUnseenObject,
  mayBeOwnOperator,
  mayIterate,
} from './pointer-values.ts';
import { isMember, lookup } from './lookup.ts';
import { partedBy, trustedToAllocate } from './own-functions.ts';
import type { Search } from './pointer-search.ts';
import { addOwn, anything, startSearch } from './pointer-search.ts';

const maxSteps = 600;

/** What was found before, of code that is not on the way to a launch. */
const known = memoized((_: HostNames) => ({
  pointer: new Map<SyntaxNode, Origins>(),
  object: new Map<SyntaxNode, Origins>(),
}));

/** The origins of the value of an expression, or of a member of a member … of it. */
export function originsOf(
  cx: Evaluation,
  node: SyntaxNode,
  path: readonly string[] = [],
  of: 'pointer' | 'object' = 'pointer',
): Origins {
  const kept = cx.frame === '*' && path.length === 0 ? known(cx.names)[of] : null;
  const before = kept?.get(node);
  if (before !== undefined) return before;
  const first = searched(cx, node, path, startSearch(of, false));
  // an element that another of its array is copied to is as old as that one
  const search = first.isCopied && first.index !== null ? searched(cx, node, path, startSearch(of, true)) : first;
  kept?.set(node, search);
  return search;
}

function searched(cx: Evaluation, node: SyntaxNode, path: readonly string[], search: Search): Search {
  const own = evaluationWith(cx, { spent: { steps: 0 } });
  const member = path.at(-1);
  if (member === undefined) visit(search, own, node, 0, true);
  else visitMember(search, own, member, 0, { node, path: path.slice(0, -1) }, true);
  return search;
}

function visit(s: Search, from: Evaluation, written: SyntaxNode, level: number, isTop = false): void {
  if (s.any) return;
  const cx = deeper(from);
  const node = withoutCasts(written);
  if (++s.steps > maxSteps || !goesOn(cx)) {
    s.any = true;
    return;
  }
  if (level === 0 && isNumber(cx, node)) return;
  // an object that becomes a pointer does so as its class says
  if (level === 0 && !s.isOfObject && isObject(cx, node)) return anything(s);
  switch (node.type) {
    case 'identifier':
    // a variable in what reads like a prototype
    case 'type_identifier':
      return visitName(s, cx, node, level, isTop);
    case 'pointer_expression':
      return visitPointer(s, cx, node, level, isTop);
    case 'subscript_expression': {
      const array = childIn(node, 'argument');
      if (isTop && level === 0 && !s.isOfAnyElement && array !== null && hasOwnIndices(cx, array))
        s.index = constantIndex(cx, namedChildren(childIn(node, 'indices') ?? node)[0]);
      if (array !== null && level === 0 && isObject(cx, node)) visit(s, cx, array, 0);
      return array === null || mayBeOwnOperator(cx, '[]', array) ? anything(s) : visit(s, cx, array, level + 1, isTop);
    }
    case 'field_expression':
      return visitField(s, cx, node, level, isTop);
    case 'this':
      return anything(s);
    case 'conditional_expression':
      return visitAll(s, cx, [childIn(node, 'consequence'), childIn(node, 'alternative')], level);
    case 'assignment_expression':
      return visitAll(s, cx, [childIn(node, childIn(node, 'operator')?.type === '=' ? 'right' : 'left')], level);
    case 'comma_expression':
      return visitAll(s, cx, [childIn(node, 'right')], level);
    case 'update_expression':
      return visitAll(s, cx, [childIn(node, 'argument')], level);
    case 'binary_expression': {
      const sides = [childIn(node, 'left'), childIn(node, 'right')];
      const isMoved = /^[+-]$/.test(childIn(node, 'operator')?.type ?? '');
      const pointers = sides.filter(
        (side) => side !== null && (holdsPointer(cx, side) || !(isMoved || isLiteral(side))),
      );
      return pointers.length === 0 || sides.some((side) => side !== null && isObject(cx, side))
        ? anything(s)
        : visitAll(s, cx, pointers, level);
    }
    case 'call_expression':
      return visitCall(s, cx, node, level);
    case 'new_expression':
      if (/\boperator\s*new\b/.test(cx.names.source.text)) return anything(s);
      if (level === 0) s.from.add(originOfAllocation(cx, node));
      return visitAll(s, cx, namedChildren(childIn(node, 'arguments') ?? { ...node, children: [] }), 0);
    case 'compound_literal_expression':
    case 'initializer_list':
      // an object of its own; what it holds is found by its fields
      s.from.add(originOfAllocation(cx, node));
      return node.type === 'initializer_list'
        ? visitAll(s, cx, namedChildren(node), Math.max(0, level - 1))
        : undefined;
    case 'null':
    case 'number_literal':
    case 'string_literal':
    case 'char_literal':
    case 'true':
    case 'false':
    case 'sizeof_expression':
    case 'unary_expression':
      return;
    case 'qualified_identifier': {
      const name = calleeName(node);
      return name === null ? anything(s) : visitName(s, cx, name, level, isTop);
    }
    default:
      return anything(s);
  }
}

function visitAll(s: Search, cx: Evaluation, nodes: readonly (SyntaxNode | null)[], level: number): void {
  for (const node of nodes)
    if (node === null) anything(s);
    else visit(s, cx, node, level);
}

function visitPointer(s: Search, cx: Evaluation, node: SyntaxNode, level: number, isTop: boolean): void {
  const argument = childIn(node, 'argument');
  if (argument === null) return anything(s);
  if (node.children[0]?.type !== '&') {
    // the object as it is behind the pointer
    if (level === 0 && isObject(cx, node)) visit(s, cx, argument, 0);
    return mayBeOwnOperator(cx, '*', argument) ? anything(s) : visit(s, cx, argument, level + 1, isTop);
  }
  const bare = withoutCasts(argument);
  if (level > 0) return visit(s, cx, bare, level - 1);
  const inner = childIn(bare, 'argument');
  if (bare.type === 'subscript_expression' && inner !== null) return visit(s, cx, inner, 0);
  if (bare.type === 'field_expression' && inner !== null) return visit(s, cx, inner, 0);
  return visit(s, cx, bare, 0);
}

function visitName(s: Search, cx: Evaluation, node: SyntaxNode, level: number, isTop: boolean): void {
  const name = textOf(cx.names.source, node);
  const declaration = lookup(cx.names, name, node);
  if (name === 'nullptr' || name === 'NULL') return;
  // what a call of `std::bind` gives later
  if (declaration === null && /^_\d+$/.test(name)) return anything(s);
  if (declaration === null) {
    s.from.add(`name ${name} ${level}|`);
    return;
  }
  if (isMember(declaration)) return visitMember(s, cx, name, level, null, isTop);
  const own = isOfFrame(cx, declaration) ? cx : openEvaluation(cx);
  const value = level === 0 ? certainValue(own, declaration, node) : null;
  if (value !== null) return visit(s, own, value, 0);
  visitVariable(s, own, declaration, level, isTop);
}

/** What lies `level` steps behind a variable's value. */
function visitVariable(s: Search, from: Evaluation, declaration: Declaration, level: number, isTop: boolean): void {
  const cx = outlivesCalls(from, declaration) ? openEvaluation(from) : from;
  const key = `${declaration.name} ${declaration.node.start} ${cx.frame} ${level}`;
  if (isTop && level > 0) s.top = key;
  if (s.seen.has(key)) {
    if (key === s.top) s.isCopied = true;
    return;
  }
  s.seen.add(key);
  const own = originOfVariable(cx, declaration).replace('|', level === 0 ? '|' : ` [${level}]|`);
  if (declaration.kind === 'other') return isExtern(cx, declaration) ? void s.from.add(own) : anything(s);
  // an object is where it stands, and what it was copied from
  if (s.isOfObject && level === 0 && isStorage(declaration)) {
    s.from.add(own);
    s.arrived.add(own);
    s.isBuilt ||=
      declaration.kind === 'variable' &&
      (declaration.initial.kind !== 'expression' || !isCopy(cx, declaration, declaration.initial.node));
  }
  const effects = mentionsOf(cx, declaration).flatMap((mention) => effectsOf(cx, mention, level));
  // which element it was once is not known then
  if (effects.some((effect) => effect.kind === 'from' && effect.swapped)) s.index = null;
  if (declaration.kind === 'parameter') visitParameter(s, cx, declaration, level, own, key);
  else if (declaration.initial.kind === 'expression') visit(s, cx, declaration.initial.node, level);
  else visitInitial(s, cx, declaration, level, own, key);
  if (declaration.isArray && level === 0) s.from.add(own);
  for (const effect of effects) if (key !== s.top || !isElsewhere(s, effect)) visitEffect(s, effect, key);
}

/**
 * Where a member is stored of what an expression says: in a variable's own object, or in any that the expression may
 * mean.
 */
function storedIn(cx: Evaluation, object: SyntaxNode): Origins {
  const access = cx.names.parents.get(object);
  const declaration =
    object.type === 'identifier' &&
    access?.type === 'field_expression' &&
    access.children.some(({ type }) => type === '.')
      ? lookup(cx.names, textOf(cx.names.source, object), object)
      : null;
  if (declaration === null || isMember(declaration) || !isStorage(declaration))
    return originsOf(cx, object, [], 'object');
  return onlyFrom(originOfVariable(outlivesCalls(cx, declaration) ? openEvaluation(cx) : cx, declaration));
}

/** Whether a store is to another element than the one that is asked for. */
function isElsewhere({ index }: Search, effect: Effect): boolean {
  const stored = effect.kind === 'unknown' || index === null ? null : constantIndex(effect.cx, effect.index);
  return stored !== null && stored !== index;
}

function visitInitial(
  s: Search,
  cx: Evaluation,
  declaration: Declaration,
  level: number,
  own: string,
  key: string,
): void {
  addOwn(s, own, key);
  const isOwnClass =
    declaration.shape === 'plain' &&
    level === 0 &&
    cx.names.types.structs.has(declaration.typeText.replace(/<.*$/s, ''));
  if (declaration.initial.kind !== 'arguments' || (declaration.isArray && level === 0)) return;
  const only =
    key === s.top &&
    declaration.isArray &&
    level === 1 &&
    s.index !== null &&
    !declaration.initial.nodes.some((each) => each.type === 'initializer_pair')
      ? Number(s.index)
      : null;
  for (const [k, each] of declaration.initial.nodes.entries())
    if (
      (only === null || only === k) &&
      !isNumber(cx, each) &&
      !(isOwnClass && isOfOther(cx, each, declaration.typeText))
    ) {
      visit(s, cx, each, declaration.isArray || declaration.shape === 'plain' ? Math.max(0, level - 1) : level);
      // `std::vector<int *> v(first, last)`: what these lead to
      if (level > 0 && !declaration.isArray && declaration.shape === 'plain' && mayIterate(cx, each))
        visit(s, cx, each, level);
    }
}

function visitEffect(s: Search, effect: Effect, key: string): void {
  switch (effect.kind) {
    case 'unknown':
      return anything(s);
    case 'fresh':
      return addOwn(s, `${effect.id}|${effect.cx.frame}`, key);
    case 'from':
      if (!effect.swapped) return visit(s, effect.cx, effect.node, effect.level);
      // what changes places with another of its kind comes from nowhere else
      return visitSwapped(s, effect, key);
  }
}

function visitSwapped(s: Search, effect: Extract<Effect, { kind: 'from' }>, key: string): void {
  const was = s.isCopied;
  visit(s, effect.cx, effect.node, effect.level);
  if (key === s.top) s.isCopied = was;
}

function visitParameter(
  s: Search,
  cx: Evaluation,
  declaration: Declaration,
  level: number,
  own: string,
  key: string,
): void {
  const isTop = key === s.top;
  const bound = cx.bindings.get(declaration);
  if (bound !== undefined && bound !== null) {
    s.isBuilt ||= !isCopy(cx, declaration, bound.node);
    return visit(s, { ...bound.cx, depth: cx.depth + 1 }, bound.node, level, isTop);
  }
  const { scope } = declaration;
  if (scope.type === 'for_range_loop') {
    const range = childIn(scope, 'right');
    return range === null || isObject(cx, range) || hostTypeOf(cx.names, range) === null
      ? anything(s)
      : visit(s, cx, range, level + 1); // own iterators
  }
  const position = parametersOf(scope).findIndex((parameter) => parameter === declaration.statement);
  if (scope.type === 'function_definition')
    return visitGiven(s, cx, declaration, position, level, () => addOwn(s, own, key));
  s.isBuilt = true;
  return scope.type === 'lambda_expression' ? visitLambda(s, cx, scope, position, level) : anything(s);
}

/** A parameter of a function: what any caller gives it; its own value where none is seen. */
function visitGiven(
  s: Search,
  cx: Evaluation,
  declaration: Declaration,
  position: number,
  level: number,
  addItself: () => void,
): void {
  const { scope: definition } = declaration;
  const given = givenTo(cx, definition);
  if (given === null) return anything(s);
  const built = constructionsOf(cx.names, definition);
  s.isBuilt ||= built !== null;
  // conversions that nobody writes down
  if (
    s.isOfObject &&
    built !== null &&
    parametersOf(definition).filter((each) => childIn(each, 'default_value') === null).length <= 1
  )
    return anything(s);
  if (given.length === 0 || built !== null) addItself();
  for (const args of [...given, ...(built ?? [])]) {
    const value = args[position] ?? childIn(parametersOf(definition)[position] ?? definition, 'default_value');
    s.isBuilt ||= value === null || !isCopy(cx, declaration, value);
    if (value === null) s.any = true;
    else visit(s, openEvaluation(cx), value, level);
  }
}

/** A parameter of a lambda that is called by its name. */
function visitLambda(s: Search, cx: Evaluation, lambda: SyntaxNode, position: number, level: number): void {
  const parent = cx.names.parents.get(lambda);
  const name = parent?.type === 'init_declarator' ? declaredName(childIn(parent, 'declarator')) : null;
  const declaration = name === null ? null : lookup(cx.names, textOf(cx.names.source, name), name);
  if (declaration === null) return anything(s);
  for (const mention of mentionsOf(cx, declaration)) {
    const call = cx.names.parents.get(mention);
    const given =
      call?.type === 'call_expression' && mention.field === 'function'
        ? namedChildren(childIn(call, 'arguments') ?? call)[position]
        : undefined;
    visitAll(s, cx, [given ?? null], level);
  }
}

function visitField(s: Search, cx: Evaluation, node: SyntaxNode, level: number, isTop: boolean): void {
  const [object, field] = [childIn(node, 'argument'), childIn(node, 'field')];
  if (object === null || field?.type !== 'field_identifier') anything(s);
  else visitMember(s, cx, textOf(cx.names.source, field), level, { node: object, path: [] }, isTop);
}

/** What an object of a class that is not seen was made of: `std::pair<int *, int *> p(x, y)`. */
function visitMade(s: Search, cx: Evaluation, object: SyntaxNode): void {
  const declaration = object.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, object), object) : null;
  const initial = declaration?.initial ?? { kind: 'expression', node: object };
  const call = initial.kind === 'expression' && initial.node.type === 'call_expression' ? initial.node : null;
  const args =
    initial.kind === 'arguments'
      ? initial.nodes
      : call === null
        ? []
        : namedChildren(childIn(call, 'arguments') ?? call);
  for (const arg of args) if (!isScalar(cx, arg)) visit(s, cx, arg, 0);
  // `for (auto &entry : map)`: an element of that
  const range = declaration?.scope.type === 'for_range_loop' ? childIn(declaration.scope, 'right') : null;
  if (range !== null) visit(s, cx, range, 1);
  // and what is stored in all of it, or in a part that is not named: `std::get<0>(p) = x`
  if (declaration === null || isMember(declaration)) return;
  for (const mention of mentionsOf(cx, declaration))
    for (const effect of effectsOf(cx, mention, 0)) visitEffect(s, effect, '');
}

/** An object: a member of a member … of what an expression says. */
type Whose = Readonly<{ node: SyntaxNode; path: readonly string[] }>;

/**
 * A member of an object (null: of the one around): whatever is stored in that member of an object that may be the same.
 */
function visitMember(
  s: Search,
  cx: Evaluation,
  member: string,
  level: number,
  object: Whose | null,
  isTop: boolean,
): void {
  const key = `.${member} ${level} ${cx.frame} ${object === null ? '' : [object.node.start, ...object.path].join('.')}`;
  const kind = `.${member} ${level}`;
  if (isTop) s.top = kind;
  else if (kind === s.top) s.isCopied = true;
  if (s.seen.has(key)) return;
  s.seen.add(key);
  if (object !== null && (isReachedByOwn(cx, object.node) || isOfAnotherClass(cx, object.node))) return anything(s);
  if (hasOtherNames(cx, member)) return anything(s);
  s.isUnseen ||= isSetUnseen(cx, member, object);
  const declared = (cx.names.declarations.get(member) ?? []).filter(isMember);
  // a static one is one variable for all objects
  const isShared = declared.some(({ isStatic }) => isStatic);
  addOwn(s, `member ${member} ${level}|`, isTop && !isShared ? kind : '');
  if (object !== null && object.path.length === 0 && (declared.length === 0 || isUnseenObject(cx, object.node)))
    visitMade(s, cx, object.node);
  const whose =
    object === null || object.node.type === 'this' || isShared
      ? null
      : originsOf(cx, object.node, object.path, 'object');
  const isOther = (frame: Evaluation, other: SyntaxNode | null): boolean =>
    whose !== null &&
    other !== null &&
    other.type !== 'this' &&
    !isReachedByOwn(frame, other) &&
    !mayMeet(whose, storedIn(frame, other));
  for (const { initial } of declared)
    if (initial.kind === 'expression') visit(s, openEvaluation(cx), initial.node, level);
  for (const value of cx.names.memberInitializers.get(member) ?? []) {
    if (isOfCopied(cx, value, member) || !mayInitialize(cx, value, object?.path.length === 0 ? object.node : null))
      continue;
    const outside =
      whose !== null && areFromOutside(whose) && isOfParameter(cx, value)
        ? givenOutside(cx, value, whose, level)
        : null;
    for (const origin of outside ?? []) s.from.add(origin);
    if (outside === null) visit(s, openEvaluation(cx), value, level);
  }
  for (const value of listsOf(cx.names, member))
    if (!isObjectForPointer(cx, value, member)) visit(s, openEvaluation(cx), value, level);
  for (const { node, frame } of mentionsOfMember(cx, member)) {
    for (const effect of effectsOf(frame, node, level))
      if (
        effect.kind === 'unknown' ||
        !(isOther(frame, effect.object) || (effect.kind === 'from' && isOfCopied(cx, effect.node, member)))
      )
        visitEffect(s, effect, isTop && !isShared ? kind : '');
  }
}

/** Whether the object, or one that it is a part of, is handed to a function that is not seen. */
function isSetUnseen(cx: Evaluation, member: string, object: Whose | null): boolean {
  const handed = handedToUnseen(cx.names).filter(({ type }) => mayHold(cx.names, type, member));
  if (handed.length === 0) return false;
  if (object === null || object.node.type === 'this')
    return handed.some(({ type }) => type !== null && cx.names.types.structs.has(type.replace(/<.*$/s, '').trim()));
  const around: Origins[] = object.path.map((_, k) => originsOf(cx, object.node, object.path.slice(0, k), 'object'));
  for (
    let at: SyntaxNode | null = object.node;
    at !== null;
    at = at.type === 'field_expression' ? childIn(at, 'argument') : null
  )
    around.push(originsOf(cx, at, at === object.node ? object.path : [], 'object'));
  return handed.some(({ node }) =>
    around.some((whose) => mayMeet(whose, originsOf(openEvaluation(cx), node, [], 'object'))),
  );
}

function visitCall(s: Search, cx: Evaluation, node: SyntaxNode, level: number): void {
  const callee = childIn(node, 'function');
  const args = namedChildren(childIn(node, 'arguments') ?? node);
  const name = callee === null ? null : calleeName(callee);
  const spelled = name === null ? '' : textOf(cx.names.source, name);
  const [only] = args;
  const library = libraryCallee(cx.names, node) ?? '';
  const isFunction = callee?.type !== 'field_expression' && (library !== '' || isNamedCast(spelled));
  if (isFunction && pointsIntoArgument(spelled) && only !== undefined) return visit(s, cx, only, level);
  if (library === 'addressof' && only !== undefined) return visit(s, cx, only, Math.max(0, level - 1));
  const own = cx.names.functions.get(spelled);
  if (own !== undefined && !isConstructor(cx, own))
    return own.forEach((definition) => visitResult(s, cx, node, definition, level));
  const isMade = cx.names.types.structs.has(spelled) || own !== undefined;
  // the memory may be where it was
  if (library === 'realloc' && only !== undefined) visit(s, cx, only, level);
  // a number of that type
  if (enumerationsOf(cx.names).has(spelled)) return;
  if (isMade || returnsFresh(library) || library === 'realloc') {
    // a copy of what it is given
    if (isMade && only !== undefined && args.length === 1 && !isNumber(cx, only) && !isOfOther(cx, only, spelled))
      visit(s, cx, only, level);
    if (isMade || level === 0) s.from.add(originOfAllocation(cx, node));
    return;
  }
  const trusted = level === 0 && !s.isOfObject ? trustedToAllocate(cx.names, node) : null;
  if (trusted !== null) s.from.add(originOfAllocation(cx, node, trusted));
  if (trusted !== null) return visitAll(s, cx, partedBy(cx, args), 0);
  const object = callee?.type === 'field_expression' ? childIn(callee, 'argument') : null;
  // what an object of a class that is not seen gives is a part of it
  if (object === null) return anything(s);
  const was = s.isOfObject;
  s.isOfObject = true;
  const isElement = /^(?:at|front|back)$/.test(spelled);
  visit(s, cx, object, isElement ? level + 1 : level);
  s.isOfObject = was;
  // or what it is given: `maybe.value_or(p)`
  if (!isElement) for (const arg of args) if (!isScalar(cx, arg)) visit(s, cx, arg, level);
}

/** Whatever a function of the file returns. */
function visitResult(s: Search, cx: Evaluation, call: SyntaxNode, definition: SyntaxNode, level: number): void {
  const inner = insideCall(cx, definition, call);
  const returns = returnsOf(definition);
  if (returns.length === 0) anything(s);
  for (const statement of returns) visitAll(s, inner, namedChildren(statement).slice(0, 1), level);
}
