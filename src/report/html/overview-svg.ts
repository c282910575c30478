/**
 * The overview as one picture that stands alone: verdicts of all kernels, and of the folders with the most that is
 * wrong. For job summaries and pages that show no HTML. Text is escaped, and cut where it would run over.
 */
import type { Report } from '../../verdict/finding.ts';
import type { HtmlFacts } from './html.ts';
import type { VerdictCounts } from '../../verdict/counts.ts';
import { escaped } from './markup.ts';
import { folderTallies, sumOf, verdicts } from './tally.ts';
import { shownVerdicts } from '../../verdict/finding.ts';
import { verdictCounts } from '../../verdict/counts.ts';
import { findingsOf, plural } from '../wording.ts';
import { verdictMarks, verdictNames } from './words.ts';

const page = { width: 880, margin: 28, names: 300, row: 24 } as const;
const rows = 12;

const style = `
text{font-family:ui-sans-serif,system-ui,"Segoe UI","DejaVu Sans",sans-serif;font-size:13px;fill:#1f2328}
.paper{fill:#fff}.title{font-size:18px;font-weight:600}.small{font-size:12px;fill:#59636e}.count{font-size:26px;font-weight:600}.end{text-anchor:end}
.racy{fill:#b3261e}.drf{fill:#1a6f37}.conditional{fill:#0b6e75}.unknown{fill:#8a5a00}.unsupported{fill:#565a94}.back{fill:#eaeef2}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#0d1117}.small{fill:#9198a1}.racy{fill:#ff8a80}.drf{fill:#6fd08c}.conditional{fill:#6fd3da}.unknown{fill:#e3b341}.unsupported{fill:#b3b7f0}.back{fill:#21262d}}`.trim();

export function overviewSvg(report: Report, facts: HtmlFacts): string {
  const { kernels } = report;
  const tally = verdictCounts(kernels);
  const { rows: folders } = folderTallies(kernels);
  const inner = page.width - 2 * page.margin;
  const words = shownVerdicts.map((verdict) => `${tally[verdict]} ${verdictNames[verdict]}`).join(', ');
  const title = facts.title ?? 'Synchronization report';
  const head = [
    text(page.margin, 44, cut(title, 80), 'title'),
    text(
      page.margin,
      66,
      `${plural(kernels.length, 'kernel')}, ${plural(findingsOf(report).length, 'finding')}; syncwright ${facts.version}${facts.commit === undefined ? '' : `; commit ${cut(facts.commit, 12)}`}`,
      'small',
    ),
    bar(tally, page.margin, 84, inner, 18),
    ...shownVerdicts.flatMap((verdict, k) => {
      const x = page.margin + (k * inner) / shownVerdicts.length;
      return [
        text(x, 138, `${tally[verdict]}`, `count ${verdict}`),
        text(x, 158, `${verdictMarks[verdict]} ${verdictNames[verdict]}`, 'small'),
      ];
    }),
  ];
  const shown = folders.slice(0, rows);
  const top = 196;
  const heading = shown.length === 0 ? [] : [text(page.width - page.margin, top - 8, 'racy, of all', 'small end')];
  const body = shown.flatMap((row, k) => {
    const y = top + k * page.row;
    return [
      text(page.margin, y + 12, cutStart(row.folder, 42), ''),
      bar(row.tally, page.margin + page.names, y + 2, inner - page.names - 90, 12),
      text(page.width - page.margin, y + 12, `${row.tally.racy} of ${sumOf(row.tally)}`, 'end'),
    ];
  });
  const bottom = top + shown.length * page.row;
  const more =
    folders.length > shown.length
      ? [text(page.margin, bottom + 14, `and ${plural(folders.length - shown.length, 'folder')} more`, 'small')]
      : [];
  const height = bottom + (more.length > 0 ? 34 : 14);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${height}" width="${page.width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(words)}; by folder, how many are racy of all.</desc>`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${page.width}" height="${height}"/>`,
    ...head,
    ...heading,
    ...body,
    ...more,
    '</svg>',
    '',
  ].join('\n');
}

function bar(tally: VerdictCounts, x: number, y: number, width: number, height: number): string {
  const whole = sumOf(tally);
  let at = x;
  const parts = verdicts.map((verdict) => {
    const own = whole === 0 ? 0 : (tally[verdict] / whole) * width;
    at += own;
    return own === 0
      ? ''
      : `<rect class="${verdict}" x="${(at - own).toFixed(1)}" y="${y}" width="${own.toFixed(1)}" height="${height}"/>`;
  });
  return `<rect class="back" x="${x}" y="${y}" width="${width}" height="${height}"/>${parts.join('')}`;
}

const text = (x: number, y: number, words: string, css: string): string =>
  `<text${css === '' ? '' : ` class="${css}"`} x="${x}" y="${y}">${escaped(words).replace(/[\n\t]/g, ' ')}</text>`;
const cut = (words: string, limit: number): string => (words.length <= limit ? words : `${words.slice(0, limit - 1)}…`);
/** Of a path the end tells more. */
const cutStart = (words: string, limit: number): string =>
  words.length <= limit ? words : `…${words.slice(words.length - limit + 1)}`;
