/**
 * A time line as text. Gives: lines, none longer than `width`. Smallest example:
 *
 *     thread (0,0,0)          │ thread (1,0,0)
 *   ══ barrier 1 ═════════════╪═══════════════════════
 *     line 9                  │ line 11
 *     reads scratch[0]      ✗ │ ✗ writes scratch[0]
 *   ══ next barrier ══════════╪═══════════════════════
 */
import { assertNever } from '../base/invariant.ts';
import type { Band, Cell, TimeLine } from './timeline.ts';

export function timelineText({ heads, bands }: TimeLine, width: number): readonly string[] {
  const column = Math.max(24, Math.min(44, Math.floor((width - 5) / 2)));
  return [row(heads[0], heads[1], column, [false, false]), ...bands.flatMap((band) => bandLines(band, column))];
}

function bandLines(band: Band, column: number): readonly string[] {
  switch (band.kind) {
    case 'rule':
      return [rule(band.words, column, band.how === 'gap' ? '╌' : '═')];
    case 'row': {
      const [a, b] = band.cells;
      const left = cellLines(a, column);
      const right = cellLines(b, column);
      const isHit = (cell: Cell | null, k: number): boolean =>
        cell?.touch === 'hit' && k === (cell.place === null ? 0 : 1);
      return Array.from({ length: Math.max(left.length, right.length) }, (_, k) =>
        row(left[k] ?? '', right[k] ?? '', column, [isHit(a, k), isHit(b, k)]),
      );
    }
    default:
      return assertNever(band);
  }
}

/** Line, what it does, and the loops around it with the number of the turn. */
function cellLines(cell: Cell | null, column: number): readonly string[] {
  if (cell === null) return [];
  return [...(cell.place === null ? [] : [cell.place]), ...wrapped(cell.words, column - 4), ...cell.loops];
}

function row(left: string, right: string, column: number, hit: readonly [boolean, boolean]): string {
  return `  ${left.padEnd(column - 2)}${hit[0] ? '✗' : ' '} │ ${hit[1] ? '✗' : ' '} ${right}`.trimEnd();
}

const rule = (words: string, column: number, stroke: string): string =>
  `${stroke}${stroke} ${words} `.padEnd(column + 2, stroke) + `╪${stroke.repeat(column)}`;

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const at = space > 0 ? space : width;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...lines, rest];
}
