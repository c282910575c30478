/**
 * Whether the inputs of a model could be those of a program. One with which signed arithmetic overflows has no meaning
 * in C, and one whose products of sizes reach 2^31 in 32 bits, or whose arrays are beyond what any device holds, shows
 * a collision that nobody will see: `y * pitch + x` of unsigned numbers wraps around for every kernel.
 * Under-approximating: a race that is there only for such inputs is not confirmed; it is not ruled out either.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { Model } from '../solve/solve.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { IntType } from '../base/ctype.ts';
import type { VarId } from '../base/brand.ts';
import { arithmetic } from '../solve/by-arithmetic.ts';
import { eachNode, freeVariables, uncast } from '../base/expr-walk.ts';
import { evaluate, satisfies } from '../solve/evaluate.ts';
import { modestSizes } from './preferences.ts';
import { typeOf } from '../base/expr-build.ts';
import { messages } from './wording.ts';

/** Bytes, or elements of a product of sizes. */
const largestArray = 2n ** 40n;
/** Factors from here on are those of hashes and random generators, which wrap by design. */
const smallestScrambler = 2n ** 16n;

/** Why it could not, or null. */
export function farFetched(obligation: Obligation, model: Model): string | null {
  const { formula } = obligation;
  if (satisfies(formula, model, 'wrapping') && !satisfies(formula, model, 'ideal')) return messages.onlyOverflow;
  if (obligation.kind === 'divergence') return null;
  const address = evaluate(obligation.address, model, 'wrapping');
  const isBeyond = address !== null && (address > largestArray || address < -largestArray);
  const isLaunch = (id: VarId): boolean => formula.variables.get(id)?.copy === 'launch';
  const isHuge = isBeyond || formula.constraints.some((constraint) => hasHugeProduct(constraint, model, isLaunch));
  return isHuge && maySizesBeModest(obligation) ? messages.onlyHugeSizes : null;
}

/** Not where the source or the launch demands large ones: then those of the model are as good as any. */
function maySizesBeModest(obligation: Obligation): boolean {
  const { variables, constraints } = obligation.formula;
  const isOfLaunch = (id: VarId): boolean => variables.get(id)?.copy === 'launch';
  const stated = constraints.filter((constraint) => [...freeVariables(constraint)].every(isOfLaunch));
  return !arithmetic.refutes({ variables, constraints: [modestSizes(obligation), ...stated] });
}

/** Whether a variable is one for the whole launch. */
type IsLaunch = (id: VarId) => boolean;

function hasHugeProduct(constraint: Expr, model: Model, isLaunch: IsLaunch): boolean {
  let isHuge = false;
  eachNode(constraint, (node) => {
    if (node.kind === 'binary' && node.op === '*' && !isHuge) isHuge = isHugeProduct(node, model, isLaunch);
  });
  return isHuge;
}

function isHugeProduct(product: BinaryExpr, model: Model, isLaunch: IsLaunch): boolean {
  const type = typeOf(product);
  const [a, b] = [product.left, product.right];
  if (type.kind !== 'int' || isScrambler(a) || isScrambler(b)) return false;
  const [x, y] = [a, b].map((factor) => evaluate(factor, model, 'wrapping'));
  if (x === null || x === undefined || y === null || y === undefined) return false;
  const size = sizeOf(a, x, type, isLaunch) * sizeOf(b, y, type, isLaunch);
  return size >= (type.bits === 64 ? largestArray : 2n ** BigInt(type.bits - 1));
}

/** Whether a constant factor is one of hashes and random generators. */
export const isScrambler = (factor: Expr): boolean =>
  factor.kind === 'int' && magnitude(factor.value, factor.type) >= smallestScrambler;

/**
 * Of an unsigned argument what it is: nobody passes a stride near 2^32 or 2^64, which only wrap-around makes a short
 * one.
 */
function sizeOf(factor: Expr, value: bigint, type: IntType, isLaunch: IsLaunch): bigint {
  const inner = uncast(factor);
  return inner.kind === 'var' && inner.type.kind === 'int' && !inner.type.signed && isLaunch(inner.id)
    ? BigInt.asUintN(inner.type.bits, value)
    : magnitude(value, type);
}

/** An unsigned number above the middle counts as the negative one that it was made of. */
function magnitude(value: bigint, { bits }: IntType): bigint {
  const near = BigInt.asIntN(bits, value);
  return near < 0n ? -near : near;
}
