/** Paths and spans of a report as the protocol has them: addresses of documents, and ranges that count from 0. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Range } from 'vscode-languageserver';
import { attempt } from '../base/attempt.ts';
import type { Span } from '../base/span.ts';

/** The lines and columns of a span count UTF-16 code units, as the protocol does. */
export const rangeOf = ({
  line,
  column,
  endLine,
  endColumn,
}: Pick<Span, 'line' | 'column' | 'endLine' | 'endColumn'>): Range => ({
  start: { line: Math.max(0, line - 1), character: Math.max(0, column - 1) },
  end: { line: Math.max(0, endLine - 1), character: Math.max(0, endColumn - 1) },
});

/** The absolute path that stands for a document; null: it is neither a file nor a document that was never saved. */
export function pathOfUri(uri: string, folder: string): string | null {
  if (uri.startsWith('file:')) return attempt(() => resolve(fileURLToPath(uri)));
  if (!uri.startsWith('untitled:')) return null;
  const name = attempt(() => decodeURIComponent(uri.slice('untitled:'.length)));
  if (name === null || name === '') return null;
  const path = resolve(folder, name.replaceAll('\0', ''));
  return extname(path) === '' ? join(dirname(path), `${basename(path)}.cu`) : path;
}

export const uriOfPath = (path: string): string => pathToFileURL(path).href;
