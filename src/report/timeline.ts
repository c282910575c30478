/**
 * Two threads side by side over the barrier interval in which they collide, as text. Needs: a witness. Gives: lines,
 * none longer than `width`. Smallest example:
 *
 *     thread (0,0,0)          │ thread (1,0,0)
 *   ══ barrier 1 ═════════════╪═══════════════════════
 *     line 9                  │ line 11
 *     reads scratch[0]      ✗ │ ✗ writes scratch[0]
 *   ══ next barrier ══════════╪═══════════════════════
 */
import type { Witness, WitnessAccess } from '../verdict/finding.ts';
import { doingWords, inDifferentBlocks, printDim } from './wording.ts';
import { visible } from './visible.ts';

export function timeline(witness: Witness, width: number): readonly string[] {
  const column = Math.max(24, Math.min(44, Math.floor((width - 5) / 2)));
  const [a, b] = witness.accesses;
  const element = witness.address === null ? null : witness.address.text;
  const diverges = witness.address === null;
  const left = cell(a, element, column);
  const right = cell(b, element, column);
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, k) => ({ l: left[k] ?? '', r: right[k] ?? '', hit: k === 1 }));
  return [
    row(nameOf(a, witness), nameOf(b, witness), column, false),
    rule(startWords(witness), column),
    ...rows.map(({ l, r, hit }) => row(l, r, column, hit)),
    rule(diverges ? 'the barrier is not passed together' : endWords(witness), column),
  ];
}

/** Line, what it does, and the loops around it with the number of the turn. */
function cell(access: WitnessAccess, element: string | null, column: number): readonly string[] {
  return [
    `line ${access.span.line}`,
    ...wrapped(visible(doingWords(access, element)), column - 4),
    ...access.loops.map(({ line, turn }) => `(loop on line ${line}, turn ${turn})`),
  ];
}

const nameOf = (access: WitnessAccess, witness: Witness): string =>
  inDifferentBlocks(witness) ? `block ${printDim(access.block)} thread ${printDim(access.thread)}` : `thread ${printDim(access.thread)}`;

function startWords(witness: Witness): string {
  if (witness.address === null) return 'on the way to the barrier';
  if (witness.interval === null) return 'no order between blocks';
  return witness.interval === 0 ? 'start of the kernel' : `barrier ${witness.interval}`;
}

const endWords = (witness: Witness): string => (witness.interval === null ? 'end of the kernel' : 'next barrier, or the end');

function row(left: string, right: string, column: number, hit: boolean): string {
  return `  ${left.padEnd(column - 2)}${hit ? '✗' : ' '} │ ${hit ? '✗' : ' '} ${right}`.trimEnd();
}

const rule = (words: string, column: number): string => `══ ${words} `.padEnd(column + 2, '═') + `╪${'═'.repeat(column)}`;

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
