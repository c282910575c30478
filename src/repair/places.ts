/**
 * Where a statement can be inserted into a kernel's source text, and how it is nested there.
 * Needs: `Kernel.sources`. Gives: points in the kernel's own text (not in device functions, which other kernels share,
 * and not in macros), in textual order.
 */
import type { Kernel, SourceStatement, Stmt } from '../ir/ir.ts';
import type { SourceId, StmtId } from '../base/brand.ts';
import { bodiesOf } from '../ir/walk.ts';

/** A gap between two statements of a `{ … }` list: after `beside`, or before it where it is the first of its list. */
export type InsertionPoint = Readonly<{
  beside: SourceStatement;
  side: 'before' | 'after';
  /** Offset in the file, for comparing with accesses. */
  offset: number;
  /** Source statements around the point, innermost first. */
  around: readonly SourceId[];
  loops: readonly Loop[];
  branches: number;
}>;
type Loop = Readonly<{ source: SourceStatement; stmt: StmtId }>;

/** The statement of the kernel's own text that an IR statement belongs to: for inlined code, that of the call. */
export type OwnSources = ReadonlyMap<StmtId, SourceStatement>;

type Shape = Readonly<{ loops: Map<SourceId, StmtId>; branches: Set<SourceId>; jumps: Set<SourceId>; own: Map<StmtId, SourceStatement> }>;

export function insertionPoints(kernel: Kernel): Readonly<{ points: readonly InsertionPoint[]; own: OwnSources }> {
  const shape: Shape = { loops: new Map(), branches: new Set(), jumps: new Set(), own: new Map() };
  for (const stmt of kernel.body) readShape(stmt, null, kernel, shape);
  const editable = [...kernel.sources.values()].filter((s) => s.callee === null && s.inBlock && !s.inMacro && s.span.file === kernel.span.file);
  const firstOfList = new Set(firstStatements(editable));
  const points = editable.flatMap((beside): readonly InsertionPoint[] => {
    const nesting = nestingOf(beside, kernel, shape);
    const before = { beside, side: 'before', offset: beside.span.start, ...nesting } as const;
    const after = { beside, side: 'after', offset: beside.span.end, ...nesting } as const;
    return [...(firstOfList.has(beside.id) ? [before] : []), ...(shape.jumps.has(beside.id) ? [] : [after])];
  });
  return { points: points.sort((a, b) => a.offset - b.offset), own: shape.own };
}

function readShape(stmt: Stmt, caller: SourceStatement | null, kernel: Kernel, shape: Shape): void {
  const source = kernel.sources.get(stmt.source);
  const own = source !== undefined && source.callee === null ? source : caller;
  if (own !== null) shape.own.set(stmt.id, own);
  const inOwnText = source?.callee === null;
  if (inOwnText && stmt.kind === 'loop') shape.loops.set(stmt.source, stmt.id);
  if (inOwnText && stmt.kind === 'branch') shape.branches.add(stmt.source);
  if (inOwnText && stmt.kind === 'jump') shape.jumps.add(stmt.source);
  for (const child of bodiesOf(stmt).flat()) readShape(child, own, kernel, shape);
}

function firstStatements(statements: readonly SourceStatement[]): readonly SourceId[] {
  const first = new Map<SourceId | null, SourceStatement>();
  for (const s of statements) {
    const known = first.get(s.parent);
    if (known === undefined || s.span.start < known.span.start) first.set(s.parent, s);
  }
  return [...first.values()].map((s) => s.id);
}

function nestingOf(statement: SourceStatement, kernel: Kernel, shape: Shape): Pick<InsertionPoint, 'around' | 'loops' | 'branches'> {
  const around: SourceStatement[] = [];
  for (let at = statement.parent; at !== null; ) {
    const source = kernel.sources.get(at);
    if (source === undefined) break;
    around.push(source);
    at = source.parent;
  }
  const loops = around.flatMap((source) => {
    const stmt = shape.loops.get(source.id);
    return stmt === undefined ? [] : [{ source, stmt }];
  });
  return { around: around.map((s) => s.id), loops, branches: around.filter((s) => shape.branches.has(s.id)).length };
}
