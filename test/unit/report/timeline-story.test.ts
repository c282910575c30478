/** The time line of a watched run, as text, as a picture, and step by step. */
import { describe, expect, test } from 'vitest';
import type { RunStory, StoryStep } from '../../../src/verdict/run-story.ts';
import { stepTexts } from '../../../src/report/story-steps.ts';
import { conclusionOf, timelineOfStory } from '../../../src/report/timeline-story.ts';
import { timelineSvg } from '../../../src/report/timeline-svg.ts';
import { timelineText } from '../../../src/report/timeline-text.ts';
import { source, spanOf } from './sample-report.ts';

type Access = Extract<StoryStep['did'], { kind: 'access' }>;
const access = (mode: Access['mode'], element: string, value: string, before: string | null = null): Access => ({
  kind: 'access',
  mode,
  element,
  byte: 4,
  value,
  before,
});
const step = (who: 0 | 1, interval: number, did: StoryStep['did'], touch: StoryStep['touch'] = 'other'): StoryStep => ({
  who,
  interval,
  did,
  touch,
  loops: [],
  span:
    did.kind === 'exits' || did.kind === 'held' || did.kind === 'resumes'
      ? null
      : spanOf(did.kind === 'access' ? 'scratch[63 - t]' : 'int t = threadIdx.x'),
});
const both = (interval: number, did: StoryStep['did']): readonly StoryStep[] => [
  step(0, interval, did),
  step(1, interval, did),
];
const barrier = (interval: number): readonly StoryStep[] => [
  ...both(interval, { kind: 'arrives', scope: 'block' }),
  ...both(interval + 1, { kind: 'passes', scope: 'block' }),
];

const race: RunStory = {
  kind: 'race',
  threads: [
    { block: [0, 0, 0], thread: [0, 0, 0] },
    { block: [0, 0, 0], thread: [1, 0, 0] },
  ],
  cell: { text: 's[1]', byte: 4 },
  leftOut: 0,
  gathered: null,
  failure: null,
  steps: [
    ...[0, 1, 2, 3].flatMap((interval) => [...both(interval, access('read', 'in[0]', '1')), ...barrier(interval)]),
    step(0, 4, access('read', 's[1]', '7'), 'hit'),
    step(1, 4, access('read', 's[2]', '3')),
    step(1, 4, access('write', 's[1]', '8', '7'), 'hit'),
    ...barrier(4),
  ],
};
const apart: RunStory = {
  ...race,
  threads: [
    { block: [0, 0, 0], thread: [0, 0, 0] },
    { block: [1, 0, 0], thread: [0, 0, 0] },
  ],
};
const parted: RunStory = {
  ...race,
  kind: 'divergence',
  cell: null,
  gathered: { arrived: 40, exited: 24 },
  steps: [
    step(0, 0, { kind: 'arrives', scope: 'block' }, 'hit'),
    step(1, 0, access('read', 'in[0]', '1')),
    step(1, 0, { kind: 'exits' }, 'hit'),
    step(0, 1, { kind: 'passes', scope: 'block' }),
  ],
};
const delayed: RunStory = {
  ...apart,
  kind: 'schedule',
  cell: { text: 'lock', byte: 0 },
  steps: [
    step(0, 0, access('atomic', 'lock', '0', '0'), 'hit'),
    step(0, 0, { kind: 'held' }),
    step(1, 0, access('atomic', 'lock', '1', '0'), 'hit'),
    step(0, 0, { kind: 'resumes' }),
    step(0, 0, access('atomic', 'lock', '1', '1'), 'hit'),
  ],
};
const lines = (story: RunStory): readonly string[] => timelineText(timelineOfStory(story, source), 80);

