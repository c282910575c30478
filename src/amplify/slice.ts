/**
 * The part of a kernel that decides which barriers its threads meet and which cells of some arrays they touch [D18]: a
 * program slice (Weiser, "Program slicing", 1981), flow-insensitive in scalars and arrays. What only computes data is
 * left out, so that running the slice costs little, and what it does not know of data does not matter.
 * Needs: a kernel that `ir/check.ts` accepts. Gives: the slice, a kernel in which every access to the arrays and every
 * block, grid and numbered barrier is kept under its own statement id. Exact for these; values that are stored become 0
 * where nothing kept reads them. Barriers of parts of a warp are left out, which only leaves more unordered (over).
 *
 * Example, for `s`: `t = in[i]; t = t * 2; if (i < 32) s[i] = t;` becomes `if (i < 32) s[i] = 0;`.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { BuiltinName, Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Kernel, Stmt, StmtOf } from '../ir/ir.ts';
import { float, int, truth } from '../base/expr-build.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';
import { assertNever } from '../base/invariant.ts';
import { bodiesOf, eachStmt, expressionsOf, mapStmts, targetOf } from '../ir/walk.ts';
import { isReproducible } from './reproducible.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Slice = Readonly<{
  kernel: Kernel;
  /** Shared and local arrays whose contents what is kept depends on: every store to them is kept with its value. */
  fixed: ReadonlySet<ArrayId>;
  /** The scalar parameters that it reads. */
  parameters: ReadonlySet<VarId>;
  builtins: ReadonlySet<BuiltinName>;
  /** Loads that are kept for their addresses only. */
  unread: ReadonlySet<StmtId>;
}>;

/** What is kept so far; grows. */
type Found = Readonly<{
  arrays: ReadonlySet<ArrayId>;
  /** Arrays that a run's own stores fill, and nothing else. */
  filled: ReadonlySet<ArrayId>;
  stmts: Set<StmtId>;
  scalars: Set<VarId>;
  contents: Set<ArrayId>;
  /** Loops, calls and `null` (the kernel) in which something other than a jump is kept. */
  live: Set<StmtId | null>;
}>;
type Inside = Readonly<{ loop: StmtId | null; call: StmtId | null; around: readonly StmtId[] }>;

/** The slice for the accesses to `arrays`, or why there is none. */
export function sliceFor(kernel: Kernel, arrays: ReadonlySet<ArrayId>): Slice | Readonly<{ because: string }> {
  const found: Found = {
    arrays,
    filled: filledArrays(kernel),
    stmts: new Set(),
    scalars: new Set(),
    contents: new Set(),
    live: new Set(),
  };
  for (let size = -1; size !== sizeOf(found);) {
    size = sizeOf(found);
    mark(found, kernel.body, { loop: null, call: null, around: [] });
  }
  const body = mapStmts(kernel.body, (stmt) => (found.stmts.has(stmt.id) ? [kept(found, stmt)] : []));
  const sliced: Kernel = { ...kernel, body, assumptions: [] };
  const because = whyNot(sliced);
  return because === null
    ? {
        kernel: sliced,
        fixed: new Set([...found.contents].filter((id) => found.filled.has(id))),
        ...readBy(kernel, body),
        unread: unreadLoads(found, body),
      }
    : { because };
}

const sizeOf = ({ stmts, scalars, contents, live }: Found): number =>
  stmts.size + scalars.size + contents.size + live.size;

/** Shared and local arrays without initial contents that are changed by plain stores only. */
function filledArrays(kernel: Kernel): ReadonlySet<ArrayId> {
  const atomics = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'atomic') atomics.add(stmt.place.array);
  });
  return new Set(
    [...kernel.arrays.values()].flatMap(({ id, space, isTable, reached }) =>
      (space === 'shared' || space === 'local') && isTable !== true && reached === undefined && !atomics.has(id)
        ? [id]
        : [],
    ),
  );
}

// Marking -------------------------------------------------------------------------------------------------------------

function mark(found: Found, body: readonly Stmt[], inside: Inside): void {
  for (const stmt of body) {
    if (stmt.kind === 'branch' && stmt.isStandIn === true) continue;
    if (isWanted(found, stmt, inside)) keep(found, stmt, inside);
    const within = {
      loop: stmt.kind === 'loop' ? stmt.id : inside.loop,
      call: stmt.kind === 'call' ? stmt.id : inside.call,
      around: [...inside.around, stmt.id],
    };
    for (const inner of bodiesOf(stmt)) mark(found, inner, within);
    // Of compound statements what is inside decides, and then their own conditions count.
    if (found.stmts.has(stmt.id))
      for (const expr of neededBy(found, stmt)) for (const id of freeVariables(expr)) found.scalars.add(id);
  }
}

