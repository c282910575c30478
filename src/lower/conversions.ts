/** Values as scalars, indices and pointers, by C's implicit conversions. What has no such meaning gets any value. */
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import type { CType } from './c-type.ts';
import type { Pointer, Value } from './value.ts';
import { i32, i64, u64 } from '../base/ctype.ts';
import { typeOf } from '../base/expr-build.ts';
import { assertNever } from '../base/invariant.ts';
import { unknownScalar } from './context.ts';
import { convert } from './constants.ts';
import { isSized } from './c-type.ts';
import { isNotNull } from './pointers.ts';

/** The value as a scalar of that type, by C's implicit conversions. */
export function toScalar(cx: Context, value: Value, type: ScalarType, node: SyntaxNode): Expr {
  switch (value.kind) {
    case 'scalar':
      return convert(value.expr, type);
    case 'pointer': {
      const given = type.kind === 'bool' ? isNotNull(cx, value.pointer) : null;
      return given ?? unknownScalar(cx, type, 'a pointer is used as a number', node);
    }
    case 'list': {
      const first = value.items[0];
      return first === undefined ? convert({ kind: 'int', value: 0n, type: i32 }, type) : toScalar(cx, first, type, node);
    }
    case 'unknown':
      return unknownScalar(cx, type, value.because, node);
    case 'struct': {
      const made = cx.rules.coerce(cx, value, { kind: 'scalar', type }, node);
      return made.kind === 'scalar' ? convert(made.expr, type) : unknownScalar(cx, type, `${value.type.name} is used as a number`, node);
    }
    case 'group':
    case 'lambda':
    case 'void':
      return unknownScalar(cx, type, `a value of kind ${value.kind} is used as a number`, node);
    default:
      return assertNever(value);
  }
}

/** The value as a scalar of its own type; `fallback` where it has none. */
export function asScalar(cx: Context, value: Value, node: SyntaxNode, fallback: ScalarType = i32): Expr {
  if (value.kind === 'scalar') return value.expr;
  if (value.kind === 'unknown' && value.type?.kind === 'scalar') return toScalar(cx, value, value.type.type, node);
  return toScalar(cx, value, value.kind === 'pointer' ? u64 : fallback, node);
}

/** The value as an index: any integer. */
export function asIndex(cx: Context, value: Value, node: SyntaxNode): Expr {
  const expr = asScalar(cx, value, node, i64);
  const type = typeOf(expr);
  return type.kind === 'int' ? expr : convert(expr, type.kind === 'bool' ? i32 : i64);
}

/** The value as a pointer to that type. */
export function toPointer(cx: Context, value: Value, to: CType): Pointer {
  const unresolved = (because: string): Pointer => ({ to, volatile: false, target: { kind: 'unknown', because, footprint: 'everything' } });
  switch (value.kind) {
    case 'pointer':
      return seenAs(cx, value.pointer, to);
    case 'scalar':
      return value.expr.kind === 'int' && value.expr.value === 0n ? { to, volatile: false, target: { kind: 'null' } } : unresolved('a number is used as a pointer');
    case 'unknown':
      return unresolved(value.because);
    case 'struct':
    case 'list':
    case 'group':
    case 'lambda':
    case 'void':
      return unresolved(`a value of kind ${value.kind} is used as a pointer`);
    default:
      return assertNever(value);
  }
}

/** The value as a pointer to whatever it points to. */
export function pointerOf(cx: Context, value: Value): Pointer {
  return value.kind === 'pointer' ? value.pointer : toPointer(cx, value, { kind: 'opaque', text: 'an object' });
}

/** A pointer seen as one to another type; where the sizes of elements are not known, it is not resolved any more. */
export function seenAs(cx: Context, pointer: Pointer, to: CType): Pointer {
  if (to.kind === 'void') return { ...pointer };
  const known = isSized(to) || to.kind === 'opaque';
  if (pointer.target.kind === 'memory' && (isSized(to) !== isSized(pointer.to) || !known) && pointer.to.kind !== 'void') {
    const array = cx.arrays.get(pointer.target.place.array);
    const because = `${array?.name ?? 'an array'} is seen as a type of unknown size`;
    return { to, volatile: pointer.volatile, target: { kind: 'unknown', because, footprint: [pointer.target.place.array] } };
  }
  return { ...pointer, to };
}
