/**
 * Whether a run is one that the answer speaks of: its sizes and arguments are those of the launch, and all that is
 * stated holds in it (`--assume`, the configuration, the source, host code, limits of the device), and no product of sizes overflows. Every run that
 * confirms something passes here, whatever proposed it: a model of the solver, a search, arguments that we chose.
 * Decided by evaluation, never by the solver: the machine runs the conditions alone, with the widths and conversions of
 * C, and a condition on integers must not hold by an overflow only, which is undefined.
 * Needs: the run, and the launch that it is for. Gives: why it does not count, or null. What cannot be evaluated is not
 * taken to hold.
 * Smallest example: with `--assume '(unsigned)w >= 64u'`, a run with w = 5 shows nothing, and one with w = -1 may.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { Decision, Evidence, OpenObligation } from './evidence.ts';
import type { Dim3, LaunchConfig } from '../launch/launch.ts';
import type { Expr } from '../base/expr.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { MachineReport } from '../machine/machine.ts';
import type { VarId } from '../base/brand.ts';
import { compileKernel } from '../machine/compile.ts';
import { brokenContents } from './content-facts.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { deviceLimits } from '../launch/launch.ts';
import { evaluate } from '../solve/evaluate.ts';
import { eachNode, freeVariables, mapExpr } from '../base/expr-walk.ts';
import { fill } from '../base/message.ts';
import { int } from '../base/expr-build.ts';
import { isInRange } from '../base/arithmetic.ts';
import { isHarmless } from './evidence.ts';
import { messages } from './wording.ts';
import { overflowingSize } from './overflowing-sizes.ts';
import { opaqueOf } from '../solve/opaque.ts';
import { runCompiled } from '../machine/run.ts';
import { statedOf } from './assumed.ts';
import { u32 } from '../base/ctype.ts';
import { volumeOf } from '../launch/dimensions.ts';

/** `facts`: those of the user. */
export type AnsweredLaunch = Readonly<{ kernel: Kernel; config: LaunchConfig; facts: readonly Fact[] }>;

/** Why the run does not count, for the report; null: it does. */
export function notAdmitted(run: ConcreteRun, { kernel, config, facts }: AnsweredLaunch): string | null {
  const stated: readonly Fact[] = [
    ...facts,
    ...statedOf(config),
    ...countableAxes(kernel, config),
    ...kernel.assumptions,
  ];
  const broken = brokenSize(run, kernel, config) ?? brokenArgument(run, kernel, config);
  if (broken !== null) return fill(messages.breaksLaunch, { what: broken });
  const overflowing = overflowingSize(run, kernel);
  return overflowing !== null
    ? fill(messages.sizesOverflow, { text: overflowing })
    : brokenCondition(run, kernel, stated);
}

/** {@link notAdmitted} for one launch, asked once for each run: many things are shown by one. */
export type Admission = (run: ConcreteRun) => string | null;

/** `kernel`: without the facts among its assumptions, which would be evaluated twice. */
export function admissionUnder(launch: AnsweredLaunch): Admission {
  const known = new Map<ConcreteRun, string | null>();
  return (run) => {
    const before = known.get(run);
    if (before !== undefined) return before;
    const because = notAdmitted(run, launch);
    known.set(run, because);
    return because;
  };
}

/** What is decided, without what runs show that do not count: it stays open, for the reason. */
export function withAdmitted(decision: Decision, because: Admission): Decision {
  const refused = decision.confirmed.flatMap((evidence) => {
    const text = because(evidence.run);
    return text === null ? [] : [{ evidence, text }];
  });
  if (refused.length === 0) return decision;
  const isRefused = new Set(refused.map(({ evidence }) => evidence));
  return {
    ...decision,
    confirmed: decision.confirmed.filter((evidence) => !isRefused.has(evidence)),
    equal: [
      ...decision.equal,
      ...refused.flatMap(({ evidence }) => (isHarmless(evidence) ? [evidence.obligation] : [])),
    ],
    open: [
      ...decision.open,
      ...refused.flatMap(({ evidence, text }): readonly OpenObligation[] =>
        isHarmless(evidence) ? [] : [{ obligation: evidence.obligation, status: 'possible', because: text }],
      ),
    ],
  };
}

/** Of what runs have shown, what counts. */
export function shownByAdmitted<Key>(
  shown: ReadonlyMap<Key, Evidence>,
  because: Admission,
): ReadonlyMap<Key, Evidence> {
  return new Map([...shown].filter(([, { run }]) => because(run) === null));
}

// Sizes and arguments -------------------------------------------------------------------------------------------------

