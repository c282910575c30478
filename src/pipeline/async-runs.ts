/**
 * Kernels with asynchronous copies and barrier objects that no shape is known of (lower/synchronization/in-flight.ts):
 * the machine executes them as they are. A proof is one run where the launch fixes control and addresses (amplify/,
 * T9); faults are what a run of the launch shows, of the kernel itself: two accesses that nothing orders, a wait that
 * never ends, an object that nobody has initialized. Where the launch leaves sizes or arguments open, some usual ones
 * are tried for faults; nothing is proved then.
 */
import type { AmplifiedRun, WitnessAccess } from '../verdict/finding.ts';
import type { CompiledKernel } from '../machine/compiled.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Draft } from './draft.ts';
import type { RaceFault } from '../repair/fault.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel, Param } from '../ir/ir.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineAccess, MachineRace, MachineReport } from '../machine/machine.ts';
import type { AccessFacts, Described } from '../verdict/catalogue.ts';
import type { StmtId } from '../base/brand.ts';
import type { Span } from '../base/span.ts';
import type { View } from '../ir/views.ts';
import { amplify } from '../amplify/amplify.ts';
import { argumentsOf } from '../amplify/arguments.ts';
import { breaksAssumption, compileAssuming, statedOf } from './assumed.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import {
  copyTooLate,
  globalRace,
  interBlockRace,
  sharedRace,
  stageOverwritten,
  uninitializedObject,
  waitsInVain,
} from '../verdict/catalogue.ts';
import { mayBeFencedPair, mayBeLed, mayRestOnMadeUp } from './confirmable.ts';
import { mergeArrays } from '../ir/merge-arrays.ts';
import { notAdmitted } from './admitted.ts';
import { printElement } from '../verdict/element.ts';
import { runCompiled } from '../machine/run.ts';
import { eachStmt, someStmt } from '../ir/walk.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Of the run that proves something, and of those that show a fault. */
const proofBudget = { maxSteps: 100_000_000, maxBytes: 512 * 1024 * 1024 } as const;
const limits = { maxSteps: 20_000_000, maxBytes: 256 * 1024 * 1024 } as const;
/** Blocks that are run of a grid with more: the first ones and the last. */
const few = 3;

export const isAsynchronous = ({ body }: Kernel): boolean => someStmt(body, ({ kind }) => kind === 'async');

type Proof = Readonly<{
  view: View;
  config: LaunchConfig;
  facts: readonly Fact[];
  level: 'block' | 'grid';
  warpModel: WarpModel;
  deadline: Deadline;
}>;

/** The run that shows that nothing races, diverges or waits in vain under the launch; null: none does. */
export function provedByRun({ view, config, facts, level, warpModel, deadline }: Proof): AmplifiedRun | null {
  const { kernel } = view;
  if (
    warpModel !== 'its' ||
    !(isAsynchronous(kernel) || config.contents !== undefined) ||
    config.overlaps.length > 0 ||
    config.either !== undefined
  )
    return null;
  const outcome = amplify({
    kernel,
    config,
    facts: facts.map(({ condition }) => condition),
    arrays: new Set(kernel.arrays.keys()),
    betweenBlocks: level === 'grid',
    isOrdered: view.sees,
    leavesTogether: false,
    isHarmless: () => false,
    budget: { ...proofBudget, isTimeUp: deadline.passed },
  });
  return outcome.kind === 'free'
    ? { grid: outcome.grid, block: outcome.block, blocks: outcome.blocks, steps: outcome.steps }
    : null;
}

/** `isBrief`: by small arguments only, where a proof may follow that needs no run. */
type FaultInput = Readonly<{
  kernel: Kernel;
  isBrief?: boolean;
  launches: readonly LaunchConfig[];
  facts: readonly Fact[];
  warpModel: WarpModel;
  level: 'block' | 'grid';
  deadline: Deadline;
  textAt: (span: Span) => string;
}>;
type At = Readonly<{ run: ConcreteRun; config: LaunchConfig; kernel: Kernel; input: FaultInput }>;

/** What a run shows; `fault`: where a patch is looked for, the race in terms of the kernel's statements. */
export type Shown = Readonly<{ draft: Draft; fault: RaceFault | null }>;

