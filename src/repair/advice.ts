/**
 * What is said of a race or divergence for which no patch is offered: why none is, where that is known, and what a person can do instead.
 *
 * Needs: the fault, the kernel's IR and its text, and how the search for patches ended. Gives: one sentence that is true of this kernel. First
 * what no patch can mend (one statement that meets itself, blocks that no barrier of a block orders); then what keeps a patch away (text that is
 * not edited, another finding, a budget); else what would order the two. Smallest example:
 *
 *     out[t / 2] = t;   ⟶   no barrier orders line 1 with itself: let `out[t / 2]` be a cell of each thread's own, …
 */
import type { Apart } from './apart.ts';
import type { DivergenceFault, Fault, RaceFault } from './fault.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { RepairInput } from './repair.ts';
import type { Span } from '../base/span.ts';
import { apart, statementOf } from './apart.ts';
import { assertNever } from '../base/invariant.ts';
import { byAll } from './by-all.ts';
import { eachStmt, placeOf, someStmt, synchronizesGrid } from '../ir/walk.ts';
import { isUpdate, updatesIn } from './updates.ts';
import { statementsOf } from './fault.ts';
import { partingStatements } from './variant.ts';
import { accessesIn, isSamePlace } from './written.ts';

export type AdviceInput = Pick<RepairInput, 'kernel' | 'sourceOf' | 'compiledFile'>;
/** `isSameTurn`: the two threads are in the same turn of every loop around. */
export type Meeting = Readonly<{ fault: Fault; isSameTurn: boolean }>;
/** How the search for patches of the kernel ended. `tried`: patched sources that were analysed. `cut`: by what it was ended before all were. */
/** `patched`: a finding that has a patch, in words; null: none has. */
export type Search = Readonly<{ tried: number; cut: 'time' | 'tries' | null; patched: string | null }>;

/** `others`: what else a patch would have to remove. */
export function adviceFor(meeting: Meeting, others: readonly Meeting[], search: Search, input: AdviceInput): string {
  return beyondPatches(meeting, input) ?? kept(meeting, others, search, input) ?? `${outcomeOf(search)}: ${wayOut(meeting, input)}`;
}

/** Whether nothing that strategies do can repair it: it is beyond any edit of the kernel, or stands where none is made. */
export const isBeyondPatches = (meeting: Meeting, input: AdviceInput): boolean => beyondPatches(meeting, input) !== null || placesIn(meeting.fault, input).some(({ isEdited }) => !isEdited);

// What no patch can mend --------------------------------------------------------------------------------------------------

/** Null where some edit of the kernel may mend it. */
function beyondPatches({ fault, isSameTurn }: Meeting, input: AdviceInput): string | null {
  if (fault.kind !== 'race' || fault.handover !== null || fault.code === 'SW405') return null;
  const known = readOf(fault, input);
  if (known === null) return null;
  const { first, how } = known;
  const update = updateIn(known, input);
  if (update !== null) return update.name === null ? `no barrier makes line ${first.span.line} one step, which changes a cell by what it held, and no atomic function was found that does the same: ${instead(first)}` : null;
  const isItself = how.kind === 'one-statement' || areOneStatement(known, input);
  if (isItself && isSameTurn) return ofItself(first, input);
  return fault.scope === 'grid' ? betweenBlocks(known, isSameTurn, input) : null;
}

type Read = Readonly<{ fault: RaceFault; first: Stmt; second: Stmt; how: Apart }>;

function readOf(fault: RaceFault, { kernel }: AdviceInput): Read | null {
  const [first, second] = [statementOf(fault.first, kernel), statementOf(fault.second, kernel)];
  const how = apart(kernel, fault.first, fault.second);
  return first === null || second === null || how === null ? null : { fault, first, second, how };
}

