import { expect, test } from 'vitest';
import { findingMarkdown, renderMarkdown } from '../../../src/report/markdown.ts';
import { divergence, race, report, source } from './sample-report.ts';

const context = { source, address: null, patch: 'diff' as const };

const beforeTheFold = (text: string): readonly string[] =>
  text.slice(0, text.indexOf('<details><summary>Time line')).trimEnd().split('\n');

test('a finding: cause, effect, patch, what it costs; the drawing folded; one small line', () => {
  const text = findingMarkdown(race, context, { assumptions: [], block: null, patchAt: null, reply: 'thread' });
  const [cause, effect, ...rest] = beforeTheFold(text);
  expect(cause).toBe(
    '**Data race: there is no `__syncthreads()` between `scratch[t]` (line 4) and `scratch[63 - t]` (line 5).**',
  );
  expect(effect).toBe(
    'With 64 threads, thread (0,0,0) may read `scratch[63]` (line 5) before thread (63,0,0) has written it (line 4).',
  );
  expect(rest.join('\n')).toContain('```diff\n--- a/src/sum.cu\n+++ b/src/sum.cu\n');
  expect(rest.at(-1)).toBe('Checked: with this change the kernel is race-free. Cost: one barrier, executed once.');
  expect(text.slice(text.indexOf('<details><summary>Time line'))).toContain(
    '  writes scratch[63] = 7               ✗ │ ✗ reads scratch[63]',
  );
  expect(text.split('\n').at(-1)).toBe(
    '<sub>`sum`, `src/sum.cu:4` and `src/sum.cu:5` · SW101 error, confirmed · `00112233` · wrong? reply `/syncwright ignore REASON`</sub>',
  );
  expect(text).not.toContain('|---|');
});

test('names are shown as code, never escaped', () => {
  const fix = { ...(race.fix ?? raise()), title: 'insert __syncthreads() at line 5 of sum_rows', edits: [] };
  expect(findingMarkdown({ ...race, kernel: 'sum_rows', fix }, context)).toContain(
    'Insert `__syncthreads()` at line 5 of `sum_rows`. Checked:',
  );
});

test('no more than 25 lines stand before the fold, however long the patch is', () => {
  const fix = {
    ...(race.fix ?? raise()),
    edits: [{ file: 'src/sum.cu', start: 0, end: 0, text: '// one more\n'.repeat(40) }],
  };
  const text = findingMarkdown({ ...race, fix }, context);
  expect(beforeTheFold(text.replace(/<details><summary>The patch[^]*?<\/details>/, '')).length).toBeLessThanOrEqual(25);
  expect(text).toContain('<details><summary>The patch:');
});

test.each([
  [
    'SW102',
    'Data race: `scratch[t]` (line 4) and `scratch[63 - t]` (line 5) need a `__syncthreads()` between iterations',
  ],
  ['SW104', 'Data race: nothing orders `scratch[t]` (line 4) of one block and `scratch[63 - t]` (line 5) of another'],
  ['SW111', 'Data race: there is no `__syncwarp()` between `scratch[t]` (line 4) and `scratch[63 - t]` (line 5)'],
])('the cause of %s', (code, words) => {
  const [first, second] = race.witness?.accesses ?? raise();
  const apart = { ...(race.witness ?? raise()), accesses: [first, { ...second, block: [1, 0, 0] }] as const };
  expect(findingMarkdown({ ...race, code, ...(code === 'SW104' ? { witness: apart } : {}) }, context)).toContain(
    `**${words}.**`,
  );
});

test('a finding of another build names it in its cause', () => {
  expect(findingMarkdown({ ...race, build: '`FAST` is defined' }, context)).toMatch(
    /^\*\*Data race: .*, when `FAST` is defined\.\*\*/,
  );
});

test('a review that posts a suggestion leaves the diff out', () => {
  expect(findingMarkdown(race, { ...context, patch: 'none' })).not.toContain('```diff');
});

