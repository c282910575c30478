/**
 * Which answers of the last analysis still hold after an edit of one file (change.ts), and which kernels have to be
 * decided anew. Pure.
 * Needs: what the last analysis found, and the text of the file now. Gives: the answers that hold, at their new places;
 * or those that hold where their kernels turn out to be as they were; or nothing, where everything has to be decided
 * anew.
 */
import type { Basis, Pending } from './analysis.ts';
import type { Change, Moves } from './change.ts';
import type { Finding, KernelAnswer, Report } from '../verdict/finding.ts';
import type { Span } from '../base/span.ts';
import { allFixes } from '../verdict/edit.ts';
import { baseName } from '../base/kernel-name.ts';
import { changeBetween, movesBetween } from './change.ts';
import { isUnparsed } from '../verdict/catalogue.ts';
import { kernelKey } from './analysis.ts';
import { movedAnswer, movedFinding } from './moved.ts';
import { physicalFile } from '../preprocess/physical-file.ts';

export type Kept = Readonly<{
  kind: 'kept';
  /** Answers that hold, at their new places. */
  report: Report;
  /**
   * Answers of kernels that are asked for again for their patches only: nothing but comments and white space was
   * edited. Without the patches.
   */
  withoutPatches: readonly KernelAnswer[];
  problems: Report['problems'];
  /** Kernels that have to be asked for, where they are now. */
  ask: readonly Pending[];
  isAsked: (kernel: Span) => boolean;
  /** Whether it is the kernel that was edited, and not one whose answer rests on that. */
  isEdited: (kernel: Span) => boolean;
  /**
   * Whether an analysis saw the kernels that were expected, and could read them all. `seen`: `FILE:START-END` of each
   * definition.
   */
  fits: (seen: ReadonlySet<string>, found: Report) => boolean;
  /** Of the answers that hold. */
  questions: Basis['questions'];
  earlier: Earlier;
}>;

/** What runs showed of racy kernels that have to be decided anew, at their places now; by `kernelKey`. */
export type Earlier = ReadonlyMap<string, readonly Finding[]>;

/**
 * Answers that hold where their kernels, once they are read, have the same questions. By `kernelKey`, at their new
 * places.
 */
export type Candidates = Readonly<{
  kind: 'candidates';
  answers: ReadonlyMap<string, Candidate>;
  /**
   * The same of kernels with findings, without patches: their verdicts hold, and they are asked again for what is said
   * beside them.
   */
  verdicts: ReadonlyMap<string, Candidate>;
  isEdited: Kept['isEdited'];
  earlier: Earlier;
}>;
type Candidate = Readonly<{ answer: KernelAnswer; question: string }>;

/** What the last analysis found, and the texts that it found it in. */
type Found = Pick<Basis, 'report' | 'texts' | 'questions'>;

/** Of which file, as the report calls it, and what it is now. `isFile`: whether a path means it. */
type Edited = Readonly<{ path: string; text: string; isFile: (path: string) => boolean }>;

/** A kernel of the last analysis, and its definition there. */
type Known = Readonly<{ answer: KernelAnswer; own: Span }>;

/** An edit by which not everything changed. */
type Edit = Readonly<{ change: Extract<Change, Readonly<{ moves: unknown }>> }> &
  Pick<Edited, 'isFile'> &
  Pick<Parameters<typeof movedAnswer>[1], 'moves' | 'spanNow'>;

/** Null: everything has to be decided anew. */
export function keptAfter(before: Found, { path, text, isFile }: Edited): Kept | Candidates | null {
  const textBefore = before.texts.get(path) ?? null;
  if (textBefore === null || before.report.problems.some(isUnparsed)) return null;
  const kernels = before.report.kernels.map((answer) => ({ answer, own: ownSpan(answer) }));
  const definitions = kernels
    .filter(({ own }) => isFile(own.file))
    .map(({ answer, own }) => ({ name: baseName(answer.name), start: own.start, end: own.end }));
  const change = changeBetween(textBefore, text, definitions);
  if (change.kind === 'everything') return null;
  const edit: Edit = { change, isFile, moves: change.moves, spanNow: physicalFile(path, text).span };
  return change.kind === 'code' ? candidatesAfter(before, kernels, edit) : keptThrough(before, kernels, edit);
}

