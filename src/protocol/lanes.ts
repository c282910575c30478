/**
 * Meetings of lanes as steps, and what is known of results that lanes get together [D20, T11]. Only where the lanes of
 * a tile are looked at (`Builder.tile`); for races, see D22.
 *
 * A vote of a whole tile gives all its threads one result; so does a shuffle of one lane's value. What a ballot or
 * match gives is remembered as that: as a mask it names those who took part and voted for it.
 */
import type { At, Env } from './escape.ts';
import type { Builder } from './builder.ts';
import type { BuiltinName, Expr } from '../base/expr.ts';
import type { AlikeInTile, Protocol, Reserved, Vote } from './protocol.ts';
import type { Kernel, Stmt, StmtOf } from '../ir/ir.ts';
import { eachNode } from '../base/expr-walk.ts';
import { eachStmt, expressionsOf } from '../ir/walk.ts';
import { rangeOf, rangeOfType } from './range.ts';
import { laneNamed } from './protocol.ts';
import { memoized } from '../base/memoize.ts';
import { apply, binary, int, select, truth, typeOf } from '../base/expr-build.ts';
import { bounded, turnsAround, uniformity, unknownValue } from './builder.ts';
import { evaluate } from './evaluate.ts';
import { printExpr } from '../base/expr-print.ts';
import { and, convert, implies } from './fold.ts';
import { bool, i32, u32 } from '../base/ctype.ts';
import { deviceLimits } from '../launch/launch.ts';
import { joinsTile, laneGroupOf } from '../ir/lane-groups.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Whom a barrier or operation of lanes waits for, where that is asked. */
export function meetingSteps(
  builder: Builder,
  stmt: StmtOf<'barrier'> | StmtOf<'lanes'>,
  env: Env,
): readonly Protocol[] {
  if (builder.marks) return stmt.kind === 'barrier' ? partSteps(builder, stmt, env) : [];
  if (builder.tile === null) return [];
  // a vote that waits for nobody leaves its mark all the same: who does not come to it is not named by it
  if (stmt.kind === 'lanes' && stmt.op === 'activemask')
    return [{ kind: 'assume', id: stmt.id, span: stmt.span, condition: truth(true), text: 'vote' }];
  const group = laneGroupOf(stmt);
  if (group === null) return stmt.kind === 'barrier' && stmt.scope.kind === 'named' ? [unread(stmt)] : [];
  const mask = group.mask === null ? null : evaluate(builder, group.mask, env, stmt);
  return [
    {
      kind: 'meeting',
      id: stmt.id,
      span: stmt.span,
      op: stmt.kind === 'lanes' ? stmt.op : 'barrier',
      size: group.size,
      mask,
    },
  ];
}

/** Whom a barrier of a part of the block names. */
function partSteps(builder: Builder, { id, span, scope }: StmtOf<'barrier'>, env: Env): readonly Protocol[] {
  const value = (expr: Expr): Expr => evaluate(builder, expr, env, { id, span });
  if (scope.kind === 'warp' && scope.mask !== null)
    return [{ kind: 'part', id, span, names: { kind: 'mask', mask: value(scope.mask) } }];
  if (scope.kind !== 'named') return [];
  return [
    {
      kind: 'part',
      id,
      span,
      names: {
        kind: 'number',
        barrier: value(scope.barrier),
        threads: scope.threads === null ? null : value(scope.threads),
        arrive: scope.arrive,
      },
    },
  ];
}

/** A barrier of which it is not known who comes. */
const unread = ({ id, span }: At): Protocol => ({
  kind: 'unknown',
  id,
  span,
  because: messages.partialBarrier,
  footprint: [],
  synchronizes: true,
});

