/**
 * Pages of docs/codes/ as HTML. They are ours, and use little of Markdown: headings, paragraphs, lists, fenced code,
 * `code` and *emphasis*.
 * Needs: such a page. Gives: HTML, its headings from the given level on; the first one is left out, as it says the
 * code's title.
 */
import type { Html } from './markup.ts';
import { html, raw } from './markup.ts';

export function explanationMarkup(page: string, level: 4 | 5): Html {
  const blocks: Html[] = [];
  const rest = page.split('\n');
  for (let line = rest.shift(); line !== undefined; line = rest.shift()) {
    if (line.startsWith('# ') || line.trim() === '') continue;
    if (line.startsWith('```')) {
      const end = rest.findIndex((one) => one.startsWith('```'));
      const code = rest.splice(0, end + 1).slice(0, -1);
      blocks.push(html`<pre class="code" tabindex="0"><code data-tokens>${code.join('\n')}</code></pre>`);
    } else if (line.startsWith('## ')) blocks.push(html`${raw(`<h${level}>`)}${line.slice(3)}${raw(`</h${level}>`)}`);
    else if (line.startsWith('- ')) {
      const items = [
        line,
        ...rest.splice(
          0,
          rest.findIndex((one) => !one.startsWith('- ') && !one.startsWith('  ')),
        ),
      ];
      blocks.push(html`<ul>${items.map((item) => html`<li>${marked(item.replace(/^- /, ''))}</li>`)}</ul>`);
    } else {
      const end = rest.findIndex((one) => one.trim() === '' || /^(?:```|## |- )/.test(one));
      blocks.push(html`<p>${marked([line, ...rest.splice(0, end < 0 ? rest.length : end)].join(' '))}</p>`);
    }
  }
  return html`${blocks}`;
}

/** `code`, **strong** and *emphasis*. */
const marked = (text: string): Html =>
  html`${text
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)
    .map((piece) =>
      /^`.+`$/.test(piece)
        ? html`<code>${piece.slice(1, -1)}</code>`
        : /^\*\*.+\*\*$/.test(piece)
          ? html`<strong>${piece.slice(2, -2)}</strong>`
          : /^\*.+\*$/.test(piece)
            ? html`<em>${piece.slice(1, -1)}</em>`
            : piece,
    )}`;
