/** What is left out of stories changes no drawing; and which have one. */
import { expect, test } from 'vitest';
import type { RunStory, StoryStep } from '../../../src/verdict/run-story.ts';
import type { EngineOptions } from '../../../src/engine.ts';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { fc } from '../../seeded.ts';
import { timelineOfStory } from '../../../src/report/timeline-story.ts';
import { withoutTheRest } from '../../../src/pipeline/stories.ts';

const step = (who: 0 | 1, interval: number, did: StoryStep['did'], touch: StoryStep['touch']): StoryStep => ({
  who,
  interval,
  did,
  touch,
  loops: [],
  span: null,
});
const access: StoryStep['did'] = { kind: 'access', mode: 'read', element: 's[0]', byte: 0, value: '1', before: null };

/** So many accesses of either thread in each interval, with a collision in one of them. */
const story: fc.Arbitrary<RunStory> = fc
  .record({
    counts: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 8 }),
    at: fc.nat(),
    isApart: fc.boolean(),
  })
  .map(({ counts, at, isApart }): RunStory => {
    const hit = at % counts.length;
    const steps = counts.flatMap((pair, interval) =>
      ([0, 1] as const).flatMap((who) => [
        ...(interval > 0 ? [step(who, interval, { kind: 'passes', scope: 'block' }, 'other')] : []),
        ...Array.from({ length: pair[who] }, () => step(who, interval, access, 'other')),
        ...(interval === hit ? [step(who, interval, access, 'hit')] : []),
        ...(interval + 1 < counts.length
          ? [step(who, interval, { kind: 'arrives', scope: 'block' }, 'other')]
          : [step(who, interval, { kind: 'exits' }, 'other')]),
      ]),
    );
    return {
      kind: 'race',
      threads: [
        { block: [0, 0, 0], thread: [0, 0, 0] },
        { block: [isApart ? 1 : 0, 0, 0], thread: [1, 0, 0] },
      ],
      cell: { text: 's[0]', byte: 0 },
      steps,
      leftOut: 0,
      failure: null,
      gathered: null,
    };
  });

test('the time line is the same, of fewer steps', () => {
  let fewer = 0;
  fc.assert(
    fc.property(story, (whole) => {
      const kept = withoutTheRest(whole);
      expect(timelineOfStory(kept, () => null)).toEqual(timelineOfStory(whole, () => null));
      if (kept.steps.length < whole.steps.length) fewer++;
    }),
  );
  expect(fewer).toBeGreaterThan(10);
});

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
const long = (turns: number): string => `for (int i = 0; i < ${turns}; i++) x = x * 3 + i;`;
const collides = 's[threadIdx.x] = x; x += s[(threadIdx.x + 1) % blockDim.x];';

test.each([
  ['behind', collides + long(20_000), true],
  ['before', long(1_000_000) + collides, false],
])('a run that is long %s its collision', async (_, body, isTold) => {
  const engine = await createEngine(assetPaths(), () => 0);
  try {
    const text = `__global__ void k(int *out) { __shared__ int s[64]; int x = out[threadIdx.x]; ${body} out[threadIdx.x] = x; }\nvoid run(int *out) { k<<<1, 64>>>(out); }\n`;
    const { kernels } = await engine.analyze({
      files: ['k.cu'],
      read: (path) => (path === 'k.cu' ? text : null),
      options: { ...options, stories: true },
    });
    const [finding] = kernels[0]?.findings ?? [];
    expect(finding?.status).toBe('confirmed');
    expect(finding?.story !== undefined).toBe(isTold);
  } finally {
    await engine.close();
  }
});
