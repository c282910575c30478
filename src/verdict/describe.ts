/** Sentences for findings: what happens, to what, between whom. Plain words, the field's terms. */
import type { Dim3 } from '../launch/launch.ts';
import type { WitnessAccess } from './finding.ts';

export function printDim3(dim: Dim3): string {
  return `(${dim.join(',')})`;
}

/** `thread (1,0,0)`, with the block where the two threads are of different blocks. */
function printWho(access: WitnessAccess, other: WitnessAccess): string {
  const sameBlock = access.block.every((n, k) => n === other.block[k]);
  return `thread ${printDim3(access.thread)}${sameBlock ? '' : ` of block ${printDim3(access.block)}`}`;
}

/** The sentence of a data race on `element`, such as `scratch[0]`. */
export function describeRace(first: WitnessAccess, second: WitnessAccess, element: string): string {
  const [a, b] = [printWho(first, second), printWho(second, first)];
  const modes = `${first.mode}/${second.mode}`;
  switch (modes) {
    case 'read/write':
      return `${b} may overwrite \`${element}\` before ${a} has read it`;
    case 'write/read':
      return `${b} may read \`${element}\` before ${a} has written it`;
    case 'write/write':
      return `${a} and ${b} both write \`${element}\`, in either order`;
    default:
      return `${a} and ${b} both access \`${element}\`, ${nounOf(first)} and ${nounOf(second)}, in either order`;
  }
}

function nounOf(access: WitnessAccess): string {
  return { read: 'one with a plain read', write: 'one with a plain write', atomic: 'one with an atomic', barrier: 'one at a barrier', exited: 'one gone' }[access.mode];
}

/** The sentence of a barrier divergence. `waiting` is at the barrier. */
export function describeDivergence(waiting: WitnessAccess, other: WitnessAccess): string {
  const at = `${printWho(waiting, other)} waits at the barrier of line ${waiting.span.line}`;
  const who = printWho(other, waiting);
  return other.mode === 'exited'
    ? `${at} that ${who} never reaches`
    : other.span.line === waiting.span.line
      ? `${at} in another turn of its loop than ${who}`
      : `${at} while ${who} waits at the barrier of line ${other.span.line}`;
}

/**
 * The source's spelling of an element: `tile[1][3]`, `out[7]`, `flag`; a byte offset where it is not a whole element.
 * `extents` as in the declaration (null: unknown), `byte` from the start of the array.
 */
export function printElement(name: string, byte: number, elementBytes: number, extents: readonly (number | null)[] | null): string {
  if (extents !== null && extents.length === 0) return name;
  const inner = (extents ?? [null]).slice(1).map((n) => n ?? 1);
  const rest = byte % elementBytes;
  let index = (byte - rest) / elementBytes;
  const subscripts: number[] = [];
  for (const extent of [...inner].reverse()) {
    subscripts.unshift(index % extent);
    index = Math.floor(index / extent);
  }
  const text = [index, ...subscripts].map((n) => `[${n}]`).join('');
  return rest === 0 ? `${name}${text}` : `${name}${text}+${rest}`;
}
