/**
 * From evidence to findings: one finding for one cause. All racing pairs of one barrier interval and code are one
 * finding (one missing barrier separates them all); between blocks, all pairs on one array.
 */
import type { VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Conditions } from './conditions.ts';
import type { Decision, DivergenceEvidence, Evidence, OpenObligation, RaceEvidence } from './evidence.ts';
import type { ArrayDecl, Kernel } from '../ir/ir.ts';
import type { Finding, Outcome, WitnessAccess } from '../verdict/finding.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineAccess, MachineDivergence, MachineRace, MachineThread } from '../machine/machine.ts';
import type { Obligation, RaceObligation } from '../obligation/obligation.ts';
import type { FingerprintParts } from '../verdict/fingerprint.ts';
import type { MacroUse } from '../base/text-map.ts';
import type { Span } from '../base/span.ts';
import type { Described, DivergenceFacts, RaceFacts } from '../verdict/catalogue.ts';
import {
  barrierInUnevenLoop,
  barrierUnderBranch,
  codeEntry,
  differentBarriers,
  earlyExit,
} from '../verdict/catalogue.ts';
import type { Coding, RaceCode, Statements } from './race-codes.ts';
import { causeOf, describePossible, describeRace, raceCode } from './race-codes.ts';
import { statedValues } from '../launch/stated-values.ts';
import { printElement } from '../verdict/element.ts';
import { freeVariables, operandsOf } from '../base/expr-walk.ts';
import type { Outcomes } from './outcomes.ts';
import type { RestsOnLaunch } from './usual-launch.ts';
import { asFound } from './outcomes.ts';
import type { Unusual } from './usual-arguments.ts';
import { skippedLoop } from './skipped-loops.ts';
import { contentsBehind } from './contents.ts';
import { groupBy } from '../base/group.ts';
import { assertNever } from '../base/invariant.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type FindingInput = Readonly<{
  kernel: Kernel;
  config: LaunchConfig;
  warpModel: WarpModel;
  textAt: (span: Span) => string;
  macroAround: (span: Span) => MacroUse | null;
  conditions: Conditions;
  coding: Coding;
  unusual: Unusual;
  unusualContents: Unusual;
  restsOnLaunch: RestsOnLaunch;
  outcomes: Outcomes;
}>;
/** A finding before the report numbers it and repair adds patches. */
export type Draft = Omit<Finding, 'id' | 'fix' | 'alternatives' | 'advice' | 'fingerprint' | 'apart'> &
  Readonly<{ parts: Omit<FingerprintParts, 'occurrence'>; apart?: readonly Draft[] }>;

/** Findings of one launch: what the machine confirmed, then what stays possible. */
export function findingsOf(decision: Decision, input: FindingInput): readonly Draft[] {
  const { coding } = input;
  const spans = coding.statements;
  const raceGroups = raceGroupsOf(decision, coding);
  const splitGroups = groupBy(
    decision.confirmed.filter((e): e is DivergenceEvidence => e.kind === 'divergence'),
    (e) => `${splitCode(e)} ${e.divergence.barrier}`,
  );
  const openGroups = groupBy(
    decision.open.filter((o) => o.status === 'possible'),
    (o) => openCause(o.obligation, coding),
  );
  return [
    ...[...splitGroups.values()].map((group) => divergenceDraft(group, spans, input)),
    ...[...raceGroups.values()].map((group) => withApart(raceDraft(group, spans, input), group, spans, input)),
    ...[...openGroups.values()].map((group) => possibleDraft(group, input)),
  ];
}

function raceGroupsOf(
  decision: Decision,
  coding: Coding,
): ReadonlyMap<string, readonly [RaceEvidence, ...RaceEvidence[]]> {
  return groupBy(decision.confirmed.filter(isRace), (e) => causeOf(e.obligation, e.sameValue, coding));
}

/** The confirmed races of one launch by their causes, but for those that only store equal values. */
export function raceCauses(decision: Decision, coding: Coding): readonly (readonly RaceEvidence[])[] {
  return [...raceGroupsOf(decision, coding).values()].filter(([main]) => !main.sameValue);
}

function isRace(evidence: Evidence): evidence is RaceEvidence {
  return evidence.kind === 'race';
}

type SplitCode = 'SW201' | 'SW202' | 'SW203' | 'SW204';

