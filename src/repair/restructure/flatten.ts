/**
 * Takes constructs apart at barriers: what stands in a branch, or behind an early exit, becomes stretches guarded by a
 * named condition, and the barriers between them stand outside [AuCS, ISSRE'20, section IV: entry conditions]. Exact
 * for each thread alone: every condition is evaluated once, where it was, and every statement runs in the same order
 * under the same conditions.
 */
import type { Around, Part, Work } from './work.ts';
import type { Chunk, Item } from './layout.ts';
import type { List, Unit } from './units.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { bare, identifiersIn, isPure, negated, operand } from './expressions.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { called } from './calls.ts';
import { chunkAt, listOf } from './units.ts';
import { concerns, exitsWithin, flagFor, gapsAt, holdsBarrier, isWithin } from './work.ts';
import { detach } from './declarations.ts';
import { exchanged } from './exchanges.ts';
import { exitOf, flagsOf, withFlags } from './exits.ts';
import { voted } from './votes.ts';
import { loopItems } from './loops.ts';

export function itemsOf(list: List, around: Around, work: Work): readonly Item[] {
  const items: Item[] = [];
  let { guards } = around;
  let run: Unit[] = [];
  const laterThan = (k: number): ReadonlySet<string> =>
    new Set([
      ...around.later,
      ...list.units.slice(k).flatMap(({ node }) => (node === null ? [] : [...identifiersIn(node, work.names.source)])),
    ]);
  const flush = (next: number): void => {
    items.push(...runItems(run, { ...around, guards, later: laterThan(next) }, work));
    run = [];
  };
  for (const [k, unit] of list.units.entries()) {
    const { node } = unit;
    if (node === null) {
      run.push(unit);
      continue;
    }
    if (gapsAt(node, 'before', work).length > 0) {
      flush(k);
      items.push(newBarrier);
    }
    if (work.common.has(node)) {
      flush(k);
      items.push({ kind: 'plain', chunk: chunkAt(work.names.source, unit.start, unit.end), blank: unit.blank });
      continue;
    }
    const isApart = guards.length > 0 ? concerns(node, work) || holdsBarrier(node, work) : concerns(node, work);
    if (guards.length > 0 && work.opaque.some((one) => isWithin(one, node)))
      work.refusals.push('a barrier or exit that the text does not show');
    if (!isApart) run.push(unit);
    else {
      flush(k);
      const taken = apart(unit, node, { ...around, guards, later: laterThan(k + 1) }, work);
      items.push(...taken.items);
      guards = taken.guards;
    }
    if (gapsAt(node, 'after', work).length > 0) {
      flush(k + 1);
      items.push(newBarrier);
    }
  }
  flush(list.units.length);
  return items;
}

type Taken = Readonly<{ items: readonly Item[]; guards: readonly string[] }>;

/** One statement that cannot stay as it is, and what guards those behind it. */
function apart(unit: Unit, node: SyntaxNode, around: Around, work: Work): Taken {
  const { guards } = around;
  const vote = work.votes.get(node);
  if (vote !== undefined && guards.length > 0) return voted(unit, node, vote, around, work);
  const call = work.calls.get(node);
  if (call !== undefined && guards.length > 0) return { items: called(unit, node, call, around, work), guards };
  const exchange = work.exchanges.get(node);
  if (exchange !== undefined && guards.length > 0)
    return { items: exchanged(unit, node, exchange, around, work), guards };
  const exit = exitOf(node, work);
  if (exit !== null && around.ends[exit.kind] === 'here') return afterExit(exit.condition, unit, guards, work);
  if (work.barriers.has(node) && vote === undefined && exchange === undefined)
    return {
      items: [{ kind: 'barrier', chunk: chunkAt(work.names.source, unit.start, unit.end), blank: unit.blank }],
      guards,
    };
  const flags = flagsOf(exitsWithin(node, work), around.ends);
  const after = [...guards, ...flags.filter((flag) => !guards.includes(flag))];
  const text = holdsBarrier(node, work) || flags.length === 0 ? null : withFlags(unit, node, around.ends, work);
  if (text === null) return { items: construct(unit, node, around, work), guards: after };
  return {
    items: [
      guards.length === 0
        ? { kind: 'plain', chunk: text, blank: unit.blank }
        : { kind: 'guarded', guard: guards.join(' && '), chunks: [text], clears: true, blank: unit.blank },
    ],
    guards: after,
  };
}

