/**
 * Patches of a kernel's confirmed findings: what repair/ proposes, each read again from the start. Of a patch that only
 * adds barriers no more is asked than it may change (carried.ts); any other is analysed as if it were new. And words
 * where there is none.
 */
import { isOfContents } from '../verdict/contents.ts';
import type { Coding } from './race-codes.ts';
import type { DivergenceObligation, RaceObligation } from '../obligation/obligation.ts';
import type { Evidence } from './evidence.ts';
import type { Draft } from './draft.ts';
import type { Edit, Fix } from '../verdict/finding.ts';
import type { Fault } from '../repair/fault.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel-input.ts';
import type { MachineRace } from '../machine/machine.ts';
import type { Broken, Effort, Recheck, RepairInput } from '../repair/repair.ts';
import type { Reported } from './advice.ts';
import type { AdviceInput, Search } from '../repair/advice.ts';
import type { Span } from '../base/span.ts';
import type { SourceText } from '../repair/source-text.ts';
import type { Known, Rechecked, Wanted } from './recheck.ts';
import { statementsOf } from '../repair/fault.ts';
import { TimeLimit } from '../base/deadline.ts';
import { isBeyondPatches } from '../repair/advice.ts';
import { adviceOn, meetingOf } from './advice.ts';
import { applyEdits } from '../verdict/edit.ts';
import { handoverCode } from '../verdict/catalogue.ts';
import { presumedPatches } from '../repair/presumed.ts';
import { ownLaunchesOf } from './unit.ts';
import { readPatched } from './patched.ts';
import { onTheWay } from './kernel-input.ts';
import { planOf, toPatchFurther } from './goal.ts';
import { reportStep } from './report-step.ts';
import { raceCode } from './race-codes.ts';
import { witnessesOf } from './still-shown.ts';
import { createTried } from './tried.ts';
import { firstSteps, repair } from '../repair/repair.ts';
import { updatesIn } from '../repair/claims.ts';
import { splitCode } from './divergence-findings.ts';
import { provesKernel } from '../verdict/finding.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { recheck } from './recheck.ts';

/**
 * Patched sources that are analysed: for a proof, which ends at the first question that stays open; and as a whole,
 * where there is none to be had.
 */
const limits = { proofs: 32, whole: 2, presumed: 8 } as const;

/** `aside`: findings that the patches leave as they are. `advice`: for findings without a patch. */
/** `presumed`: for findings without one, patches that are right if something is meant. */
export type Patches = Readonly<{
  fixes: readonly Fix[];
  presumed: readonly Fix[];
  aside: ReadonlySet<Draft>;
  advice: ReadonlyMap<Draft, string>;
}>;
export const noPatches: Patches = { fixes: [], presumed: [], aside: new Set(), advice: new Map() };

/**
 * Whether the patch is one for this finding. What is not proved removes the errors, or the warnings where there are
 * none. `hasErrors`: confirmed ones of the kernel.
 */
export function isCovered(draft: Draft, { proof }: Fix, aside: ReadonlySet<Draft>, hasErrors: boolean): boolean {
  return (
    draft.status === 'confirmed' &&
    isFault(draft) &&
    (proof === 'drf' || (!aside.has(draft) && (draft.severity === 'error' || !hasErrors)))
  );
}

/**
 * A condition on arguments belongs into host code or an assertion; one on elements is nothing that a patch of the
 * kernel could check.
 */
const isMendable = (condition: string | null | undefined): boolean =>
  condition === null || (condition !== undefined && isOfContents(condition));
/** What a patch is looked for; not writes of equal values, nor what only schedules show. */
const isFault = ({ kind, code, condition }: Pick<Draft, 'kind' | 'code' | 'condition'>): boolean =>
  isMendable(condition) &&
  ((kind === 'data-race' && code !== 'SW107') ||
    ['SW501', 'SW502'].includes(code) ||
    ['SW20', 'SW21'].includes(code.slice(0, 4)));

/**
 * Patches that remove all confirmed errors of the kernel, or where there are none its warnings; cheapest first. Where
 * none removes the errors alone, the warnings go with them: threads that pass over a barrier may be why others race.
 * Where nothing does, errors that no patch can mend are left aside.
 */