/** After an edit of code that any kernel may use: answers hold where the questions turn out to be the same. */
function candidatesAfter(before: Found, kernels: readonly Known[], edit: Edit): Candidates {
  const { isFile, moves } = edit;
  const heldAs = (
    some: readonly KernelAnswer[],
    shownAs: (answer: KernelAnswer) => KernelAnswer,
  ): Candidates['answers'] =>
    new Map(
      some.flatMap((answer) => {
        const [moved, question] = [movedAnswer(shownAs(answer), edit), before.questions.get(kernelKey(answer))];
        return moved === null || question === undefined
          ? []
          : [[kernelKey(moved), { answer: moved, question }] as const];
      }),
    );
  const all = before.report.kernels;
  const edited = new Set(
    kernels.flatMap(({ own }) => (isFile(own.file) && moves.isIn(own.start, own.end) ? [startNow(own, edit)] : [])),
  );
  return {
    kind: 'candidates',
    answers: heldAs(all.filter(rests), (answer) => answer),
    verdicts: heldAs(
      all.filter((answer) => !rests(answer)),
      patchless,
    ),
    isEdited: (span) => edited.has(`${span.file}:${span.start}`),
    earlier: earlierOf(kernels, edit),
  };
}

/** After an edit of one kernel, or of comments and white space alone: what does not rest on it holds. */
function keptThrough(before: Found, kernels: readonly Known[], edit: Edit): Kept {
  const { change, isFile, moves } = edit;
  const changedSpan =
    change.kind === 'kernel'
      ? (kernels.find(({ own }) => isFile(own.file) && own.start === change.start)?.own ?? null)
      : null;
  // where a patch puts what it moves depends on the comments there
  const isWrittenAnew = ({ findings }: KernelAnswer, own: Span): boolean =>
    isFile(own.file) && moves.isIn(own.start, own.end) && findings.flatMap(allFixes).length > 0;
  const moved = kernels.map(({ answer, own }) => ({
    own,
    before: answer,
    answer: restsOn(answer, own, changedSpan) || isWrittenAnew(answer, own) ? null : movedAnswer(answer, edit),
  }));
  // instances of one template are decided together
  const startsAsked = new Set(moved.flatMap(({ own, answer }) => (answer === null ? [startNow(own, edit)] : [])));
  const asked = kernels.filter(({ own }) => startsAsked.has(startNow(own, edit)));
  const held = moved.flatMap(({ own, answer }) =>
    answer === null || startsAsked.has(startNow(own, edit)) ? [] : [answer],
  );
  const questions = new Map(
    moved.flatMap(({ before: answer, answer: now }) => {
      const question = before.questions.get(kernelKey(answer));
      return now === null || question === undefined ? [] : [[kernelKey(now), question] as const];
    }),
  );
  return {
    kind: 'kept',
    report: { version: 1, kernels: held, problems: [] },
    problems: before.report.problems.map((problem) =>
      problem.line !== null && isFile(problem.file)
        ? { ...problem, line: moves.line(problem.line) ?? problem.line }
        : problem,
    ),
    withoutPatches:
      change.kind === 'nothing' ? asked.flatMap(({ answer }) => movedAnswer(patchless(answer), edit) ?? []) : [],
    ask: asked.map(({ answer, own }) => pendingAt(answer, own, moves, edit)),
    isEdited: (span) => changedSpan !== null && startNow(changedSpan, edit) === `${span.file}:${span.start}`,
    isAsked: (span) => startsAsked.has(`${span.file}:${span.start}`),
    fits: fitting(kernels, edit),
    questions,
    earlier: earlierOf(asked, edit),
  };
}

/** Whether an analysis saw these kernels, where they are now, and no others. */
function fitting(kernels: readonly Known[], edit: Edit): Kept['fits'] {
  const endNow = (own: Span): number => (edit.isFile(own.file) ? (edit.moves.end(own.end) ?? -1) : own.end);
  const expected = new Set(kernels.map(({ own }) => `${startNow(own, edit)}-${endNow(own)}`));
  return (seen, found) =>
    !found.problems.some(isUnparsed) && seen.size === expected.size && [...expected].every((one) => seen.has(one));
}

