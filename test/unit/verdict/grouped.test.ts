import { describe, expect, test } from 'vitest';
import type { Edit, Finding } from '../../../src/verdict/finding.ts';
import type { Span } from '../../../src/base/span.ts';
import { groupedFindings } from '../../../src/verdict/grouped.ts';

const at = (line: number): Span => ({
  file: 'a.cu',
  start: line * 10,
  end: line * 10 + 5,
  line,
  column: 1,
  endLine: line,
  endColumn: 6,
});
const barrier = (line: number): Edit => ({
  file: 'a.cu',
  start: line * 10,
  end: line * 10,
  text: '__syncthreads();\n',
});
const fixOf = (...edits: readonly Edit[]): Finding['fix'] => ({
  title: 'insert',
  strategy: 'insert-barrier',
  edits,
  proof: 'drf',
  cost: '',
});

const race = (id: string, code: string, lines: readonly [number, number], more: Partial<Finding> = {}): Finding => ({
  id,
  code,
  kind: 'data-race',
  status: 'confirmed',
  severity: 'error',
  message: `message of ${id}`,
  condition: null,
  kernel: 'k',
  span: at(lines[0]),
  array: 'a',
  related: [],
  pairs: [{ first: at(lines[0]), second: at(lines[1]), array: 'a' }],
  witness: null,
  fix: null,
  alternatives: [],
  advice: null,
  fingerprint: `fingerprint of ${id}`,
  ...more,
});
const told = (findings: readonly Finding[]): readonly string[] =>
  groupedFindings(findings).map(({ id, also }) =>
    [id, ...(also ?? []).map(({ fingerprint }) => fingerprint.slice('fingerprint of '.length))].join('+'),
  );

describe('one finding for one bug', () => {
  test.each<[string, readonly Finding[], readonly string[]]>([
    [
      'the same statements within a block and between blocks',
      [race('F1', 'SW105', [3, 3]), race('F2', 'SW104', [3, 3])],
      ['F1+F2'],
    ],
    ['in either order of a pair', [race('F1', 'SW103', [3, 4]), race('F2', 'SW104', [4, 3])], ['F1+F2']],
    [
      'other statements that the same single edit mends',
      [
        race('F1', 'SW101', [3, 5], { fix: fixOf(barrier(5)) }),
        race('F2', 'SW101', [4, 6], { fix: fixOf(barrier(5)) }),
      ],
      ['F1+F2'],
    ],
    [
      'the worst is told',
      [race('F1', 'SW104', [3, 3], { severity: 'warning' }), race('F2', 'SW105', [3, 3])],
      ['F2+F1'],
    ],
    [
      'what is only possible goes with what happens to the same accesses',
      [race('F1', 'SW103', [3, 4]), race('F2', 'SW105', [4, 4], { status: 'possible', severity: 'warning' })],
      ['F1+F2'],
    ],
    [
      'also where only the other one has a condition',
      [
        race('F1', 'SW105', [4, 4], { condition: 'n > 1' }),
        race('F2', 'SW104', [4, 4], { status: 'possible', severity: 'warning' }),
      ],
      ['F1+F2'],
    ],
    [
      'what happens is told, also behind what is possible',
      [
        race('F1', 'SW105', [4, 4], { status: 'possible', severity: 'warning' }),
        race('F2', 'SW103', [3, 4], { severity: 'warning' }),
      ],
      ['F2+F1'],
    ],
    [
      'what is only possible, and has an access more, is apart',
      [race('F1', 'SW105', [4, 4]), race('F2', 'SW103', [3, 4], { status: 'possible', severity: 'warning' })],
      ['F1', 'F2'],
    ],
    [
      'what is only possible goes with the one change that proves the kernel',
      [
        race('F1', 'SW101', [3, 5], { fix: fixOf(barrier(5)) }),
        race('F2', 'SW101', [6, 8], { status: 'possible', severity: 'warning' }),
      ],
      ['F1+F2'],
    ],
    [
      'two changes prove the kernel',
      [
        race('F1', 'SW101', [3, 5], { fix: fixOf(barrier(5), barrier(8)) }),
        race('F2', 'SW101', [6, 8], { status: 'possible', severity: 'warning' }),
      ],
      ['F1', 'F2'],
    ],
    [
      'a header that is included is no second change',
      [
        race('F1', 'SW103', [3, 3], { fix: fixOf({ ...barrier(1), text: '#include <cuda/atomic>\n' }, barrier(3)) }),
        race('F2', 'SW105', [4, 4], { fix: fixOf({ ...barrier(1), text: '#include <cuda/atomic>\n' }, barrier(3)) }),
      ],
      ['F1+F2'],
    ],
    [
      'asynchronous copies that one edit mends',
      [
        race('F1', 'SW501', [3, 5], { kind: 'async-copy', fix: fixOf(barrier(5)) }),
        race('F2', 'SW502', [4, 6], { kind: 'async-copy', fix: fixOf(barrier(5)) }),
      ],
      ['F1+F2'],
    ],
    [
      'two edits are two bugs',
      [
        race('F1', 'SW101', [3, 5], { fix: fixOf(barrier(5)) }),
        race('F2', 'SW101', [6, 8], { fix: fixOf(barrier(8)) }),
      ],
      ['F1', 'F2'],
    ],
    [
      'one patch of two edits for two pairs may mend two bugs',
      [
        race('F1', 'SW101', [3, 5], { fix: fixOf(barrier(5), barrier(8)) }),
        race('F2', 'SW101', [6, 8], { fix: fixOf(barrier(5), barrier(8)) }),
      ],
      ['F1', 'F2'],
    ],
    ['without a patch, other statements', [race('F1', 'SW105', [3, 3]), race('F2', 'SW105', [4, 4])], ['F1', 'F2']],
    [
      'writes of equal values are apart',
      [race('F1', 'SW105', [3, 3]), race('F2', 'SW107', [3, 3], { severity: 'info' })],
      ['F1', 'F2'],
    ],
    [
      'one condition rules them out',
      [race('F1', 'SW105', [3, 3], { condition: 'n > 1' }), race('F2', 'SW105', [4, 4], { condition: 'n > 1' })],
      ['F1+F2'],
    ],
    [
      'other conditions',
      [race('F1', 'SW105', [3, 3], { condition: 'n > 1' }), race('F2', 'SW104', [3, 3])],
      ['F1', 'F2'],
    ],
    [
      'a divergence',
      [race('F1', 'SW105', [3, 3]), race('F2', 'SW201', [3, 3], { kind: 'barrier-divergence' })],
      ['F1', 'F2'],
    ],
  ])('%s', (_what, findings, expected) => {
    expect(told(findings)).toEqual(expected);
  });

  test('all pairs are kept, each once', () => {
    const [joined] = groupedFindings([
      race('F1', 'SW101', [3, 5], { fix: fixOf(barrier(5)) }),
      race('F2', 'SW101', [4, 6], { fix: fixOf(barrier(5)) }),
      race('F3', 'SW104', [3, 5], { fix: fixOf(barrier(5)) }),
    ]);
    expect(joined?.pairs.map(({ first, second }) => [first.line, second.line])).toEqual([
      [3, 5],
      [4, 6],
    ]);
  });
});
