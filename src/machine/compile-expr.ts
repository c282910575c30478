/**
 * Compiles pure expressions (base/expr.ts) to register code. This is the machine's own statement of what C's operators
 * compute; the solver has another one.
 * Needs E1 and E2. Gives code that leaves the value in a slot. `&&`, `||` and `?:` evaluate only what C evaluates, so that
 * `n != 0 && a / n` reports no division by zero.
 * Example: `(x + 1) * y` into `z` becomes `addI t x #1; mulI z t y`.
 */
import type { BinaryExpr, BuiltinName, CastExpr, Expr } from '../base/expr.ts';
import type { VarId } from '../base/brand.ts';
import type { FloatType, IntType, ScalarType } from '../base/ctype.ts';
import type { Assembler, Label, Slot, SlotClass } from './assembler.ts';
import { typeOf } from '../base/expr-build.ts';
import { assertNever } from '../base/invariant.ts';
import { i32 } from '../base/ctype.ts';
import { compileApply } from './compile-apply.ts';
import { bigToFloat, floatToBig, floatToInt, roundFloat, wrapBig, wrapInt } from './convert.ts';
import { op } from './opcode.ts';

/** What expression code needs of the kernel that it is part of. */
export type ExprContext = Readonly<{
  asm: Assembler;
  slotOf: (id: VarId) => Slot;
  builtinSlot: (name: BuiltinName) => Slot;
  /** The site to blame for a division by zero in the statement under compilation. */
  site: () => number;
  /** Emits the end of the run: something has no meaning here. */
  unmodelled: (because: string) => void;
}>;

export function classOf(type: ScalarType): SlotClass {
  if (type.kind === 'float') return 'f';
  return type.kind === 'int' && type.bits === 64 ? 'l' : 'i';
}
export const isUnsigned = (type: ScalarType): boolean => type.kind === 'int' && !type.signed;

/** The value as a slot: the variable's or constant's own, else a temporary. */
export function operandOf(c: ExprContext, expr: Expr): Slot {
  switch (expr.kind) {
    case 'int':
      return expr.type.bits === 64
        ? c.asm.constant('l', BigInt.asIntN(64, expr.value))
        : c.asm.constant('i', wrapInt(Number(BigInt.asIntN(32, expr.value)), expr.type));
    case 'float':
      return c.asm.constant('f', roundFloat(expr.value, expr.type.bits));
    case 'bool':
      return c.asm.constant('i', expr.value ? 1 : 0);
    case 'var':
      return c.slotOf(expr.id);
    case 'builtin':
      return c.builtinSlot(expr.name);
    case 'unary':
    case 'binary':
    case 'cast':
    case 'select':
    case 'apply': {
      const slot = c.asm.temporary();
      compileInto(c, expr, slot);
      return slot;
    }
    default:
      return assertNever(expr);
  }
}

/** The value, written to `target` as the last thing that the code does. */
export function compileInto(c: ExprContext, expr: Expr, target: Slot): void {
  const mark = c.asm.mark();
  switch (expr.kind) {
    case 'int':
    case 'float':
    case 'bool':
    case 'var':
    case 'builtin':
      move(c, classOf(typeOf(expr)), target, operandOf(c, expr));
      break;
    case 'unary':
      compileUnary(c, expr.op, expr.operand, target);
      break;
    case 'binary':
      compileBinary(c, expr, target);
      break;
    case 'cast':
      compileCast(c, expr, target);
      break;
    case 'select': {
      const otherwise = c.asm.label();
      const end = c.asm.label();
      branchUnless(c, expr.when, otherwise);
      compileInto(c, expr.then, target);
      c.asm.emitJump(op.jump, [], end);
      c.asm.bind(otherwise);
      compileInto(c, expr.otherwise, target);
      c.asm.bind(end);
      break;
    }
    case 'apply':
      compileApply(c, expr.fn, expr.args.map((arg) => ({ slot: operandOf(c, arg), type: typeOf(arg) })), expr.type, target);
      break;
    default:
      assertNever(expr);
  }
  c.asm.release(mark);
}

function move(c: ExprContext, cls: SlotClass, target: Slot, from: Slot): void {
  if (target !== from) c.asm.emit(cls === 'i' ? op.moveI : cls === 'l' ? op.moveL : op.moveF, target, from);
}

/** Jumps to `target` when `condition` is false. */
export function branchUnless(c: ExprContext, condition: Expr, target: Label): void {
  const mark = c.asm.mark();
  branch(c, condition, target, false);
  c.asm.release(mark);
}

