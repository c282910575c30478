/** The verdicts of this audit beside those of earlier ones: a column for each, and the same as a table. */
import type { Html } from './markup.ts';
import type { VerdictCounts } from '../../verdict/counts.ts';
import { html, nothing } from './markup.ts';
import { sumOf, verdicts } from './tally.ts';
import { plural } from '../wording.ts';
import { verdictMarks, verdictNames } from './words.ts';

/** `commit`, `time`: null where they are not known; the time is in ISO 8601. */
export type TrendPoint = Readonly<{ commit: string | null; time: string | null; counts: VerdictCounts }>;

/** Older ones are left out. */
const mostColumns = 60;
/** Of few audits, columns are not wider than these; room is left for those to come. */
const fewestSlots = 12;
/** Of more, the gaps between columns would be a fraction of a pixel on a small screen, and some of them none. */
const mostWithGaps = 24;

/** `points`: oldest first, the last of them is this audit. One alone shows no trend. */
export function trendPart(points: readonly TrendPoint[]): Html {
  const shown = points.slice(-mostColumns);
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined || shown.length < 2) return nothing;
  const change = (name: 'racy' | 'drf'): string => {
    const by = last.counts[name] - first.counts[name];
    return `${by > 0 ? '+' : by < 0 ? '−' : '±'}${Math.abs(by)} ${verdictNames[name]}`;
  };
  return html`<section class="panel wide" id="trend"><h2>Trend</h2><p class="quiet-words">${plural(shown.length, 'audit')} from ${nameOf(first)} to ${nameOf(last)}: ${change('racy')}, ${change('drf')}.</p>
${columns(shown)}
<p class="trend-key">${verdicts.map((verdict) => html`<span><span class="mark ${verdict}" aria-hidden="true">${verdictMarks[verdict]}</span> ${verdictNames[verdict]}</span> `)}</p>
<details><summary>As a table</summary><div class="scrolls"><table class="tally folders"><thead><tr><th scope="col">Audit</th>${verdicts.map((verdict) => html`<th scope="col" class="number"><span class="mark ${verdict}" aria-hidden="true">${verdictMarks[verdict]}</span> <span class="column-name">${verdictNames[verdict]}</span></th>`)}</tr></thead>
<tbody>${[...shown].reverse().map((point) => html`<tr><th scope="row">${partsOf(point).map((part) => html`<span class="whole">${part}</span> `)}</th>${verdicts.map((verdict) => html`<td class="number${point.counts[verdict] === 0 ? ' zero' : ''}">${point.counts[verdict]}</td>`)}</tr>`)}</tbody></table></div></details></section>`;
}

function columns(points: readonly TrendPoint[]): Html {
  const highest = Math.max(1, ...points.map(({ counts }) => sumOf(counts)));
  const gap = points.length > mostWithGaps ? 0 : 0.1;
  const width = 100 / Math.max(fewestSlots, points.length);
  return html`<svg class="bar trend" shape-rendering="crispEdges" role="img" aria-label="Verdicts of ${plural(points.length, 'audit')}">${points.map(
    (point, k) => {
      let at = 100;
      return html`<g><title>${nameOf(point)}: ${verdicts.map((verdict) => `${point.counts[verdict]} ${verdictNames[verdict]}`).join(', ')}</title>${verdicts.map(
        (verdict) => {
          const height = (100 * point.counts[verdict]) / highest;
          at -= height;
          return height === 0
            ? nothing
            : html`<rect class="${verdict}" x="${((k + gap / 2) * width).toFixed(3)}%" y="${at.toFixed(3)}%" width="${(width * (1 - gap)).toFixed(3)}%" height="${height.toFixed(3)}%"/>`;
        },
      )}</g>`;
    },
  )}</svg>`;
}

const nameOf = (point: TrendPoint): string => partsOf(point).join(' · ');

function partsOf({ commit, time }: TrendPoint): readonly string[] {
  const parts = [...(time === null ? [] : [time.slice(0, 10)]), ...(commit === null ? [] : [commit.slice(0, 12)])];
  return parts.length === 0 ? ['an audit'] : parts;
}
