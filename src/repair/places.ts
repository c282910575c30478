/**
 * Where a statement can be inserted into the source text of a kernel, of the device functions that it calls (also in
 * headers that can be read), and of the macros that make its statements, and how it is nested there; not in what
 * libraries make.
 */
import type { Kernel, SourceStatement, Stmt } from '../ir/ir.ts';
import type { SourceId, StmtId } from '../base/brand.ts';
import { bodiesOf } from '../ir/walk.ts';
import type { MacroGap } from './macro-gaps.ts';
import { macroGapsOf } from './macro-gaps.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { wayTo } from './written.ts';
import { sourceId } from '../base/brand.ts';
import { partingStatements } from './variant.ts';

/** A gap between two statements of a `{ … }` list: after `beside`, or before it where it is the first of its list. */
export type InsertionPoint = Readonly<{
  /** `around`: after a statement that is the whole body of a loop or branch, which then needs braces. */
  side: 'before' | 'after' | 'around';
  beside: SourceStatement;
  /**
   * Where it stands in the body of a macro, of which `beside` is a use; null: in the text of the kernel or a function.
   */
  gap: MacroGap | null;
  /** Offset in the file, for comparing with accesses. */
  offset: number;
  /** Source statements around the point in the same text, innermost first. */
  around: readonly SourceId[];
  /** Loops around it, innermost first, those around the calls that lead to it among them. */
  loops: readonly SourceStatement[];
  branches: number;
  /** How many of the branches and loops around it threads may leave each other at. */
  partings: number;
}>;

/** Where a statement stands: the statements whose calls lead to it, outermost first, and the one it is of last. */
export type Way = readonly SourceStatement[];
export type Places = Readonly<{
  points: readonly InsertionPoint[];
  ways: ReadonlyMap<StmtId, Way>;
  loops: readonly SourceStatement[];
}>;

type Shape = Readonly<{
  kernel: Kernel;
  parting: ReadonlySet<StmtId>;
  loops: Set<SourceId>;
  branches: Set<SourceId>;
  partings: Set<SourceId>;
  jumps: Set<SourceId>;
  ways: Map<StmtId, Way>;
  /**
   * The statements that call a device function; of several the one with the most loops around it is looked for later.
   */
  calls: Map<string, SourceStatement>;
}>;

export function placesOf(kernel: Kernel, sourceOf: (file: string) => SourceText | null): Places {
  const shape: Shape = {
    kernel,
    parting: partingStatements(kernel),
    loops: new Set(),
    branches: new Set(),
    partings: new Set(),
    jumps: new Set(),
    ways: new Map(),
    calls: new Map(),
  };
  for (const stmt of kernel.body) readShape(stmt, [], null, shape);
  const editable = [...kernel.sources.values()].filter(
    (s) =>
      !s.inMacro && s.id !== sourceOfKernel && (s.span.file === kernel.span.file || sourceOf(s.span.file) !== null),
  );
  const firstOfList = new Set(firstStatements(editable.filter((s) => s.inBlock)));
  const points = editable.flatMap((beside): readonly InsertionPoint[] => {
    const nesting = nestingOf(beside, shape);
    const at = (side: InsertionPoint['side']): InsertionPoint => ({
      beside,
      side,
      offset: side === 'before' ? beside.span.start : beside.span.end,
      gap: null,
      ...nesting,
    });
    if (shape.jumps.has(beside.id)) return firstOfList.has(beside.id) ? [at('before')] : [];
    if (!beside.inBlock) return isWholeBody(beside, shape) ? [at('around')] : [];
    return [...(firstOfList.has(beside.id) ? [at('before')] : []), at('after')];
  });
  const loops = [...kernel.sources.values()].filter(({ id }) => shape.loops.has(id));
  const all = [...points, ...inMacros(shape, sourceOf), ...besideMacros(shape, sourceOf)];
  return { points: all.sort((a, b) => a.offset - b.offset), ways: shape.ways, loops };
}

const sourceOfKernel = 0;

function readShape(stmt: Stmt, calls: Way, callee: string | null, shape: Shape): void {
  const source = shape.kernel.sources.get(stmt.source);
  const isHere = source !== undefined && source.callee === callee;
  const way = isHere ? [...calls, source] : calls;
  shape.ways.set(stmt.id, way);
  if (isHere && stmt.kind === 'loop') shape.loops.add(stmt.source);
  if (isHere && stmt.kind === 'branch') shape.branches.add(stmt.source);
  if (isHere && stmt.kind === 'jump') shape.jumps.add(stmt.source);
  if (isHere && shape.parting.has(stmt.id)) shape.partings.add(stmt.source);
  const isCall = stmt.kind === 'call' && isHere;
  if (isCall && !shape.calls.has(stmt.callee)) shape.calls.set(stmt.callee, source);
  for (const child of bodiesOf(stmt).flat())
    readShape(child, isCall ? way : calls, stmt.kind === 'call' ? stmt.callee : callee, shape);
}

