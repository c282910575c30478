/** What the parts of restructuring share: the plan, what is known of the kernel, and the names that are given. */
import type { Call } from './calls.ts';
import type { Names } from './expressions.ts';
import type { Exchange } from './exchanges.ts';
import type { Item, Style } from './layout.ts';
import type { Unit } from './units.ts';
import type { Vote } from './votes.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { nodesOf } from './expressions.ts';

/** A barrier to be put in: beside a statement of a list, or (`between`) between the two arms of an `if`. */
export type Gap = Readonly<{ host: SyntaxNode; side: 'before' | 'after' | 'between' }>;
/**
 * `opened`: branches and loops at which threads part. `exits`: returns, breaks and continues at which they do. `votes`:
 * loops by votes where a common base would do. `of`: whose barriers it is about: those of the block, or also those of
 * lanes, of tiles and of the grid.
 */
export type Plan = Readonly<{
  of: 'block' | 'lanes';
  opened: ReadonlySet<SyntaxNode>;
  exits: ReadonlySet<SyntaxNode>;
  gaps: readonly Gap[];
  votes: boolean;
}>;

/**
 * `barriers`: statements that are one barrier, begin with one that `votes`, or with one at which lanes exchange values
 * (`exchanges`), or call a function that has some (`calls`). `flagged`: the functions of those calls that hand a flag.
 * `opaque`: statements with barriers or jumps that are not seen in the text. `taken`: names in use; those of flags are
 * added. `common`: statements that all threads run, those too that a guard keeps from what is around.
 */
export type Work = Readonly<{
  plan: Plan;
  names: Names;
  style: Style;
  barriers: ReadonlySet<SyntaxNode>;
  votes: ReadonlyMap<SyntaxNode, Vote>;
  calls: ReadonlyMap<SyntaxNode, Call>;
  flagged: Set<string>;
  exchanges: ReadonlyMap<SyntaxNode, Exchange>;
  opaque: readonly SyntaxNode[];
  taken: Set<string>;
  unset: Set<string>;
  common: Set<SyntaxNode>;
  refusals: string[];
}>;

/**
 * `guards`: flags of which all must hold; none: all threads run. `later`: names that are used behind the list. `moves`:
 * what is declared in it leaves its block. `ends`: flags that exits of it clear.
 */
export type Around = Readonly<{ guards: readonly string[]; later: ReadonlySet<string>; moves: boolean; ends: Ends }>;
/**
 * What becomes of each kind of exit in the list: a variable that it clears, `here` where it leaves this list alone,
 * null where none is in the plan.
 */
export type Ends = Readonly<Record<ExitKind, Readonly<{ flag: string }> | 'here' | null>>;
export type ExitKind = 'return' | 'break' | 'continue';
export const noEnds: Ends = { return: null, break: null, continue: null };

/** A name for a condition that nothing in the file has. */
export function flagFor(
  work: Work,
  isInner: boolean,
  wishes: readonly string[] = isInner ? ['inner'] : ['active'],
): string {
  const [base] = wishes;
  const free =
    [...wishes, ...Array.from({ length: 99 }, (_, k) => `${base ?? 'active'}${k + 2}`)].find(
      (name) => !work.taken.has(name),
    ) ?? 'syncwright_active';
  work.taken.add(free);
  return free;
}

export const gapsAt = (node: SyntaxNode, side: Gap['side'], { plan }: Work): readonly Gap[] =>
  plan.gaps.filter((gap) => gap.host === node && gap.side === side);
export const isWithin = (inner: SyntaxNode, outer: SyntaxNode): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;
export const holdsBarrier = (node: SyntaxNode, { barriers }: Work): boolean =>
  [...barriers].some((barrier) => isWithin(barrier, node));

/** Whether the plan is about something in it. */
export function concerns(node: SyntaxNode, work: Work): boolean {
  const { plan } = work;
  return (
    [...plan.opened, ...plan.exits].some((one) => isWithin(one, node)) ||
    plan.gaps.some((gap) => isWithin(gap.host, node) && (gap.host !== node || gap.side === 'between'))
  );
}

/** Whether a list around would have to know of a jump in it. */
export function jumpsOut(node: SyntaxNode): readonly SyntaxNode[] {
  const leaves = (jump: SyntaxNode): boolean =>
    jump.type === 'return_statement' ||
    !nodesOf(
      node,
      'for_statement',
      'while_statement',
      'do_statement',
      'for_range_loop',
      ...(jump.type === 'break_statement' ? ['switch_statement'] : []),
    ).some((loop) => loop !== jump && isWithin(jump, loop));
  return nodesOf(node, 'return_statement', 'break_statement', 'continue_statement').filter(leaves);
}

/** The exits of the plan in it. */
export const exitsWithin = (node: SyntaxNode, { plan }: Work): readonly SyntaxNode[] =>
  [...plan.exits].filter((exit) => isWithin(exit, node));

/** A body of a construct that stays. */
export type Part = Readonly<{ node: SyntaxNode; head: number; before?: readonly Item[]; headText?: string }>;
/** Makes a construct that stays (flatten.ts). */
export type MakeBlock = (unit: Unit, parts: readonly Part[], end: number, around: Around, work: Work) => Item;
