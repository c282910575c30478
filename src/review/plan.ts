/**
 * What a review says, decided before anything is written: which findings are said loudly (inline, or in the body where
 * the diff does not show their lines), which stand folded, and whether the gate holds. Pure.
 *
 * Three choices are apart from each other: the *gate* (what fails the run), the *comment set* (what is said loudly) and
 * the report (everything). By default only new, confirmed errors are loud; nobody is disturbed for a guess.
 */
import type { ChangedFile } from './changes.ts';
import type { CommentSet, UndecidedGate } from '../config/schema.ts';
import type { Compared } from './compare.ts';
import type { Finding, KernelAnswer, Report } from '../verdict/finding.ts';
import type { FixSet } from './fix-sets.ts';
import type { Gate } from '../report/gate.ts';
import type { Group } from '../report/ranked.ts';
import type { Place } from './positions.ts';
import type { Said } from './said.ts';
import type { ReadSource } from '../preprocess/preprocess.ts';
import type { Suggestion } from './suggestion.ts';
import type { UsesOf } from './causes.ts';
import type { Tally, Unread } from './unread.ts';
import type { Use } from '../base/span.ts';
import { baseName } from '../base/kernel-name.ts';
import { byInstance, ranked } from '../report/ranked.ts';
import { causesOf } from './causes.ts';
import { editsKey } from '../verdict/edit.ts';
import { fixSets } from './fix-sets.ts';
import { inCommentSet } from '../config/comment-set.ts';
import { isDecided } from '../verdict/decided.ts';
import { isReadAllTheSame } from '../verdict/catalogue.ts';
import { plainKey } from '../platform/markers.ts';
import { placeOf } from './positions.ts';
import { provesKernel, severityRank } from '../verdict/finding.ts';
import { suggestionFor } from './suggestion.ts';
import { failsUndecided, tallyOf } from './unread.ts';

export type ReviewSettings = Readonly<{
  failOn: Gate;
  comments: CommentSet;
  /** Whether findings that the merge base has too count for the gate. */
  gateOld: boolean;
  /** What of that which was not read or decided counts for the gate. */
  failOnUndecided: UndecidedGate;
  maxInline: number;
}>;
export const defaultSettings: ReviewSettings = {
  failOn: 'error',
  comments: 'error',
  gateOld: false,
  failOnUndecided: 'unread',
  maxInline: 25,
};

export type ReviewInput = Readonly<{
  base: string;
  mergeBase: string;
  head: string;
  changes: readonly ChangedFile[];
  /** The touched kernels of the head. */
  report: Report;
  compared: Compared;
  /** What the touched kernels of the merge base rest on, by base name; not given: unknown. */
  baseUses?: ReadonlyMap<string, readonly Use[]>;
  read: ReadSource;
  isExactText: (path: string) => boolean;
  /** What was left out, in words. */
  notes: readonly string[];
  /** What was not read, and how many touched kernels are beyond a limit; not given: nothing. */
  unread?: readonly Unread[];
  beyondLimit?: number;
  /** What else is to be said, such as that a suppression has no effect; not given: nothing. */
  asides?: readonly string[];
  settings: ReviewSettings;
}>;

export type PlannedItem = Readonly<{
  finding: Finding;
  /** The same bug in other instances of the template: said once. */
  also: readonly Finding[];
  state: 'new' | 'old';
  /** `folded`: not loud; listed closed in the body. `left-out`: more than one review says; counted in the body. */
  place: Place | Readonly<{ kind: 'folded' | 'left-out' }>;
  /** Applies exactly to the place's lines. */
  suggestion: Suggestion | null;
  /** The finding, told before this one, whose patch removes this one too: a patch is offered once. */
  patchIn: Finding | null;
  /** What the answer for its kernel rests on. */
  assumptions: readonly string[];
  /** Our comments that say it at lines which are changed since, the first one linked; not given: none. */
  earlier?: readonly Earlier[];
}>;
export type Earlier = Readonly<{ order: number; url: string }>;

export type ReviewPlan = Readonly<{
  base: string;
  mergeBase: string;
  head: string;
  report: Report;
  /** Ranked, the worst first. */
  items: readonly PlannedItem[];
  /** Findings of the merge base that the pull request removes. */
  fixed: readonly Finding[];
  /** What fails the gate. */
  failing: readonly Finding[];
  tally: Tally;
  /** Whether what was not read or decided fails the gate. */
  isUndecided: boolean;
  conclusion: 'success' | 'failure' | 'neutral';
  fixes: readonly FixSet[];
  notes: readonly string[];
  /**
   * Whether nothing was left out that could hold a touched kernel: a kernel that is not in the report is then not
   * touched.
   */
  isComplete: boolean;
}>;

