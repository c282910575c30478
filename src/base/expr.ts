/**
 * Pure, typed expressions with C's meaning. Shared by the IR, the protocols and the formulas as *syntax* only:
 * what an operator computes is written once in `machine/` and, independently, once in `solve/`.
 *
 * Invariants (checked by `ir/check.ts`):
 * E1: every implicit conversion of C is an explicit `cast`; both operands of a `binary` have one type,
 *     except shifts (C: the result has the left operand's type, the right one is converted to i32).
 * E2: `+ - * / % << >> & | ^` have the operands' type; comparisons and `&& ||` have type bool; `&& ||` and `!`
 *     take bools; a cast to bool is C's `!= 0`; a cast from bool gives 0 or 1.
 * E3: no effects: loads, atomics and calls with effects are statements.
 * Integer arithmetic wraps modulo 2^bits for unsigned types; signed overflow is undefined in C: the solver assumes
 * it away (a printed assumption), the machine wraps. Division truncates; dividing by zero is undefined.
 */
import type { IntType, FloatType, ScalarType } from './ctype.ts';
import type { VarId } from './brand.ts';

export type Axis = 'x' | 'y' | 'z';
/** CUDA's built-in variables, of type u32, except `warpSize` (i32, always 32). `laneId` is the lane within the warp. */
export type BuiltinName = `threadIdx.${Axis}` | `blockIdx.${Axis}` | `blockDim.${Axis}` | `gridDim.${Axis}`;

export type UnaryOp = 'neg' | 'bitnot' | 'not';
export type ArithmeticOp = '+' | '-' | '*' | '/' | '%' | '<<' | '>>' | '&' | '|' | '^';
export type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type LogicOp = '&&' | '||';
export type BinaryOp = ArithmeticOp | CompareOp | LogicOp;

export type IntExpr = Readonly<{ kind: 'int'; value: bigint; type: IntType }>;
export type FloatExpr = Readonly<{ kind: 'float'; value: number; type: FloatType }>;
export type BoolExpr = Readonly<{ kind: 'bool'; value: boolean }>;
export type VarExpr = Readonly<{ kind: 'var'; id: VarId; type: ScalarType }>;
export type BuiltinExpr = Readonly<{ kind: 'builtin'; name: BuiltinName }>;
export type UnaryExpr = Readonly<{ kind: 'unary'; op: UnaryOp; operand: Expr }>;
export type BinaryExpr = Readonly<{ kind: 'binary'; op: BinaryOp; left: Expr; right: Expr }>;
export type CastExpr = Readonly<{ kind: 'cast'; to: ScalarType; operand: Expr }>;
/** `when ? then : otherwise`; both arms have one type. */
export type SelectExpr = Readonly<{ kind: 'select'; when: Expr; then: Expr; otherwise: Expr }>;
/**
 * A pure function: equal arguments give equal results. In the IR `fn` is a math function (`sqrt`, `min`, `__umulhi`,
 * C's name). From `protocol/` on it may also be `read:ARRAY`, the content of a read-only array; and the machine never
 * sees those.
 */
export type ApplyExpr = Readonly<{ kind: 'apply'; fn: string; args: readonly Expr[]; type: ScalarType }>;

export type Expr =
  | IntExpr
  | FloatExpr
  | BoolExpr
  | VarExpr
  | BuiltinExpr
  | UnaryExpr
  | BinaryExpr
  | CastExpr
  | SelectExpr
  | ApplyExpr;
