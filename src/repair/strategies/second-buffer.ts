/**
 * Strategy second-buffer: what a kernel changes in place, it reads from a copy of what was there before.
 *
 * Applies to races of a load and a store of one array of global memory that the kernel gets as a parameter and names
 * only with a subscript, where no thread loads what it may have stored before, all that is stored rests on what was
 * there, no two threads store into one cell, no flag, lock or fence hands anything over, and all launches stand in the
 * same file as `k<<<…>>>(…);`, in functions that allocate the array by `cudaMalloc`. Each such function allocates the copy too, fills it before each
 * launch, and frees it where it frees the array. Promises: each thread loads what it would load if it came first;
 * single-thread results stay as they are. Work of one stream runs in order (CUDA guide, Streams), so that the copy is
 * complete when the kernel starts. Smallest example:
 *
 *     a[i] = (a[i - 1] + a[i + 1]) / 2;       a[i] = (a_old[i - 1] + a_old[i + 1]) / 2;
 *     …                                       …
 *     cudaMalloc(&a, bytes);             ⟶    cudaMalloc(&a, bytes);
 *                                             float *a_old;
 *                                             cudaMalloc(&a_old, bytes);
 *     blur<<<64, 256>>>(a);                   cudaMemcpy(a_old, a, bytes, cudaMemcpyDeviceToDevice);
 *                                             blur<<<64, 256>>>(a, a_old);
 *
 * Cost: a copy of the array before each launch, beside which any barrier is cheap. No barrier of blocks can do it:
 * others read what a block has stored.
 */
import type { ArrayDecl, Stmt } from '../../ir/ir.ts';
import type { ArrayId } from '../../base/brand.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Launch, Text } from '../launched-text.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { accessesIn, assignmentOf, functionAround, hasType, isSameSideBySide, lineOf, wayTo } from '../written.ts';
import { argumentsOf, listOf, lists, textIn } from '../launched-text.ts';
import { assignedIn, identifiersIn, nodesOf } from '../restructure/expressions.ts';
import { behind, definitionAt, layoutAt } from '../source-text.ts';
import { isNameOfAnother, mayGetAnother } from '../host-values.ts';
import { bodiesOf, placeOf, someStmt } from '../../ir/walk.ts';
import { derivedFrom } from '../derived.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { linesListed } from '../../base/listing.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const secondBuffer: Strategy = {
  name: 'second-buffer',
  handles: (fault, input) => changedArray(fault, input) !== null,
  propose,
  onlyProved: true,
  isLast: true,
};

/** The array, where a load and a store of it race, and the loads come first in every thread. */
function changedArray(fault: Fault, input: RepairInput): ArrayDecl | null {
  if (fault.kind !== 'race' || fault.handover !== null || textIn(input) === null) return null;
  const array = input.kernel.arrays.get(fault.array);
  const [first, second] = [fault.first, fault.second].map((id) => accessesIn(input).get(id));
  if (array?.space !== 'global' || array.isOfCluster !== undefined || first === undefined || second === undefined)
    return null;
  const kinds = [first.stmt.kind, second.stmt.kind].sort().join();
  return kinds === 'load,store' &&
    !isUpdatedByMany(array.id, input) &&
    loadsFirst(array.id, input) &&
    isChangedByItsOwn(array.id, input)
    ? array
    : null;
}

/**
 * Whether several threads store into one cell: each may be meant to change what another has stored (`d[key[t]]++` in
 * steps), and from a copy all would change the same. So are a load and a store by one index that meet.
 */
const isUpdatedByMany = (array: ArrayId, input: RepairInput): boolean =>
  input.faults.some((fault) => {
    const [first, second] =
      fault.kind === 'race' ? [fault.first, fault.second].map((id) => accessesIn(input).get(id)) : [];
    return (
      first?.array.id === array &&
      second?.array.id === array &&
      (first.stmt.kind === second.stmt.kind || isSameSideBySide(first.place, second.place, input.kernel))
    );
  });

/**
 * Whether all that is stored rests on what the array held, and nothing is handed from thread to thread: who waits for a
 * flag means what is stored, not what was there before.
 */
