/**
 * Cutting texts without halving a character: half of one is no text to those who take UTF-8, and an error where it
 * stands in an address.
 */

/** The first `most` UTF-16 code units, or one less. */
export const cutTo = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Whether halves of characters stand in it. */
export const hasHalves = (text: string): boolean => /[\ud800-\udfff]/u.test(text);

/** With the sign for "no character" in their place. */
export const withoutHalves = (text: string): string => text.replace(/[\ud800-\udfff]/gu, '\ufffd');
