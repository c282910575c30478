/**
 * Data that waits in the file until it is asked for: JSON, compressed and as text that no parser of HTML stumbles over.
 * Each piece is an element `<script type="application/octet-stream" data-piece="NAME">`, which browsers neither run nor
 * lay out.
 */
import { deflateRawSync } from 'node:zlib';
import type { Html } from './markup.ts';
import { html } from './markup.ts';

export const pieceOf = (name: string, value: unknown): Html => packedPiece(name, compressed(JSON.stringify(value)));

const compressed = (text: string): string => deflateRawSync(text, { level: 9 }).toString('base64');

/** Kernels go into pieces together until one is this long (characters of JSON, before it is compressed). */
const pieceLength = 256 * 1024;

/** Values in order, in runs of about {@link pieceLength}. */
export function packed<Value>(
  values: Iterable<readonly [key: string, value: Value]>,
): Readonly<{ pieceOfKey: ReadonlyMap<string, number>; pieces: readonly string[] }> {
  const pieceOfKey = new Map<string, number>();
  const pieces: string[] = [];
  let waiting: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (waiting.length > 0) pieces.push(compressed(`{${waiting.join(',')}}`));
    waiting = [];
    length = 0;
  };
  for (const [key, value] of values) {
    const text = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    pieceOfKey.set(key, pieces.length);
    waiting.push(text);
    length += text.length;
    if (length >= pieceLength) flush();
  }
  flush();
  return { pieceOfKey, pieces };
}

export const packedPiece = (name: string, base64: string): Html =>
  html`<script type="application/octet-stream" data-piece="${name}">${base64}</script>\n`;
