/**
 * Which barriers of a kernel's own text could be deleted, and the edits that delete them. Barriers of device functions serve
 * other callers too, and what a macro makes cannot be deleted by itself: neither is among them.
 */
import type { Edit } from '../verdict/finding.ts';
import type { Kernel, SourceStatement } from '../ir/ir.ts';
import type { RepairInput } from './repair.ts';
import type { StmtId } from '../base/brand.ts';
import { eachStmt, mapStmts } from '../ir/walk.ts';

/** A statement of the text that is nothing but a barrier of the block; `ids`: the statements of the IR that it became. */
export type RemovableBarrier = Readonly<{ source: SourceStatement; ids: ReadonlySet<StmtId> }>;

/** `textOf`: of a source file, null when it cannot be read. In the order of the text. */
export function removableBarriers(kernel: Kernel, textOf: (file: string) => string | null): readonly RemovableBarrier[] {
  const found = new Map<number, { source: SourceStatement; ids: Set<StmtId> }>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind !== 'barrier' || stmt.scope.kind !== 'block' || stmt.reduction !== null) return;
    const source = kernel.sources.get(stmt.source);
    if (source === undefined || source.callee !== null || source.inMacro || source.span.file !== kernel.span.file) return;
    const known = found.get(source.span.start) ?? { source, ids: new Set() };
    known.ids.add(stmt.id);
    found.set(source.span.start, known);
  });
  return [...found.values()].filter(({ source }) => isBarrierAlone(textOf(source.span.file)?.slice(source.span.start, source.span.end) ?? '')).sort((a, b) => a.source.span.start - b.source.span.start);
}

/** A call that synchronizes the block, as a statement of its own: `__syncthreads();`, `block.sync();`, `cg::sync(block);`. */
const isBarrierAlone = (text: string): boolean => /^(?:[\w:]+(?:\(\))?\s*(?:\.|->)\s*)?(?:__syncthreads|(?:\w+::)*sync|arrive_and_wait)\s*\(\s*\w*\s*\)\s*;$/.test(text.trim());

/** The kernel without these statements. */
export const withoutStatements = (kernel: Kernel, ids: ReadonlySet<StmtId>): Kernel => ({ ...kernel, body: mapStmts(kernel.body, (stmt) => (ids.has(stmt.id) ? [] : [stmt])) });

/** Deletes the statement, with its line where nothing else stands there; null where something must stand in its place, as behind a last label. */
export function removalOf({ source: { span, inBlock } }: RemovableBarrier, text: string): Edit | null {
  if (!inBlock || (/:\s*$/.test(text.slice(0, span.start)) && /^\s*(?:\/\/[^\n]*\s*)*\}/.test(text.slice(span.end)))) return null;
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const newline = text.indexOf('\n', span.end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const isAlone = text.slice(lineStart, span.start).trim() === '' && /^\s*(?:\/\/.*)?$/.test(text.slice(span.end, lineEnd).trimEnd());
  return { file: span.file, start: isAlone ? lineStart : span.start, end: isAlone ? lineEnd : span.end, text: '' };
}

/** Characters within which a barrier stands beside an edit, and how many of them are looked at. */
const beside = { characters: 240, barriers: 2 } as const;

/** Barriers of objects count their phases: only the plain one is moved. */
function isLineOfItsOwn({ source: { span } }: RemovableBarrier, text: string): boolean {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  return text.startsWith('__syncthreads', span.start) && text.slice(lineStart, span.start).trim() === '' && /^\s*(?:\n|$)/.test(text.slice(span.end));
}

/** Barriers next to a new one, the nearest first, with the edit that deletes each and its line. */
export function barriersBeside(edits: readonly Edit[], { kernel, sourceOf }: RepairInput): readonly Readonly<{ edit: Edit; line: number }>[] {
  const inserted = edits.filter(({ text }) => text.includes('__syncthreads()'));
  const distance = ({ file, start, end }: Edit): number => Math.min(...inserted.filter((one) => one.file === file).map((one) => (one.start < start ? start - one.end : one.start - end)));
  return removableBarriers(kernel, (file) => sourceOf(file)?.text ?? null)
    .flatMap((barrier) => {
      const text = sourceOf(barrier.source.span.file)?.text;
      const edit = text === undefined ? null : removalOf(barrier, text);
      return edit === null || !isLineOfItsOwn(barrier, text ?? '') || edits.some((one) => one.file === edit.file && one.start <= edit.end && edit.start <= one.end) ? [] : [{ edit, line: barrier.source.span.line }];
    })
    .filter(({ edit }) => distance(edit) <= beside.characters)
    .sort((a, b) => distance(a.edit) - distance(b.edit))
    .slice(0, beside.barriers);
}
