/**
 * Reasons of different kernels that differ in names, numbers and places only, counted as one and still shown with
 * values. Needs: reasons as kernels have them. Gives: a key that reasons alike have in common, and words for a group of
 * them. Smallest example: ``line 41: `tex2D` is not modelled [SL101]`` and the same of line 7 and `tex3D` are alike,
 * and in words: `` `tex2D` is not modelled [SL101]; also `tex3D` ``.
 */

/** What differs from kernel to kernel. */
const particulars =
  /`[^`]*`|"[^"]*"|(?<!\S)\S+\.(?:cuh?|h|hpp|inl|cc|cpp|c):\d+|\blines? \d+(?:(?:, | and | to )\d+)*|(?<![\w[])\d[\d.,]*/g;

const kernelName = /^[\w<>[\]., ]{1,60}, (?=lines? \d)/;
/** Where it stands, which says nothing about a group. */
const place = /^(?:lines? \d+(?:(?:, | and | to )\d+)*|\S+\.(?:cuh?|h|hpp|inl|cc|cpp|c):\d+): /;

/** The reason without its particulars: a key, not to be shown. */
export const shapeOf = (reason: string): string => reason.replace(kernelName, '').replace(particulars, holeOf);

function holeOf(value: string): string {
  const [first = ''] = value;
  if (first === '`' || first === '"') return `${first}…${first}`;
  return value.startsWith('line') ? 'line …' : '…';
}

export const withoutPlace = (reason: string): string => reason.replace(kernelName, '').replace(place, '');

const shownValues = 3;

/** A reason that says none: what the verdict rests on. It is not counted. */
export const assuming = (text: string): string => `assuming ${text}`;
export const isAssumption = (reason: string): boolean => reason.startsWith('assuming ');

/**
 * Words for reasons of one shape. The commonest stands for all; where only one name differs, the others are listed, and
 * where more differs, it is called an example.
 */
export function wordsOfAlike(reasons: readonly string[]): string {
  const variants = commonest(reasons.map(withoutPlace));
  const [top = ''] = variants;
  if (variants.length <= 1) return top;
  const values = variants.map((variant) => [...variant.matchAll(particulars)].map(([value]) => value));
  const [first = []] = values;
  const differing = first.flatMap((value, k) => (values.every((own) => own[k] === value) ? [] : [k]));
  const [hole = 0] = differing;
  if (differing.length !== 1 || !/^[`"]/.test(first[hole] ?? '')) return `for example: ${top}`;
  const others = values.slice(1).map((own) => own[hole] ?? '');
  const shown = others.slice(0, others.length === shownValues + 1 ? others.length : shownValues);
  const more = others.length - shown.length;
  return `${top}; also ${listed([...shown, ...(more > 0 ? [`${more} more`] : [])])}`;
}

/** `a`, `a and b`, `a, b and c`. */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

/** Each once, those that occur most first. */
export function commonest(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([text]) => text);
}
