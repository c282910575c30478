/**
 * Loops with barriers that not all threads run, or not equally often. Three forms: as it is, where every thread can
 * count its turns; over a common base, `for (i = tid + a; i < n; i += step)` as `for (base = a; base < n; base +=
 * step)` with `i = base + tid`; else by a vote each turn.
 */
import type { Around, Ends, MakeBlock, Work } from './work.ts';
import type { Item } from './layout.ts';
import type { Names } from './expressions.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Unit } from './units.ts';
import {
  assignedIn,
  bare,
  declaredIn,
  identifiersIn,
  isInteger,
  isPositive,
  isPure,
  mayDiffer,
  operand,
} from './expressions.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { endOf, flagsOf, kindOf, targetOf } from './exits.ts';
import { exitsWithin, flagFor } from './work.ts';
import { listOf } from './units.ts';
import { isOwn, stepOf } from './stepped.ts';

/** The loop, and what must stand before it. Refuses what it does not understand. */
export function loopItems(unit: Unit, node: SyntaxNode, around: Around, work: Work, block: MakeBlock): readonly Item[] {
  const body = childIn(node, 'body');
  if (body === null) return refuse(work);
  const { guards } = around;
  const inside = exitsWithin(node, work);
  const leaving = inside.filter((exit) => kindOf(exit) !== 'return' && targetOf(exit, node) === node);
  const list = listOf(body, work.names.source);
  const stops = endOf('break', list, leaving, () => flagFor(work, false, ['going']), work);
  const skips = endOf('continue', list, leaving, () => flagFor(work, true, ['taken']), work);
  const ends: Ends = {
    return: around.ends.return === 'here' ? null : around.ends.return,
    break: stops,
    continue: skips,
  };
  const all = [
    ...new Set([
      ...guards,
      ...flagsOf(
        inside.filter((exit) => !leaving.includes(exit) || kindOf(exit) === 'break'),
        ends,
      ),
    ]),
  ];
  const breakFlag = stops !== null && stops !== 'here' ? stops.flag : null;
  const skipped: readonly Item[] = skips !== null && skips !== 'here' ? [plain(`bool ${skips.flag} = true;`)] : [];
  const loop: Loop = { unit, node, body, skipped, within: { ...around, ends }, guards: all, breakFlag };
  const declared = breakFlag === null ? [] : [plain(`bool ${breakFlag} = true;`, unit.blank)];
  const isOpened = work.plan.opened.has(node);
  const step = all.length === 0 || isOpened ? null : stepOf(node, body, work);
  if (step !== null) work.common.add(step);
  if (!isOpened && (all.length === 0 || step !== null || isIndependent(node, body, guards.length > 0, work))) {
    if (node.type === 'do_statement' && body.type !== 'compound_statement') return refuse(work);
    return [
      ...declared,
      block(
        unit,
        [{ node: body, head: node.start, before: skipped }],
        node.type === 'do_statement' ? body.end : node.end,
        { ...loop.within, guards: all },
        work,
      ),
    ];
  }
  if (node.type === 'do_statement') return [...declared, ...turnsByVote(loop, work, block)];
  const based = work.plan.votes ? null : overBase(loop, work, block);
  return [...declared, ...(based ?? byVote(loop, work, block))];
}

/** `guards`: of its turns. `skipped`: what each turn begins with. */
type Loop = Readonly<{
  unit: Unit;
  node: SyntaxNode;
  body: SyntaxNode;
  skipped: readonly Item[];
  within: Around;
  guards: readonly string[];
  breakFlag: string | null;
}>;

const plain = (text: string, blank = 0): Item => ({ kind: 'plain', chunk: { text, from: '' }, blank });

function refuse(work: Work): readonly Item[] {
  work.refusals.push('a loop that cannot be counted');
  return [];
}

type Header = Readonly<{
  counter: string;
  initial: SyntaxNode;
  type: string | null;
  compare: string;
  bound: SyntaxNode;
  update: string;
  by: SyntaxNode | null;
}>;

