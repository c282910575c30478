/**
 * Meetings of lanes, of tiles and of the grid that some miss (SW211, SW212): each launch is run on the machine, and what two threads
 * do whose ways depend on no data (machine/partings.ts) they do whatever memory holds. Where the launch leaves sizes or arguments
 * open, some usual ones are tried, and only what all of them show is told. Shows faults, proves nothing.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { CompiledKernel } from '../machine/compiled.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Draft } from './findings.ts';
import type { Expr } from '../base/expr.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel, Param, Stmt } from '../ir/ir.ts';
import type { Dim3, LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineParting } from '../machine/machine.ts';
import type { Span } from '../base/span.ts';
import type { StmtId } from '../base/brand.ts';
import type { WitnessAccess } from '../verdict/finding.ts';
import { breaksAssumption, compileAssuming } from './assumed.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import { deviceLimits } from '../launch/launch.ts';
import { assignedIn, bodiesOf, eachStmt } from '../ir/walk.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { lanesMissed, membersMissed } from '../verdict/catalogue.ts';
import { runCompiled } from '../machine/run.ts';

const limits = { maxSteps: 3_000_000, maxBytes: 64 * 1024 * 1024 } as const;
/** Whole warps along x, as they are written for. */
const usualBlocks: readonly Dim3[] = [[64, 1, 1], [32, 4, 1], [256, 1, 1]];

/** `divergent`: where barriers stand that only some threads of a block reach: of lanes that are missed there, that is the cause. */
type PartingInput = Readonly<{ kernel: Kernel; launches: readonly LaunchConfig[]; facts: readonly Fact[]; divergent: ReadonlySet<number>; warpModel: WarpModel; deadline: Deadline; textAt: (span: Span) => string }>;
type Seen = Readonly<{ parting: MachineParting; run: ConcreteRun; config: LaunchConfig }>;

export function partingFindings(input: PartingInput): readonly Draft[] {
  const { kernel, launches, facts } = input;
  if (!meets(kernel)) return [];
  return launches.flatMap((config) => {
    const compiled = compileAssuming(kernel, [...config.facts, ...facts]);
    return shownByAll(compiled, config, input).filter(({ parting: { otherAt } }) => otherAt.span === null || !input.divergent.has(otherAt.span.start)).map((seen) => draftOf(seen, input));
  });
}

/** Whether lanes or blocks meet in it that may be missed. */
function meets(kernel: Kernel): boolean {
  let found = false;
  eachStmt(kernel.body, (stmt) => {
    found ||= (stmt.kind === 'lanes' && stmt.mask !== null) || (stmt.kind === 'barrier' && ['warp', 'tile', 'grid'].includes(stmt.scope.kind));
  });
  return found;
}

/** What every run shows that breaks no assumption; the first one's. A mask that rests on arguments of ours is no evidence. */
function shownByAll(compiled: CompiledKernel, config: LaunchConfig, { warpModel, deadline }: PartingInput): readonly Seen[] {
  const runs: (readonly Seen[])[] = [];
  for (const run of runsOf(compiled.kernel, config, warpModel)) {
    if (deadline.passed()) return [];
    const report = runCompiled(compiled, run, { ...limits, isTimeUp: deadline.passed });
    if (breaksAssumption(report)) continue;
    if (report.partings.length === 0) return [];
    runs.push(report.partings.map((parting) => ({ parting, run, config })));
  }
  const [first = [], ...others] = runs;
  if (isOpen(compiled.kernel, config) && others.length === 0) return [];
  const chosen = chosenMasks(compiled.kernel, config);
  return first.filter(({ parting }) => !chosen.has(parting.barrier) && others.every((shown) => shown.some((one) => one.parting.barrier === parting.barrier)));
}

/** Meetings of which the mask rests on arguments that no launch states. */
function chosenMasks({ body, params }: Kernel, config: LaunchConfig): ReadonlySet<StmtId> {
  const reached = new Set(params.flatMap((param) => (param.kind === 'scalar' && !config.scalars.has(param.name) ? [param.id] : [])));
  const rests = (expr: Expr): boolean => [...freeVariables(expr)].some((id) => reached.has(id));
  const found = new Set<StmtId>();
  for (let before = -1; reached.size > before; ) {
    before = reached.size;
    eachStmt(body, (stmt) => {
      const isGuarded = (stmt.kind === 'branch' && rests(stmt.when)) || (stmt.kind === 'loop' && rests(stmt.condition));
      if (isGuarded) for (const target of assignedIn([stmt])) reached.add(target);
      if (stmt.kind === 'assign' && rests(stmt.value)) reached.add(stmt.target);
      if (stmt.kind === 'lanes' && stmt.operands.some(rests)) reached.add(stmt.target);
      const mask = stmt.kind === 'lanes' ? stmt.mask : stmt.kind === 'barrier' && stmt.scope.kind === 'warp' ? stmt.scope.mask : null;
      if (mask !== null && rests(mask)) found.add(stmt.id);
    });
  }
  return found;
}