/** Whether the two are one statement that changes a cell by what it held; `name`: of the atomic function that does the same. */
function updateIn({ fault, first, second }: Read, input: AdviceInput): Readonly<{ name: string | null }> | null {
  if (first.kind === 'atomic' || second.kind === 'atomic' || (first.source !== second.source && fault.first !== fault.second)) return null;
  const { kernel, sourceOf } = input;
  const updates = updatesIn(input);
  const [a, b] = [updates.get(fault.first), updates.get(fault.second)];
  if (a !== undefined && a === b) return { name: a.name };
  const written = accessesIn(input).get(fault.second);
  const isOneText = textOf(first.span, sourceOf) === textOf(second.span, sourceOf);
  return (written !== undefined && isOneText && isUpdate(written)) || readsItsCell(first, second, kernel) ? { name: null } : null;
}

const textOf = ({ file, start, end }: Span, sourceOf: AdviceInput['sourceOf']): string => sourceOf(file)?.text.slice(start, end) ?? '';

/** Whether what stores also reads just that cell, in one statement of the text. */
function readsItsCell(first: Stmt, second: Stmt, kernel: Kernel): boolean {
  const store = [first, second].find(({ kind }) => kind === 'store');
  const place = store === undefined ? null : placeOf(store);
  if (store === undefined || place === null) return false;
  if (first.id !== second.id) return [first, second].every((stmt) => isSamePlace(placeOf(stmt), place));
  let reads = false;
  eachStmt(kernel.body, (stmt) => { reads ||= stmt.kind === 'load' && stmt.source === store.source && isSamePlace(stmt.place, place); });
  return reads;
}

/** `atomicCAS` is there for 16, 32 and 64 bits [CUDA guide, Atomic Functions]. */
const instead = (stmt: Stmt): string => (bitsOf(stmt) >= 16 ? 'a loop of atomicCAS does; where the order is all the same, a reduction' : 'where the order is all the same, a reduction does');

function bitsOf(stmt: Stmt): number {
  const type = placeOf(stmt)?.type;
  return type === undefined || type.kind === 'bool' ? 8 : type.bits;
}

/** Whether they are stores of several cells by one statement of the text. */
function areOneStatement({ first, second, how }: Read, { kernel }: AdviceInput): boolean {
  return first.kind === 'store' && second.kind === 'store' && first.source === second.source && kernel.sources.get(first.source)?.inMacro === false
    && how.kind === 'one-list' && [first.id, second.id].every((id) => id === how.early.id || id === how.late.id);
}

function ofItself(stmt: Stmt, input: AdviceInput): string {
  const type = placeOf(stmt)?.type;
  let stores = 0;
  eachStmt(input.kernel.body, ({ kind, source }) => { if (kind === 'store' && source === stmt.source) stores++; });
  const isExchanged = stores === 1 && (type?.kind === 'int' ? type.bits >= 32 : type?.kind === 'float' && type.bits === 32);
  const exchange = isExchanged ? '; where any of the values will do, atomicExch' : '';
  return `no barrier orders line ${stmt.span.line} with itself: ${ownCell(stmt, input)}, or let one thread store${exchange}`;
}

