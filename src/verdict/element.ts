/** How an element of an array is spelt in messages. */
import { objectAt } from '../base/object-stride.ts';

/**
 * The source's spelling of an element: `tile[1][3]`, `out[7]`, `flag`; a byte offset where it is not a whole element.
 * `extents` as in the declaration (null: unknown), `byte` from the start of the array.
 */
export function printElement(name: string, byte: number, elementBytes: number, extents: readonly (number | null)[] | null): string {
  const at = objectAt(byte);
  if (at.object !== 0) return printElement(inObject(name, at.object), at.byte, elementBytes, extents);
  if (extents !== null && extents.length === 0) return name;
  if (extents === null && name.includes('[]')) return printElement(inObject(name, 0), byte, elementBytes, extents);
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

/** Where pointers in memory lead to several objects (ir/objects.ts), the one of that number: `rows[3]` of `rows[]`. */
const inObject = (name: string, object: number): string => (name.includes('[]') ? name.replace('[]', `[${object}]`) : `${name}{${object}}`);
