/**
 * Votes and reductions of whole warps that give every warp of the block one result [D7]: all lanes take part, and what
 * a lane brings follows from its lane number and from what the block agrees on, so that each warp brings the same. Flow
 * of data and control: of a value that is overwritten on the way, what it was before does not count. Where jumps leave
 * a loop or call early, what is carried out of it is any value that the variable is given anywhere.
 *
 * A load counts as one value for all lanes of a number under the condition of `load.ts`: in a kernel without races
 * nobody changes, in one interval, what threads of two warps read there. Exact for kernels without races.
 *
 * Example: with 64 threads, `for (j = threadIdx.x % 32; j < 64; j += 32) ok = ok && s[j] > 0;` gives the lanes 5 of
 * both warps one `ok`, and `__all_sync(~0, ok)` the block one answer. With `j = threadIdx.x` it does not.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { BinaryExpr, Expr } from '../../base/expr.ts';
import type { Kernel, Stmt, StmtOf } from '../../ir/ir.ts';
import { assertNever } from '../../base/invariant.ts';
import { operandsOf } from '../../base/expr-walk.ts';
import { typeOf } from '../../base/expr-build.ts';
import { deviceLimits } from '../../launch/launch.ts';
import { laneGroupOf } from '../../ir/lane-groups.ts';
import {
  assignedIn,
  bodiesOf,
  eachStmt,
  expressionsOf,
  leavesCall,
  placeOf,
  someStmt,
  targetOf,
} from '../../ir/walk.ts';

/**
 * From what a value follows: `block`: from what the block agrees on; `lane`: also from the lane number; `congruent`: of
 * integers, the remainder by the size of a warp does; `thread`: from more.
 */
const scale = ['block', 'lane', 'congruent', 'thread'] as const;
type Source = (typeof scale)[number];

const most = (...sources: readonly Source[]): Source =>
  scale[Math.max(0, ...sources.map((source) => scale.indexOf(source)))] ?? 'thread';

const least = (...sources: readonly Source[]): Source =>
  scale[Math.min(...sources.map((source) => scale.indexOf(source)))] ?? 'thread';

/** As that of a value which is used whole. */
const whole = (source: Source): Source => (source === 'congruent' ? 'thread' : source);

/**
 * What the analysis is given: the block's extents, and which loads read what is one for all who read it in an interval.
 */
export type WarpSetting = Readonly<{
  kernel: Kernel;
  block: readonly (number | null)[];
  isCommon: (load: StmtOf<'load'>) => boolean;
}>;

/**
 * What is known so far; grows towards `thread`. `control`: of whether, and how often, a thread comes to a statement.
 * `ends`: of whether it is still there, at the statement that is visited.
 * `definitions`: of scalars that only one statement gives a value. `scalars`: of all values that one is given anywhere;
 * `now`: of the value at the statement that is visited; `heads`: of values at the head of a loop;
 * `tests`: of its condition. `results`: of what votes and the like give, and who comes to them.
 */
type Found = WarpSetting & {
  readonly definitions: ReadonlyMap<VarId, Expr>;
  readonly scalars: Map<VarId, Source>;
  readonly heads: Map<StmtId, Map<VarId, Source>>;
  readonly tests: Map<StmtId, Source>;
  readonly results: Map<StmtId, Source>;
  now: Map<VarId, Source>;
  readonly locals: Map<ArrayId, Source>;
  readonly control: Map<StmtId, Source>;
  ends: Source;
};

const { warpSize } = deviceLimits;
const axes: readonly string[] = ['x', 'y', 'z'];

/**
 * The statements whose result is one for all threads of the block. None where blocks may have warps that are not whole.
 */
