/**
 * Suppressions in comments of a source: `// syncwright: allow(SW101) reason`, on a line of an end of the finding or
 * alone on the line before.
 * Needs: a text. Gives: what each allows and where, and the comments that are meant so and not understood.
 */
import type { InputProblem } from '../verdict/finding.ts';
import { commentsIn } from './comments.ts';
import { findingCodes, suppressionUnreadable } from '../verdict/catalogue.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Allowance = Readonly<{
  file: string;
  /** Of the comment. */
  line: number;
  codes: readonly string[];
  reason: string;
  /** The lines of code that it stands at. */
  at: readonly number[];
}>;
export type Allowances = Readonly<{ allowed: readonly Allowance[]; problems: readonly InputProblem[] }>;

const mostReason = 500;
/** Such as `syncwright allow(SW101)`, without the colon: most likely a slip. */
const nearly = /^[\s*/!<]*syncwright[\s:;,.=-]*allow\s*(?:\(|SW\d)/i;
const form = '`// syncwright: allow(SW101) reason`';

export function allowancesIn(file: string, text: string): Allowances {
  const allowed: Allowance[] = [];
  const problems: InputProblem[] = [];
  if (!/syncwright/i.test(text)) return { allowed, problems };
  for (const comment of commentsIn(text, 'syncwright')) {
    for (const [k, words] of comment.lines.entries()) {
      const [, rest] = /^[\s*/!<]*syncwright:(.*)$/.exec(words.trimEnd()) ?? [];
      const line = comment.line + k;
      if (rest === undefined) {
        if (nearly.test(words)) problems.push(suppressionUnreadable(file, line, fill(messages.nearComment, { form })));
        continue;
      }
      const read = readAllowance(rest.trim());
      if (typeof read === 'string') problems.push(suppressionUnreadable(file, line, read));
      else allowed.push({ file, line, ...read, at: comment.at });
    }
  }
  return { allowed, problems };
}

/** Or in words why it is none. */
function readAllowance(rest: string): Readonly<{ codes: readonly string[]; reason: string }> | string {
  const [, list, words = ''] = /^allow\s*\(([^()]*)\)(.*)$/.exec(rest) ?? [];
  if (list === undefined) return fill(messages.badComment, { form });
  const codes = list.split(',').map((code) => code.trim());
  const unknown = codes.find((code) => !findingCodes.some((known) => known.code === code));
  if (unknown !== undefined)
    return fill(messages.codeNotKnown, { code: unknown === '' ? 'no code' : `"${unknown.slice(0, 20)}"`, form });
  const reason = words
    .trim()
    .replace(/^[\s:,–—-]+/, '')
    .slice(0, mostReason);
  return reason === '' ? fill(messages.noReason, { form }) : { codes, reason };
}