function isWanted({ arrays, contents, filled, scalars, live }: Found, stmt: Stmt, inside: Inside): boolean {
  switch (stmt.kind) {
    case 'assign':
    case 'unknown-value':
    case 'lanes':
      return scalars.has(stmt.target);
    case 'load':
      return arrays.has(stmt.place.array) || scalars.has(stmt.target);
    case 'store':
      return arrays.has(stmt.place.array) || (contents.has(stmt.place.array) && filled.has(stmt.place.array));
    case 'atomic':
      return arrays.has(stmt.place.array) || (stmt.target !== null && scalars.has(stmt.target));
    case 'async':
      return true;
    case 'barrier':
      return stmt.isStandIn !== true && (stmt.scope.kind !== 'warp' || namesAllLanes(stmt.scope.mask));
    case 'unknown':
      return stmt.isStandIn !== true;
    case 'jump':
      return live.has(stmt.to === 'exit' ? null : stmt.to === 'return' ? inside.call : inside.loop);
    case 'loop':
    case 'branch':
    case 'call':
    case 'fence':
    case 'assert':
      return false;
    default:
      return assertNever(stmt);
  }
}

/**
 * Keeps a statement with all that is around it. A value that is assigned keeps a loop alive, too: how often it turns is
 * part of it.
 */
function keep(found: Found, stmt: Stmt, { around }: Inside): void {
  for (const id of [stmt.id, ...around]) found.stmts.add(id);
  if (stmt.kind !== 'jump') for (const id of [null, ...around]) found.live.add(id);
  if (stmt.kind === 'load' && found.scalars.has(stmt.target)) found.contents.add(stmt.place.array);
}

/** What the kept form of the statement evaluates. */
const neededBy = (found: Found, stmt: Stmt): readonly Expr[] => expressionsOf(kept(found, stmt));

// What is kept --------------------------------------------------------------------------------------------------------

/**
 * The statement as it stands in the slice: without the data that nothing there reads, and with what only the hardware
 * knows unknown.
 */
function kept(found: Found, stmt: Stmt): Stmt {
  switch (stmt.kind) {
    case 'assign':
      return isReproducible(stmt.value) ? stmt : unknown(stmt, stmt.target, 'floating-point arithmetic');
    case 'load':
      return found.arrays.has(stmt.place.array) || found.filled.has(stmt.place.array)
        ? stmt
        : unknown(stmt, stmt.target, messages.readFromMemory);
    case 'store':
      return found.contents.has(stmt.place.array) && found.filled.has(stmt.place.array)
        ? stmt
        : { ...stmt, value: zeroOf(stmt.place.type) };
    case 'atomic':
      if (!found.arrays.has(stmt.place.array) && stmt.target !== null)
        return unknown(stmt, stmt.target, messages.atomicResult);
      return { ...stmt, operands: stmt.operands.map(() => zeroOf(stmt.place.type)) };
    case 'barrier':
      return stmt.reduction === null || found.scalars.has(stmt.reduction.target) ? stmt : { ...stmt, reduction: null };
    case 'lanes':
      return stmt.mask !== null && namesAllLanes(stmt.mask) && stmt.op !== 'activemask'
        ? stmt
        : unknown(stmt, stmt.target, messages.unknownLanes);
    case 'loop':
    case 'branch':
    case 'call':
    case 'jump':
    case 'fence':
    case 'async':
    case 'assert':
    case 'unknown-value':
    case 'unknown':
      return stmt;
    default:
      return assertNever(stmt);
  }
}

const unknown = ({ id, span, source }: Stmt, target: VarId, because: string): StmtOf<'unknown-value'> => ({
  kind: 'unknown-value',
  id,
  span,
  source,
  target,
  because,
});

function zeroOf(type: ScalarType): Expr {
  switch (type.kind) {
    case 'int':
      return int(0, type);
    case 'float':
      return float(0, type);
    case 'bool':
      return truth(false);
    default:
      return assertNever(type);
  }
}

function namesAllLanes(mask: Expr | null): boolean {
  if (mask?.kind === 'cast') return namesAllLanes(mask.operand);
  return mask === null || (mask.kind === 'int' && BigInt.asUintN(32, mask.value) === 0xffffffffn);
}

/** What a run of the slice could not decide by: statements without a model, and numbers that differ from GPU to GPU. */
function whyNot(slice: Kernel): string | null {
  let because: string | null = null;
  eachStmt(slice.body, (stmt) => {
    if (stmt.kind === 'unknown') because ??= stmt.because;
    if (stmt.kind === 'barrier' && stmt.scope.kind === 'collective') because ??= messages.collectiveBarrier;
    if (stmt.kind !== 'assign' && !expressionsOf(stmt).every(isReproducible))
      because ??= fill(messages.floatDependent, { line: stmt.span.line });
  });
  return because;
}

function readBy(kernel: Kernel, body: readonly Stmt[]): Pick<Slice, 'parameters' | 'builtins'> {
  const all = new Set(kernel.params.flatMap((param) => (param.kind === 'scalar' ? [param.id] : [])));
  const parameters = new Set<VarId>();
  const builtins = new Set<BuiltinName>();
  eachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      eachNode(expr, (node) => {
        if (node.kind === 'builtin') builtins.add(node.name);
        if (node.kind === 'var' && all.has(node.id)) parameters.add(node.id);
      });
    }
  });
  return { parameters, builtins };
}

function unreadLoads({ scalars }: Found, body: readonly Stmt[]): ReadonlySet<StmtId> {
  const unread = new Set<StmtId>();
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    if (stmt.kind === 'load' && target !== null && !scalars.has(target)) unread.add(stmt.id);
  });
  return unread;
}