export function sameInWarps(setting: WarpSetting): ReadonlySet<StmtId> {
  const { kernel, block } = setting;
  const size = block.reduce((product: number, extent) => product * (extent ?? NaN), 1);
  const none = new Set<StmtId>();
  if (!Number.isInteger(size) || size % warpSize !== 0 || !someStmt(kernel.body, isOfWarp)) return none;
  if (someStmt(kernel.body, ({ kind }) => kind === 'unknown')) return none;
  const found: Found = {
    ...setting,
    definitions: definitionsIn(kernel.body),
    scalars: new Map(),
    heads: new Map(),
    tests: new Map(),
    results: new Map(),
    now: new Map(),
    locals: new Map(),
    control: new Map(),
    ends: 'block',
  };
  for (let before = ''; before !== stateOf(found);) {
    before = stateOf(found);
    found.now = new Map();
    found.ends = 'block';
    visitAll(found, kernel.body, 'block');
  }
  return new Set([...found.results].flatMap(([id, source]) => (source === 'block' ? [id] : [])));
}

/** Whether it is a vote, reduction or shuffle of all lanes of the warp. */
function isOfWarp(stmt: Stmt): stmt is StmtOf<'lanes'> {
  const group = stmt.kind === 'lanes' ? laneGroupOf(stmt) : null;
  return group !== null && group.mask === null && group.size === warpSize;
}

/** The values of scalars to which the text gives one only. */
function definitionsIn(body: readonly Stmt[]): ReadonlyMap<VarId, Expr> {
  const definitions = new Map<VarId, Expr | null>();
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    if (target !== null)
      definitions.set(target, stmt.kind === 'assign' && !definitions.has(target) ? stmt.value : null);
  });
  return new Map([...definitions].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const])));
}

/** Grows with what is known. */
function stateOf({ scalars, heads, tests, locals, control }: Found): string {
  const sum = (sources: Iterable<Source>): number =>
    [...sources].reduce((total, source) => total + scale.indexOf(source), 0);
  return [scalars, locals, control, tests, ...heads.values()].flatMap((map) => [map.size, sum(map.values())]).join(' ');
}

function visitAll(found: Found, body: readonly Stmt[], control: Source): void {
  for (const stmt of body) visit(found, stmt, most(control, found.ends));
}

/** `control`: from what it follows whether, and how often, a thread comes here. */
function visit(found: Found, stmt: Stmt, control: Source): void {
  found.control.set(stmt.id, control);
  switch (stmt.kind) {
    case 'branch': {
      const inside = most(control, whole(sourceOf(found, stmt.when)));
      const before = found.now;
      const ends = [stmt.then, stmt.otherwise].map((arm) => {
        found.now = new Map(before);
        visitAll(found, arm, inside);
        return found.now;
      });
      found.now = ends.reduce(joined);
      return;
    }
    case 'loop':
      visitLoop(found, stmt, control);
      return;
    case 'call':
      visitAll(found, stmt.body, most(control, endsOf(found, stmt.body)));
      if (stmt.body.some(leavesCall)) forget(found, stmt.body);
      return;
    case 'jump':
      if (stmt.to === 'exit') found.ends = most(found.ends, control);
      return;
    case 'async':
      if ((stmt.op.kind === 'arrive' || stmt.op.kind === 'look') && stmt.op.target !== null)
        give(found, stmt.op.target, 'thread');
      return;
    case 'barrier':
      if (stmt.reduction !== null) give(found, stmt.reduction.target, stmt.scope.kind === 'block' ? control : 'thread');
      return;
    case 'store':
      storeLocally(found, stmt, control);
      return;
    case 'assign':
    case 'load':
    case 'atomic':
    case 'lanes':
    case 'unknown-value': {
      const target = targetOf(stmt);
      const given = most(control, givenBy(found, stmt));
      if (stmt.kind === 'lanes' && isOfWarp(stmt)) found.results.set(stmt.id, given);
      if (target !== null) give(found, target, given);
      return;
    }
    case 'fence':
    case 'assert':
    case 'unknown':
      return;
    default:
      assertNever(stmt);
  }
}

