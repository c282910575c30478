/** String literals: constant tables of characters, each of its own [lex.string]. What they hold is not kept. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { Value } from '../expressions/value.ts';
import { i8 } from '../../base/ctype.ts';
import { textOf } from '../context.ts';
import { pointerTo, scalar } from '../types/c-type.ts';
import { arraySlot } from '../names.ts';
import { decayed } from './pointers.ts';
import { pointerValue, unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** A pointer to the first character; of wide and raw literals, one that is not known. */
export function stringValue(cx: Context, node: SyntaxNode): Value {
  const text = textOf(cx, node);
  const extent = stringBytes(text);
  if (extent === null) return unknownOf(messages.stringValue, pointerTo(scalar(i8)));
  const key = `string ${node.start}`;
  const slot =
    cx.globals.get(key) ??
    arraySlot(cx, 'string', 'constant', { kind: 'array', of: scalar(i8), extent } satisfies CType, false, node);
  cx.globals.set(key, slot);
  const made = slot.kind === 'memory' ? cx.arrays.get(slot.place.array) : undefined;
  if (made !== undefined) cx.arrays.set(made.id, { ...made, isTable: true });
  return pointerValue(decayed(cx, slot, scalar(i8), null, key));
}

/** The size of a string literal with the zero at its end; an escape is one character. Null for wide and raw ones. */
export function stringBytes(text: string): number | null {
  if (!/^(?:\s*"(?:[^"\\]|\\[^])*")+$/.test(text)) return null;
  const parts = text.match(/"(?:[^"\\]|\\[^])*"/g) ?? [];
  const bare = parts
    .map((part) => part.slice(1, -1))
    .join('')
    .replace(/\\(?:[0-7]{1,3}|x[0-9a-fA-F]+|[^])/g, 'e');
  return new TextEncoder().encode(bare).length + 1;
}
