/** Addresses in an array that stands for several objects, those that pointers in memory point to (ir/objects.ts). */

/**
 * Bytes from one object to the next. A multiple of the sizes of most elements, so that indices of elements stay whole
 * numbers.
 */
export const objectStride = 315 * 2 ** 32;

/**
 * Which object a byte of such an array belongs to, and where in it (from where its pointer points, which may be
 * before).
 */
export function objectAt(byte: number): Readonly<{ object: number; byte: number }> {
  const object = Math.floor(byte / objectStride + 0.5);
  return { object, byte: byte - object * objectStride };
}
