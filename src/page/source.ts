/** Source code on the page: lines with numbers, coloured tokens, and marks on what the report speaks of. */
import type { Inserted, Mark, SourcePiece } from '../report/html/contract.ts';
import type { Inside, Token } from './tokens.ts';
import { el, unseen } from './element.ts';
import { tokensOf } from './tokens.ts';

export type Lines = Readonly<{ first: number; lines: readonly string[] }>;

/** The lines from `from` to `to` that are known. */
export function linesOf({ stretches }: SourcePiece, from: number, to: number): Lines | null {
  const found = stretches.find(({ first, lines }) => first <= from && from < first + lines.length);
  return found === undefined
    ? null
    : { first: from, lines: found.lines.slice(from - found.first, to - found.first + 1) };
}

/** `signs`: what stands beside a line (`A`: thread A is there), by its number. */
export type Shown = Readonly<{
  marks: readonly Mark[];
  inserted?: readonly Inserted[];
  signs?: ReadonlyMap<number, readonly string[]>;
  /** Where the state of comments is taken from. */ before?: readonly string[];
}>;

export function codeTable({ first, lines }: Lines, { marks, inserted = [], signs, before = [] }: Shown): HTMLElement {
  let inside: Inside = null;
  for (const line of before) ({ inside } = tokensOf(line, inside));
  const rows = lines.flatMap((line, k) => {
    const number = first + k;
    const own = marks.filter((mark) => mark.line === number);
    const read = tokensOf(line, inside);
    ({ inside } = read);
    const beside = signs?.get(number) ?? [];
    const worst = (['error', 'warning', 'info'] as const).find((kind) => own.some((mark) => mark.kind === kind));
    const notes = own.map(({ note, kind }) => el('div', { class: `line-note ${kind}` }, note));
    const added = inserted.filter((one) => one.before === number).map(({ text, note }) => addedRow(text, note));
    return [
      ...added,
      el(
        'tr',
        {
          class:
            [worst === undefined ? '' : `marked ${worst}`, beside.length > 0 ? 'current' : ''].join(' ').trim() || null,
          'data-number': number,
        },
        el(
          'td',
          { class: 'signs' },
          ...beside.map((sign) => el('span', { class: `who who-${sign === 'A' ? 0 : 1}` }, unseen('thread '), sign)),
        ),
        el('td', { class: 'number' }, `${number}`),
        el('td', { class: 'code-line' }, el('code', {}, ...painted(read.tokens, own)), ...notes),
      ),
    ];
  });
  return el('table', { class: 'source-lines' }, el('tbody', {}, ...rows));
}

/** A line that a patch inserts. */
const addedRow = (text: string, note: string): HTMLElement =>
  el(
    'tr',
    { class: 'added', title: note },
    el('td', { class: 'signs' }),
    el('td', { class: 'number' }, unseen(note), '+'),
    el('td', { class: 'code-line' }, el('code', {}, ...painted(tokensOf(text, null).tokens, []))),
  );

/** Tokens, and around the columns of marks a box. */
function painted(tokens: readonly Token[], marks: readonly Mark[]): readonly Node[] {
  const out: Node[] = [];
  let at = 0;
  for (const { kind, text } of tokens) {
    const cuts = [
      ...new Set(marks.flatMap(({ from, to }) => [from, to]).filter((cut) => cut > at && cut < at + text.length)),
    ].sort((a, b) => a - b);
    let start = at;
    for (const end of [...cuts, at + text.length]) {
      const own = text.slice(start - at, end - at);
      const mark = marks.find(({ from, to }) => from < end && start < to);
      const node = kind === 'plain' ? document.createTextNode(own) : el('span', { class: `t-${kind}` }, own);
      out.push(mark === undefined ? node : el('mark', { class: mark.kind }, node));
      start = end;
    }
    at += text.length;
  }
  return out.length === 0 ? [document.createTextNode('\u00a0')] : out;
}

/** Colours code that stands in the page already. */
export function paintCode(code: HTMLElement): void {
  let inside: Inside = null;
  const lines = code.textContent.split('\n').flatMap((line, k) => {
    const read = tokensOf(line, inside);
    ({ inside } = read);
    return [...(k === 0 ? [] : [document.createTextNode('\n')]), ...painted(read.tokens, [])];
  });
  code.replaceChildren(...lines);
}
