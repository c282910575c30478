/**
 * Meetings of lanes, of tiles and of the grid that some miss (SW211, SW212). Where it is not proved that nobody misses
 * them (lanes.ts), each launch is run on the machine: what two threads do whose ways depend on no data
 * (machine/partings.ts) they do whatever memory holds. Where the launch leaves sizes or arguments open, some usual ones
 * are tried, and only what all of them show is told.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { CompiledKernel } from '../machine/compiled.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Draft } from './draft.ts';
import type { Expr } from '../base/expr.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel, Param, Stmt } from '../ir/ir.ts';
import type { Dim3, LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineParting } from '../machine/machine.ts';
import type { MissedFault } from '../repair/fault.ts';
import type { Span } from '../base/span.ts';
import type { StmtId } from '../base/brand.ts';
import type { WitnessAccess } from '../verdict/finding.ts';
import type { LaneDecision } from './lanes.ts';
import type { Solver } from '../solve/solve.ts';
import { notAdmitted } from './admitted.ts';
import { breaksAssumption, compileAssuming, statedOf } from './assumed.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import { deviceLimits } from '../launch/launch.ts';
import { assignedIn, bodiesOf, eachStmt, synchronizesGrid } from '../ir/walk.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { decideLanes } from './lanes.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { laneGroupOf } from '../ir/lane-groups.ts';
import { lanesMissed, membersMissed } from '../verdict/catalogue.ts';
import { mergeArrays } from '../ir/merge-arrays.ts';
import { runCompiled } from '../machine/run.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `threads`: of a grid that is run as a whole, where its barriers are looked at. */
const limits = { maxSteps: 3_000_000, maxBytes: 64 * 1024 * 1024, threads: 16_384 } as const;
/** Whole warps along x, as they are written for. */
const usualBlocks: readonly Dim3[] = [
  [64, 1, 1],
  [32, 4, 1],
  [256, 1, 1],
];

/**
 * `divergent`: where barriers stand that only some threads of a block reach: of lanes that are missed there, that is
 * the cause. `showsModels`: of lanes.ts.
 */
type PartingInput = Readonly<{
  kernel: Kernel;
  launches: readonly LaunchConfig[];
  facts: readonly Fact[];
  divergent: ReadonlySet<number>;
  level: 'block' | 'grid';
  warpModel: WarpModel;
  solver: Solver;
  deadline: Deadline;
  showsModels: boolean;
  textAt: (span: Span) => string;
}>;
type Seen = Readonly<{ parting: MachineParting; run: ConcreteRun; config: LaunchConfig; condition: string | null }>;
/** A meeting that some miss, and a run that shows it of the kernel as it is. */
export type Missed = Readonly<{ fault: MissedFault; span: Span; run: ConcreteRun; isAliased: boolean }>;
/**
 * `assumed`: on which a proof of the kernel rests, in words. `assumptions`: routine ones. `conditions`: under which it
 * is one (decision 0034).
 */
export type Partings = Readonly<{
  drafts: readonly Draft[];
  missed: readonly Missed[];
  assumed: readonly string[];
  assumptions: readonly string[];
  conditions: readonly string[];
}>;
export const noPartings: Partings = { drafts: [], missed: [], assumed: [], assumptions: [], conditions: [] };

export async function partingsOf(input: PartingInput): Promise<Partings> {
  const statements = statementsOf(input.kernel.body);
  const meetings = [...statements.values()].filter(({ stmt }) => laneGroupOf(stmt) !== null);
  const hasGrid = synchronizesGrid(input.kernel.body);
  if (meetings.length === 0 && !hasGrid) return noPartings;
  const drafts: Draft[] = [];
  const missed: Missed[] = [];
  const decided: LaneDecision[] = [];
  for (const config of input.launches) {
    const kernel =
      (config.aliases.length === 0 ? null : mergeArrays(input.kernel, config.aliases, config.shifts)) ?? input.kernel;
    const lanes = await decideLanes({
      ...input,
      kernel,
      config,
      facts: [...input.facts, ...countableAxes(kernel, config)],
    });
    decided.push(lanes);
    const proposed = lanes.shown.map((evidence): Seen => ({ ...evidence, config }));
    const known = new Set(proposed.map(({ parting }) => parting.barrier));
    const isSettled = !hasGrid && [...lanes.open].every((id) => known.has(id));
    const ran = isSettled
      ? []
      : shownByAll(compileAssuming(input.kernel, [...statedOf(config), ...input.facts]), config, input).filter(
          ({ parting }) => !known.has(parting.barrier),
        );
    const seen = [...proposed, ...ran].filter(
      ({ run }) => notAdmitted(run, { kernel, config, facts: input.facts }) === null,
    );
    const told = seen.filter(
      ({ parting: { span, otherAt } }) =>
        !input.divergent.has(span.start) && (otherAt.span === null || !input.divergent.has(otherAt.span.start)),
    );
    drafts.push(...told.map((seen) => draftOf(seen, statements, input)));
    missed.push(...told.map((seen) => missedIn(seen, statements, input)));
  }
  return {
    drafts,
    missed,
    ...wordsOf(decided, statements, input.kernel),
    assumptions: decided.flatMap(({ assumptions }) => assumptions),
  };
}

