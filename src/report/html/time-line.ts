/**
 * The time line of two threads (timeline.ts) drawn as a table, so that it is read aloud in order and wraps where the
 * page is narrow: a column for each thread, barriers across both, and between the two places that the finding is about
 * a mark with the address that they meet in.
 */
import type { Band, Cell, TimeLine } from '../timeline.ts';
import type { Html } from './markup.ts';
import { html, nothing } from './markup.ts';
import { messages } from '../wording.ts';

/**
 * `meeting`: the element that both touch; null: they part at a barrier. `isOrder`: rows follow each other, whoever
 * acts.
 */
export type Drawing = Readonly<{ timeline: TimeLine; meeting: string | null; isOrder: boolean; caption: string }>;

export function timeLineTable({ timeline: { heads, bands }, meeting, isOrder, caption }: Drawing): Html {
  return html`<table class="timeline"><caption class="hidden-words">${caption}</caption>
<thead><tr>${heads.map((head, k) => html`<th scope="col"><span class="who who-${k}" aria-hidden="true">${'AB'[k] ?? ''}</span>${head}</th>${k === 0 ? html`<td class="between" aria-hidden="true">time ↓</td>` : nothing}`)}</tr></thead>
<tbody>${bands.map((band) => (band.kind === 'rule' ? ruleRow(band) : cellsRow(band.cells, meeting, isOrder)))}</tbody></table>`;
}

const ruleRow = ({ how, words }: Extract<Band, { kind: 'rule' }>): Html =>
  html`<tr class="rule ${how}"><td colspan="3">${words}</td></tr>`;

function cellsRow(cells: readonly [Cell | null, Cell | null], meeting: string | null, isOrder: boolean): Html {
  const isHit = cells.some((cell) => cell?.touch === 'hit') && !isOrder;
  const middle = isHit
    ? html`<span class="clash"><span aria-hidden="true">${meeting === null ? '≠' : '✗'}</span>${meeting === null ? nothing : html`<code>${meeting}</code>`}<span class="hidden-words">${meeting === null ? messages.divergeHere : messages.collideHere}</span></span>`
    : nothing;
  return html`<tr${isHit ? html` class="hit-row"` : nothing}>${cellBox(cells[0])}<td class="between">${middle}</td>${cellBox(cells[1])}</tr>`;
}

function cellBox(cell: Cell | null): Html {
  if (cell === null) return html`<td class="lane"></td>`;
  if (cell.kind === 'fold') return html`<td class="lane"><div class="fold">${cell.words}</div></td>`;
  return html`<td class="lane"><div class="step ${cell.kind} ${cell.touch}"><div class="deed"><span>${cell.words}</span>${cell.place === null ? nothing : html`<span class="at">${cell.place}</span>`}</div>${cell.source === null ? nothing : html`<code class="text">${cell.source}</code>`}${cell.loops.map((words) => html`<div class="loop">${words}</div>`)}</div></td>`;
}
