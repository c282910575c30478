import { describe, expect, it } from 'vitest';
import { numberLiteral } from '../../../src/lower/expressions/literals.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { statements } from './lowered.ts';

describe('literals', () => {
  it.each([
    ['1', '1'],
    ['1u', '1:u32'],
    ['1l', '1:i64'],
    ['1ull', '1:u64'],
    ['017', '15'],
    ['0x80000000', '2147483648:u32'],
    ['2147483648', '2147483648:i64'],
    ['0xFFFFFFFFFFFFFFFF', '18446744073709551615:u64'],
    ['0b101', '5'],
    ["1'000", '1000'],
    ['1.5', '1.5:f64'],
    ['1.5f', '1.5:f32'],
    ['.5F', '0.5:f32'],
    ['1e3', '1000:f64'],
    ['0x1p4f', '16:f32'],
    ['-7', '-7'],
  ])('%s', (text, printed) => {
    const made = numberLiteral(text);
    expect(made === null ? null : printExpr(made)).toBe(printed);
  });
});

describe('conversions', () => {
  it('mixes signedness as C does: int with unsigned is unsigned, int with long is long', async () => {
    expect(await statements('int x = n + u; long y = n + 1L; bool b = n < u; unsigned long z = n;')).toEqual([
      'x = (i32)((u32)n + u)',
      'y = (i64)n + 1:i64',
      'b = (u32)n < u',
      'z = (u64)n',
    ]);
  });

  it('promotes small types and converts back on compound assignment', async () => {
    expect(await statements("unsigned char c = 'a'; c += n; short s = c * 2; s <<= u; c++;")).toEqual([
      'c = 97:u8',
      'c = (u8)((i32)c + n)',
      's = (i16)((i32)c * 2)',
      's = (i16)((i32)s << (i32)u)',
      'c = (u8)((i32)c + 1)',
    ]);
  });

  it('makes bools explicit', async () => {
    expect(await statements('bool b = n; int x = !n; if (u && b) x = b + 1;')).toEqual([
      'b = (bool)n',
      'x = (i32)!(bool)n',
      'if (bool)u && b',
      ' x = (i32)b + 1',
    ]);
  });

  it('knows casts in all spellings', async () => {
    expect(
      await statements(
        'float x = (float)n; x = float(n); x = static_cast<float>(u); int y = int(x); size_t s = sizeof(float4);',
      ),
    ).toEqual(['x = (f32)n', 'x = (f32)n', 'x = (f32)u', 'y = (i32)x', 's = 16:u64']);
  });

  it('folds constants and keeps undefined ones', async () => {
    expect(await statements('int x = 2 * 8 + 1; int y = 2147483647 + 1; int z = 1 / 0; unsigned w = 0u - 1;')).toEqual([
      'x = 17',
      'y = 2147483647 + 1',
      'z = 1 / 0',
      'w = 4294967295:u32',
    ]);
  });
});

describe('evaluation', () => {
  it('reads memory into temporaries, left to right', async () => {
    expect(await statements('int x = a[n] + a[0] * n;')).toEqual([
      'a.value = load a[n /4] : i32',
      'a.value#2 = load a[0 /4] : i32',
      'x = a.value + a.value#2 * n',
    ]);
  });

  it('loads and stores in `a[i] += x`, the right side first', async () => {
    expect(await statements('a[n] += a[0];')).toEqual([
      'a.value = load a[0 /4] : i32',
      'a.value#2 = load a[n /4] : i32',
      'store a[n /4] : i32 = a.value#2 + a.value',
    ]);
  });

  it('turns short circuits with effects into branches', async () => {
    expect(await statements('if (n > 0 && a[n] > 1) n = 2; bool b = n == 1 || n == 2;')).toEqual([
      'and = n > 0',
      'if and',
      ' a.value = load a[n /4] : i32',
      ' and = a.value > 1',
      'if and',
      ' n = 2',
      'b = n == 1 || n == 2',
    ]);
  });

  it('selects between pure arms and branches between arms with effects', async () => {
    expect(await statements('int x = n > 0 ? n : 1; x = n > 0 ? a[n] : 1;')).toEqual([
      'x = n > 0 ? n : 1',
      'if n > 0',
      ' a.value = load a[n /4] : i32',
      ' conditional = a.value',
      'else',
      ' conditional = 1',
      'x = conditional',
    ]);
  });

  it('keeps the old value of a postfix only where it is used', async () => {
    expect(await statements('n++; a[n++] = 1; int y = ++n;')).toEqual([
      'n = n + 1',
      'old = n',
      'n = n + 1',
      'store a[old /4] : i32 = 1',
      'n = n + 1',
      'y = n',
    ]);
  });

  it('stores once in chained assignments', async () => {
    expect(await statements('int x; x = a[0] = n;')).toEqual([
      'x = unknown // undefined',
      'store a[0 /4] : i32 = n',
      'x = n',
    ]);
  });

  it('takes min and max of integers as selections and math functions as applications', async () => {
    expect(
      await statements('int x = min(n, 3); f[0] = sqrtf(f[1]) + fmaxf(1.0f, 2); unsigned h = __umulhi(u, 3);'),
    ).toEqual([
      'x = n < 3 ? n : 3',
      'f.value = load f[1 /4] : f32',
      'store f[0 /4] : f32 = sqrtf(f.value) + fmaxf(1:f32, 2:f32)',
      'h = __umulhi(u, 3:u32)',
    ]);
  });
});
