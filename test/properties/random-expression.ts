/**
 * Random C++ expressions as source text, well defined under `-fwrapv`: shift amounts and divisors are kept in range,
 * floats are converted to integers only where the value fits, and what an operand changes no other operand reads.
 * Printed with few parentheses, so that precedence counts; literals, casts and operators in all their spellings.
 */
import type { Random } from '../../src/base/random.ts';
import type { ScalarType } from '../../src/base/ctype.ts';
import { bool, f32, f64, i16, i32, i64, i8, u16, u32, u64, u8 } from '../../src/base/ctype.ts';

/** Text with the precedence of its outermost operator (C++ [expr], 1: comma to 16: primary) and its type in C++. */
export type Text = Readonly<{ text: string; level: number; type: ScalarType }>;
export type Names = readonly Readonly<{ name: string; type: ScalarType }>[];
/** What the expressions of one function may use. `locals` collects variables for effects inside expressions. */
export type Source = { readonly random: Random; readonly names: Names; readonly locals: string[] };

export const parameters: Names = [
  { name: 'c', type: i8 },
  { name: 'sc', type: i8 },
  { name: 'uc', type: u8 },
  { name: 's', type: i16 },
  { name: 'us', type: u16 },
  { name: 'i', type: i32 },
  { name: 'j', type: i32 },
  { name: 'u', type: u32 },
  { name: 'v', type: u32 },
  { name: 'l', type: i64 },
  { name: 'ul', type: u64 },
  { name: 'll', type: i64 },
  { name: 'z', type: u64 },
  { name: 'b', type: bool },
  { name: 'f', type: f32 },
  { name: 'd', type: f64 },
];
const spelledParameters =
  'char c, signed char sc, unsigned char uc, short s, unsigned short us, int i, int j, unsigned u, unsigned int v, long l, unsigned long ul, long long int ll, size_t z, bool b, float f, double d';
export const header = (name: string): string =>
  `__global__ void ${name}(long long *out, double *fout, ${spelledParameters})`;

/** Declared before all functions: types, enumerators and constants that expressions name. */
export const prelude = `
typedef unsigned char byte; typedef int word; using wide = unsigned long long; using real = float; typedef signed short int half_word;
enum Color { red, green = 5, blue, dark = -3 }; enum Top { low, top = 0xffffffffu }; enum Huge { huge = 1LL << 40 };
enum Small : unsigned char { tiny = 200, next }; enum class Mode : short { slow = -1, fast = 7 };
constexpr unsigned seven = 7; const long long minus = -5; constexpr float tenth = 0.1f; const int folded = (3 << 4) | 1; constexpr unsigned char wrapped = 300 & 0xff;
`;
const constants: readonly Text[] = (
  [
    ['red', u32],
    ['blue', u32],
    ['dark', i32],
    ['top', u32],
    ['huge', u64],
    ['tiny', i32],
    ['next', i32],
    ['seven', u32],
    ['minus', i64],
    ['tenth', f32],
    ['folded', i32],
    ['wrapped', u8],
  ] as const
).map(([text, type]) => ({ text, type, level: 16 }));

const castNames: readonly (readonly [string, ScalarType])[] = [
  ['char', i8],
  ['signed char', i8],
  ['unsigned char', u8],
  ['byte', u8],
  ['short', i16],
  ['half_word', i16],
  ['unsigned short', u16],
  ['short unsigned int', u16],
  ['int', i32],
  ['word', i32],
  ['unsigned', u32],
  ['unsigned int', u32],
  ['long', i64],
  ['long int', i64],
  ['unsigned long', u64],
  ['long long', i64],
  ['wide', u64],
  ['size_t', u64],
  ['bool', bool],
  ['int8_t', i8],
  ['uint16_t', u16],
  ['uint32_t', u32],
  ['int64_t', i64],
];
const floatNames: readonly (readonly [string, ScalarType])[] = [
  ['float', f32],
  ['real', f32],
  ['double', f64],
];

const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};
const oneIn = (random: Random, n: number): boolean => random.below(n) === 0;
const promoted = (type: ScalarType): ScalarType =>
  type.kind === 'bool' || (type.kind === 'int' && type.bits < 32) ? i32 : type;