/** Of `for (T i = a; i < n; i += b)`; null for other loops. `type`: null where the counter is declared before. */
function headerOf(node: SyntaxNode, { source }: Names): Header | null {
  const [start, condition, step] = [childIn(node, 'initializer'), childIn(node, 'condition'), childIn(node, 'update')];
  if (node.type !== 'for_statement' || start === null || condition?.type !== 'binary_expression' || step === null)
    return null;
  const [left, bound] = [childIn(condition, 'left'), childIn(condition, 'right')];
  const declared = start.type === 'declaration' ? declaredIn(start, source) : [];
  const [only] = declared;
  const counter = start.type === 'assignment_expression' ? childIn(start, 'left') : null;
  const initial = start.type === 'declaration' ? (only?.value ?? null) : childIn(start, 'right');
  const name =
    start.type === 'declaration' ? only?.name : counter?.type === 'identifier' ? textOf(source, counter) : undefined;
  if (
    left === null ||
    bound === null ||
    initial === null ||
    name === undefined ||
    declared.length > 1 ||
    textOf(source, left) !== name
  )
    return null;
  const changed = childIn(step, step.type === 'update_expression' ? 'argument' : 'left');
  if (
    changed === null ||
    !['update_expression', 'assignment_expression'].includes(step.type) ||
    textOf(source, changed) !== name
  )
    return null;
  const by = childIn(step, 'right');
  const update =
    step.type === 'update_expression'
      ? textOf(source, step).includes('++')
        ? '+='
        : '-='
      : source.text.slice(changed.end, by?.start ?? changed.end).trim();
  return {
    counter: name,
    initial,
    type:
      only?.isPlain === true
        ? source.text
            .slice(start.start, start.children.find(({ field }) => field === 'declarator')?.start ?? start.start)
            .trim()
        : null,
    compare: source.text.slice(left.end, bound.start).trim(),
    bound,
    update,
    by,
  };
}

/**
 * Whether threads that take no part can count the turns too, and end: nothing that they leave out changes how many
 * there are.
 */
function isIndependent(
  node: SyntaxNode,
  body: SyntaxNode,
  startsGuarded: boolean,
  { names, unset, plan }: Work,
): boolean {
  const header = headerOf(node, names);
  if (header === null || (header.type === null && !isOwn(header.counter, node, names, plan))) return false;
  const { counter, initial, compare, bound, update, by } = header;
  const changed = assignedIn(body, names.source);
  const parts = [...(startsGuarded ? [initial] : []), bound, ...(by === null ? [] : [by])];
  const isPlain =
    parts.every((part) => isPure(part, names, unset)) &&
    ![counter, ...parts.flatMap((part) => [...identifiersIn(part, names.source)])].some((name) => changed.has(name));
  const steps = by === null || isPositive(by, names);
  const isShrinking =
    by !== null &&
    by.type === 'number_literal' &&
    (update === '>>=' ? steps : update === '/=' && textOf(names.source, by) !== '1');
  const isGrowing =
    by !== null &&
    by.type === 'number_literal' &&
    isPositive(initial, names) &&
    (update === '<<=' ? steps : update === '*=' && steps && textOf(names.source, by) !== '1');
  const ends = compare.startsWith('<')
    ? (update === '+=' && steps) || isGrowing
    : compare.startsWith('>') &&
      ((update === '-=' && steps) ||
        (isShrinking && compare === '>' && /^\d+[uU]?$/.test(textOf(names.source, bound))));
  return isPlain && ends;
}

/**
 * Over a common base. Null where the loop has another shape. The index may pass the bound by one block: as the step of
 * the last turn does.
 */
