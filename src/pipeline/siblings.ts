/**
 * What the instances of one kernel of the source tell of each other: the runs that showed a race or divergence in one of them, and what was found by them.
 * A run is tried in the next instance before anything is asked of that, and where no time is left for questions, what it shows there is the answer
 * (`brieflyShown`). Under-approximating: a run shows what it shows, whoever proposed it, and nothing is proved by it.
 *
 * Smallest example: of `template <int N> __global__ void k(int *a) { if (threadIdx.x < N) a[0] = threadIdx.x; }`, the run that shows the race of `k<32>`
 * shows that of `k<64>`, too.
 */
import type { AnsweredLaunch } from './admitted.ts';
import type { CompiledKernel } from '../machine/compile.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Draft } from './findings.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { MachineRace, MachineReport } from '../machine/machine.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Span } from '../base/span.ts';
import type { Vain } from './budgets.ts';
import type { Witness, WitnessAccess } from '../verdict/finding.ts';
import { breaksAssumption, compileAssuming, statedOf } from './assumed.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { notAdmitted } from './admitted.ts';
import { nothingInVain } from './budgets.ts';
import { printElement } from '../verdict/element.ts';
import { runCompiled } from '../machine/run.ts';
import { sameDim } from '../launch/dimensions.ts';
import { someStmt } from '../ir/walk.ts';
import { sourceKeyOf } from './question-keys.ts';
import { withoutOutsideReads } from './outside-reads.ts';

export type Siblings = Readonly<{
  /** Runs that showed something of instances that came before, those of the latest first. */
  runs: () => readonly ConcreteRun[];
  /** What was confirmed of them. */
  drafts: () => readonly Draft[];
  keep: (drafts: readonly Draft[]) => void;
  /** Begins an instance, which is told what came of the others. Gives what is spent in vain: what its runs cost is its own, what its questions cost is counted on. */
  begin: () => Vain;
  /** Notes what came of a question that quick tests do not answer. */
  note: (question: Obligation, isSettled: boolean) => void;
  /** Whether the solver has left such questions of another instance without an answer, and answered none: one look is enough then. */
  isWeary: (question: Obligation) => boolean;
  /** Notes whether a search for runs found something. */
  onSearched: (isOfUse: boolean) => void;
  /** Whether searches of other instances found nothing, again and again. */
  isSearchedInVain: () => boolean;
}>;

const limits = {
  /** Runs that are tried in the next instance, and the machine's steps for each. */
  runs: 3,
  machine: { maxSteps: 1_000_000, maxBytes: 64 * 1024 * 1024 },
  /** Instances in which searches for runs find nothing before none is made in further ones. */
  vainSearches: 2,
  /** Findings that are looked for again where no time is left. */
  drafts: 12,
} as const;

/** Of one kernel of the source. */
export function createSiblings(): Siblings {
  const runs = new Map<string, ConcreteRun>();
  const drafts = new Map<string, Draft>();
  let units = 0;
  let searchedInVain = 0;
  let [hasSearched, hasFound] = [false, false];
  const outcomes = new Map<string, Outcome>();
  const own = new Map<string, Outcome>();
  return {
    begin: () => {
      for (const [key, outcome] of own) noteIn(outcomes, key, outcome);
      own.clear();
      searchedInVain = hasFound ? -Infinity : searchedInVain + (hasSearched ? 1 : 0);
      [hasSearched, hasFound] = [false, false];
      return { ...nothingInVain(), get units() { return units; }, set units(count) { units = count; } };
    },
    note: (question, isSettled) => noteIn(own, sourceKeyOf(question), isSettled ? 'settled' : 'open'),
    onSearched: (isOfUse) => {
      hasSearched = true;
      hasFound ||= isOfUse;
    },
    isSearchedInVain: () => searchedInVain >= limits.vainSearches,
    isWeary: (question) => outcomes.get(sourceKeyOf(question)) === 'open',
    runs: () => [...runs.values()].reverse().slice(0, limits.runs),
    drafts: () => [...drafts.values()].reverse().slice(0, limits.drafts),
    keep: (found) => {
      for (const draft of found) {
        if (draft.status !== 'confirmed' || draft.severity === 'info' || draft.witness === null || draft.witness.run.schedule.kind === 'delayed') continue;
        const run = textOf(draft.witness.run);
        runs.delete(run);
        runs.set(run, draft.witness.run);
        const place = [draft.code, draft.array, ...draft.pairs.slice(0, 1).flatMap(({ first, second }) => [placeOf(first), placeOf(second)])].join(' ');
        drafts.set(place, draft);
      }
    },
  };
}

/** What came of all questions with one key: one that is answered says that others may be. */
type Outcome = 'settled' | 'open';
function noteIn(outcomes: Map<string, Outcome>, key: string, outcome: Outcome): void {
  if (outcome === 'settled' || !outcomes.has(key)) outcomes.set(key, outcome);
}

const textOf = (run: ConcreteRun): string => JSON.stringify(run, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value instanceof Map ? [...value] : value));
const placeOf = ({ file, start, end }: Span): string => `${file}:${start}-${end}`;

/** A run that shows something, and what the machine says of it. */
export type ShowingRun = Readonly<{ run: ConcreteRun; report: MachineReport }>;

