/** An editor for tests: it speaks the protocol with a server, and remembers what it was sent. */
import type {
  CodeAction,
  CodeLens,
  Diagnostic,
  Hover,
  InitializeResult,
  PublishDiagnosticsParams,
  TextDocumentEdit,
} from 'vscode-languageserver-protocol';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

export type Editor = Readonly<{
  initialize: (options?: unknown) => Promise<InitializeResult>;
  open: (uri: string, text: string, languageId?: string) => void;
  /** Replaces the text. */
  change: (uri: string, text: string) => void;
  save: (uri: string) => void;
  close: (uri: string) => void;
  text: (uri: string) => string;
  diagnostics: (uri: string) => readonly Diagnostic[] | null;
  /** Of the diagnostics; null: there are none. */
  version: (uri: string) => number | null;
  /** Waits for diagnostics of the version of the document that is open. */
  analysed: (uri: string) => Promise<readonly Diagnostic[]>;
  lenses: (uri: string) => Promise<readonly string[]>;
  actions: (uri: string, line: number) => Promise<readonly CodeAction[]>;
  hover: (uri: string, line: number) => Promise<Hover | null>;
  apply: (action: CodeAction | undefined) => void;
  /** `window/showMessage` and `window/logMessage`. */
  messages: string[];
  logs: string[];
  until: (what: string, test: () => boolean) => Promise<void>;
  shutdown: () => Promise<void>;
  exit: () => void;
}>;

const patienceMs = 40_000;

export function editorOn(output: Readable, input: Writable, folders: readonly string[]): Editor {
  const connection = createProtocolConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
  const documents = new Map<string, Readonly<{ version: number; text: string }>>();
  const published = new Map<string, PublishDiagnosticsParams>();
  const [messages, logs]: [string[], string[]] = [[], []];
  const textIn = (params: unknown): string =>
    typeof params === 'object' && params !== null ? String(Reflect.get(params, 'message')) : '';
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.set(params.uri, params);
  });
  connection.onNotification('window/showMessage', (params: unknown) => {
    messages.push(textIn(params));
  });
  connection.onNotification('window/logMessage', (params: unknown) => {
    logs.push(textIn(params));
  });
  connection.listen();
  const send = (method: string, params: unknown): void => {
    connection.sendNotification(method, params).catch(() => undefined);
  };
  const until = async (what: string, test: () => boolean): Promise<void> => {
    for (const end = performance.now() + patienceMs; !test();) {
      if (performance.now() > end) throw new Error(`waited in vain for ${what}; ${[...messages, ...logs].join('; ')}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  };
  const change = (uri: string, text: string): void => {
    const version = (documents.get(uri)?.version ?? 0) + 1;
    documents.set(uri, { version, text });
    send('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  };
  const changeOf = (edit: TextDocumentEdit): void => {
    const { text } = documents.get(edit.textDocument.uri) ?? { text: '' };
    change(
      edit.textDocument.uri,
      TextDocument.applyEdits(
        TextDocument.create(edit.textDocument.uri, '', 0, text),
        edit.edits.flatMap((one) => ('newText' in one ? [one] : [])),
      ),
    );
  };
  return {
    initialize: async (options) => {
      const result: InitializeResult = await connection.sendRequest('initialize', {
        processId: process.pid,
        rootUri: null,
        capabilities: {},
        initializationOptions: options ?? null,
        workspaceFolders: folders.map((path) => ({ uri: pathToFileURL(path).href, name: path })),
      });
      send('initialized', {});
      return result;
    },
    open: (uri, text, languageId = 'cuda-cpp') => {
      documents.set(uri, { version: 1, text });
      send('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    },
    change,
    save: (uri) => send('textDocument/didSave', { textDocument: { uri } }),
    close: (uri) => {
      documents.delete(uri);
      send('textDocument/didClose', { textDocument: { uri } });
    },
    text: (uri) => documents.get(uri)?.text ?? '',
    diagnostics: (uri) => published.get(uri)?.diagnostics ?? null,
    version: (uri) => published.get(uri)?.version ?? null,
    analysed: async (uri) => {
      const { version } = documents.get(uri) ?? { version: 0 };
      const done = `; decided anew: `;
      const before = logs.filter((text) => text.includes(done)).length;
      await until(
        `an analysis of version ${version}`,
        () => published.get(uri)?.version === version && logs.filter((text) => text.includes(done)).length > before,
      );
      return published.get(uri)?.diagnostics ?? [];
    },
    lenses: async (uri) => {
      const lenses: readonly CodeLens[] = await connection.sendRequest('textDocument/codeLens', {
        textDocument: { uri },
      });
      return lenses.map(({ range, command }) => `${range.start.line + 1}: ${command?.title ?? ''}`);
    },
    actions: async (uri, line) =>
      await connection.sendRequest('textDocument/codeAction', {
        textDocument: { uri },
        range: { start: { line: line - 1, character: 0 }, end: { line: line - 1, character: 1 } },
        context: { diagnostics: [] },
      }),
    hover: async (uri, line) =>
      await connection.sendRequest('textDocument/hover', {
        textDocument: { uri },
        position: { line: line - 1, character: 0 },
      }),
    apply: (action) => {
      for (const edit of action?.edit?.documentChanges ?? []) if ('edits' in edit) changeOf(edit);
    },
    messages,
    logs,
    until,
    shutdown: async () => {
      await connection.sendRequest('shutdown');
    },
    exit: () => send('exit', undefined),
  };
}
