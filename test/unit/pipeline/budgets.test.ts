import { describe, expect, it } from 'vitest';
import { budgets, effortOf, nothingInVain } from '../../../src/pipeline/budgets.ts';

describe('what the runs for one question may cost', () => {
  it('grows from one model to the next', () => {
    const { each, all } = effortOf(nothingInVain(), false);
    expect([...each].sort((a, b) => a - b)).toEqual(each);
    expect(all).toBe(budgets.allSteps);
  });

  it('is less once something is confirmed', () => {
    const [open, racy] = [false, true].map((isRacy) => effortOf(nothingInVain(), isRacy));
    expect(racy?.each.length).toBeLessThan(open?.each.length ?? 0);
    expect(racy?.all).toBeLessThan(open?.all ?? 0);
  });

  it('is one run after many refuted models, and a short one where runs were cut short again and again', () => {
    expect(effortOf({ ...nothingInVain(), models: budgets.allTries }, false).each).toEqual([budgets.machine.maxSteps]);
    expect(effortOf({ ...nothingInVain(), models: budgets.allTries, cut: budgets.cutRuns }, false).each).toEqual([
      budgets.cutSteps,
    ]);
  });
});
