/**
 * Which write gives a variable its value at a place. Trusts only two shapes, both exact: the last write before the
 * place stands in a block around it with nothing in between that writes or could come back (a loop, a lambda, goto);
 * or all writes are known and agree, which the caller checks.
 * Example: in `dim3 b(16); if (x) b.x = 8; k<<<1, b>>>();` no write reaches for certain.
 */
import type { Declaration, HostNames, Write } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, textOf } from '../parse/node.ts';
import { hostType } from './host-value.ts';
import { contains, isMember, isOfNamespace, lookup, mayWrite } from './lookup.ts';
import { changesElsewhere } from './other-names.ts';
import { mayUseKept, setsLater } from './kept-addresses.ts';
import { areUnordered } from './unordered.ts';

/**
 * The writes to a declared variable, but for its initial value, that touch `member` (null: the whole), or the member
 * that it is an axis of.
 */
export function writesTo(names: HostNames, declaration: Declaration, member: string | null): readonly Write[] {
  const isPointer = declaration.shape === 'pointer' && !declaration.isArray;
  const [own] = member?.split('.') ?? [null];
  return (names.writes.get(declaration.name) ?? []).filter(
    (write) =>
      !(isPointer && write.isInside) &&
      (write.member === null || own === null || write.member === own) &&
      (isMember(declaration) || isOfNamespace(declaration) || contains(declaration.scope, write.node)) &&
      mayWrite(names, declaration, write),
  );
}

/** The writes to any variable that stand in a node. */
export function writesWithin(names: HostNames, node: SyntaxNode): readonly Write[] {
  const all = names.writesInOrder;
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.node.start ?? 0) < node.start) low = middle + 1;
    else high = middle;
  }
  const found: Write[] = [];
  for (let write = all[low]; write !== undefined && write.node.start < node.end; write = all[++low])
    if (write.node.end <= node.end) found.push(write);
  return found;
}

/** `initial`: the declaration's own value reaches. `mixed`: none does for certain. */
type Reaching = Readonly<{ kind: 'initial' }> | Readonly<{ kind: 'write'; write: Write }> | Readonly<{ kind: 'mixed' }>;

export function reachingWrite(
  names: HostNames,
  declaration: Declaration,
  writes: readonly Write[],
  at: SyntaxNode,
): Reaching {
  if (writes.some((write) => areUnordered(names, write.node, at))) return { kind: 'mixed' };
  const before = writes.filter(
    (write) => write.node.end <= at.start || (write.node.start < at.start && !contains(write.node, at)),
  );
  // of two in one another, as in `(n += 1) -= 65`, the outer one is done last
  const last = before.reduce<Write | null>(
    (latest, write) =>
      latest === null ||
      (write.node.start > latest.node.start && !contains(latest.node, write.node)) ||
      contains(write.node, latest.node)
        ? write
        : latest,
    null,
  );
  const place = last?.node ?? declaration.node;
  if (last !== null && (!dominates(names, last.node, at) || isJumpedOver(names, last.node, at)))
    return { kind: 'mixed' };
  const others = writes.filter((write) => write !== last);
  if (others.some((write) => mayComeBetween(names, write.node, write.escapes, place, at)) || hasGoto(names, at))
    return { kind: 'mixed' };
  return last === null ? { kind: 'initial' } : { kind: 'write', write: last };
}

/**
 * The loop that a place is always reached through, and that holds the last writes to a variable before it; null: there
 * is none for certain.
 */
export function loopBefore(names: HostNames, writes: readonly Write[], at: SyntaxNode): SyntaxNode | null {
  const last = writes
    .filter((write) => write.node.end <= at.start)
    .reduce<Write | null>(
      (latest, write) => (latest === null || write.node.start > latest.node.start ? write : latest),
      null,
    );
  const loop = last === null ? null : repeatedBy(names, last.node);
  if (
    loop === null ||
    !/^(?:for|while)_statement$/.test(loop.type) ||
    contains(loop, at) ||
    !dominates(names, loop, at) ||
    isJumpedOver(names, loop, at)
  )
    return null;
  const others = writes.filter((write) => !contains(loop, write.node));
  return others.some((write) => mayComeBetween(names, write.node, write.escapes, loop, at)) || hasGoto(names, at)
    ? null
    : loop;
}

const blocks = new Set(['compound_statement', 'case_statement']);
const loops = new Set(['for_statement', 'while_statement', 'do_statement', 'for_range_loop']);
const plainSteps = new Set([
  'expression_statement',
  'comma_expression',
  'parenthesized_expression',
  'assignment_expression',
  'declaration',
  'init_declarator',
  'argument_list',
  'call_expression',
  'cast_expression',
]);

/**
 * Whether `write` is done whenever `at` is reached: its statement stands directly in a block around `at`, or of an
 * earlier `if` with the condition of one around `at`.
 */
