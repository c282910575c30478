/**
 * Why: whoever opens a pull request chooses file names, kernel names and source text, and our comments print them. Text
 * must not become HTML, a mention, an issue link, a URL, a hidden marker of ours, or run out of its code block
 * (GITHUB.md, "Security"). The only file that puts foreign text into Markdown.
 * Gives: Markdown that shows the text as written. Smallest example: `@a <b>` becomes `@&#8203;a &lt;b&gt;`.
 * Mentions and issue numbers are found by GitHub after rendering, so an entity alone would not stop them: a zero-width
 * space follows the sign.
 */
import { visible } from './visible.ts';
import { withoutTrailing } from '../base/trailing.ts';

const gap = '&#8203;';

/** Running text. Newlines become spaces. */
export function inline(text: string): string {
  return html(text)
    .replace(/[\\`*_~[\]|!$]/g, '\\$&')
    .replace(/^(\s*)([#+-]|\d+[.)])/, `$1${gap}$2`);
}

/** Text inside an HTML block such as `<summary>`, where Markdown's backslashes would show. Newlines become spaces. */
export function html(text: string): string {
  return (
    visible(text.replace(/[\r\n]+/g, ' '))
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // Before any gap is there: a gap has a # and digits itself.
      .replace(/#(?=\d)/g, `#${gap}`)
      .replaceAll('@', `@${gap}`)
      .replace(/\b(GH)-(?=\d)/gi, `$1-${gap}`)
      .replaceAll('://', `:${gap}//`)
      .replace(/\b(www)\./gi, `$1${gap}.`)
      .replace(/\b(mailto|xmpp):/gi, `$1${gap}:`)
  );
}

/** An inline code span. In a table a bar would end the cell. */
export function code(text: string, place: 'text' | 'table' = 'text'): string {
  const flat = withoutMarkers(visible(text.replace(/\s+/g, ' ')));
  if (flat.trim() === '') return '';
  const ticks = '`'.repeat(longestRun(flat) + 1);
  const padded =
    flat.startsWith('`') || flat.endsWith('`') || (flat.startsWith(' ') && flat.endsWith(' ')) ? ` ${flat} ` : flat;
  const span = `${ticks}${padded}${ticks}`;
  return place === 'table' ? span.replaceAll('|', '\\|') : span;
}

/** A fenced code block, its fence longer than any run of backticks inside. */
export function fenced(text: string, language: 'text' | 'diff' | 'cuda' = 'text'): string {
  const body = withoutTrailing(withoutMarkers(visible(text, 'lines')), /\n/);
  return block(body, language);
}

/**
 * A suggestion block: a button changes the lines. It must be the exact text, so where that cannot be shown safely (a
 * hidden marker, characters that do not print) there is none: null.
 */
export function suggestion(text: string, language = 'suggestion'): string | null {
  const body = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  if (visible(body, 'lines') !== body || withoutMarkers(body) !== body) return null;
  return block(body, language);
}

/** One of our sentences, in which foreign words stand between backticks. */
export function sentence(text: string, place?: 'table'): string {
  return text
    .split('`')
    .map((piece, k) => (k % 2 === 1 ? code(piece, place) : inlineKeepingEnds(piece)))
    .join('');
}

/** The text of a link whose address is ours. `)` and spaces in the address are encoded. */
export function link(text: string, address: string): string {
  if (!/^https:\/\/[^\s<>"]+$/.test(address)) return code(text);
  return `[${code(text)}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

/** Cuts Markdown at a line end to at most `limit` characters and says so; an open code block is closed. */
export function cutMarkdown(text: string, limit: number, note: string): string {
  if (text.length <= limit) return text;
  const tail = `\n\n${note}`;
  const room = limit - tail.length - 32;
  const cut = text.slice(0, Math.max(0, text.lastIndexOf('\n', room)));
  const open = openFence(cut);
  return `${cut}${open === null ? '' : `\n${open}`}${tail}`;
}

const block = (body: string, language: string): string => {
  const ticks = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${ticks}${language}\n${body}\n${ticks}`;
};

/** Only we write `<!-- … -->`: where it stands in foreign text it is taken apart. */
const withoutMarkers = (text: string): string => text.replaceAll('<!--', '<! --');

function inlineKeepingEnds(piece: string): string {
  const inner = piece.trim();
  if (inner === '') return piece;
  const start = piece.indexOf(inner);
  return `${piece.slice(0, start)}${withNames(inner)}${piece.slice(start + inner.length)}`;
}

/** A name that would have to be escaped is shown as code: `__syncthreads()`, `blur_rows`. */
function withNames(text: string): string {
  let done = '';
  let from = 0;
  for (const { 1: before = '', 2: name = '', index } of text.matchAll(
    /(^|[ (])([A-Za-z_][\w:]*(?:\(\))?)(?=$|[ .,;:)])/g,
  )) {
    if (!/_|\(\)/.test(name)) continue;
    const at = index + before.length;
    done += `${inline(text.slice(from, at))}${code(name)}`;
    from = at + name.length;
  }
  return `${done}${inline(text.slice(from))}`;
}

function longestRun(text: string): number {
  // Not all at once as arguments: there can be millions.
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

function openFence(text: string): string | null {
  let open: string | null = null;
  for (const found of text.matchAll(/^(`{3,})/gm)) {
    const [ticks = ''] = found;
    if (open === null) open = ticks;
    else if (ticks.length >= open.length) open = null;
  }
  return open;
}