function common(a: ScalarType, b: ScalarType): ScalarType {
  const [x, y] = [promoted(a), promoted(b)];
  if (x.kind === 'float' || y.kind === 'float')
    return (x.kind === 'float' && x.bits === 64) || (y.kind === 'float' && y.bits === 64) ? f64 : f32;
  const order = [i32, u32, i64, u64];
  const rank = (type: ScalarType): number => order.findIndex((one) => JSON.stringify(one) === JSON.stringify(type));
  return order[Math.max(rank(x), rank(y))] ?? i32;
}

/** The text as an operand of an operator that binds at `level`. */
function at(random: Random, inner: Text, level: number): string {
  return inner.level < level || oneIn(random, 5) ? `(${inner.text})` : inner.text;
}
const primary = (text: string, type: ScalarType): Text => ({ text, level: 16, type });

function literal({ random }: Source): Text {
  const value = pick(random, [
    0,
    1,
    2,
    3,
    7,
    8,
    10,
    31,
    32,
    100,
    127,
    128,
    200,
    255,
    256,
    1000,
    32767,
    32768,
    65535,
    2147483647,
    2147483648,
    4294967295,
    4294967296,
    9007199254740993n,
    9223372036854775807n,
  ]);
  const digits = spelledDigits(random, BigInt(value));
  const suffix = pick(random, ['', '', '', 'u', 'U', 'l', 'L', 'ul', 'LU', 'll', 'LL', 'ull', 'LLu']);
  return primary(digits + suffix, literalType(BigInt(value), suffix.toLowerCase(), /^[1-9]/.test(digits)));
}
function spelledDigits(random: Random, value: bigint): string {
  switch (random.below(6)) {
    case 0:
      return `0x${value.toString(16)}`;
    case 1:
      return `0X${value.toString(16).toUpperCase()}`;
    case 2:
      return `0${value.toString(8)}`;
    case 3:
      return `0b${value.toString(2)}`;
    case 4:
      return value.toString().replace(/\B(?=(\d{3})+$)/g, "'");
    default:
      return value.toString();
  }
}
function literalType(value: bigint, suffix: string, decimal: boolean): ScalarType {
  const candidates = [i32, u32, i64, u64].filter(
    (type) =>
      (type.bits === 64 || !suffix.includes('l')) &&
      (type.signed ? !suffix.includes('u') : suffix.includes('u') || !decimal),
  );
  return candidates.find((type) => value < 2n ** BigInt(type.signed ? type.bits - 1 : type.bits)) ?? u64;
}

const characters = [
  "'a'",
  "'0'",
  "' '",
  "'\\n'",
  "'\\0'",
  "'\\x41'",
  "'\\xff'",
  "'\\101'",
  "'\\377'",
  "'\\''",
  "'\\\\'",
  "'?'",
  "'\"'",
];
const floats: readonly (readonly [string, ScalarType])[] = [
  ['1.5f', f32],
  ['.5F', f32],
  ['2.f', f32],
  ['0.1f', f32],
  ['1e3f', f32],
  ['3.0e-2F', f32],
  ['16777217.0f', f32],
  ["1'000.5f", f32],
  ['0x1.8p3f', f32],
  ['1.5', f64],
  ['.25', f64],
  ['3.', f64],
  ['0.1', f64],
  ['1e10', f64],
  ['1E-3', f64],
  ['0x1p-4', f64],
  ['123456.789', f64],
];

function leaf(source: Source, wantFloat: boolean): Text {
  const { random } = source;
  const names = source.names.filter(({ type }) => (type.kind === 'float') === wantFloat);
  const choice = random.below(10);
  if (names.length > 0 && choice < 6) {
    const { name, type } = pick(random, names);
    return primary(name, type);
  }
  if (wantFloat) {
    const [text, type] = pick(random, floats);
    return primary(text, type);
  }
  if (choice === 6) return primary(pick(random, characters), i8);
  if (choice === 7) return primary(pick(random, ['true', 'false']), bool);
  if (choice === 8)
    return pick(
      random,
      constants.filter(({ type }) => type.kind !== 'float'),
    );
  return literal(source);
}

