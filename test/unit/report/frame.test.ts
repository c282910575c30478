import { describe, expect, test } from 'vitest';
import type { FrameRow } from '../../../src/report/frame.ts';
import type { Span } from '../../../src/base/span.ts';
import { frameOf } from '../../../src/report/frame.ts';

const lines = (text: string): readonly string[] => text.split('\n');
const printed = (rows: readonly FrameRow[] | null): readonly string[] =>
  (rows ?? []).map((row) => {
    switch (row.kind) {
      case 'source':
        return `${row.line}|${row.text}`;
      case 'mark':
        return ` |${row.marks} ${row.note}`;
      case 'insertion':
        return `+|${row.text}`;
      case 'gap':
        return '…';
    }
  });

/** The span of `what` in line `line` of the text. */
function at(text: string, line: number, what: string, file = 'a.cu'): Span {
  const own = lines(text)[line - 1] ?? '';
  const column = own.indexOf(what);
  if (column < 0) throw new Error(`line ${line} has no ${what}`);
  const start =
    lines(text)
      .slice(0, line - 1)
      .join('\n').length +
    (line > 1 ? 1 : 0) +
    column;
  return {
    file,
    start,
    end: start + what.length,
    line,
    column: column + 1,
    endLine: line,
    endColumn: column + 1 + what.length,
  };
}

const kernel = `void k() {
  for (;;) {
    s[t] = x;
    y += 1;
    __syncthreads();
    y += 2;
      z = s[t + 1];
  }
}`;

describe('one excerpt for both accesses', () => {
  test('in the order of the source, with the barrier between them, indented as they are', () => {
    const places = [
      { span: at(kernel, 7, 's[t + 1]'), note: 'B reads' },
      { span: at(kernel, 3, 's[t]'), note: 'A writes' },
    ];
    expect(printed(frameOf(places, [], () => kernel, 80))).toEqual([
      '3|s[t] = x;',
      ' |^^^^ A writes',
      '…',
      '5|__syncthreads();',
      '…',
      '7|  z = s[t + 1];',
      ' |      ^^^^^^^^ B reads',
    ]);
  });

  test('two accesses of one line stand below it', () => {
    const places = [
      { span: at(kernel, 7, 's[t + 1]'), note: 'reads' },
      { span: at(kernel, 7, 'z'), note: 'writes' },
    ];
    expect(printed(frameOf(places, [], () => kernel, 80))).toEqual([
      '7|z = s[t + 1];',
      ' |    ^^^^^^^^ reads',
      ' |^ writes',
    ]);
  });

  test.each([
    ['before the indentation', 0, '    __syncthreads();\n'],
    ['behind the indentation', 4, '__syncthreads();\n    '],
  ])('what a patch inserts %s stands at its place', (_how, behind, text) => {
    const start = kernel.indexOf('    y += 1') + behind;
    const places = [
      { span: at(kernel, 3, 's[t]'), note: 'A' },
      { span: at(kernel, 4, 'y'), note: 'B' },
    ];
    expect(printed(frameOf(places, [{ file: 'a.cu', start, end: start, text }], () => kernel, 80))).toEqual([
      '3|s[t] = x;',
      ' |^^^^ A',
      '+|__syncthreads();',
      '4|y += 1;',
      ' |^ B',
    ]);
  });

  test('two insertions stand apart where lines between them are left out', () => {
    const edits = ['    y += 1', '      z = s'].map((text) => ({
      file: 'a.cu',
      start: kernel.indexOf(text),
      end: kernel.indexOf(text),
      text: '    fence();\n',
    }));
    const places = [
      { span: at(kernel, 3, 's[t]'), note: 'A' },
      { span: at(kernel, 7, 's[t + 1]'), note: 'B' },
    ];
    expect(printed(frameOf(places, edits, () => kernel, 80))).toEqual([
      '3|s[t] = x;',
      ' |^^^^ A',
      '+|fence();',
      '…',
      '5|__syncthreads();',
      '…',
      '+|fence();',
      '7|  z = s[t + 1];',
      ' |      ^^^^^^^^ B',
    ]);
  });

  test('a patch that does more than insert is left to the diff', () => {
    const start = kernel.indexOf('y += 1');
    const places = [
      { span: at(kernel, 3, 's[t]'), note: 'A' },
      { span: at(kernel, 4, 'y'), note: 'B' },
    ];
    expect(printed(frameOf(places, [{ file: 'a.cu', start, end: start + 6, text: 'y++' }], () => kernel, 80))).toEqual([
      '3|s[t] = x;',
      ' |^^^^ A',
      '4|y += 1;',
      ' |^ B',
    ]);
  });

  test('of a long line the part around the mark is shown', () => {
    const long = `${'a + '.repeat(40)}s[t] + ${'b + '.repeat(40)}c;`;
    const rows = frameOf([{ span: at(long, 1, 's[t]'), note: '' }], [], () => long, 60) ?? [];
    const [source, mark] = rows;
    if (source?.kind !== 'source' || mark?.kind !== 'mark') throw new Error('no frame');
    expect(source.text.length).toBeLessThanOrEqual(60);
    const from = mark.marks.indexOf('^');
    expect(source.text.slice(from, from + 4)).toBe('s[t]');
  });

  test('a byte-order mark is neither shown nor counted', () => {
    const marked = '\ufeffs[t] = x;';
    expect(printed(frameOf([{ span: at(marked, 1, 's[t]'), note: 'A' }], [], () => marked, 60))).toEqual([
      '1|s[t] = x;',
      ' |^^^^ A',
    ]);
  });

  test('no frame for two files, for places far apart, or without the source', () => {
    const far = `s[t] = x;\n${'\n'.repeat(60)}y = s[t];`;
    expect(
      frameOf(
        [
          { span: at(kernel, 3, 's[t]'), note: '' },
          { span: at(kernel, 4, 'y', 'b.cu'), note: '' },
        ],
        [],
        () => kernel,
        80,
      ),
    ).toBeNull();
    expect(
      frameOf(
        [
          { span: at(far, 1, 's[t]'), note: '' },
          { span: at(far, 62, 'y'), note: '' },
        ],
        [],
        () => far,
        80,
      ),
    ).toBeNull();
    expect(frameOf([{ span: at(kernel, 3, 's[t]'), note: '' }], [], () => null, 80)).toBeNull();
  });
});