export async function patchesOf(known: Known, input: KernelInput): Promise<Patches> {
  const isSingle = planOf(input.goal).patches === 'single';
  const reported = reportedIn(known);
  const meant = meantBy(reported);
  const sources = new Map<string, SourceText | null>();
  const sourceOf = (file: string): SourceText | null => {
    const text = sources.has(file) ? null : input.request.read(file);
    if (!sources.has(file))
      sources.set(file, text === null ? null : { file, text, tree: input.parser.parse(text, input.deadline) });
    return sources.get(file) ?? null;
  };
  const place = { kernel: input.kernel, sourceOf, compiledFile: input.from.unit.file };
  try {
    const sets = [
      ...meant.map((set): Wanted => ({ faults: faultsIn(set), aside: new Set() })),
      ...withOpenBarriers(meant.at(-1) ?? [], known),
      ...withOpenUpdates(meant.at(-1) ?? [], place, known),
      ...(isSingle ? [] : [...partOf(meant[0] ?? [], place), ...withoutMeetings(meant)]),
    ];
    const { fixes, aside, search } = await searched(sets, place, known, input);
    for (const fix of fixes)
      input.dump('repair', input.kernel.name, () => `${fix.strategy}: ${fix.title}; ${fix.cost}`);
    const hasErrors = known.drafts.some(({ status, severity }) => status === 'confirmed' && severity === 'error');
    const isPatched = (draft: Draft): boolean => fixes.some((fix) => isCovered(draft, fix, aside, hasErrors));
    const patched = [
      ...new Set(
        known.drafts.filter(isPatched).map(({ code, span }) => fill(messages.codeAtLine, { code, line: span.line })),
      ),
    ];
    const without = known.drafts.filter((draft) => !isPatched(draft));
    const presumed = fixes.length > 0 || isSingle ? [] : await presumedFixes(meant.at(-1) ?? [], place, known, input);
    return {
      fixes,
      presumed,
      aside,
      advice: adviceOn(
        {
          drafts: without,
          reported,
          meant: fixes.length === 0 ? (meant[0] ?? []) : [],
          search: { ...search, patched: patched[0] ?? null, under: fixes[0]?.condition ?? null },
        },
        place,
      ),
    };
  } catch (error) {
    if (error instanceof TimeLimit) return noPatches;
    throw error;
  }
}

/**
 * What the conditions of the findings state, and what makes the stores atomic that nothing orders: of the kernel as a
 * whole, which is proved with it.
 */
async function presumedFixes(
  reported: readonly Reported[],
  place: AdviceInput,
  known: Known,
  input: KernelInput,
): Promise<readonly Fix[]> {
  const conditions = [
    ...new Set(
      known.drafts.flatMap(({ status, severity, condition }) =>
        status === 'confirmed' && severity !== 'info' && condition !== null && !isOfContents(condition)
          ? condition
          : [],
      ),
    ),
  ];
  const faults = faultsIn(reported);
  const checking = {
    ...known,
    faults,
    aside: new Set<Draft>(),
    left: { whole: 0 },
    witnesses: witnessesOf(known.decided, faults, input.kernel),
  };
  const recheckOf = (edits: readonly Edit[]): Promise<Recheck> => recheck(edits, 'proof', checking, input);
  return presumedPatches(conditions, {
    ...askedOf(place, known, input),
    faults,
    recheck: recheckOf,
    maxTries: limits.presumed,
  });
}

/** Without the findings of which one pair or more is beyond all patches. */
function partOf(errors: readonly Reported[], place: AdviceInput): readonly Wanted[] {
  const aside = new Set(
    errors.filter((one) => isBeyondPatches(meetingOf(one), place)).flatMap(({ draft }) => draft ?? []),
  );
  const rest = errors.filter(({ draft }) => draft === undefined || !aside.has(draft));
  return aside.size === 0 || rest.length === 0 ? [] : [{ faults: faultsIn(rest), aside }];
}

/**
 * Together with the barriers at which threads may part, though no run showed it: one that is in the wrong place is
 * moved, not only another inserted.
 */
function withOpenBarriers(reported: readonly Reported[], { decided }: Known): readonly Wanted[] {
  const open = decided.flatMap(({ decision }) =>
    decision.open.flatMap(({ status, obligation }) =>
      status === 'possible' && obligation.kind === 'divergence' ? [divergenceIn(obligation)] : [],
    ),
  );
  const faults = [...new Map([...faultsIn(reported), ...open].map((fault) => [keyOf(fault), fault])).values()];
  return open.length === 0 || reported.length === 0 ? [] : [{ faults, aside: new Set() }];
}

