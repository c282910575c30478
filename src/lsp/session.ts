/**
 * What all parts of the server share: the connection, the open documents, the settings, and how something is said to
 * the user.
 */
import { resolve } from 'node:path';
import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import { CodeLensRefreshRequest, MessageType, ShowMessageNotification, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Folders } from './folders.ts';
import type { Report } from '../verdict/finding.ts';
import type { Result, Results } from './results.ts';
import type { Settings } from './settings.ts';
import { createFolders } from './folders.ts';
import { allFixes } from '../verdict/edit.ts';
import { createResults } from './results.ts';
import { defaults, readSettings } from './settings.ts';
import { fill } from '../base/message.ts';
import { hasKernelMark } from '../base/kernel-mark.ts';
import { pathOfUri, uriOfPath } from './places.ts';
import { visible } from '../report/visible.ts';
import { messages } from './wording.ts';

export type Session = Readonly<{
  connection: Connection;
  documents: TextDocuments<TextDocument>;
  folders: Folders;
  results: Results;
  settings: () => Settings;
  configure: (given: unknown) => void;
  client: () => ClientCapabilities;
  meet: (client: ClientCapabilities) => void;
  log: (text: string) => void;
  /** Once, until {@link Session.calm}. */
  alarm: (text: string) => void;
  calm: () => void;
  refreshLenses: () => void;
  /** Null: it is no file, and none that could be saved as one. */
  pathOf: (uri: string) => string | null;
}>;

export function createSession(connection: Connection): Session {
  const folders = createFolders();
  const said = new Set<string>();
  let [settings, client]: [Settings, ClientCapabilities] = [defaults, {}];
  const alarm = (text: string): void => {
    if (said.has(text)) return;
    said.add(text);
    connection
      .sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message: visible(text) })
      .catch(() => undefined);
  };
  return {
    connection,
    folders,
    alarm,
    documents: new TextDocuments(TextDocument),
    results: createResults((uri, diagnostics, version) => {
      connection
        .sendDiagnostics({ uri, diagnostics: [...diagnostics], ...(version === null ? {} : { version }) })
        .catch(() => undefined);
    }),
    settings: () => settings,
    configure: (given) => {
      const read = readSettings(given);
      settings = read.settings;
      for (const text of read.problems)
        alarm(fill(messages.configuration, { text: fill(messages.badSettings, { text }) }));
    },
    client: () => client,
    meet: (capabilities) => {
      client = capabilities;
    },
    log: (text) => connection.console.info(visible(text)),
    calm: () => said.clear(),
    refreshLenses: () => {
      if (client.workspace?.codeLens?.refreshSupport === true)
        connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
    },
    pathOf: (uri) => pathOfUri(uri, folders.first()),
  };
}

const familyName = /\.(?:cuh?|h|hpp|hh|hxx|inl|inc|c|cc|cpp|cxx)$/i;
const familyLanguage = /^(?:c|cpp|cuda.*)$/i;

const isCuda = ({ uri, languageId }: TextDocument): boolean => /^cuda/i.test(languageId) || /\.cuh?$/i.test(uri);

/** Sources of which some hold kernels, and others are included. */
export const isOfFamily = ({ uri, languageId }: TextDocument): boolean =>
  familyLanguage.test(languageId) || familyName.test(uri);

export const isAnalysed = (document: TextDocument): boolean =>
  isCuda(document) || (isOfFamily(document) && hasKernelMark(document.getText()));

/** An open document that has a path. */
export type OpenFile = Readonly<{ document: TextDocument; path: string }>;

export const openFiles = ({ documents, pathOf }: Session): readonly OpenFile[] =>
  documents
    .all()
    .filter(isOfFamily)
    .flatMap((document) => {
      const path = pathOf(document.uri);
      return path === null ? [] : [{ document, path }];
    });

/** Addresses of the paths of a report: a document that is open keeps the editor's. */
export function addresses(folder: string, files: readonly OpenFile[]): (path: string) => string {
  const known = new Map(files.map(({ document, path }) => [path, document.uri]));
  return (path) => known.get(resolve(folder, path)) ?? uriOfPath(resolve(folder, path));
}

/** Texts of the open documents that patches of the report change, by the path of the report. */
export function textsToEdit(
  { kernels }: Report,
  folder: string,
  files: readonly OpenFile[],
): ReadonlyMap<string, string> {
  const known = new Map(files.map(({ document, path }) => [path, document]));
  const paths = new Set(
    kernels.flatMap(({ findings }) => findings.flatMap(allFixes).flatMap(({ edits }) => edits.map(({ file }) => file))),
  );
  return new Map(
    [...paths].flatMap((path) => {
      const document = known.get(resolve(folder, path));
      return document === undefined ? [] : [[path, document.getText()] as const];
    }),
  );
}

/** The result, as long as the document is as it was then. */
export function currentResult({ results, documents }: Session, uri: string): Result | null {
  const [result, document] = [results.of(uri), documents.get(uri)];
  return result !== null && document !== undefined && result.versions.get(uri) === document.version ? result : null;
}