/** What is given inside comes to the head of the next iteration, and behind the loop, if a jump does not leave before. */
function visitLoop(found: Found, stmt: StmtOf<'loop'>, control: Source): void {
  const head = found.heads.get(stmt.id) ?? new Map<VarId, Source>();
  found.heads.set(stmt.id, head);
  found.now = joined(found.now, head);
  const behind = new Map(found.now);
  const lists = bodiesOf(stmt);
  for (const list of lists) {
    // who leaves, and when, decides for all that is inside
    visitAll(found, list, most(control, found.tests.get(stmt.id) ?? 'block', endsOf(found, lists.flat())));
    if (list === stmt.before)
      found.tests.set(stmt.id, most(found.tests.get(stmt.id) ?? 'block', whole(sourceOf(found, stmt.condition))));
  }
  if (someStmt(lists.flat(), (inner) => inner.kind === 'jump' && inner.to !== 'exit')) forget(found, lists.flat());
  for (const [id, source] of found.now) head.set(id, most(head.get(id) ?? 'block', source));
  found.now = joined(found.now, behind);
}

/** Of either. What is in one only has no value in the other. */
function joined(some: ReadonlyMap<VarId, Source>, others: ReadonlyMap<VarId, Source>): Map<VarId, Source> {
  const all = new Map(some);
  for (const [id, source] of others) all.set(id, most(all.get(id) ?? 'block', source));
  return all;
}

/** What is given a value inside may have any that it is given anywhere. */
function forget(found: Found, body: readonly Stmt[]): void {
  for (const id of assignedIn(body)) found.now.set(id, found.scalars.get(id) ?? 'block');
}

function give({ scalars, now }: Found, target: VarId, source: Source): void {
  now.set(target, source);
  scalars.set(target, most(scalars.get(target) ?? 'block', source));
}

/** From what the jumps inside follow by which a thread leaves early. */
function endsOf(found: Found, body: readonly Stmt[]): Source {
  let ends: Source = 'block';
  const look = (list: readonly Stmt[]): void => {
    for (const stmt of list) {
      if (stmt.kind === 'jump') ends = most(ends, found.control.get(stmt.id) ?? 'block');
      bodiesOf(stmt).forEach(look);
    }
  };
  look(body);
  return ends;
}

/** From what the value follows that the statement gives its target. */
function givenBy(
  found: Found,
  stmt: StmtOf<'assign'> | StmtOf<'load'> | StmtOf<'atomic'> | StmtOf<'lanes'> | StmtOf<'unknown-value'>,
): Source {
  switch (stmt.kind) {
    case 'assign':
      return sourceOf(found, stmt.value);
    case 'load': {
      const index = indexOf(found, stmt);
      const decl = found.kernel.arrays.get(stmt.place.array);
      if (decl?.space === 'local') return most(index, found.locals.get(stmt.place.array) ?? 'block');
      return found.isCommon(stmt) ? index : 'thread';
    }
    case 'lanes':
      return isOfWarp(stmt) ? resultOf(found, stmt) : 'thread';
    case 'unknown-value':
      return stmt.result === undefined ? 'thread' : most(...stmt.result.args.map((arg) => whole(sourceOf(found, arg))));
    case 'atomic':
      return 'thread';
    default:
      return assertNever(stmt);
  }
}

/** What a vote, reduction or shuffle of the whole warp gives, apart from who comes to it. */
function resultOf(found: Found, { op, operands, width }: StmtOf<'lanes'>): Source {
  const brought = most(...operands.map((operand) => whole(sourceOf(found, operand))));
  if (brought === 'thread') return brought;
  switch (op) {
    case 'activemask':
      return 'thread';
    case 'match_any':
    case 'shfl_up':
    case 'shfl_down':
    case 'shfl_xor':
      return 'lane';
    case 'shfl': {
      const from = operands[1];
      return width === warpSize && from !== undefined ? sourceOf(found, from) : 'lane';
    }
    default:
      return 'block';
  }
}

const indexOf = (found: Found, stmt: Stmt): Source =>
  most('block', ...(placeOf(stmt)?.subscripts ?? []).map(({ index }) => whole(sourceOf(found, index))));

function storeLocally(found: Found, stmt: StmtOf<'store'>, control: Source): void {
  const { array } = stmt.place;
  if (found.kernel.arrays.get(array)?.space !== 'local') return;
  const source = most(control, ...expressionsOf(stmt).map((expr) => whole(sourceOf(found, expr))));
  found.locals.set(array, most(found.locals.get(array) ?? 'block', source));
}

