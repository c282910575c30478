/**
 * What is said of a race or divergence for which no patch is offered: why none is, where that is known, and what a
 * person can do instead.
 *
 * Needs: the fault, the kernel's IR and its text, and how the search for patches ended. Gives: one sentence that is
 * true of this kernel. First what no patch can mend (one statement that meets itself, blocks that no barrier of a block
 * orders); then what keeps a patch away (text that is not edited, another finding, a budget); else what would order the
 * two. Smallest example:
 *
 *     out[t / 2] = t;   ⟶   no barrier orders line 1 with itself: let `out[t / 2]` be a cell of each thread's own, …
 */
import { linesListed } from '../base/listing.ts';
import type { Apart } from './apart.ts';
import type { DivergenceFault, Fault, RaceFault } from './fault.ts';
import type { Kernel, SourceStatement, Stmt } from '../ir/ir.ts';
import type { Broken, RepairInput } from './repair.ts';
import type { Span } from '../base/span.ts';
import { apart, statementOf } from './apart.ts';
import { assertNever } from '../base/invariant.ts';
import { byAll } from './by-all.ts';
import { eachStmt, placeOf, someStmt, synchronizesGrid } from '../ir/walk.ts';
import { isUpdate } from './update-shapes.ts';
import { updatesIn } from './claims.ts';
import { statementsOf } from './fault.ts';
import { partingStatements } from './variant.ts';
import { accessesIn, isSamePlace } from './written.ts';
import { macroGapsOf } from './macro-gaps.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type AdviceInput = Pick<RepairInput, 'kernel' | 'sourceOf' | 'compiledFile'>;
/** `isSameTurn`: the two threads are in the same turn of every loop around. */
export type Meeting = Readonly<{ fault: Fault; isSameTurn: boolean }>;
/**
 * How the search for patches of the kernel ended. `tried`: patched sources that were analysed. `cut`: by what it was
 * ended before all were.
 */
/**
 * `patched`: a finding that has a patch, in words; null: none has. `under`: what its proof rests on, where that is a
 * condition.
 */
/** `broken`: a patch that another kernel keeps away, since it has the text in common. */
export type Search = Readonly<{
  tried: number;
  cut: 'time' | 'tries' | null;
  patched: string | null;
  under: string | null;
  broken: Broken | null;
}>;

/** `others`: what else a patch would have to remove. */
export function adviceFor(meeting: Meeting, others: readonly Meeting[], search: Search, input: AdviceInput): string {
  if (search.broken !== null && search.patched === null) return fill(messages.breaksAnother, search.broken);
  if (search.patched !== null && search.under !== null)
    return fill(messages.patchedUnder, { patched: search.patched, condition: search.under });
  return (
    beyondPatches(meeting, input) ??
    kept(meeting, others, search, input) ??
    `${outcomeOf(search)}: ${wayOut(meeting, input)}`
  );
}

/**
 * Whether nothing that strategies do can repair it: it is beyond any edit of the kernel, or stands where none is made.
 */
export const isBeyondPatches = (meeting: Meeting, input: AdviceInput): boolean =>
  beyondPatches(meeting, input) !== null || placesIn(meeting.fault, input).some(({ isEdited }) => !isEdited);

// What no patch can mend ----------------------------------------------------------------------------------------------

