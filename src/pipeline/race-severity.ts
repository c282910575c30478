/**
 * What a finding rests on that nobody states: the size of a launch, arguments, contents of arrays, which the solver
 * chose. It is then a warning that names what was chosen, and no error. Needs: confirmed races of one cause. Gives: their
 * message and severity.
 */
import type { VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { RaceEvidence } from './evidence.ts';
import type { ArrayDecl, Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import type { Described } from '../verdict/catalogue.ts';
import type { Statements } from './race-codes.ts';
import { statedValues } from '../launch/stated-values.ts';
import { freeVariables, operandsOf } from '../base/expr-walk.ts';
import { skippedLoop } from './skipped-loops.ts';
import { contentsBehind } from './contents.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import type { FindingInput } from './draft.ts';

/**
 * The race with what it rests on. `condition`: under which it cannot happen, and the kernel is proved; null: none.
 * `plain`: the race as if everything about it were stated.
 */
export function weighed(
  group: readonly [RaceEvidence, ...RaceEvidence[]],
  condition: string | null,
  statements: Statements,
  input: FindingInput,
  plain: Described,
): Described {
  if (condition !== null) return onCondition(plain);
  const { obligation } = group[0];
  const ruledOut = whereRuledOut(obligation, input, plain);
  if (ruledOut !== null) return ruledOut;
  const onUsual = withUnusualArguments(group, input, underChosen(group, input, plain));
  return withUnsettled(obligation, input, withSkippedLoop(obligation, statements, input, onUsual));
}

/** Where the first thread of a block leaves early, others may keep the block's memory there. */
export const untilFirstLeaves = (array: ArrayDecl | undefined, described: Described): Described =>
  array?.isOfCluster === 'life of one'
    ? { ...described, severity: 'warning', message: fill(messages.firstLeaves, { message: described.message }) }
    : described;

/** A race that usual arguments rule out is no error. */
const onCondition = (described: Described): Described => ({
  ...described,
  severity: described.severity === 'info' ? 'info' : 'warning',
});

/** Nor is one that usual arguments rule out by itself, which says more than what was chosen; null: there are none. */
function whereRuledOut(obligation: RaceObligation, { conditions }: FindingInput, plain: Described): Described | null {
  const found = conditions.unsettled.get(obligation);
  return found?.isProved === true
    ? onCondition({ ...plain, message: fill(messages.branchAlone, { message: plain.message, text: found.text }) })
    : null;
}

/** Nor is one that usual arguments may rule out, as far as was found. */
function withUnsettled(
  obligation: RaceObligation,
  { conditions, kernel, config }: FindingInput,
  described: Described,
): Described {
  const found = conditions.unsettled.get(obligation);
  if (described.severity !== 'error') return described;
  if (!conditions.areSought)
    return isOnArguments(obligation, kernel, config)
      ? { ...described, severity: 'warning', message: fill(messages.branchUnsought, { message: described.message }) }
      : described;
  if (found === undefined) return described;
  return {
    ...described,
    severity: 'warning',
    message: fill(messages.branchUnsettled, { message: described.message, text: found.text }),
  };
}

/** Whether the two threads meet under something that is said of arguments which no launch states. */
function isOnArguments({ formula: { variables } }: RaceObligation, kernel: Kernel, config: LaunchConfig): boolean {
  const stated = statedValues(config);
  return kernel.params.some(
    (param) =>
      param.kind === 'scalar' && !stated.has(param.id) && [...variables.values()].some(({ of }) => of === param.id),
  );
}

const axes = ['x', 'y', 'z'] as const;

/**
 * A parameter of the template for which no argument was found, or a name that nothing declares: what was chosen for it
 * may not exist, which is said, and no error.
 */
function underChosenInstance(
  { kernel, config }: Pick<FindingInput, 'kernel' | 'config'>,
  described: Described,
): Described {
  const stated = statedValues(config);
  const names = kernel.params.flatMap((param) =>
    param.kind === 'scalar' &&
    isSymbolic(kernel, param.name) &&
    !config.scalars.has(param.name) &&
    !stated.has(param.id)
      ? [`\`${param.name}\``]
      : [],
  );
  if (names.length === 0 || described.severity !== 'error') return described;
  return {
    ...described,
    severity: 'warning',
    message: fill(messages.chosenInstance, { message: described.message, names: names.join(', ') }),
  };
}

/** Whether the scalar is none of the function's parameters. */
const isSymbolic = ({ formals }: Kernel, name: string): boolean => !formals.includes(name.split('.')[0] ?? name);

/**
 * Where no launch states the block, the solver chose one, and the code may never be launched like that: said, and no
 * error. The same for the grid, but one that a launch computes, as from the length of an array, is meant to have
 * several blocks.
 */
export function underChosenLaunch(input: Pick<FindingInput, 'kernel' | 'config'>, plain: Described): Described {
  const { config } = input;
  const described = underChosenInstance(input, plain);
  const isBlockKnown = config.block.every((extent) => extent !== null);
  const isGridKnown =
    config.grid.every(
      (extent, k) => extent !== null || config.computed?.includes(`gridDim.${axes[k] ?? ''}`) === true,
    ) || !['SW104', 'SW106', 'SW404', 'SW405', 'SW406', 'SW407'].includes(described.code);
  if ((isBlockKnown && isGridKnown) || described.severity === 'info') return described;
  const what = isBlockKnown ? 'grid' : 'block';
  return {
    ...described,
    severity: 'warning',
    message: fill(config.span === null ? messages.chosenSize : messages.openSize, { message: described.message, what }),
  };
}

/**
 * Where launch, contents and arguments are ours, what the race rests on is named: the launch if usual ones do not show
 * it, else what addresses are computed from.
 */
function underChosen(
  group: readonly [RaceEvidence, ...RaceEvidence[]],
  input: FindingInput,
  plain: Described,
): Described {
  const onLaunch = underChosenLaunch(input, plain);
  if (onLaunch.severity === plain.severity || underChosenInstance(input, plain) !== plain)
    return onValues(group, input, onLaunch);
  const other = onValues(group, input, plain);
  return other.severity === plain.severity || input.restsOnLaunch(group) ? onLaunch : other;
}

const onValues = (
  group: readonly [RaceEvidence, ...RaceEvidence[]],
  input: FindingInput,
  described: Described,
): Described => withChosenArguments(group[0].obligation, input, withChosenContents(group, input, described));

/**
 * Where an address rests on a scalar argument that no launch states, the solver chose its value, and a caller may never
 * pass it (a row stride below the row's length, a size that is no power of two): said, and no error.
 */
function withChosenArguments(
  obligation: RaceObligation,
  { kernel, config }: FindingInput,
  described: Described,
): Described {
  const indices = [obligation.first, obligation.second].flatMap(({ place }) =>
    place.subscripts.map(({ index }) => index),
  );
  const read = withDefinitions(new Set(indices.flatMap((index) => [...freeVariables(index)])), obligation.formula);
  const stated = statedValues(config);
  const names = kernel.params.flatMap((param) =>
    param.kind === 'scalar' && read.has(param.id) && !stated.has(param.id) ? [`\`${param.name}\``] : [],
  );
  if (names.length === 0 || described.severity !== 'error') return described;
  return {
    ...described,
    severity: 'warning',
    message: fill(messages.chosenValues, { message: described.message, names: names.join(', ') }),
  };
}

/** The variables that the value is made of, but for those that only choose it. */
function valueVariables(expr: Expr): readonly VarId[] {
  if (expr.kind === 'var') return [expr.id];
  return (expr.kind === 'select' ? [expr.then, expr.otherwise] : operandsOf(expr)).flatMap(valueVariables);
}

/**
 * The variables with those that stand in their definitions: of long expressions, which have names
 * (protocol/builder.ts).
 */
function withDefinitions(read: Set<VarId>, { variables, constraints }: RaceObligation['formula']): ReadonlySet<VarId> {
  const own = (id: VarId): VarId => variables.get(id)?.of ?? id;
  const definitions = constraints.flatMap((one) =>
    one.kind === 'binary' && one.op === '==' && one.left.kind === 'var' && variables.get(one.left.id)?.copy !== 'launch'
      ? [{ name: own(one.left.id), value: one.right }]
      : [],
  );
  for (let before = -1; before !== read.size;) {
    before = read.size;
    for (const { name, value } of definitions)
      if (read.has(name)) for (const id of valueVariables(value)) read.add(own(id));
  }
  return read;
}

/** The same where the arguments reach the address by detours, and usual sizes show nothing. */
function withUnusualArguments(group: readonly RaceEvidence[], input: FindingInput, described: Described): Described {
  const names = described.severity === 'error' ? input.unusual(group).map((name) => `\`${name}\``) : [];
  if (names.length === 0) return described;
  return {
    ...described,
    severity: 'warning',
    message: fill(messages.unusualValues, { message: described.message, names: names.join(', ') }),
  };
}

/**
 * Where an address is an element of an array, the contents are ours, and a program may see to it that no two collide:
 * said, and no error.
 */
function withChosenContents(
  group: readonly [RaceEvidence, ...RaceEvidence[]],
  { kernel, unusualContents }: FindingInput,
  described: Described,
): Described {
  if (described.severity !== 'error') return described;
  const behind = contentsBehind(group[0].obligation, kernel).map((id) => kernel.arrays.get(id)?.name ?? id);
  const names = (behind.length > 0 ? behind : unusualContents(group)).map((name) => `\`${name}\``);
  if (names.length === 0) return described;
  return {
    ...described,
    severity: 'warning',
    message: fill(messages.chosenContents, { message: described.message, names: names.join(', ') }),
  };
}

/** Where a loop with barriers must make no iterations, as of empty input, and no launch says so: said, and no error. */
function withSkippedLoop(
  obligation: RaceObligation,
  statements: Statements,
  { kernel, config }: FindingInput,
  described: Described,
): Described {
  const loop = described.severity === 'error' ? skippedLoop(obligation, kernel, config) : null;
  if (loop === null) return described;
  const line = statements.get(loop.id)?.line ?? kernel.span.line;
  return {
    ...described,
    severity: 'warning',
    message: fill(messages.skippedLoop, { message: described.message, line }),
  };
}
