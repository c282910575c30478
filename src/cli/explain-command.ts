/** `syncwright explain CODE`: the page of a code; without a code, the list of all. */
import { findingCodes, inputCodes, limitCodes, plannedCodes, retiredCodes } from '../verdict/catalogue.ts';
import { explanationOf } from '../report/explanation.ts';
import { wrapMarkdown } from './wrap.ts';
import { status, UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export function explain(code: string | undefined, io: CliIo): number {
  if (code === undefined) {
    io.out(listing());
    return status.nothing;
  }
  const page = explanationOf(code.toUpperCase());
  if (page === null) throw new UsageError(fill(messages.noSuchCode, { code }));
  io.out(wrapMarkdown(page, io.proseWidth ?? 80));
  return status.nothing;
}

function listing(): string {
  const group = (title: string, codes: readonly Readonly<{ code: string; title: string }>[]): readonly string[] =>
    codes.length === 0 ? [] : [title, ...codes.map((known) => `  ${known.code}  ${known.title}`), ''];
  return [
    ...group(
      'Findings, about a kernel',
      findingCodes.filter(({ code }) => !plannedCodes.has(code)),
    ),
    ...group(
      'Findings that are not reported yet',
      findingCodes.filter(({ code }) => plannedCodes.has(code)),
    ),
    ...group('Limits of Syncwright', limitCodes),
    ...group('Problems of the input', inputCodes),
    ...group('Retired', retiredCodes),
  ].join('\n');
}