function describeSplit(code: SplitCode, facts: DivergenceFacts, loopLine: number, warpModel: WarpModel): Described {
  switch (code) {
    case 'SW201':
      return barrierUnderBranch(facts);
    case 'SW202':
      return barrierInUnevenLoop(facts, loopLine);
    case 'SW203':
      return earlyExit(facts, warpModel);
    case 'SW204':
      return differentBarriers(facts);
    default:
      return assertNever(code);
  }
}

const splitCodes = { branch: 'SW201', loop: 'SW202', exit: 'SW203', 'two-barriers': 'SW204' } as const;

export function splitCode({ obligation }: Pick<DivergenceEvidence, 'obligation'>): SplitCode {
  return splitCodes[obligation.question.cause];
}

function openCause(obligation: Obligation, coding: Coding): string {
  return obligation.kind === 'race'
    ? causeOf(obligation, false, coding)
    : `${splitCodes[obligation.question.cause]} ${obligation.question.barrier}`;
}

/** With the races on further arrays, each by itself, which is not run once more. */
function withApart(
  draft: Draft,
  group: readonly [RaceEvidence, ...RaceEvidence[]],
  statements: Statements,
  input: FindingInput,
): Draft {
  const [, ...others] = groupBy(group, (e) => input.kernel.arrays.get(e.race.array)?.name ?? '').values();
  return others.length === 0
    ? draft
    : { ...draft, apart: others.map((one) => raceDraft(one, statements, { ...input, outcomes: asFound })) };
}

function raceDraft(
  group: readonly [RaceEvidence, ...RaceEvidence[]],
  statements: Statements,
  input: FindingInput,
): Draft {
  const [main] = group;
  const { obligation } = main;
  const told = input.outcomes(main);
  const race = inProgramOrder(told.race);
  const outcome = told.outcome === null ? null : race === told.race ? told.outcome : inOtherOrder(told.outcome);
  const known = raceCode(obligation, main.sameValue, input.coding);
  const array = input.kernel.arrays.get(race.array);
  const name = array?.name ?? race.array;
  const accesses = [accessOf(race.first, input), accessOf(race.second, input)] as const;
  const element = elementWords(array ?? { name, elementBytes: 1, extents: null }, race.address, accesses);
  const pairs = distinctPairs(
    group.map((e) => ({
      first: e.race.first.span,
      second: e.race.second.span,
      array: input.kernel.arrays.get(e.race.array)?.name ?? null,
    })),
  );
  const carrier = obligation.carriedBy === null ? null : (statements.get(obligation.carriedBy)?.line ?? null);
  const condition = input.conditions.proved.get(obligation) ?? null;
  const plain = untilFirstLeaves(
    array,
    describeRace(
      known,
      { element, first: factsOf(accesses[0], race.first), second: factsOf(accesses[1], race.second) },
      carrier,
      input.coding,
    ),
  );
  const described =
    condition === null
      ? (whereRuledOut(obligation, input, plain) ??
        withUnsettled(
          obligation,
          input,
          withSkippedLoop(
            obligation,
            statements,
            input,
            withUnusualArguments(group, input, underChosen(group, input, plain)),
          ),
        ))
      : onCondition(plain);
  return {
    ...described,
    kind: 'data-race',
    status: 'confirmed',
    message:
      sentence(described.message, pairs.length, race.scope) + macroWords([race.first.span, race.second.span], input),
    condition,
    kernel: input.kernel.name,
    span: race.first.span,
    array: name,
    related: [
      { span: race.second.span, note: fill(messages.otherAccessOf, { mode: accesses[1].mode }) },
      ...handoverPlaces(known),
      ...morePairs(pairs),
      ...macroPlacesOf([race.first.span, race.second.span], input),
    ],
    pairs,
    witness: {
      run: told.run,
      launch: input.config,
      accesses,
      address: { byte: race.address, text: element },
      interval: race.scope === 'grid' ? null : race.first.interval,
      warpModel: input.warpModel,
      ...(outcome === null ? {} : { outcome }),
    },
    parts: {
      kernel: input.kernel.name,
      array: name,
      code: described.code,
      statements: [input.textAt(race.first.span), input.textAt(race.second.span)],
    },
  };
}

/**
 * With its member where the source names that: not where whole elements are copied, nor inside of what a library
 * defines.
 */
