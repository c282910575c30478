/**
 * Small instances of a formula that multiplies or divides variables by each other: the arguments and dimensions that it
 * does this with are given small values, and what is left is linear. `y * pitch + x` with an open pitch may cost Z3 all
 * its steps; with pitch 1 it is a matter of milliseconds.
 *
 * Under-approximating: an instance that has a solution gives one of the formula. One that has none says nothing.
 */
import type { Formula, FormulaVariable } from '../obligation/obligation.ts';
import { binary, int, variable } from '../base/expr-build.ts';
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { Range } from './normal/range.ts';
import type { VarId } from '../base/brand.ts';
import { eachNode } from '../base/expr-walk.ts';
import { exactly, isEmpty } from './normal/range.ts';
import { i64 } from '../base/ctype.ts';

/**
 * What arguments (each with `step` more than the one before), threads of a block's axis, and blocks of a grid's axis
 * are, where ranges allow it. What comes `first` settles the rest: in `gridDim.x == (width + 15) / 16` the width may be
 * as small as can be, in `pitch >= gridDim.x * blockDim.x` the dimensions must leave two threads.
 */
const profiles = [
  { first: 'arguments', argument: 1n, step: 0n, blockDim: 4n, gridDim: 2n },
  // odd, since parts of a float4 never meet in rows of 8 bytes
  { first: 'dimensions', argument: 7n, step: 2n, blockDim: 32n, gridDim: 3n },
  { first: 'dimensions', argument: 0n, step: 0n, blockDim: 8n, gridDim: 2n },
] as const;
type Profile = (typeof profiles)[number];

/** One instance: the formula with the values as constraints, and the values as ranges. */
export type Instance = Readonly<{ formula: Formula; ranges: ReadonlyMap<VarId, Range> }>;

/** What a value leaves of the ranges of the other variables of a formula. */
type Narrowed = (formula: Formula, ranges: ReadonlyMap<VarId, Range>) => ReadonlyMap<VarId, Range>;

/**
 * `ranges`: of the formula's variables. `narrowed`: the same for a formula in which some have a value. None where
 * nothing is multiplied or divided by an argument or dimension without a value. Each is made when it is asked for:
 * mostly the first one has a model.
 */
export function* instancesOf(
  formula: Formula,
  ranges: ReadonlyMap<VarId, Range>,
  narrowed: Narrowed,
): Generator<Instance, undefined> {
  const open = openFactors(formula, ranges);
  if (open.length === 0) return;
  const of = (prefix: RegExp): readonly FormulaVariable[] => open.filter((v) => prefix.test(v.of));
  const [sizes, dimensions] = [[of(/^(?!(?:block|grid)Dim\.)/)], [of(/^blockDim\./), of(/^gridDim\./)]];
  const found = new Set<string>();
  for (const profile of profiles) {
    const stages = profile.first === 'arguments' ? [...sizes, ...dimensions] : [...dimensions, ...sizes];
    const instance = inStages({ formula, ranges }, stages, profile, narrowed);
    if (instance === null || !open.every(({ id }) => isSmall(instance.ranges.get(id)))) continue;
    const values = open.map(({ id }) => String(instance.ranges.get(id)?.lo)).join(' ');
    if (found.has(values)) continue;
    found.add(values);
    yield instance;
  }
}

/** The instance in which the variables of one stage after the other have a value, or null where that leaves nothing. */
function inStages(
  whole: Instance,
  stages: readonly (readonly FormulaVariable[])[],
  profile: Profile,
  narrowed: Narrowed,
): Instance | null {
  let known = whole;
  for (const [k, stage] of stages.filter(({ length }) => length > 0).entries()) {
    const within = k === 0 ? known : { ...known, ranges: narrowed(known.formula, known.ranges) };
    if ([...within.ranges.values()].some(isEmpty)) return null;
    known = given(within, stage, profile);
  }
  return known;
}

/** Products of larger numbers are far-fetched. */
const isSmall = (range: Range | undefined): boolean =>
  range?.lo !== undefined && range.lo !== null && range.lo >= -largest && range.lo <= largest;
const largest = 4096n;

function given({ formula, ranges }: Instance, variables: readonly FormulaVariable[], profile: Profile): Instance {
  const values = variables.map((v, k) => ({ v, value: closest(wanted(v, k, profile), ranges.get(v.id)) }));
  return {
    formula: { ...formula, constraints: [...values.map(({ v, value }) => equation(v, value)), ...formula.constraints] },
    ranges: new Map([...ranges, ...values.map(({ v, value }) => [v.id, exactly(value)] as const)]),
  };
}

function wanted({ of }: FormulaVariable, k: number, { argument, step, blockDim, gridDim }: Profile): bigint {
  return of.startsWith('blockDim.') ? blockDim : of.startsWith('gridDim.') ? gridDim : argument + BigInt(k) * step;
}

function closest(value: bigint, range: Range | undefined): bigint {
  if (range === undefined) return value;
  if (range.lo !== null && value < range.lo) return range.lo;
  return range.hi !== null && value > range.hi ? range.hi : value;
}

function equation(v: FormulaVariable, value: bigint): Expr {
  const type = v.type.kind === 'int' ? v.type : i64;
  return binary('==', variable(v.id, type), int(value, type));
}

/** The integers of the whole launch that multiply or divide something, or are multiplied, and have no value yet. */
function openFactors(
  { variables, constraints }: Formula,
  ranges: ReadonlyMap<VarId, Range>,
): readonly FormulaVariable[] {
  const found = new Map<VarId, FormulaVariable>();
  const isOpen = (v: FormulaVariable): boolean => {
    const range = ranges.get(v.id);
    return (
      v.copy === 'launch' &&
      (v.type.kind === 'int' || v.type.kind === 'integer') &&
      (range === undefined || range.lo === null || range.lo !== range.hi)
    );
  };
  const seen = new Set<Expr>();
  for (const constraint of constraints) {
    eachNode(constraint, (node) => {
      if (node.kind !== 'binary' || seen.has(node) || !isNonlinear(node)) return;
      seen.add(node);
      eachNode(node, (inner) => {
        const v = inner.kind === 'var' ? variables.get(inner.id) : undefined;
        if (v !== undefined && isOpen(v)) found.set(v.id, v);
      });
    });
  }
  return [...found.values()];
}

function isNonlinear({ op, left, right }: BinaryExpr): boolean {
  if (op === '*') return left.kind !== 'int' && right.kind !== 'int';
  return (op === '/' || op === '%' || op === '<<' || op === '>>') && right.kind !== 'int';
}
