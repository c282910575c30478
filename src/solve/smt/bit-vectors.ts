/**
 * A formula as SMT-LIB bit-vectors of the exact widths, for what the integers cannot say: `x ^ y`, `x & y`.
 * Signed arithmetic wraps here, which only adds behaviours; so does everything C leaves undefined (division by 0,
 * shifts by the width or more), which gets a free value. `unsat` therefore holds under the same assumptions as with
 * integers, with one more: mathematical integers (turns of loops) are 64 bits wide here and taken to lie within ±2^40.
 */
import type { BinaryOp, BinaryExpr, CastExpr, Expr } from '../../base/expr.ts';
import type { Formula, FormulaVariable } from '../../obligation/obligation.ts';
import { assertNever, invariant } from '../../base/invariant.ts';
import { exactFunctionOf, opaqueOf, symbolOf } from '../opaque.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Script } from './integers.ts';
import type { VarId } from '../../base/brand.ts';
import { operandsOf } from '../../base/expr-walk.ts';
import { typeOf } from '../../base/expr-build.ts';

/** An uninterpreted application, with the constants that hold its arguments and its result. */
export type Application = Readonly<{ fn: string; args: readonly Named[]; result: Named }>;
export type Named = Readonly<{ name: string; type: ScalarType }>;
export type BitVectorScript = Script &
  Readonly<{
    variables: ReadonlyMap<VarId, Named>;
    applications: readonly Application[];
    preferred: readonly string[];
  }>;

const integerLimit = 1n << 40n;

type Here = Readonly<{
  formula: Formula;
  lines: string[];
  names: string[];
  /** Constants by the canonical text of their definition. */
  known: Map<string, string>;
  seen: Map<Expr, string>;
  variables: Map<VarId, Named>;
  symbols: Map<string, string>;
  applications: Application[];
}>;

export function bitVectorScript(formula: Formula, prefer: readonly Expr[]): BitVectorScript {
  const here: Here = {
    formula,
    lines: [],
    names: [],
    known: new Map(),
    seen: new Map(),
    variables: new Map(),
    symbols: new Map(),
    applications: [],
  };
  for (const variable of formula.variables.values()) declare(here, variable);
  for (const constraint of formula.constraints) {
    const text = term(here, constraint);
    here.lines.push(`(assert ${text})`);
  }
  const preferred = prefer.map((p) => term(here, p));
  return {
    text: here.lines.join('\n'),
    names: here.names,
    variables: here.variables,
    applications: here.applications,
    preferred,
  };
}

const widthOf = (type: ScalarType): number => (type.kind === 'bool' ? 1 : type.kind === 'float' ? 64 : type.bits);
const sortOf = (type: ScalarType): string => (type.kind === 'bool' ? 'Bool' : `(_ BitVec ${widthOf(type)})`);
const literal = (value: bigint, width: number): string => `(_ bv${BigInt.asUintN(width, value)} ${width})`;

function declare(here: Here, variable: FormulaVariable): void {
  const name = `v${here.variables.size}`;
  const type: ScalarType = variable.type.kind === 'integer' ? { kind: 'int', bits: 64, signed: true } : variable.type;
  here.variables.set(variable.id, { name, type });
  here.names.push(name);
  here.lines.push(`(declare-const ${name} ${sortOf(type)})`);
  if (variable.type.kind !== 'integer') return;
  here.lines.push(
    `(assert (bvsle ${literal(-integerLimit, 64)} ${name}))`,
    `(assert (bvsle ${name} ${literal(integerLimit, 64)}))`,
  );
}

/** A constant equal to the term: shared terms are written once. */
function named(here: Here, text: string, sort: string): string {
  if (!text.startsWith('(') || text.startsWith('(_')) return text;
  const key = `${sort} ${text}`;
  const known = here.known.get(key);
  if (known !== undefined) return known;
  const name = `t${here.known.size}`;
  here.known.set(key, name);
  here.lines.push(`(define-fun ${name} () ${sort} ${text})`);
  return name;
}