/**
 * Together with the updates that may race, though no run showed it: a cell that is claimed stands beside the counter
 * from which a slot is drawn. Only for a proof, which shows that no race is left.
 */
function withOpenUpdates(reported: readonly Reported[], place: AdviceInput, { decided }: Known): readonly Wanted[] {
  const open = decided.flatMap(({ decision, coding }) =>
    decision.open.flatMap(({ status, obligation }) =>
      status === 'possible' && obligation.kind === 'race' ? faultOf(obligation, true, coding) : [],
    ),
  );
  const updates = open.filter((fault) => statementsOf(fault).every((id) => updatesIn(place).has(id)));
  const shown = faultsIn(reported);
  const faults = [...new Map([...shown, ...updates].map((fault) => [keyOf(fault), fault])).values()];
  return reported.length === 0 || faults.length === shown.length
    ? []
    : [{ faults, aside: new Set(), isForProof: true }];
}

/** Where meetings are missed too: the rest alone. */
function withoutMeetings(meant: readonly (readonly Reported[])[]): readonly Wanted[] {
  return meant.flatMap((set): readonly Wanted[] => {
    const [missed, rest] = [
      set.filter(({ fault }) => fault.kind === 'missed'),
      set.filter(({ fault }) => fault.kind !== 'missed'),
    ];
    return missed.length === 0 || rest.length === 0
      ? []
      : [{ faults: faultsIn(rest), aside: new Set(missed.flatMap(({ draft }) => draft ?? [])) }];
  });
}

/**
 * For the first set of faults that has patches; where one is proved only together with the meetings that are missed,
 * for both.
 */
async function searched(
  sets: readonly Wanted[],
  place: AdviceInput,
  known: Known,
  input: KernelInput,
): Promise<Readonly<{ fixes: readonly Fix[]; aside: ReadonlySet<Draft>; search: Search }>> {
  const left = { whole: limits.whole };
  let [tried, isCut] = [0, false];
  let broken: Broken | null = null;
  const searchEnds = (): Search => ({
    tried,
    patched: null,
    under: null,
    broken,
    cut: input.deadline.passed() ? 'time' : isCut ? 'tries' : null,
  });
  let shown: Readonly<{ fixes: readonly Fix[]; aside: ReadonlySet<Draft> }> | null = null;
  try {
    for (const { faults, aside, isForProof } of sets) {
      if (shown !== null && (aside.size > 0 || faults.every(({ kind }) => kind !== 'missed'))) continue;
      const checking = { ...known, faults, aside, left, witnesses: witnessesOf(known.decided, faults, input.kernel) };
      const counted = (edits: readonly Edit[], effort: Effort): Promise<Recheck> => {
        if (effort === 'proof') reportStep(input, 'patches', tried++, null);
        return recheck(edits, effort, checking, input);
      };
      const again = await shownAgain(input.tried.fixesOf(input), counted);
      if (again.length > 0) return { fixes: again, aside, search: searchEnds() };
      const asked: RepairInput = { ...askedOf(place, known, input), faults, recheck: counted, maxTries: limits.proofs };
      const atOnce = await repair(asked);
      isCut ||= atOnce.isCut;
      broken ??= atOnce.broken;
      const all =
        atOnce.fixes.length > 0 || planOf(input.goal).patches === 'single'
          ? atOnce.fixes
          : await inTwoSteps(asked, checking, input);
      const fixes = isForProof === true ? all.filter(({ proof }) => proof === 'drf') : all;
      if (fixes.length === 0) continue;
      const isProved = fixes[0] !== undefined && provesKernel(fixes[0]);
      if (isProved || shown === null) shown = { fixes, aside };
      if (isProved) break;
    }
    input.tried.keep(input, shown?.fixes ?? []);
    return { ...(shown ?? { fixes: [], aside: new Set() }), search: searchEnds() };
  } catch (error) {
    if (error instanceof TimeLimit)
      return { ...(shown ?? { fixes: [], aside: new Set() }), search: { ...searchEnds(), cut: 'time' } };
    throw error;
  }
}

