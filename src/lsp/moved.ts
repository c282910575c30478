/**
 * The answer for a kernel that an edit elsewhere in its file has moved: the same answer, at other places.
 * Needs: where offsets and lines of one file are now. Gives: the answer, or null where a place of it was changed, or a
 * sentence of it names a line that moved and may be one of another file.
 */
import type { Edit, Finding, Fix, KernelAnswer, Witness, WitnessAccess } from '../verdict/finding.ts';
import type { Moves } from './change.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Span } from '../base/span.ts';
import { withoutApart } from '../verdict/grouped.ts';

/** `isFile`: whether a path of the report is the file that was edited. `spanNow`: a stretch of its new text. */
type Edited = Readonly<{
  isFile: (path: string) => boolean;
  moves: Moves;
  spanNow: (start: number, end: number) => Span;
}>;
/** `isOwnLine`: whether a line that a sentence names without its file can only be one of the file that was edited. */
type Moved = Edited & Readonly<{ isOwnLine: (line: number) => boolean }>;

/** Thrown and caught in here: a place has no counterpart. */
class Gone extends Error {}

export function movedAnswer(answer: KernelAnswer, edited: Edited): KernelAnswer | null {
  try {
    return whole(answer, { ...edited, isOwnLine: ownLines(answer, edited) });
  } catch (error) {
    if (error instanceof Gone) return null;
    throw error;
  }
}

/**
 * A finding of a kernel that was edited itself, by what its run shows: its sentences may name lines of what was
 * changed, and are not moved. Null: one of its places was changed.
 */
export function movedFinding(finding: Finding, edited: Edited): Finding | null {
  const wordless = {
    ...finding,
    message: '',
    advice: null,
    also: [],
    related: finding.related.map((one) => ({ ...one, note: '' })),
  };
  try {
    return findingOf(wordless, { ...edited, isOwnLine: () => true });
  } catch (error) {
    if (error instanceof Gone) return null;
    throw error;
  }
}

/** What an answer names is a part of what it rests on; where that is in one file, so are the lines. */
function ownLines({ span, findings, launches, uses }: KernelAnswer, { isFile }: Edited): Moved['isOwnLine'] {
  const spans = [
    span,
    ...uses.map((use) => use.span),
    ...launches.flatMap((launch) => launch.span ?? []),
    ...findings.flatMap((one) => [
      one.span,
      ...one.related.map((related) => related.span),
      ...one.pairs.flatMap(({ first, second }) => [first, second]),
      ...(one.witness?.accesses ?? []).map((access) => access.span),
    ]),
  ];
  const [own, others] = [spans.filter(({ file }) => isFile(file)), spans.filter(({ file }) => !isFile(file))];
  const isIn = (some: readonly Span[], line: number): boolean =>
    some.some((one) => one.line <= line && line <= one.endLine);
  return (line) => others.length === 0 || (isIn(own, line) && !isIn(others, line));
}

function whole(answer: KernelAnswer, moved: Moved): KernelAnswer {
  return {
    ...answer,
    span: spanOf(answer.span, moved),
    reasons: answer.reasons.map((text) => textOf(text, moved)),
    assumptions: answer.assumptions.map((text) => textOf(text, moved)),
    launches: answer.launches.map((launch) => launchOf(launch, moved)),
    findings: answer.findings.map((finding) => findingOf(finding, moved)),
    uses: answer.uses.map((use) => ({ ...use, span: spanOf(use.span, moved) })),
  };
}

function findingOf(finding: Finding, moved: Moved): Finding {
  return {
    ...withoutApart(finding),
    message: textOf(finding.message, moved),
    span: spanOf(finding.span, moved),
    related: finding.related.map((one) => ({ ...one, span: spanOf(one.span, moved), note: textOf(one.note, moved) })),
    pairs: finding.pairs.map((pair) => ({
      ...pair,
      first: spanOf(pair.first, moved),
      second: spanOf(pair.second, moved),
    })),
    witness: finding.witness === null ? null : witnessOf(finding.witness, moved),
    fix: finding.fix === null ? null : fixOf(finding.fix, moved),
    alternatives: finding.alternatives.map((fix) => fixOf(fix, moved)),
    advice: finding.advice === null ? null : textOf(finding.advice, moved),
    ...(finding.also === undefined
      ? {}
      : { also: finding.also.map((one) => ({ ...one, message: textOf(one.message, moved) })) }),
  };
}

const witnessOf = (witness: Witness, moved: Moved): Witness => ({
  ...witness,
  launch: launchOf(witness.launch, moved),
  accesses: [accessOf(witness.accesses[0], moved), accessOf(witness.accesses[1], moved)],
});

const accessOf = (access: WitnessAccess, moved: Moved): WitnessAccess => ({
  ...access,
  span: spanOf(access.span, moved),
  loops: access.loops.map((loop) =>
    moved.isFile(access.span.file) ? { ...loop, line: known(moved.moves.line(loop.line)) } : loop,
  ),
});

const launchOf = (launch: LaunchConfig, moved: Moved): LaunchConfig => ({
  ...launch,
  origin: textOf(launch.origin, moved),
  span: launch.span === null ? null : spanOf(launch.span, moved),
  facts: launch.facts.map((fact) => ({ ...fact, text: textOf(fact.text, moved) })),
  ...(launch.checks === undefined
    ? {}
    : { checks: launch.checks.map((fact) => ({ ...fact, text: textOf(fact.text, moved) })) }),
});

const fixOf = (fix: Fix, moved: Moved): Fix => ({
  ...fix,
  title: textOf(fix.title, moved),
  cost: textOf(fix.cost, moved),
  edits: fix.edits.map((edit) => editOf(edit, moved)),
});

function editOf(edit: Edit, { isFile, moves }: Moved): Edit {
  if (!isFile(edit.file)) return edit;
  const [start, end] = [known(moves.start(edit.start)), known(moves.end(edit.end))];
  // what the edit replaces was itself edited
  if (end - start !== edit.end - edit.start) throw new Gone();
  return { ...edit, start, end };
}

function spanOf(span: Span, { isFile, moves, spanNow }: Moved): Span {
  if (!isFile(span.file)) return span;
  return { ...spanNow(known(moves.start(span.start)), known(moves.end(span.end))), file: span.file };
}

/** `a.cu:12` moves with the file, and so does "line 12" where it is a line of that file. */
function textOf(text: string, { isFile, moves, isOwnLine }: Moved): string {
  if (!moves.movesLines) return text;
  const now = (word: string): string => {
    const line = Number(word);
    if (moves.line(line) === line) return word;
    if (!isOwnLine(line)) throw new Gone();
    return `${known(moves.line(line))}`;
  };
  const moved = text.replace(/\blines? \d[\d, and to]*/g, (list) => list.replace(/\d+/g, now));
  return moved.replace(/(?<=^|[\s:])([^\s:]+):(\d+)/g, (all, word: string, line: string) => {
    const file = word.replace(/^[{(]+/, '');
    return isFile(file) ? `${word}:${known(moves.line(Number(line)))}` : all;
  });
}

function known(value: number | null): number {
  if (value === null) throw new Gone();
  return value;
}