/** What runs of the launches show. */
export function asyncFindings(input: FaultInput): readonly Shown[] {
  if (!isAsynchronous(input.kernel)) return [];
  return input.launches.flatMap((config) => {
    const kernel = (config.aliases.length === 0 ? null : mergeArrays(input.kernel, config.aliases)) ?? input.kernel;
    const compiled = compileAssuming(kernel, [...statedOf(config), ...input.facts]);
    for (const run of runsOf(compiled, config, input)) {
      if (input.deadline.passed()) return [];
      if (notAdmitted(run, { kernel, config, facts: input.facts }) !== null) continue;
      const shown = shownBy(runCompiled(compiled, run, { ...limits, isTimeUp: input.deadline.passed }), {
        run,
        config,
        kernel,
        input,
      });
      if (shown.length > 0) return shown;
    }
    return [];
  });
}

const isOpen = (kernel: Kernel, config: LaunchConfig): boolean =>
  config.block.includes(null) ||
  kernel.params.some((param) => param.kind === 'scalar' && !config.scalars.has(param.name));

function runsOf(
  { kernel }: CompiledKernel,
  config: LaunchConfig,
  { facts, isBrief = false }: FaultInput,
): readonly ConcreteRun[] {
  const known = argumentsOf(
    kernel,
    config,
    facts.map(({ condition }) => condition),
  );
  const block = closedDimensions(config.block, [128, 1, 1]);
  const grid = closedDimensions(config.grid, [2, 1, 1]);
  const count = volumeOf(grid);
  const blocks = [...new Set([...Array.from({ length: Math.min(few, count) }, (_, k) => k), count - 1])];
  const scalars = kernel.params.flatMap((param: Param) => (param.kind === 'scalar' ? [param] : []));
  const values = scalars.every(({ name }) => known.has(name))
    ? [0]
    : [...(isBrief ? [] : [count * volumeOf(block), volumeOf(block)]), 8, 1, 0];
  return values.map((value): ConcreteRun => ({
    block,
    grid,
    blocks,
    arrays: new Map(),
    schedule: { kind: 'canonical' },
    warpModel: 'its',
    scalars: new Map(
      scalars.map(({ name, type }) => [
        name,
        known.get(name) ?? (type.kind === 'float' ? 1 : type.kind === 'bool' ? BigInt(value > 0) : BigInt(value)),
      ]),
    ),
  }));
}

function shownBy(report: MachineReport, at: At): readonly Shown[] {
  const { kernel, config, input } = at;
  // of what goes wrong otherwise where the arguments are ours, they may be the cause
  if (
    breaksAssumption(report) ||
    (isOpen(kernel, config) && report.faults.some(({ kind }) => kind !== 'uninitialized'))
  )
    return [];
  const races = report.races.filter(
    (race) => isEvidence(race, report, at) && (race.scope !== 'grid' || input.level === 'grid'),
  );
  const stuck = report.outcome.kind === 'deadlock' ? report.outcome.object : undefined;
  const isStuck = stuck !== undefined && !(report.inventedValues && mayBeLed([stuck.stmt], { ...at, report }));
  return [
    ...races.map((race) => shownRace(race, at)),
    ...(isStuck ? [{ draft: stuckDraft(stuck, at), fault: null }] : []),
  ];
}

function isEvidence(race: MachineRace, report: MachineReport, at: At): boolean {
  if (race.sameValue || (report.inventedValues && mayRestOnMadeUp(race, { ...at, report }))) return false;
  const isOfCopy = race.first.isCopy === true || race.second.isCopy === true;
  return (
    isOfCopy ||
    !mayBeFencedPair(
      {
        array: race.array,
        scope: race.scope === 'grid' ? 'grid' : 'block',
        first: race.first.stmt,
        second: race.second.stmt,
      },
      at.kernel,
      at.input.warpModel,
    )
  );
}

function shownRace(race: MachineRace, at: At): Shown {
  const [first, second] = inOrder(race);
  const draft = raceDraft(race, at);
  const isOneTurn = first.turns.every(({ loop, turn }) =>
    second.turns.every((other) => other.loop !== loop || other.turn === turn),
  );
  return {
    draft,
    fault: {
      kind: 'race',
      code: draft.code,
      first: first.stmt,
      second: second.stmt,
      array: race.array,
      carriedBy: null,
      isOneTurn,
      scope: race.scope === 'grid' ? 'grid' : 'block',
      handover: null,
    },
  };
}

const inOrder = ({ first, second }: MachineRace): readonly [MachineAccess, MachineAccess] =>
  first.stmt <= second.stmt ? [first, second] : [second, first];