/** An integer (or bool) expression. */
export function integer(source: Source, depth: number): Text {
  const { random } = source;
  if (depth === 0) return leaf(source, false);
  switch (random.below(14)) {
    case 0:
    case 1:
    case 2:
      return arithmetic(source, integer(source, depth - 1), integer(source, depth - 1), ['+', '-', '*'], [12, 12, 13]);
    case 3:
    case 4:
      return arithmetic(source, integer(source, depth - 1), integer(source, depth - 1), ['&', '|', '^'], [8, 6, 7]);
    case 5:
      return shift(source, depth);
    case 6:
      return division(source, depth);
    case 7:
      return comparison(source, depth);
    case 8:
      return logic(source, depth);
    case 9:
      return unary(source, integer(source, depth - 1), ['-', '~', '+', '!']);
    case 10:
      return castTo(source, integer(source, depth - 1), castNames);
    case 11:
      return conditional(source, integer(source, depth - 1), integer(source, depth - 1), depth);
    case 12:
      return oneIn(random, 2) ? sizeOf(source, depth) : fromFloat(source, depth);
    default:
      return effect(source, depth);
  }
}

/** A float or double expression. */
export function floating(source: Source, depth: number): Text {
  const { random } = source;
  if (depth === 0) return leaf(source, true);
  const other = (): Text => (oneIn(random, 3) ? integer(source, depth - 1) : floating(source, depth - 1));
  switch (random.below(6)) {
    case 0:
    case 1:
      return arithmetic(source, floating(source, depth - 1), other(), ['+', '-', '*', '/'], [12, 12, 13, 13]);
    case 2:
      return arithmetic(source, other(), floating(source, depth - 1), ['+', '-', '*', '/'], [12, 12, 13, 13]);
    case 3:
      return unary(source, floating(source, depth - 1), ['-', '+']);
    case 4:
      return castTo(source, other(), floatNames);
    default:
      return conditional(source, floating(source, depth - 1), other(), depth);
  }
}

function arithmetic(
  { random }: Source,
  left: Text,
  right: Text,
  ops: readonly string[],
  levels: readonly number[],
): Text {
  const k = random.below(ops.length);
  const level = levels[k] ?? 0;
  const operator = ops[k] ?? '+';
  return {
    text: `${at(random, left, level)} ${operator} ${at(random, right, level + 1)}`,
    level,
    type: common(left.type, right.type),
  };
}

function shift(source: Source, depth: number): Text {
  const { random } = source;
  const left = integer(source, depth - 1);
  const type = promoted(left.type);
  const bits = type.kind === 'int' && type.bits === 64 ? 64 : 32;
  const by = oneIn(random, 2)
    ? String(random.below(bits))
    : `(${at(random, integer(source, depth - 1), 8)} & ${bits - 1})`;
  return { text: `${at(random, left, 11)} ${pick(random, ['<<', '>>'])} ${by}`, level: 11, type };
}

function division(source: Source, depth: number): Text {
  const { random } = source;
  const left = integer(source, depth - 1);
  const mask = integer(source, depth - 1);
  const by: Text = oneIn(random, 2)
    ? primary(String(2 + random.below(50)) + pick(random, ['', 'u', 'L']), i32)
    : primary(`((${at(random, mask, 8)} & 15) + 1)`, common(mask.type, i32));
  const suffix = by.text.at(-1);
  const type = suffix === 'u' ? u32 : suffix === 'L' ? i64 : by.type;
  return {
    text: `${at(random, left, 13)} ${pick(random, ['/', '%'])} ${by.text}`,
    level: 13,
    type: common(left.type, type),
  };
}

function comparison(source: Source, depth: number): Text {
  const { random } = source;
  const side = (): Text => (oneIn(random, 4) ? floating(source, depth - 1) : integer(source, depth - 1));
  const [op, level] = pick(random, [
    ['==', 9],
    ['!=', 9],
    ['<', 10],
    ['<=', 10],
    ['>', 10],
    ['>=', 10],
  ] as const);
  // the grammar reads `a < b >= c` as an assignment to `a<b>`
  return { text: `${at(random, side(), level + 1)} ${op} ${at(random, side(), level + 1)}`, level, type: bool };
}

function logic(source: Source, depth: number): Text {
  const { random } = source;
  const [op, level] = pick(random, [
    ['&&', 5],
    ['||', 4],
  ] as const);
  return {
    text: `${at(random, integer(source, depth - 1), level)} ${op} ${at(random, integer(source, depth - 1), level + 1)}`,
    level,
    type: bool,
  };
}

