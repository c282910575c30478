/** What the editor asks for: quick fixes, code lenses and hovers, from the results that are known. */
import { readFileSync } from 'node:fs';
import type { CodeAction, CodeActionParams, CodeLens, Hover, HoverParams } from 'vscode-languageserver';
import { CodeActionKind } from 'vscode-languageserver';
import type { Result } from './results.ts';
import type { Session } from './session.ts';
import type { Target } from './actions.ts';
import { actionsFor } from './actions.ts';
import { attempt } from '../base/attempt.ts';
import { currentResult } from './session.ts';
import { hoverOf, lensesOf } from './lenses.ts';

export function answerRequests(session: Session): void {
  const { connection } = session;
  connection.onCodeAction((params) => [...codeActions(session, params)]);
  connection.onCodeLens(({ textDocument: { uri } }) => [...codeLenses(session, uri)]);
  connection.onHover((params) => hover(session, params));
}

/** None while the document is another than the one that was analysed. */
function codeActions(
  session: Session,
  { textDocument: { uri }, range, context: { only } }: CodeActionParams,
): readonly CodeAction[] {
  const result = currentResult(session, uri);
  if (
    result === null ||
    (only !== undefined && !only.some((kind) => kind === CodeActionKind.QuickFix || kind === CodeActionKind.Empty))
  )
    return [];
  const shown = session.results
    .diagnostics(uri)
    .filter((one) => one.range.start.line <= range.end.line && range.start.line <= one.range.end.line);
  return actionsFor(result.report, shown, session.settings().patches, (path) => targetOf(session, result, path));
}

function targetOf({ documents, pathOf }: Session, { uriOf, texts }: Result, path: string): Target | null {
  const [uri, text] = [uriOf(path), texts.get(path) ?? null];
  if (text === null) return null;
  const document = documents.get(uri);
  if (document !== undefined) return document.getText() === text ? { uri, text, version: document.version } : null;
  const place = pathOf(uri);
  return place !== null && attempt(() => readFileSync(place, 'utf8')) === text ? { uri, text, version: null } : null;
}

function codeLenses({ results, settings }: Session, uri: string): readonly CodeLens[] {
  const result = results.of(uri);
  return result === null || !settings().codeLens
    ? []
    : lensesOf(result.report, result.pending, (path) => result.uriOf(path) === uri);
}

function hover(session: Session, { textDocument: { uri }, position }: HoverParams): Hover | null {
  const result = currentResult(session, uri);
  return result === null ? null : hoverOf(result.report, (path) => result.uriOf(path) === uri, position);
}