function branch(c: ExprContext, condition: Expr, target: Label, when: boolean): void {
  if (condition.kind === 'unary' && condition.op === 'not') return branch(c, condition.operand, target, !when);
  if (condition.kind === 'binary') {
    const isAnd = condition.op === '&&';
    if (isAnd || condition.op === '||') {
      // One of the two operands decides alone when it equals `!isAnd`.
      if (when === isAnd) {
        const skip = c.asm.label();
        branch(c, condition.left, skip, !when);
        branch(c, condition.right, target, when);
        c.asm.bind(skip);
      } else {
        branch(c, condition.left, target, when);
        branch(c, condition.right, target, when);
      }
      return;
    }
    const fused = classOf(typeOf(condition.left)) === 'i' ? fusedJump(condition, when) : null;
    if (fused !== null) {
      const left = operandOf(c, condition.left);
      const right = operandOf(c, condition.right);
      c.asm.emitJump(fused.opcode, fused.swap ? [right, left] : [left, right], target);
      return;
    }
  }
  c.asm.emitJump(when ? op.jumpNonZero : op.jumpZero, [operandOf(c, condition)], target);
}

function fusedJump(expr: BinaryExpr, when: boolean): Readonly<{ opcode: number; swap: boolean }> | null {
  const unsigned = isUnsigned(typeOf(expr.left));
  const less = unsigned ? op.jumpLessU : op.jumpLess;
  const lessEqual = unsigned ? op.jumpLessEqualU : op.jumpLessEqual;
  switch (expr.op) {
    case '==':
      return { opcode: when ? op.jumpEqual : op.jumpNotEqual, swap: false };
    case '!=':
      return { opcode: when ? op.jumpNotEqual : op.jumpEqual, swap: false };
    case '<':
      return when ? { opcode: less, swap: false } : { opcode: lessEqual, swap: true };
    case '>=':
      return when ? { opcode: lessEqual, swap: true } : { opcode: less, swap: false };
    case '>':
      return when ? { opcode: less, swap: true } : { opcode: lessEqual, swap: false };
    case '<=':
      return when ? { opcode: lessEqual, swap: false } : { opcode: less, swap: true };
    default:
      return null;
  }
}

function compileUnary(c: ExprContext, operator: 'neg' | 'bitnot' | 'not', operand: Expr, target: Slot): void {
  const type = typeOf(operand);
  const cls = classOf(type);
  const a = operandOf(c, operand);
  if (operator === 'not') return c.asm.emit(op.eqI, target, a, c.asm.constant('i', 0));
  if (cls === 'i') {
    if (operator === 'neg') c.asm.emit(op.subI, target, c.asm.constant('i', 0), a);
    else c.asm.emit(op.xorI, target, a, c.asm.constant('i', -1));
    wrapNarrow(c, type, target);
  } else if (cls === 'l') {
    if (operator === 'neg') c.asm.emit(op.subL, target, c.asm.constant('l', 0n), a);
    else c.asm.native((f, b) => f.setBigInt64(b + target, ~f.getBigInt64(b + a, true), true));
  } else {
    c.asm.native((f, b) => f.setFloat64(b + target, -f.getFloat64(b + a, true), true));
  }
}

/** Brings the result of 32-bit arithmetic back into a type of 8 or 16 bits. */
function wrapNarrow(c: ExprContext, type: ScalarType, slot: Slot): void {
  if (type.kind !== 'int' || type.bits >= 32) return;
  c.asm.native((f, b) => f.setInt32(b + slot, wrapInt(f.getInt32(b + slot, true), type), true));
}

function compileBinary(c: ExprContext, expr: BinaryExpr, target: Slot): void {
  if (expr.op === '&&' || expr.op === '||') return compileLogic(c, expr, target);
  const type = typeOf(expr.left);
  const left = operandOf(c, expr.left);
  const isShift = expr.op === '<<' || expr.op === '>>';
  const right = operandOf(c, isShift && classOf(typeOf(expr.right)) === 'l' ? { kind: 'cast', to: i32, operand: expr.right } : expr.right);
  switch (classOf(type)) {
    case 'i':
      return compileInt(c, expr.op, type, target, left, right);
    case 'l':
      return compileLong(c, expr.op, isUnsigned(type), target, left, right);
    case 'f':
      return compileFloat(c, expr.op, type, target, left, right);
  }
}