function overBase(
  { unit, node, body, skipped, within, guards }: Loop,
  work: Work,
  block: MakeBlock,
): readonly Item[] | null {
  const { names } = work;
  const header = headerOf(node, names);
  const changed = assignedIn(body, names.source);
  if (
    header === null ||
    header.type === null ||
    !header.compare.startsWith('<') ||
    header.update !== '+=' ||
    (header.by !== null && !isPositive(header.by, names))
  )
    return null;
  const { counter, bound, by, compare } = header;
  const type = header.type.replace(/\bconst\b\s*/, '');
  const terms = termsOf(header.initial, names);
  const own = terms.filter((term) => isThreadIndex(term, names));
  const common = terms.filter((term) => !own.includes(term));
  const used = [bound, ...common, ...(by === null ? [] : [by])];
  if (
    own.length !== 1 ||
    !used.every((part) => isPure(part, names, work.unset) && isInteger(part, names)) ||
    !/^(?:const )?(?:unsigned|int|long|size_t|u?int\d+_t)/.test(type)
  )
    return null;
  if ([counter, ...used.flatMap((part) => [...identifiersIn(part, names.source)])].some((name) => changed.has(name)))
    return null;
  if (common.some((term) => mayDiffer(term, names))) return null;
  const base = flagFor(work, false, ['base', 'first']);
  const text = (node_: SyntaxNode): string => textOf(names.source, node_);
  const flag = flagFor(work, within.guards.length > 0);
  const condition = [...guards, `${counter} ${compare} ${text(bound)}`].join(' && ');
  const headText = `for (${type} ${base} = ${common.length === 0 ? '0' : common.map(text).join(' + ')}; ${base} ${compare} ${text(bound)}; ${by === null ? `++${base}` : `${base} += ${text(by)}`})${gapBefore(body, work)}`;
  const before = [
    plain(`const ${type} ${counter} = ${base} + ${own.map(text).join('')};`),
    plain(`const bool ${flag} = ${condition};`),
    ...skipped,
  ];
  return [
    block(unit, [{ node: body, head: node.start, before, headText }], node.end, { ...within, guards: [flag] }, work),
  ];
}

/** What stands between the head of a loop and its body. */
const gapBefore = (body: SyntaxNode, { names: { source } }: Work): string =>
  source.text.slice(source.text.slice(0, body.start).trimEnd().length, body.start);

function termsOf(node: SyntaxNode, names: Names): readonly SyntaxNode[] {
  const inner = bare(node);
  const [left, right] = [childIn(inner, 'left'), childIn(inner, 'right')];
  if (inner.type !== 'binary_expression' || left === null || right === null) return [inner];
  return names.source.text.slice(left.end, right.start).trim() === '+'
    ? [...termsOf(left, names), ...termsOf(right, names)]
    : [inner];
}

/** `threadIdx.x`, or a name for it that never changes. */
function isThreadIndex(node: SyntaxNode, names: Names): boolean {
  const text = textOf(names.source, node);
  if (node.type === 'field_expression') return /^threadIdx\.[xyz]$/.test(text);
  const known = node.type === 'identifier' ? names.declared.get(text) : undefined;
  return (
    known?.length === 1 &&
    !names.assigned.has(text) &&
    known.every(({ value }) => value !== null && isThreadIndex(value, names))
  );
}

/**
 * Each turn the threads ask whether one of them is to go on. A thread whose turns are over takes part in no more, but
 * steps on.
 */
