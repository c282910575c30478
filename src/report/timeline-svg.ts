/**
 * A time line as one SVG picture: a column for each thread, bands for the barriers across both, and a mark between the
 * two places that the finding is about. Stands alone: no script, no font from elsewhere, light and dark by what the
 * reader prefers, all text escaped. Widths of text are estimated, as nothing here can measure them; what is too long is
 * broken or cut.
 */
import { assertNever } from '../base/invariant.ts';
import type { RunStory } from '../verdict/run-story.ts';
import type { Band, Cell, TimeLine } from './timeline.ts';
import { fill } from '../base/message.ts';
import { visible } from './visible.ts';
import { messages } from './wording.ts';

/** `facts`: launch, arguments; `notes`: what the report tells step by step; `cell`: the memory that they meet in. */
export type Picture = Readonly<{
  title: string;
  message: string;
  facts: readonly string[];
  timeline: TimeLine;
  how: RunStory['kind'];
  cell: string | null;
  conclusion: string;
  notes: readonly string[];
  /** What mends it, in words; null: no patch is known. */ patch: string | null;
}>;

const page = { width: 960, margin: 28, lane: 380, gap: 10, line: 18 } as const;
const lanes = [page.margin, page.width - page.margin - page.lane] as const;
const center = page.width / 2;
/** Characters that fit, by their usual widths in pixels. */
const fits = {
  prose: Math.floor((page.width - 2 * page.margin) / 7.2),
  words: Math.floor((page.lane - 110) / 7.4),
  code: Math.floor((page.lane - 36) / 7.3),
} as const;

const style = `
text{font-family:ui-sans-serif,system-ui,"Segoe UI","DejaVu Sans",sans-serif;font-size:13px;fill:#1f2328}
.paper{fill:#fff}.title{font-size:17px;font-weight:600}.small{font-size:12px;fill:#59636e}.code{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:12px;fill:#59636e}
.head{fill:#eaeef2;stroke:#d1d9e0}.headtext{font-weight:600;text-anchor:middle}.mid{text-anchor:middle}.end{text-anchor:end}
.panel{fill:#f6f8fa}.panelhit{fill:#fff5f4}.life{stroke:#d1d9e0;stroke-width:2}
.box{fill:#fff;stroke:#d1d9e0}.words{font-weight:600}.near{stroke:#cf222e;stroke-dasharray:3 3}.hit{fill:#ffebe9;stroke:#cf222e;stroke-width:2.5}
.read{fill:#0969da}.write{fill:#bc4c00}.atomic{fill:#8250df}.wait{fill:#59636e}.leave{fill:#59636e}.delay{fill:#9a6700}
.barrier{fill:#59636e}.barriertext{fill:#fff;font-weight:600;text-anchor:middle}.broken{fill:#cf222e}.edge{stroke:#818b98;stroke-width:1.5}.gap{fill:none;stroke:#818b98;stroke-dasharray:2 4}
.held{stroke:#9a6700;stroke-width:4;stroke-dasharray:2 6}
.mend{fill:#dafbe1;stroke:#1a7f37;stroke-width:1.5;stroke-dasharray:6 4}
.link{stroke:#cf222e;stroke-width:2.5;fill:none}.badge{fill:#cf222e}.badgemark{stroke:#fff;stroke-width:3;stroke-linecap:round}.badgetext{fill:#fff;font-weight:700;text-anchor:middle}.sign{font-size:18px}.cell{fill:#cf222e;font-weight:600;text-anchor:middle;font-size:12px}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#0d1117}.small,.code{fill:#9198a1}.head{fill:#21262d;stroke:#3d444d}.panel{fill:#151b23}.panelhit{fill:#2a1618}.life{stroke:#3d444d}
.box{fill:#0d1117;stroke:#3d444d}.near{stroke:#ff7b72}.hit{fill:#4c1519;stroke:#ff7b72}.read{fill:#58a6ff}.write{fill:#f0883e}.atomic{fill:#bc8cff}.wait,.leave{fill:#9198a1}.delay{fill:#d29922}
.barrier{fill:#6e7681}.barriertext,.badgetext{fill:#fff}.broken{fill:#da3633}.edge,.gap{stroke:#6e7681}.held{stroke:#d29922}.mend{fill:#12261e;stroke:#3fb950}.link{stroke:#ff7b72}.badge{fill:#da3633}.cell{fill:#ff7b72}}`.trim();