function raceDraft(race: MachineRace, at: At): Draft {
  const { kernel, input } = at;
  const [first, second] = inOrder(race);
  const array = kernel.arrays.get(race.array);
  const element = printElement(
    { name: array?.name ?? race.array, elementBytes: array?.elementBytes ?? 1, extents: array?.extents ?? null },
    race.address,
  );
  const facts = { element, first: factsOf(first), second: factsOf(second) };
  const copied = {
    element,
    copy: factsOf(race.first),
    other: factsOf(race.second),
    isBoth: race.first.isCopy === true && race.second.isCopy === true,
  };
  const described =
    race.second.isCopy === true
      ? stageOverwritten({ ...copied, copy: copied.other, other: copied.copy })
      : race.first.isCopy === true
        ? copyTooLate(copied)
        : race.scope === 'grid'
          ? interBlockRace(facts)
          : array?.space === 'shared'
            ? sharedRace(facts)
            : globalRace(facts);
  return {
    ...finding(described, first.span, at),
    array: array?.name ?? race.array,
    related: [{ span: second.span, note: fill(messages.otherAccessOf, { mode: factsOf(second).mode }) }],
    pairs: [{ first: first.span, second: second.span, array: array?.name ?? null }],
    witness: {
      run: at.run,
      launch: at.config,
      accesses: [accessOf(first, at), accessOf(second, at)],
      address: { byte: race.address, text: element },
      interval: race.scope === 'grid' ? null : race.first.interval,
      warpModel: input.warpModel,
    },
    parts: {
      kernel: kernel.name,
      array: array?.name ?? race.array,
      code: described.code,
      statements: [input.textAt(first.span), input.textAt(second.span)],
    },
  };
}

/** The wait, or use, that has no end or no meaning; the second place of the witness is the same thread's. */
function stuckDraft(
  stuck: NonNullable<Extract<MachineReport['outcome'], { kind: 'deadlock' }>['object']>,
  at: At,
): Draft {
  const { kernel, input } = at;
  const { who, span, name, how, arrived, count, bytes } = stuck;
  const described =
    how === 'uninitialized'
      ? uninitializedObject({ who, line: span.line, name })
      : waitsInVain({ who, line: span.line, name, arrived, count, bytes });
  const access: WitnessAccess = {
    block: who.block,
    thread: who.thread,
    span,
    expression: input.textAt(span),
    mode: 'barrier',
    value: null,
    loops: [],
  };
  return {
    ...finding(described, span, at),
    array: stuck.array === null ? null : (kernel.arrays.get(stuck.array)?.name ?? null),
    related: [],
    pairs: [{ first: span, second: span, array: null }],
    witness: {
      run: at.run,
      launch: at.config,
      accesses: [access, access],
      address: null,
      interval: null,
      warpModel: input.warpModel,
    },
    parts: { kernel: kernel.name, array: stuck.array, code: described.code, statements: [input.textAt(span), how] },
  };
}

/** What findings of this file have in common: those that rest on values of ours are no errors. */
function finding(
  described: Described,
  span: Span,
  { kernel, config }: At,
): Pick<Draft, keyof Described | 'status' | 'condition' | 'kernel' | 'span'> {
  const ours = config.block.includes(null)
    ? config.span === null
      ? messages.chosenBlock
      : messages.openBlock
    : isOpen(kernel, config)
      ? messages.chosenArguments
      : '';
  return {
    ...described,
    severity: ours === '' ? described.severity : 'warning',
    message: `${described.message}${ours}`,
    status: 'confirmed',
    condition: null,
    kernel: kernel.name,
    span,
  };
}

const factsOf = ({ who, mode, span, isCopy }: MachineAccess): AccessFacts => ({
  who,
  mode: isCopy === true && mode === 'atomic' ? 'write' : mode,
  line: span.line,
});

const accessOf = (access: MachineAccess, { input, kernel }: At): WitnessAccess => ({
  block: access.who.block,
  thread: access.who.thread,
  span: access.span,
  expression: input.textAt(access.span),
  mode: factsOf(access).mode,
  value: access.value,
  loops: access.turns.map(({ loop, turn }) => ({ line: lineOf(kernel, loop), turn })),
});

function lineOf(kernel: Kernel, id: StmtId): number {
  let line = kernel.span.line;
  eachStmt(kernel.body, (stmt) => {
    if (stmt.id === id) line = stmt.span.line;
  });
  return line;
}
