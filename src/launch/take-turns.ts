/**
 * Whether pointer variables are only ever changed together, so that they stay apart: swapped, rotated, or set to
 * different pointers in each block of statements that sets one of them. Over-approximating: what is not read as a copy
 * may make them one.
 *
 * Example: `tmp = a; a = b; b = c; c = tmp;` leaves a, b and c apart if they were.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration } from './host-names.ts';
import type { Located } from './host-pointers.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, parametersOf, withoutCasts } from './declarator.ts';
import { givenTo } from './callers.ts';
import { listsOf } from './constructions.ts';
import { hostTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';
import { at, isAllocation, locate } from './host-pointers.ts';
import { isCast, isPlainCall } from './library-calls.ts';
import { libraryCallee } from './library-callee.ts';
import { hasOtherNames } from './member-stores.ts';
import { isHandedOver } from './opaque-calls.ts';
import { mayMeet, nowhere, onlyFrom, originOfAllocation, outlivesCalls } from './origins.ts';
import { originsOf } from './pointer-origins.ts';
import { effectsOf, mentionsOfMember, openEvaluation } from './pointer-uses.ts';
import { contains, isMember, lookup } from './lookup.ts';
import { writesTo, writesWithin } from './reaching.ts';
import { swappedBy } from './swaps.ts';

/** Whether two values are never parts of one array (same-array.ts, which this file must not import). */
type Apart = (cx: Evaluation, a: Located, b: Located) => boolean;
/** What a variable holds: what it, or another of the variables, held before; or a value of its own. */
type Held = SyntaxNode | Declaration;
type Turns = Readonly<{ cx: Evaluation; together: ReadonlySet<Declaration>; areApart: Apart }>;

const maxVariables = 8;

export function takeTurns(cx: Evaluation, a: Declaration, b: Declaration, areApart: Apart): boolean {
  let turns: Turns = { cx, together: new Set([a, b]), areApart };
  for (let before = 0; turns.together.size > before;) {
    before = turns.together.size;
    const blocks = blocksThatSet(turns);
    if (blocks === null || before > maxVariables) return false;
    const { together } = turns;
    if (
      pairsOf([...together]).every(([x, y]) => startApart(turns, x, y)) &&
      blocks.every((block) => leavesApart(turns, block))
    )
      return true;
    turns = { ...turns, together: new Set([...together, ...blocks.flatMap((block) => takenFrom(turns, block))]) };
  }
  return false;
}

const pairsOf = <Item>(items: readonly Item[]): readonly (readonly [Item, Item])[] =>
  items.flatMap((a, k) => items.slice(k + 1).map((b): readonly [Item, Item] => [a, b]));

/** The blocks of statements that set one of the variables; null where one is set otherwise, or out of sight. */
function blocksThatSet({ cx, together }: Turns): readonly SyntaxNode[] | null {
  const all = [...together];
  const writes = all.flatMap((each) => writesTo(cx.names, each, null));
  // what a loop over a range, or the call of a lambda, gives may be made of what the others hold then
  if (all.some(({ kind, scope }) => kind === 'parameter' && scope.type !== 'function_definition')) return null;
  if (
    writes.length === 0 ||
    writes.some((write) => write.escapes) ||
    all.some((each) => isMember(each) && isSetElsewhere(cx, each.name))
  )
    return null;
  const blocks = [
    ...new Set(
      [
        ...writes.map((write) => write.node),
        ...all.filter((each) => isSetWhereDeclared(cx, each)).map(({ statement }) => statement),
      ].map((node) => blockOf(cx, node)),
    ),
  ];
  return blocks.every((block) => block !== null) ? blocks : null;
}

/** Whether a local variable is given a value where it is declared, when others may hold more than their first ones. */
const isSetWhereDeclared = (cx: Evaluation, declaration: Declaration): boolean =>
  declaration.kind === 'variable' && declaration.initial.kind !== 'none' && !outlivesCalls(cx, declaration);

