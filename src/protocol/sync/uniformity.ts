/**
 * Uniformity [D7]: among whom an expression has one value. `block`: all threads of a block agree (its variables are
 * shared by the launch or the block). `turn`: threads agree when they are in equal turns of the unsynchronized loops
 * around, which is what the value after such a loop needs to be uniform. Everything else depends on the thread.
 */
import type { Expr } from '../../base/expr.ts';
import type { ProtocolVariable } from '../protocol.ts';
import type { VarId } from '../../base/brand.ts';
import { operandsOf } from '../../base/expr-walk.ts';

export type Uniformity = 'block' | 'turn' | 'thread';

/** The least uniform of two. */
export function leastUniform(a: Uniformity, b: Uniformity): Uniformity {
  if (a === 'thread' || b === 'thread') return 'thread';
  return a === 'turn' || b === 'turn' ? 'turn' : 'block';
}

/** The uniformity of an expression, given that of its variables. */
export function uniformityOf(expr: Expr, ofVariable: (id: VarId) => Uniformity): Uniformity {
  if (expr.kind === 'var') return ofVariable(expr.id);
  let result: Uniformity = 'block';
  for (const operand of operandsOf(expr)) {
    result = leastUniform(result, uniformityOf(operand, ofVariable));
    if (result === 'thread') return result;
  }
  return result;
}

/** Whether all threads of a block agree on the value, by the sharing of its variables alone. */
export function isBlockUniform(expr: Expr, variables: ReadonlyMap<VarId, ProtocolVariable>): boolean {
  return uniformityOf(expr, (id) => (variables.get(id)?.sharing === 'thread' ? 'thread' : 'block')) === 'block';
}
