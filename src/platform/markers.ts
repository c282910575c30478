/**
 * What we remember of earlier runs, kept in our own comments as HTML comments that nobody sees. Anybody can write such
 * a text, so callers trust it only in comments whose author is us.
 */
import { createHash } from 'node:crypto';

const form = /<!-- syncwright:([a-z]+) ([A-Za-z0-9 _.-]*) -->/g;

/**
 * `finding`: what a comment says; `findings`: all that a review says loudly, its comments included; `here`: what stands
 * in the review's body; `kernels`: theirs, one for each of the markers before it; `settled`: the commit of the last
 * change of state, and the fingerprints that are gone; `closed`: a follow-up that we closed, at its branch's commit;
 * `answer`: the comment that is answered, and at which head; `audit`: which audit an issue is of; `tracked`: what it
 * lists; `at`: the line of one of these; `moved`: numbers of the comments that it says again at a new place; `hidden`:
 * why it is folded, where the platform cannot hide it; `view`: what the run looks at (review/view.ts); `ignored`: of an
 * answer, what does not count at this pull request any more.
 */
type MarkerKind =
  | 'finding'
  | 'findings'
  | 'folded'
  | 'here'
  | 'kernels'
  | 'settled'
  | 'review'
  | 'body'
  | 'fix'
  | 'closed'
  | 'answer'
  | 'audit'
  | 'tracked'
  | 'at'
  | 'moved'
  | 'hidden'
  | 'ignored'
  | 'view';

export function marker(kind: MarkerKind, ...values: readonly string[]): string {
  return `<!-- syncwright:${kind} ${values.map(plainKey).join(' ')} -->`;
}

/**
 * GitHub's limit for the body of a comment, review, issue or pull request; longer gives 422. (GitLab takes a million.)
 * Of a text from elsewhere, the rest is not looked at.
 */
export const mostCharacters = 65_536;

/** All values of the markers of a kind that a text begins with, in order. Those further down are quoted. */
export function markersIn(text: string, kind: MarkerKind): readonly string[] {
  return [...withoutMarkers(text).head.matchAll(form)].flatMap((match) =>
    match[1] === kind ? (match[2] ?? '').split(' ').filter((value) => value !== '') : [],
  );
}

/** A text of ours without the markers that it begins with, and these. Markers further down are not ours. */
export function withoutMarkers(text: string): Readonly<{ head: string; rest: string }> {
  const head =
    /^(?:<!-- syncwright:[a-z]+ [A-Za-z0-9 _.-]* -->(?:\r?\n|$))*/.exec(text.slice(0, mostCharacters))?.[0] ?? '';
  return { head: head.trimEnd(), rest: text.slice(head.length).replace(/^(?:\r?\n)+/, '') };
}

/** A fingerprint in characters that cannot end a marker. */
export function plainKey(key: string): string {
  return /^[A-Za-z0-9_.]{1,64}$/.test(key) ? key : hashOf(key).slice(0, 32);
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