/**
 * A review remembers what it says in hidden markers. Those of more findings, or of more instances of one, would not fit
 * beside its text, and what is not remembered would be said again with each push.
 */
const mostLoud = 300;
const mostInstances = 10;
/**
 * Each is a review of its own (docs/decisions/0013-comments-on-files.md); the findings of further files stand in the
 * body.
 */
const mostFileComments = 5;

export function planReview(input: ReviewInput): ReviewPlan {
  const { compared, settings } = input;
  const fresh = ranked(compared.fresh);
  const old = ranked(compared.old);
  const failing = [...fresh, ...(settings.gateOld ? old : [])].filter((finding) => failsGate(finding, settings.failOn));
  const fixes = fixSets([...fresh, ...old], input.read, input.isExactText);
  const fixed = compared.fixed.filter((finding) => isSettled(input.report.kernels, finding));
  const tally = tallyOf(input.report, input.unread ?? [], input.beyondLimit ?? 0);
  const isUndecided = failsUndecided(tally, settings.failOnUndecided);
  return {
    base: input.base,
    mergeBase: input.mergeBase,
    head: input.head,
    report: input.report,
    items: [...placed(fresh, input), ...byInstance(old).map((group) => folded(group, 'old', input))],
    fixed,
    failing,
    tally,
    isUndecided,
    conclusion:
      failing.length > 0 || isUndecided
        ? 'failure'
        : isClean(input.report) && tally.unread.length === 0
          ? 'success'
          : 'neutral',
    fixes: fixes.sets,
    isComplete: input.notes.length === 0 && tally.unread.length === 0 && input.report.problems.every(isReadAllTheSame),
    notes: [
      ...(input.asides ?? []),
      ...input.notes,
      ...fixes.notes,
      ...input.report.problems.map(
        (problem) => `${problem.file}${problem.line === null ? '' : `:${problem.line}`}: ${problem.text}`,
      ),
    ],
  };
}

/** Moves items to the body, because GitHub refused their lines. */
export function moveToBody(plan: ReviewPlan, refused: (item: PlannedItem) => boolean): ReviewPlan {
  return {
    ...plan,
    items: plan.items.map((item) =>
      item.place.kind === 'inline' && refused(item) ? { ...item, place: { kind: 'body' } } : item,
    ),
  };
}

/** The plan without what was said already; nothing loud left means nothing is to be said. */
export function withoutKnown(plan: ReviewPlan, said: Pick<Said, 'known' | 'folded'>): ReviewPlan {
  const isKnown = (item: PlannedItem): boolean =>
    [item.finding, ...item.also].some(
      (finding) => said.known.has(finding) || (!isLoud(item) && said.folded.has(plainKey(finding.fingerprint))),
    );
  return { ...plan, items: plan.items.filter((item) => !isKnown(item)) };
}

/** The finding and those that are said with it, as far as they are remembered. */
export const rememberedIn = ({ finding, also }: Group): readonly Finding[] =>
  [finding, ...also].slice(0, mostInstances);

export const isLoud = (item: PlannedItem): boolean => item.place.kind !== 'folded' && item.place.kind !== 'left-out';

function placed(findings: readonly Finding[], input: ReviewInput): readonly PlannedItem[] {
  const told: PlannedItem[] = [];
  let remembered = 0;
  return byInstance(findings).map((group): PlannedItem => {
    const { finding } = group;
    const isSilenced = finding.suppressed !== undefined;
    const isLoudAnyway = input.compared.regressions?.has(finding) === true && input.settings.comments !== 'none';
    if (
      isSilenced ? input.settings.comments === 'none' : !isLoudAnyway && !inCommentSet(finding, input.settings.comments)
    )
      return folded(group, 'new', input);
    remembered += rememberedIn(group).length;
    if (remembered > mostLoud) return { ...folded(group, 'new', input), place: { kind: 'left-out' } };
    // silenced by the pull request itself: told, without a comment of its own
    if (isSilenced) return { ...folded(group, 'new', input), place: { kind: 'body' } };
    const item = placedItem(group, told, input);
    told.push(item);
    return item;
  });
}

