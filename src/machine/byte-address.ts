/** The address of a place as an expression, where an object is known by it (agents.ts). */
import type { Expr } from '../base/expr.ts';
import type { Place } from '../ir/ir.ts';
import { i64 } from '../base/ctype.ts';

/** In bytes from the array's start. */
export function byteAddress({ subscripts, offset }: Place): Expr {
  const wide = (value: bigint): Expr => ({ kind: 'int', value, type: i64 });
  return subscripts.reduce<Expr>(
    (sum, { index, stride }) => ({
      kind: 'binary',
      op: '+',
      left: sum,
      right: { kind: 'binary', op: '*', left: { kind: 'cast', to: i64, operand: index }, right: wide(BigInt(stride)) },
    }),
    wide(BigInt(offset)),
  );
}
