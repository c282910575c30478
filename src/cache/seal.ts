/**
 * A line of JSON that begins with a digest of the rest of it, so that one that was cut off or changed is known:
 * `{"sum":"0f…","a":1}`.
 */
import { digestLength, digestOf } from './digest.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { messages } from './wording.ts';

/** What each begins with. */
export const sealStart = '{"sum":"';
/** Where the rest begins. */
export const sealLength = sealStart.length + digestLength + 2;

/** `body`: JSON of an object with at least one field. Without a line end. */
export const sealed = (body: string): string => `${sealStart}${digestOf(body)}",${body.slice(1)}`;

/** The JSON without its digest, or why it cannot be. */
export function unsealed(line: string): Result<string, string> {
  const body = `{${line.slice(sealLength)}`;
  return line.startsWith(sealStart) && line.slice(sealStart.length, sealLength) === `${digestOf(body)}",`
    ? ok(body)
    : fail(messages.damaged);
}