/** In the bodies of macros. */
function inMacros(shape: Shape, sourceOf: (file: string) => SourceText | null): readonly InsertionPoint[] {
  return macroGapsOf(shape.kernel, (file) => sourceOf(file)?.text ?? null).flatMap((gap): readonly InsertionPoint[] => {
    const [beside] = gap.uses;
    if (beside === undefined) return [];
    const nestings = gap.uses.map((use) => nestingOf(use, shape));
    const most = nestings.reduce((a, b) => (b.loops.length > a.loops.length ? b : a));
    return [
      {
        side: 'after',
        beside,
        gap,
        offset: beside.span.end,
        ...most,
        around: [...new Set([...nestings.flatMap(({ around }) => around), ...gap.uses.map(({ id }) => id)])],
      },
    ];
  });
}

/** Before and behind uses of macros that are statements of a list in the text as it is written. */
function besideMacros(shape: Shape, sourceOf: (file: string) => SourceText | null): readonly InsertionPoint[] {
  const { kernel } = shape;
  const uses = new Map<string, SourceStatement>();
  for (const one of kernel.sources.values()) if (one.inMacro && !uses.has(keyOf(one))) uses.set(keyOf(one), one);
  return [...uses.values()].flatMap((use): readonly InsertionPoint[] => {
    const text = sourceOf(use.span.file);
    const [node, list] = text === null ? [] : listedAt(text.tree, use);
    if (node === undefined || list === undefined) return [];
    const beside: SourceStatement = {
      ...use,
      id: sourceId(-Number(use.id)),
      span: { ...use.span, end: node.end },
      inBlock: true,
      inMacro: false,
    };
    const nesting = nestingOf(use, shape);
    const at = (side: InsertionPoint['side']): InsertionPoint => ({
      beside,
      side,
      offset: side === 'before' ? node.start : node.end,
      gap: null,
      ...nesting,
    });
    const isFirst = list.children.every(
      ({ named, start, type }) => !named || type === 'comment' || start >= node.start,
    );
    return [...(isFirst ? [at('before')] : []), at('after')];
  });
}

const keyOf = ({ span: { file, start, end } }: SourceStatement): string => `${file} ${start} ${end}`;

/** The statement that a use of a macro is, without or with its semicolon, and the list that it stands in. */
function listedAt(tree: SyntaxNode, { span }: SourceStatement): readonly SyntaxNode[] {
  const way = wayTo(tree, span) ?? [];
  const at = way.findIndex(({ type }) => type === 'compound_statement');
  const [node, list] = [way[at - 1], way[at]];
  return node !== undefined &&
    list !== undefined &&
    node.start === span.start &&
    ['expression_statement', 'call_expression', 'macro_type_specifier', 'declaration'].includes(node.type)
    ? [node, list]
    : [];
}

const isWholeBody = ({ parent }: SourceStatement, { loops, branches }: Shape): boolean =>
  parent !== null && (loops.has(parent) || branches.has(parent));

function firstStatements(statements: readonly SourceStatement[]): readonly SourceId[] {
  const first = new Map<string, SourceStatement>();
  for (const s of statements) {
    const list = `${s.parent ?? ''} ${s.callee ?? ''}`;
    const known = first.get(list);
    if (known === undefined || s.span.start < known.span.start) first.set(list, s);
  }
  return [...first.values()].map((s) => s.id);
}

function nestingOf(
  statement: SourceStatement,
  shape: Shape,
): Pick<InsertionPoint, 'around' | 'loops' | 'branches' | 'partings'> {
  const own = aroundIn(statement, shape.kernel);
  const all = [...own];
  const seen = new Set<string>();
  for (let { callee } = statement; callee !== null && !seen.has(callee);) {
    seen.add(callee);
    const call = shape.calls.get(callee);
    if (call === undefined) break;
    all.push(...aroundIn(call, shape.kernel));
    callee = call.callee;
  }
  return {
    around: own.map((s) => s.id),
    loops: all.filter((s) => shape.loops.has(s.id)),
    branches: all.filter((s) => shape.branches.has(s.id)).length,
    partings: all.filter((s) => shape.partings.has(s.id)).length,
  };
}

/** The statements around one in the same text, innermost first. */
function aroundIn({ parent }: SourceStatement, kernel: Kernel): readonly SourceStatement[] {
  const source = parent === null ? undefined : kernel.sources.get(parent);
  return source === undefined ? [] : [source, ...aroundIn(source, kernel)];
}