function unary({ random }: Source, operand: Text, ops: readonly string[]): Text {
  const op = pick(random, ops);
  const text = at(random, operand, 15);
  const gap = text.startsWith(op) ? ' ' : '';
  return { text: `${op}${gap}${text}`, level: 15, type: op === '!' ? bool : promoted(operand.type) };
}

function castTo({ random }: Source, operand: Text, names: readonly (readonly [string, ScalarType])[]): Text {
  const [name, type] = pick(random, names);
  // the grammar does not know `long(x)` in parentheses
  const isWord = !/ |^(long|short|unsigned)$/.test(name);
  switch (random.below(isWord ? 4 : 2)) {
    case 0:
      return { text: `(${name})${at(random, operand, 15)}`, level: 15, type };
    case 1:
      return primary(`static_cast<${name}>(${operand.text})`, type);
    // in C++ too, `(T(U(x)))` names a function type
    case 2:
      return primary(/^\w+\(/.test(operand.text) ? `${name}(+${operand.text})` : `${name}(${operand.text})`, type);
    default:
      return { text: `(${name}) ${at(random, operand, 15)}`, level: 15, type };
  }
}

function conditional(source: Source, yes: Text, no: Text, depth: number): Text {
  const { random } = source;
  const test = oneIn(random, 4) ? floating(source, depth - 1) : integer(source, depth - 1);
  const same = JSON.stringify(yes.type) === JSON.stringify(no.type);
  return {
    text: `${at(random, test, 4)} ? ${yes.level === 1 ? `(${yes.text})` : yes.text} : ${at(random, no, 3)}`,
    level: 3,
    type: same ? yes.type : common(yes.type, no.type),
  };
}

function sizeOf(source: Source, depth: number): Text {
  const { random } = source;
  const operand = oneIn(random, 2) ? integer(source, depth - 1) : floating(source, depth - 1);
  // `c ? char : signed char` is an int in C++; lowering has one type for both
  const inner: Text = operand.text.includes('?')
    ? { text: `+(${operand.text})`, level: 15, type: promoted(operand.type) }
    : operand;
  if (oneIn(random, 2)) return primary(`sizeof(${pick(random, [...castNames, ...floatNames])[0]})`, u64);
  return { text: oneIn(random, 2) ? `sizeof(${inner.text})` : `sizeof ${at(random, inner, 16)}`, level: 15, type: u64 };
}

/** Converted where the value fits, as C++ defines it. */
function fromFloat(source: Source, depth: number): Text {
  const { random } = source;
  const operand = floating(source, Math.min(depth - 1, 2));
  const [name, type] = pick(
    random,
    castNames.filter(([, to]) => to.kind === 'int'),
  );
  const [from, below] = type.kind === 'int' && type.signed ? ['-100.0f', '100.0f'] : ['0.0f', '200.0f'];
  return {
    text: `((${operand.text}) > ${from} && (${operand.text}) < ${below} ? (${name})(${operand.text}) : (${name})3)`,
    level: 16,
    type,
  };
}

/** Assignments, compound assignments and `++` on a variable of its own, with the value read behind a sequence point. */
function effect(source: Source, depth: number): Text {
  const { random } = source;
  const [name, type] = pick(
    random,
    castNames.filter(([, to]) => to.kind === 'int'),
  );
  const own = `t${source.locals.length}`;
  source.locals.push(`${name} ${own} = 0;`);
  const first = integer(source, depth - 1);
  const second = integer(source, Math.max(0, depth - 2));
  const start = `true, ${own} = ${at(random, first, 2)}`;
  switch (random.below(5)) {
    case 0:
      return {
        text: `(${start}, ${own} ${pick(random, ['+=', '-=', '*=', '&=', '|=', '^='])} ${at(random, second, 2)}, ${own})`,
        level: 16,
        type,
      };
    case 1:
      return { text: `(${start}, ${pick(random, ['++', '--'])}${own})`, level: 16, type };
    case 2:
      return { text: `(${start}, ${own}${pick(random, ['++', '--'])})`, level: 16, type };
    case 3:
      return {
        text: `(${start}, ${own} ${pick(random, ['<<=', '>>='])} ${random.below(31)}, ${own} ${pick(random, ['/=', '%='])} ${2 + random.below(9)})`,
        level: 16,
        type,
      };
    default:
      return { text: `(${start})`, level: 16, type };
  }
}
