/** Code for C's binary operators on slots, by class of the operands. Results of 8 and 16 bits are wrapped. */
import type { BinaryExpr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Slot } from './assembler.ts';
import type { ExprContext } from './compile-expr.ts';
import { assertNever } from '../base/invariant.ts';
import { isUnsigned } from '../base/ctype.ts';
import { wrapNarrow } from './compile-cast.ts';
import { roundFloat } from './convert.ts';
import { op } from './opcode.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export function compileInt(
  c: ExprContext,
  operator: BinaryExpr['op'],
  type: ScalarType,
  target: Slot,
  left: Slot,
  right: Slot,
): void {
  const unsigned = isUnsigned(type);
  const emit = (opcode: number, a = left, b = right): void => c.asm.emit(opcode, target, a, b);
  const divide = (opcode: number): void => c.asm.emit(opcode, target, left, right, c.site());
  switch (operator) {
    case '+':
      emit(op.addI);
      break;
    case '-':
      emit(op.subI);
      break;
    case '*':
      emit(op.mulI);
      break;
    case '&':
      emit(op.andI);
      break;
    case '|':
      emit(op.orI);
      break;
    case '^':
      emit(op.xorI);
      break;
    case '<<':
      emit(op.shlI);
      break;
    case '>>':
      emit(unsigned ? op.shrU : op.shrI);
      break;
    case '/':
      divide(unsigned ? op.divU : op.divI);
      break;
    case '%':
      divide(unsigned ? op.remU : op.remI);
      break;
    case '==':
      return emit(op.eqI);
    case '!=':
      return emit(op.neI);
    case '<':
      return emit(unsigned ? op.ltU : op.ltI);
    case '<=':
      return emit(unsigned ? op.leU : op.leI);
    case '>':
      return emit(unsigned ? op.ltU : op.ltI, right, left);
    case '>=':
      return emit(unsigned ? op.leU : op.leI, right, left);
    case '&&':
    case '||':
      return;
    default:
      return assertNever(operator);
  }
  wrapNarrow(c, type, target);
}

export function compileLong(
  c: ExprContext,
  operator: BinaryExpr['op'],
  unsigned: boolean,
  target: Slot,
  left: Slot,
  right: Slot,
): void {
  const emit = (opcode: number, a = left, b = right): void => c.asm.emit(opcode, target, a, b);
  const negated = (): void => c.asm.emit(op.eqI, target, target, c.asm.constant('i', 0));
  const bitwise = (work: (a: bigint, b: bigint) => bigint): void =>
    c.asm.native((f, b) =>
      f.setBigInt64(b + target, work(f.getBigInt64(b + left, true), f.getBigInt64(b + right, true)), true),
    );
  const divided = (work: (a: bigint, b: bigint) => bigint): void => {
    c.asm.emit(op.checkZeroL, right, c.site());
    if (unsigned)
      c.asm.native((f, b) =>
        f.setBigUint64(
          b + target,
          unlessZero(work, f.getBigUint64(b + left, true), f.getBigUint64(b + right, true)),
          true,
        ),
      );
    else bitwise((x, y) => unlessZero(work, x, y));
  };
  switch (operator) {
    case '+':
      return emit(op.addL);
    case '-':
      return emit(op.subL);
    case '*':
      return emit(op.mulL);
    case '&':
      return bitwise((a, b) => a & b);
    case '|':
      return bitwise((a, b) => a | b);
    case '^':
      return bitwise((a, b) => a ^ b);
    case '<<':
      return c.asm.native((f, b) =>
        f.setBigInt64(b + target, f.getBigInt64(b + left, true) << clampedShift(f.getInt32(b + right, true)), true),
      );
    case '>>':
      return unsigned
        ? c.asm.native((f, b) =>
            f.setBigUint64(
              b + target,
              f.getBigUint64(b + left, true) >> clampedShift(f.getInt32(b + right, true)),
              true,
            ),
          )
        : c.asm.native((f, b) =>
            f.setBigInt64(b + target, f.getBigInt64(b + left, true) >> clampedShift(f.getInt32(b + right, true)), true),
          );
    case '/':
      return divided((a, b) => a / b);
    case '%':
      return divided((a, b) => a % b);
    case '==':
      return emit(op.eqL);
    case '!=':
      emit(op.eqL);
      return negated();
    case '<':
      return emit(unsigned ? op.ltUL : op.ltL);
    case '>':
      return emit(unsigned ? op.ltUL : op.ltL, right, left);
    case '<=':
      emit(unsigned ? op.ltUL : op.ltL, right, left);
      return negated();
    case '>=':
      emit(unsigned ? op.ltUL : op.ltL);
      return negated();
    case '&&':
    case '||':
      return;
    default:
      return assertNever(operator);
  }
}

const unlessZero = (work: (a: bigint, b: bigint) => bigint, a: bigint, b: bigint): bigint =>
  b === 0n ? 0n : work(a, b);
/** PTX ISA, `shl` and `shr`: amounts over the register width are clamped to it. */
const clampedShift = (amount: number): bigint => BigInt(Math.min(amount >>> 0, 64));

export function compileFloat(
  c: ExprContext,
  operator: BinaryExpr['op'],
  type: ScalarType,
  target: Slot,
  left: Slot,
  right: Slot,
): void {
  const bits = type.kind === 'float' ? type.bits : 64;
  const single = bits === 32;
  const emit = (opcode: number, a = left, b = right): void => c.asm.emit(opcode, target, a, b);
  switch (operator) {
    case '+':
      emit(single ? op.addF : op.addD);
      break;
    case '-':
      emit(single ? op.subF : op.subD);
      break;
    case '*':
      emit(single ? op.mulF : op.mulD);
      break;
    case '/':
      emit(single ? op.divF : op.divD);
      break;
    case '==':
      return emit(op.eqD);
    case '!=':
      return emit(op.neD);
    case '<':
      return emit(op.ltD);
    case '<=':
      return emit(op.leD);
    case '>':
      return emit(op.ltD, right, left);
    case '>=':
      return emit(op.leD, right, left);
    case '%':
    case '<<':
    case '>>':
    case '&':
    case '|':
    case '^':
    case '&&':
    case '||':
      return c.unmodelled(fill(messages.floatOperator, { operator }));
    default:
      return assertNever(operator);
  }
  if (bits === 16)
    c.asm.native((f, b) => f.setFloat64(b + target, roundFloat(f.getFloat64(b + target, true), 16), true));
}
