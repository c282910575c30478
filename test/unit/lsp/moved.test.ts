import { expect, test } from 'vitest';
import type { Finding, KernelAnswer } from '../../../src/verdict/finding.ts';
import type { Use } from '../../../src/base/span.ts';
import { changeBetween } from '../../../src/lsp/change.ts';
import { movedAnswer } from '../../../src/lsp/moved.ts';
import { physicalFile } from '../../../src/preprocess/physical-file.ts';

const before = '// A kernel.\n__global__ void k(int *a) { a[0] = threadIdx.x; }\n';
const at = physicalFile('a.cu', before).span(before.indexOf('a[0]'), before.indexOf('a[0]') + 4);
const finding = (also: string): Finding => ({
  id: 'F1',
  code: 'SW105',
  kind: 'data-race',
  status: 'confirmed',
  severity: 'error',
  message: 'two threads write',
  condition: null,
  kernel: 'k',
  span: at,
  array: 'a',
  related: [],
  pairs: [],
  witness: null,
  fix: null,
  alternatives: [],
  advice: null,
  fingerprint: '0',
  also: [{ code: 'SW104', status: 'confirmed', message: also, fingerprint: '1' }],
});
const answer = (also: string): KernelAnswer => ({
  name: 'k',
  span: at,
  verdict: 'racy',
  reasons: [],
  assumptions: [],
  launches: [],
  findings: [finding(also)],
  uses: [],
  timeMs: 0,
});

function afterInsertion(also: string, uses: readonly Use[] = []): KernelAnswer | null {
  const after = `\n\n${before}`;
  const change = changeBetween(before, after, []);
  if (change.kind !== 'nothing') throw new Error('white space changes nothing');
  return movedAnswer(
    { ...answer(also), uses },
    { isFile: (path) => path === 'a.cu', moves: change.moves, spanNow: physicalFile('a.cu', after).span },
  );
}

test('places move with the text', () => {
  expect(afterInsertion('blocks write too')?.findings[0]?.span).toMatchObject({
    file: 'a.cu',
    line: 4,
    column: 29,
    start: at.start + 2,
    endColumn: 33,
  });
});

test('a line that a sentence names moves with the file, also that of a race told with another', () => {
  expect(afterInsertion('blocks write on lines 2 and 2')?.findings[0]?.also?.[0]?.message).toBe(
    'blocks write on lines 4 and 4',
  );
});

test('a sentence is made anew where its line may be one of another file', () => {
  const header = { ...at, file: 'a.cuh', line: 1, endLine: 9 };
  expect(afterInsertion('blocks write on line 2', [{ what: 'function', name: 'f', span: header }])).toBeNull();
  const elsewhere = { ...header, line: 5 };
  const moved = afterInsertion('blocks write on line 2', [{ what: 'function', name: 'f', span: elsewhere }]);
  expect(moved?.findings[0]?.also?.[0]?.message).toBe('blocks write on line 4');
});
