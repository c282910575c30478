/**
 * Early exits: `if (c) return;` becomes a condition for what follows, or, from within other constructs, a variable that
 * is cleared.
 */
import type { Chunk } from './layout.ts';
import type { Ends, ExitKind, Work } from './work.ts';
import type { List, Unit } from './units.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { bare, nodesOf } from './expressions.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { exitsWithin, isWithin } from './work.ts';
import { chunkAt } from './units.ts';

type Exit = Readonly<{ kind: ExitKind; condition: SyntaxNode }>;

export const kinds: readonly ExitKind[] = ['return', 'break', 'continue'];
export const kindOf = ({ type }: SyntaxNode): ExitKind =>
  type === 'return_statement' ? 'return' : type === 'break_statement' ? 'break' : 'continue';

/** Of `if (c) return;` and its kin, in the plan. */
export function exitOf(node: SyntaxNode, { plan }: Work): Exit | null {
  const then = childIn(node, 'consequence');
  const clause = childIn(node, 'condition');
  if (
    node.type !== 'if_statement' ||
    then === null ||
    clause === null ||
    childIn(node, 'alternative') !== null ||
    clause.children.length !== 3
  )
    return null;
  const [inner, ...more] = then.type === 'compound_statement' ? then.children.filter(({ named }) => named) : [then];
  const condition = bare(clause);
  return inner !== undefined && more.length === 0 && plan.exits.has(inner) && condition.type !== 'declaration'
    ? { kind: kindOf(inner), condition }
    : null;
}

/**
 * The exits of the plan that leave a list's construct: all of them plain ones in the list itself? Then each gets a name
 * for the threads that stay.
 */
export function endOf(
  kind: ExitKind,
  list: List,
  exits: readonly SyntaxNode[],
  flag: () => string,
  work: Work,
): Ends[ExitKind] {
  const ours = exits.filter((exit) => kindOf(exit) === kind);
  if (ours.length === 0) return null;
  const isHere =
    kind !== 'break' &&
    ours.every((exit) =>
      list.units.some(({ node }) => node !== null && isWithin(exit, node) && exitOf(node, work) !== null),
    );
  return isHere ? 'here' : { flag: flag() };
}

export function flagsOf(exits: readonly SyntaxNode[], ends: Ends): readonly string[] {
  return [
    ...new Set(
      exits.flatMap((exit) => {
        const end = ends[kindOf(exit)];
        return end === null || end === 'here' ? [] : [end.flag];
      }),
    ),
  ];
}

/**
 * The statement with each exit of the plan replaced by `flag = false;`. Null where something of the statement would
 * still run then.
 */
export function withFlags(unit: Unit, node: SyntaxNode, ends: Ends, work: Work): Chunk | null {
  const { source } = work.names;
  const chunk = chunkAt(source, unit.start, unit.end);
  let { text } = chunk;
  for (const exit of [...exitsWithin(node, work)].sort((a, b) => b.start - a.start)) {
    const end = ends[kindOf(exit)];
    if (end === null || end === 'here') return null;
    const way = wayTo(exit, node);
    const loop = way.findIndex(({ type }) => /^(?:for|while|do|switch)_|_range_/.test(type));
    const inLoop = loop >= 0;
    if (inLoop && way.slice(loop + 1).some(({ type }) => /^(?:for|while|do|switch)_|_range_/.test(type))) return null;
    if (!isLast(inLoop ? way.slice(0, loop + 1) : [...way, exit])) return null;
    if (inLoop && (way[loop]?.type === 'switch_statement' || kindOf(exit) !== 'return')) return null;
    text =
      text.slice(0, exit.start - unit.start) +
      (inLoop ? `{ ${end.flag} = false; break; }` : `${end.flag} = false;`) +
      text.slice(exit.end - unit.start);
  }
  return { ...chunk, text };
}

/** The nodes from one to another in it, that one left out. */
function wayTo(inner: SyntaxNode, outer: SyntaxNode): readonly SyntaxNode[] {
  if (inner === outer) return [];
  const next = outer.children.find((child) => isWithin(inner, child));
  return next === undefined ? [] : [outer, ...wayTo(inner, next)];
}

/** Whether nothing follows the last of them in any of the others. */
function isLast(way: readonly SyntaxNode[]): boolean {
  return way.every((node, k) => {
    const inner = way[k + 1];
    if (inner === undefined || node.type === 'if_statement' || node.type === 'else_clause') return true;
    return node.type === 'compound_statement' && namedChildren(node).at(-1) === inner;
  });
}

/** The construct that an exit leaves: a loop, or the whole kernel. */
export function targetOf(exit: SyntaxNode, body: SyntaxNode): SyntaxNode {
  if (exit.type === 'return_statement') return body;
  const around = nodesOf(
    body,
    'for_statement',
    'while_statement',
    'do_statement',
    'for_range_loop',
    ...(exit.type === 'break_statement' ? ['switch_statement'] : []),
  ).filter((node) => isWithin(exit, node));
  return around.at(-1) ?? body;
}
