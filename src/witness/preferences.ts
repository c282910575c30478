/**
 * Wishes for models that people can read and machines can run fast, and the constraint that asks for another model.
 * Wishes are kept as far as the formula allows, the first ones first.
 */
import type { FormulaVariable, Obligation } from '../obligation/obligation.ts';
import { all, binary, int, not, typeOf, variable } from '../base/expr-build.ts';
import type { Expr } from '../base/expr.ts';
import type { IntType } from '../base/ctype.ts';
import type { Model } from '../solve/solve.ts';
import { i64 } from '../base/ctype.ts';
import type { VarId } from '../base/brand.ts';

/** Bounds of a value; null: none. */
type Range = Readonly<{ lo: bigint | null; hi: bigint | null }>;

const launchIndex = /^(threadIdx|blockIdx|blockDim|gridDim)\.[xyz]$/;

export function preferSmall(obligation: Obligation): readonly Expr[] {
  const variables = [...obligation.formula.variables.values()];
  const dimension = (prefix: string, limit: number): readonly Expr[] =>
    variables.filter((v) => v.of.startsWith(prefix)).flatMap((v) => atMost(v, limit));
  const turns = [...obligation.turns.first, ...obligation.turns.second].flatMap(({ turn }) => {
    const type = typeOf(turn);
    return type.kind === 'int' ? [binary('<=', turn, int(3, type))] : [];
  });
  const isOfBlock = obligation.kind === 'race' && obligation.scope === 'block';
  return [
    ...dimension('blockDim.', 64),
    ...dimension('gridDim.', 4),
    ...dimension('blockIdx.', 3),
    ...dimension('threadIdx.', 63),
    ...plainArguments(obligation, () => unbounded),
    ...turns,
    ...(isOfBlock ? apart(variables) : []),
    ...neighbours(variables),
    ...dimension('blockIdx.', 1),
    ...(isOfBlock ? [] : dimension('threadIdx.', 31)),
    ...variables
      .filter((v) => v.copy !== 'launch' && !launchIndex.test(v.of))
      .flatMap((v) => [...atLeast(v, 0), ...atMost(v, 256)]),
  ];
}

const isArgument = (v: FormulaVariable): boolean => v.copy === 'launch' && !launchIndex.test(v.of);

/** An argument beyond this may keep the machine busy for as many turns. */
const largeArgument = 4096n;

/**
 * That all arguments are small and positive, but for those whose bounds do not let them: what a person would try first.
 */
export const plainArguments = (obligation: Obligation, boundsOf: (id: VarId) => Range): readonly Expr[] =>
  [...obligation.formula.variables.values()]
    .filter(isArgument)
    .filter(({ id }) => mayBeWithin(boundsOf(id), 1n, 256n))
    .flatMap((v) => [...atLeast(v, 1), ...atMost(v, 256)]);

const mayBeWithin = ({ lo, hi }: Range, least: bigint, most: bigint): boolean =>
  (lo === null || lo <= most) && (hi === null || hi >= least);
const unbounded: Range = { lo: null, hi: null };

/** That the arguments are small, where the model has a large one; null where it has none. */
export function smallArguments(obligation: Obligation, model: Model): readonly Expr[] | null {
  const own = [...obligation.formula.variables.values()].filter(isArgument);
  const isLarge = (value: bigint): boolean => value > largeArgument || value < -largeArgument;
  return own.some((v) => isLarge(model.values.get(v.id) ?? 0n))
    ? own.flatMap((v) => [...atLeast(v, 0), ...atMost(v, 256)])
    : null;
}

/**
 * That no argument, dimension of the grid or value that is read is so large that a product of them overflows; what the
 * model has not.
 */
export function modestSizes(obligation: Obligation): Expr {
  const free = [...obligation.formula.variables.values()].filter(
    (v) => !launchIndex.test(v.of) || v.of.startsWith('gridDim.'),
  );
  return all(
    free.flatMap((v) => [
      ...(isSigned(v) ? atLeast(v, -Number(largeArgument)) : []),
      ...atMost(v, Number(largeArgument)),
    ]),
  );
}

function isSigned(v: FormulaVariable): boolean {
  return intTypeOf(v)?.signed === true;
}

/** The C integer type that the variable's expressions have, or null. */
function intTypeOf(v: FormulaVariable): IntType | null {
  if (v.type.kind === 'integer') return i64;
  return v.type.kind === 'int' ? v.type : null;
}

function atMost(v: FormulaVariable, limit: number): readonly Expr[] {
  const type = intTypeOf(v);
  return type === null ? [] : [binary('<=', variable(v.id, type), int(fitting(limit, type), type))];
}
const fitting = (limit: number, type: IntType): number =>
  type.bits === 8 ? Math.max(-128, Math.min(limit, 127)) : limit;

function atLeast(v: FormulaVariable, limit: number): readonly Expr[] {
  const type = intTypeOf(v);
  return type === null ? [] : [binary('>=', variable(v.id, type), int(fitting(limit, type), type))];
}

/** Equal in y and z, and the second next to the first in x. */
function neighbours(variables: readonly FormulaVariable[]): readonly Expr[] {
  return variables
    .filter((v) => v.copy === 'first' && v.of.startsWith('threadIdx.'))
    .flatMap((first) => {
      const second = variables.find((v) => v.copy === 'second' && v.of === first.of);
      const type = intTypeOf(first);
      if (second === undefined || type === null) return [];
      const [a, b] = [variable(first.id, type), variable(second.id, type)];
      return first.of === 'threadIdx.x' ? [binary('==', b, binary('+', a, int(1, type)))] : [binary('==', a, b)];
    });
}

/**
 * That the two threads are of different warps, as far as one axis tells: a reader takes the threads of one warp to step
 * together. The other sides of 32 in x; rows two apart in y, as of blocks that are 16 threads wide.
 */
function apart(variables: readonly FormulaVariable[]): readonly Expr[] {
  const sides = [
    ['threadIdx.x', 31, 32],
    ['threadIdx.y', 0, 2],
  ] as const;
  const ways = sides.flatMap(([name, most, least]) => {
    const [first, second] = (['first', 'second'] as const).map((copy) =>
      variables.find((v) => v.copy === copy && v.of === name),
    );
    return first === undefined || second === undefined
      ? []
      : [
          all([...atMost(first, most), ...atLeast(second, least)]),
          all([...atMost(second, most), ...atLeast(first, least)]),
        ];
  });
  return ways.length === 0 ? [] : [ways.reduce((a, b) => binary('||', a, b))];
}

/** That threads, blocks or parameters are other than in the model; null when there is nothing to vary. */
export function blockModel(obligation: Obligation, model: Model): Expr | null {
  const parts = [...obligation.formula.variables.values()].flatMap((v) => {
    const value = model.values.get(v.id);
    if (value === undefined || (v.copy !== 'launch' && !launchIndex.test(v.of))) return [];
    if (v.type.kind === 'bool') return [value === 0n ? not(variable(v.id, v.type)) : variable(v.id, v.type)];
    const type = intTypeOf(v);
    return type === null ? [] : [binary('==', variable(v.id, type), int(value, type))];
  });
  return parts.length === 0 ? null : not(all(parts));
}
