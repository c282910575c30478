/**
 * Values of host expressions that are known for certain, and C's arithmetic on them. Integers are exact; a result that
 * does not fit 64 bits is not known. Exact: what is not known is null, never a guess.
 */

/** Integers as bigint, floating point as number. */
export type HostValue = bigint | number;

export function applyBinary(operator: string, a: HostValue, b: HostValue): HostValue | null {
  if (typeof a === 'bigint' && typeof b === 'bigint') return fitting(onIntegers(operator, a, b));
  return onFloats(operator, Number(a), Number(b));
}

function onIntegers(operator: string, a: bigint, b: bigint): bigint | null {
  switch (operator) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b === 0n ? null : a / b;
    case '%': return b === 0n ? null : a % b;
    case '<<': return b >= 0n && b < 64n ? a << b : null;
    case '>>': return b >= 0n && b < 64n ? a >> b : null;
    case '&': return a & b;
    case '|': return a | b;
    case '^': return a ^ b;
    case '&&': return a !== 0n && b !== 0n ? 1n : 0n;
    case '||': return a !== 0n || b !== 0n ? 1n : 0n;
    default: return compared(operator, a, b);
  }
}

function onFloats(operator: string, a: number, b: number): HostValue | null {
  switch (operator) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b === 0 ? null : a / b;
    default: return compared(operator, a, b);
  }
}

function compared(operator: string, a: HostValue, b: HostValue): bigint | null {
  switch (operator) {
    case '==': return a === b ? 1n : 0n;
    case '!=': return a !== b ? 1n : 0n;
    case '<': return a < b ? 1n : 0n;
    case '<=': return a <= b ? 1n : 0n;
    case '>': return a > b ? 1n : 0n;
    case '>=': return a >= b ? 1n : 0n;
    default: return null;
  }
}

export function applyUnary(operator: string, value: HostValue): HostValue | null {
  switch (operator) {
    case '-': return typeof value === 'bigint' ? -value : -value;
    case '+': return value;
    case '~': return typeof value === 'bigint' ? ~value : null;
    case '!': return value === 0n || value === 0 ? 1n : 0n;
    default: return null;
  }
}

/** Functions of the standard library and CUDA's headers, by base name. */
export function applyFunction(name: string, args: readonly HostValue[]): HostValue | null {
  const [a, b] = args;
  if (a === undefined) return null;
  switch (name) {
    case 'min':
    case 'fmin':
    case 'fminf': return b === undefined ? null : a < b ? a : b;
    case 'max':
    case 'fmax':
    case 'fmaxf': return b === undefined ? null : a > b ? a : b;
    case 'ceil':
    case 'ceilf': return Math.ceil(Number(a));
    case 'floor':
    case 'floorf': return Math.floor(Number(a));
    case 'round':
    case 'roundf': return Math.sign(Number(a)) * Math.round(Math.abs(Number(a)));
    case 'sqrt':
    case 'sqrtf': return Number(a) >= 0 ? Math.sqrt(Number(a)) : null;
    case 'abs': return a < 0 ? -a : a;
    case 'pow':
    case 'powf': return b === undefined ? null : Number(a) ** Number(b);
    case 'log2':
    case 'log2f': return Number(a) > 0 ? Math.log2(Number(a)) : null;
    default: return null;
  }
}

function fitting(value: bigint | null): bigint | null {
  return value !== null && value >= -(2n ** 63n) && value < 2n ** 64n ? value : null;
}

/** A scalar type of host code, as far as values go. */
export type HostType = Readonly<{ kind: 'int'; bits: number; signed: boolean }> | Readonly<{ kind: 'float' }>;

/** The value that a variable or cast of this type gets; null where C leaves it undefined or it would wrap. */
export function convert(value: HostValue, type: HostType): HostValue | null {
  if (type.kind === 'float') return Number(value);
  if (type.bits === 1) return value === 0n || value === 0 ? 0n : 1n;
  const whole = typeof value === 'bigint' ? value : Number.isFinite(value) ? BigInt(Math.trunc(value)) : null;
  if (whole === null) return null;
  const low = type.signed ? -(2n ** BigInt(type.bits - 1)) : 0n;
  return whole >= low && whole < low + 2n ** BigInt(type.bits) ? whole : null;
}

const int = (bits: number, signed: boolean): HostType => ({ kind: 'int', bits, signed });
const named: ReadonlyMap<string, HostType> = new Map<string, HostType>([
  ...(['int', 'signed', 'signed int', 'int32_t', 'cudaInt32'] as const).map((name) => [name, int(32, true)] as const),
  ...(['unsigned', 'unsigned int', 'uint', 'uint32_t', 'cl_uint'] as const).map((name) => [name, int(32, false)] as const),
  ...(['long', 'long int', 'long long', 'long long int', 'signed long', 'int64_t', 'ptrdiff_t', 'ssize_t', 'intptr_t'] as const).map((name) => [name, int(64, true)] as const),
  ...(['unsigned long', 'unsigned long int', 'unsigned long long', 'unsigned long long int', 'size_t', 'uint64_t', 'ulong', 'uintptr_t'] as const).map((name) => [name, int(64, false)] as const),
  ...(['short', 'short int', 'int16_t'] as const).map((name) => [name, int(16, true)] as const),
  ...(['unsigned short', 'ushort', 'uint16_t'] as const).map((name) => [name, int(16, false)] as const),
  ...(['char', 'signed char', 'int8_t'] as const).map((name) => [name, int(8, true)] as const),
  ...(['unsigned char', 'uchar', 'uint8_t'] as const).map((name) => [name, int(8, false)] as const),
  ['bool', int(1, false)], ['float', { kind: 'float' }], ['double', { kind: 'float' }],
]);

/** The scalar type of this spelling (`std::size_t`, `unsigned int`), or null. */
export function hostType(spelling: string): HostType | null {
  return named.get(spelling.replace(/\b(?:const|constexpr|static|volatile)\b/g, ' ').replace(/\bstd\s*::/g, '').replace(/\s+/g, ' ').trim()) ?? null;
}

const sizes: ReadonlyMap<string, number> = new Map([['float', 4], ['double', 8], ['half', 2], ['__half', 2], ['__nv_bfloat16', 2], ['bool', 1]]);
const vector = /^(u?char|u?short|u?int|u?long|u?longlong|float|double)([1-4])$/;
const vectorElement: ReadonlyMap<string, number> = new Map([['char', 1], ['uchar', 1], ['short', 2], ['ushort', 2], ['int', 4], ['uint', 4], ['long', 8], ['ulong', 8], ['longlong', 8], ['ulonglong', 8], ['float', 4], ['double', 8]]);

/** `sizeof` a type of this spelling, or null. */
export function sizeOfType(spelling: string): number | null {
  const text = spelling.replace(/\bconst\b/g, '').trim();
  if (text.endsWith('*')) return 8;
  const match = vector.exec(text);
  const element = vectorElement.get(match?.[1] ?? '');
  if (element !== undefined) return element * Number(match?.[2]);
  const type = hostType(text);
  return sizes.get(text) ?? (type?.kind === 'int' ? type.bits / 8 : null);
}

/** The value of a literal's spelling: `256u`, `0x10`, `1e3f`, `1'000`; null for what is none. */
export function literalValue(spelling: string): HostValue | null {
  const text = spelling.replaceAll("'", '');
  const integer = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]+|\d+)[uUlLzZ]*$/.exec(text)?.[1];
  if (integer !== undefined) return BigInt(/^0[0-7]+$/.test(integer) ? `0o${integer.slice(1)}` : integer);
  return /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFlL]?$/.test(text) ? Number.parseFloat(text) : null;
}
