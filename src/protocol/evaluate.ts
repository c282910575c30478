/**
 * IR expressions and places in terms of the protocol's variables: scalars replaced by their values, then folded. Exact.
 */
import type { At, Env } from './escape.ts';
import type { Builder } from './builder.ts';
import type { Expr } from '../base/expr.ts';
import type { Place as IrPlace } from '../ir/ir.ts';
import type { Place, Protocol } from './protocol.ts';
import type { VarId } from '../base/brand.ts';
import { bytes } from '../base/brand.ts';
import { sizeOf } from '../base/ctype.ts';
import { mapExpr } from '../base/expr-walk.ts';
import { bounded, unknownValue } from './builder.ts';
import { fold } from './fold.ts';
import { foldByRange } from './range.ts';
import { asProduct, mayMultiply } from './shifts.ts';

/**
 * The value of an expression. What C leaves without a value (a scalar that was never assigned) may be anything.
 * `target`: what it is assigned to, `memory` if it is stored.
 */
export function evaluate(builder: Builder, expr: Expr, env: Env, at: At, target: VarId | 'memory' | null = null): Expr {
  const multiplies = mayMultiply(builder.kernel, expr, target);
  return mapExpr(expr, (node) => {
    if (node.kind === 'var') {
      return (
        env.values.get(node.id) ??
        unknownValue(builder, {
          name: node.id,
          type: node.type,
          because: 'read before it is assigned',
          span: at.span,
          read: null,
          uniformity: 'thread',
        })
      );
    }
    if (node.kind === 'builtin') return builder.roots.get(node.name) ?? node;
    return foldByRange(fold(multiplies ? asProduct(builder, node) : node), (id) => builder.ranges.get(id));
  });
}

export function evaluatePlace(builder: Builder, place: IrPlace, env: Env, at: At, steps: Protocol[]): Place {
  return {
    array: place.array,
    subscripts: place.subscripts.map((subscript) => ({
      index: bounded(builder, evaluate(builder, subscript.index, env, at), 'index', at, steps),
      stride: subscript.stride,
    })),
    offset: place.offset,
    width: bytes(sizeOf(place.type)),
  };
}