/** The result of an operation among lanes; `steps` gets names for long operands. */
export function laneResult(builder: Builder, stmt: StmtOf<'lanes'>, env: Env, steps: Protocol[]): Expr {
  const scalar = builder.kernel.scalars.get(stmt.target);
  const value = {
    name: scalar?.name ?? stmt.target,
    type: scalar?.type ?? ({ kind: 'int', bits: 32, signed: true } as const),
    because: fill(messages.laneResult, { op: stmt.op }),
    span: stmt.span,
    read: null,
  };
  if (builder.tile === null) {
    const alike = alikeInTile(builder, stmt, env, steps);
    const result = unknownValue(builder, {
      ...value,
      uniformity: builder.sameInWarps.has(stmt.id) ? 'block' : 'thread',
      ...(alike === null ? {} : { alike, turns: turnsAround(builder) }),
      ...reservedAt(builder, stmt, env, steps),
    });
    if (alike?.isMask === true) namesOwn(builder, stmt, result, env, steps);
    if (stmt.op.startsWith('shfl')) staysInRange(builder, stmt, result, env, steps);
    return result;
  }
  const vote = voteOf(builder, stmt, env, steps);
  return unknownValue(builder, {
    ...value,
    uniformity: isOne(builder, stmt, env) ? 'block' : 'thread',
    ...(vote === null ? {} : { vote }),
  });
}

/** What lanes have in common behind the statement [D33]: under a name that says so. */
export function withExchanged(builder: Builder, stmt: Stmt, env: Env, steps: Protocol[]): Env {
  const exchanged = builder.exchanges.get(stmt.id) ?? [];
  if (exchanged.length === 0) return env;
  const values = new Map(env.values);
  for (const { scalar, size, bits, numbers } of exchanged) {
    const before = values.get(scalar);
    // all threads of tiles of this size, if the bits are the lowest ones
    const tile = (bits & (bits + 1)) === 0 ? bits + 1 : null;
    if (before === undefined || (builder.tile !== null && (tile === null || tile < builder.tile))) continue;
    if (numbers) builder.assumptions.add(fill(messages.comparedAsNumbers, { line: stmt.span.line }));
    const decl = builder.kernel.scalars.get(scalar);
    const alike: AlikeInTile = {
      size: tile ?? size,
      keys: tile === null ? [evaluate(builder, laneBits((size - 1) & ~bits), env, stmt)] : [],
      isMask: false,
    };
    const value = unknownValue(builder, {
      name: decl?.name ?? scalar,
      type: typeOf(before),
      because: messages.exchanged,
      span: stmt.span,
      read: null,
      uniformity: builder.tile === null ? 'thread' : 'block',
      ...(builder.tile === null ? { alike, turns: turnsAround(builder) } : {}),
    });
    staysWithin(builder, before, value, stmt, steps);
    values.set(scalar, value);
  }
  return { ...env, values };
}

/** These bits of the lane's number. */
function laneBits(bits: number): Expr {
  const builtin = (name: BuiltinName): Expr => ({ kind: 'builtin', name });
  const row = binary('+', builtin('threadIdx.y'), binary('*', builtin('blockDim.y'), builtin('threadIdx.z')));
  return binary('&', binary('+', builtin('threadIdx.x'), binary('*', builtin('blockDim.x'), row)), int(bits, u32));
}

/** The range whose start it is [D32]. */
function reservedAt(
  builder: Builder,
  stmt: StmtOf<'lanes'>,
  env: Env,
  steps: Protocol[],
): Readonly<{ reserved?: Reserved }> {
  const found = builder.reservations.get(stmt.id);
  if (found === undefined) return {};
  builder.assumptions.add(
    fill(messages.counterNoWrap, { name: builder.kernel.arrays.get(found.array)?.name ?? '', line: found.line }),
  );
  const value = (expr: Expr): Expr => bounded(builder, evaluate(builder, expr, env, stmt), 'reserved', stmt, steps);
  const when = found.among === null ? null : binary('<', int(0, i32), apply('__popc', [value(found.among)], i32));
  return { reserved: { by: found.by, array: found.array, amount: value(found.amount), when } };
}

/** Whether all threads of the tile that is looked at get the same. */
const isOne = (builder: Builder, stmt: StmtOf<'lanes'>, env: Env): boolean =>
  builder.tile !== null && joinsTile(stmt, builder.tile) && givesOne(builder, stmt, env, builder.tile);

