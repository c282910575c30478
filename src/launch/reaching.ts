/**
 * Which write gives a variable its value at a place. Trusts only two shapes, both exact: the last write before the
 * place stands in a block around it with nothing in between that writes or could come back (a loop, a lambda, goto);
 * or all writes are known and agree, which the caller checks.
 * Example: in `dim3 b(16); if (x) b.x = 8; k<<<1, b>>>();` no write reaches for certain.
 */
import type { Declaration, HostNames, Write } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn } from '../parse/node.ts';
import { contains, isMember, isOfNamespace, mayWrite } from './lookup.ts';

/** The writes to a declared variable, but for its initial value, that touch `member` (null: the whole), or the member that it is an axis of. */
export function writesTo(names: HostNames, declaration: Declaration, member: string | null): readonly Write[] {
  const isPointer = declaration.shape === 'pointer' && !declaration.isArray;
  const [own] = member?.split('.') ?? [null];
  return (names.writes.get(declaration.name) ?? []).filter((write) =>
    !(isPointer && write.isInside) && (write.member === null || own === null || write.member === own) && (isMember(declaration) || isOfNamespace(declaration) || contains(declaration.scope, write.node)) && mayWrite(names, declaration, write));
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
  for (let write = all[low]; write !== undefined && write.node.start < node.end; write = all[++low]) if (write.node.end <= node.end) found.push(write);
  return found;
}

/** `initial`: the declaration's own value reaches. `mixed`: none does for certain. */
type Reaching = Readonly<{ kind: 'initial' }> | Readonly<{ kind: 'write'; write: Write }> | Readonly<{ kind: 'mixed' }>;

export function reachingWrite(names: HostNames, declaration: Declaration, writes: readonly Write[], at: SyntaxNode): Reaching {
  const before = writes.filter((write) => write.node.end <= at.start || (write.node.start < at.start && !contains(write.node, at)));
  const last = before.reduce<Write | null>((latest, write) => (latest === null || write.node.start > latest.node.start ? write : latest), null);
  const place = last?.node ?? declaration.node;
  if (last !== null && !dominates(names, last.node, at)) return { kind: 'mixed' };
  const others = writes.filter((write) => write !== last);
  if (others.some((write) => mayComeBetween(names, write, place, at)) || hasGoto(names, at)) return { kind: 'mixed' };
  return last === null ? { kind: 'initial' } : { kind: 'write', write: last };
}

const blocks = new Set(['compound_statement', 'case_statement']);
const loops = new Set(['for_statement', 'while_statement', 'do_statement', 'for_range_loop']);
const plainSteps = new Set(['expression_statement', 'comma_expression', 'parenthesized_expression', 'assignment_expression', 'declaration', 'init_declarator', 'argument_list', 'call_expression']);

/** Whether `write` is done whenever `at` is reached: its statement stands directly in a block around `at`. */
function dominates(names: HostNames, write: SyntaxNode, at: SyntaxNode): boolean {
  for (let node = names.parents.get(write); node !== undefined; node = names.parents.get(node)) {
    if (blocks.has(node.type)) return contains(node, at);
    if (!plainSteps.has(node.type)) return false;
  }
  return false;
}

/** Whether this other write may happen after the one at `place` and before `at`. */
function mayComeBetween(names: HostNames, write: Write, place: SyntaxNode, at: SyntaxNode): boolean {
  if (write.escapes) return true;
  if (write.node.start > place.start && write.node.start < at.start && !isUpdate(names, write.node, at)) return true;
  for (let node = names.parents.get(at); node !== undefined; node = names.parents.get(node)) {
    if (node.type === 'lambda_expression' && !contains(node, place)) return true;
    if (loops.has(node.type) && !repeats(node, place) && contains(node, write.node)) return true;
  }
  return inForeignLambda(names, write.node, at);
}

/** Whether it is the third part of a `for` around the place: done after the body, although it is written before. */
function isUpdate(names: HostNames, write: SyntaxNode, at: SyntaxNode): boolean {
  for (let node: SyntaxNode | undefined = write; node !== undefined; node = names.parents.get(node)) {
    const loop = names.parents.get(node);
    if (loop?.type === 'for_statement') return node.field === 'update' && contains(childIn(loop, 'body') ?? loop, at);
  }
  return false;
}

/** Whether the variable has at `at` the value that it had when `place`, which is always passed before, was passed last. */
export function isStable(names: HostNames, declaration: Declaration, place: SyntaxNode, at: SyntaxNode): boolean {
  return contains(at, place) || (!hasGoto(names, at) && !writesTo(names, declaration, null).some((write) => !contains(place, write.node) && mayComeBetween(names, write, place, at)));
}

/** Whether the loop does the place again each time; what a `for` begins with is done once. */
function repeats(loop: SyntaxNode, place: SyntaxNode): boolean {
  const initializer = childIn(loop, 'initializer');
  return contains(loop, place) && (initializer === null || !contains(initializer, place));
}

/** A write in a lambda that does not hold `at` happens whenever that is called. */
function inForeignLambda(names: HostNames, write: SyntaxNode, at: SyntaxNode): boolean {
  for (let node = names.parents.get(write); node !== undefined; node = names.parents.get(node)) {
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