function sourceOf(found: Found, expr: Expr): Source {
  switch (expr.kind) {
    case 'int':
    case 'float':
    case 'bool':
      return 'block';
    case 'var':
      return found.now.get(expr.id) ?? 'block';
    case 'builtin':
      return ofBuiltin(found, expr.name);
    case 'binary':
      return ofBinary(found, expr);
    case 'cast':
      return expr.to.kind === 'int' && typeOf(expr.operand).kind === 'int'
        ? sourceOf(found, expr.operand)
        : whole(sourceOf(found, expr.operand));
    case 'unary':
    case 'select':
    case 'apply':
      return most('block', ...operandsOf(expr).map((operand) => whole(sourceOf(found, operand))));
    default:
      return assertNever(expr);
  }
}

/**
 * Of rows of whole warps, or of one row, `threadIdx.x` tells the lane; so it does where rows are whole parts of a warp,
 * and then the lane tells it, too.
 */
function ofBuiltin({ block: [x, y, z] }: Found, name: string): Source {
  if (!name.startsWith('threadIdx.')) return 'block';
  if ([x, y, z][axes.indexOf(name.slice(-1))] === 1) return 'block';
  if (name !== 'threadIdx.x' || x === null || x === undefined) return 'thread';
  if (warpSize % x === 0) return 'lane';
  return x % warpSize === 0 || (y === 1 && z === 1) ? 'congruent' : 'thread';
}

function ofBinary(found: Found, expr: BinaryExpr): Source {
  const [left, right] = [sourceOf(found, expr.left), sourceOf(found, expr.right)];
  const type = typeOf(expr.left);
  if (type.kind !== 'int') return most(whole(left), whole(right));
  const constant = constantOf(found, expr.right);
  switch (expr.op) {
    case '+':
    case '-':
      return most(left, right);
    case '*': {
      const other = constantOf(found, expr.left);
      const isWarps = [constant, other].some((value) => value !== null && value % BigInt(warpSize) === 0n);
      return isWarps ? least('congruent', most(left, right)) : most(left, right);
    }
    case '<<':
      return constant !== null && constant >= 5n ? least('congruent', left) : most(left, whole(right));
    case '&':
      return left === 'congruent' && constant !== null && constant >= 0n && constant < BigInt(warpSize)
        ? 'lane'
        : most(whole(left), whole(right));
    case '%': {
      const isPart = constant !== null && constant > 0n && BigInt(warpSize) % constant === 0n;
      return left === 'congruent' && isPart && (!type.signed || isIndex(found, expr.left))
        ? 'lane'
        : most(whole(left), whole(right));
    }
    default:
      return most(whole(left), whole(right));
  }
}

/** The value of a constant or of an extent of the block that is known; null: another expression. */
function constantOf(found: Found, expr: Expr): bigint | null {
  if (expr.kind === 'int') return expr.value;
  if (expr.kind === 'cast' && expr.to.kind === 'int' && expr.to.bits >= 32) return constantOf(found, expr.operand);
  const extent =
    expr.kind === 'builtin' && expr.name.startsWith('blockDim.')
      ? found.block[axes.indexOf(expr.name.slice(-1))]
      : null;
  return extent === null || extent === undefined ? null : BigInt(extent);
}

/**
 * Whether it is certainly not negative, as a sum of few indices of threads and small constants: where `%` gives the
 * remainder of a congruence.
 */
function isIndex(found: Found, expr: Expr | null, depth = 0): boolean {
  if (expr === null || depth > 6) return false;
  switch (expr.kind) {
    case 'int':
      return expr.value >= 0n && expr.value <= 1024n;
    case 'builtin':
      return expr.name.startsWith('threadIdx.') || expr.name.startsWith('blockDim.');
    case 'var':
      return isIndex(found, found.definitions.get(expr.id) ?? null, depth + 1);
    case 'cast':
      return expr.to.kind === 'int' && expr.to.bits >= 32 && isIndex(found, expr.operand, depth + 1);
    case 'binary':
      return expr.op === '+' && [expr.left, expr.right].every((operand) => isIndex(found, operand, depth + 1));
    case 'float':
    case 'bool':
    case 'unary':
    case 'select':
    case 'apply':
      return false;
    default:
      return assertNever(expr);
  }
}