const scalarsOf = (kernel: Kernel): readonly Extract<Param, { kind: 'scalar' }>[] => kernel.params.flatMap((param) => (param.kind === 'scalar' ? [param] : []));
const isOpen = (kernel: Kernel, config: LaunchConfig): boolean => config.block.includes(null) || scalarsOf(kernel).some(({ name }) => !config.scalars.has(name));

/** All that the launch says, or some usual ones of those that it allows. */
function runsOf(kernel: Kernel, config: LaunchConfig, warpModel: WarpModel): readonly ConcreteRun[] {
  const grid = closedDimensions(config.grid, [3, 1, 1]);
  const blocks = [...new Set([0, volumeOf(grid) - 1])];
  const shapes = config.block.includes(null) ? usualBlocks.map((usual) => closedDimensions(config.block, usual)).filter((shape) => volumeOf(shape) <= deviceLimits.threadsPerBlock) : [closedDimensions(config.block, [1, 1, 1])];
  return shapes.flatMap((block) => {
    const values = scalarsOf(kernel).every(({ name }) => config.scalars.has(name)) ? [0] : [2 * volumeOf(block) * volumeOf(grid), volumeOf(block), 3, 100];
    return values.map((value): ConcreteRun => {
      const scalars = new Map(scalarsOf(kernel).map(({ name, type }) => [name, config.scalars.get(name) ?? (type.kind === 'float' ? 1 : type.kind === 'bool' ? BigInt(value % 2) : BigInt(value))] as const));
      return { block, grid, blocks, scalars, arrays: new Map(), schedule: { kind: 'canonical' }, warpModel };
    });
  });
}

function draftOf({ parting, run, config }: Seen, input: PartingInput): Draft {
  const { kernel, textAt } = input;
  const { span, otherAt, waiting, other, how } = parting;
  const otherSpan = otherAt.span ?? aroundOf(kernel.body, parting.barrier) ?? span;
  const isGroup = isOfGroup(kernel, parting.barrier, textAt(span));
  const described = (isGroup ? membersMissed : lanesMissed)({ isGroup, how, what: shortened(textAt(span)), line: span.line, waiting, other, otherLine: otherAt.span?.line ?? null });
  const ours = config.block.includes(null) ? ' (the block size is ours: no launch states it)' : isOpen(kernel, config) ? ' (with arguments that are ours: nothing states them)' : '';
  const accesses: readonly [WitnessAccess, WitnessAccess] = [placed(waiting, span, 'barrier', input), placed(other, otherSpan, otherAt.kind === 'exited' ? 'exited' : 'barrier', input)];
  return {
    ...described,
    severity: ours === '' ? described.severity : 'warning',
    message: `${described.message}${ours}`,
    status: 'confirmed', condition: null, kernel: kernel.name, span, array: null,
    related: how === 'left-out' ? [] : [{ span: otherSpan, note: otherAt.span === null ? 'here the other one goes around it' : 'where the other one is' }],
    pairs: [{ first: span, second: otherSpan, array: null }],
    witness: { run, launch: config, accesses, address: null, interval: null, warpModel: input.warpModel },
    parts: { kernel: kernel.name, array: null, code: described.code, statements: [textAt(span), how] },
  };
}

function placed({ block, thread }: MachineParting['waiting'], span: Span, mode: WitnessAccess['mode'], { textAt }: PartingInput): WitnessAccess {
  return { block, thread, span, expression: shortened(textAt(span)), mode, value: null, loops: [] };
}

/** The branch or loop that the statement stands in. */
function aroundOf(body: readonly Stmt[], id: StmtId): Span | null {
  for (const stmt of body) {
    if (found([stmt], id) === null) continue;
    const inner = bodiesOf(stmt).map((list) => aroundOf(list, id)).find((span) => span !== null) ?? null;
    return inner ?? (stmt.kind === 'branch' || stmt.kind === 'loop' ? stmt.span : null);
  }
  return null;
}

/** Whether it is a member of a cooperative group, and no intrinsic that is given a mask. */
function isOfGroup(kernel: Kernel, id: StmtId, text: string): boolean {
  const stmt = found(kernel.body, id);
  return (stmt?.kind === 'barrier' && stmt.scope.kind !== 'warp') || !text.startsWith('__');
}

function found(body: readonly Stmt[], id: StmtId): Stmt | null {
  const hits: Stmt[] = [];
  eachStmt(body, (stmt) => {
    if (stmt.id === id) hits.push(stmt);
  });
  return hits[0] ?? null;
}

const shortened = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 57)}...`).replace(/\s+/g, ' ');