/**
 * What was not proved of meetings, and no run denies: a condition on the kernel where what memory holds may part the
 * lanes.
 */
function wordsOf(
  decided: readonly LaneDecision[],
  statements: Statements,
  kernel: Kernel,
): Pick<Partings, 'assumed' | 'conditions'> {
  const words = (text: string, ids: ReadonlySet<StmtId>): readonly string[] => {
    const spans = [...ids].flatMap((id) => statements.get(id)?.stmt.span ?? []).sort((a, b) => a.start - b.start);
    const lines = [
      ...new Set(spans.map(({ file, line }) => (file === kernel.span.file ? `${line}` : `${line} of ${file}`))),
    ];
    return lines.length === 0 ? [] : [fill(text, { places: inLines(lines) })];
  };
  const ofData = new Set(decided.flatMap((one) => [...one.ofData]));
  const open = new Set(decided.flatMap((one) => [...one.open]).filter((id) => !ofData.has(id)));
  const inRows = decided.some(({ rows }) => rows.size > 0) ? [messages.wholeWarpRows] : [];
  return {
    assumed: [...words(messages.lanesArriveTogether, open), ...inRows],
    conditions: words(messages.raceFreeTogether, ofData),
  };
}

function inLines(lines: readonly string[]): string {
  if (lines.length === 1) return `line ${lines.join()}`;
  const shown = lines.length > 6 ? [...lines.slice(0, 6), `${lines.length - 6} more`] : lines;
  return `lines ${shown.slice(0, -1).join(', ')} and ${shown.slice(-1).join()}`;
}

/**
 * What every run shows that breaks no assumption; the first one's. A mask that rests on arguments of ours is no
 * evidence.
 */
function shownByAll(
  compiled: CompiledKernel,
  config: LaunchConfig,
  { warpModel, deadline }: PartingInput,
): readonly Seen[] {
  const runs: (readonly Seen[])[] = [];
  for (const run of runsOf(compiled.kernel, config, warpModel)) {
    if (deadline.passed()) return [];
    const report = runCompiled(compiled, run, { ...limits, isTimeUp: deadline.passed });
    if (breaksAssumption(report)) continue;
    if (report.partings.length === 0) return [];
    runs.push(report.partings.map((parting) => ({ parting, run, config, condition: null })));
  }
  const [first = [], ...others] = runs;
  if (isOpen(compiled.kernel, config) && others.length === 0) return [];
  const chosen = chosenMasks(compiled.kernel, config);
  return first.filter(
    ({ parting }) =>
      !chosen.has(parting.barrier) &&
      others.every((shown) => shown.some((one) => one.parting.barrier === parting.barrier)),
  );
}

/** Meetings of which the mask rests on arguments that no launch states. */
function chosenMasks({ body, params }: Kernel, config: LaunchConfig): ReadonlySet<StmtId> {
  const reached = new Set(
    params.flatMap((param) => (param.kind === 'scalar' && !config.scalars.has(param.name) ? [param.id] : [])),
  );
  const rests = (expr: Expr): boolean => [...freeVariables(expr)].some((id) => reached.has(id));
  const found = new Set<StmtId>();
  for (let before = -1; reached.size > before;) {
    before = reached.size;
    eachStmt(body, (stmt) => {
      const isGuarded = (stmt.kind === 'branch' && rests(stmt.when)) || (stmt.kind === 'loop' && rests(stmt.condition));
      if (isGuarded) for (const target of assignedIn([stmt])) reached.add(target);
      if (stmt.kind === 'assign' && rests(stmt.value)) reached.add(stmt.target);
      if (stmt.kind === 'lanes' && stmt.operands.some(rests)) reached.add(stmt.target);
      const mask =
        stmt.kind === 'lanes'
          ? stmt.mask
          : stmt.kind === 'barrier' && stmt.scope.kind === 'warp'
            ? stmt.scope.mask
            : null;
      if (mask !== null && rests(mask)) found.add(stmt.id);
    });
  }
  return found;
}

const scalarsOf = (kernel: Kernel): readonly Extract<Param, { kind: 'scalar' }>[] =>
  kernel.params.flatMap((param) => (param.kind === 'scalar' ? [param] : []));
const isOpen = (kernel: Kernel, config: LaunchConfig): boolean =>
  config.block.includes(null) || scalarsOf(kernel).some(({ name }) => !config.scalars.has(name));