function elementWords(
  { members, ...array }: Parameters<typeof printElement>[0],
  byte: number,
  accesses: readonly WitnessAccess[],
): string {
  const named = members === undefined ? '' : printElement({ ...array, members }, byte);
  const last = /\.(\w+)(?:\[\d+\])*$/.exec(named)?.[1];
  const isNamed =
    last !== undefined && accesses.some(({ expression }) => new RegExp(`(?:\\.|->)\\s*${last}\\b`).test(expression));
  return isNamed ? named : printElement(array, byte);
}

/** Where data is handed over. */
function handoverPlaces(known: RaceCode): Draft['related'] {
  if (known.kind === 'plain') return [];
  const { by, given, taken } = known.handover;
  return [
    { span: given, note: by === 'lock' ? messages.lockReleased : messages.othersInformed },
    { span: taken, note: by === 'lock' ? messages.lockTaken : messages.signalRead },
  ];
}

/** Where the first thread of a block leaves early, others may keep the block's memory there. */
const untilFirstLeaves = (array: ArrayDecl | undefined, described: Described): Described =>
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
function underChosenLaunch(input: Pick<FindingInput, 'kernel' | 'config'>, plain: Described): Described {
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

/** First what one thread would do first: by the turns of common loops, then by the order of the statements. */
function inProgramOrder(race: MachineRace): MachineRace {
  const { first, second } = race;
  const common = first.turns.flatMap((turn, k) => {
    const other = second.turns[k];
    return other?.loop === turn.loop ? [turn.turn - other.turn] : [];
  });
  const order = common.find((difference) => difference !== 0) ?? first.stmt - second.stmt;
  return order <= 0 ? race : { ...race, first: second, second: first };
}

const inOtherOrder = (outcome: Outcome): Outcome =>
  outcome.kind === 'read' || outcome.kind === 'result' ? { ...outcome, values: outcome.values.toReversed() } : outcome;

function factsOf(access: WitnessAccess, logged: MachineAccess): RaceFacts['first'] {
  return { who: { block: access.block, thread: access.thread }, mode: logged.mode, line: access.span.line };
}

function sentence(text: string, pairs: number, scope: MachineRace['scope']): string {
  const where = scope === 'grid' ? '' : messages.sameInterval;
  return pairs > 1
    ? fill(messages.morePairs, { text, count: pairs - 1, pairs: pairs === 2 ? 'pair' : 'pairs', where })
    : text;
}

function macrosAround(
  spans: readonly Span[],
  input: FindingInput,
): readonly Readonly<{ line: number; macro: MacroUse }>[] {
  const found = new Map<string, Readonly<{ line: number; macro: MacroUse }>>();
  for (const span of spans) {
    const macro = input.macroAround(span);
    if (macro !== null) found.set(`${span.line} ${macro.name}`, { line: span.line, macro });
  }
  return [...found.values()];
}

/** What stands in a macro is reported where the macro is used, and the macro named. */
function macroWords(spans: readonly Span[], input: FindingInput): string {
  const words = macrosAround(spans, input).map(({ line, macro }) =>
    fill(messages.macroLine, { line, name: macro.name }),
  );
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function macroPlacesOf(spans: readonly Span[], input: FindingInput): Draft['related'] {
  const definitions = new Map(
    macrosAround(spans, input).map(({ macro }) => [`${macro.definition.file}:${macro.definition.start}`, macro]),
  );
  return [...definitions.values()]
    .filter(({ definition }) => !definition.file.startsWith('<'))
    .map(({ name, definition }) => ({ span: definition, note: fill(messages.theMacro, { name }) }));
}

function morePairs(pairs: Draft['pairs']): Draft['related'] {
  return pairs.slice(1).flatMap(({ first, second, array }) => [
    { span: first, note: fill(messages.racesWith, { array: array ?? 'memory', line: second.line }) },
    { span: second, note: fill(messages.racesWith, { array: array ?? 'memory', line: first.line }) },
  ]);
}

function distinctPairs(pairs: Draft['pairs']): Draft['pairs'] {
  return [
    ...new Map(
      pairs.map((p) => [`${p.first.file}:${p.first.start} ${p.second.file}:${p.second.start} ${p.array ?? ''}`, p]),
    ).values(),
  ];
}

function accessOf(access: MachineAccess, input: FindingInput): WitnessAccess {
  return {
    ...placeOf(access.who),
    span: access.span,
    expression: input.textAt(access.span),
    mode: access.mode,
    value: access.value,
    loops: access.turns.map(({ loop, turn }) => ({
      line: input.coding.statements.get(loop)?.line ?? input.kernel.span.line,
      turn,
    })),
  };
}

function placeOf(who: MachineThread): Pick<WitnessAccess, 'block' | 'thread'> {
  return { block: who.block, thread: who.thread };
}

function divergenceDraft(
  group: readonly [DivergenceEvidence, ...DivergenceEvidence[]],
  statements: Statements,
  input: FindingInput,
): Draft {
  const [main] = group;
  const { divergence, obligation } = main;
  const code = splitCode(main);
  const waiting: WitnessAccess = {
    ...placeOf(divergence.waiting),
    span: divergence.span,
    expression: input.textAt(divergence.span),
    mode: 'barrier',
    value: null,
    loops: [],
  };
  const other = otherThread(divergence, obligation.question.span, input);
  const facts: DivergenceFacts = {
    waiting: placeOf(divergence.waiting),
    barrierLine: divergence.span.line,
    other: placeOf(divergence.other),
    otherLine: other.span.line,
  };
  const described = underChosenLaunch(
    input,
    describeSplit(code, facts, obligation.question.span.line, input.warpModel),
  );
  return {
    ...described,
    message: described.message + macroWords([divergence.span, other.span], input),
    status: 'confirmed',
    condition: null,
    kernel: input.kernel.name,
    span: divergence.span,
    array: null,
    related: [
      { span: obligation.question.span, note: messages.threadsDiverge },
      ...macroPlacesOf([divergence.span, other.span], input),
    ],
    pairs: [{ first: divergence.span, second: other.span, array: null }],
    witness: {
      run: main.run,
      launch: input.config,
      accesses: [waiting, other],
      address: null,
      interval: null,
      warpModel: input.warpModel,
    },
    parts: {
      kernel: input.kernel.name,
      array: null,
      code,
      statements: [
        input.textAt(divergence.span),
        input.textAt(statements.get(obligation.question.at)?.span ?? obligation.question.span),
      ],
    },
  };
}

function otherThread(divergence: MachineDivergence, parting: Span, input: FindingInput): WitnessAccess {
  const at = divergence.otherAt;
  const span = at.kind === 'exited' ? (at.span ?? parting) : at.span;
  return {
    ...placeOf(divergence.other),
    span,
    expression: input.textAt(span),
    mode: at.kind === 'exited' ? 'exited' : 'barrier',
    value: null,
    loops: [],
  };
}

function possibleDraft(group: readonly [OpenObligation, ...OpenObligation[]], input: FindingInput): Draft {
  const [main] = group;
  const { obligation } = main;
  const race = obligation.kind === 'race';
  const known = race ? raceCode(obligation, false, input.coding) : null;
  const array = race ? (input.kernel.arrays.get(obligation.array)?.name ?? obligation.array) : null;
  const [first, second] = race
    ? [obligation.first.span, obligation.second.span]
    : [obligation.question.barrierSpan, obligation.question.span];
  const what = array === null ? messages.possibleDivergence : fill(messages.possibleRace, { array });
  const told = known?.kind === 'handover' ? describePossible(known.handover, what, input.kernel) : null;
  const code =
    told?.code ??
    (known?.kind === 'plain'
      ? known.code
      : race
        ? 'SW104'
        : obligation.scope === 'grid'
          ? 'SW212'
          : splitCodes[obligation.question.cause]);
  return {
    code,
    kind: race ? 'data-race' : (codeEntry(code)?.kind ?? 'barrier-divergence'),
    status: 'possible',
    severity: 'warning',
    message: `${told?.message ?? fill(messages.unconfirmed, { what, because: main.because })}${macroWords([first, second], input)}`,
    condition: null,
    kernel: input.kernel.name,
    span: first,
    array,
    related: [
      { span: second, note: race ? messages.otherAccess : messages.mayDiverge },
      ...(known === null ? [] : handoverPlaces(known)),
      ...macroPlacesOf([first, second], input),
    ],
    pairs: group.map(({ obligation: o }) =>
      o.kind === 'race'
        ? { first: o.first.span, second: o.second.span, array }
        : { first: o.question.barrierSpan, second: o.question.span, array: null },
    ),
    witness: null,
    parts: { kernel: input.kernel.name, array, code, statements: [input.textAt(first), input.textAt(second)] },
  };
}
