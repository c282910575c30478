/** That two threads are of one part of the block [D22, D23], as a formula. Exact. */
import type { Copies, Side } from './copies.ts';
import type { Expr } from '../base/expr.ts';
import type { Pairs, Part, Run, WholeProtocol } from '../protocol/protocol.ts';
import { and, negation, or } from '../protocol/fold.ts';
import { binary, int, truth } from '../base/expr-build.ts';
import { deviceLimits } from '../launch/launch.ts';
import { i64 } from '../base/ctype.ts';
import { invariant } from '../base/invariant.ts';
import { placeInBlock } from './warps.ts';
import type { PlaceInBlock } from './warps.ts';

/** Needs `placeInBlock` to know where threads are. */
export function ofPairs(whole: WholeProtocol, copies: Copies, { within, apart }: Pairs): Expr {
  const place = (side: Side): PlaceInBlock => {
    const found = placeInBlock(whole, copies, side, false);
    invariant(found !== null, 'parts are looked at only where it is known which threads are in them');
    return found;
  };
  if (within.length + apart.length === 0) return truth(true);
  const [one, other] = [place('first'), place('second')];
  return [
    ...within.map((part) => inOneSet(part, one, other)),
    ...apart.map((part) => negation(inOneSet(part, one, other))),
  ].reduce(and, truth(true));
}

function inOneSet(part: Part, one: PlaceInBlock, other: PlaceInBlock): Expr {
  if (part.kind === 'tiles') return inOneTile(part.size, one, other);
  const [own, theirs] = part.of === 'warp' ? [one.lane, other.lane] : [one.linear, other.linear];
  const inSets = part.sets.map((runs) => and(isIn(runs, own), isIn(runs, theirs))).reduce(or, truth(false));
  return part.of === 'warp' ? and(inOneTile(deviceLimits.warpSize, one, other), inSets) : inSets;
}

function inOneTile(size: number, one: PlaceInBlock, other: PlaceInBlock): Expr {
  const theirs = other.tileOf(size);
  return one
    .tileOf(size)
    .map((own, k) => binary('==', own, theirs[k] ?? own))
    .reduce(and);
}

function isIn(runs: readonly Run[], at: Expr): Expr {
  const value = (n: number): Expr => int(n, i64);
  return runs
    .map(({ from, to }) =>
      from === to ? binary('==', at, value(from)) : and(binary('>=', at, value(from)), binary('<=', at, value(to))),
    )
    .reduce(or, truth(false));
}
