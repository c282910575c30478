/**
 * Commands in comments: the first line of a comment, exactly `/syncwright NAME …`. What is not exactly that is no
 * command: a quote, a code block, a line with something before the slash. Read once from left to right, in linear time.
 *
 *   /syncwright fix [ID] | explain ID | recheck | ignore ID REASON | help
 */
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
export type Command =
  | Readonly<{ kind: 'fix'; /** Null: all. */ id: string | null }>
  | Readonly<{ kind: 'explain'; id: string }>
  | Readonly<{ kind: 'recheck' }>
  | Readonly<{ kind: 'ignore'; id: string; reason: string }>
  | Readonly<{ kind: 'help' }>
  /** Begins with `/syncwright`, and is none of them; `because` in one sentence, without words of the comment. */
  | Readonly<{ kind: 'not-understood'; because: string }>;

const name = '/syncwright';
/** Longer first lines are no commands. */
const mostCharacters = 1000;
export const mostReason = 300;

/**
 * `own`: the finding of the thread that the comment stands in, which then need not be named; null: none. Null: the
 * comment is not for us.
 */
export function parseCommand(body: string, own: string | null = null): Command | null {
  if (!body.startsWith(name)) return null;
  const line = firstLine(body);
  const after = line.charAt(name.length);
  if (after !== '' && after !== ' ' && after !== '\t') return null;
  if (line.length > mostCharacters) return notUnderstood(fill(messages.longCommand, { mostCharacters }));
  const words = line
    .slice(name.length)
    .split(/[ \t]/)
    .filter((word) => word !== '');
  const [verb = '', id, ...rest] = withOwn(words, own);
  switch (verb) {
    case 'recheck':
    case 'help':
      return id === undefined ? { kind: verb } : notUnderstood(fill(messages.aloneCommand, { verb }));
    case 'fix':
      if (id === undefined) return { kind: 'fix', id: null };
      return rest.length === 0
        ? withId(id, (good) => ({ kind: 'fix', id: good }))
        : notUnderstood(messages.fixTakesOne);
    case 'explain':
      if (id === undefined || rest.length > 0) return notUnderstood(messages.explainTakesOne);
      return withId(id, (good) => ({ kind: 'explain', id: good }));
    case 'ignore':
      if (id === undefined || rest.length === 0) return notUnderstood(messages.ignoreTakes);
      return withId(id, (good) => withReason(rest.join(' '), (reason) => ({ kind: 'ignore', id: good, reason })));
    case '':
      return { kind: 'help' };
    default:
      return notUnderstood(messages.noSuchCommand);
  }
}

/** The finding of the thread is put in where none is named: a reason does not begin with an id. */
function withOwn(words: readonly string[], own: string | null): readonly string[] {
  const [verb = '', first = '', ...rest] = words;
  const isNamed = /^(?:F\d+|SW\d{3}|[0-9a-f]{4,16})$/i.test(first);
  return own === null || isNamed || !['fix', 'explain', 'ignore'].includes(verb) || (verb === 'ignore' && first === '')
    ? words
    : [verb, own, ...(first === '' ? [] : [first, ...rest])];
}

/** Ends at any line end, and at what GitHub or a browser may take for one. */
function firstLine(body: string): string {
  const end = body.slice(0, mostCharacters + 2).search(/[\r\n\u0085\u2028\u2029]/);
  return end < 0 ? body.slice(0, mostCharacters + 2) : body.slice(0, end);
}

/** `F3`, a code, or the beginning of a fingerprint. */
function withId(id: string, make: (id: string) => Command): Command {
  return /^[A-Za-z0-9]{1,64}$/.test(id) ? make(id) : notUnderstood(messages.namedById);
}

function withReason(reason: string, make: (reason: string) => Command): Command {
  if (reason.length > mostReason) return notUnderstood(fill(messages.longReason, { mostReason }));
  // It is written into a file and a comment of the source: what does not print, or hides what follows, has no place
  // there.
  if (
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udfff](?![\udc00-\udfff])/.test(
      reason,
    )
  )
    return notUnderstood(messages.unprintableReason);
  return make(reason);
}

const notUnderstood = (because: string): Command => ({ kind: 'not-understood', because });