/** `told`: what is said before it. */
function placedItem(group: Group, told: readonly PlannedItem[], input: ReviewInput): PlannedItem {
  const { finding } = group;
  const isFull = told.length >= input.settings.maxInline;
  const patchIn = samePatch(finding, told);
  const wanted =
    isFull || patchIn !== null || finding.fix === null ? null : suggestionFor(finding.fix, input.changes, input.read);
  const suggestion =
    wanted === null || told.some((item) => item.suggestion !== null && touch(item.suggestion, wanted)) ? null : wanted;
  const place: Place = isFull
    ? { kind: 'body' }
    : suggestion === null
      ? ownPlace(finding, told, input)
      : { kind: 'inline', path: suggestion.path, lines: suggestion.lines };
  return { ...group, state: 'new', place, suggestion, patchIn, assumptions: assumptionsOf(finding, input) };
}

const ownPlace = (finding: Finding, told: readonly PlannedItem[], input: ReviewInput): Place =>
  placeBeside(finding, told, placeOf(finding, input.changes, causesOf(finding, usesIn(input), input.changes)));

/**
 * Findings that rest on the same lines share their comment. Of findings that read alike in two files, those said at one
 * file share it too: texts of one file with the same markers are taken for copies (said.ts).
 */
function placeBeside({ fingerprint, kernel }: Finding, told: readonly PlannedItem[], place: Place): Place {
  if (place.kind === 'inline') {
    const alike = told.filter(({ finding }) => finding.fingerprint === fingerprint && finding.kernel === kernel);
    const twin = alike.map((item) => item.place).find((one) => one.kind === 'inline' && one.path === place.path);
    if (twin?.kind !== 'inline' || (place.ofCauses === undefined && twin.ofCauses === undefined)) return place;
    return place.ofCauses === undefined || twin.ofCauses === undefined
      ? { kind: 'body' }
      : { ...place, lines: twin.lines };
  }
  const files = new Set(told.flatMap((item) => (item.place.kind === 'file' ? [item.place.path] : [])));
  return place.kind === 'file' && !files.has(place.path) && files.size >= mostFileComments ? { kind: 'body' } : place;
}

/**
 * A patch with the same edits, or one that was proved for the whole kernel. Two such patches must not both be applied.
 */
function samePatch({ fix, kernel, span, build }: Finding, told: readonly PlannedItem[]): Finding | null {
  if (fix === null) return null;
  const key = editsKey(fix.edits);
  const isThis = (other: Finding): boolean =>
    other.fix !== null &&
    (editsKey(other.fix.edits) === key ||
      (provesKernel(other.fix) && other.kernel === kernel && other.build === build && other.span.file === span.file));
  return told.find((item) => item.patchIn === null && isThis(item.finding))?.finding ?? null;
}

/** Lines of both, or lines side by side: an insertion repeats the line beside it. */
const touch = (a: Suggestion, b: Suggestion): boolean =>
  a.path === b.path && a.lines.start <= b.lines.start + b.lines.count && b.lines.start <= a.lines.start + a.lines.count;

const kernelOf = (finding: Finding, { report }: ReviewInput): KernelAnswer | undefined =>
  report.kernels.find((kernel) => kernel.findings.includes(finding));

const assumptionsOf = (finding: Finding, input: ReviewInput): readonly string[] =>
  kernelOf(finding, input)?.assumptions ?? [];

const usesIn =
  (input: ReviewInput): UsesOf =>
  (finding) => ({
    head: kernelOf(finding, input)?.uses ?? [],
    base: input.baseUses?.get(baseName(finding.kernel)) ?? [],
  });

const folded = (group: Group, state: PlannedItem['state'], input: ReviewInput): PlannedItem => ({
  ...group,
  state,
  place: { kind: 'folded' },
  suggestion: null,
  patchIn: null,
  assumptions: assumptionsOf(group.finding, input),
});

function failsGate(finding: Finding, gate: Gate): boolean {
  return (
    gate !== 'never' &&
    finding.suppressed === undefined &&
    finding.status === 'confirmed' &&
    severityRank(finding.severity) >= severityRank(gate)
  );
}

/** A finding that is not seen any more is fixed only where the kernel was decided. */
function isSettled(kernels: readonly KernelAnswer[], finding: Finding): boolean {
  const same = kernels.filter((kernel) => kernel.name === finding.kernel);
  return same.length > 0 && same.every(isDecided);
}

const isClean = (report: Report): boolean =>
  report.problems.length === 0 &&
  report.kernels.every(
    (kernel) => kernel.verdict === 'drf' && kernel.findings.every((finding) => finding.severity === 'info'),
  );