function isChangedByItsOwn(array: ArrayId, { kernel }: RepairInput): boolean {
  const derived = derivedFrom(kernel, (stmt) => stmt.kind === 'load' && stmt.place.array === array);
  return !someStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'fence' || stmt.kind === 'atomic' || placeOf(stmt)?.volatile === true) return true;
    return (
      stmt.kind === 'store' &&
      stmt.place.array === array &&
      ![...freeVariables(stmt.value)].some((id) => derived.has(id))
    );
  });
}

/** Whether no way through the kernel loads from the array behind a store to it, and nothing else happens to it. */
function loadsFirst(array: ArrayId, { kernel }: RepairInput): boolean {
  const isOther = (stmt: Stmt): boolean =>
    stmt.kind === 'unknown' ||
    stmt.kind === 'async' ||
    (placeOf(stmt)?.array === array && ((stmt.kind !== 'load' && stmt.kind !== 'store') || 'copy' in stmt));
  if (someStmt(kernel.body, isOther)) return false;
  let isLate = false;
  const walk = (body: readonly Stmt[], stored: boolean): boolean =>
    body.reduce((before, stmt) => {
      const isOfArray = placeOf(stmt)?.array === array;
      if (isOfArray && stmt.kind === 'load' && before) isLate = true;
      if (isOfArray && stmt.kind === 'store') return true;
      const bodies = bodiesOf(stmt);
      if (stmt.kind !== 'branch')
        return [...bodies, ...(stmt.kind === 'loop' ? bodies : [])].reduce((so, inner) => walk(inner, so), before);
      return bodies.map((inner) => walk(inner, before)).some(Boolean) || before;
    }, stored);
  walk(kernel.body, false);
  return !isLate;
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const text = textIn(input);
  const arrays = [...new Set(faults.flatMap((fault) => changedArray(fault, input) ?? []))];
  const [array, ...others] = arrays;
  if (text === null || array === undefined || others.length > 0) return [];
  const old = freshIn(text.source, `${array.name}_old`);
  const inKernel = editsOfKernel(array, old, text, input);
  const inHost = inKernel === null ? null : editsOfHost(inKernel.position, text);
  if (inKernel === null || inHost === null) return [];
  const lines = linesListed(text.launches.map(({ statement }) => lineOf(text.source, statement.start)));
  return [
    {
      title: fill(messages.secondBuffer, { name: input.kernel.name, array: array.name, lines }),
      edits: [...inKernel.edits, ...inHost],
      cost: { weight: copyWeight, words: messages.oneMoreCopy },
    },
  ];
}

const copyWeight = 900;

function freshIn({ text }: SourceText, wanted: string, taken: readonly string[] = []): string {
  for (let k = 1; ; k++) {
    const name = k === 1 ? wanted : `${wanted}${k}`;
    if (!taken.includes(name) && !new RegExp(String.raw`\b${name}\b`).test(text)) return name;
  }
}

// The kernel ----------------------------------------------------------------------------------------------------------

type InKernel = Readonly<{ position: number; edits: readonly Edit[] }>;

/**
 * One parameter more, and loads from it. Null where the text names the array in another way than with a subscript, or
 * stores to it by a function.
 */
