/**
 * Strategy split-kernel: what blocks do in two steps becomes two kernels, the second launched behind the first.
 *
 * Applies to races between blocks of two statements in the outermost list of a kernel whose launches all stand in its
 * file as `k<<<…>>>(…);`. Work that one stream gets runs in order (CUDA guide, Streams), so that the end of the first
 * kernel does between blocks what a barrier of the grid would do, whatever the grid. Promises: what one thread does
 * stays as it is. The second kernel declares again what it needs of the first, which must be pure; early exits are
 * repeated. No variable that changes, and no shared memory, may be used on both sides. Smallest example:
 *
 *     a[i] = i;                       a[i] = i;
 *     b[i] = a[n - 1 - i];      ⟶   }
 *                                     __global__ void k_phase2(int *a, int *b, int n) {
 *     k<<<4, 64>>>(a, b, 256);          int i = blockIdx.x * blockDim.x + threadIdx.x;
 *                                       b[i] = a[n - 1 - i];
 *                                     …
 *                                     k<<<4, 64>>>(a, b, 256);
 *                                     k_phase2<<<4, 64>>>(a, b, 256);
 *
 * Cost: a launch, beside which any barrier is cheap.
 */
import { linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { Names } from '../restructure/expressions.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Launch, Text } from '../launched-text.ts';
import { argumentsOf, listOf, lists, textIn } from '../launched-text.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { assignedIn, declaredIn, identifiersIn, isPure, namesOf, nodesOf } from '../restructure/expressions.ts';
import { behind, layoutAt } from '../source-text.ts';
import { conditionOf, hasType, lineOf } from '../written.ts';
import { deletion, isBarrierAlone } from '../remove-barrier.ts';
import { eachStmt, placeOf, someStmt, targetOf } from '../../ir/walk.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { memoized } from '../../base/memoize.ts';
import { placesOf } from '../places.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const splitKernel: Strategy = { name: 'split-kernel', handles, propose, onlyProved: true, isLast: true };

/**
 * Between which statements of the outermost list the cut may be: behind the first access and before the second, or
 * beside the barrier.
 */
function gapsOf(fault: Fault, input: RepairInput): Readonly<{ from: number; to: number }> | null {
  const text = textIn(input);
  if (text === null || fault.kind === 'missed' || (fault.kind === 'race' && fault.handover !== null)) return null;
  const indexOf = (id: StmtId): number => indexIn(text, id, input);
  // a barrier that some miss goes where the cut is
  if (fault.kind === 'divergence') {
    const at = indexOf(fault.barrier);
    return isMeeting(text.statements[at], text) ? { from: at, to: at + 1 } : null;
  }
  const [a, b] = [indexOf(fault.first), indexOf(fault.second)];
  return a < 0 || b < 0 || a === b ? null : { from: Math.min(a, b) + 1, to: Math.max(a, b) };
}

function indexIn({ statements, source }: Text, id: StmtId, input: RepairInput): number {
  const span = placesIn(input).get(id)?.[0]?.span;
  return span === undefined || span.file !== source.file
    ? -1
    : statements.findIndex(({ start, end }) => start <= span.start && span.end <= end);
}

/** Whether the first half has a loop that may wait for what the second half stores: it would wait for ever. */
function awaitsRest(at: number, text: Text, input: RepairInput): boolean {
  const changed = new Set<string>();
  eachStmt(input.kernel.body, (stmt) => {
    const place = stmt.kind === 'store' || stmt.kind === 'atomic' ? placeOf(stmt) : null;
    if (place !== null && indexIn(text, stmt.id, input) >= at) changed.add(place.array);
  });
  return someStmt(
    input.kernel.body,
    (stmt) =>
      stmt.kind === 'loop' && indexIn(text, stmt.id, input) < at && readIn([stmt]).some((array) => changed.has(array)),
  );
}

/** The arrays of which a variable gets what they hold, that a condition in the loop asks for. */
function readIn(body: readonly Stmt[]): readonly string[] {
  const asked = new Set<VarId>();
  const read: { array: string; target: VarId }[] = [];
  eachStmt(body, (stmt) => {
    const [place, target] = [placeOf(stmt), targetOf(stmt)];
    if (place !== null && target !== null) read.push({ array: place.array, target });
    if (stmt.kind === 'branch') for (const id of freeVariables(stmt.when)) asked.add(id);
    if (stmt.kind === 'loop') for (const id of freeVariables(stmt.condition)) asked.add(id);
  });
  return read.flatMap(({ array, target }) => (asked.has(target) ? [array] : []));
}

const isMeeting = (node: SyntaxNode | undefined, { source }: Text): boolean =>
  node !== undefined && isBarrierAlone(textOf(source, node));

const isOrderAlone = (text: string): boolean =>
  isBarrierAlone(text) || /^__threadfence(?:_block|_system)?\(\);$/.test(text);

const placesIn = memoized(
  ({ kernel, sourceOf }: Pick<RepairInput, 'kernel' | 'sourceOf'>) => placesOf(kernel, sourceOf).ways,
);

/**
 * Races of one block too, and barriers that some miss, where there are races of global memory: the end of a kernel
 * orders all.
 */
function handles(fault: Fault, input: RepairInput): boolean {
  const isGlobal = (one: Fault): boolean =>
    one.kind === 'race' && input.kernel.arrays.get(one.array)?.space === 'global';
  return (
    (fault.kind === 'divergence' ? input.faults.some(isGlobal) : isGlobal(fault)) &&
    !input.isCooperative &&
    gapsOf(fault, input) !== null
  );
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const text = textIn(input);
  const gaps = faults.flatMap((fault) => gapsOf(fault, input) ?? []);
  if (text === null || gaps.length === 0) return [];
  const [from, to] = [Math.max(...gaps.map((gap) => gap.from)), Math.min(...gaps.map((gap) => gap.to))];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, k) => to - k).flatMap(
    (at) => proposal(at, text, input) ?? [],
  );
}

