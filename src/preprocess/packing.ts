/**
 * `#pragma pack`: the largest alignment that members of the classes behind it get, until it is changed (GCC manual,
 * Structure-Layout Pragmas, and MSVC's named and valued forms, which GCC takes in part).
 *
 * Example: between `#pragma pack(push, 1)` and `#pragma pack(pop)`, `struct { char c; int i; }` has 5 bytes.
 */

/** `bytes` null: the types' own alignment. `changes`: from which offset of the output on which holds, in order. */
export type Packing = {
  bytes: number | null;
  readonly pushed: Readonly<{ name: string | null; bytes: number | null }>[];
  readonly changes: Readonly<{ out: number; bytes: number | null }>[];
};

export const noPacking = (): Packing => ({ bytes: null, pushed: [], changes: [] });

/** Whether the text of a pragma is none of this, or one that is understood. `out`: the length of the output so far. */
export function pack(packing: Packing, text: string, out: number): boolean {
  if (!/^\s*pack\b/.test(text)) return true;
  const inside = /^\s*pack\s*\(([^()]*)\)/.exec(text)?.[1];
  if (inside === undefined) return false;
  const [first = '', ...rest] = inside.split(',').map((word) => word.trim());
  const isStack = first === 'push' || first === 'pop';
  const words = isStack ? rest : first === '' ? [] : [first, ...rest];
  const name = words.find((word) => /^[A-Za-z_]\w*$/.test(word)) ?? null;
  const given = words.find((word) => /^(?:1|2|4|8|16)$/.test(word)) ?? null;
  if (words.length !== (name === null ? 0 : 1) + (given === null ? 0 : 1) || (!isStack && name !== null)) return false;
  if (first === 'push') packing.pushed.push({ name, bytes: packing.bytes });
  const before = first === 'pop' ? popped(packing, name) : first === 'push' ? packing.bytes : null;
  packing.bytes = given === null ? before : Number(given);
  packing.changes.push({ out, bytes: packing.bytes });
  return true;
}

/** What held before the last push, or before the last one of that name. */
function popped({ pushed, bytes }: Packing, name: string | null): number | null {
  const at = name === null ? pushed.length - 1 : pushed.findLastIndex((one) => one.name === name);
  const before = pushed[at];
  if (before === undefined) return bytes;
  pushed.splice(at);
  return before.bytes;
}

/** What holds at an offset of the output; `length`: of all of it. */
export const packingAt = ({ changes }: Packing, at: number, length: number): number | null =>
  at < length ? (changes.findLast(({ out }) => out <= at)?.bytes ?? null) : null;
