/**
 * Case split on the sign of arguments that are converted to unsigned: `y * pitch`, with a signed pitch and an unsigned
 * y, multiplies by pitch or by pitch + 2^32, and only each of the two by itself is a product that the arithmetic tests
 * understand. Exact [T7]: what a formula has no solution with may be left out.
 */
import type { Formula, FormulaVariable } from '../obligation/obligation.ts';
import type { BinaryOp, Expr } from '../base/expr.ts';
import type { Range } from './normal/range.ts';
import type { VarId } from '../base/brand.ts';
import type { IntType } from '../base/ctype.ts';
import { binary, cast, int, variable } from '../base/expr-build.ts';
import { eachNode, substitute } from '../base/expr-walk.ts';
import { isUnsigned } from '../base/ctype.ts';
import { varId } from '../base/brand.ts';

/** More arguments are not looked at: what their signs are together is then seldom the question. */
const maxArguments = 3;

/**
 * The formula with what follows for the signs of its arguments, null if it has no solution. `refutes`: true only of
 * formulas without one.
 */
export function withSigns(
  formula: Formula,
  ranges: ReadonlyMap<VarId, Range>,
  refutes: (formula: Formula) => boolean,
): Formula | null {
  let known = formula;
  for (const { argument, type } of convertedArguments(formula, ranges)) {
    const compared = (op: BinaryOp): Formula => ({
      ...known,
      constraints: [binary(op, variable(argument.id, type), int(0, type)), ...known.constraints],
    });
    const isNegative = refutes(compared('>='));
    const isNotNegative = refutes(asUnsigned(known, argument, type));
    if (isNegative && isNotNegative) return null;
    if (isNegative || isNotNegative) known = compared(isNegative ? '<' : '>=');
  }
  return known;
}

/** The formula for negative values of the argument, told by the unsigned numbers that they are converted to. */
function asUnsigned({ variables, constraints }: Formula, argument: FormulaVariable, type: IntType): Formula {
  const unsigned = { ...type, signed: false };
  const converted: FormulaVariable = { ...argument, id: varId(`${argument.id} converted`), type: unsigned };
  const [own, least] = [variable(converted.id, unsigned), int(2n ** BigInt(type.bits - 1), unsigned)];
  const values = new Map([[argument.id, cast(type, own)]]);
  return {
    variables: new Map([...variables, [converted.id, converted]]),
    constraints: [binary('>=', own, least), ...constraints.map((constraint) => substitute(constraint, values))],
  };
}

type Converted = Readonly<{ argument: FormulaVariable; type: IntType }>;

/** Signed arguments of either sign below a conversion to an unsigned type; none if there are too many. */
function convertedArguments(
  { variables, constraints }: Formula,
  ranges: ReadonlyMap<VarId, Range>,
): readonly Converted[] {
  const found = new Map<VarId, Converted>();
  const seen = new Set<Expr>();
  for (const constraint of constraints) {
    eachNode(constraint, (node) => {
      if (node.kind !== 'cast' || node.operand.kind !== 'var' || !isUnsigned(node.to) || seen.has(node)) return;
      seen.add(node);
      const argument = variables.get(node.operand.id);
      if (
        argument?.type.kind === 'int' &&
        argument.type.signed &&
        argument.copy === 'launch' &&
        isEither(ranges.get(argument.id))
      )
        found.set(argument.id, { argument, type: argument.type });
    });
  }
  return found.size > maxArguments ? [] : [...found.values()];
}

const isEither = (range: Range | undefined): boolean =>
  range === undefined || ((range.lo === null || range.lo < 0n) && (range.hi === null || range.hi >= 0n));