export function timelineSvg(picture: Picture): string {
  const head = headPart(picture);
  const body = bodyPart(picture, head.y);
  const foot = footPart(picture, body.y + 18);
  const height = foot.y + page.margin - 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${height}" width="${page.width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(picture.title)}</title>`,
    `<desc id="description">${escaped([picture.message, picture.conclusion, ...picture.notes, ...(picture.patch === null ? [] : [fill(messages.patchIs, { title: picture.patch })])].join(' '))}</desc>`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${page.width}" height="${height}"/>`,
    ...head.parts,
    ...body.parts,
    ...foot.parts,
    '</svg>',
    '',
  ].join('\n');
}

/** Elements, and where the next ones begin. */
type Drawn = Readonly<{ parts: readonly string[]; y: number }>;

function headPart({ title, message, facts, timeline: { heads } }: Picture): Drawn {
  let y = page.margin + 14;
  const parts = [text(page.margin, y, title, 'title', fits.prose)];
  for (const line of broken(message, fits.prose)) parts.push(text(page.margin, (y += 22), line, '', fits.prose));
  for (const line of facts.flatMap((fact) => broken(fact, fits.prose)))
    parts.push(text(page.margin, (y += page.line), line, 'small', fits.prose));
  y += 18;
  heads.forEach((head, k) => {
    const x = lanes[k] ?? 0;
    parts.push(
      `<rect class="head" x="${x}" y="${y}" width="${page.lane}" height="30" rx="15"/>`,
      text(x + page.lane / 2, y + 20, head, 'headtext', 48),
    );
  });
  parts.push(text(center, y + 20, 'time ↓', 'small mid', 20));
  return { parts, y: y + 30 };
}

function footPart({ conclusion, notes, patch, timeline }: Picture, top: number): Drawn {
  let y = top;
  const parts = [conclusion, ...notes].flatMap((line, k) =>
    broken(line, fits.prose).map((words) => text(page.margin, (y += 20), words, k === 0 ? 'words' : '', fits.prose)),
  );
  if (patch !== null) {
    const lines = broken(fill(messages.patchIs, { title: patch }), fits.prose - 4);
    parts.push(
      `<rect class="mend" x="${page.margin / 2}" y="${y + 12}" width="${page.width - page.margin}" height="${lines.length * 20 + 6}" rx="3"/>`,
    );
    y += 8;
    for (const line of lines) parts.push(text(page.margin, (y += 20), line, 'words', fits.prose));
  }
  const kinds = (
    [
      ['read', 'reads'],
      ['write', 'writes'],
      ['atomic', 'updates atomically'],
      ['wait', 'waits'],
      ['delay', messages.isDelayed],
    ] as const
  ).filter(([kind]) =>
    timeline.bands.some((band) => band.kind === 'row' && band.cells.some((cell) => cell?.kind === kind)),
  );
  y += 30;
  let x = page.margin;
  for (const [kind, words] of kinds) {
    parts.push(
      `<rect class="${kind}" x="${x}" y="${y - 10}" width="12" height="12" rx="3"/>`,
      text(x + 18, y, words, 'small', 30),
    );
    x += 42 + words.length * 7;
  }
  for (const [touch, words] of [
    ['hit', messages.theSubject],
    ['near', messages.otherTime],
  ] as const) {
    if (!timeline.bands.some((band) => band.kind === 'row' && band.cells.some((cell) => cell?.touch === touch)))
      continue;
    parts.push(
      `<rect class="box ${touch}" x="${x}" y="${y - 11}" width="20" height="14" rx="3"/>`,
      text(x + 27, y, words, 'small', 40),
    );
    x += 50 + words.length * 7;
  }
  return { parts, y };
}

