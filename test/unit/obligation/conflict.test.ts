/** Pairs are counted as they are made. */
import { describe, expect, it } from 'vitest';
import type { IntervalAccess } from '../../../src/protocol/protocol.ts';
import { conflictingPairs, countConflicting } from '../../../src/obligation/conflict.ts';
import { access, splitOf, tx } from './split-of.ts';

const modes = ['read', 'write', 'atomic'] as const;
const accesses: readonly IntervalAccess[] = ['s', 'g'].flatMap((array, a) =>
  [...modes, 'read' as const, 'write' as const].flatMap((mode, k) => [
    access(20 * a + 2 * k, tx, { array, mode, ...(mode === 'atomic' ? { scope: 'device' as const } : {}) }),
    access(20 * a + 2 * k + 1, tx, { array, mode, ...(mode === 'atomic' ? { scope: 'block' as const } : {}) }),
  ]),
);

describe('pairs of accesses', () => {
  it('are those of one array, of which one changes it', () => {
    const split = splitOf([]);
    for (const some of [accesses, accesses.slice(0, 10), accesses.filter(({ access: { mode } }) => mode === 'read')]) {
      expect(countConflicting(split, some, 'block')).toBe(conflictingPairs(split, some, 'block').length);
      expect(countConflicting(split, some, 'grid')).toBe(conflictingPairs(split, some, 'grid').length);
    }
  });
});