function editsOfKernel(
  { name, id }: ArrayDecl,
  old: string,
  { source, definition, body, declarations }: Text,
  input: RepairInput,
): InKernel | null {
  const { file } = source;
  const parameters = namedChildren(listOf(definition) ?? body);
  const position = parameters.findIndex((one) => isPointerNamed(one, name, source));
  const parameter = parameters[position];
  const names = nodesOf(body, 'identifier').filter((node) => textOf(source, node) === name);
  const subscripts = new Map(nodesOf(body, 'subscript_expression').map((one) => [childIn(one, 'argument'), one]));
  const isStored = [...accessesIn(input).values()].every(
    ({ array, stmt, node, around, text }) =>
      array.id !== id ||
      stmt.kind !== 'store' ||
      (functionAround(around) === definition && assignmentOf(node, text) !== null),
  );
  if (
    parameter === undefined ||
    !isStored ||
    hasConst(parameter, source) ||
    !input.kernel.params.some((one) => one.kind === 'array' && one.id === id) ||
    names.some((node) => !subscripts.has(node))
  )
    return null;
  const kept = new Set<SyntaxNode>();
  for (const one of nodesOf(body, 'assignment_expression', 'update_expression')) {
    const target = childIn(one, one.type === 'update_expression' ? 'argument' : 'left');
    const named = target === null ? null : childIn(target, 'argument');
    if (target?.type === 'subscript_expression' && named !== null) kept.add(named);
  }
  const isTaken = nodesOf(body, 'pointer_expression').some(
    (one) => source.text[one.start] === '&' && nodesOf(one, 'identifier').some((node) => names.includes(node)),
  );
  const loads = names.filter((node) => !kept.has(node));
  if (loads.length === 0 || isTaken) return null;
  const added = [parameter, ...declarations.flatMap((one) => namedChildren(listOf(one) ?? one)[position] ?? [])].map(
    (one): Edit => ({
      file,
      start: one.end,
      end: one.end,
      text: `, const ${parameterOf(one, source).replace(new RegExp(String.raw`\b${name}\b`), old)}`,
    }),
  );
  return { position, edits: [...added, ...loads.map(({ start, end }): Edit => ({ file, start, end, text: old }))] };
}

const withoutInitializer = (text: string): string => (text.split('=')[0] ?? '').trimEnd();
const parameterOf = (node: SyntaxNode, source: SourceText): string => withoutInitializer(textOf(source, node));
const hasConst = (node: SyntaxNode, source: SourceText): boolean =>
  /\bconst\b(?!\s{0,8}(?:__restrict__)?\s{0,8}\w{1,80}$)/.test(textOf(source, node));

/** `float *a`, `T *__restrict__ a` */
function isPointerNamed(parameter: SyntaxNode, name: string, source: SourceText): boolean {
  return (
    parameter.type === 'parameter_declaration' &&
    new RegExp(String.raw`^[\w:<> ]+\*\s*(?:__restrict__\s+|__restrict\s+|const\s+)?${name}$`).test(
      textOf(source, parameter).replace(/\s+/g, ' '),
    )
  );
}

// Host code -----------------------------------------------------------------------------------------------------------

function editsOfHost(position: number, { source, launches }: Text): readonly Edit[] | null {
  const rooms = new Map<string, Room>();
  const sharing = new Map<string, Launch[]>();
  const edits = launches.map((launch): readonly Edit[] | null => {
    const given = argumentsOf(launch)?.[position];
    const host = definitionAt(launch.statement.start, source);
    const name = given?.type === 'identifier' ? textOf(source, given) : null;
    if (given === undefined || host === null || name === null) return null;
    const key = `${host.start} ${name}`;
    const room =
      rooms.get(key) ??
      roomOf(
        name,
        host,
        source,
        [...rooms.values()].map(({ copy }) => copy),
      );
    if (
      room === null ||
      room.list.start > launch.statement.start ||
      room.list.end < launch.statement.end ||
      room.behind > launch.statement.start ||
      isInLambda(wayTo(source.tree, launch.statement) ?? [])
    )
      return null;
    rooms.set(key, room);
    sharing.set(key, [...(sharing.get(key) ?? []), launch]);
    return [
      { file: source.file, start: given.end, end: given.end, text: `, ${room.copy}` },
      ...filled(launch, room, source),
    ];
  });
  const areInOrder = [...rooms].every(([key, room]) => isOneStream(sharing.get(key) ?? [], room, source));
  return edits.includes(null) || !areInOrder
    ? null
    : [...[...rooms.values()].flatMap(({ edits: own }) => own), ...edits.flatMap((some) => some ?? [])];
}

/**
 * Where the array of this name is allocated. `copy`: the name of what holds it; `list`: where that is known; `behind`:
 * from where on; `fill`: the call that fills it.
 */
type Room = Readonly<{
  copy: string;
  list: SyntaxNode;
  behind: number;
  fill: (stream: string | null) => string;
  edits: readonly Edit[];
}>;