function dominates(names: HostNames, write: SyntaxNode, at: SyntaxNode): boolean {
  for (
    let inner = write, node = names.parents.get(inner);
    node !== undefined;
    inner = node, node = names.parents.get(node)
  ) {
    const isBare =
      node.type === 'compound_statement' &&
      names.parents.get(node)?.type === 'compound_statement' &&
      !contains(node, at);
    if (blocks.has(node.type) && !isBare) return contains(node, at) || isUnderSame(names, node, at);
    // what initializes a static variable is done once
    if (
      node.type === 'declaration' &&
      node.children.some(
        (child) =>
          child.type === 'storage_class_specifier' && /^(?:static|thread_local)$/.test(textOf(names.source, child)),
      )
    )
      return false;
    if (!isBare && !plainSteps.has(node.type)) return isUnderSame(names, inner, at);
  }
  return false;
}

/** Whether a `switch` around both has a label between them: `switch (n) { case 0: { p = x; case 1: f(p); } }`. */
export function isJumpedOver(names: HostNames, write: SyntaxNode, at: SyntaxNode): boolean {
  const hasLabel = (node: SyntaxNode): boolean =>
    node.end > write.end &&
    node.start <= at.start &&
    node.type !== 'lambda_expression' &&
    !(node.type === 'switch_statement' && node.start > write.start) &&
    ((node.type === 'case_statement' && node.start > write.end) || node.children.some(hasLabel));
  for (let node = names.parents.get(write); node !== undefined; node = names.parents.get(node)) {
    if (node.type === 'switch_statement' && contains(node, at)) return node.children.some(hasLabel);
  }
  return false;
}

/**
 * Whether `branch` is what an `if` does whose condition one around `at`, later in the same block, has too, with the
 * values that it had.
 */
function isUnderSame(names: HostNames, branch: SyntaxNode, at: SyntaxNode): boolean {
  const first = names.parents.get(branch);
  const block = first === undefined ? undefined : names.parents.get(first);
  if (
    first?.type !== 'if_statement' ||
    branch.field !== 'consequence' ||
    block === undefined ||
    !blocks.has(block.type) ||
    !contains(block, at)
  )
    return false;
  for (let second = ifAround(names, at); second !== null && contains(block, second); second = ifAround(names, second)) {
    const [a, b] = [conditionOf(first), conditionOf(second)];
    if (a !== null && b !== null && a.end < b.start && haveSameValue(names, a, b)) return true;
  }
  return false;
}

/** The innermost `if` whose first branch a node stands in. */
function ifAround(names: HostNames, within: SyntaxNode): SyntaxNode | null {
  for (
    let node = within, parent = names.parents.get(node);
    parent !== undefined;
    node = parent, parent = names.parents.get(node)
  ) {
    if (parent.type === 'if_statement' && node.field === 'consequence') return parent;
  }
  return null;
}

/** What an `if` without a declaration asks. */
function conditionOf(statement: SyntaxNode): SyntaxNode | null {
  const clause = childIn(statement, 'condition');
  return clause === null || childIn(clause, 'initializer') !== null ? null : (childIn(clause, 'value') ?? clause);
}