/** `at`: the first statement of the second kernel. */
function proposal(at: number, text: Text, input: RepairInput): Proposal | null {
  const { source, statements, launches } = text;
  // barriers and fences at the cut order nothing any more
  const isOrder = (node: SyntaxNode): boolean => isOrderAlone(textOf(source, node));
  const before = statements.slice(0, at - lengthOf([...statements.slice(0, at)].reverse(), isOrder));
  const after = statements.slice(at + lengthOf(statements.slice(at), isOrder));
  const repeated = repeatedOf(before, after, text);
  const [last, next] = [before.at(-1), after[0]];
  // a declaration that only the second half uses is cut off with it
  const isOfRest = last?.type === 'declaration' && isUnused(last, before, source);
  if (repeated === null || last === undefined || next === undefined || isOfRest || awaitsRest(at, text, input))
    return null;
  const second = freshIn(source, `${textOf(source, text.name)}_phase2`);
  const made: Second = { name: second, parameters: parametersOf(text, [...repeated, ...after]) };
  const lines = launches.map(({ statement }) => lineOf(source, statement.start));
  return {
    title: fill(messages.splitInTwo, {
      name: input.kernel.name,
      line: lineOf(source, next.start),
      second,
      launches: linesListed(lines),
    }),
    edits: [
      ...movedAway(repeated, before, source),
      cut(text, made, repeated, last, next),
      ...text.declarations.map((node) => declaredAgain(node, made, text)),
      ...launches.flatMap((launch) => launchedAgain(launch, made, text)),
    ],
    cost: { weight: launchWeight + (statements.length - at) / 100, words: messages.oneMoreLaunch },
  };
}

const launchWeight = 1_000;

/** How many of the first ones it holds for. */
function lengthOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  const end = items.findIndex((item) => !holds(item));
  return end < 0 ? items.length : end;
}

function freshIn({ text }: SourceText, wanted: string): string {
  for (let k = 2; ; k++) {
    const name = k === 2 ? wanted : `${wanted}_${k}`;
    if (!new RegExp(String.raw`\b${name}\b`).test(text)) return name;
  }
}

/**
 * Statements that the second kernel has to begin with: declarations that it uses, and early exits. Null where there are
 * others that it needs.
 */
