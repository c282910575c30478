/**
 * Which barriers of a kernel's own text could be deleted, and the edits that delete them. Barriers of device functions
 * serve other callers too, and what a macro makes cannot be deleted by itself: neither is among the removable ones.
 * Those that are a fault by themselves (delete-barrier) go wherever they are written.
 */
import type { Edit } from '../verdict/finding.ts';
import type { Kernel, SourceStatement } from '../ir/ir.ts';
import type { RepairInput } from './repair.ts';
import type { SourceText } from './source-text.ts';
import type { Span } from '../base/span.ts';
import type { StmtId } from '../base/brand.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { commutes } from '../ir/atomics.ts';
import { eachStmt, mapStmts } from '../ir/walk.ts';
import { hasType, wayTo } from './written.ts';
import { trailingFrom } from '../base/trailing.ts';

/**
 * A statement of the text that is nothing but a barrier of the block; `ids`: the statements of the IR that it became.
 */
export type RemovableBarrier = Readonly<{ source: SourceStatement; ids: ReadonlySet<StmtId> }>;

/** `textOf`: of a source file, null when it cannot be read. In the order of the text. */
export function removableBarriers(
  kernel: Kernel,
  textOf: (file: string) => string | null,
): readonly RemovableBarrier[] {
  const found = new Map<number, { source: SourceStatement; ids: Set<StmtId> }>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind !== 'barrier' || stmt.scope.kind !== 'block' || stmt.reduction !== null) return;
    const source = kernel.sources.get(stmt.source);
    if (source === undefined || source.callee !== null || source.inMacro || source.span.file !== kernel.span.file)
      return;
    const known = found.get(source.span.start) ?? { source, ids: new Set() };
    known.ids.add(stmt.id);
    found.set(source.span.start, known);
  });
  return [...found.values()]
    .filter(({ source }) => isBarrierAlone(textOf(source.span.file)?.slice(source.span.start, source.span.end) ?? ''))
    .sort((a, b) => a.source.span.start - b.source.span.start);
}

/**
 * A call that synchronizes the block, as a statement of its own: `__syncthreads();`, `block.sync();`,
 * `cg::sync(block);`.
 */
export const isBarrierAlone = (text: string): boolean =>
  /^(?:[\w:]+(?:\(\))?\s*(?:\.|->)\s*)?(?:__syncthreads|(?:\w+::)*sync|arrive_and_wait)\s*\(\s*(?:\w+\s*)?\)\s*;$/.test(
    text.trim(),
  );

/** The kernel without these statements. */
export const withoutStatements = (kernel: Kernel, ids: ReadonlySet<StmtId>): Kernel => ({
  ...kernel,
  body: mapStmts(kernel.body, (stmt) => (ids.has(stmt.id) ? [] : [stmt])),
});

/**
 * Order that races do not show: of atomics whose results are used, or that do not commute, of memory at fences, of
 * operands, and of reading a clock.
 */
export function mayOrderOtherwise(kernel: Kernel): boolean {
  const ops = new Map<string, string>();
  let found = kernel.unsequenced !== undefined;
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'fence' || stmt.kind === 'unknown') found = true;
    if (stmt.kind === 'unknown-value' && /clock|timer|assembly|asm/i.test(stmt.because)) found = true;
    if (stmt.kind === 'load' && kernel.arrays.get(stmt.place.array)?.isAtWill === true) found = true;
    if (
      (stmt.kind === 'load' || stmt.kind === 'store') &&
      stmt.place.volatile &&
      kernel.arrays.get(stmt.place.array)?.space === 'global'
    )
      found = true;
    if (stmt.kind === 'lanes' && (stmt.mask === null || stmt.op === 'activemask')) found = true;
    if (stmt.kind !== 'atomic') return;
    const known = ops.get(stmt.place.array) ?? stmt.op;
    ops.set(stmt.place.array, stmt.op);
    found ||= stmt.order !== 'relaxed' || !commutes(stmt.op) || stmt.target !== null || known !== stmt.op;
  });
  return found;
}

/** Whether the second has fewer barriers of the block, in a kernel to which that may matter though nothing races. */
export function mayLoseOrder(was: Kernel, now: Kernel): boolean {
  const count = ({ body }: Kernel): number => {
    let found = 0;
    eachStmt(body, (stmt) => {
      if (stmt.kind === 'barrier' && stmt.scope.kind === 'block') found++;
    });
    return found;
  };
  return count(now) < count(was) && mayOrderOtherwise(was);
}

/**
 * Deletes the statement, with its line where nothing else stands there; null where something must stand in its place,
 * as behind a last label.
 */
export function removalOf({ source: { span, inBlock } }: Pick<RemovableBarrier, 'source'>, text: string): Edit | null {
  if (
    !inBlock ||
    (text.slice(0, span.start).trimEnd().endsWith(':') && /^\s*(?:\/\/[^\n]*\n\s*)*\}/.test(text.slice(span.end)))
  )
    return null;
  return deletion(span, text);
}

/**
 * Deletes the statement and what it is all of, `if (t < n) { … }` where asking has no effect; null where something must
 * stand in its place.
 */
