import { expect, test } from 'vitest';
import type { Finding, KernelAnswer } from '../../../src/verdict/finding.ts';
import { changeBetween } from '../../../src/lsp/change.ts';
import { movedAnswer } from '../../../src/lsp/moved.ts';
import { physicalFile } from '../../../src/preprocess/physical-file.ts';

const before = '__global__ void k(int *a) { a[0] = threadIdx.x; }\n';
const at = physicalFile('a.cu', before).span(before.indexOf('a[0]'), before.indexOf('a[0]') + 4);
const finding = (also: string): Finding => ({
  id: 'F1', code: 'SW105', kind: 'data-race', status: 'confirmed', severity: 'error', message: 'two threads write', condition: null, kernel: 'k', span: at, array: 'a', related: [], pairs: [], witness: null,
  fix: null, alternatives: [], advice: null, fingerprint: '0', also: [{ code: 'SW104', message: also, fingerprint: '1' }],
});
const answer = (also: string): KernelAnswer => ({ name: 'k', span: at, verdict: 'racy', reasons: [], assumptions: [], launches: [], findings: [finding(also)], uses: [], timeMs: 0 });

function afterInsertion(also: string): KernelAnswer | null {
  const after = `\n\n${before}`;
  const change = changeBetween(before, after, []);
  if (change.kind !== 'nothing') throw new Error('white space changes nothing');
  return movedAnswer(answer(also), { isFile: (path) => path === 'a.cu', moves: change.moves, spanNow: physicalFile('a.cu', after).span });
}

test('places move with the text', () => {
  expect(afterInsertion('blocks write too')?.findings[0]?.span).toMatchObject({ file: 'a.cu', line: 3, column: 29, start: at.start + 2, endColumn: 33 });
});

test('a sentence that names a line that moved is made anew, also that of a race told with another', () => {
  expect(afterInsertion('blocks write on line 1')).toBeNull();
});
