/** `<limits>`, `<cuda/std/limits>`: `numeric_limits<T>` of the arithmetic types. Exact. */
import type { LibrarySource } from './source.ts';

type Limits = Readonly<{
  type: string;
  lowest: string;
  least: string;
  most: string;
  epsilon: string;
  digits: number;
  isSigned: boolean;
  isInteger: boolean;
}>;

const integer = (type: string, bits: number, isSigned: boolean): Limits => {
  const most = isSigned ? 2n ** BigInt(bits - 1) - 1n : 2n ** BigInt(bits) - 1n;
  const suffix = bits === 64 ? (isSigned ? 'LL' : 'ULL') : isSigned ? '' : 'U';
  const lowest = isSigned ? `(-${most}${suffix} - 1)` : `0${suffix}`;
  return {
    type,
    lowest,
    least: lowest,
    most: `${most}${suffix}`,
    epsilon: '0',
    digits: isSigned ? bits - 1 : bits,
    isSigned,
    isInteger: true,
  };
};

const kinds: readonly Limits[] = [
  integer('char', 8, true),
  integer('unsigned char', 8, false),
  integer('short', 16, true),
  integer('unsigned short', 16, false),
  integer('int', 32, true),
  integer('unsigned int', 32, false),
  integer('long', 64, true),
  integer('unsigned long', 64, false),
  {
    type: 'float',
    lowest: '-FLT_MAX',
    least: 'FLT_MIN',
    most: 'FLT_MAX',
    epsilon: 'FLT_EPSILON',
    digits: 24,
    isSigned: true,
    isInteger: false,
  },
  {
    type: 'double',
    lowest: '-DBL_MAX',
    least: 'DBL_MIN',
    most: 'DBL_MAX',
    epsilon: 'DBL_EPSILON',
    digits: 53,
    isSigned: true,
    isInteger: false,
  },
];

const specialization = ({ type, lowest, least, most, epsilon, digits, isSigned, isInteger }: Limits): string => `
template <> struct numeric_limits<${type}> {
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = ${isSigned};
  static constexpr bool is_integer = ${isInteger};
  static constexpr bool is_exact = ${isInteger};
  static constexpr bool has_infinity = ${!isInteger};
  static constexpr bool has_quiet_NaN = ${!isInteger};
  static constexpr int digits = ${digits};
  static __device__ ${type} min() { return ${least}; }
  static __device__ ${type} max() { return ${most}; }
  static __device__ ${type} lowest() { return ${lowest}; }
  static __device__ ${type} epsilon() { return ${epsilon}; }
  static __device__ ${type} infinity() { return ${isInteger ? '0' : 'INFINITY'}; }
  static __device__ ${type} quiet_NaN() { return ${isInteger ? '0' : 'NAN'}; }
};
`;

const text = (space: string): string => `
namespace ${space} {
template <class T> struct numeric_limits { static __device__ T max() { return __sw_any<T>(); } static __device__ T min() { return __sw_any<T>(); } static __device__ T lowest() { return __sw_any<T>(); } };
${kinds.map(specialization).join('')}
}
`;

export const numericLimits: LibrarySource = {
  header: 'limits',
  mentioned: /\bnumeric_limits\b/,
  declared: /\b(?:struct|class)\s+numeric_limits\b/,
  text: text('cuda::std'),
};
