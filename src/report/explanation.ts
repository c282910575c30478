/**
 * What a code means, in Markdown: the page docs/codes/CODE.md, which `scripts/explanations.ts` copies into
 * explanations.ts.
 */
import { codeEntry, retiredCodes, titleOf } from '../verdict/catalogue.ts';
import { explanations } from './explanations.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Null when there is no such code. Limits, input problems and retired codes have a line, not a page. */
export function explanationOf(code: string): string | null {
  const page = explanations.get(code);
  if (page !== undefined) return page;
  const title = titleOf(code);
  if (title === null) return null;
  const entry = codeEntry(code);
  return `# ${code}: ${title}\n${entry === null ? `\n${familyWords(code)}\n` : `\n${entry.summary}\n`}`;
}

function familyWords(code: string): string {
  const retired = retiredCodes.find((known) => known.code === code);
  if (retired !== undefined)
    return fill(messages.retiredCode, { more: retired.replacedBy === null ? '' : ` See ${retired.replacedBy}.` });
  if (code.startsWith('SL')) return messages.limitCode;
  return messages.inputCode;
}
