/**
 * Whether a patched source is one to propose: it is read again from the start, and analysed for a proof, or as a whole.
 * Needs: what was decided of the kernel as it was, what the patch has to remove, and its edits. Gives: how it was shown
 * that the faults are gone and nothing else has come; or not. Of a patch that only adds barriers no more is asked than
 * it may change (carried.ts). Depends on: the patched kernel IR, launches, facts, and the earlier decisions.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { Coding } from './race-codes.ts';
import type { Shown } from './async-runs.ts';
import type { Asked } from './carried.ts';
import type { Draft } from './draft.ts';
import type { Missed } from './partings.ts';
import type { Edit, Finding, KernelAnswer } from '../verdict/finding.ts';
import type { Fault } from '../repair/fault.ts';
import type { Goal } from './goal.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Pair } from './patched.ts';
import type { Effort, Recheck } from '../repair/repair.ts';
import { allMeet, runsFor } from './all-meet.ts';
import { barriersAdded, carriedFrom, showsMore } from './carried.ts';
import { fingerprintsOf } from '../verdict/fingerprint.ts';
import { isMendable, isModelled } from './mendable.ts';
import { mayLoseOrder } from '../repair/remove-barrier.ts';
import { isTouched, readPatched } from './patched.ts';
import { otherBuilds } from '../repair/conditional-groups.ts';
import { onTheWay } from './kernel-input.ts';
import { toProve, toProveOnly, toRecheck } from './goal.ts';
import { createTried } from './tried.ts';
import { allIncluders } from './units.ts';
import { readUnit } from './unit.ts';
import { isStillShown } from './still-shown.ts';
import { wasLeftOpen } from './left-open.ts';

type Decided = Asked & Readonly<{ coding: Coding }>;
/**
 * What is known of the kernel as it is. `drafts`: its findings. `missed`: the meetings that some miss. `ofCopies`: what
 * runs of asynchronous copies showed.
 */
export type Known = Readonly<{
  decided: readonly Decided[];
  drafts: readonly Draft[];
  missed: readonly Missed[];
  ofCopies: readonly Shown[];
  analyze: (input: KernelInput) => Promise<KernelAnswer>;
  rulesOut: (input: KernelInput) => Promise<boolean>;
}>;

/**
 * What a patch has to remove, and the errors that it may leave. `isForProof`: no patch will do but one with which the
 * kernel is proved.
 */
export type Wanted = Readonly<{ faults: readonly Fault[]; aside: ReadonlySet<Draft>; isForProof?: true }>;

export type Rechecked = Known & Wanted & Readonly<{ left: { whole: number }; witnesses: readonly ConcreteRun[] }>;

const refused: Recheck = { proof: null, isOpen: false, isLikely: false, breaks: null };

/** Other files that are read again with a patch of what they include, at most. */
const mostFiles = 24;

/**
 * Analyses the patched source: the kernel, and all others of the file that have the patched text, which must be proved
 * with it, or none the worse for it.
 */
export async function recheck(
  edits: readonly Edit[],
  effort: Effort,
  known: Rechecked,
  input: KernelInput,
): Promise<Recheck> {
  if (input.deadline.passed() || (effort === 'whole' && known.left.whole <= 0)) return refused;
  const patched = input.tried.patched(edits, input);
  if (patched === null) return refused;
  const { from, request, kernels, added } = patched;
  const own = kernels.find(({ was }) => was === input.kernel);
  if (own === undefined || (effort === 'proof' && isStillShown(known.witnesses, known.faults, own.was, own.kernel)))
    return refused;
  const under: Under = {
    known,
    self: input.kernel,
    inputFor: (kernel, goal) => ({ ...onTheWay(input, goal), kernel, from, request }),
  };
  const found = effort === 'proof' ? await proofOf(own, under) : await shown(own, under);
  if (found.proof === null) return found;
  for (const kernel of added)
    if ((await known.analyze(under.inputFor(kernel, toProve))).verdict !== 'drf') return refused;
  if (!(await holdsInOtherBuilds(edits, found.proof, known, input))) return refused;
  const isForMeetings = known.faults.some(({ kind }) => kind === 'missed');
  if (
    isForMeetings &&
    !(await allMeet(runsFor(known.missed, known.faults), input, under.inputFor(own.kernel, toProve)))
  )
    return refused;
  for (const other of kernels)
    if (other !== own && isTouched(other.was, edits, input) && !(await staysAsGood(other, found.proof, under)))
      return { ...refused, breaks: other.was.name };
  const breaks = await brokenElsewhere(edits, found.proof, known, input);
  return breaks === null ? found : { ...refused, breaks };
}