/** A constant without definition. */
function free(here: Here, key: string, type: ScalarType): string {
  const known = here.known.get(key);
  if (known !== undefined) return known;
  const name = `u${here.known.size}`;
  here.known.set(key, name);
  here.lines.push(`(declare-const ${name} ${sortOf(type)})`);
  return name;
}

function term(here: Here, expr: Expr): string {
  const seen = here.seen.get(expr);
  if (seen !== undefined) return seen;
  const text = named(here, plainTerm(here, expr), sortOf(typeOf(expr)));
  here.seen.set(expr, text);
  return text;
}

function plainTerm(here: Here, expr: Expr): string {
  const opaque = opaqueOf(expr);
  if (opaque !== null) return application(here, opaque.fn, symbolOf(opaque), opaque.args, opaque.type);
  switch (expr.kind) {
    case 'int':
      return literal(expr.value, expr.type.bits);
    case 'bool':
      return `${expr.value}`;
    case 'var': {
      const variable = here.variables.get(expr.id);
      invariant(variable !== undefined, `the formula declares its variable ${expr.id}`);
      return resized(variable.name, variable.type, expr.type);
    }
    case 'unary': {
      const operand = term(here, expr.operand);
      if (typeOf(expr.operand).kind === 'bool') return `(not ${operand})`;
      return expr.op === 'neg' ? `(bvneg ${operand})` : `(bvnot ${operand})`;
    }
    case 'binary':
      return binaryTerm(here, expr);
    case 'cast':
      return castTerm(here, expr);
    case 'select':
      return `(ite ${term(here, expr.when)} ${term(here, expr.then)} ${term(here, expr.otherwise)})`;
    case 'apply':
      return exactTerm(here, expr);
    case 'builtin':
    case 'float':
      invariant(
        false,
        `a formula has variables for ${expr.kind === 'builtin' ? expr.name : 'floats'}: see obligation/`,
      );
      return 'true';
    default:
      return assertNever(expr);
  }
}

function application(here: Here, fn: string, symbol: string, args: readonly Expr[], type: ScalarType): string {
  const values = args.map((arg) => ({ name: term(here, arg), type: typeOf(arg) }));
  const key = `${symbol}(${values.map((v) => v.name).join(' ')})`;
  const known = here.known.get(key);
  if (known !== undefined) return known;
  const result = free(here, key, type);
  const inputs = values.map((v) => {
    const name = free(here, `argument ${v.name}`, v.type);
    here.lines.push(`(assert (= ${name} ${v.name}))`);
    return { name, type: v.type };
  });
  if (args.length > 0) {
    const sorts = values.map((v) => sortOf(v.type)).join(' ');
    const symbolKey = `${symbol} ${sorts}`;
    const declared = here.symbols.get(symbolKey) ?? `f${here.symbols.size}`;
    if (!here.symbols.has(symbolKey)) here.lines.push(`(declare-fun ${declared} (${sorts}) ${sortOf(type)})`);
    here.symbols.set(symbolKey, declared);
    here.lines.push(`(assert (= ${result} (${declared} ${values.map((v) => v.name).join(' ')})))`);
  }
  here.names.push(result, ...inputs.map((i) => i.name));
  here.applications.push({ fn, args: inputs, result: { name: result, type } });
  return result;
}

function resized(text: string, from: ScalarType, to: ScalarType): string {
  const [have, want] = [widthOf(from), widthOf(to)];
  if (have === want) return text;
  if (have > want) return `((_ extract ${want - 1} 0) ${text})`;
  return `((_ ${from.kind === 'int' && from.signed ? 'sign' : 'zero'}_extend ${want - have}) ${text})`;
}

function castTerm(here: Here, expr: CastExpr): string {
  const from = typeOf(expr.operand);
  const operand = term(here, expr.operand);
  if (expr.to.kind === 'float' || from.kind === 'float') return operand;
  if (from.kind === 'bool' && expr.to.kind === 'bool') return operand;
  if (from.kind === 'bool') return `(ite ${operand} ${literal(1n, widthOf(expr.to))} ${literal(0n, widthOf(expr.to))})`;
  if (expr.to.kind === 'bool') return `(not (= ${operand} ${literal(0n, widthOf(from))}))`;
  return resized(operand, from, expr.to);
}

