/**
 * Which barriers of a kernel's own text could be deleted, and the edits that delete them. Barriers of device functions serve
 * other callers too, and what a macro makes cannot be deleted by itself: neither is among them.
 */
import type { Edit } from '../verdict/finding.ts';
import type { Kernel, SourceStatement } from '../ir/ir.ts';
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

/** Deletes the statement, with its line where nothing else stands there; null where something must stand in its place. */
export function removalOf({ source: { span, inBlock } }: RemovableBarrier, text: string): Edit | null {
  if (!inBlock) return null;
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const newline = text.indexOf('\n', span.end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const isAlone = text.slice(lineStart, span.start).trim() === '' && /^\s*(?:\/\/.*)?$/.test(text.slice(span.end, lineEnd).trimEnd());
  return { file: span.file, start: isAlone ? lineStart : span.start, end: isAlone ? lineEnd : span.end, text: '' };
}