/**
 * A kernel of another file that is analysed, and includes what is edited, for which the edits are none to make; null:
 * there is none.
 */
async function brokenElsewhere(
  edits: readonly Edit[],
  proof: Recheck['proof'],
  known: Rechecked,
  input: KernelInput,
): Promise<string | null> {
  const {
    request: { files, read, options },
    from,
  } = input;
  const headers = [...new Set(edits.map(({ file }) => file))].filter((file) => file !== from.unit.file);
  const others = new Set(
    headers
      .flatMap((file) => allIncluders(file, files, read, options.includeDirs))
      .filter((file) => file !== from.unit.file),
  );
  for (const file of [...others].slice(0, mostFiles)) {
    const { dump: _, stopAfter: __, ...request } = input.request;
    const other = readUnit(
      file,
      { ...request, options: { ...options, kernel: null, repair: false } },
      input.parser,
      () => undefined,
      input.deadline,
    );
    const [first] = other.ok
      ? other.value.unit.kernels.filter((kernel) => isTouched(kernel, edits, { from: other.value }))
      : [];
    if (!other.ok || first === undefined) continue;
    const there: KernelInput = { ...input, from: other.value, kernel: first, tried: createTried() };
    const patched = readPatched(edits, there, false);
    if (patched === null) return first.name;
    const under: Under = {
      known,
      self: input.kernel,
      inputFor: (kernel, goal) => ({ ...onTheWay(there, goal), kernel, from: patched.from, request: patched.request }),
    };
    for (const pair of patched.kernels)
      if (isTouched(pair.was, edits, there) && !(await staysAsGood(pair, proof, under))) return pair.was.name;
  }
  return null;
}

/**
 * Whether the patched kernel is as good in the builds that read other arms of the `#if` around an edit: the patch says
 * no word of which build it is for.
 */
async function holdsInOtherBuilds(
  edits: readonly Edit[],
  proof: Recheck['proof'],
  known: Rechecked,
  input: KernelInput,
): Promise<boolean> {
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const builds = otherBuilds(
      input.request.read(file) ?? '',
      edits.filter((edit) => edit.file === file).map(({ start }) => start),
    );
    if (builds === null) return false;
    for (const text of builds) {
      const other: KernelInput = {
        ...input,
        tried: createTried(),
        request: { ...input.request, read: (path) => (path === file ? text : input.request.read(path)) },
      };
      const patched = readPatched(edits, other, false);
      const own = patched?.kernels.find(({ was }) => was === input.kernel);
      if (patched === null || own === undefined) return false;
      const { verdict, ...rest } = await known.analyze({
        ...onTheWay(other, proof === 'drf' ? toProve : toRecheck),
        kernel: own.kernel,
        from: patched.from,
        request: patched.request,
      });
      if (verdict !== 'drf' && (proof === 'drf' || !isNoWorse({ verdict, ...rest }, known))) return false;
    }
  }
  return true;
}

/** `self`: the kernel that is repaired, as it was. */
type Under = Readonly<{ known: Rechecked; inputFor: (kernel: Kernel, goal: Goal) => KernelInput; self: Kernel }>;

/**
 * Of a patched kernel that is proved under conditions; it has no less need of them without the patch, which only adds
 * order (decision 0032).
 */
const underConditions = ({ reasons }: KernelAnswer): Recheck => ({
  ...refused,
  proof: 'conditional',
  condition: reasons.join('; '),
});

/**
 * `drf`: the patched kernel is proved; `conditional`: under conditions. `machine`: it cannot be, since more is open in
 * the kernel than the patch is for; but what it is for is proved to be gone, where the patch adds barriers, so that
 * nothing else can have come [T16].
 */
