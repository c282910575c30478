/** `syncwright lsp`: a language server on standard input and output. */
import { UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import { messages } from './wording.ts';

/** Does not return: the editor ends the server, and that ends the process. */
export async function lsp(io: CliIo): Promise<number> {
  if (io.serveEditor === undefined) throw new UsageError(messages.lspNotHere);
  await io.serveEditor();
  return new Promise<number>(() => undefined);
}