function brokenSize({ block, grid, blocks }: ConcreteRun, kernel: Kernel, config: LaunchConfig): string | null {
  const threads = kernel.maxThreads ?? deviceLimits.threadsPerBlock;
  const isOpen = config.block.includes(null);
  if (!fits(block, config.block, deviceLimits.block) || (isOpen && volumeOf(block) > threads))
    return `blockDim = (${block.join(', ')})`;
  if (!fits(grid, config.grid, deviceLimits.grid) || blocks.some((id) => id < 0 || id >= volumeOf(grid)))
    return `gridDim = (${grid.join(', ')})`;
  return null;
}

/** Extents that are stated are taken as they are; others are those of a device. */
const fits = (extents: Dim3, stated: LaunchConfig['block'], limits: Dim3): boolean =>
  extents.every(
    (extent, k) =>
      Number.isInteger(extent) &&
      extent >= 1 &&
      ((stated[k] ?? null) === null ? extent <= (limits[k] ?? 1) : extent === stated[k]),
  );

function brokenArgument({ scalars }: ConcreteRun, kernel: Kernel, config: LaunchConfig): string | null {
  for (const param of kernel.params) {
    if (param.kind !== 'scalar') continue;
    const [value, known] = [scalars.get(param.name), config.scalars.get(param.name)];
    if (value === undefined) return `no value for ${param.name}`;
    const isOther =
      known !== undefined &&
      known !== value &&
      !(Number.isNaN(known) && Number.isNaN(value)) &&
      Number(known) !== Number(value);
    const isTooLarge = param.type.kind === 'int' && typeof value === 'bigint' && !isInRange(value, param.type);
    if (isOther || isTooLarge) return `${param.name} = ${value}`;
  }
  return null;
}

// Conditions ----------------------------------------------------------------------------------------------------------

/** Which of the conditions does not hold in the run, or cannot be evaluated, in words; null: all hold. */
export function brokenCondition(run: ConcreteRun, kernel: Kernel, stated: readonly Fact[]): string | null {
  if (stated.length === 0) return null;
  const contents = brokenContents(run, stated, kernel);
  if (contents !== null) return fill(messages.breaksAssumption, { text: contents });
  const values = new Map(
    kernel.params.flatMap((param): readonly (readonly [VarId, bigint])[] => {
      const value = param.kind === 'scalar' ? run.scalars.get(param.name) : undefined;
      return param.kind === 'scalar' && typeof value === 'bigint' ? [[param.id, value]] : [];
    }),
  );
  const parameters = new Set<VarId>(kernel.params.flatMap((param) => (param.kind === 'scalar' ? [param.id] : [])));
  for (const { condition, text, about } of stated) {
    if (about !== undefined) continue;
    const isKnown = [...freeVariables(condition)].every((id) => parameters.has(id));
    const outcome = isKnown ? machineSays(run, kernel, { condition, text }) : 'unknown';
    if (outcome === 'unknown') return fill(messages.assumptionNotEvaluated, { text });
    if (outcome === 'broken' || holdsByOverflow(condition, run, values))
      return fill(messages.breaksAssumption, { text });
  }
  return null;
}

const limits = { maxSteps: 1_000_000, maxBytes: 64 * 1024 * 1024 } as const;

/** What a kernel that does nothing but start with the condition says of it, in each thread of the run. */
function machineSays(run: ConcreteRun, kernel: Kernel, { condition, text }: Fact): 'holds' | 'broken' | 'unknown' {
  const asked: Kernel = {
    ...kernel,
    body: [],
    arrays: new Map(),
    assumptions: [{ condition, text, span: kernel.span }],
  };
  const report = runCompiled(
    compileKernel(asked),
    { ...run, arrays: new Map(), schedule: { kind: 'canonical' } },
    limits,
  );
  if (report.faults.some(({ kind }) => kind === 'division-by-zero') || !isWhole(report)) return 'unknown';
  return report.faults.length > 0 ? 'broken' : 'holds';
}

const isWhole = ({ outcome, inventedValues }: MachineReport): boolean =>
  outcome.kind === 'completed' && !inventedValues;

/** Whether the condition on integers is false as soon as signed arithmetic does not wrap around. */
function holdsByOverflow(condition: Expr, { block, grid }: ConcreteRun, values: ReadonlyMap<VarId, bigint>): boolean {
  const sizes = new Map(
    (['x', 'y', 'z'] as const).flatMap((axis, k): readonly (readonly [string, number])[] => [
      [`blockDim.${axis}`, block[k] ?? 1],
      [`gridDim.${axis}`, grid[k] ?? 1],
    ]),
  );
  const closed = mapExpr(condition, (node) => {
    const size = node.kind === 'builtin' ? sizes.get(node.name) : undefined;
    return size === undefined ? node : int(size, u32);
  });
  return !hasOpaque(condition) && evaluate(closed, { values, functions: new Map() }, 'ideal') === 0n;
}

/** Whether it says something of values that are no integers. */
function hasOpaque(condition: Expr): boolean {
  let found = false;
  eachNode(condition, (node) => {
    found ||= opaqueOf(node) !== null;
  });
  return found;
}