/** Whether a member may be given old memory otherwise than by its plain name: as `x.m`, or where it is not seen. */
function isSetElsewhere(cx: Evaluation, member: string): boolean {
  const through = mentionsOfMember(cx, member).filter(({ node }) => node.type === 'field_expression');
  return (
    hasOtherNames(cx, member) ||
    isHandedOver(cx.names, member) ||
    through.some(({ node, frame }) => effectsOf(frame, node, 0).some(({ kind }) => kind !== 'fresh'))
  );
}

/** The variables outside of a block whose values it puts into one of those that are asked about. */
function takenFrom(turns: Turns, block: SyntaxNode): readonly Declaration[] {
  const { cx, together } = turns;
  const held = new Map<Declaration, Held>();
  const read = reader(turns, held);
  for (const statement of statementsOf(block)) copy(cx, statement, held, read);
  return [...together].flatMap((each) => {
    const value = held.get(each);
    const declaration =
      value === undefined || 'kind' in value || value.type !== 'identifier'
        ? null
        : lookup(cx.names, textOf(cx.names.source, value), value);
    return declaration !== null &&
      !together.has(declaration) &&
      !contains(block, declaration.node) &&
      writesTo(cx.names, declaration, null).length > 0
      ? [declaration]
      : [];
  });
}

/**
 * Whether the first values of two variables are apart: what they are declared with, and what constructors, lists and
 * callers give them.
 */
function startApart(turns: Turns, a: Declaration, b: Declaration): boolean {
  const { cx } = turns;
  if (a.kind === 'parameter' && b.kind === 'parameter' && a.scope === b.scope && !cx.bindings.has(a))
    return areGivenApart(cx, a, b);
  if (mayBeginLater(cx, a, b) || mayBeginLater(cx, b, a)) return false;
  const [first, second] = [firstValues(cx, a), firstValues(cx, b)];
  return first !== null && second !== null && first.every((x) => second.every((y) => turns.areApart(cx, x, y)));
}

/**
 * Whether a parameter or member may get its first value when a variable that outlives calls holds more than its own
 * first one.
 */
const mayBeginLater = (cx: Evaluation, later: Declaration, other: Declaration): boolean =>
  (later.kind === 'parameter' || (isMember(later) && !later.isStatic)) &&
  (later.scope !== other.scope || other.isStatic) &&
  outlivesCalls(cx, other) &&
  writesTo(cx.names, other, null).length > 0;

/** Null: they may be anything. */
function firstValues(cx: Evaluation, declaration: Declaration): readonly Located[] | null {
  const { initial, name, node } = declaration;
  const bound = cx.bindings.get(declaration) ?? null;
  if (bound !== null) return [locate(bound.cx, bound.node)];
  if (declaration.kind === 'parameter') return [at(name, () => originsOf(openEvaluation(cx), node))];
  if (declaration.kind !== 'variable' || (initial.kind === 'arguments' && initial.nodes.length > 1)) return null;
  const own = initial.kind === 'expression' ? [initial.node] : initial.kind === 'arguments' ? initial.nodes : [];
  if (!isMember(declaration)) return own.map((each) => locate(cx, each));
  const given = [...own, ...(cx.names.memberInitializers.get(name) ?? []), ...listsOf(cx.names, name)].filter(
    (each) => !isNoPointer(cx, each),
  );
  return given.map((each) => locate(openEvaluation(cx), each));
}

function isNoPointer(cx: Evaluation, node: SyntaxNode): boolean {
  const type = hostTypeOf(cx.names, node);
  return (
    /_literal$|^null$|^lambda_expression$/.test(node.type) ||
    (type !== null && !type.endsWith('*') && hostType(type) !== null)
  );
}

/** Whether every call of a function gives it two arrays. */
function areGivenApart(cx: Evaluation, a: Declaration, b: Declaration): boolean {
  if (a.scope.type !== 'function_definition') return false;
  const [i, j] = [a, b].map((each) => parametersOf(a.scope).indexOf(each.statement));
  const given = givenTo(cx, a.scope);
  return (
    given !== null &&
    given.every((args) => {
      const [x, y] = [args[i ?? -1], args[j ?? -1]];
      return (
        x !== undefined &&
        y !== undefined &&
        !mayMeet(originsOf(openEvaluation(cx), x), originsOf(openEvaluation(cx), y))
      );
    })
  );
}

