/** The client: starts the server that comes with the extension, or the one that the settings name. */
import { commands, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import type { ServerOptions } from 'vscode-languageclient/node';

let client: LanguageClient | null = null;

/** C++ files and headers may hold kernels, or be included by those that do. */
const languages = ['cuda-cpp', 'cuda', 'cpp', 'c'];

function serverOptions(context: ExtensionContext): ServerOptions {
  const settings = workspace.getConfiguration('syncwright');
  const setting = (name: string): string => settings.get<string>(name, '');
  const module = setting('server') || context.asAbsolutePath('server/cli.js');
  return {
    module,
    args: ['lsp'],
    transport: TransportKind.stdio,
    ...(setting('node') === '' ? {} : { runtime: setting('node') }),
  };
}

async function start(context: ExtensionContext): Promise<void> {
  const documentSelector = languages.flatMap((language) =>
    ['file', 'untitled'].map((scheme) => ({ scheme, language })),
  );
  client = new LanguageClient('syncwright', 'Syncwright', serverOptions(context), { documentSelector });
  await client.start();
}

export async function activate(context: ExtensionContext): Promise<void> {
  const restart = async (): Promise<void> => {
    await deactivate();
    await start(context);
  };
  context.subscriptions.push(
    commands.registerCommand('syncwright.restart', restart),
    workspace.onDidChangeConfiguration((change) => {
      if (['syncwright.server', 'syncwright.node'].some((name) => change.affectsConfiguration(name)))
        restart().catch(() => undefined);
    }),
  );
  await start(context);
}

export async function deactivate(): Promise<void> {
  const last = client;
  client = null;
  await last?.stop();
}
