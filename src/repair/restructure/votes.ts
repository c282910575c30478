/**
 * Barriers at which the block also votes, `__syncthreads_or(e)`, `…_and(e)` and `…_count(e)`: threads that take no part
 * come to the barrier too, with the vote that changes nothing of what the others get together [CUDA guide,
 * Synchronization Functions]. `e` is evaluated where it was, and by no others.
 *
 *     for (int i = t; i < n; i += 64) {                    for (int base = 0; base < n; base += 64) {
 *       if (__syncthreads_or(in[i] < 0)) out[i] = 0;         const int i = base + t;
 *     }                                               ⟶      const bool active = i < n;
 *                                                            const int any = __syncthreads_or(active && in[i] < 0);
 *                                                            if (active) {
 *                                                              if (any) out[i] = 0; …
 */
import type { Item } from './layout.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Unit } from './units.ts';
import type { Around, Work } from './work.ts';
import { bare, declaredIn, negated, nodesOf, operand } from './expressions.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { chunkAt } from './units.ts';
import { exitOf, flagsOf, withFlags } from './exits.ts';
import { exitsWithin, flagFor, isWithin } from './work.ts';

/** `call`: the whole vote. `isValue`: of the one variable that the statement declares. */
export type Vote = Readonly<{ how: 'or' | 'and' | 'count'; call: SyntaxNode; predicate: SyntaxNode; isValue: boolean }>;

/** Of a statement that begins with one vote, come what may, and does nothing before it. Null for others. */
export function voteOf(statement: SyntaxNode, source: SourceText): Vote | null {
  const first = firstIn(statement, source);
  const vote = first === null ? null : voteIn(first, source);
  const isOnly = nodesOf(statement, 'call_expression').filter((call) => voteIn(call, source) !== null).length === 1;
  return vote === null || !isOnly ? null : { ...vote, isValue: statement.type === 'declaration' };
}

/** The expression that is evaluated before all others. */
function firstIn(statement: SyntaxNode, source: SourceText): SyntaxNode | null {
  switch (statement.type) {
    case 'declaration': {
      const [only, ...more] = declaredIn(statement, source);
      return more.length === 0 && only?.isPlain === true ? only.value : null;
    }
    case 'expression_statement': {
      const [only] = namedChildren(statement);
      const target =
        only?.type === 'assignment_expression' && /^\w+\s*=[^=]/.test(textOf(source, only))
          ? childIn(only, 'left')
          : null;
      return target?.type === 'identifier' && only !== undefined ? childIn(only, 'right') : (only ?? null);
    }
    case 'if_statement': {
      const clause = childIn(statement, 'condition');
      return clause === null ? null : askedFirst(bare(clause));
    }
    default:
      return null;
  }
}

/** Of `!f()`, `f() > 3`. */
function askedFirst(condition: SyntaxNode): SyntaxNode {
  const [left, right] = [childIn(condition, 'left'), childIn(condition, 'right')];
  if (condition.type === 'unary_expression') return askedFirst(bare(childIn(condition, 'argument') ?? condition));
  return condition.type === 'binary_expression' && left !== null && right?.type === 'number_literal'
    ? askedFirst(bare(left))
    : condition;
}

function voteIn(call: SyntaxNode, source: SourceText): Omit<Vote, 'isValue'> | null {
  const [callee, handed] = [childIn(call, 'function'), childIn(call, 'arguments')];
  const how = callee === null ? undefined : /^__syncthreads_(or|and|count)$/.exec(textOf(source, callee))?.[1];
  const [predicate, ...more] = handed === null ? [] : namedChildren(handed);
  if (call.type !== 'call_expression' || predicate === undefined || more.length > 0) return null;
  return how === 'or' || how === 'and' || how === 'count' ? { how, call, predicate } : null;
}

/** `guards`: of what follows. */
export type Voted = Readonly<{ items: readonly Item[]; guards: readonly string[] }>;

/** All threads vote; what the statement does else is for those of the guards. */
export function voted(unit: Unit, node: SyntaxNode, vote: Vote, around: Around, work: Work): Voted {
  const { source, declared } = work.names;
  const { guards } = around;
  if ([...work.barriers].some((barrier) => barrier !== node && isWithin(barrier, node)))
    work.refusals.push('a vote that decides on barriers');
  const { text, from } = chunkAt(source, unit.start, unit.end);
  // exits come behind the vote, whose place they leave
  const withCall = (other: string, statement: string = text): string =>
    statement.slice(0, vote.call.start - unit.start) + other + statement.slice(vote.call.end - unit.start);
  const call =
    source.text.slice(vote.call.start, vote.predicate.start) +
    predicateOf(vote, guards.join(' && '), source) +
    source.text.slice(vote.predicate.end, vote.call.end);
  const asked = (what: string): Item => ({ kind: 'barrier', chunk: { text: what, from }, blank: unit.blank });
  if (vote.isValue || namedChildren(node)[0] === vote.call) {
    if (vote.isValue && around.moves && declaredIn(node, source).some(({ name }) => declared.get(name)?.length !== 1))
      work.refusals.push('a vote whose name has other meanings');
    return { items: [asked(withCall(call))], guards };
  }
  const name = flagFor(work, false, [wishes[vote.how]]);
  const first = asked(`const int ${name} = ${call};`);
  const exit = exitOf(node, work);
  if (exit !== null && around.ends[exit.kind] === 'here') {
    const flag = flagFor(work, true);
    const stays = negated(exit.condition, work.names).replace(textOf(source, vote.call), () => name);
    return {
      items: [
        first,
        {
          kind: 'plain',
          chunk: { text: `const bool ${flag} = ${[...guards, operand(stays)].join(' && ')};`, from },
          blank: 0,
        },
      ],
      guards: [flag],
    };
  }
  const flags = flagsOf(exitsWithin(node, work), around.ends);
  const rest = exitsWithin(node, work).length === 0 ? text : withFlags(unit, node, around.ends, work)?.text;
  if (rest === undefined) work.refusals.push('a vote that decides on an exit');
  const item: Item = {
    kind: 'guarded',
    guard: guards.join(' && '),
    chunks: [{ text: withCall(name, rest), from }],
    clears: flags.length > 0,
    blank: 0,
  };
  return { items: [first, item], guards: [...guards, ...flags.filter((flag) => !guards.includes(flag))] };
}

const wishes = { or: 'any', and: 'all', count: 'count' } as const;

function predicateOf({ how, predicate }: Vote, guard: string, source: SourceText): string {
  const asked = textOf(source, predicate);
  if (how !== 'and') return `${guard} && ${operand(asked)}`;
  return `${/^\w+$/.test(guard) ? `!${guard}` : `!(${guard})`} || ${/\?|,|[^=!<>]=[^=]/.test(asked) ? `(${asked})` : asked}`;
}
