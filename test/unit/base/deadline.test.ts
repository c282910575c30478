import { expect, test } from 'vitest';
import { TimeLimit, deadlineAfter, earlier, noDeadline } from '../../../src/base/deadline.ts';

const clockAt = (): { now: number } => ({ now: 0 });

test('passes after its seconds, and not before', () => {
  const clock = clockAt();
  const deadline = deadlineAfter(2, () => clock.now, 'two seconds');
  clock.now = 2000;
  expect(deadline.passed()).toBe(false);
  expect(deadline.check).not.toThrow();
  clock.now = 2001;
  expect(deadline.passed()).toBe(true);
  expect(deadline.check).toThrow(new TimeLimit('two seconds'));
});

test('never passes without a limit', () => {
  expect(deadlineAfter(null, () => Number.MAX_VALUE, '')).toBe(noDeadline);
  expect(noDeadline.passed()).toBe(false);
});

test('of two, the one that passed is named', () => {
  const clock = clockAt();
  const both = earlier(deadlineAfter(1, () => clock.now, 'one kernel'), deadlineAfter(3, () => clock.now, 'all kernels'));
  clock.now = 1500;
  expect([both.passed(), both.text]).toEqual([true, 'one kernel']);
  clock.now = 3500;
  expect(both.text).toBe('all kernels');
});