/** All that the launch says, or some usual ones of those that it allows. */
function runsOf(kernel: Kernel, config: LaunchConfig, warpModel: WarpModel): readonly ConcreteRun[] {
  const grid = closedDimensions(config.grid, [3, 1, 1]);
  const isWhole =
    synchronizesGrid(kernel.body) &&
    volumeOf(grid) * volumeOf(closedDimensions(config.block, [256, 1, 1])) <= limits.threads;
  const blocks = isWhole ? Array.from({ length: volumeOf(grid) }, (_, k) => k) : [...new Set([0, volumeOf(grid) - 1])];
  const shapes = config.block.includes(null)
    ? usualBlocks
        .map((usual) => closedDimensions(config.block, usual))
        .filter((shape) => volumeOf(shape) <= deviceLimits.threadsPerBlock)
    : [closedDimensions(config.block, [1, 1, 1])];
  return shapes.flatMap((block) => {
    const values = scalarsOf(kernel).every(({ name }) => config.scalars.has(name))
      ? [0]
      : [2 * volumeOf(block) * volumeOf(grid), volumeOf(block), 3, 100];
    return values.map((value): ConcreteRun => {
      const scalars = new Map(
        scalarsOf(kernel).map(
          ({ name, type }) =>
            [
              name,
              config.scalars.get(name) ??
                (type.kind === 'float' ? 1 : type.kind === 'bool' ? BigInt(value % 2) : BigInt(value)),
            ] as const,
        ),
      );
      return { block, grid, blocks, scalars, arrays: new Map(), schedule: { kind: 'canonical' }, warpModel };
    });
  });
}

function draftOf({ parting, run, config, condition }: Seen, statements: Statements, input: PartingInput): Draft {
  const { kernel, textAt } = input;
  const { span, otherAt, waiting, other, how } = parting;
  const otherSpan = otherAt.span ?? statements.get(parting.barrier)?.around ?? span;
  const isGroup = isOfGroup(statements.get(parting.barrier)?.stmt, textAt(span));
  const described = (isGroup ? membersMissed : lanesMissed)({
    isGroup,
    how,
    what: shortened(textAt(span)),
    line: span.line,
    waiting,
    other,
    otherLine: otherAt.span?.line ?? null,
  });
  const ours =
    condition !== null
      ? fill(messages.notWhere, { condition })
      : config.block.includes(null)
        ? config.span === null
          ? messages.chosenBlock
          : messages.openBlock
        : isOpen(kernel, config)
          ? messages.chosenArguments
          : '';
  const accesses: readonly [WitnessAccess, WitnessAccess] = [
    placed(waiting, span, 'barrier', input),
    placed(other, otherSpan, otherAt.kind === 'exited' ? 'exited' : 'barrier', input),
  ];
  return {
    ...described,
    severity: ours === '' ? described.severity : 'warning',
    message: `${described.message}${ours}`,
    status: 'confirmed',
    condition,
    kernel: kernel.name,
    span,
    array: null,
    related:
      how === 'left-out'
        ? []
        : [{ span: otherSpan, note: otherAt.span === null ? messages.otherBypasses : messages.otherIs }],
    pairs: [{ first: span, second: otherSpan, array: null }],
    witness: { run, launch: config, accesses, address: null, interval: null, warpModel: input.warpModel },
    parts: { kernel: kernel.name, array: null, code: described.code, statements: [textAt(span), how] },
  };
}

function missedIn(
  { parting: { barrier, span, how }, run, config }: Seen,
  statements: Statements,
  { textAt }: PartingInput,
): Missed {
  const code = isOfGroup(statements.get(barrier)?.stmt, textAt(span)) ? 'SW212' : 'SW211';
  return {
    fault: { kind: 'missed', code, meeting: barrier, isLeftOut: how === 'left-out' },
    span,
    run,
    isAliased: config.aliases.length > 0,
  };
}

function placed(
  { block, thread }: MachineParting['waiting'],
  span: Span,
  mode: WitnessAccess['mode'],
  { textAt }: PartingInput,
): WitnessAccess {
  return { block, thread, span, expression: shortened(textAt(span)), mode, value: null, loops: [] };
}

/** Each statement, with the branch or loop that it stands in. */
type Statements = ReadonlyMap<StmtId, Readonly<{ stmt: Stmt; around: Span | null }>>;

function statementsOf(
  body: readonly Stmt[],
  around: Span | null = null,
  found: Map<StmtId, Readonly<{ stmt: Stmt; around: Span | null }>> = new Map(),
): Statements {
  for (const stmt of body) {
    found.set(stmt.id, { stmt, around });
    const inner = stmt.kind === 'branch' || stmt.kind === 'loop' ? stmt.span : around;
    for (const list of bodiesOf(stmt)) statementsOf(list, inner, found);
  }
  return found;
}

/**
 * Whether it is a member of a cooperative group, or called with one, and no intrinsic that is given a mask, nor a macro
 * for that.
 */
const isOfGroup = (stmt: Stmt | undefined, text: string): boolean =>
  (stmt?.kind === 'barrier' && stmt.scope.kind !== 'warp') ||
  /^\w*(?:\.|->|::|\([^()]*\)\.|<)|^(?:sync|reduce|inclusive_scan|exclusive_scan)\(/.test(text);

const shortened = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 57)}...`).replace(/\s+/g, ' ');
