/**
 * Values that the device gives at will: clocks, the number of the multiprocessor, whether memory is left to allocate;
 * and flags that host code changes while the kernel runs. They are elements of a constant array that is not in the
 * source, one for each time that a thread (block, warp) asks, so that a run can be given any of them and threads need
 * not have the same. Exact, but for what a clock never does, such as going back.
 * Example: `if (clock64() - start > limit) break;` may be true for one thread of a block and false for another.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { ArrayDecl, Stmt, StmtOf } from '../ir/ir.ts';
import type { ArrayId, VarId } from '../base/brand.ts';
import type { Span } from '../base/span.ts';
import type { Context } from './context.ts';
import { arrayId, bytes, stmtId } from '../base/brand.ts';
import { i64, u32 } from '../base/ctype.ts';
import { binary, int, variable } from '../base/expr-build.ts';
import { bodiesOf, eachStmt, mapStmts } from '../ir/walk.ts';
import { combine, convert } from './expressions/constants.ts';
import { emit, freshScalar, spanOf, temporary } from './context.ts';
import { rank } from './ranks.ts';

/** Who gets a value of its own. */
type By = 'thread' | 'warp' | 'block';

/** Times that one thread asks before its numbers might run into another one's. */
const times = 1 << 20;
const threads = 1024;

/** The next value; `name`: of what gives it. */
export function givenAtWill(cx: Context, name: string, type: ScalarType, by: By, node: SyntaxNode): Expr {
  const id = arrayId(name);
  if (!cx.arrays.has(id)) cx.arrays.set(id, declared(id, type, spanOf(cx, node)));
  if (!cx.askedTimes.has(id)) cx.askedTimes.set(id, freshScalar(cx, `${name} times`, u32, 'temporary'));
  const made = temporary(cx, name, type);
  const asked = cx.askedTimes.get(id);
  if (asked === undefined) return made.expr;
  emit(cx, node, { kind: 'load', target: made.id, place: placeOfNext(id, type, by, asked) });
  emit(cx, node, oneMore(asked));
  return made.expr;
}

const declared = (id: ArrayId, type: ScalarType, span: Span): ArrayDecl => ({
  id,
  name: id,
  space: 'constant',
  element: type,
  elementBytes: bytes(sizeOf(type)),
  extents: [null, times],
  parameter: null,
  isAtWill: true,
  span,
});

const sizeOf = (type: ScalarType): number => (type.kind === 'bool' ? 1 : type.bits / 8);

function placeOfNext(array: ArrayId, type: ScalarType, by: By, asked: VarId): StmtOf<'load'>['place'] {
  const size = sizeOf(type);
  const who =
    by === 'block' ? int(0, u32) : by === 'warp' ? combine('/', rank('thread'), int(32, u32)) : rank('thread');
  const asker = combine('+', combine('*', convert(rank('block'), i64), int(threads, i64)), convert(who, i64));
  const subscripts = [
    { index: asker, stride: bytes(size * times), extent: null },
    { index: by === 'thread' ? variable(asked, u32) : int(0, u32), stride: bytes(size), extent: times },
  ];
  return { array, subscripts, offset: bytes(0), type, volatile: false };
}

const oneMore = (asked: VarId): Readonly<{ kind: 'assign'; target: VarId; value: Expr }> => ({
  kind: 'assign',
  target: asked,
  value: binary('+', variable(asked, u32), int(1, u32)),
});

/** The body, at the beginning of which nothing has been asked yet. */
export function askedFromZero(cx: Context, body: readonly Stmt[], span: Span): readonly Stmt[] {
  if (cx.askedTimes.size === 0) return body;
  const begin = [...cx.askedTimes.values()].map((target): Stmt => ({
    kind: 'assign',
    id: stmtId(cx.nextStmt++),
    span,
    source: cx.source,
    target,
    value: int(0, u32),
  }));
  return [...begin, ...body];
}

// What host code changes ----------------------------------------------------------------------------------------------

/**
 * Volatile cells of global memory that the kernel only reads, in which host code writes after a launch before it waits
 * for its end.
 */
export function withHostFlags(cx: Context, body: readonly Stmt[]): readonly Stmt[] {
  const written = new Set<ArrayId>();
  const read = new Set<ArrayId>();
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'unknown') for (const id of stmt.footprint) written.add(id);
    if (stmt.kind === 'store' || stmt.kind === 'atomic') written.add(stmt.place.array);
    if (stmt.kind === 'load' && isSteered(cx, stmt)) read.add(stmt.place.array);
  });
  const flags = new Set([...read].filter((id) => !written.has(id)));
  if (flags.size === 0 || !writesMeanwhile(cx.unit.source.text)) return body;
  // a loop that only waits for it goes on when it is set
  const waiting = new Set<Stmt>();
  eachStmt(body, (loop) => {
    if (
      loop.kind === 'loop' &&
      !bodiesOf(loop)
        .flat()
        .some((stmt) => does(stmt))
    )
      eachStmt(bodiesOf(loop).flat(), (stmt) => waiting.add(stmt));
  });
  return mapStmts(body, (stmt): readonly Stmt[] => {
    if (stmt.kind !== 'load' || !flags.has(stmt.place.array) || !isSteered(cx, stmt) || waiting.has(stmt))
      return [stmt];
    const {
      place: { array, type },
      id,
      span,
      source,
    } = stmt;
    const own = arrayId(`${cx.arrays.get(array)?.name ?? array} as it is read`);
    if (!cx.arrays.has(own)) cx.arrays.set(own, declared(own, type, span));
    if (!cx.askedTimes.has(own)) cx.askedTimes.set(own, freshScalar(cx, `${own} times`, u32, 'temporary'));
    const asked = cx.askedTimes.get(own);
    if (asked === undefined) return [stmt];
    return [
      { kind: 'load', id, span, source, target: stmt.target, place: placeOfNext(own, type, 'thread', asked) },
      { ...oneMore(asked), id: stmtId(cx.nextStmt++), span, source },
    ];
  });
}

const isSteered = (cx: Context, { place }: StmtOf<'load'>): boolean =>
  place.volatile &&
  place.type.kind !== 'float' &&
  cx.arrays.get(place.array)?.space === 'global' &&
  place.subscripts.every(({ index }) => index.kind === 'int');

const does = (stmt: Stmt): boolean =>
  ['store', 'atomic', 'barrier', 'unknown', 'lanes', 'async'].includes(stmt.kind) || bodiesOf(stmt).flat().some(does);

/** Whether host code stores something between a launch and what waits for it, in memory that both share. */
function writesMeanwhile(text: string): boolean {
  if (!/\bcuda(?:HostAlloc|MallocHost|HostRegister|HostGetDevicePointer|MallocManaged)\b|\b__managed__\b/.test(text))
    return false;
  return text
    .split(/>>>\s*\(/)
    .slice(1)
    .some((rest) => {
      const [meanwhile = ''] = rest.split(/\bcuda\w*Synchronize\b|\bcudaMemcpy\b|\bcudaDeviceReset\b/);
      return /[;{}]\s*(?:\*\s*\w+|\w+\s*\[[^\]]*\]|\w+->\w+|\w+)\s*=[^=]/.test(meanwhile.slice(0, 2000));
    });
}
