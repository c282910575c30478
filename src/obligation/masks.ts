/**
 * Which lanes a mask names, as a condition on a lane: constants, shifted constants, results of votes, and what is made
 * of these bit by bit. Exact for the thread whose mask it is; for others over-approximating: a vote names at most those
 * for whom its condition holds.
 */
import type { Copies, Side } from './copies.ts';
import type { Expr } from '../base/expr.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import type { Vote } from '../protocol/protocol.ts';
import { binary, cast, int, not, truth, typeOf } from '../base/expr-build.ts';
import { and, or, sameExpr } from '../protocol/fold.ts';
import { i64 } from '../base/ctype.ts';
import { deviceLimits } from '../launch/launch.ts';

const warp = deviceLimits.warpSize;

/** Of the lane `lane` of a side; the mask is the first one's. `without`, `unknown`: see LaneQuestion. */
type About = Readonly<{
  copies: Copies;
  side: Side;
  lane: Expr;
  without: ReadonlySet<StmtId>;
  unknown: ReadonlySet<VarId>;
}>;

/** Null: nothing is known. */
export function named(mask: Expr, about: About): Expr | null {
  switch (mask.kind) {
    case 'int':
      return isIn(BigInt.asUintN(warp, mask.value), about.lane);
    case 'var': {
      const vote = about.copies.voteOf(mask.id);
      if (vote !== null && about.without.has(vote.at)) return truth(false);
      return vote === null || about.unknown.has(mask.id) ? null : votedFor(vote, about);
    }
    case 'cast': {
      const [from, to] = [typeOf(mask.operand), mask.to];
      return from.kind === 'int' && to.kind === 'int' && from.bits >= warp && to.bits >= warp
        ? named(mask.operand, about)
        : null;
    }
    case 'select': {
      const [then, otherwise] = [named(mask.then, about), named(mask.otherwise, about)];
      const when = about.copies.rename(mask.when, 'first');
      return then === null || otherwise === null ? null : or(and(when, then), and(not(when), otherwise));
    }
    case 'unary': {
      // the lanes beyond what is known of a vote may be named by its complement
      const operand = mask.op === 'bitnot' && isExact(mask.operand) ? named(mask.operand, about) : null;
      return operand === null ? null : not(operand);
    }
    case 'binary':
      return ofBinary(mask, about);
    case 'apply':
    case 'bool':
    case 'builtin':
    case 'float':
      return null;
  }
}

/** Whether `named` says exactly who is named. */
function isExact(mask: Expr): boolean {
  if (mask.kind === 'int') return true;
  return mask.kind === 'binary' && ['<<', '>>', '-'].includes(mask.op);
}

function ofBinary(mask: Extract<Expr, { kind: 'binary' }>, about: About): Expr | null {
  const { op, left, right } = mask;
  const own = (expr: Expr): Expr => cast(i64, about.copies.rename(expr, 'first'));
  if (op === '&' || op === '|') {
    const [a, b] = [named(left, about), named(right, about)];
    return a === null || b === null ? null : op === '&' ? and(a, b) : or(a, b);
  }
  if (op === '<<' && left.kind === 'int')
    return isIn(BigInt.asUintN(warp, left.value), binary('-', about.lane, own(right)));
  if (op === '>>' && left.kind === 'int' && isUnsigned(left))
    return isIn(left.value, binary('+', about.lane, own(right)));
  // (1 << n) - 1 names the first n
  if (op === '-' && isOne(right) && left.kind === 'binary' && left.op === '<<' && isOne(left.left))
    return binary('<', about.lane, own(left.right));
  return null;
}

const isOne = (expr: Expr): boolean => expr.kind === 'int' && expr.value === 1n;

function isUnsigned(expr: Expr): boolean {
  const type = typeOf(expr);
  return type.kind === 'int' && !type.signed;
}

/** That the bit of this number is set, by the runs of bits that are. */
function isIn(bits: bigint, at: Expr): Expr {
  let any: Expr = truth(false);
  for (let low = 0; low < warp; low++) {
    if ((bits & (1n << BigInt(low))) === 0n) continue;
    let high = low;
    while (high + 1 < warp && (bits & (1n << BigInt(high + 1))) !== 0n) high++;
    const from = binary('>=', at, int(low, i64));
    const to = binary('<=', at, int(high, i64));
    any = or(any, low === high ? binary('==', at, int(low, i64)) : and(from, to));
    low = high;
  }
  return any;
}

function votedFor({ op, mask, of }: Vote, about: About): Expr | null {
  const asked = mask === null ? truth(true) : named(mask, about);
  if (of === null || asked === null) return asked;
  const theirs = about.copies.rename(of, about.side);
  const type = typeOf(of);
  if (op === 'ballot')
    return type.kind === 'bool'
      ? and(asked, theirs)
      : type.kind === 'int'
        ? and(asked, binary('!=', theirs, int(0, type)))
        : null;
  const mine = about.copies.rename(of, 'first');
  return type.kind !== 'int' || sameExpr(mine, theirs) ? asked : and(asked, binary('==', mine, theirs));
}

/**
 * That the second thread's mask is the first one's, where that one names it. What a vote gives is one for all whom it
 * names.
 */
export function sameMask(mask: Expr, copies: Copies): Expr {
  if (mask.kind === 'int' || (mask.kind === 'var' && copies.voteOf(mask.id) !== null)) return truth(true);
  if (mask.kind === 'cast') return sameMask(mask.operand, copies);
  const [mine, theirs] = [copies.rename(mask, 'first'), copies.rename(mask, 'second')];
  if (sameExpr(mine, theirs)) return truth(true);
  if (mask.kind === 'binary' && mask.left.kind === 'int' && (mask.op === '<<' || mask.op === '>>'))
    return binary('==', copies.rename(mask.right, 'first'), copies.rename(mask.right, 'second'));
  return binary('==', mine, theirs);
}
