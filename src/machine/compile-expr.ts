/**
 * Compiles pure expressions (base/expr.ts) to register code. This is the machine's own statement of what C's operators
 * compute; the solver has another one.
 * Needs E1 and E2. Gives code that leaves the value in a slot. `&&`, `||` and `?:` evaluate only what C evaluates, so
 * that `n != 0 && a / n` reports no division by zero.
 * Example: `(x + 1) * y` into `z` becomes `addI t x #1; mulI z t y`.
 */
import type { BinaryExpr, BuiltinName, CastExpr, Expr } from '../base/expr.ts';
import type { VarId } from '../base/brand.ts';
import type { Assembler, Label, Slot } from './assembler.ts';
import { typeOf } from '../base/expr-build.ts';
import { assertNever } from '../base/invariant.ts';
import { i32, isUnsigned } from '../base/ctype.ts';
import { compileApply } from './compile-apply.ts';
import { classOf } from './assembler.ts';
import { move, toBool, toFloat, toInt, wrapNarrow } from './compile-cast.ts';
import { compileFloat, compileInt, compileLong } from './compile-operator.ts';
import { roundFloat, wrapInt } from './convert.ts';
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
      compileApply(
        c,
        expr.fn,
        expr.args.map((arg) => ({ slot: operandOf(c, arg), type: typeOf(arg) })),
        expr.type,
        target,
      );
      break;
    default:
      assertNever(expr);
  }
  c.asm.release(mark);
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

function compileBinary(c: ExprContext, expr: BinaryExpr, target: Slot): void {
  if (expr.op === '&&' || expr.op === '||') return compileLogic(c, expr, target);
  const type = typeOf(expr.left);
  const left = operandOf(c, expr.left);
  const isShift = expr.op === '<<' || expr.op === '>>';
  const right = operandOf(
    c,
    isShift && classOf(typeOf(expr.right)) === 'l' ? { kind: 'cast', to: i32, operand: expr.right } : expr.right,
  );
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