function byVote(
  { unit, node, body, skipped, within, guards, breakFlag }: Loop,
  work: Work,
  block: MakeBlock,
): readonly Item[] {
  const { names } = work;
  const clause = childIn(node, 'condition');
  const condition = clause === null ? null : bare(clause);
  const [start, step] = [childIn(node, 'initializer'), childIn(node, 'update')];
  const isFor = node.type === 'for_statement';
  const counters = start?.type === 'declaration' ? declaredIn(start, names.source).map(({ name }) => name) : [];
  const isHarmless = (part: SyntaxNode | null): boolean =>
    part === null ||
    (isHarmlessStep(part, work) &&
      [...assignedIn(part, names.source)].every(
        (name) => counters.includes(name) || isOwn(name, node, names, work.plan),
      ));
  if (condition?.type === 'declaration' || (within.guards.length > 0 && !isHarmless(start)) || !isHarmless(step))
    return refuse(work);
  const text =
    condition === null || /^(?:1|true)$/.test(textOf(names.source, condition)) ? null : textOf(names.source, condition);
  const all = [...guards, ...(text === null ? [] : [guards.length === 0 ? text : operand(text)])].join(' && ');
  const isSticky =
    condition !== null &&
    text !== null &&
    !(isFor ? staysFalse(node, body, work) : isPure(condition, names, work.unset));
  const head = (vote: string): string =>
    `${isFor ? `for (${names.source.text.slice(node.children[1]?.end ?? node.start, start?.end ?? node.children[1]?.end).replace(/;$/, '')}; ` : 'while ('}${votedBy(vote, work)}${isFor ? `; ${step === null ? '' : textOf(names.source, step)}` : ''})${gapBefore(body, work)}`;
  const made = (headText: string, before: readonly Item[], inner: readonly string[]): Item =>
    block(
      unit,
      [{ node: body, head: node.start, before: [...before, ...skipped], headText }],
      node.end,
      { ...within, guards: inner },
      work,
    );
  if (text === null) return all === '' ? refuse(work) : [made(head(all), [], guards)];
  if (isSticky) {
    const flag = breakFlag ?? flagFor(work, guards.length > 0);
    const declared = breakFlag === null ? [plain(`bool ${flag} = true;`, unit.blank)] : [];
    const holds = [...guards.filter((guard) => guard !== flag), flag, operand(text)].join(' && ');
    return [...declared, made(head(`${flag} = ${holds}`), [], [flag])];
  }
  const flag = flagFor(work, within.guards.length > 0);
  const isName = /^\w+$/.test(all) && guards.length === 0 && !assignedIn(body, names.source).has(all);
  return [made(head(all), isName ? [] : [plain(`const bool ${flag} = ${all};`)], [isName ? all : flag])];
}

/** `do { … } while (c);`: the threads ask at the end of each turn. */
function turnsByVote(
  { unit, node, body, skipped, within, guards, breakFlag }: Loop,
  work: Work,
  block: MakeBlock,
): readonly Item[] {
  const clause = childIn(node, 'condition');
  if (clause === null || body.type !== 'compound_statement') return refuse(work);
  const flag = breakFlag ?? flagFor(work, guards.length > 0);
  const others = guards.filter((guard) => guard !== flag);
  const first = others.length === 0 ? 'true' : others.join(' && ');
  const holds = [...others, flag, operand(textOf(work.names.source, bare(clause)))].join(' && ');
  const made = block(
    unit,
    [{ node: body, head: node.start, before: skipped }],
    body.end,
    { ...within, guards: breakFlag === null ? [flag] : guards },
    work,
  );
  if (made.kind !== 'block') return refuse(work);
  const text = `}${work.names.source.text.slice(body.end, clause.start)}(${votedBy(`${flag} = ${holds}`, work)})${work.names.source.text.slice(clause.end, unit.end)}`;
  return [
    ...(breakFlag === null ? [plain(`bool ${flag} = ${first};`, unit.blank)] : []),
    { ...made, tail: { ...made.tail, text } },
  ];
}

/** Whether one thread of the block, or of the warp, has it. */
const votedBy = (asked: string, { plan }: Work): string =>
  plan.of === 'block' ? `__syncthreads_or(${asked})` : `__any_sync(0xffffffffu, ${asked})`;

/** A start or step that threads may run whose turns are over. */
function isHarmlessStep(part: SyntaxNode, { names, unset }: Pick<Work, 'names' | 'unset'>): boolean {
  if (part.type === 'declaration')
    return declaredIn(part, names.source).every(({ value }) => value === null || isPure(value, names, unset));
  if (part.type === 'comma_expression')
    return namedChildren(part).every((one) => isHarmlessStep(one, { names, unset }));
  const target = childIn(part, part.type === 'update_expression' ? 'argument' : 'left');
  const value = childIn(part, 'right');
  return (
    ['update_expression', 'assignment_expression'].includes(part.type) &&
    target?.type === 'identifier' &&
    (value === null || isPure(value, names, unset))
  );
}

/** Whether the condition, once false, stays so while the thread only counts on: signed counters do not wrap. */
function staysFalse(node: SyntaxNode, body: SyntaxNode, { names }: Work): boolean {
  const header = headerOf(node, names);
  if (header === null || !isInteger(header.bound, names)) return false;
  const known = names.declared.get(header.counter) ?? [];
  const isSigned =
    known.length > 0 && known.every(({ type, isPlain }) => isPlain && /^(?:int|long|short|int\d+_t)\b/.test(type));
  const changed = assignedIn(body, names.source);
  const goesOn =
    (header.compare.startsWith('<') && header.update === '+=') ||
    (header.compare.startsWith('>') && header.update === '-=');
  return (
    isSigned &&
    goesOn &&
    ![...identifiersIn(header.bound, names.source)].some((name) => changed.has(name) || name === header.counter)
  );
}