test('places are links where there is an address', () => {
  const text = findingMarkdown(race, {
    ...context,
    address: (file, line) => `https://github.com/o/r/blob/abc/${file}#L${line}`,
  });
  expect(text).toContain('`sum`, [`src/sum.cu:4`](https://github.com/o/r/blob/abc/src/sum.cu#L4) and ');
});

test('a condition tells what to state', () => {
  expect(findingMarkdown({ ...race, condition: 'stride >= cols' }, context)).toContain(
    'It cannot happen where `stride >= cols` holds: `assert(stride >= cols)` in the kernel states this',
  );
});

test('the summary names every kernel, finding and problem', () => {
  const text = renderMarkdown(report, context);
  expect(text).toContain(
    '| `walk` | `src/sum.cu:30` | unknown | the budget of launches (16) was reached \\[SL104\\] |',
  );
  expect(text).toContain('<details><summary>F2 barrier under a thread-dependent branch at src/sum.cu:8</summary>');
  expect(text).toContain('- `src/gone.cu`: no such file or directory (SI101)');
});

test('folded: inputs, how to run it again, what it rests on, why this patch and no smaller one, its cost', () => {
  const text = findingMarkdown(race, context, {
    assumptions: ['launch src/main.cu:31: block (64, 1, 1)', 'data and out are distinct arrays'],
    block: null,
    patchAt: null,
  });
  expect(text.slice(text.indexOf('- **Inputs'), text.indexOf('</details>') + 10)).toBe(
    [
      '- **Inputs:** `<<<(1,1,1), (64,1,1)>>>` (src/main.cu:31); `n = 64, big = 1152921504606846976, alpha = 3`; `data[63] = 7, data[2] = 0.5`; independent thread scheduling; schedule: ascending, but first thread (0,0,0)',
      '- **Run it again:** `syncwright check src/sum.cu --kernel sum --format json --out report.json`, then `syncwright replay report.json 00112233445566aa --step`',
      '- **Assumptions:**',
      '  - data and out are distinct arrays',
      '- **Why this patch:** it inserts barriers at the cheapest places that separate all racing accesses, and only those that the proof needs. `__syncwarp()` would not be enough: the two threads are in different warps (0 and 1).',
      '',
      '</details>',
    ].join('\n'),
  );
});

test("a pair of lines that races in many ways is named once, and not again where it is the witness's", () => {
  const [pair] = race.pairs;
  if (pair === undefined) throw new Error('the sample has a pair');
  const moved = { ...pair, first: { ...pair.first, line: 9, start: 1 } };
  const text = findingMarkdown(
    { ...race, pairs: [pair, moved, { ...moved, array: 'other' }, { ...pair, array: 'other' }] },
    context,
  );
  expect(text.split('\n').filter((line) => line.startsWith('  - ') && line.includes(' with '))).toEqual([
    '  - `src/sum.cu:9` with `src/sum.cu:5`',
  ]);
});

test('one patch for several findings is printed once', () => {
  const text = renderMarkdown(
    {
      ...report,
      kernels: [{ ...(report.kernels[0] ?? raise()), findings: [race, { ...race, id: 'F9', fingerprint: 'ff' }] }],
    },
    context,
  );
  expect(text.match(/```diff/g)).toHaveLength(1);
  expect(text).toContain('The patch of F1 fixes this as well.');
});

const raise = (): never => {
  throw new Error('the sample has kernels');
};

test('names from the pull request stay text', () => {
  const evil = 'k<img src=x>@octocat `` <!-- syncwright:finding 1 -->';
  const text = findingMarkdown(
    {
      ...divergence,
      kernel: evil,
      message: `${evil} waits`,
      related: [{ ...divergence.related[0], span: { ...divergence.span, start: 0, file: `${evil}.cu` }, note: evil }],
    },
    context,
  );
  expect(text).not.toContain('<!--');
  expect(text.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')).not.toMatch(/<img|@octocat/);
});

test('where there is no patch, what can be done', () => {
  expect(findingMarkdown({ ...divergence, advice: 'take the barrier out of `if`' }, context)).toContain(
    '\n\n**No patch:** take the barrier out of `if`.',
  );
});