/** Those of the runs that show something under this launch. */
export function runsThatShow(runs: readonly ConcreteRun[], compiled: CompiledKernel, launch: AnsweredLaunch, isTimeUp: () => boolean): readonly ShowingRun[] {
  return runs.flatMap((run) => {
    const report = notAdmitted(run, launch) === null ? reportOf(run, compiled, isTimeUp) : null;
    const shows = report !== null && (report.divergences.length > 0 || report.races.some(({ sameValue }) => !sameValue));
    return shows ? [{ run, report }] : [];
  });
}

/** Null: the run shows nothing, since it breaks what is assumed. */
function reportOf(run: ConcreteRun, compiled: CompiledKernel, isTimeUp: () => boolean): MachineReport | null {
  const budget = { ...limits.machine, isTimeUp };
  const report = withoutOutsideReads(runCompiled(compiled, run, budget), (outside) => runCompiled(compiled, run, { ...budget, outside }));
  return breaksAssumption(report) ? null : report;
}

/** `textAt`: of a place in the source. */
type Brief = Readonly<{ kernel: Kernel; launches: readonly LaunchConfig[]; facts: readonly Fact[]; textAt: (span: Span) => string; isTimeUp: () => boolean }>;

/**
 * Findings of other instances that their runs show of this one as well: the same threads, at the same places of the source. None where
 * something may order the two that a run does not see, where values had to be made up, or where the launch leaves something else open.
 */
export function brieflyShown(siblings: Siblings, { kernel, launches, facts, textAt, isTimeUp }: Brief): readonly Draft[] {
  if (restsOnMore(kernel)) return [];
  const found: Draft[] = [];
  for (const config of launches) {
    if (config.aliases.length > 0) continue;
    let compiled: CompiledKernel | null = null;
    const under = (): CompiledKernel => (compiled ??= compileAssuming(kernel, [...statedOf(config), ...facts, ...countableAxes(config)]));
    const reports = new Map<ConcreteRun, MachineReport | null>();
    for (const draft of siblings.drafts()) {
      const { witness } = draft;
      if (witness === null || isTimeUp() || found.some(({ code, span }) => code === draft.code && placeOf(span) === placeOf(draft.span))) continue;
      if (openIn(config) !== openIn(witness.launch) || notAdmitted(witness.run, { kernel, config, facts }) !== null) continue;
      const report = reports.has(witness.run) ? reports.get(witness.run) ?? null : reportOf(witness.run, under(), isTimeUp);
      reports.set(witness.run, report);
      if (report === null || report.inventedValues) continue;
      const seen = seenAgain(report, draft, witness, { kernel, textAt });
      if (seen !== null && seen.witness !== null) found.push({ ...seen, witness: { ...seen.witness, launch: config } });
    }
  }
  return found;
}

/** Fences and ordered atomics order what a run shows as unordered, and the contents of tables are not read. */
const restsOnMore = ({ body, arrays }: Kernel): boolean =>
  [...arrays.values()].some(({ isTable }) => isTable === true) || someStmt(body, (stmt) => stmt.kind === 'fence' || (stmt.kind === 'atomic' && stmt.order !== 'relaxed'));

/** What a launch leaves open: how severe a finding is rests on it. */
function openIn({ span, block, grid, scalars, computed }: LaunchConfig): string {
  return JSON.stringify([span === null, [...block, ...grid].map((extent) => extent === null), [...scalars.keys()].sort(), computed ?? []]);
}

/** The draft as the run shows it of this kernel; null: it does not. */
function seenAgain(report: MachineReport, draft: Draft, witness: Witness, { kernel, textAt }: Pick<Brief, 'kernel' | 'textAt'>): Draft | null {
  const [first, second] = witness.accesses;
  const again = { ...draft, kernel: kernel.name, parts: { ...draft.parts, kernel: kernel.name } };
  if (witness.address === null) {
    const isSame = report.divergences.some(({ span, waiting, other, otherAt }) =>
      isAt({ span, ...waiting }, first) && (otherAt.span === null || placeOf(otherAt.span) === placeOf(second.span)) && isThread(other, second));
    return isSame ? { ...again, witness } : null;
  }
  const race = report.races.find((one) => !one.sameValue && isPair(one, first, second) && kernel.arrays.get(one.array)?.name === draft.array);
  const array = race === undefined ? undefined : kernel.arrays.get(race.array);
  if (race === undefined || array === undefined) return null;
  const [one, other] = isAt({ span: race.first.span, ...race.first.who }, first) ? [race.first, race.second] : [race.second, race.first];
  const isTold = ([[one, first], [other, second]] as const).every(([seen, told]) => seen.mode === told.mode && textAt(seen.span) === told.expression);
  if (!isTold) return null;
  // elements of another size are at other bytes
  const text = printElement(array, race.address);
  return {
    ...again,
    message: draft.message.replaceAll(witness.address.text, text),
    witness: {
      ...witness, address: { byte: race.address, text }, interval: race.scope === 'grid' ? null : race.first.interval,
      accesses: [{ ...first, value: one.value }, { ...second, value: other.value }],
    },
  };
}

type Thread = Pick<WitnessAccess, 'block' | 'thread'>;
const isThread = (a: Thread, b: Thread): boolean => sameDim(a.block, b.block) && sameDim(a.thread, b.thread);
const isAt = (a: Thread & Readonly<{ span: Span }>, b: WitnessAccess): boolean => isThread(a, b) && placeOf(a.span) === placeOf(b.span);

function isPair({ first, second }: MachineRace, a: WitnessAccess, b: WitnessAccess): boolean {
  const [one, other] = [{ span: first.span, ...first.who }, { span: second.span, ...second.who }];
  return (isAt(one, a) && isAt(other, b)) || (isAt(one, b) && isAt(other, a));
}