/** Null where some edit of the kernel may mend it. */
function beyondPatches({ fault, isSameTurn }: Meeting, input: AdviceInput): string | null {
  if (fault.kind !== 'race' || fault.handover !== null || fault.code === 'SW405') return null;
  const known = readOf(fault, input);
  if (known === null) return null;
  const { first, how } = known;
  const update = updateIn(known, input);
  if (update !== null)
    return update.name === null ? fill(messages.notOneStep, { line: first.span.line, how: instead(first) }) : null;
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

/**
 * Whether the two are one statement that changes a cell by what it held; `name`: of the atomic function that does the
 * same.
 */
function updateIn({ fault, first, second }: Read, input: AdviceInput): Readonly<{ name: string | null }> | null {
  if (
    first.kind === 'atomic' ||
    second.kind === 'atomic' ||
    (first.source !== second.source && fault.first !== fault.second)
  )
    return null;
  const { kernel, sourceOf } = input;
  const updates = updatesIn(input);
  const [a, b] = [updates.get(fault.first), updates.get(fault.second)];
  if (a !== undefined && a === b) return { name: a.name };
  const written = accessesIn(input).get(fault.second);
  const isOneText = textOf(first.span, sourceOf) === textOf(second.span, sourceOf);
  return (written !== undefined && isOneText && isUpdate(written)) || readsItsCell(first, second, kernel)
    ? { name: null }
    : null;
}

const textOf = ({ file, start, end }: Span, sourceOf: AdviceInput['sourceOf']): string =>
  sourceOf(file)?.text.slice(start, end) ?? '';

/** Whether what stores also reads just that cell, in one statement of the text. */
function readsItsCell(first: Stmt, second: Stmt, kernel: Kernel): boolean {
  const store = [first, second].find(({ kind }) => kind === 'store');
  const place = store === undefined ? null : placeOf(store);
  if (store === undefined || place === null) return false;
  if (first.id !== second.id) return [first, second].every((stmt) => isSamePlace(placeOf(stmt), place));
  let reads = false;
  eachStmt(kernel.body, (stmt) => {
    reads ||= stmt.kind === 'load' && stmt.source === store.source && isSamePlace(stmt.place, place);
  });
  return reads;
}

/** `atomicCAS` is there for 16, 32 and 64 bits [CUDA guide, Atomic Functions]. */
const instead = (stmt: Stmt): string => (bitsOf(stmt) >= 16 ? messages.casLoop : messages.reduction);

function bitsOf(stmt: Stmt): number {
  const type = placeOf(stmt)?.type;
  return type === undefined || type.kind === 'bool' ? 8 : type.bits;
}

/** Whether they are stores of several cells by one statement of the text. */
function areOneStatement({ first, second, how }: Read, { kernel }: AdviceInput): boolean {
  return (
    first.kind === 'store' &&
    second.kind === 'store' &&
    first.source === second.source &&
    kernel.sources.get(first.source)?.inMacro === false &&
    how.kind === 'one-list' &&
    [first.id, second.id].every((id) => id === how.early.id || id === how.late.id)
  );
}

function ofItself(stmt: Stmt, input: AdviceInput): string {
  const type = placeOf(stmt)?.type;
  let stores = 0;
  eachStmt(input.kernel.body, ({ kind, source }) => {
    if (kind === 'store' && source === stmt.source) stores++;
  });
  const isExchanged =
    stores === 1 && (type?.kind === 'int' ? type.bits >= 32 : type?.kind === 'float' && type.bits === 32);
  const exchange = isExchanged ? messages.orExchange : '';
  return fill(messages.selfStore, { line: stmt.span.line, how: ownCell(stmt, input), exchange });
}

function ownCell(stmt: Stmt, { kernel, sourceOf }: AdviceInput): string {
  const written = textOf(stmt.span, sourceOf);
  const isPlain =
    kernel.sources.get(stmt.source)?.inMacro === false &&
    written.length > 0 &&
    written.length <= 40 &&
    !/[\n`]/.test(written);
  return isPlain ? fill(messages.privateVariable, { written }) : messages.privateCell;
}

function betweenBlocks(known: Read, isSameTurn: boolean, input: AdviceInput): string | null {
  const { first, second, how } = known;
  const waits = messages.oneBlockOnly;
  if (first.kind === 'atomic' || second.kind === 'atomic') {
    const plain = first.kind === 'atomic' ? second : first;
    return fill(messages.atomicOrOwnKernel, { waits, line: plain.span.line });
  }
  if (how.kind === 'arms') return fill(messages.twoKernels, { line: first.span.line, line2: second.span.line });
  const isMixed = first.kind !== second.kind;
  if (first.source === second.source && isMixed && isSameTurn)
    return fill(messages.otherArray, { waits, line: first.span.line });
  if (how.kind !== 'one-list' || how.early.source === how.late.source) return null;
  return `${waits}: ${kernelSplit(how, input)}`;
}

/** Where a launch could end, or all blocks could meet. */
function kernelSplit({ early, late, around }: Extract<Apart, { kind: 'one-list' }>, { kernel }: AdviceInput): string {
  const line = kernel.sources.get(early.source)?.span.endLine ?? early.span.endLine;
  const loop = around.filter(({ kind }) => kind === 'loop').at(-1);
  const isByAll = byAll(kernel, 'grid').reached.has(late.id);
  const split =
    loop === undefined
      ? fill(messages.splitKernel, { line })
      : fill(messages.splitLoop, { line: loop.span.line, line2: line });
  if (!isByAll) return split;
  const isCooperative = synchronizesGrid(kernel.body);
  return fill(messages.gridBarrier, {
    split,
    launch: isCooperative ? '' : messages.launchCooperatively,
    end: loop === undefined ? '' : messages.endOfIteration,
  });
}

// What keeps a patch away ---------------------------------------------------------------------------------------------

function kept(
  { fault }: Meeting,
  others: readonly Meeting[],
  { cut, tried, patched }: Search,
  input: AdviceInput,
): string | null {
  if (patched !== null) return null;
  const place = placesIn(fault, input).find(({ isEdited }) => !isEdited);
  if (place !== undefined) return `${place.words}: ${wayOut({ fault, isSameTurn: false }, input)}`;
  const other = others.find((one) => nameOf(one.fault) !== nameOf(fault) && beyondPatches(one, input) !== null);
  if (other !== undefined)
    return fill(messages.mustFixAll, {
      code: other.fault.code,
      line: linesOf(other.fault, input)[0] ?? 0,
      why: wayOut({ fault, isSameTurn: false }, input),
    });
  if (cut === 'time') return fill(messages.searchTimedOut, { tried, were: tried === 1 ? 'was' : 'were' });
  return cut === 'tries'
    ? fill(messages.searchBudget, { tried, what: wayOut({ fault, isSameTurn: false }, input) })
    : null;
}

const nameOf = (fault: Fault): string =>
  [...statementsOf(fault), fault.kind === 'race' ? fault.scope : fault.code].join();

const outcomeOf = ({ tried, patched }: Search): string =>
  patched !== null
    ? fill(messages.patchLeavesIt, { patched })
    : tried === 0
      ? messages.noPatch
      : tried === 1
        ? messages.oneNotProved
        : fill(messages.noneProved, { tried });

function linesOf(fault: Fault, { kernel }: AdviceInput): readonly number[] {
  return [...new Set(statementsOf(fault).flatMap((id) => statementOf(id, kernel)?.span.line ?? []))];
}

/** Where the statements of a fault are written, and whether strategies edit there. */
function placesIn(
  fault: Fault,
  { kernel, sourceOf }: AdviceInput,
): readonly Readonly<{ words: string; isEdited: boolean }>[] {
  return statementsOf(fault).flatMap((id) => {
    const stmt = statementOf(id, kernel);
    const source = stmt === null ? undefined : kernel.sources.get(stmt.source);
    if (stmt === null || source === undefined) return [];
    if (source.inMacro)
      return [
        { words: fill(messages.lineOfMacro, { line: stmt.span.line }), isEdited: hasGaps(source, kernel, sourceOf) },
      ];
    const isEdited = source.span.file === kernel.span.file || sourceOf(source.span.file) !== null;
    return [{ words: fill(messages.lineOfInclude, { line: stmt.span.line, file: source.span.file }), isEdited }];
  });
}

const hasGaps = (source: SourceStatement, kernel: Kernel, sourceOf: AdviceInput['sourceOf']): boolean =>
  macroGapsOf(kernel, (file) => sourceOf(file)?.text ?? null).some(({ uses }) => uses.includes(source));

// What would order the two --------------------------------------------------------------------------------------------

function wayOut({ fault }: Meeting, input: AdviceInput): string {
  if (fault.kind === 'divergence')
    return `${towardsConvergence(fault.code, fault.span, linesOf(fault, input)[0] ?? 0)}${voteWords(fault, input)}`;
  if (fault.kind === 'missed') return messages.needsRendezvous;
  if (fault.handover !== null) return fences(fault, fault.handover);
  const known = readOf(fault, input);
  if (fault.code === 'SW405') return fill(messages.widenAtomics, { lines: inLines(fault, input) });
  if (known === null)
    return fill(messages.needOrder, {
      lines: inLines(fault, input),
      need: linesOf(fault, input).length === 1 ? 'needs' : 'need',
    });
  const { first, second, how } = known;
  const update = updateIn(known, input);
  if (update !== null && update.name !== null)
    return fill(messages.useAtomic, { line: first.span.line, name: update.name });
  const loop = how.around.find(({ kind }) => kind === 'loop');
  if (fault.first === fault.second && first.kind === 'store') {
    const [line, how] = [first.span.line, ownCell(first, input)];
    if (loop === undefined || loop.source === first.source) return fill(messages.collidesWithItself, { line, how });
    return fill(messages.collidesInIterations, {
      line,
      loop: loop.span.line,
      how,
      barrier:
        fault.scope === 'grid' || partingStatements(input.kernel).has(loop.id) ? '' : messages.barrierInEachIteration,
    });
  }
  if (fault.scope === 'grid') return messages.onlyGridOrders;
  if (first.kind !== second.kind && (first.kind === 'atomic' || second.kind === 'atomic'))
    return fill(messages.atomicOrBarrier, { line: (first.kind === 'atomic' ? second : first).span.line });
  if (how.kind === 'arms' && hasBarrier([how.branch]))
    return fill(messages.barrierForBothPaths, { line: first.span.line, line2: second.span.line });
  if (how.kind === 'arms') return fill(messages.pathsUnordered, { line: how.branch.span.line });
  const [barrier, all] = fault.code === 'SW111' ? ['`__syncwarp()`', 'lanes'] : ['`__syncthreads()`', 'threads'];
  if (how.kind === 'one-list' && how.early.source !== how.late.source)
    return fill(messages.needsBarrier, { barrier, where: between(how.early.span.endLine, how.late.span.line), all });
  if (first.source === second.source && first.kind !== second.kind)
    return fill(messages.readThenStore, { line: first.span.line, barrier });
  return loop === undefined || partingStatements(input.kernel).has(loop.id)
    ? fill(messages.needsBarrierBetween, { barrier, all })
    : fill(messages.needsBarrierInLoop, { barrier, line: loop.span.line, all });
}

const between = (early: number, late: number): string =>
  early === late ? fill(messages.betweenAccesses, { late }) : fill(messages.betweenLines, { early, late });

const hasBarrier = (body: readonly Stmt[]): boolean => someStmt(body, ({ kind }) => kind === 'barrier');

function inLines(fault: Fault, input: AdviceInput): string {
  return linesListed(linesOf(fault, input));
}

/** Who comes to a barrier that votes has a vote. */
function voteWords({ barrier }: DivergenceFault, { kernel }: AdviceInput): string {
  const at = statementOf(barrier, kernel);
  const reduction = at?.kind === 'barrier' ? at.reduction : null;
  return reduction === null
    ? ''
    : fill(messages.voteOfOthers, { op: reduction.op, value: reduction.op === 'and' ? 'true' : 'false' });
}

function towardsConvergence(code: 'SW201' | 'SW202' | 'SW203' | 'SW204', { line }: Span, barrier: number): string {
  switch (code) {
    case 'SW201':
      return fill(messages.moveBarrier, { barrier, line });
    case 'SW202':
      return fill(messages.evenLoop, { line });
    case 'SW203':
      return fill(messages.exitLater, { line, barrier });
    case 'SW204':
      return fill(messages.commonBarrier, { line });
    default:
      return assertNever(code);
  }
}

function fences({ scope }: RaceFault, { given, taken, lacks }: NonNullable<RaceFault['handover']>): string {
  const fence = `\`${scope === 'grid' ? '__threadfence' : '__threadfence_block'}()\``;
  switch (lacks) {
    case 'fence-before':
    case 'fence-after':
      return fill(messages.needsFence, { fence, line: given.line, line2: taken.line });
    case 'atomic-release':
      return fill(messages.atomicRelease, { line: given.line, fence });
    case 'wide-fence':
      return messages.needsDeviceFence;
    default:
      return assertNever(lacks);
  }
}
