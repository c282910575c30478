/** Prints values of memory for reports. */
import type { ScalarType } from '../base/ctype.ts';
import { bitsToHalf } from './convert.ts';

/** The value whose little-endian bits are `low` and, above 32 bits, `high`; bits beyond the type do not count. */
export function formatValue(type: ScalarType, low: number, high: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, low, true);
  view.setInt32(4, high, true);
  if (type.kind === 'bool') return (low & 0xff) === 0 ? 'false' : 'true';
  if (type.kind === 'float') {
    const value =
      type.bits === 64
        ? view.getFloat64(0, true)
        : type.bits === 32
          ? view.getFloat32(0, true)
          : bitsToHalf(low & 0xffff);
    return Object.is(value, -0) ? '-0' : String(value);
  }
  const whole = view.getBigInt64(0, true);
  return String(type.signed ? BigInt.asIntN(type.bits, whole) : BigInt.asUintN(type.bits, whole));
}