function compileLogic(c: ExprContext, expr: BinaryExpr, target: Slot): void {
  const end = c.asm.label();
  const short = c.asm.label();
  branch(c, expr.left, short, expr.op === '||');
  compileInto(c, expr.right, target);
  c.asm.emitJump(op.jump, [], end);
  c.asm.bind(short);
  c.asm.emit(op.setInt, target, expr.op === '||' ? 1 : 0);
  c.asm.bind(end);
}

function compileInt(c: ExprContext, operator: BinaryExpr['op'], type: ScalarType, target: Slot, left: Slot, right: Slot): void {
  const unsigned = isUnsigned(type);
  const emit = (opcode: number, a = left, b = right): void => c.asm.emit(opcode, target, a, b);
  const divide = (opcode: number): void => c.asm.emit(opcode, target, left, right, c.site());
  switch (operator) {
    case '+': emit(op.addI); break;
    case '-': emit(op.subI); break;
    case '*': emit(op.mulI); break;
    case '&': emit(op.andI); break;
    case '|': emit(op.orI); break;
    case '^': emit(op.xorI); break;
    case '<<': emit(op.shlI); break;
    case '>>': emit(unsigned ? op.shrU : op.shrI); break;
    case '/': divide(unsigned ? op.divU : op.divI); break;
    case '%': divide(unsigned ? op.remU : op.remI); break;
    case '==': return emit(op.eqI);
    case '!=': return emit(op.neI);
    case '<': return emit(unsigned ? op.ltU : op.ltI);
    case '<=': return emit(unsigned ? op.leU : op.leI);
    case '>': return emit(unsigned ? op.ltU : op.ltI, right, left);
    case '>=': return emit(unsigned ? op.leU : op.leI, right, left);
    case '&&':
    case '||': return;
    default: return assertNever(operator);
  }
  wrapNarrow(c, type, target);
}

function compileLong(c: ExprContext, operator: BinaryExpr['op'], unsigned: boolean, target: Slot, left: Slot, right: Slot): void {
  const emit = (opcode: number, a = left, b = right): void => c.asm.emit(opcode, target, a, b);
  const negated = (): void => c.asm.emit(op.eqI, target, target, c.asm.constant('i', 0));
  const bitwise = (work: (a: bigint, b: bigint) => bigint): void =>
    c.asm.native((f, b) => f.setBigInt64(b + target, work(f.getBigInt64(b + left, true), f.getBigInt64(b + right, true)), true));
  const divided = (work: (a: bigint, b: bigint) => bigint): void => {
    c.asm.emit(op.checkZeroL, right, c.site());
    if (unsigned) c.asm.native((f, b) => f.setBigUint64(b + target, unlessZero(work, f.getBigUint64(b + left, true), f.getBigUint64(b + right, true)), true));
    else bitwise((x, y) => unlessZero(work, x, y));
  };
  switch (operator) {
    case '+': return emit(op.addL);
    case '-': return emit(op.subL);
    case '*': return emit(op.mulL);
    case '&': return bitwise((a, b) => a & b);
    case '|': return bitwise((a, b) => a | b);
    case '^': return bitwise((a, b) => a ^ b);
    case '<<': return c.asm.native((f, b) => f.setBigInt64(b + target, f.getBigInt64(b + left, true) << clampedShift(f.getInt32(b + right, true)), true));
    case '>>':
      return unsigned
        ? c.asm.native((f, b) => f.setBigUint64(b + target, f.getBigUint64(b + left, true) >> clampedShift(f.getInt32(b + right, true)), true))
        : c.asm.native((f, b) => f.setBigInt64(b + target, f.getBigInt64(b + left, true) >> clampedShift(f.getInt32(b + right, true)), true));
    case '/': return divided((a, b) => a / b);
    case '%': return divided((a, b) => a % b);
    case '==': return emit(op.eqL);
    case '!=': emit(op.eqL); return negated();
    case '<': return emit(unsigned ? op.ltUL : op.ltL);
    case '>': return emit(unsigned ? op.ltUL : op.ltL, right, left);
    case '<=': emit(unsigned ? op.ltUL : op.ltL, right, left); return negated();
    case '>=': emit(unsigned ? op.ltUL : op.ltL); return negated();
    case '&&':
    case '||': return;
    default: return assertNever(operator);
  }
}