describe('as text', () => {
  test('a race: earlier intervals are counted, the barriers have their lines, the two accesses share a row', () => {
    expect(lines(race)).toEqual([
      '  thread (0,0,0)                       │   thread (1,0,0)',
      '══ start of the kernel ════════════════╪═════════════════════════════════════',
      '╌╌ 2 intervals, 2 accesses each ╌╌╌╌╌╌╌╪╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌',
      '══ barrier 2, line 3 ══════════════════╪═════════════════════════════════════',
      '  line 5                               │   line 5',
      '  reads in[0] = 1                      │   reads in[0] = 1',
      '══ barrier 3, line 3 ══════════════════╪═════════════════════════════════════',
      '  line 5                               │   line 5',
      '  reads in[0] = 1                      │   reads in[0] = 1',
      '══ barrier 4, line 3 ══════════════════╪═════════════════════════════════════',
      '                                       │   line 5',
      '                                       │   reads s[2] = 3',
      '  line 5                               │   line 5',
      '  reads s[1] = 7                     ✗ │ ✗ writes s[1] = 8',
      '══ barrier 5, line 3: the next ════════╪═════════════════════════════════════',
    ]);
  });
  test('a divergence: who waits and who is gone, and how many', () => {
    expect(lines(parted).slice(2)).toEqual([
      '                                       │   line 5',
      '                                       │   reads in[0] = 1',
      '  line 3                               │   at the end',
      '  waits at the barrier               ✗ │ ✗ has exited the kernel',
      '══ not all threads meet at the barrier ╪═════════════════════════════════════',
    ]);
    expect(conclusionOf(parted)).toContain(
      'At that moment 40 threads of the block wait at a barrier and 24 have exited the kernel.',
    );
  });
  test('a schedule: one row a step, in the order in which it happened', () => {
    expect(lines(delayed).filter((line) => /delayed|goes on|atomically/.test(line))).toEqual([
      '  updates lock atomically: stays 0   ✗ │',
      '  is delayed here                      │',
      '                                       │ ✗ updates lock atomically: 0 → 1',
      '  goes on                              │',
      '  updates lock atomically: stays 1   ✗ │',
    ]);
  });
  test('threads of different blocks have their barriers in their own columns', () => {
    expect(lines(apart).filter((line) => line.startsWith('══'))).toEqual([
      '══ start of the kernel ════════════════╪═════════════════════════════════════',
      '══ no order between blocks ════════════╪═════════════════════════════════════',
    ]);
    expect(lines(apart).join('\n')).toContain('… 3 accesses, 3 barriers (lines');
  });
});

describe('step by step', () => {
  test('every access up to the next barrier, with its source, value and cell', () => {
    const steps = stepTexts(race, source, 80);
    expect(steps).toHaveLength(21);
    expect(steps.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual([
      [
        '── step 17 of 21 · behind 4 barriers ───────────────────────────────────────────',
        '     5 │ if (t < n) data[t] = scratch[63 - t];',
        '       │                      ^^^^^^^^^^^^^^^',
        '  thread (0,0,0) reads s[1] = 7 (byte 4 of the array)',
        '  ✗ they collide here, in s[1]',
      ].join('\n'),
      [
        '── step 19 of 21 · behind 4 barriers ───────────────────────────────────────────',
        '     5 │ if (t < n) data[t] = scratch[63 - t];',
        '       │                      ^^^^^^^^^^^^^^^',
        '  thread (1,0,0) writes s[1] = 8, where 7 was (byte 4 of the array)',
        '  ✗ they collide here, in s[1]',
        '  Both access s[1] and no barrier separates them: either may come first.',
      ].join('\n'),
    ]);
  });
  test('a thread that is delayed is a step too', () => {
    expect(stepTexts(delayed, source, 80).map(({ text }) => text.split('\n')[1])).toContain(
      '  block (0,0,0) thread (0,0,0) is delayed here',
    );
  });
});

describe('as a picture', () => {
  const picture = (story: RunStory): string =>
    timelineSvg({
      title: 'SW101 in f<int>, a & b.cu:5',
      message: 'he said "x < y"\u0000\u202e',
      facts: ['launch'],
      timeline: timelineOfStory(story, source),
      how: story.kind,
      cell: story.cell?.text ?? null,
      conclusion: conclusionOf(story),
      notes: [],
      patch: null,
    });
  test('text is escaped, and no character is left that XML does not allow', () => {
    const svg = picture(race);
    expect(svg).toContain('<title id="title">SW101 in f&lt;int&gt;, a &amp; b.cu:5</title>');
    expect(svg).toContain('he said &quot;x &lt; y&quot;␀&lt;U+202E&gt;');
    expect(svg).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|<script|href=|@import|url\(/);
  });
  test('it stands alone, says what it shows to a screen reader, and is light or dark', () => {
    const svg = picture(race);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img" aria-labelledby="title description">/,
    );
    expect(svg).toContain('either may come first.</desc>');
    expect(svg).toContain('@media (prefers-color-scheme:dark)');
  });
  test('the collision is marked once, between both', () => {
    const svg = picture(race);
    expect([
      svg.split('class="badge"').length - 1,
      svg.split('class="link"').length - 1,
      svg.split('class="barrier"').length - 1,
    ]).toEqual([1, 2, 3]);
    expect(svg).toContain('>s[1]</text>');
  });
  test('a delay is a line from where the thread was held to where it went on', () =>
    expect(picture(delayed).split('class="held"').length - 1).toBe(1));
  test('a divergence has a broken barrier', () => expect(picture(parted)).toContain('class="broken"'));
});