function exactTerm(here: Here, expr: Extract<Expr, { kind: 'apply' }>): string {
  const [a, b] = expr.args.map((arg) => term(here, arg));
  const signed = expr.type.kind === 'int' && expr.type.signed;
  const known = exactFunctionOf(expr.fn, expr.args, expr.type);
  invariant(a !== undefined, 'exact functions have an argument');
  if (known === 'abs') return signed ? `(ite (bvslt ${a} ${literal(0n, widthOf(expr.type))}) (bvneg ${a}) ${a})` : a;
  invariant(b !== undefined, 'min and max have two arguments');
  const smaller = `(${signed ? 'bvsle' : 'bvule'} ${a} ${b})`;
  return known === 'min' ? `(ite ${smaller} ${a} ${b})` : `(ite ${smaller} ${b} ${a})`;
}

const signedOps: Readonly<Partial<Record<BinaryOp, string>>> = {
  '/': 'bvsdiv',
  '%': 'bvsrem',
  '>>': 'bvashr',
  '<': 'bvslt',
  '<=': 'bvsle',
  '>': 'bvsgt',
  '>=': 'bvsge',
};
const unsignedOps: Readonly<Partial<Record<BinaryOp, string>>> = {
  '+': 'bvadd',
  '-': 'bvsub',
  '*': 'bvmul',
  '/': 'bvudiv',
  '%': 'bvurem',
  '<<': 'bvshl',
  '>>': 'bvlshr',
  '&': 'bvand',
  '|': 'bvor',
  '^': 'bvxor',
  '<': 'bvult',
  '<=': 'bvule',
  '>': 'bvugt',
  '>=': 'bvuge',
};
const boolOps: Readonly<Partial<Record<BinaryOp, string>>> = {
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '&&': 'and',
  '||': 'or',
  '==': '=',
  '!=': 'xor',
};

function binaryTerm(here: Here, expr: BinaryExpr): string {
  const type = typeOf(expr.left);
  const [left, right] = operandsOf(expr).map((operand) => term(here, operand));
  invariant(left !== undefined && right !== undefined, 'a binary has two operands');
  if (type.kind === 'bool') return boolTerm(here, expr.op, left, right);
  if (expr.op === '==') return `(= ${left} ${right})`;
  if (expr.op === '!=') return `(not (= ${left} ${right}))`;
  const op = (type.kind === 'int' && type.signed ? signedOps[expr.op] : undefined) ?? unsignedOps[expr.op];
  invariant(op !== undefined, `E2: ${expr.op} on integers`);
  const width = widthOf(type);
  if (expr.op === '<<' || expr.op === '>>') {
    const amountType = typeOf(expr.right);
    const amount = named(here, resized(right, amountType, type), sortOf(type));
    // compared in the amount's own width: a cut-off amount could look legal
    const legal = `(bvult ${right} ${literal(BigInt(width), widthOf(amountType))})`;
    return `(ite ${legal} (${op} ${left} ${amount}) ${free(here, `undefined ${op} ${left} ${right}`, type)})`;
  }
  if (expr.op === '/' || expr.op === '%') {
    return `(ite (= ${right} ${literal(0n, width)}) ${free(here, `undefined ${op} ${left} ${right}`, type)} (${op} ${left} ${right}))`;
  }
  return `(${op} ${left} ${right})`;
}

function boolTerm(here: Here, op: BinaryOp, left: string, right: string): string {
  const name = boolOps[op];
  if (name !== undefined) return `(${name} ${left} ${right})`;
  const bit = (text: string): string => `(ite ${text} ${literal(1n, 1)} ${literal(0n, 1)})`;
  const compare = unsignedOps[op];
  invariant(compare !== undefined && op.length <= 2 && ['<', '<=', '>', '>='].includes(op), `E2: ${op} on bools`);
  return named(here, `(${compare} ${bit(left)} ${bit(right)})`, 'Bool');
}