function roomOf(name: string, host: SyntaxNode, source: SourceText, taken: readonly string[]): Room | null {
  const body = childIn(host, 'body');
  const declared =
    body === null
      ? []
      : nodesOf(body, 'declaration').filter((one) =>
          namedChildren(one).some((child) => withoutInitializer(textOf(source, child)) === `*${name}`),
        );
  const type = declared[0] === undefined ? null : childIn(declared[0], 'type');
  const allocates = new RegExp(
    String.raw`^cudaMalloc(?:Managed)?\s*\(\s*(?:\(\s*void\s*\*\s*\*\s*\)\s*|reinterpret_cast\s*<\s*void\s*\*\s*\*\s*>\s*\(\s*)?&\s*${name}\s*\)?\s*,`,
  );
  const calls =
    body === null ? [] : nodesOf(body, 'call_expression').filter((one) => allocates.test(textOf(source, one)));
  const [call] = calls;
  const bytes = call === undefined ? undefined : namedChildren(childIn(call, 'arguments') ?? call)[1];
  if (
    body === null ||
    type === null ||
    declared.length !== 1 ||
    call === undefined ||
    calls.length > 1 ||
    bytes === undefined
  )
    return null;
  const way = wayTo(source.tree, call) ?? [];
  const at = way.findIndex(({ type: kind }) => kind === 'expression_statement');
  const [statement, list] = [way[at], way[at + 1]];
  const isSwapped = nodesOf(body, 'call_expression').some(
    (one) =>
      /(?:^|::)swap$/.test(textOf(source, childIn(one, 'function') ?? one)) &&
      nodesOf(one, 'identifier').some((node) => textOf(source, node) === name),
  );
  if (
    statement === undefined ||
    list?.type !== 'compound_statement' ||
    isSwapped ||
    mayGetAnother(name, body, source, call) ||
    isNameOfAnother(name, body, source) ||
    /\bauto\b|\bdecltype\b|\{/.test(textOf(source, type)) ||
    !isComputedAgain(bytes, source)
  )
    return null;
  const wrapped = new RegExp(String.raw`^(?:(\w+)\s*\(\s*)?cudaMalloc`).exec(textOf(source, statement));
  if (wrapped === null || !isAllOf(textOf(source, statement), wrapped[1], textOf(source, call))) return null;
  const copy = freshIn(source, `${name}_old`, taken);
  const renamed = (node: SyntaxNode): string =>
    textOf(source, node).replace(new RegExp(String.raw`\b${name}\b`, 'g'), copy);
  const line = (node: SyntaxNode, ...texts: readonly string[]): Edit => {
    const place = behind(source.text, node);
    return {
      file: source.file,
      start: place.at,
      end: place.at,
      text: texts.map((one) => `${place.gap}${one}`).join(''),
    };
  };
  const frees = nodesOf(body, 'expression_statement').filter((one) =>
    new RegExp(String.raw`\bcudaFree\s*\(\s*${name}\s*\)`).test(textOf(source, one)),
  );
  const isPlain = (one: SyntaxNode): boolean => {
    const around = wayTo(source.tree, one) ?? [];
    return one.start > statement.end && around[1]?.type === 'compound_statement' && !isInLambda(around);
  };
  if (!frees.every((one) => isWithin(one, list) && isPlain(one)) || isInLambda(way)) return null;
  // a size that may be another later is kept
  const isKept = [...identifiersIn(bytes, source)].some((one) => mayGetAnother(one, body, source));
  const size = isKept ? freshIn(source, `${copy}_bytes`) : textOf(source, bytes);
  const parts = `${copy}, ${name}, ${size}, cudaMemcpyDeviceToDevice`;
  const copied = (stream: string | null): string =>
    stream === null ? `cudaMemcpy(${parts})` : `cudaMemcpyAsync(${parts}, ${stream})`;
  return {
    copy,
    list,
    behind: statement.end,
    fill: (stream) => (wrapped[1] === undefined ? `${copied(stream)};` : `${wrapped[1]}(${copied(stream)});`),
    edits: [
      line(
        statement,
        `${textOf(source, type)} *${copy};`,
        ...(isKept ? [`const size_t ${size} = ${textOf(source, bytes)};`] : []),
        renamed(statement),
      ),
      ...frees.map((one) => line(one, renamed(one))),
    ],
  };
}

/** Whether its size can be computed once more, without an effect. */
const isComputedAgain = (bytes: SyntaxNode, source: SourceText): boolean =>
  !hasType(bytes, ['assignment_expression', 'update_expression', 'lambda_expression']) &&
  nodesOf(bytes, 'call_expression').every((one) =>
    /(?:^|\.|->|::)(?:size|length|max|min)$/.test(textOf(source, childIn(one, 'function') ?? one)),
  );

const isInLambda = (around: readonly SyntaxNode[]): boolean => around.some(({ type }) => type === 'lambda_expression');

const isWithin = (node: SyntaxNode, list: SyntaxNode): boolean => list.start <= node.start && node.end <= list.end;

/** Whether the statement is the call, or what checks its result and gets nothing else. */
function isAllOf(statement: string, check: string | undefined, call: string): boolean {
  const whole = check === undefined ? `${call};` : `${check}(${call});`;
  return statement.replace(/\s+/g, '') === whole.replace(/\s+/g, '');
}

/** Null: the default stream. */
const streamOf = ({ statement }: Launch, source: SourceText): string | null => {
  const text = textOf(source, statement);
  const [begin, end] = [text.indexOf('<<<'), text.indexOf('>>>')];
  return begin < 0 || end < begin ? null : (partsOf(text.slice(begin + 3, end))[3] ?? null);
};

/**
 * Whether all launches that share the copy are in one stream, which no loop or assignment changes: in two of them, one
 * would fill the copy while another reads it.
 */
function isOneStream(launches: readonly Launch[], { list }: Room, source: SourceText): boolean {
  const [stream, ...others] = new Set(launches.map((launch) => streamOf(launch, source)));
  if (others.length > 0) return false;
  if (stream === undefined || stream === null || stream === '0') return true;
  const host = launches[0] === undefined ? null : definitionAt(launches[0].statement.start, source);
  const changed = nodesOf(host ?? list, 'assignment_expression', 'update_expression').flatMap((one) => [
    ...assignedIn(one, source),
  ]);
  const loops = nodesOf(list, 'for_statement', 'while_statement', 'do_statement', 'for_range_loop').filter((loop) =>
    launches.some(({ statement }) => isWithin(statement, loop)),
  );
  // in a loop: the name of a stream, which nothing but the launches names there
  const isLaunch = (node: SyntaxNode): boolean => launches.some(({ statement }) => isWithin(node, statement));
  const isFixed =
    loops.length === 0 ||
    (/^\w+$/.test(stream) &&
      !loops.some((loop) =>
        nodesOf(loop, 'identifier').some((node) => textOf(source, node) === stream && !isLaunch(node)),
      ));
  return isFixed && !changed.some((name) => new RegExp(String.raw`\b${name}\b`).test(stream));
}

/** The copy is filled before the launch, in its stream. */
function filled({ statement, outer }: Launch, room: Room, source: SourceText): readonly Edit[] {
  const call = room.fill(streamOf({ statement, outer }, source));
  const { indent, eol } = layoutAt(source.text, statement.start);
  const at = (offset: number, text: string): Edit => ({ file: source.file, start: offset, end: offset, text });
  if (lists.includes(outer.type)) return [at(statement.start, `${call}${eol}${indent}`)];
  const header = source.text.slice(0, statement.start).trimEnd();
  const around = layoutAt(source.text, outer.start).indent;
  const isBelow = source.text.slice(header.length, statement.start).includes('\n');
  return [
    {
      file: source.file,
      start: header.length,
      end: statement.start,
      text: ` {${eol}${isBelow ? indent : `${around}  `}${call}${eol}${isBelow ? indent : `${around}  `}`,
    },
    at(statement.end, `${eol}${around}}`),
  ];
}

/** What commas outside of brackets tell apart. */
function partsOf(list: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of list) {
    depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign}`);
  }
  return parts.map((one) => one.trim());
}
