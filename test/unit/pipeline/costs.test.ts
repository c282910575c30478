import { describe, expect, it } from 'vitest';
import { costsBy } from '../../../src/pipeline/costs.ts';
import { costWords } from '../../../src/report/cost-words.ts';

function clockOf(): { now: number } {
  return { now: 0 };
}

describe('where the time of a kernel goes', () => {
  it('a stage within another one is counted for itself, and what lies between stages for none', () => {
    const clock = clockOf();
    const costs = costsBy(() => clock.now);
    costs.timed('accesses', () => {
      clock.now += 10;
    });
    clock.now += 1000;
    costs.timed('search', () => {
      clock.now += 5;
      costs.timed('runs', () => {
        clock.now += 20;
      });
      clock.now += 5;
    });
    expect(costs.made().stages).toEqual([
      { stage: 'runs', ms: 20 },
      { stage: 'accesses', ms: 10 },
      { stage: 'search', ms: 10 },
    ]);
  });

  it('patches keep what they analyse anew', async () => {
    const clock = clockOf();
    const costs = costsBy(() => clock.now);
    await costs.timedLong('patches', () => {
      costs.timed('questions', () => {
        clock.now += 30;
      });
      return Promise.resolve();
    });
    expect(costs.made().stages).toEqual([{ stage: 'patches', ms: 30 }]);
  });

  it('a step that fails is counted, too', () => {
    const clock = clockOf();
    const costs = costsBy(() => clock.now);
    expect(() =>
      costs.timed('tiles', () => {
        clock.now += 7;
        throw new Error('the limit');
      }),
    ).toThrow('the limit');
    expect(costs.made().stages).toEqual([{ stage: 'tiles', ms: 7 }]);
  });

  it('in words, the slowest first, and nothing of what took no time to speak of', () => {
    const costs = {
      stages: [
        { stage: 'questions', ms: 1234 },
        { stage: 'runs', ms: 99 },
      ],
      questions: [{ about: 'out, line 3', ms: 1200 }],
    } as const;
    expect(costWords({ costs })).toEqual([
      'time: 1.2 s questions to the solver',
      'slowest questions: out, line 3 (1.2 s)',
    ]);
    expect(costWords({})).toEqual([]);
  });
});