// Bands ---------------------------------------------------------------------------------------------------------------

function bodyPart({ timeline: { bands }, how, cell }: Picture, top: number): Drawn {
  let y = top + page.gap;
  const back: string[] = [];
  const held: string[] = [];
  const front: string[] = [];
  let panelTop = y;
  let isHot = false;
  let turn = 0;
  const heldSince: (number | null)[] = [null, null];
  const closePanel = (bottom: number): void => {
    if (bottom > panelTop)
      back.push(
        `<rect class="${isHot ? 'panelhit' : 'panel'}" x="${page.margin / 2}" y="${panelTop}" width="${page.width - page.margin}" height="${bottom - panelTop}"/>`,
      );
    isHot = false;
  };
  for (const band of bands) {
    if (band.kind === 'rule') {
      closePanel(y);
      const rule = rulePart(band, y);
      front.push(...rule.parts);
      panelTop = rule.y;
      y = rule.y + page.gap;
    } else {
      const number = how === 'schedule' ? (turn += 1) : null;
      const row = rowPart(band.cells, { y, how, cell, number });
      front.push(...row.parts);
      band.cells.forEach((one, k) => {
        if (one?.kind !== 'delay') return;
        const since = heldSince[k] ?? null;
        if (since !== null)
          held.push(
            `<line class="held" x1="${(lanes[k] ?? 0) + page.lane / 2}" y1="${since}" x2="${(lanes[k] ?? 0) + page.lane / 2}" y2="${y}"/>`,
          );
        heldSince[k] = since === null ? row.y : null;
      });
      isHot ||= how !== 'schedule' && band.cells.some((one) => one?.touch === 'hit');
      y = row.y + page.gap;
    }
  }
  closePanel(y - page.gap);
  const life = lanes.map(
    (x) => `<line class="life" x1="${x + page.lane / 2}" y1="${top}" x2="${x + page.lane / 2}" y2="${y - page.gap}"/>`,
  );
  return { parts: [...back, ...life, ...held, ...front], y };
}

function rulePart({ how, words }: Extract<Band, { kind: 'rule' }>, y: number): Drawn {
  const [x, width] = [page.margin / 2, page.width - page.margin];
  switch (how) {
    case 'barrier':
    case 'broken':
      return {
        parts: [
          `<rect class="${how}" x="${x}" y="${y}" width="${width}" height="24" rx="3"/>`,
          text(center, y + 17, words, 'barriertext', fits.prose),
        ],
        y: y + 24,
      };
    case 'gap':
      return {
        parts: [
          `<rect class="gap" x="${x}" y="${y + 2}" width="${width}" height="22"/>`,
          text(center, y + 17, `⋮ ${words} ⋮`, 'small mid', fits.prose),
        ],
        y: y + 26,
      };
    case 'start':
    case 'end':
      return {
        parts: [
          `<line class="edge" x1="${x}" y1="${y + 22}" x2="${x + width}" y2="${y + 22}"/>`,
          text(center, y + 16, words, 'small mid', fits.prose),
        ],
        y: y + 22,
      };
    default:
      return assertNever(how);
  }
}

type RowContext = Readonly<{ y: number; how: RunStory['kind']; cell: string | null; number: number | null }>;