/** Which threads get the same here [D26]; null: none is known to. */
function alikeInTile(builder: Builder, stmt: StmtOf<'lanes'>, env: Env, steps: Protocol[]): AlikeInTile | null {
  const group = laneGroupOf(stmt);
  const own = ownOperand(stmt);
  if (group === null || own === 'differs') return null;
  const keys = [...(group.mask === null ? [] : [group.mask]), ...(own === null ? [] : [own])].map((expr) =>
    bounded(builder, evaluate(builder, expr, env, stmt), 'key', stmt, steps),
  );
  if (keys.some((key) => typeOf(key).kind === 'float')) return null;
  if (stmt.op === 'shfl' && group.mask !== null && own !== null && !isFirstOf(builder, own, group.mask, stmt, env))
    keys.push(bounded(builder, apart(builder, stmt, own, group.mask, env), 'key', stmt, steps));
  const size = stmt.op === 'shfl' ? Math.min(group.size, stmt.width) : group.size;
  return {
    size,
    keys,
    isMask:
      size === deviceLimits.warpSize &&
      group.mask === null &&
      (stmt.op === 'ballot' || stmt.op === 'match_any') &&
      countsLanes(builder.kernel),
  };
}

/**
 * What lanes have in common if the mask names the lane that they read from; else each gets a value of its own, as C
 * leaves it undefined.
 */
function apart(builder: Builder, stmt: StmtOf<'lanes'>, from: Expr, mask: Expr, env: Env): Expr {
  const lane = laneBits(deviceLimits.warpSize - 1);
  const inSegment = int(stmt.width - 1, u32);
  const source = binary(
    '|',
    binary('&', lane, int(BigInt(deviceLimits.warpSize - stmt.width), u32)),
    binary('&', convert(u32, from), inSegment),
  );
  const isNamed = binary('!=', binary('&', binary('>>', convert(u32, mask), source), int(1, u32)), int(0, u32));
  return evaluate(builder, select(isNamed, int(0, u32), binary('+', lane, int(1, u32))), env, stmt);
}

const literal = (expr: Expr): bigint | null => (expr.kind === 'int' ? expr.value : null);

/**
 * Whether it is the number of the first or last lane of the mask: `__ffs(mask) - 1`, `31 - __clz(mask)`, or rank 0 of a
 * group.
 */
function isFirstOf(builder: Builder, from: Expr, mask: Expr, stmt: StmtOf<'lanes'>, env: Env): boolean {
  const bare = (expr: Expr): Expr => (expr.kind === 'cast' ? bare(expr.operand) : expr);
  const isOf = (expr: Expr | undefined, fn: string): boolean =>
    expr?.kind === 'apply' &&
    expr.fn === fn &&
    expr.args[0] !== undefined &&
    printExpr(bare(expr.args[0])) === printExpr(bare(evaluate(builder, mask, env, stmt)));
  const isInt = (expr: Expr | undefined, value: bigint): boolean => expr !== undefined && literal(bare(expr)) === value;
  const own = bare(evaluate(builder, from, env, stmt));
  if (own.kind === 'binary' && own.op === '-')
    return (
      (isOf(bare(own.left), '__ffs') && isInt(own.right, 1n)) ||
      (isInt(own.left, 31n) && isOf(bare(own.right), '__clz'))
    );
  return own.kind === 'apply' && isOf(own, '__fns') && isInt(own.args[1], 0n) && isInt(own.args[2], 1n);
}

/** Whether the kernel counts the bits of anything: else nobody asks whom a mask names. */
const countsLanes = memoized((kernel: Kernel): boolean => {
  let found = false;
  eachStmt(kernel.body, (stmt) => {
    for (const expr of expressionsOf(stmt))
      eachNode(expr, (node) => {
        found ||= node.kind === 'apply' && node.fn === '__popc';
      });
  });
  return found;
});

