/**
 * The verdicts of a codebase in one line, for a README: as a picture, and as what shields.io reads from an address
 * (shields.io/badges/endpoint-badge).
 */
import type { VerdictCounts } from '../verdict/counts.ts';
import { plural } from './wording.ts';

const label = 'syncwright';
type Color = 'brightgreen' | 'red' | 'yellow' | 'lightgrey';

/** "142 kernels: 120 race-free, 2 racy, 20 open"; a kernel is open that was neither proved nor shown to be racy. */
export function badgeWords({ drf, racy, conditional, unknown, unsupported }: VerdictCounts): string {
  const open = unknown + unsupported;
  const parts = [
    `${drf} race-free`,
    ...(conditional === 0 ? [] : [`${conditional} conditional`]),
    `${racy} racy`,
    `${open} open`,
  ];
  return `${plural(drf + racy + conditional + open, 'kernel')}: ${parts.join(', ')}`;
}

/** Green where every kernel is proved: an open one is no proof. */
function colorOf({ drf, racy, conditional, unknown, unsupported }: VerdictCounts): Color {
  if (racy > 0) return 'red';
  if (conditional + unknown + unsupported > 0) return 'yellow';
  return drf > 0 ? 'brightgreen' : 'lightgrey';
}

export const badgeJson = (counts: VerdictCounts): string =>
  `${JSON.stringify({ schemaVersion: 1, label, message: badgeWords(counts), color: colorOf(counts) }, null, 1)}\n`;

/** White on these has a contrast of 4.5 and more. */
const fills: Readonly<Record<Color, string>> = {
  brightgreen: '#1a6f37',
  red: '#b3261e',
  yellow: '#8a5a00',
  lightgrey: '#59636e',
};
const gap = 8;
const size = 11;

/**
 * Widths of Verdana's letters in thousandths of its size, which those of DejaVu Sans are within a tenth of; of letters
 * that are not here, that of a digit.
 */
const widths: ReadonlyMap<string, number> = new Map(
  Object.entries({
    a: 601,
    b: 623,
    c: 521,
    d: 623,
    e: 596,
    f: 352,
    g: 623,
    h: 633,
    i: 274,
    k: 592,
    l: 274,
    n: 633,
    o: 607,
    p: 623,
    r: 427,
    s: 521,
    t: 394,
    w: 818,
    y: 592,
    ' ': 352,
    ',': 364,
    ':': 454,
    '-': 454,
  }),
);
const widthOf = (text: string): number =>
  Math.round(([...text].reduce((sum, letter) => sum + (widths.get(letter) ?? 636), 0) * size) / 1000);

/** The reader's fonts may be others, so each text is fitted to the room that it has. */
export function badgeSvg(counts: VerdictCounts): string {
  const message = badgeWords(counts);
  const [left, right] = [label, message].map((text) => widthOf(text) + 2 * gap);
  const [from, width] = [left ?? 0, (left ?? 0) + (right ?? 0)];
  const text = (x: number, room: number, words: string): string =>
    `<text x="${x + gap}" y="14" textLength="${room - 2 * gap}" lengthAdjust="spacingAndGlyphs">${words}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${label}: ${message}">`,
    `<title>${label}: ${message}</title>`,
    `<clipPath id="round"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#round)"><rect width="${from}" height="20" fill="#424a53"/><rect x="${from}" width="${width - from}" height="20" fill="${fills[colorOf(counts)]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${size}">${text(0, from, label)}${text(from, width - from, message)}</g>`,
    '</svg>',
    '',
  ].join('\n');
}
