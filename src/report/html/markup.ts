/**
 * Why: everything that a report shows comes from somebody else's code, and HTML is where a forgotten escape runs a
 * script. Here text becomes HTML in one place only: a template that escapes every value that is not itself {@link
 * Html}, and shows what does not print (visible.ts).
 * Smallest example: html`<b>${'a < b'}</b>` is `<b>a &lt; b</b>`.
 */
import { visible } from '../visible.ts';

/** Text that is HTML already: only {@link html} and {@link raw} make it. */
export type Html = Readonly<{ markup: string }>;
export type Content = Html | string | number | null | readonly Content[];

export function html(parts: readonly string[], ...values: readonly Content[]): Html {
  return { markup: parts.map((part, k) => part + (k < values.length ? markupOf(values[k] ?? null) : '')).join('') };
}

/** For text of our own that is HTML: style, script, pictures that escaped what they show. */
export const raw = (markup: string): Html => ({ markup });

export const nothing: Html = raw('');

export function markupOf(content: Content): string {
  if (content === null) return '';
  if (typeof content === 'number') return `${content}`;
  if (typeof content === 'string') return escaped(content);
  return isList(content) ? content.map(markupOf).join('') : content.markup;
}

const isList = (content: Html | readonly Content[]): content is readonly Content[] => Array.isArray(content);

/** Good between tags and in attributes with quotes. Halves of characters become U+FFFD, as they have no UTF-8. */
export function escaped(text: string): string {
  return shown(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** What is shown of a text: also for texts that the page's script puts in as text. */
export const shown = (text: string): string =>
  visible(text, 'lines').replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

/** `` `code` `` of messages as code, the rest as text. */
export const prose = (text: string): Html =>
  html`${text.split(/(`[^`\n]+`)/).map((piece) => (/^`[^`]+`$/.test(piece) ? html`<code>${piece.slice(1, -1)}</code>` : piece))}`;