/** Whether two conditions are written alike, of numbers and local variables that nothing changes between them. */
function haveSameValue(names: HostNames, a: SyntaxNode, b: SyntaxNode): boolean {
  switch (a.type) {
    case 'parenthesized_expression':
    case 'binary_expression':
    case 'unary_expression':
      return (
        a.type === b.type &&
        a.children.length === b.children.length &&
        a.children.every((child, k) => haveSameValue(names, child, b.children[k] ?? b))
      );
    case 'identifier': {
      const name = textOf(names.source, a);
      const declaration = b.type === 'identifier' && textOf(names.source, b) === name ? lookup(names, name, a) : null;
      return (
        declaration !== null &&
        declaration === lookup(names, name, b) &&
        isOfOneCall(names, declaration) &&
        isStable(names, declaration, a, b)
      );
    }
    case 'number_literal':
    case 'true':
    case 'false':
      return a.type === b.type && textOf(names.source, a) === textOf(names.source, b);
    default:
      // an operator, a parenthesis
      return a.type === b.type && a.children.length === 0 && b.children.length === 0 && /^[^\w"']+$/.test(a.type);
  }
}

/** A local number or pointer that nothing else is another name of: no object, whose operators may do anything. */
const isOfOneCall = (names: HostNames, declaration: Declaration): boolean =>
  (declaration.shape === 'pointer' || hostType(declaration.typeText) !== null) &&
  !/\b(?:volatile|thread_local)\b/.test(textOf(names.source, declaration.statement)) &&
  (declaration.kind === 'variable' || declaration.kind === 'parameter') &&
  declaration.shape !== 'reference' &&
  !declaration.isArray &&
  !declaration.isStatic &&
  !isMember(declaration) &&
  !isOfNamespace(declaration) &&
  declaration.scope !== names.root;

/** Whether this other write may happen after the one at `place` and before `at`. */
function mayComeBetween(
  names: HostNames,
  write: SyntaxNode,
  escapes: boolean,
  place: SyntaxNode,
  at: SyntaxNode,
): boolean {
  if (escapes) return true;
  // what a write is computed from is read before it: `x = x + 1`
  if (write.start > place.start && write.start < at.start && !contains(write, at) && !isUpdate(names, write, at))
    return true;
  for (let node = repeatedBy(names, at); node !== null; node = repeatedBy(names, node)) {
    if (node.type === 'lambda_expression' && !contains(node, place)) return true;
    if (loops.has(node.type) && !repeats(node, place) && contains(node, write)) return true;
  }
  return inForeignLambda(names, write, at);
}

/** The innermost loop or lambda around a node: what may run it again. Blocks may nest deeply, as `else if` does. */
function repeatedBy(names: HostNames, node: SyntaxNode): SyntaxNode | null {
  const passed: SyntaxNode[] = [];
  let found: SyntaxNode | null = null;
  for (let inner: SyntaxNode | undefined = node; inner !== undefined; inner = names.parents.get(inner)) {
    if (inner !== node && (inner.type === 'lambda_expression' || loops.has(inner.type))) {
      found = inner;
      break;
    }
    const known = names.repeatedBy.get(inner);
    if (known !== undefined) {
      found = known;
      break;
    }
    passed.push(inner);
  }
  for (const inner of passed) names.repeatedBy.set(inner, found);
  return found;
}

/** Whether it is the third part of a `for` around the place: done after the body, although it is written before. */
function isUpdate(names: HostNames, write: SyntaxNode, at: SyntaxNode): boolean {
  for (let node: SyntaxNode | undefined = write; node !== undefined; node = names.parents.get(node)) {
    const loop = names.parents.get(node);
    if (loop?.type === 'for_statement') return node.field === 'update' && contains(childIn(loop, 'body') ?? loop, at);
  }
  return false;
}

/**
 * Whether the variable has at `at` the value that it had when `place`, which is always passed before, was passed last.
 */
export function isStable(names: HostNames, declaration: Declaration, place: SyntaxNode, at: SyntaxNode): boolean {
  const isOwn = declaration.shape !== 'reference' && isOfFunction(names, declaration);
  const isBetween = (node: SyntaxNode, escapes: boolean): boolean =>
    !contains(place, node) &&
    (mayComeBetween(names, node, escapes && (!isOwn || setsLater(names, node)), place, at) ||
      (escapes && mayUseKept(names, place, at)));
  return (
    contains(at, place) ||
    (!hasGoto(names, at) &&
      !writesTo(names, declaration, null).some((write) => isBetween(write.node, write.escapes)) &&
      isUnchangedElsewhere(names, declaration, place, at))
  );
}

/** A variable or parameter that each call has for itself. */
const isOfFunction = (names: HostNames, declaration: Declaration): boolean =>
  (declaration.kind === 'variable' || declaration.kind === 'parameter') &&
  !declaration.isStatic &&
  !isMember(declaration) &&
  !isOfNamespace(declaration) &&
  declaration.scope !== names.root;

/**
 * Whether what a reference refers to is not changed under another name before `at`, after `place` was passed; true for
 * all that is no reference.
 */
export const isUnchangedElsewhere = (
  names: HostNames,
  declaration: Declaration,
  place: SyntaxNode,
  at: SyntaxNode,
): boolean =>
  declaration.shape !== 'reference' ||
  !changesElsewhere(names, declaration, at).some(
    (node) => !contains(place, node) && mayComeBetween(names, node, false, place, at),
  );

/** Whether the loop does the place again each time; what a `for` begins with is done once. */
function repeats(loop: SyntaxNode, place: SyntaxNode): boolean {
  const initializer = childIn(loop, 'initializer');
  return contains(loop, place) && (initializer === null || !contains(initializer, place));
}

/** A write in a lambda that does not hold `at` happens whenever that is called. */
function inForeignLambda(names: HostNames, write: SyntaxNode, at: SyntaxNode): boolean {
  for (let node = repeatedBy(names, write); node !== null; node = repeatedBy(names, node)) {
    if (node.type === 'lambda_expression' && !contains(node, at)) return true;
  }
  return false;
}

export function hasGoto(names: HostNames, at: SyntaxNode): boolean {
  if (names.gotos.length === 0) return false;
  for (let node = names.parents.get(at); node !== undefined; node = names.parents.get(node)) {
    if (node.type === 'function_definition') return names.gotos.some((jump) => contains(node, jump));
  }
  return false;
}