function rowPart(cells: readonly [Cell | null, Cell | null], { y, how, cell, number }: RowContext): Drawn {
  const height = Math.max(...cells.map((one) => (one === null ? 0 : heightOf(one))));
  const boxes = cells.flatMap((one, k) => (one === null ? [] : boxPart(one, lanes[k] ?? 0, y, height)));
  const middle = y + height / 2;
  const isHit = cells.map((one) => one?.touch === 'hit');
  const numbered = number === null ? [] : [text(center, middle + 4, `${number}`, 'small mid', 6)];
  if (how === 'schedule') return { parts: [...boxes, ...numbered], y: y + height };
  const links = lanes.flatMap((x, k) =>
    isHit[k] === true
      ? [`<line class="link" x1="${k === 0 ? x + page.lane : x}" y1="${middle}" x2="${center}" y2="${middle}"/>`]
      : [],
  );
  const badge =
    links.length === 0
      ? []
      : [
          ...links,
          `<circle class="badge" cx="${center}" cy="${middle}" r="15"/>`,
          ...badgeMark(how, middle),
          ...(cell === null ? [] : [text(center, middle - 22, cell, 'cell', 20)]),
        ];
  return { parts: [...boxes, ...badge], y: y + height };
}

/** A cross for a collision; for divergence that the two are not at the same place. */
function badgeMark(how: RunStory['kind'], y: number): readonly string[] {
  if (how === 'divergence') return [`<text class="badgetext sign" x="${center}" y="${y + 6}">≠</text>`];
  return [
    `<line class="badgemark" x1="${center - 6}" y1="${y - 6}" x2="${center + 6}" y2="${y + 6}"/>`,
    `<line class="badgemark" x1="${center + 6}" y1="${y - 6}" x2="${center - 6}" y2="${y + 6}"/>`,
  ];
}

function linesOf(cell: Cell): readonly Readonly<{ words: string; css: string; limit: number }>[] {
  if (cell.kind === 'fold') return [{ words: cell.words, css: 'small mid', limit: fits.code }];
  return [
    ...broken(cell.words, fits.words).map((words) => ({ words, css: 'words', limit: fits.words + 2 })),
    ...(cell.source === null ? [] : [{ words: cell.source, css: 'code', limit: fits.code }]),
    ...cell.loops.map((words) => ({ words, css: 'small', limit: fits.code })),
  ];
}

const heightOf = (cell: Cell): number =>
  cell.kind === 'fold' ? 22 : Math.max(44, linesOf(cell).length * page.line + 14);

function boxPart(cell: Cell, x: number, y: number, height: number): readonly string[] {
  const lines = linesOf(cell);
  if (cell.kind === 'fold') {
    const width = Math.min(page.lane, cell.words.length * 7 + 24);
    const middle = y + height / 2;
    return [
      `<rect class="box" x="${x + (page.lane - width) / 2}" y="${middle - 10}" width="${width}" height="20" rx="10"/>`,
      text(x + page.lane / 2, middle + 4, cell.words, 'small mid', fits.code),
    ];
  }
  const css = cell.touch === 'hit' ? 'box hit' : cell.touch === 'near' ? 'box near' : 'box';
  const first = y + (height - lines.length * page.line) / 2 + 13;
  return [
    `<rect class="${css}" x="${x}" y="${y}" width="${page.lane}" height="${height}" rx="6"/>`,
    `<rect class="${cell.kind}" x="${x + 5}" y="${y + 6}" width="6" height="${height - 12}" rx="3"/>`,
    ...(cell.place === null ? [] : [text(x + page.lane - 12, first, cell.place, 'small end', 16)]),
    ...lines.map(({ words, css: how, limit }, k) => text(x + 20, first + k * page.line, words, how, limit)),
  ];
}

// Text ----------------------------------------------------------------------------------------------------------------

const text = (x: number, y: number, words: string, css: string, limit: number): string =>
  `<text${css === '' ? '' : ` class="${css}"`} x="${x}" y="${y}">${escaped(cut(words, limit))}</text>`;

const cut = (words: string, limit: number): string =>
  words.length <= limit ? words : `${words.slice(0, Math.max(1, limit - 1))}…`;

/** For XML: no character means anything, and none is left that XML does not allow. */
const escaped = (words: string): string =>
  visible(words)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');

/** At spaces where there are any. */
function broken(words: string, limit: number): readonly string[] {
  const lines: string[] = [];
  let rest = words;
  while (rest.length > limit) {
    const space = rest.lastIndexOf(' ', limit);
    const at = space > limit / 3 ? space : limit;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...lines, rest];
}