function blockOf(cx: Evaluation, node: SyntaxNode): SyntaxNode | null {
  for (let above = cx.names.parents.get(node); above !== undefined; above = cx.names.parents.get(above)) {
    if (above.type === 'compound_statement') return above;
    const outer = cx.names.parents.get(above)?.type ?? '';
    if (
      above.type === 'expression_statement' &&
      /^(?:if_statement|else_clause|for_statement|for_range_loop|while_statement|do_statement)$/.test(outer)
    )
      return above;
    if (
      !/^(?:expression_statement|call_expression|argument_list|pointer_expression|cast_expression|parenthesized_expression|declaration|init_declarator)$/.test(
        above.type,
      )
    )
      return null;
  }
  return null;
}

/** A statement without braces is a block of its own. */
const statementsOf = (block: SyntaxNode): readonly SyntaxNode[] =>
  block.type === 'compound_statement' ? namedChildren(block) : [block];

const reader =
  ({ cx, together }: Turns, held: ReadonlyMap<Declaration, Held>) =>
  (node: SyntaxNode): Held => {
    const bare = withoutCasts(node);
    const declaration = bare.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, bare), bare) : null;
    return declaration === null ? bare : (held.get(declaration) ?? (together.has(declaration) ? declaration : bare));
  };

/**
 * Runs the copies of a block from variables that are apart, and looks whether they are so at its end and at all but
 * copies on the way.
 */
function leavesApart(turns: Turns, block: SyntaxNode): boolean {
  const held = new Map<Declaration, Held>();
  const read = reader(turns, held);
  for (const statement of statementsOf(block)) {
    if (isCopy(turns.cx, statement)) {
      copy(turns.cx, statement, held, read);
      continue;
    }
    if (!areHeldApart(turns, held, statement.start) || setsItself(turns, statement, block)) return false;
    if (mayChange(turns, statement, held)) startAnew(turns, statement, held);
    if (statement.type === 'declaration') copy(turns.cx, statement, held, read);
  }
  return areHeldApart(turns, held, block.end);
}

/** Whether nothing can be launched or left in a statement, and nothing set but as it says. */
function isCopy(cx: Evaluation, statement: SyntaxNode): boolean {
  return (
    (statement.type === 'declaration' || statement.type === 'expression_statement') &&
    callsOf(statement).every((call) => isPlain(cx, call))
  );
}

const callsOf = (node: SyntaxNode): readonly SyntaxNode[] => [
  ...(node.type === 'call_expression' || node.type === 'new_expression' || node.type === 'lambda_expression'
    ? [node]
    : []),
  ...node.children.flatMap(callsOf),
];

function isPlain(cx: Evaluation, call: SyntaxNode): boolean {
  const callee = calleeName(childIn(call, 'function'));
  if (callee === null || call.children.some((child) => child.type === 'kernel_call_syntax')) return false;
  const name = textOf(cx.names.source, callee);
  return swappedBy(cx.names, call) !== null || isCast(name) || isPlainCall(libraryCallee(cx.names, call) ?? '');
}

/** Whether a statement that is no copy sets one of the variables, and not within a block of its own. */
const setsItself = ({ cx, together }: Turns, statement: SyntaxNode, block: SyntaxNode): boolean =>
  writesWithin(cx.names, statement).some(
    (write) =>
      [...together].some((each) => each.name === write.name && lookup(cx.names, write.name, write.node) === each) &&
      blockOf(cx, write.node) === block,
  );

/**
 * Whether a statement that is no copy may set one of the variables, or one that holds the value of one: itself, or by
 * what it calls.
 */
function mayChange({ cx, together }: Turns, statement: SyntaxNode, held: ReadonlyMap<Declaration, Held>): boolean {
  const isCalled = callsOf(statement).some(
    (call) => !call.children.some((child) => child.type === 'kernel_call_syntax'),
  );
  return (
    isCalled ||
    writesWithin(cx.names, statement).some((write) =>
      [...together, ...held.keys()].some((each) => each.name === write.name),
    )
  );
}

