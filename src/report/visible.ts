/**
 * Why: source text and file names come from whoever wrote the pull request; written to a terminal or a log raw, they
 * could move the cursor, hide text or reorder it. Gives: text in which every character that is not printed as itself is
 * replaced by a visible stand-in. Smallest example: ESC becomes `␛`.
 */

/**
 * Bidirectional controls, separators of lines, and invisible marks: U+061C, U+200B to U+200F, U+2028 to U+202E, U+2060
 * to U+2069, U+FEFF.
 */
const invisible = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Newlines and tabs stay when `keep` is 'lines'. */
export function visible(text: string, keep: 'nothing' | 'lines' = 'nothing'): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => {
      if (keep === 'lines' && (c === '\n' || c === '\t')) return c;
      const code = c.charCodeAt(0);
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\u2421';
    })
    .replace(invisible, (c) => `<U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`);
}