export function removalWithBranch(
  { span, inBlock }: Pick<SourceStatement, 'span' | 'inBlock'>,
  { text, tree }: SourceText,
): Edit | null {
  const [node, ...around] = wayTo(tree, span) ?? [];
  const instead = node === undefined ? null : behindLabel(node, around);
  if (instead !== null) return { file: span.file, start: span.start, end: span.end, text: instead };
  const whole = allOfIt(around);
  return whole === null
    ? inBlock
      ? deletion(span, text)
      : null
    : deletion({ file: span.file, start: whole.start, end: whole.end }, text);
}

/** What must stand where a label, or the last of a `switch`, has nothing else. */
function behindLabel(node: SyntaxNode, [label, list]: readonly SyntaxNode[]): string | null {
  if (
    label === undefined ||
    !['case_statement', 'labeled_statement'].includes(label.type) ||
    label.children.some((child) => child !== node && child.type.endsWith('statement'))
  )
    return null;
  if (label.type === 'labeled_statement') return ';';
  return list?.children.findLast(({ named, type }) => named && type !== 'comment') === label ? 'break;' : null;
}

/**
 * The outermost branch whose only effect is the statement that these nodes are around, if the branch stands in a list.
 */
function allOfIt([outer, next, ...others]: readonly SyntaxNode[]): SyntaxNode | null {
  const isOnly = outer?.type === 'compound_statement' && namedChildren(outer).length === 1;
  const branch = isOnly ? next : outer;
  if (
    branch?.type !== 'if_statement' ||
    childIn(branch, 'alternative') !== null ||
    hasType(childIn(branch, 'condition') ?? branch, effects)
  )
    return null;
  const further = isOnly || next === undefined ? others : [next, ...others];
  return allOfIt(further) ?? (further[0]?.type === 'compound_statement' ? branch : null);
}
const effects: readonly string[] = [
  'call_expression',
  'update_expression',
  'assignment_expression',
  'declaration',
  'init_statement',
  'lambda_expression',
  'preproc_if',
  'preproc_ifdef',
];

/** With its line where nothing else stands there. */
export function deletion(span: Pick<Span, 'file' | 'start' | 'end'>, text: string): Edit {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const newline = text.indexOf('\n', span.end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const isAlone =
    text.slice(lineStart, span.start).trim() === '' && /^\s*(?:\/\/.*)?$/.test(text.slice(span.end, lineEnd).trimEnd());
  // a blank line before the end of a list told only this statement apart
  const blank = /^[ \t]*\}/.test(text.slice(lineEnd))
    ? (/\n([ \t]*\r?\n)$/.exec(text.slice(0, lineStart))?.[1]?.length ?? 0)
    : 0;
  if (isAlone) return { file: span.file, start: lineStart - blank, end: lineEnd, text: '' };
  const inFront = text.slice(lineStart, span.start);
  const [before, behind] = [
    inFront.length - trailingFrom(inFront, /[ \t]/),
    /^[ \t]*/.exec(text.slice(span.end))?.[0].length ?? 0,
  ];
  const isLast = /^\s*$/.test(text.slice(span.end, lineEnd));
  return {
    file: span.file,
    start: span.start - (isLast ? before : 0),
    end: span.end + (!isLast && before > 0 ? behind : 0),
    text: '',
  };
}

/** Characters within which a barrier stands beside an edit, and how many of them are looked at. */
const beside = { characters: 240, barriers: 2 } as const;

/** Barriers of objects count their phases: only the plain one is moved. */
function isLineOfItsOwn({ source: { span } }: RemovableBarrier, text: string): boolean {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  return (
    text.startsWith('__syncthreads', span.start) &&
    text.slice(lineStart, span.start).trim() === '' &&
    /^\s*(?:\n|$)/.test(text.slice(span.end))
  );
}

/**
 * Barriers next to a new one, the nearest first, with the edit that deletes each and its line. None where they may
 * order what races do not show.
 */
export function barriersBeside(
  edits: readonly Edit[],
  { kernel, sourceOf }: RepairInput,
): readonly Readonly<{ edit: Edit; line: number }>[] {
  if (mayOrderOtherwise(kernel)) return [];
  const inserted = edits.filter(({ text }) => text.includes('__syncthreads()'));
  const distance = ({ file, start, end }: Edit): number =>
    Math.min(
      ...inserted
        .filter((one) => one.file === file)
        .map((one) => (one.start < start ? start - one.end : one.start - end)),
    );
  return removableBarriers(kernel, (file) => sourceOf(file)?.text ?? null)
    .flatMap((barrier) => {
      const text = sourceOf(barrier.source.span.file)?.text;
      const edit = text === undefined ? null : removalOf(barrier, text);
      return edit === null ||
        !isLineOfItsOwn(barrier, text ?? '') ||
        edits.some((one) => one.file === edit.file && one.start <= edit.end && edit.start <= one.end)
        ? []
        : [{ edit, line: barrier.source.span.line }];
    })
    .filter(({ edit }) => distance(edit) <= beside.characters)
    .sort((a, b) => distance(a.edit) - distance(b.edit))
    .slice(0, beside.barriers);
}
