/** Random typed formulas over small domains, and their solutions by enumeration: the judge of every encoding. */
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import type { IntType } from '../../../src/base/ctype.ts';
import { apply, binary, cast, int, select, unary, variable } from '../../../src/base/expr-build.ts';
import { bool, i32, i8, printType, u32, u8 } from '../../../src/base/ctype.ts';
import { satisfies } from '../../../src/solve/evaluate.ts';
import { varId } from '../../../src/base/brand.ts';
import { fc } from '../../seeded.ts';

export type Domain = Readonly<{ name: string; type: IntType; lo: bigint; hi: bigint }>;

/** Ranges touch 0, the sign and the wrap-around of 8 bits. */
export const domains: readonly Domain[] = [
  { name: 'a', type: i32, lo: -3n, hi: 4n },
  { name: 'b', type: u32, lo: 0n, hi: 5n },
  { name: 'c', type: u8, lo: 250n, hi: 255n },
  { name: 'd', type: i8, lo: -2n, hi: 3n },
];

const types: readonly IntType[] = [i32, u32, u8, i8];
const typed = (type: IntType, expr: Expr, from: IntType): Expr => (from === type ? expr : cast(type, expr));

function leaf(type: IntType): fc.Arbitrary<Expr> {
  const constants = fc
    .constantFrom(0n, 1n, 2n, 3n, 7n, 8n, 31n, 255n, -1n, -4n, 200n)
    .map((v) => int(type.signed ? BigInt.asIntN(type.bits, v) : BigInt.asUintN(type.bits, v), type));
  const variables = fc.constantFrom(...domains).map((d) => typed(type, variable(varId(d.name), d.type), d.type));
  return fc.oneof({ weight: 1, arbitrary: constants }, { weight: 3, arbitrary: variables });
}

/** An expression of that C type. */
export function value(type: IntType, depth: number): fc.Arbitrary<Expr> {
  if (depth === 0) return leaf(type);
  const sub = value(type, depth - 1);
  const op = fc.constantFrom('+', '-', '*', '/', '%', '&', '|', '^', '+', '-', '*' as const);
  const shift = fc.constantFrom('<<', '>>' as const);
  const amount = fc.oneof(
    fc.integer({ min: 0, max: 7 }).map((k) => int(k, i32)),
    leaf(i32),
  );
  const wide = type.bits >= 32;
  return fc.oneof(
    leaf(type),
    fc
      .tuple(op, sub, sub)
      .filter(([o]) => wide || !['+', '-', '*'].includes(o) || !type.signed)
      .map(([o, l, r]) => binary(o, l, r)),
    fc
      .tuple(shift, sub, amount)
      .filter(([o]) => wide || !type.signed || o === '>>')
      .map(([o, l, r]) => binary(o, l, r)),
    fc.constantFrom(...types).chain((from) => value(from, depth - 1).map((e) => cast(type, e))),
    fc.tuple(truth(depth - 1), sub, sub).map(([w, t, o]) => select(w, t, o)),
    truth(depth - 1).map((t) => cast(type, t)),
    sub.map((e) => unary('bitnot', e)),
    fc.tuple(fc.constantFrom('min', 'max'), sub, sub).map(([fn, l, r]) => apply(fn, [l, r], type)),
    leaf(type).map((e) => apply(`read:t:${printType(type)}`, [e], type)),
  );
}

export function truth(depth: number): fc.Arbitrary<Expr> {
  const compare = fc.constantFrom('==', '!=', '<', '<=', '>', '>=' as const);
  const comparison = fc
    .constantFrom(...types)
    .chain((type) =>
      fc
        .tuple(compare, value(type, Math.max(0, depth)), value(type, Math.max(0, depth)))
        .map(([o, l, r]) => binary(o, l, r)),
    );
  if (depth <= 0) return comparison;
  return fc.oneof(
    { weight: 4, arbitrary: comparison },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('&&', '||', '==', '!=' as const), truth(depth - 1), truth(depth - 1))
        .map(([o, l, r]) => binary(o, l, r)),
    },
    { weight: 1, arbitrary: truth(depth - 1).map((t) => unary('not', t)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...types)
        .chain((t) => value(t, depth - 1))
        .map((e) => cast(bool, e)),
    },
  );
}

const bounds = domains.flatMap((d) => {
  const v = variable(varId(d.name), d.type);
  return [binary('<=', int(d.lo, d.type), v), binary('<=', v, int(d.hi, d.type))];
});
export const variables: ReadonlyMap<FormulaVariable['id'], FormulaVariable> = new Map(
  domains.map((d) => [varId(d.name), { id: varId(d.name), type: d.type, of: varId(d.name), copy: 'launch' }] as const),
);
export const formulaOf = (constraints: readonly Expr[]): Formula => ({
  variables,
  constraints: [...bounds, ...constraints],
});

export const formulas = (depth: number): fc.Arbitrary<Formula> =>
  fc.array(truth(depth), { minLength: 1, maxLength: 3 }).map(formulaOf);

/** Whether some values of the variables satisfy it, by trying them all, with the given interpretation of the reads. */
export function bruteForce(formula: Formula, signed: 'ideal' | 'wrapping', table: (arg: bigint) => bigint): boolean {
  const entries = Array.from({ length: 900 }, (_, k) => ({ args: [BigInt(k - 400)], value: table(BigInt(k - 400)) }));
  const functions = new Map(types.map((type) => [`read:t:${printType(type)}`, entries] as const));
  const names = domains.map((d) => varId(d.name));
  const values = new Map<FormulaVariable['id'], bigint>();
  const search = (k: number): boolean => {
    const domain = domains[k];
    const name = names[k];
    if (domain === undefined || name === undefined) return satisfies(formula, { values, functions }, signed);
    for (let v = domain.lo; v <= domain.hi; v++) {
      values.set(name, v);
      if (search(k + 1)) return true;
    }
    return false;
  };
  return search(0);
}
