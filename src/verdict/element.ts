/** How an element of an array is spelt in messages. */
import type { ElementMember } from '../base/member.ts';
import { objectAt } from '../base/object-stride.ts';

/** `extents` as in the declaration (null: unknown). `members`: of elements that are structs. */
type Declared = Readonly<{
  name: string;
  elementBytes: number;
  extents: readonly (number | null)[] | null;
  members?: readonly ElementMember[];
}>;

/**
 * The source's spelling of an element: `tile[1][3]`, `out[7]`, `flag`, `pairs[2].w[1]`; a byte offset where it is not a
 * whole element or member. `byte` from the start of the array.
 */
export function printElement(array: Declared, byte: number): string {
  const { name, elementBytes, extents, members = [] } = array;
  const at = objectAt(byte);
  if (at.object !== 0) return printElement({ ...array, name: inObject(name, at.object) }, at.byte);
  if (extents !== null && extents.length === 0) return `${name}${memberAt(members, byte) ?? ''}`;
  if (extents === null && name.includes('[]')) return printElement({ ...array, name: inObject(name, 0) }, byte);
  const inner = (extents ?? [null]).slice(1).map((n) => n ?? 1);
  const rest = byte % elementBytes;
  const text = `${name}${subscripts((byte - rest) / elementBytes, inner)}`;
  return `${text}${memberAt(members, rest) ?? (rest === 0 ? '' : `+${rest}`)}`;
}

function subscripts(element: number, inner: readonly number[]): string {
  let index = element;
  const all: number[] = [];
  for (const extent of [...inner].reverse()) {
    all.unshift(index % extent);
    index = Math.floor(index / extent);
  }
  return [index, ...all].map((n) => `[${n}]`).join('');
}

/** `.w[1]`; null: no member begins at that byte. */
function memberAt(members: readonly ElementMember[], byte: number): string | null {
  for (const member of members) {
    const inside = byte - member.byte;
    if (inside < 0 || inside >= member.extents.reduce((size, extent) => size * extent, member.elementBytes)) continue;
    const rest = inside % member.elementBytes;
    const deeper = memberAt(member.members, rest);
    if (deeper === null && rest !== 0) return null;
    return `.${member.name}${member.extents.length === 0 ? '' : subscripts((inside - rest) / member.elementBytes, member.extents.slice(1))}${deeper ?? ''}`;
  }
  return null;
}

/** Where pointers in memory lead to several objects (ir/objects.ts), the one of that number: `rows[3]` of `rows[]`. */
const inObject = (name: string, object: number): string =>
  name.includes('[]') ? name.replace('[]', `[${object}]`) : `${name}{${object}}`;