/** What runs showed of those that are racy. */
const earlierOf = (kernels: readonly Known[], edit: Edit): Earlier =>
  new Map(
    kernels.flatMap(({ answer, own }) => {
      const findings =
        answer.verdict === 'racy'
          ? answer.findings.flatMap((finding) => movedFinding(patchlessFinding(finding), edit) ?? [])
          : [];
      return findings.length === 0 ? [] : [[kernelKey(pendingAt(answer, own, edit.moves, edit)), findings] as const];
    }),
  );

const startNow = (own: Span, { moves, isFile }: Pick<Edit, 'moves' | 'isFile'>): string =>
  `${own.file}:${isFile(own.file) ? (moves.start(own.start) ?? -1) : own.start}`;

/** Whether the answer rests on its question alone: what is said beside findings looks at more of the text. */
const rests = ({ findings, verdict }: KernelAnswer): boolean => findings.length === 0 || verdict === 'conditional';

/** The definition. */
const ownSpan = ({ uses, span }: KernelAnswer): Span => uses.find(({ what }) => what === 'kernel')?.span ?? span;

/**
 * Whether an answer may depend on the kernel that was changed: it is of that kernel, uses a part of it, or has a patch
 * that may concern it.
 */
function restsOn({ uses, findings }: KernelAnswer, own: Span, changed: Span | null): boolean {
  if (changed === null) return false;
  const meets = (span: Readonly<{ file: string; start: number; end: number }>): boolean =>
    span.file === changed.file && span.start < changed.end && changed.start < span.end;
  const isOutside = (edit: Readonly<{ file: string; start: number; end: number }>): boolean =>
    edit.file !== own.file || edit.start < own.start || edit.end > own.end;
  return (
    meets(own) ||
    uses.some(({ span }) => meets(span)) ||
    findings.flatMap(allFixes).some(({ edits }) => edits.some(isOutside))
  );
}

const patchlessFinding = (finding: Finding): Finding => ({ ...finding, fix: null, alternatives: [] });
const patchless = (answer: KernelAnswer): KernelAnswer => ({
  ...answer,
  findings: answer.findings.map(patchlessFinding),
});

/** Where the beginning of a kernel is now; what was changed itself is where it was. */
function pendingAt(
  { name, span }: KernelAnswer,
  own: Span,
  moves: Moves,
  { isFile, spanNow }: Readonly<{ isFile: Edited['isFile']; spanNow: (start: number, end: number) => Span }>,
): Pending {
  if (!isFile(own.file)) return { name, span };
  const start = moves.start(own.start) ?? own.start;
  return { name, span: { ...spanNow(start, start), file: own.file } };
}

/**
 * What can be said at once, while nothing is decided anew: the answers that hold, and which kernels are being checked.
 * Instances of a template that hold alone are not shown beside those that are being checked.
 */
export function meanwhile(before: Found, edited: Edited): Readonly<{ report: Report; pending: readonly Pending[] }> {
  const kept = keptAfter(before, edited);
  const problems = kept?.kind === 'kept' ? kept.problems : [];
  if (kept?.kind === 'kept') {
    const known = new Set(kept.withoutPatches.map(kernelKey));
    const kernels = kernelsBySpan([...kept.report.kernels, ...kept.withoutPatches]);
    return { report: { version: 1, kernels, problems }, pending: kept.ask.filter((one) => !known.has(kernelKey(one))) };
  }
  const textBefore = before.texts.get(edited.path) ?? null;
  if (textBefore === null) return { report: nothingKnown, pending: before.report.kernels };
  const moves = movesBetween(textBefore, edited.text);
  const { span: spanNow } = physicalFile(edited.path, edited.text);
  return {
    report: nothingKnown,
    pending: before.report.kernels.map((answer) => pendingAt(answer, ownSpan(answer), moves, { ...edited, spanNow })),
  };
}

export const nothingKnown: Report = { version: 1, kernels: [], problems: [] };

/** In the order of the text. */
export const kernelsBySpan = (kernels: readonly KernelAnswer[]): readonly KernelAnswer[] =>
  [...kernels].sort((a, b) => (a.span.file === b.span.file ? a.span.start - b.span.start : 0));
