/** Which answers of the last analysis still hold after an edit (lsp/change.ts), and which kernels have to be decided anew. */
import { allFixes } from '../verdict/edit.ts';
import { resolve } from 'node:path';
import type { KernelAnswer, Report } from '../verdict/finding.ts';
import type { Basis } from '../lsp/analysis.ts';
import type { Change } from '../lsp/change.ts';
import type { Span } from '../base/span.ts';
import type { TextSource } from '../cache/trace.ts';
import { isUnparsed } from '../verdict/catalogue.ts';
import { baseName } from '../base/kernel-name.ts';
import { changeBetween } from '../lsp/change.ts';
import { digestOf } from '../cache/digest.ts';
import { kernelKey } from '../lsp/analysis.ts';
import { movedAnswer } from '../lsp/moved.ts';
import { physicalFile } from '../preprocess/physical-file.ts';

export type Kept = Readonly<{
  kind: 'kept';
  /** Answers that hold, at their new places. */
  report: Report;
  problems: Report['problems'];
  /** Kernels that have to be asked for. */
  ask: readonly string[];
  isAsked: (kernel: Span) => boolean;
  /** Whether an analysis saw the kernels that were expected, and could read them all. `seen`: `FILE:START-END` of each definition. */
  fits: (seen: ReadonlySet<string>, found: Report) => boolean;
  /** Of the answers that hold. */
  questions: Basis['questions'];
}>;

/** Answers that hold where their kernels, once they are read, have the same questions. By `kernelKey`, at their new places. */
export type Candidates = Readonly<{ kind: 'candidates'; answers: ReadonlyMap<string, Readonly<{ answer: KernelAnswer; question: string }>> }>;

/** Whether everything that the answers rest on is as it was. */
export const unchanged = (before: Basis, source: TextSource): boolean => changedPaths(before, source).length === 0 && namesAreSame(before, source);

const changedPaths = ({ seen }: Basis, { read }: TextSource): readonly string[] => [...seen].filter(([path, digest]) => digestNow(path, read) !== digest).map(([path]) => path);

function digestNow(path: string, read: TextSource['read']): string | null {
  const text = read(path);
  return text === null ? null : digestOf(text);
}

const namesAreSame = ({ looked, names }: Basis, { locate }: TextSource): boolean => digestOf(JSON.stringify(looked.map((tail) => [...locate(tail)].sort()))) === names;

/** Null: everything has to be decided anew. `textNow`: of a document in the editor. */
export function keptFrom(before: Basis, source: TextSource, textNow: (path: string) => string | null): Kept | Candidates | null {
  const paths = changedPaths(before, source);
  const [path] = paths;
  // a file may have been read under several spellings of its path
  if (path === undefined || paths.some((other) => resolve(other) !== resolve(path)) || !namesAreSame(before, source) || before.report.problems.some(isUnparsed)) return null;
  const [textBefore, text] = [before.texts.get(path) ?? null, textNow(path)];
  if (textBefore === null || text === null) return null;
  const isFile = (other: string): boolean => resolve(other) === resolve(path);
  const kernels = before.report.kernels.map((answer) => ({ answer, own: ownSpan(answer) }));
  const definitions = kernels.filter(({ own }) => isFile(own.file)).map(({ answer, own }) => ({ name: baseName(answer.name), start: own.start, end: own.end }));
  const change = changeBetween(textBefore, text, definitions);
  if (change.kind === 'everything') return null;
  const { span: spanNow } = physicalFile(path, text);
  const movedTo = (answer: KernelAnswer): KernelAnswer | null => movedAnswer(answer, { isFile, moves: change.moves, spanNow });
  if (change.kind === 'code') {
    return { kind: 'candidates', answers: new Map(before.report.kernels.flatMap((answer) => {
      const [moved, question] = [rests(answer) ? movedTo(answer) : null, before.questions.get(kernelKey(answer))];
      return moved === null || question === undefined ? [] : [[kernelKey(moved), { answer: moved, question }] as const];
    })) };
  }
  const changedSpan = change.kind === 'kernel' ? kernels.find(({ own }) => isFile(own.file) && own.start === change.start)?.own ?? null : null;
  // where a patch puts what it moves depends on the comments there
  const isWrittenAnew = ({ findings }: KernelAnswer, own: Span): boolean => isFile(own.file) && change.moves.isIn(own.start, own.end) && findings.flatMap(allFixes).length > 0;
  const moved = kernels.map(({ answer, own }) => ({ own, answer: restsOn(answer, own, changedSpan) || isWrittenAnew(answer, own) ? null : movedTo(answer) }));
  const asked = kernels.filter((_, k) => moved[k]?.answer === null);
  // instances of one template are decided together
  const startsAsked = new Set(asked.map(({ own }) => startNow(own, change, isFile)));
  const held = moved.flatMap(({ own, answer }) => (answer === null || startsAsked.has(startNow(own, change, isFile)) ? [] : [answer]));
  const questions = new Map(kernels.flatMap(({ answer }, k) => {
    const [now, question] = [moved[k]?.answer ?? null, before.questions.get(kernelKey(answer))];
    return now === null || question === undefined ? [] : [[kernelKey(now), question] as const];
  }));
  const expected = new Set(kernels.map(({ own }) => `${startNow(own, change, isFile)}-${isFile(own.file) ? change.moves.end(own.end) ?? -1 : own.end}`));
  return {
    kind: 'kept',
    report: { version: 1, kernels: held, problems: [] },
    problems: before.report.problems.map((problem) => (problem.line !== null && isFile(problem.file) ? { ...problem, line: change.moves.line(problem.line) ?? problem.line } : problem)),
    ask: asked.map(({ answer }) => answer.name),
    isAsked: (span) => startsAsked.has(`${span.file}:${span.start}`),
    fits: (seen, found) => !found.problems.some(isUnparsed) && seen.size === expected.size && [...expected].every((one) => seen.has(one)),
    questions,
  };
}

const startNow = (own: Span, { moves }: Extract<Change, Readonly<{ moves: unknown }>>, isFile: (file: string) => boolean): string => `${own.file}:${isFile(own.file) ? moves.start(own.start) ?? -1 : own.start}`;

/** Whether the answer rests on its question alone: what is said beside findings looks at more of the text. */
const rests = ({ findings, verdict }: KernelAnswer): boolean => findings.length === 0 || verdict === 'conditional';

/** The definition. */
const ownSpan = ({ uses, span }: KernelAnswer): Span => uses.find(({ what }) => what === 'kernel')?.span ?? span;

/** Whether an answer may depend on the kernel that was changed: it is of that kernel, uses a part of it, or has a patch that may concern it. */
function restsOn({ uses, findings }: KernelAnswer, own: Span, changed: Span | null): boolean {
  if (changed === null) return false;
  const meets = (span: Readonly<{ file: string; start: number; end: number }>): boolean => span.file === changed.file && span.start < changed.end && changed.start < span.end;
  const isOutside = (edit: Readonly<{ file: string; start: number; end: number }>): boolean => edit.file !== own.file || edit.start < own.start || edit.end > own.end;
  return meets(own) || uses.some(({ span }) => meets(span)) || findings.flatMap(allFixes).some(({ edits }) => edits.some(isOutside));
}

/** In the order of the text. */
export const kernelsBySpan = (kernels: readonly KernelAnswer[]): readonly KernelAnswer[] => [...kernels].sort((a, b) => (a.span.file === b.span.file ? a.span.start - b.span.start : 0));