const unlessZero = (work: (a: bigint, b: bigint) => bigint, a: bigint, b: bigint): bigint => (b === 0n ? 0n : work(a, b));
/** PTX ISA, `shl` and `shr`: amounts over the register width are clamped to it. */
const clampedShift = (amount: number): bigint => BigInt(Math.min(amount >>> 0, 64));

function compileFloat(c: ExprContext, operator: BinaryExpr['op'], type: ScalarType, target: Slot, left: Slot, right: Slot): void {
  const bits = type.kind === 'float' ? type.bits : 64;
  const single = bits === 32;
  const emit = (opcode: number, a = left, b = right): void => c.asm.emit(opcode, target, a, b);
  switch (operator) {
    case '+': emit(single ? op.addF : op.addD); break;
    case '-': emit(single ? op.subF : op.subD); break;
    case '*': emit(single ? op.mulF : op.mulD); break;
    case '/': emit(single ? op.divF : op.divD); break;
    case '==': return emit(op.eqD);
    case '!=': return emit(op.neD);
    case '<': return emit(op.ltD);
    case '<=': return emit(op.leD);
    case '>': return emit(op.ltD, right, left);
    case '>=': return emit(op.leD, right, left);
    case '%':
    case '<<':
    case '>>':
    case '&':
    case '|':
    case '^':
    case '&&':
    case '||':
      return c.unmodelled(`operator ${operator} on floating-point operands`);
    default: return assertNever(operator);
  }
  if (bits === 16) c.asm.native((f, b) => f.setFloat64(b + target, roundFloat(f.getFloat64(b + target, true), 16), true));
}

function compileCast(c: ExprContext, expr: CastExpr, target: Slot): void {
  const from = typeOf(expr.operand);
  const a = operandOf(c, expr.operand);
  switch (expr.to.kind) {
    case 'bool':
      return toBool(c, classOf(from), target, a);
    case 'int':
      return toInt(c, from, expr.to, target, a);
    case 'float':
      return toFloat(c, from, expr.to, target, a);
    default:
      return assertNever(expr.to);
  }
}

function toBool(c: ExprContext, cls: SlotClass, target: Slot, a: Slot): void {
  if (cls === 'i') return c.asm.emit(op.neI, target, a, c.asm.constant('i', 0));
  if (cls === 'f') return c.asm.emit(op.neD, target, a, c.asm.constant('f', 0));
  c.asm.emit(op.eqL, target, a, c.asm.constant('l', 0n));
  c.asm.emit(op.eqI, target, target, c.asm.constant('i', 0));
}

function toInt(c: ExprContext, from: ScalarType, to: IntType, target: Slot, a: Slot): void {
  const cls = classOf(from);
  if (to.bits === 64) {
    if (cls === 'l') return move(c, 'l', target, a);
    if (cls === 'i') return c.asm.emit(isUnsigned(from) ? op.unsignedToLong : op.intToLong, target, a);
    return c.asm.native((f, b) => f.setBigInt64(b + target, wrapBig(floatToBig(f.getFloat64(b + a, true), to), { ...to, signed: true }), true));
  }
  if (cls === 'f') return c.asm.native((f, b) => f.setInt32(b + target, floatToInt(f.getFloat64(b + a, true), to), true));
  if (cls === 'l') c.asm.emit(op.longToInt, target, a);
  else move(c, 'i', target, a);
  const fits = from.kind === 'bool' || (from.kind === 'int' && (from.bits < to.bits ? !from.signed || to.signed : from.bits === to.bits && from.signed === to.signed));
  if (!fits) wrapNarrow(c, to, target);
}

function toFloat(c: ExprContext, from: ScalarType, to: FloatType, target: Slot, a: Slot): void {
  const bits = to.bits;
  const round = (): void => {
    if (bits === 32) c.asm.emit(op.roundF, target, target);
    if (bits === 16) c.asm.native((f, b) => f.setFloat64(b + target, roundFloat(f.getFloat64(b + target, true), 16), true));
  };
  if (from.kind === 'float') {
    move(c, 'f', target, a);
    if (from.bits > bits) round();
    return;
  }
  if (classOf(from) === 'l') {
    const read = isUnsigned(from) ? (f: DataView, at: number): bigint => f.getBigUint64(at, true) : (f: DataView, at: number): bigint => f.getBigInt64(at, true);
    return c.asm.native((f, b) => f.setFloat64(b + target, bigToFloat(read(f, b + a), bits), true));
  }
  c.asm.emit(isUnsigned(from) ? op.unsignedToDouble : op.intToDouble, target, a);
  round();
}