function repeatedOf(
  before: readonly SyntaxNode[],
  after: readonly SyntaxNode[],
  { source, definition, whole }: Text,
): readonly SyntaxNode[] | null {
  const names = namesOf(whole, source);
  const exits = before.filter((node) => hasType(node, ['return_statement']));
  if (!exits.every((node) => isExit(node, names))) return null;
  const changed = new Set([...before, ...after].flatMap((node) => [...assignedIn(node, source)]));
  const needed = new Set([...after, ...exits].flatMap((node) => [...identifiersIn(node, source)]));
  // names of types
  const repeated: SyntaxNode[] = [
    ...exits,
    ...before.filter(({ type }) =>
      [
        'type_definition',
        'alias_declaration',
        'using_declaration',
        'struct_specifier',
        'class_specifier',
        'enum_specifier',
      ].includes(type),
    ),
  ];
  for (const node of [...before].reverse()) {
    const declared = node.type === 'declaration' ? declaredIn(node, source) : [];
    if (!declared.some(({ name }) => needed.has(name))) continue;
    const isPureCopy =
      !/\b(?:__shared__|static|volatile)\b/.test(textOf(source, node)) &&
      declared.every(
        ({ name, value, isPlain, extents }) =>
          isPlain && extents === 0 && value !== null && !changed.has(name) && isPure(value, names, new Set()),
      );
    // what nothing is done with before
    const isRepeatable =
      isPureCopy ||
      (!/\bstatic\b/.test(textOf(source, node)) &&
        isOfNumbers(node, source) &&
        declared.every(({ value }) => value === null || isPure(value, names, new Set())) &&
        isUnused(node, before, source));
    if (!isRepeatable) return null;
    for (const { value } of declared)
      if (value !== null) for (const name of identifiersIn(value, source)) needed.add(name);
    repeated.push(node);
  }
  // a parameter that the first half changes has another value in the second
  const parameters = namesOf(childIn(definition, 'declarator') ?? definition, source).declared;
  const isChangedBefore = before.some((node) =>
    [...assignedIn(node, source)].some(
      (name) => parameters.has(name) && needed.has(name) && isSetIn(node, name, source),
    ),
  );
  return isChangedBefore ? null : repeated.sort((a, b) => a.start - b.start);
}

/** Declares numbers, or shared memory: nothing is constructed. */
const isOfNumbers = (declaration: SyntaxNode, source: SourceText): boolean =>
  ['primitive_type', 'sized_type_specifier'].includes(childIn(declaration, 'type')?.type ?? '') ||
  /\b__shared__\b/.test(textOf(source, declaration));

/** Whether no other of these statements has a name that this one declares. */
const isUnused = (declaration: SyntaxNode, among: readonly SyntaxNode[], source: SourceText): boolean => {
  const declared = declaredIn(declaration, source);
  return among.every(
    (node) => node === declaration || declared.every(({ name }) => !identifiersIn(node, source).has(name)),
  );
};

/** Whether the variable itself is set, not what it points to. */
const isSetIn = (node: SyntaxNode, name: string, source: SourceText): boolean =>
  [
    ...nodesOf(node, 'assignment_expression').map((one) => childIn(one, 'left')),
    ...nodesOf(node, 'update_expression', 'pointer_expression')
      .filter((one) => source.text[one.start] !== '*')
      .map((one) => childIn(one, 'argument')),
  ].some((target) => target !== null && textOf(source, target) === name) ||
  nodesOf(node, 'call_expression').some((call) =>
    namedChildren(childIn(call, 'arguments') ?? call).some(
      (given) => textOf(source, given) === name && !byValue.test(textOf(source, childIn(call, 'function') ?? call)),
    ),
  );

/** Functions of CUDA, which take no references. */
const byValue = /^(?:__|atomic)/;

/** `if (i >= n) return;` */
function isExit(node: SyntaxNode, names: Names): boolean {
  const condition = conditionOf(node);
  const then = childIn(node, 'consequence');
  const inside = then?.type === 'compound_statement' ? namedChildren(then) : then === null ? [] : [then];
  return (
    condition !== null &&
    childIn(node, 'alternative') === null &&
    inside.length === 1 &&
    inside[0]?.type === 'return_statement' &&
    isPure(condition, names, new Set())
  );
}

/** What the first kernel needs no more, apart from what the cut takes with it. */
const movedAway = (
  repeated: readonly SyntaxNode[],
  before: readonly SyntaxNode[],
  source: SourceText,
): readonly Edit[] =>
  repeated
    .filter((node) => node.type === 'declaration' && isUnused(node, before, source))
    .map(({ start, end }) => deletion({ file: source.file, start, end }, source.text));

