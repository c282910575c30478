/**
 * Markdown wrapped to a width, for reading on a terminal. Paragraphs and list items are filled anew; code, tables,
 * headings and what is indented stay as they are. A code span is not broken.
 *
 * Smallest example: `- one two` at width 6 is `- one` and `  two`.
 */

export function wrapMarkdown(text: string, width: number): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  let fence = '';
  const flush = (): void => {
    if (paragraph.length > 0) lines.push(...filled(paragraph.join(' '), width));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    const [mark = ''] = /^ {0,3}(?:```+|~~~+)/.exec(line) ?? [];
    if (fence !== '' || mark !== '') {
      flush();
      lines.push(line);
      if (fence === '') fence = mark.trim();
      else if (line.trim() === fence) fence = '';
    } else if (/^\s*$|^#|^\||^ {4}|^\t/.test(line) && !(paragraph.length > 0 && /^ {2,}\S/.test(line))) {
      flush();
      lines.push(line);
    } else {
      if (item.test(line)) flush();
      paragraph.push(paragraph.length === 0 ? line.trimEnd() : line.trim());
    }
  }
  flush();
  return lines.join('\n');
}

const item = /^\s*(?:[-*+]|\d+[.)]) +/;

/** Words, with the spaces inside of code spans kept. */
const wordsOf = (text: string): readonly string[] => text.match(/(?:`[^`]*`|[^\s`]|`)+/g) ?? [];

function filled(text: string, width: number): readonly string[] {
  const [start = ''] = item.exec(text) ?? /^\s*/.exec(text) ?? [];
  const hanging = ' '.repeat(start.length);
  const lines: string[] = [];
  let line = start;
  let isEmpty = true;
  for (const word of wordsOf(text.slice(start.length))) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = hanging;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
