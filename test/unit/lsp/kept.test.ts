/** What of the last analysis holds after an edit, and what is said of the other kernels meanwhile. */
import { expect, test } from 'vitest';
import type { Edit, Finding, KernelAnswer, Report } from '../../../src/verdict/finding.ts';
import { keptAfter, meanwhile } from '../../../src/lsp/kept.ts';
import { kernelKey } from '../../../src/lsp/analysis.ts';
import { physicalFile } from '../../../src/preprocess/physical-file.ts';

const first = '__global__ void a(int *p) { p[0] = threadIdx.x; }';
const second = '__global__ void b(int *p) { p[threadIdx.x] = 1; }';
const text = `${first}\n${second}\nvoid go(int *p) { a<<<1, 32>>>(p); b<<<1, 32>>>(p); }\n`;
const { span } = physicalFile('k.cu', text);
const at = (part: string): ReturnType<typeof span> => span(text.indexOf(part), text.indexOf(part) + part.length);

const edit: Edit = {
  file: 'k.cu',
  start: text.indexOf('p[0]'),
  end: text.indexOf('p[0]'),
  text: 'if (threadIdx.x == 0) ',
};
const finding: Finding = {
  id: 'F1',
  code: 'SW104',
  kind: 'data-race',
  status: 'confirmed',
  severity: 'error',
  message: 'two threads write',
  condition: null,
  kernel: 'a',
  span: at('p[0]'),
  array: 'p',
  related: [],
  pairs: [],
  witness: null,
  fix: { title: 'Guard it', strategy: 'guard', edits: [edit], proof: 'drf', cost: 'none' },
  alternatives: [],
  advice: null,
  fingerprint: '0',
};
const answer = (name: string, own: string, findings: readonly Finding[]): KernelAnswer => ({
  name,
  span: at(own),
  verdict: findings.length > 0 ? 'racy' : 'drf',
  reasons: [],
  assumptions: [],
  launches: [],
  findings,
  uses: [{ what: 'kernel', name, span: at(own) }],
  timeMs: 0,
});
const report: Report = { version: 1, kernels: [answer('a', first, [finding]), answer('b', second, [])], problems: [] };
const before = {
  report,
  texts: new Map([['k.cu', text]]),
  questions: new Map(report.kernels.map((kernel) => [kernelKey(kernel), kernel.name])),
};
const edited = (
  from: string,
  to: string,
): Readonly<{ path: string; text: string; isFile: (path: string) => boolean }> => ({
  path: 'k.cu',
  text: text.replace(from, to),
  isFile: (path) => path === 'k.cu',
});
const shown = (from: string, to: string): Readonly<{ known: readonly string[]; checked: readonly string[] }> => {
  const {
    report: { kernels },
    pending,
  } = meanwhile(before, edited(from, to));
  return {
    known: kernels.map(({ name, verdict, span: { start } }) => `${name} ${verdict} ${start}`),
    checked: pending.map(({ name, span: { line, start } }) => `${name} ${line} ${start}`),
  };
};

test('of an edit in one kernel, its verdict is withdrawn, and the other one has moved', () => {
  expect(shown('threadIdx.x; }', 'threadIdx.y; }\n')).toEqual({
    known: [`b drf ${first.length + 2}`],
    checked: ['a 1 0'],
  });
});

test('of a racy kernel that was edited, the findings whose places are left are known at their new places', () => {
  const earlier = (from: string, to: string): unknown =>
    [...(keptAfter(before, edited(from, to))?.earlier ?? [])].map(([key, findings]) => [
      key,
      findings.map(({ code, fix, span: place }) => [code, fix, place.start]),
    ]);
  expect(earlier('{ p[0]', '{ int n = 1; p[0]')).toEqual([['k.cu:0 a', [['SW104', null, text.indexOf('p[0]') + 11]]]]);
  expect(earlier('p[0] = threadIdx.x', 'int n = 1')).toEqual([]);
  expect(earlier('p[threadIdx.x]', 'p[0]')).toEqual([]);
  expect(earlier('void go', 'int n;\nvoid go')).toEqual([['k.cu:0 a', [['SW104', null, text.indexOf('p[0]')]]]]);
});

test('a kernel in which only a comment was edited keeps verdict and findings; its patch is looked for again', () => {
  expect(shown('{ p[0]', '{ /* all */ p[0]')).toEqual({
    known: ['a racy 0', `b drf ${first.length + 11}`],
    checked: [],
  });
  const kept = keptAfter(before, edited('{ p[0]', '{ /* all */ p[0]'));
  expect(kept).toMatchObject({
    kind: 'kept',
    ask: [{ name: 'a' }],
    withoutPatches: [
      { name: 'a', findings: [{ code: 'SW104', fix: null, span: { start: text.indexOf('p[0]') + 10 } }] },
    ],
  });
});

test('of an edit of host code nothing is known until it is read; kernels are where they are now', () => {
  expect(shown('void go', 'int n;\nvoid go')).toEqual({ known: [], checked: ['a 1 0', `b 2 ${first.length + 1}`] });
  expect(shown(first, `#define N 1\n${first}`)).toEqual({ known: [], checked: ['a 2 12', `b 3 ${first.length + 13}`] });
});