/** The second kernel. `parameters`: which of the first it has; null: all. */
type Second = Readonly<{ name: string; parameters: readonly number[] | null }>;

/** Which parameters these statements use; null where they are all, or types of a template may come from the others. */
function parametersOf(
  { source, definition, whole, launches }: Text,
  used: readonly SyntaxNode[],
): readonly number[] | null {
  const list = listOf(definition);
  if (list === null || whole !== definition) return null;
  const all = namedChildren(list);
  const names = new Set(used.flatMap((node) => [...identifiersIn(node, source)]));
  const kept = all.flatMap((one, k) => (declaredIn(one, source).some(({ name }) => names.has(name)) ? [k] : []));
  const isPlain =
    all.every(({ type }) => type === 'parameter_declaration') &&
    launches.every((launch) => argumentsOf(launch)?.length === all.length);
  return isPlain && kept.length < all.length ? kept : null;
}

/** `text` of what stands from `start` to `end`, but of a list only these. */
function onlyThese(
  list: readonly SyntaxNode[],
  kept: readonly number[] | null,
  { start, end }: Readonly<{ start: number; end: number }>,
  source: SourceText,
): string {
  const [first, last] = [list[0], list.at(-1)];
  if (kept === null || first === undefined || last === undefined) return source.text.slice(start, end);
  return `${source.text.slice(start, first.start)}${kept.flatMap((k) => (list[k] === undefined ? [] : [textOf(source, list[k])])).join(', ')}${source.text.slice(last.end, end)}`;
}

/** The end of the first kernel, and the head of the second. */
function cut(
  { source, whole, body, name, definition }: Text,
  second: Second,
  repeated: readonly SyntaxNode[],
  last: SyntaxNode,
  next: SyntaxNode,
): Edit {
  const { text, file } = source;
  const { indent, eol } = layoutAt(text, next.start);
  const outer = layoutAt(text, whole.start).indent;
  const head = `${text.slice(whole.start, name.start)}${second.name}${onlyThese(namedChildren(listOf(definition) ?? body), second.parameters, { start: name.end, end: body.start }, source)}{`;
  const from = behind(text, last).at;
  const lines = repeated.map((node) => `${indent}${textOf(source, node)}${eol}`);
  // comments before the second half stay with it
  const between = /^[ \t]*\r?\n/.exec(text.slice(from))?.[0] ?? '';
  const rest = text.slice(from + between.length, next.start);
  const kept = rest
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !isOrderAlone(line.replace(/\/\/.*$/, '').trim()))
    .map((line) => `${line}${eol}`)
    .join('');
  return {
    file,
    start: from,
    end: next.start,
    text: `${eol}${outer}}${eol}${eol}${outer}${head}${eol}${lines.join('')}${kept}${indent}`,
  };
}

function declaredAgain(node: SyntaxNode, second: Second, { source, name }: Text): Edit {
  const place = behind(source.text, node);
  return {
    file: source.file,
    start: place.at,
    end: place.at,
    text: `${place.gap}${onlyThese(namedChildren(listOf(node) ?? node), second.parameters, node, source).replace(wordOf(name, source), second.name)}`,
  };
}

const wordOf = (name: SyntaxNode, source: SourceText): RegExp => new RegExp(String.raw`\b${textOf(source, name)}\b`);

function launchedAgain(launch: Launch, second: Second, { source, name }: Text): readonly Edit[] {
  const { statement, outer } = launch;
  const { file, text } = source;
  const again = onlyThese(argumentsOf(launch) ?? [], second.parameters, statement, source).replace(
    wordOf(name, source),
    second.name,
  );
  const place = behind(text, statement);
  const at = (offset: number, inserted: string): Edit => ({ file, start: offset, end: offset, text: inserted });
  if (lists.includes(outer.type)) return [at(place.at, `${place.gap}${again}`)];
  const header = text.slice(0, statement.start).trimEnd();
  const isBelow = header.endsWith(')') && text.slice(header.length, statement.start).includes('\n');
  if (!isBelow) return [at(statement.start, '{ '), at(statement.end, ` ${again} }`)];
  const { indent, eol } = layoutAt(text, outer.start);
  return [at(header.length, ' {'), at(place.at, `${place.gap}${again}${eol}${indent}}`)];
}
