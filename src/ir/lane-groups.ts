/**
 * Whom a vote, shuffle or barrier of lanes waits for: all of the thread's tile (a warp is one of 32 threads), or those
 * that a mask names. And the view of a kernel in which the meetings of whole tiles are block barriers [T11]: two
 * threads of one tile are in equal turns of a loop with one of these inside, as two of a block are where a block
 * barrier stands.
 *
 * Example: `tile.shfl(v, 0)` of a tile of 16 is lowered with the mask `65535 << (lane & -16)`, the whole tile.
 */
import type { Expr } from '../base/expr.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import type { Kernel, Stmt } from './ir.ts';
import { eachStmt, mapStmts, targetOf } from './walk.ts';
import { printExpr } from '../base/expr-print.ts';

/** `mask` null: all threads of the tile. A mask is over the lanes of the warp. */
export type LaneGroup = Readonly<{ size: number; mask: Expr | null }>;

const warp = 32;
const all = 0xffffffffn;

/**
 * Of a statement at which lanes wait for others; null for all other statements, and for what waits for nobody in
 * particular.
 */
export function laneGroupOf(stmt: Stmt): LaneGroup | null {
  if (stmt.kind === 'lanes') return stmt.mask === null ? null : ofMask(stmt.mask);
  if (stmt.kind !== 'barrier') return null;
  if (stmt.scope.kind === 'tile') return { size: stmt.scope.size, mask: null };
  return stmt.scope.kind === 'warp' ? ofMask(stmt.scope.mask) : null;
}

function ofMask(mask: Expr | null): LaneGroup {
  if (mask === null || (mask.kind === 'int' && BigInt.asUintN(32, mask.value) === all))
    return { size: warp, mask: null };
  const size = tileOf(mask);
  return size === null ? { size: warp, mask } : { size, mask: null };
}

/** The lane within the warp, as it is lowered. */
const lane = '(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32:u32';

/** The size of the tile of which this is the mask, as groups are lowered; null: of none. */
function tileOf(mask: Expr): number | null {
  if (mask.kind !== 'binary' || mask.op !== '<<' || mask.left.kind !== 'int') return null;
  const start = mask.right;
  if (start.kind !== 'binary' || start.op !== '&' || start.right.kind !== 'int') return null;
  const size = Number(-BigInt.asIntN(32, start.right.value));
  const isTile = [1, 2, 4, 8, 16].includes(size) && mask.left.value === (1n << BigInt(size)) - 1n;
  return isTile && printExpr(start.left) === `(i32)(${lane})` ? size : null;
}

/** The sizes of tiles whose threads wait for each other somewhere, the large ones first. */
export function tileSizes(body: readonly Stmt[]): readonly number[] {
  const found = new Set<number>();
  eachStmt(body, (stmt) => {
    const group = laneGroupOf(stmt);
    if (group !== null) found.add(group.size);
  });
  return [...found].sort((a, b) => b - a);
}

/** Whether all threads of a tile of this size wait for each other at the statement. */
export function joinsTile(stmt: Stmt, size: number): boolean {
  const group = laneGroupOf(stmt);
  return group !== null && group.mask === null && group.size >= size;
}

/** Behind each meeting of tiles as large as this, or larger, a block barrier. */
export function inTiles(kernel: Kernel, size: number): Kernel {
  const body = mapStmts(kernel.body, (stmt): readonly Stmt[] => {
    if (!joinsTile(stmt, size)) return [stmt];
    const { id, span, source } = stmt;
    return [stmt, { kind: 'barrier', id, span, source, scope: { kind: 'block' }, reduction: null }];
  });
  return { ...kernel, body };
}

/** Barriers of whole tiles of a warp at most, with their sizes: what they order, they order for all of the tile. */
export function tileBarriers({ body, scalars }: Kernel): ReadonlyMap<StmtId, number> {
  const found = new Map<StmtId, number>();
  const full = fullMasks(body, (id) => scalars.get(id)?.role !== 'parameter');
  eachStmt(body, (stmt) => {
    const group = stmt.kind === 'barrier' && stmt.reduction === null ? laneGroupOf(stmt) : null;
    if (group === null || ![2, 4, 8, 16, 32].includes(group.size)) return;
    if (group.mask === null || (group.mask.kind === 'var' && full.has(group.mask.id))) found.set(stmt.id, group.size);
  });
  return found;
}

/** Scalars that are never given another value than all ones. */
function fullMasks(body: readonly Stmt[], isLocal: (id: VarId) => boolean): ReadonlySet<VarId> {
  const [given, others] = [new Set<VarId>(), new Set<VarId>()];
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    if (target === null) return;
    const isFull = stmt.kind === 'assign' && stmt.value.kind === 'int' && BigInt.asUintN(32, stmt.value.value) === all;
    (isFull ? given : others).add(target);
  });
  return new Set([...given].filter((id) => isLocal(id) && !others.has(id)));
}

/** These barriers as block barriers, which for threads of one of their tiles they are. */
export function asBlockBarriers(kernel: Kernel, barriers: ReadonlySet<StmtId>): Kernel {
  const body = mapStmts(kernel.body, (stmt): readonly Stmt[] => [
    stmt.kind === 'barrier' && barriers.has(stmt.id) ? { ...stmt, scope: { kind: 'block' } } : stmt,
  ]);
  return { ...kernel, body };
}

/** All statements at which lanes wait for each other. */
export function laneMeetings(body: readonly Stmt[]): readonly StmtId[] {
  const found: StmtId[] = [];
  eachStmt(body, (stmt) => {
    if (laneGroupOf(stmt) !== null) found.push(stmt.id);
  });
  return found;
}
