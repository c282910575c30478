/** What a code means, in Markdown: the page docs/codes/CODE.md, which `scripts/explanations.ts` copies into explanations.ts. */
import { codeEntry, retiredCodes, titleOf } from '../verdict/catalogue.ts';
import { explanations } from './explanations.ts';

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
  if (retired !== undefined) return `Retired: this code is given no longer.${retired.replacedBy === null ? '' : ` See ${retired.replacedBy}.`}`;
  if (code.startsWith('SL')) return 'A limit of syncwright: it says what could not be decided, not that something is wrong with the kernel. docs/limits.md says what helps.';
  return 'A problem of the input: the rest was analysed.';
}
