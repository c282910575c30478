/**
 * From evidence to findings: one finding for one cause. All racing pairs of one barrier interval and code are one
 * finding (one missing barrier separates them all); between blocks, all pairs on one array.
 */
import type { Decision, DivergenceEvidence, Evidence, OpenObligation, RaceEvidence } from './evidence.ts';
import type { WitnessAccess } from '../verdict/finding.ts';
import type { MachineAccess, MachineRace } from '../machine/machine.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { RaceFacts } from '../verdict/catalogue.ts';
import { codeEntry } from '../verdict/catalogue.ts';
import type { Coding, Statements } from './race-codes.ts';
import { causeOf, describePossible, describeRace, raceCode } from './race-codes.ts';
import { asFound } from './outcomes.ts';
import { groupBy } from '../base/group.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import type { Draft, FindingInput } from './draft.ts';
import { splitCode, splitCodes, divergenceDraft } from './divergence-findings.ts';
import { accessOf, elementWords, inProgramOrder, inOtherOrder } from './witness-accesses.ts';
import { handoverPlaces, macroWords, macroPlacesOf, morePairs, distinctPairs } from './related-places.ts';
import { weighed, untilFirstLeaves } from './race-severity.ts';

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
  const described = weighed(group, condition, statements, input, plain);
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

function factsOf(access: WitnessAccess, logged: MachineAccess): RaceFacts['first'] {
  return { who: { block: access.block, thread: access.thread }, mode: logged.mode, line: access.span.line };
}

function sentence(text: string, pairs: number, scope: MachineRace['scope']): string {
  const where = scope === 'grid' ? '' : messages.sameInterval;
  return pairs > 1
    ? fill(messages.morePairs, { text, count: pairs - 1, pairs: pairs === 2 ? 'pair' : 'pairs', where })
    : text;
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
