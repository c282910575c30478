/**
 * What a text ends with, in linear time: `/\s*$/` tries every run of blanks in the text again from each of its
 * characters.
 */

/**
 * Where the run of characters that stands at the end begins; the text's length where there is none. `isPart`: of one
 * character.
 */
export function trailingFrom(text: string, isPart: RegExp): number {
  let at = text.length;
  while (at > 0 && isPart.test(text.charAt(at - 1))) at--;
  return at;
}

export const withoutTrailing = (text: string, isPart: RegExp): string => text.slice(0, trailingFrom(text, isPart));

/** The word that a text ends with, but for blanks; '' where it ends with something else. */
export function lastWord(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.slice(trailingFrom(trimmed, /\w/));
}
