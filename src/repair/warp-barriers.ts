/**
 * Barriers of a warp beside which a patch inserts one of the block: the wider one takes their place.
 * Smallest example: `__syncwarp(); __syncthreads();` ⟶ `__syncthreads();`, where the second is new.
 */
import type { Edit } from '../verdict/finding.ts';
import type { Proposal, RepairInput } from './repair.ts';
import type { SourceStatement } from '../ir/ir.ts';
import { eachStmt } from '../ir/walk.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** The proposal with one barrier instead of two, wherever nothing but space lies between them; null: nowhere. */
export function insteadOfWarpBarriers({ title, edits, cost }: Proposal, input: RepairInput): Proposal | null {
  const replaced = new Map<Edit, SourceStatement>();
  for (const barrier of warpBarriers(input)) {
    const text = input.sourceOf(barrier.span.file)?.text ?? '';
    const edit = edits.find((one) => isInserted(one) && !replaced.has(one) && isBeside(one, barrier, text));
    if (edit !== undefined) replaced.set(edit, barrier);
  }
  if (replaced.size === 0) return null;
  const inPlace = edits.map((edit): Edit => {
    const span = replaced.get(edit)?.span;
    return span === undefined ? edit : { file: edit.file, start: span.start, end: span.end, text: edit.text.trim() };
  });
  const lines = [...replaced.values()].map(({ span }) => span.line);
  return {
    title: lines.reduce((sum, line) => fill(messages.insteadOfWarp, { title: sum, line }), title),
    edits: inPlace,
    cost,
  };
}

const isInserted = ({ start, end, text }: Edit): boolean => start === end && text.trim() === '__syncthreads();';

function isBeside({ file, start }: Edit, { span }: SourceStatement, text: string): boolean {
  return (
    file === span.file &&
    (start <= span.start
      ? text.slice(start, span.start)
      : start >= span.end
        ? text.slice(span.end, start)
        : '?'
    ).trim() === ''
  );
}

/** `__syncwarp();` as a statement of the kernel's own text, in a list. */
function warpBarriers({ kernel, sourceOf }: RepairInput): readonly SourceStatement[] {
  const found = new Map<number, SourceStatement>();
  eachStmt(kernel.body, (stmt) => {
    const source = stmt.kind === 'barrier' ? kernel.sources.get(stmt.source) : undefined;
    if (source === undefined || source.callee !== null || source.inMacro || !source.inBlock) return;
    const { file, start, end } = source.span;
    if (/^__syncwarp\s*\(\s*\)\s*;$/.test(sourceOf(file)?.text.slice(start, end) ?? '')) found.set(source.id, source);
  });
  return [...found.values()];
}