/** What strategies may ask of the kernel, whatever is to be repaired. */
const askedOf = (
  place: AdviceInput,
  { decided }: Known,
  input: KernelInput,
): Omit<RepairInput, 'faults' | 'recheck' | 'maxTries'> => ({
  ...place,
  isNamedElsewhere: (name) => isNamedElsewhere(name, input),
  instances: instancesOf(input),
  launches: launchesIn(input),
  block: blockOf(
    decided.map(
      ({
        decision: {
          config: { block },
        },
      }) => block,
    ),
  ),
  isCooperative:
    decided.length > 0 && decided.every(({ decision: { config } }) => config.cooperative && config.span !== null),
});

/** The block that all launches have. */
function blockOf(blocks: readonly (readonly [number | null, number | null, number | null])[]): RepairInput['block'] {
  const [x, y, z] = blocks[0] ?? [null, null, null];
  return x === null || y === null || z === null || blocks.some((other) => other.join() !== [x, y, z].join())
    ? null
    : [x, y, z];
}

/** Names come with the text of all files, macros expanded. */
function isNamedElsewhere(
  name: string,
  {
    from: {
      unit,
      source: { source },
    },
  }: KernelInput,
): boolean {
  return [...source.text.matchAll(new RegExp(String.raw`\b${name}\b`, 'g'))].some(
    ({ index }) => source.spanOf(index, index + name.length).file !== unit.file,
  );
}

const instancesOf = ({ from, kernel: { span } }: KernelInput): readonly Kernel[] =>
  from.unit.kernels.filter((one) => one.span.file === span.file && one.span.start === span.start);

/** Of all instances of the kernel's template, each once. */
function launchesIn(input: KernelInput): readonly Span[] | null {
  if (
    input.from.otherLaunches.length > 0 ||
    input.request.options.block !== null ||
    input.request.options.grid !== null
  )
    return null;
  const spans = instancesOf(input).flatMap((kernel) => ownLaunchesOf(kernel, input.from).map(({ span }) => span));
  return [...new Map(spans.map((span) => [`${span.file} ${span.start}`, span])).values()];
}

/** Those of another instance that repair this one as they repair that; none where one of them does not. */
async function shownAgain(fixes: readonly Fix[], recheck: RepairInput['recheck']): Promise<readonly Fix[]> {
  for (const { edits, proof } of fixes) {
    const first = await recheck(edits, 'proof');
    const shown = first.proof === null && first.isOpen && proof !== 'drf' ? await recheck(edits, 'whole') : first;
    if (shown.proof !== proof) return [];
  }
  return fixes;
}

/**
 * First all threads are brought to the barriers; then what races are left is repaired in the text that this gives. What
 * is not proved then is analysed as a whole.
 */
async function inTwoSteps(asked: RepairInput, known: Rechecked, input: KernelInput): Promise<readonly Fix[]> {
  for (const { proposal, strategy } of firstSteps(asked)) {
    const first = readPatched(proposal.edits, input, true);
    const own = first?.kernels.find(({ was }) => was === input.kernel);
    if (first === null || own === undefined) continue;
    const { verdict, findings } = await known.analyze({
      ...onTheWay(input, toPatchFurther),
      kernel: own.kernel,
      from: first.from,
      request: first.request,
      tried: createTried(),
    });
    const fixes = findings.flatMap(({ fix, code }) => (fix === null || code === 'SW301' ? [] : [fix]));
    const second =
      verdict === 'drf' || verdict === 'conditional'
        ? { ...nothingMore, proof: verdict }
        : (fixes.find(({ proof }) => proof === 'drf') ?? fixes.find(provesKernel) ?? fixes[0]);
    if (second === undefined) continue;
    const files = [...new Set([...proposal.edits, ...second.edits].map(({ file }) => file))];
    const edits = files.flatMap((file): readonly Edit[] => {
      const before = input.request.read(file) ?? '';
      return [
        differenceOf(
          file,
          before,
          applyEdits(
            first.request.read(file) ?? before,
            second.edits.filter((edit) => edit.file === file),
          ),
        ),
      ];
    });
    const { proof, condition } =
      second.proof === 'drf'
        ? await recheck(edits, 'proof', known, input)
        : await recheck(edits, 'whole', { ...known, left: { whole: 1 } }, input);
    if (proof === null || (second.proof === 'drf' && proof !== 'drf')) continue;
    const joined = (a: string, b: string, by: string): string => (b === '' ? a : `${a}${by}${b}`);
    return [
      {
        title: joined(proposal.title, second.title, '; then '),
        edits,
        cost: joined(proposal.cost.words, second.cost, '; '),
        strategy: joined(strategy, second.strategy, ' + '),
        proof,
        ...(condition === undefined ? {} : { condition }),
      },
    ];
  }
  return [];
}

