/** What a run shows of a kernel is told before all of it is decided, and the answer in the end says it, too. */
import { expect, test } from 'vitest';
import type { EngineOptions, ReportPart } from '../../../src/engine.ts';
import type { Finding } from '../../../src/verdict/finding.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { movedFinding } from '../../../src/lsp/moved.ts';
import { movesBetween } from '../../../src/lsp/change.ts';
import { physicalFile } from '../../../src/preprocess/physical-file.ts';

const options: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: null,
  repair: false,
};

async function partsOf(text: string, earlier: readonly Finding[] = []): Promise<readonly ReportPart[]> {
  const engine = await createEngine(assetPaths(), () => performance.now());
  const parts: ReportPart[] = [];
  const read = (path: string): string | null => (path === 'a.cu' ? text : null);
  await engine.analyze({
    files: ['a.cu'],
    read,
    options,
    earlier: () => earlier,
    onPart: (part) => {
      parts.push(part);
    },
  });
  await engine.close();
  return parts;
}

const kinds = (parts: readonly ReportPart[]): readonly string[] =>
  parts.map((part) => (part.kind === 'read' ? 'read' : `${part.kind} ${part.answer.verdict}`));

const racy = `__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
  out[128] = threadIdx.x;
}
void go(int *p) { k<<<1, 64>>>(p); }
`;

test('the first race is told once, before the verdict, with two threads; all findings follow', async () => {
  const parts = await partsOf(racy);
  expect(kinds(parts)).toEqual(['read', 'shown racy', 'answer racy', 'answer racy']);
  const [, first, , last] = parts;
  if (first?.kind !== 'shown' || last?.kind !== 'answer') throw new Error('not told');
  expect(first.answer.findings).toMatchObject([{ status: 'confirmed', kind: 'data-race' }]);
  expect(first.answer.findings[0]?.witness).not.toBeNull();
  expect(last.answer.findings.length).toBe(2);
  expect(last.answer.findings.map(({ fingerprint }) => fingerprint)).toContain(first.answer.findings[0]?.fingerprint);
});

test('of a barrier that not all threads reach, too', async () => {
  const parts = await partsOf(
    '__global__ void k(int *out) { if (threadIdx.x < 3) __syncthreads(); out[threadIdx.x] = 1; }\nvoid go(int *p) { k<<<1, 64>>>(p); }\n',
  );
  expect(kinds(parts)).toEqual(['read', 'shown racy', 'answer racy', 'answer racy']);
});

test.each([
  ['a race-free kernel', 'out[threadIdx.x] = 1;'],
  ['stores of equal values', 'out[0] = 1;'],
  ['a kernel that stays open', 'out[threadIdx.x * unknown()] = 1;'],
])('nothing is told of %s', async (_, statement) => {
  const parts = await partsOf(
    `__device__ int unknown();\n__global__ void k(int *out) { ${statement} }\nvoid go(int *p) { k<<<1, 64>>>(p); }\n`,
  );
  expect(kinds(parts).filter((kind) => kind.startsWith('shown'))).toEqual([]);
});

const single = `__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}
void go(int *p) { k<<<1, 64>>>(p); }
`;

/** The parts of the answer for the text after an edit, where what was shown before is known, and where it is not. */
async function afterEdit(
  text: string,
  from: string,
  to: string,
): Promise<readonly [known: readonly ReportPart[], unknown: readonly ReportPart[]]> {
  const last = (await partsOf(text)).at(-1);
  if (last?.kind !== 'answer') throw new Error('no answer');
  const after = text.replace(from, to);
  const edited = { isFile: () => true, moves: movesBetween(text, after), spanNow: physicalFile('a.cu', after).span };
  const earlier = last.answer.findings.flatMap((finding) => movedFinding(finding, edited) ?? []);
  expect(earlier).not.toEqual([]);
  return [await partsOf(after, earlier), await partsOf(after)];
}

const withoutTimes = (part: ReportPart | undefined): unknown =>
  part?.kind === 'answer' ? { ...part.answer, timeMs: 0, costs: null } : part;

test('what a run showed before an edit is told first where it still shows it, and the answer is what it would be', async () => {
  const [known, unknown] = await afterEdit(single, 'int s[64];', 'int s[64];\n  int more = 1;\n  more++;');
  expect(kinds(known)).toEqual(['read', 'shown racy', ...kinds(unknown).slice(1)]);
  const [, first] = known;
  if (first?.kind !== 'shown') throw new Error('not told');
  const [told] = first.answer.findings;
  expect([first.answer.findings.length, told?.severity]).toEqual([1, 'warning']);
  expect(told?.message).toMatch(/on line 5 .* on line 6 access s\[\d+\], and nothing orders them$/);
  expect(withoutTimes(known.at(-1))).toEqual(withoutTimes(unknown.at(-1)));
});

test.each([
  ['the race is mended', 'out[threadIdx.x];', 'out[threadIdx.x];\n  __syncthreads();'],
  ['other threads get there', '  s[threadIdx.x]', '  if (threadIdx.x > 63) s[threadIdx.x]'],
])('nothing is told where a run no longer shows it: %s', async (_, from, to) => {
  const [known, unknown] = await afterEdit(single, from, to);
  expect(kinds(known)).toEqual(kinds(unknown));
  expect(kinds(known).at(-1)).toBe('answer drf');
});
