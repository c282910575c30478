/**
 * Patches as quick fixes. Those that are proved, and where the user wants them, the others with what they lack in their
 * titles. Pure.
 */
import type { CodeAction, Diagnostic, TextDocumentEdit } from 'vscode-languageserver';
import { CodeActionKind } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding, Fix, Report } from '../verdict/finding.ts';
import { countedFindings } from '../report/finding-words.ts';
import { allFixes, editsKey } from '../verdict/edit.ts';
import { visible } from '../report/visible.ts';
import { fill } from '../base/message.ts';
import { groupBy } from '../base/group.ts';
import { messages } from './wording.ts';

export type PatchSet = 'proved' | 'all';

/** A file as it was analysed: where it is, its text, and its version if it is open. */
export type Target = Readonly<{ uri: string; text: string; version: number | null }>;

/** `shown`: the diagnostics at the place asked about. `target`: null for a file that is another one now. */
export function actionsFor(
  report: Report,
  shown: readonly Diagnostic[],
  patches: PatchSet,
  target: (path: string) => Target | null,
): readonly CodeAction[] {
  const wanted = new Set<unknown>(shown.map(({ data }): unknown => data));
  const findings = countedFindings(report).filter(({ fingerprint }) => wanted.has(fingerprint));
  const offered = findings.flatMap((finding) => fixesOf(finding, patches).map((fix) => ({ finding, fix })));
  return [...groupBy(offered, ({ fix }) => editsKey(fix.edits)).values()].flatMap((same) => {
    const [{ fix, finding: first }] = same;
    const changes = changesOf(fix, target);
    if (changes === null) return [];
    const diagnostics = shown.filter(({ data }) => same.some(({ finding }) => finding.fingerprint === data));
    return [
      {
        title: titleOf(fix),
        kind: CodeActionKind.QuickFix,
        diagnostics: [...diagnostics],
        isPreferred: isProved(fix) && fix === first.fix,
        edit: { documentChanges: [...changes] },
      },
    ];
  });
}

const isProved = ({ proof, presumes }: Fix): boolean => proof !== 'machine' && presumes === undefined;

const fixesOf = (finding: Finding, patches: PatchSet): readonly Fix[] =>
  allFixes(finding).filter((one) => patches === 'all' || isProved(one));

function titleOf(fix: Fix): string {
  const title = `${fix.title.slice(0, 1).toUpperCase()}${fix.title.slice(1)}`;
  if (fix.presumes !== undefined) return visible(fill(messages.onlyIf, { title, presumes: fix.presumes }));
  return visible(fill(fix.proof === 'machine' ? messages.notProved : messages.proved, { title }));
}

/** Null: the edits do not fit the files as they are now. */
function changesOf({ edits }: Fix, target: (path: string) => Target | null): readonly TextDocumentEdit[] | null {
  const changes: TextDocumentEdit[] = [];
  for (const [path, own] of groupBy(edits, ({ file }) => file)) {
    const file = target(path);
    if (file === null) return null;
    const document = TextDocument.create(file.uri, 'cuda-cpp', 0, file.text);
    changes.push({
      textDocument: { uri: file.uri, version: file.version },
      edits: own.map(({ start, end, text }) => ({
        range: { start: document.positionAt(start), end: document.positionAt(end) },
        newText: text,
      })),
    });
  }
  return changes;
}