/** `if (c) return;` in the list that it leaves: what follows is for the other threads. */
function afterExit(exit: SyntaxNode, unit: Unit, guards: readonly string[], work: Work): Taken {
  const flag = flagFor(work, guards.length > 0);
  const left = negated(exit, work.names);
  const condition = [...guards, guards.length === 0 ? left : operand(left)].join(' && ');
  const { text, from } = chunkAt(work.names.source, unit.start, unit.end);
  // what is said there is of the threads that leave
  const [, sign, words = ''] = /;[ \t]*(\/[/*])([^\n]*)$/.exec(text) ?? [];
  const line = `const bool ${flag} = ${condition};${sign === undefined ? '' : ` ${sign} else: ${words.replace(/^[ \t]+/, '')}`}`;
  return { items: [{ kind: 'plain', chunk: { text: line, from }, blank: unit.blank }], guards: [flag] };
}

function construct(unit: Unit, node: SyntaxNode, around: Around, work: Work): readonly Item[] {
  switch (node.type) {
    case 'if_statement':
      return around.guards.length > 0 || work.plan.opened.has(node) || gapsAt(node, 'between', work).length > 0
        ? openedBranch(unit, node, around, work)
        : keptBranch(unit, node, around, work);
    case 'for_statement':
    case 'while_statement':
    case 'do_statement':
      return loopItems(unit, node, around, work, block);
    case 'compound_statement':
      return [block(unit, [{ node, head: node.start }], node.end, around, work)];
    default:
      work.refusals.push(`a ${node.type} around a barrier`);
      return [];
  }
}

/** A branch at which threads part: its condition gets a name, and its arms are laid side by side at their barriers. */
function openedBranch(unit: Unit, node: SyntaxNode, around: Around, work: Work): readonly Item[] {
  const { source } = work.names;
  const clause = childIn(node, 'condition');
  const then = childIn(node, 'consequence');
  const value = clause === null ? null : bare(clause);
  if (
    clause === null ||
    then === null ||
    value === null ||
    value.type === 'declaration' ||
    clause.children.length !== 3 ||
    node.children.some(({ type }) => type === 'constexpr')
  ) {
    work.refusals.push('a condition that declares');
    return [];
  }
  const { guards } = around;
  const [asked, opposite] = [textOf(source, value), negated(value, work.names)];
  const otherwise = alternativeOf(node);
  // the name is for the arm that goes on to a barrier, and reads forward there
  const isTurned =
    otherwise !== null && holdsBarrier(otherwise, work) && !holdsBarrier(then, work) && !opposite.startsWith('!');
  const meant = isTurned ? opposite : asked;
  const condition = [...guards, guards.length === 0 ? meant : operand(meant)].join(' && ');
  const isName =
    guards.length === 0 &&
    !isTurned &&
    value.type === 'identifier' &&
    !work.names.assigned.has(textOf(source, value)) &&
    work.names.declared.has(textOf(source, value));
  const flag = isName ? textOf(source, value) : flagFor(work, guards.length > 0);
  const list = listOf(then, source, then.end === node.end ? unit.end : then.end);
  const behind = source.text.slice(then.start + 1, list.head).trim();
  const [ours, theirs] = isTurned ? [[...guards, `!${flag}`], [flag]] : [[flag], [...guards, `!${flag}`]];
  const inner = itemsOf(list, { ...around, guards: ours, moves: true, later: new Set() }, work);
  const others =
    otherwise === null
      ? []
      : itemsOf(
          listOf(otherwise, source, unit.end),
          { ...around, guards: theirs, moves: true, later: new Set() },
          work,
        );
  const arms =
    gapsAt(node, 'between', work).length > 0 ? [...inner, newBarrier, ...others] : sideBySide(inner, others, work);
  const comment: readonly Item[] =
    behind === '' ? [] : [{ kind: 'plain', chunk: { text: behind, from: '' }, blank: 0 }];
  const once = isName
    ? arms
    : usedOnce(arms, flag, {
        condition,
        opposite: guards.length === 0 ? (isTurned ? asked : opposite) : null,
        isPure: isPure(value, work.names, work.unset),
      });
  if (once !== null) return withFirstBlank([...comment, ...once], unit.blank);
  const text = `${source.text.slice(unit.start, node.start)}const bool ${flag} = ${condition};`;
  return [
    { kind: 'plain', chunk: { text, from: chunkAt(source, node.start, node.end).from }, blank: unit.blank },
    ...comment,
    ...arms,
  ];
}

type Meaning = Readonly<{ condition: string; opposite: string | null; isPure: boolean }>;

/**
 * With the condition in the place of its name, where it has only one use, and would be evaluated as before. Null where
 * it needs its name.
 */
function usedOnce(
  items: readonly Item[],
  flag: string,
  { condition, opposite, isPure }: Meaning,
): readonly Item[] | null {
  const uses = JSON.stringify(items).match(new RegExp(`\\b${flag}\\b`, 'g'))?.length ?? 0;
  if (uses === 0) return isPure ? items : null;
  const first = items.findIndex(({ kind }) => kind !== 'barrier');
  const item = items[first];
  if (uses > 1 || item?.kind !== 'guarded' || (first > 0 && !isPure)) return null;
  const guard = item.guard === flag ? condition : item.guard === `!${flag}` ? opposite : null;
  return guard === null ? null : items.with(first, { ...item, guard });
}

const withFirstBlank = (items: readonly Item[], blank: number): readonly Item[] =>
  items.map((item, k) => (k === 0 ? { ...item, blank } : item));

/** The halves of two arms between the same barriers, one after the other: of a thread, only those of one arm run. */
function sideBySide(then: readonly Item[], otherwise: readonly Item[], work: Work): readonly Item[] {
  const [ours, theirs] = [halvesOf(then), halvesOf(otherwise)];
  if (ours.barriers.some((one, k) => [one, theirs.barriers[k]].some(isVote) && theirs.barriers[k] !== undefined))
    work.refusals.push('votes in both arms');
  if (
    ours.halves.length > 1 &&
    theirs.halves.length > 1 &&
    [...then, ...otherwise].some((item) => item.kind === 'block')
  )
    work.refusals.push('loops with barriers in both arms');
  // an arm without barriers stands before the other's first: what it stores is there for those who wait, as what pads a
  // tile
  return Array.from({ length: Math.max(ours.halves.length, theirs.halves.length) }, (_, k) => {
    const [own, their] = [ours.barriers[k], theirs.barriers[k]];
    const met =
      own === undefined || their === undefined
        ? [own ?? their]
        : isExchange(own, work) || isExchange(their, work)
          ? [own, their]
          : [own];
    return [...(ours.halves[k] ?? []), ...(theirs.halves[k] ?? []), ...met.flatMap((barrier) => barrier ?? [])];
  }).flat();
}

const isVote = (item: Item | undefined): boolean =>
  item?.kind === 'barrier' && item.chunk.text.includes('__syncthreads_');

/**
 * Whether it is no plain barrier, of which one does for both arms; of lanes and groups only where they are the same.
 */
function isExchange(item: Item, { plan, barriers, exchanges, names: { source } }: Work): boolean {
  const written = [...barriers].filter((node) => !exchanges.has(node)).map((node) => textOf(source, node));
  return (
    plan.of === 'lanes' &&
    (item.kind !== 'barrier' || !written.includes(item.chunk.text.trim()) || new Set(written).size > 1)
  );
}

function halvesOf(
  items: readonly Item[],
): Readonly<{ halves: readonly (readonly Item[])[]; barriers: readonly Item[] }> {
  const halves: Item[][] = [[]];
  const barriers: Item[] = [];
  for (const item of items) {
    if (item.kind === 'barrier') {
      barriers.push(item);
      halves.push([]);
    } else halves.at(-1)?.push(item);
  }
  return { halves, barriers };
}

function keptBranch(unit: Unit, node: SyntaxNode, around: Around, work: Work): readonly Item[] {
  const then = childIn(node, 'consequence');
  const otherwise = alternativeOf(node);
  if (then === null) return [];
  const arms = [
    { node: then, head: node.start },
    ...(otherwise === null
      ? []
      : [{ node: otherwise, head: then.type === 'compound_statement' ? then.end - 1 : then.end }]),
  ];
  return [block(unit, arms, node.end, around, work)];
}

function alternativeOf(node: SyntaxNode): SyntaxNode | null {
  return childIn(node, 'alternative')?.children.find(({ named, type }) => named && type !== 'comment') ?? null;
}

/**
 * A construct that stays, its lists restructured. Each part begins at `head`, has `before` as its first statements, and
 * what stands up to its body is replaced by `headText`.
 */
function block(unit: Unit, parts: readonly Part[], end: number, around: Around, work: Work): Item {
  const { source } = work.names;
  const made = parts.map(({ node, head, before = [], headText }, k) => {
    const list = listOf(node, source, k === parts.length - 1 ? unit.end : node.end);
    const isBraced = node.type === 'compound_statement';
    if (!isBraced && parts.length > 1) work.refusals.push('an arm without braces');
    const chunk = chunkAt(source, k === 0 ? unit.start : head, list.head);
    const text =
      headText === undefined
        ? chunk.text
        : source.text.slice(unit.start, head) + headText + source.text.slice(node.start, list.head);
    return {
      head: { ...chunk, text: isBraced ? text : `${text.trimEnd()} {` },
      items: [...before, ...itemsOf(list, { ...around, moves: false, later: new Set() }, work)],
    };
  });
  const isBraced = parts.at(-1)?.node.type === 'compound_statement';
  const tail = isBraced ? chunkAt(source, end - 1, unit.end) : { text: '}', from: '' };
  return { kind: 'block', parts: made, tail, blank: unit.blank };
}

/** Statements that stay together, with what is declared in them and used behind them outside of their guard. */
function runItems(run: readonly Unit[], { guards, later, moves }: Around, work: Work): readonly Item[] {
  const { source } = work.names;
  const [first] = run;
  const last = run.findLastIndex(({ node }) => node !== null);
  if (first === undefined) return [];
  const plain = (units: readonly Unit[]): readonly Item[] => {
    const [from, to] = [units[0], units.at(-1)];
    return from === undefined || to === undefined
      ? []
      : [{ kind: 'plain', chunk: chunkAt(source, from.start, to.end), blank: from.blank }];
  };
  if (guards.length === 0 || last < 0) return plain(run);
  const taken = detach(run.slice(0, last + 1), later, work.names, work.unset, moves);
  if (taken === null) {
    work.refusals.push('a declaration that cannot be taken apart');
    return [];
  }
  for (const name of taken.unset) work.unset.add(name);
  const outside = taken.outside.map(({ blank, ...chunk }, k): Item => ({
    kind: 'plain',
    chunk,
    blank: k === 0 ? first.blank : blank,
  }));
  const blanks = (count: number): readonly Chunk[] => (count > 0 ? [{ text: '\n'.repeat(count - 1), from: '' }] : []);
  const inside = taken.inside.flatMap((chunk, k) => [...(k === 0 ? [] : blanks(chunk.blank)), chunk]);
  const guarded: readonly Item[] =
    inside.length === 0
      ? []
      : [
          {
            kind: 'guarded',
            guard: guards.join(' && '),
            chunks: inside,
            clears: false,
            blank: outside.length === 0 ? first.blank : 0,
          },
        ];
  return [...outside, ...guarded, ...plain(run.slice(last + 1))];
}

const newBarrier: Item = { kind: 'barrier', chunk: { text: '__syncthreads();', from: '' }, blank: 0 };
