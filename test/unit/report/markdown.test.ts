import { expect, test } from 'vitest';
import { findingMarkdown, renderMarkdown } from '../../../src/report/markdown.ts';
import { divergence, race, report, source } from './sample-report.ts';

const context = { source, address: null, patch: 'diff' as const };

test('a finding: sentence, table of the two threads, time line, patch', () => {
  const text = findingMarkdown(race, context);
  expect(text).toContain('**race on shared memory inside a barrier interval** (SW101, error, confirmed) in kernel `sum`');
  expect(text).toContain('|  | thread (63,0,0) | thread (0,0,0) |\n|---|---|---|\n| line | `src/sum.cu:4` | `src/sum.cu:5` |\n| does | `writes scratch[63] = 7` | `reads scratch[63]` |');
  expect(text).toContain('  writes scratch[63] = 7               ✗ │ ✗ reads scratch[63]');
  expect(text).toContain('```diff\n--- a/src/sum.cu\n+++ b/src/sum.cu\n');
});

test('a review that posts a suggestion leaves the diff out', () => {
  expect(findingMarkdown(race, { ...context, patch: 'none' })).not.toContain('```diff');
});

test('places are links where there is an address', () => {
  const text = findingMarkdown(race, { ...context, address: (file, line) => `https://github.com/o/r/blob/abc/${file}#L${line}` });
  expect(text).toContain('| line | [`src/sum.cu:4`](https://github.com/o/r/blob/abc/src/sum.cu#L4) |');
});

test('a condition tells what to state', () => {
  expect(findingMarkdown({ ...race, condition: 'stride >= cols' }, context)).toContain('It cannot happen where `stride >= cols` holds: `assert(stride >= cols)` in the kernel states that');
});

test('the summary names every kernel, finding and problem', () => {
  const text = renderMarkdown(report, context);
  expect(text).toContain('| `walk` | `src/sum.cu:30` | unknown | the budget of launches (16) was reached \\[SL104\\] |');
  expect(text).toContain('<details><summary>F2 barrier under a thread-dependent branch at src/sum.cu:8</summary>');
  expect(text).toContain('- `src/gone.cu`: no such file or directory (SI101)');
});

test('names from the pull request stay text', () => {
  const evil = 'k<img src=x>@octocat `` <!-- syncwright:finding 1 -->';
  const text = findingMarkdown({ ...divergence, kernel: evil, message: `${evil} waits`, related: [{ ...divergence.related[0], span: { ...divergence.span, start: 0, file: `${evil}.cu` }, note: evil }] }, context);
  expect(text).not.toContain('<!--');
  expect(text.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')).not.toMatch(/<img|@octocat/);
});

test('where there is no patch, what can be done', () => {
  expect(findingMarkdown({ ...divergence, advice: 'take the barrier out of `if`' }, context)).toContain('\n\n**No patch:** take the barrier out of `if`.');
});