function ownCell(stmt: Stmt, { kernel, sourceOf }: AdviceInput): string {
  const written = textOf(stmt.span, sourceOf);
  const isPlain = kernel.sources.get(stmt.source)?.inMacro === false && written.length > 0 && written.length <= 40 && !/[\n`]/.test(written);
  return isPlain ? `let \`${written}\` be a cell of each thread's own` : 'give each thread a cell of its own';
}

function betweenBlocks(known: Read, isSameTurn: boolean, input: AdviceInput): string | null {
  const { first, second, how } = known;
  const waits = '`__syncthreads()` waits for one block only';
  if (first.kind === 'atomic' || second.kind === 'atomic') {
    const plain = first.kind === 'atomic' ? second : first;
    return `${waits}: let line ${plain.span.line} use an atomic too, or move it to a kernel of its own`;
  }
  if (how.kind === 'arms') return `no barrier says which of line ${first.span.line} and line ${second.span.line} comes first: launch them as two kernels, in the order that is meant`;
  const isMixed = first.kind !== second.kind;
  if (first.source === second.source && isMixed && isSameTurn) return `${waits}: let line ${first.span.line} store to another array than it reads`;
  if (how.kind !== 'one-list' || how.early.source === how.late.source) return null;
  return `${waits}: ${kernelSplit(how, input)}`;
}

/** Where a launch could end, or all blocks could meet. */
function kernelSplit({ early, late, around }: Extract<Apart, { kind: 'one-list' }>, { kernel }: AdviceInput): string {
  const line = kernel.sources.get(early.source)?.span.endLine ?? early.span.endLine;
  const loop = around.filter(({ kind }) => kind === 'loop').at(-1);
  const isByAll = byAll(kernel, 'grid').reached.has(late.id);
  const split = loop === undefined ? `split the kernel in two after line ${line}` : `move the loop of line ${loop.span.line} to host code, with two kernels for each turn, split after line ${line}`;
  if (!isByAll) return split;
  const isCooperative = synchronizesGrid(kernel.body);
  return `${split}, or ${isCooperative ? '' : 'launch it cooperatively and '}call \`cooperative_groups::this_grid().sync()\` there${loop === undefined ? '' : ' and at the end of the turn'}`;
}

// What keeps a patch away -------------------------------------------------------------------------------------------------

function kept({ fault }: Meeting, others: readonly Meeting[], { cut, tried, patched }: Search, input: AdviceInput): string | null {
  if (patched !== null) return null;
  const place = placesIn(fault, input).find(({ isEdited }) => !isEdited);
  if (place !== undefined) return `${place.words}: ${wayOut({ fault, isSameTurn: false }, input)}`;
  const other = others.find((one) => nameOf(one.fault) !== nameOf(fault) && beyondPatches(one, input) !== null);
  if (other !== undefined) return `a patch has to remove all races of the kernel, and there is none for the ${other.fault.code} of line ${linesOf(other.fault, input)[0] ?? 0}: ${wayOut({ fault, isSameTurn: false }, input)}`;
  if (cut === 'time') return `the time limit ended the search for a patch after ${tried} were tried`;
  return cut === 'tries' ? `the search for a patch ended at its budget of ${tried}, none of which was proved: ${wayOut({ fault, isSameTurn: false }, input)}` : null;
}

const nameOf = (fault: Fault): string => [...statementsOf(fault), fault.kind === 'race' ? fault.scope : fault.code].join();

const outcomeOf = ({ tried, patched }: Search): string => (patched !== null ? `the patch for the ${patched} leaves it` : tried === 0 ? 'no patch is known' : `no patch was proved, of ${tried} that ${tried === 1 ? 'was' : 'were'} tried`);

function linesOf(fault: Fault, { kernel }: AdviceInput): readonly number[] {
  return [...new Set(statementsOf(fault).flatMap((id) => statementOf(id, kernel)?.span.line ?? []))];
}

/** Where the statements of a fault are written, and whether strategies edit there. */
function placesIn(fault: Fault, { kernel, compiledFile }: AdviceInput): readonly Readonly<{ words: string; isEdited: boolean }>[] {
  return statementsOf(fault).flatMap((id) => {
    const stmt = statementOf(id, kernel);
    const source = stmt === null ? undefined : kernel.sources.get(stmt.source);
    if (stmt === null || source === undefined) return [];
    if (source.inMacro) return [{ words: `line ${stmt.span.line} comes from a macro, into which no patch inserts`, isEdited: false }];
    const isEdited = source.span.file === kernel.span.file && (source.callee === null || source.span.file === compiledFile);
    return [{ words: `line ${stmt.span.line} is in \`${source.span.file}\`, into which no patch inserts since other files may include it`, isEdited }];
  });
}

// What would order the two ------------------------------------------------------------------------------------------------

function wayOut({ fault }: Meeting, input: AdviceInput): string {
  if (fault.kind === 'divergence') return `${towardsConvergence(fault.code, fault.span, linesOf(fault, input)[0] ?? 0)}${voteWords(fault, input)}`;
  if (fault.kind === 'missed') return 'it takes a meeting to which all come that it waits for';
  if (fault.handover !== null) return fences(fault, fault.handover);
  const known = readOf(fault, input);
  if (fault.code === 'SW405') return `let the atomics of ${inLines(fault, input)} reach the whole device`;
  if (known === null) return `${inLines(fault, input)} need an order`;
  const { first, second, how } = known;
  const update = updateIn(known, input);
  if (update !== null && update.name !== null) return `line ${first.span.line} changes a cell by what it held, which ${update.name} does in one step`;
  const loop = how.around.find(({ kind }) => kind === 'loop');
  const turns = loop === undefined || loop.source === first.source ? '' : `, in another turn of the loop at line ${loop.span.line}`;
  if (fault.first === fault.second && first.kind === 'store') return `line ${first.span.line} meets itself${turns}: ${ownCell(first, input)}${turns === '' || fault.scope === 'grid' || loop === undefined || partingStatements(input.kernel).has(loop.id) ? '' : ', or put `__syncthreads()` in each turn'}`;
  if (fault.scope === 'grid') return 'only the end of a kernel, or a barrier of the grid, orders blocks';
  if (first.kind !== second.kind && (first.kind === 'atomic' || second.kind === 'atomic')) return `let line ${(first.kind === 'atomic' ? second : first).span.line} use an atomic too, or keep \`__syncthreads()\` between the two`;
  if (how.kind === 'arms' && hasBarrier([how.branch])) return `it takes a barrier for the threads of both ways between line ${first.span.line} and line ${second.span.line}`;
  if (how.kind === 'arms') return `the ways of the branch at line ${how.branch.span.line} run in no order: split it in two, with \`__syncthreads()\` between`;
  const [barrier, all] = fault.code === 'SW111' ? ['`__syncwarp()`', 'lanes'] : ['`__syncthreads()`', 'threads'];
  if (how.kind === 'one-list' && how.early.source !== how.late.source) return `it takes ${barrier} ${between(how.early.span.endLine, how.late.span.line)}, where all ${all} come`;
  if (first.source === second.source && first.kind !== second.kind) return `let line ${first.span.line} read into a variable, and store behind ${barrier}`;
  return loop === undefined || partingStatements(input.kernel).has(loop.id) ? `it takes ${barrier} between the two, where all ${all} come` : `it takes ${barrier} in each turn of the loop at line ${loop.span.line}, where all ${all} come`;
}

const between = (early: number, late: number): string => (early === late ? `between the two accesses of line ${late}` : `between line ${early} and line ${late}`);

const hasBarrier = (body: readonly Stmt[]): boolean => someStmt(body, ({ kind }) => kind === 'barrier');

function inLines(fault: Fault, input: AdviceInput): string {
  const lines = linesOf(fault, input);
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(' and ')}`;
}

/** Who comes to a barrier that votes has a vote. */
function voteWords({ barrier }: DivergenceFault, { kernel }: AdviceInput): string {
  const at = statementOf(barrier, kernel);
  const reduction = at?.kind === 'barrier' ? at.reduction : null;
  return reduction === null ? '' : `; at \`__syncthreads_${reduction.op}\`, threads that take no part must vote ${reduction.op === 'and' ? 'true' : 'false'}`;
}

function towardsConvergence(code: 'SW201' | 'SW202' | 'SW203' | 'SW204', { line }: Span, barrier: number): string {
  switch (code) {
    case 'SW201': return `take the barrier of line ${barrier} out of the branch at line ${line}, to where all threads of the block come`;
    case 'SW202': return `let the loop at line ${line} turn equally often for all threads of the block, with the rest of its body under a condition`;
    case 'SW203': return `let threads that have nothing more to do leave at line ${line} only behind the barrier of line ${barrier}`;
    case 'SW204': return `give the ways that part at line ${line} one barrier, where they have met again`;
    default: return assertNever(code);
  }
}

function fences({ scope }: RaceFault, { given, taken, lacks }: NonNullable<RaceFault['handover']>): string {
  const fence = `\`${scope === 'grid' ? '__threadfence' : '__threadfence_block'}()\``;
  switch (lacks) {
    case 'fence-before':
    case 'fence-after': return `it takes ${fence} before line ${given.line} and after line ${taken.line}`;
    case 'atomic-release': return `release with atomicExch in line ${given.line}, behind ${fence}`;
    case 'wide-fence': return 'it takes `__threadfence()`, which reaches other blocks';
    default: return assertNever(lacks);
  }
}
