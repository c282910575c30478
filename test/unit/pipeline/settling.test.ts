import { describe, expect, it } from 'vitest';
import { TimeLimit, noDeadline } from '../../../src/base/deadline.ts';
import { createSiblings } from '../../../src/pipeline/siblings.ts';
import { settlingBy } from '../../../src/pipeline/settling.ts';

type Kind = Readonly<{ kind: 'race' }> | Readonly<{ kind: 'divergence' }>;
const race: Kind = { kind: 'race' };
const divergence: Kind = { kind: 'divergence' };

/** With how often it was asked, and the conditions that other instances are told. */
function settlingWith(
  condition: string | null,
  count = 1,
): Readonly<{
  settles: (evidence: Kind, left: number) => Promise<boolean>;
  asked: () => number;
  settledBy: () => string | null;
  told: () => readonly string[];
}> {
  let asked = 0;
  const siblings = createSiblings(count);
  const settling = settlingBy(
    () => {
      asked++;
      if (condition === 'late') throw new TimeLimit('too late');
      return Promise.resolve(condition);
    },
    { deadline: noDeadline, siblings, kernel: { name: 'k' } },
  );
  return {
    settles: (evidence, left) => settling.settles(evidence, left, () => null),
    asked: () => asked,
    settledBy: settling.settledBy,
    told: () => siblings.conditions.of('k').map(({ text }) => text),
  };
}

describe('a race that settles a kernel', () => {
  it('is asked for a condition once, which settles whatever comes later', async () => {
    const found = settlingWith('stride >= cols');
    expect(await found.settles(race, 9)).toBe(true);
    expect(await found.settles(race, 0)).toBe(true);
    expect([found.asked(), found.settledBy(), found.told()]).toEqual([1, 'stride >= cols', ['stride >= cols']]);
    const none = settlingWith(null);
    expect([await none.settles(race, 9), await none.settles(race, 9), none.asked(), none.told()]).toEqual([
      false,
      false,
      1,
      [],
    ]);
  });

  it('is none where few questions are left, unless there are many instances, and no divergence', async () => {
    const few = settlingWith('n >= 1');
    expect([await few.settles(race, 3), await few.settles(divergence, 9), few.asked()]).toEqual([false, false, 0]);
    const many = settlingWith('n >= 1', 24);
    expect(await many.settles(race, 0)).toBe(true);
  });

  it('leaves the kernel to its questions where time is up', async () => {
    const late = settlingWith('late');
    expect([await late.settles(race, 9), late.settledBy()]).toEqual([false, null]);
  });
});
