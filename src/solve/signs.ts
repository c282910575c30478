/**
 * Case split on the sign of arguments that are converted to unsigned: `y * pitch`, with a signed pitch and an unsigned y, multiplies by
 * pitch or by pitch + 2^32, and only each of the two by itself is a product that the arithmetic tests understand.
 * Exact [T7]: what a formula has no solution with may be left out.
 */
import type { Formula, FormulaVariable } from '../obligation/obligation.ts';
import type { BinaryOp, Expr } from '../base/expr.ts';
import type { Range } from './normal/range.ts';
import type { VarId } from '../base/brand.ts';
import { binary, int, variable } from '../base/expr-build.ts';
import { eachNode } from '../base/expr-walk.ts';
import { isUnsigned } from '../base/ctype.ts';

/** More arguments are not looked at: what their signs are together is then seldom the question. */
const maxArguments = 3;

/** The formula with what follows for the signs of its arguments, null if it has no solution. `refutes`: true only of formulas without one. */
export function withSigns(formula: Formula, ranges: ReadonlyMap<VarId, Range>, refutes: (formula: Formula) => boolean): Formula | null {
  let known = formula;
  for (const { id, type } of convertedArguments(formula, ranges)) {
    const compared = (op: BinaryOp): Formula => ({ ...known, constraints: [...(type.kind === 'int' ? [binary(op, variable(id, type), int(0, type))] : []), ...known.constraints] });
    const [positive, negative] = [compared('>='), compared('<')];
    const [isNever, isAlways] = [refutes(positive), refutes(negative)];
    if (isNever && isAlways) return null;
    if (isNever || isAlways) known = isNever ? negative : positive;
  }
  return known;
}

/** Signed arguments of either sign below a conversion to an unsigned type; none if there are too many. */
function convertedArguments({ variables, constraints }: Formula, ranges: ReadonlyMap<VarId, Range>): readonly FormulaVariable[] {
  const found = new Map<VarId, FormulaVariable>();
  const isEither = (v: FormulaVariable): boolean => {
    const { lo, hi } = ranges.get(v.id) ?? { lo: null, hi: null };
    return v.copy === 'launch' && v.type.kind === 'int' && v.type.signed && (lo === null || lo < 0n) && (hi === null || hi >= 0n);
  };
  const seen = new Set<Expr>();
  for (const constraint of constraints) {
    eachNode(constraint, (node) => {
      if (node.kind !== 'cast' || node.operand.kind !== 'var' || !isUnsigned(node.to) || seen.has(node)) return;
      seen.add(node);
      const v = variables.get(node.operand.id);
      if (v !== undefined && isEither(v)) found.set(v.id, v);
    });
  }
  return found.size > maxArguments ? [] : [...found.values()];
}