async function proofOf({ kernel, was }: Pair, { known, inputFor }: Under): Promise<Recheck> {
  const { decided, analyze, rulesOut } = known;
  // of what runs of copies showed no question was asked: runs prove it as well
  const isOfCopies = known.ofCopies.length > 0;
  const carried = isOfCopies ? null : carriedFrom(decided, was, kernel);
  const input = inputFor(kernel, toProve);
  const about = (isAsked: (question: Obligation) => boolean): KernelInput => inputFor(kernel, toProveOnly(isAsked));
  const mayBeProved =
    isOfCopies || decided.every(({ decision }) => (carried === null ? isModelled(decision) : isMendable(decision)));
  const isForRun = decided.every(({ decision: { config } }) => !config.block.includes(null));
  const proved = (): Promise<KernelAnswer> =>
    carried === null
      ? input.tried.proof.find(kernel, input.deadline, () => analyze(input))
      : analyze(about((question) => carried(question, () => false)));
  const answer = mayBeProved ? await proved() : null;
  if (answer?.verdict === 'drf') return { ...refused, proof: 'drf' };
  if (answer?.verdict === 'conditional') return underConditions(answer);
  const isOpen = mayLeave(known) || (carried !== null && leavesUnasked(known));
  if (!isOpen || carried === null)
    return {
      ...refused,
      isOpen: isOpen || isForRun,
      isLikely:
        isOpen && !mayBeProved && (input.tried.whole.knows(kernel) || (await rulesOut(about(isAbout(known, kernel))))),
    };
  const isGone =
    (await rulesOut(about((question) => carried(question, staying(known))))) && !showsMore(decided, was, kernel);
  return isGone ? { ...refused, proof: 'machine' } : { ...refused, isOpen };
}

/**
 * `drf`: by a run too, where the launch is known and nothing that it does rests on memory [T9]. `machine`: nothing is
 * found in the patched kernel that was not found before, and of what was confirmed only what the patch is not for. Of
 * what is handed over by fences, a race may be left as possible, if the hand-over lacks nothing any more.
 */
async function shown({ kernel }: Pair, { known, inputFor }: Under): Promise<Recheck> {
  known.left.whole--;
  const answer = await wholeOf(kernel, known, inputFor(kernel, toRecheck));
  if (answer.verdict === 'drf') return { ...refused, proof: 'drf' };
  if (answer.verdict === 'conditional') return underConditions(answer);
  return { ...refused, proof: mayLeave(known) && isNoWorse(answer, known) ? 'machine' : null };
}

const wholeOf = (kernel: Kernel, known: Rechecked, input: KernelInput): Promise<KernelAnswer> =>
  input.tried.whole.find(kernel, input.deadline, () => known.analyze(input));

/** Whether something that the patch is not for may stay. */
const mayLeave = (known: Rechecked): boolean =>
  !known.decided.every(({ decision }) => isMendable(decision)) ||
  othersAmong(known).length + handedOver(known).size > 0;

/** Of a racy kernel not all is asked to the end: what is left about other arrays may stay open, as it was. */
const leavesUnasked = (known: Rechecked): boolean =>
  known.decided.some(({ decision: { open } }) =>
    open.some(
      ({ status, obligation }) => status === 'undecided' && obligation.kind === 'race' && staying(known)(obligation),
    ),
  );

/**
 * A kernel that only gets barriers, which none of its threads misses, stays as good as it was [T16]. Any other must be
 * proved, and keep the order that races do not show; of other instances of the kernel's own template, where that is not
 * proved itself, nothing may be found but what was found in it before.
 */
async function staysAsGood(
  { kernel, was }: Pair,
  proof: Recheck['proof'],
  { known, inputFor, self }: Under,
): Promise<boolean> {
  const isNew = barriersAdded(was, kernel);
  const input = inputFor(kernel, toProve);
  if (isNew !== null)
    return input.tried.isMet.find(kernel, input.deadline, () => known.rulesOut(inputFor(kernel, toProveOnly(isNew))));
  if (mayLoseOrder(was, kernel)) return false;
  const isInstance = was.span.file === self.span.file && was.span.start === self.span.start;
  if (proof !== 'drf' && isInstance) return isNoWorse(await wholeOf(kernel, known, inputFor(kernel, toRecheck)), known);
  return ['drf', 'conditional'].includes(
    (await input.tried.proof.find(kernel, input.deadline, () => known.analyze(input))).verdict,
  );
}