/** What a lane gets is what some lane gave, if that one takes part. */
function staysInRange(builder: Builder, stmt: StmtOf<'lanes'>, result: Expr, env: Env, steps: Protocol[]): void {
  const [given, from] = stmt.operands;
  const mask = laneGroupOf(stmt)?.mask ?? null;
  if (mask !== null && (stmt.op !== 'shfl' || from === undefined || !isFirstOf(builder, from, mask, stmt, env))) return;
  if (given !== undefined) staysWithin(builder, evaluate(builder, given, env, stmt), result, stmt, steps);
}

/** That the value is within the range of the other one. */
function staysWithin(builder: Builder, other: Expr, result: Expr, stmt: At, steps: Protocol[]): void {
  const type = typeOf(result);
  const range = type.kind !== 'int' ? null : rangeOf(other, (id) => builder.ranges.get(id));
  const whole = rangeOfType(type);
  if (
    range === null ||
    whole === null ||
    type.kind !== 'int' ||
    range.low < whole.low ||
    range.high > whole.high ||
    (range.low === whole.low && range.high === whole.high)
  )
    return;
  const condition = and(binary('<=', int(range.low, type), result), binary('<=', result, int(range.high, type)));
  steps.push({ kind: 'assume', id: stmt.id, span: stmt.span, condition, text: 'shuffled' });
}

/** That the mask names the thread where it has voted for it. */
function namesOwn(builder: Builder, stmt: StmtOf<'lanes'>, mask: Expr, env: Env, steps: Protocol[]): void {
  const vote = voteOf(builder, stmt, env, steps);
  if (vote === null || vote.of === null) return;
  const indices = ['threadIdx.x', 'threadIdx.y', 'threadIdx.z']
    .flatMap((name) => builder.roots.get(name) ?? [])
    .filter(({ kind }) => kind === 'var');
  const isNamed = apply(laneNamed, [mask, ...indices], bool);
  steps.push({
    kind: 'assume',
    id: stmt.id,
    span: stmt.span,
    condition: vote.op === 'match_any' ? isNamed : implies(convert(bool, vote.of), isNamed),
    text: 'vote',
  });
}

/** What two lanes that meet must have in common to get the same; null: nothing. */
function ownOperand(stmt: StmtOf<'lanes'>): Expr | 'differs' | null {
  switch (stmt.op) {
    case 'activemask':
    case 'shfl_up':
    case 'shfl_down':
    case 'shfl_xor':
      return 'differs';
    case 'match_any':
      return stmt.operands[0] ?? 'differs';
    case 'shfl':
      return stmt.operands[1] ?? 'differs';
    default:
      return null;
  }
}

/** Whether all threads of a tile of this size that meet here get the same. */
function givesOne(builder: Builder, stmt: StmtOf<'lanes'>, env: Env, size: number): boolean {
  switch (stmt.op) {
    case 'activemask':
    case 'match_any':
    case 'shfl_up':
    case 'shfl_down':
    case 'shfl_xor':
      return false;
    case 'shfl': {
      const from = stmt.operands[1];
      return (
        stmt.width >= size && from !== undefined && uniformity(builder, evaluate(builder, from, env, stmt)) === 'block'
      );
    }
    default:
      return true;
  }
}

function voteOf(builder: Builder, stmt: StmtOf<'lanes'>, env: Env, steps: Protocol[]): Vote | null {
  const { op, id } = stmt;
  if (op === 'activemask') return { op, at: id, size: deviceLimits.warpSize, mask: null, of: null };
  if (op !== 'ballot' && op !== 'match_any') return null;
  const group = laneGroupOf(stmt);
  const [own] = stmt.operands;
  if (group === null || own === undefined) return null;
  const short = (expr: Expr, at: At): Expr => bounded(builder, evaluate(builder, expr, env, at), 'vote', at, steps);
  return {
    op,
    at: id,
    size: group.size,
    mask: group.mask === null ? null : short(group.mask, stmt),
    of: short(own, stmt),
  };
}
