/**
 * Keys pressed at a terminal, one by one, without Enter. While they are read the terminal sends Ctrl-C as a key, too.
 */
import type { ReadStream } from 'node:tty';

export async function* keysOf(terminal: ReadStream): AsyncIterable<string> {
  terminal.setRawMode(true);
  terminal.setEncoding('utf8');
  try {
    for await (const text of terminal) yield* keysIn(String(text));
  } finally {
    terminal.setRawMode(false);
  }
}

/** What one reading brings may be several keys; those that have no character send an escape sequence. */
export const keysIn = (text: string): readonly string[] =>
  text.match(/\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|[^]/gu) ?? [];