const nothingMore: Pick<Fix, 'title' | 'edits' | 'cost' | 'strategy'> = {
  title: '',
  edits: [],
  cost: '',
  strategy: '',
};

/** The one edit that makes one text the other: what lies between what they begin and end with. */
function differenceOf(file: string, before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { file, start, end: before.length - same, text: after.slice(start, after.length - same) };
}

/** What was confirmed under all launches, with the draft that reports it. */
function reportedIn({ decided, drafts, missed, ofCopies }: Known): readonly Reported[] {
  const confirmed = drafts.filter(({ status }) => status === 'confirmed');
  const ofMeetings = missed.map(({ fault, span }): Reported => ({
    fault,
    draft: confirmed.find((draft) => draft.code === fault.code && draft.span.start === span.start),
    isMain: true,
  }));
  const shown = ofCopies.flatMap(({ draft: { code, span }, fault }): readonly Reported[] =>
    fault === null
      ? []
      : [
          {
            fault,
            draft: confirmed.find((draft) => draft.code === code && draft.span.start === span.start),
            isMain: true,
          },
        ],
  );
  return [
    ...ofMeetings,
    ...shown,
    ...decided.flatMap(({ decision, coding }) =>
      decision.confirmed.flatMap((evidence): readonly Reported[] => {
        const fault = faultIn(evidence, coding);
        if (fault === null) return [];
        const starts = statementsOf(fault).map((id) => coding.statements.get(id)?.span.start);
        const isOf = ({ first, second }: Draft['pairs'][number]): boolean =>
          starts.every((start) => start === first.start || start === second.start);
        const draft = confirmed.find(({ code, pairs }) => code === fault.code && pairs.some(isOf));
        return [{ fault, draft, isMain: draft?.pairs.slice(0, 1).some(isOf) ?? false }];
      }),
    ),
  ];
}

/** The confirmed errors, then with the warnings that no condition rules out; what only stores equal values is none. */
function meantBy(all: readonly Reported[]): readonly (readonly Reported[])[] {
  const errors = all.filter(({ draft }) => draft?.severity === 'error');
  const warnings = all.filter(({ draft }) => draft?.severity !== 'error' && isMendable(draft?.condition));
  return [errors, ...(warnings.length > 0 ? [[...errors, ...warnings]] : [])].filter((set) => set.length > 0);
}

/** Each once. */
const faultsIn = (reported: readonly Reported[]): readonly Fault[] => [
  ...new Map(reported.map(({ fault }) => [keyOf(fault), fault])).values(),
];

function divergenceIn(obligation: DivergenceObligation): Fault {
  const { barrier, at, span } = obligation.question;
  return { kind: 'divergence', code: splitCode({ obligation }), barrier, at, span };
}

function faultIn(evidence: Evidence, coding: Coding): Fault | null {
  if (evidence.kind === 'divergence') return divergenceIn(evidence.obligation);
  if (evidence.sameValue) return null;
  return faultOf(evidence.obligation, areOfOneTurn(evidence.race), coding);
}

function faultOf(obligation: RaceObligation, isOneTurn: boolean, coding: Coding): Fault {
  const { first, second, carriedBy, scope, array } = obligation;
  const code = raceCode(obligation, false, coding);
  const handover =
    code.kind === 'plain'
      ? null
      : { given: code.handover.given, taken: code.handover.taken, lacks: code.handover.lacks };
  return {
    kind: 'race',
    code: code.kind === 'plain' ? code.code : handoverCode(code.handover),
    first: first.id,
    second: second.id,
    array,
    carriedBy,
    isOneTurn,
    scope,
    handover,
  };
}

const areOfOneTurn = ({ first, second }: MachineRace): boolean =>
  first.turns.every(({ loop, turn }) => second.turns.every((other) => other.loop !== loop || other.turn === turn));

function keyOf(fault: Fault): string {
  const about = [fault.kind, ...statementsOf(fault)];
  switch (fault.kind) {
    case 'race':
      return [...about, fault.carriedBy ?? '', fault.scope].join(' ');
    case 'divergence':
      return [...about, fault.at, fault.span.start].join(' ');
    case 'missed':
      return about.join(' ');
  }
}
