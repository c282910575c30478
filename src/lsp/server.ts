/**
 * The language server: documents of the editor in, diagnostics, quick fixes and code lenses out. Other processes do the
 * analyses, so that this one always answers.
 */
import { readFileSync } from 'node:fs';
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  CodeActionKind,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import type { InitializeResult } from 'vscode-languageserver';
import { createConnection } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Analyzer } from './analysis.ts';
import type { Session } from './session.ts';
import { attempt } from '../base/attempt.ts';
import { answerRequests } from './requests.ts';
import { createAnalyses } from './analyses.ts';
import { createOverdue } from './overdue.ts';
import { createSchedule } from './schedule.ts';
import { createSession, isAnalysed, isOfFamily } from './session.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type ServerParts = Readonly<{
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  open: () => Analyzer;
  /** How many analyses at once. */
  slots: number;
  version: string;
}>;

/** After the last key. */
const typingMs = 250;
/** An editor opens several documents at once. */
const openingMs = 30;

/**
 * `now`: of one document. `soon`: as well, when nothing more is typed. `hurry`: what was to be done soon is done now.
 * `all`: what rests on something that is another now; what does not is known at once.
 */
type Asking = Readonly<{
  now: (document: TextDocument) => void;
  soon: (document: TextDocument) => void;
  hurry: (document: TextDocument) => void;
  all: (delayMs: number) => void;
  forget: (uri: string) => void;
}>;

/** Serves until the editor ends it: the library then ends the process. */
export function serve({ input, output, open, slots, version }: ServerParts): void {
  const session = createSession(createConnection(input, output));
  const { connection, documents, results } = session;
  const overdue = createOverdue(session);
  const analyses = createAnalyses(session, overdue, open);
  const schedule = createSchedule(slots, async (uri, ...about) => {
    await analyses.run(uri, ...about).catch((error: unknown) => {
      session.alarm(fill(messages.serverFailed, { text: error instanceof Error ? error.message : String(error) }));
    });
  });
  const ask = (document: TextDocument, delayMs: number): void => {
    if (session.pathOf(document.uri) !== null && isAnalysed(document)) {
      overdue.asked(document.uri);
      schedule.ask(document.uri, delayMs);
      return;
    }
    overdue.forget(document.uri);
    results.forget(document.uri);
  };
  const asking: Asking = {
    now: (document) => ask(document, openingMs),
    soon: (document) => ask(document, typingMs),
    hurry: (document) => schedule.hurry(document.uri),
    all: (delayMs) => {
      for (const document of documents.all()) ask(document, delayMs);
    },
    forget: (uri) => {
      schedule.forget(uri);
      overdue.forget(uri);
      results.forget(uri);
    },
  };
  beginWith(session, asking, version);
  followDocuments(session, asking);
  answerRequests(session);
  connection.onShutdown(() => {
    schedule.close();
    overdue.close();
    analyses.close();
  });
  documents.listen(connection);
  connection.listen();
}

const watchedFiles = [
  '**/.syncwright.yml',
  '**/compile_commands.json',
  '**/*.{cu,cuh,h,hpp,hh,hxx,inl,inc}',
  '**/{Makefile,CMakeLists.txt,setup.py}',
];

function beginWith(session: Session, asking: Asking, version: string): void {
  const { connection, folders } = session;
  const renewSettings = async (): Promise<void> => {
    if (session.client().workspace?.configuration === true)
      session.configure(await connection.workspace.getConfiguration('syncwright'));
    asking.all(0);
    session.refreshLenses();
  };
  connection.onInitialize((params): InitializeResult => {
    session.meet(params.capabilities);
    session.configure(params.initializationOptions);
    folders.start(params);
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        codeLensProvider: { resolveProvider: false },
        hoverProvider: true,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
      serverInfo: { name: 'syncwright', version },
    };
  });
  connection.onInitialized(() => {
    const { workspace } = session.client();
    if (workspace?.didChangeConfiguration?.dynamicRegistration === true)
      connection.client
        .register(DidChangeConfigurationNotification.type, { section: 'syncwright' })
        .catch(() => undefined);
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
      connection.client
        .register(DidChangeWatchedFilesNotification.type, {
          watchers: watchedFiles.map((globPattern) => ({ globPattern })),
        })
        .catch(() => undefined);
    }
    if (workspace?.workspaceFolders === true) {
      connection.workspace.onDidChangeWorkspaceFolders((change) => {
        folders.change(change);
        asking.all(0);
      });
    }
    renewSettings().catch(() => undefined);
  });
  connection.onDidChangeConfiguration(({ settings }: Readonly<{ settings: unknown }>) => {
    if (session.client().workspace?.configuration !== true)
      session.configure(
        typeof settings === 'object' && settings !== null ? Reflect.get(settings, 'syncwright') : undefined,
      );
    renewSettings().catch(() => undefined);
  });
  // of a document that is open, the editor's text counts
  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (changes.some(({ uri }) => session.documents.get(uri) === undefined)) asking.all(typingMs);
  });
}

function followDocuments(session: Session, asking: Asking): void {
  const { documents, log } = session;
  documents.onDidOpen(({ document }) => {
    if (session.pathOf(document.uri) === null) log(fill(messages.notAFile, { uri: document.uri }));
    else if (!isOfFamily(document)) log(fill(messages.notCuda, { file: document.uri }));
    asking.now(document);
    // an editor may open what it kept unsaved
    if (!isAnalysed(document) && isOfFamily(document) && isUnsaved(session, document)) asking.all(typingMs);
  });
  const opened = new Set<string>();
  documents.onDidChangeContent(({ document }) => {
    // the first one comes with the opening
    const isFirst = !opened.has(document.uri);
    opened.add(document.uri);
    if (isFirst || session.settings().run !== 'onType') return;
    if (isAnalysed(document)) asking.soon(document);
    // an open header may be included by others
    else if (isOfFamily(document)) asking.all(typingMs);
  });
  // what was typed is asked for already; another file may be a configuration
  documents.onDidSave(({ document }) => {
    if (session.settings().run === 'onSave' || !isOfFamily(document)) asking.all(0);
    else asking.hurry(document);
  });
  documents.onDidClose(({ document }) => {
    opened.delete(document.uri);
    asking.forget(document.uri);
  });
}

function isUnsaved({ pathOf }: Session, document: TextDocument): boolean {
  const path = pathOf(document.uri);
  return path !== null && attempt(() => readFileSync(path, 'utf8')) !== document.getText();
}