/** From here on, the variables are apart in another way than before; what others held of them is not known. */
function startAnew({ together }: Turns, statement: SyntaxNode, held: Map<Declaration, Held>): void {
  for (const each of [...held.keys()]) {
    if (together.has(each)) held.delete(each);
    else held.set(each, statement);
  }
}

/** `place`: how far the block was run; what is declared behind it holds nothing yet. */
function areHeldApart(turns: Turns, held: ReadonlyMap<Declaration, Held>, place: number): boolean {
  const isOld = (value: Held): value is Declaration => 'kind' in value;
  return pairsOf(
    [...turns.together].filter((each) => !isSetWhereDeclared(turns.cx, each) || each.node.start < place),
  ).every(([a, b]) => {
    const [x, y] = [held.get(a) ?? a, held.get(b) ?? b];
    if (isOld(x) || isOld(y)) return isOld(x) && isOld(y) ? x !== y : isAllocated(turns.cx, isOld(x) ? y : x);
    return turns.areApart(turns.cx, freshOr(turns.cx, x, y), freshOr(turns.cx, y, x));
  });
}

/** Whether a value is memory that a call of the block made, which is apart from all that was before. */
const isAllocated = (cx: Evaluation, value: Held): boolean =>
  !('kind' in value) && isSetByCall(cx, value) && isAllocation(cx, value);

/** Whether the value is what a call sets through its arguments, and not what is assigned. */
const isSetByCall = (cx: Evaluation, value: SyntaxNode): boolean =>
  cx.names.parents.get(value)?.type === 'expression_statement';

/** Where a value points; `other`, which stands after the call of an allocator, may be made of what that returned. */
function freshOr(cx: Evaluation, value: SyntaxNode, other: SyntaxNode): Located {
  if (!isSetByCall(cx, value)) return locate(cx, value);
  if (isAllocation(cx, value) && value.start < other.start)
    return at(`new ${value.start}`, () => onlyFrom(originOfAllocation(cx, value)));
  return isAllocation(cx, value)
    ? at(`new ${value.start}`, () => onlyFrom(`new ${value.start}|`))
    : at(`call ${value.start}`, () => nowhere);
}

function copy(
  cx: Evaluation,
  statement: SyntaxNode,
  held: Map<Declaration, Held>,
  read: (node: SyntaxNode) => Held,
): void {
  const declared = (node: SyntaxNode | null): Declaration | null =>
    node?.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, node), node) : null;
  if (statement.type === 'declaration') {
    for (const each of cx.names.declaredBy.get(statement) ?? []) {
      const [value, second] =
        each.initial.kind === 'expression'
          ? [each.initial.node]
          : each.initial.kind === 'arguments'
            ? each.initial.nodes
            : [];
      if (value !== undefined && second === undefined) held.set(each, read(value));
    }
  }
  const expression = statement.type === 'expression_statement' ? namedChildren(statement)[0] : undefined;
  if (expression?.type === 'assignment_expression') {
    const target = declared(childIn(expression, 'left'));
    const value = childIn(expression, 'right');
    if (target !== null && value !== null && childIn(expression, 'operator')?.type === '=')
      held.set(target, read(value));
    else setAsSaid(cx, expression, held);
  }
  if (expression?.type !== 'call_expression') return;
  const [first, second] = swappedBy(cx.names, expression) ?? [];
  const [p, q] = [declared(first ?? null), declared(second ?? null)];
  if (first !== undefined && second !== undefined && p !== null && q !== null) {
    const [x, y] = [read(first), read(second)];
    held.set(p, y);
    held.set(q, x);
    return;
  }
  setAsSaid(cx, expression, held);
}

/** What an expression sets that is not read as a copy, such as `(c ? x : y) = p` or `std::tie(x, y) = f()`. */
function setAsSaid(cx: Evaluation, expression: SyntaxNode, held: Map<Declaration, Held>): void {
  for (const write of writesWithin(cx.names, expression)) {
    const target = write.isInside ? null : lookup(cx.names, write.name, expression);
    if (target !== null) held.set(target, expression);
  }
}