function isNoWorse({ name, verdict, findings }: KernelAnswer, known: Rechecked): boolean {
  const others = othersAmong(known);
  const fingerprints = fingerprintsOf(others.map(({ parts }) => ({ ...parts, kernel: name })));
  const stays = new Map(others.map((draft, k) => [fingerprints[k], draft]));
  return (
    verdict !== 'unsupported' &&
    findings.every((now) => {
      const before = stays.get(now.fingerprint);
      return (
        now.severity === 'info' ||
        mayBeOrdered(now, known) ||
        (!arraysOf(known).has(now.array ?? '') && wasLeftOpen(now, known.decided)) ||
        (before !== undefined &&
          !isShownNow(now, before) &&
          (before.array === null || !arraysOf(known).has(before.array) || hasNoOther(now, before)))
      );
    })
  );
}

/** What was only possible, and comes true now. */
const isShownNow = (now: Pick<Draft, 'status' | 'severity'>, before: Draft): boolean =>
  now.severity === 'error' && now.status === 'confirmed' && before.status === 'possible';

/**
 * Whether it is about no pairs of accesses that it was not about before; edits around statements leave their length.
 */
function hasNoOther(now: Pick<Draft, 'pairs'>, before: Draft): boolean {
  const kinds = ({ pairs }: Pick<Draft, 'pairs'>): readonly string[] =>
    pairs.map(({ first, second }) => `${first.end - first.start} ${second.end - second.start}`);
  const left = [...kinds(before)];
  return kinds(now).every((kind) => left.includes(kind) && left.splice(left.indexOf(kind), 1).length === 1);
}

/**
 * Findings that may stay: about other arrays, of errors those that are left aside; of the same, what is open about
 * statements that no confirmed race is about, since half of a read-modify-write apart from its other half is no repair.
 */
function othersAmong(known: Rechecked): readonly Draft[] {
  const confirmed = known.drafts.filter(({ status, severity }) => status === 'confirmed' && severity !== 'info');
  const errors = confirmed.some(({ severity }) => severity === 'error');
  const own = arraysOf(known);
  const place = ({ file, start }: Draft['span']): string => `${file} ${start}`;
  const racing = new Set(
    confirmed.flatMap(({ pairs }) => pairs.flatMap(({ first, second }) => [place(first), place(second)])),
  );
  const isApart = ({ pairs }: Draft): boolean =>
    pairs.length > 0 && pairs.every(({ first, second }) => !racing.has(place(first)) && !racing.has(place(second)));
  return known.drafts.filter((draft) => {
    const { status, severity, array } = draft;
    if (severity === 'info') return true;
    return array === null || !own.has(array)
      ? status === 'possible' || (errors && severity === 'warning') || known.aside.has(draft)
      : status === 'possible' && isApart(draft);
  });
}

/** As `othersAmong`, of questions. */
function staying({ decided, faults }: Rechecked): (one: Obligation) => boolean {
  const own = new Set(faults.flatMap((fault) => (fault.kind === 'race' ? [fault.array] : [])));
  const split = new Set(faults.flatMap((fault) => (fault.kind === 'divergence' ? [fault.barrier] : [])));
  const racing = new Set(
    decided
      .flatMap(({ decision }) => decision.confirmed)
      .flatMap((one) =>
        one.kind === 'race' && !one.sameValue ? [one.obligation.first.id, one.obligation.second.id] : [],
      ),
  );
  return (one) =>
    one.kind === 'divergence'
      ? !split.has(one.question.barrier)
      : !own.has(one.array) || !(racing.has(one.first.id) || racing.has(one.second.id));
}

/** Whether a question is about what the faults are about, in the patched kernel. */
function isAbout(known: Rechecked, { arrays }: Kernel): (one: Obligation) => boolean {
  const own = arraysOf(known);
  return (one) => one.kind === 'divergence' || own.has(arrays.get(one.array)?.name ?? one.array);
}

/** The names of those that the faults are about. */
const arraysOf = ({ decided, faults }: Rechecked): ReadonlySet<string> =>
  new Set(
    faults
      .flatMap((fault) => (fault.kind === 'race' ? [fault.array] : []))
      .map((id) => decided[0]?.kernel.arrays.get(id)?.name ?? id),
  );

/** Of what is handed over: no hand-over is seen that lacks something. */
const mayBeOrdered = ({ status, array, code }: Finding, known: Rechecked): boolean =>
  status === 'possible' && array !== null && handedOver(known).has(array) && !code.startsWith('SW4');

const handedOver = (known: Rechecked): ReadonlySet<string> =>
  arraysOf({ ...known, faults: known.faults.filter((fault) => fault.kind === 'race' && fault.handover !== null) });
