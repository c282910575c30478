import { expect, test } from 'vitest';
import { TimeLimit, deadlineAfter, earlier, noDeadline, partOf } from '../../../src/base/deadline.ts';

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
  const both = earlier(
    deadlineAfter(1, () => clock.now, 'one kernel'),
    deadlineAfter(3, () => clock.now, 'all kernels'),
  );
  clock.now = 1500;
  expect([both.passed(), both.text]).toEqual([true, 'one kernel']);
  clock.now = 3500;
  expect(both.text).toBe('all kernels');
});

test('a part ends with its share of the time that is left, and its end does not move', () => {
  const clock = clockAt();
  const whole = deadlineAfter(9, () => clock.now, 'nine seconds');
  clock.now = 3000;
  const third = partOf(whole, 1 / 3);
  expect(third.remaining()).toBeCloseTo(2000);
  clock.now = 4990;
  expect(third.passed()).toBe(false);
  clock.now = 5010;
  expect([third.passed(), whole.passed()]).toEqual([true, false]);
  expect(third.check).toThrow(new TimeLimit('nine seconds'));
});

test('the whole of it, and a part of no limit, are what they are a part of', () => {
  const whole = deadlineAfter(1, () => 0, '');
  expect(partOf(whole, 1)).toBe(whole);
  expect(partOf(noDeadline, 1 / 3)).toBe(noDeadline);
  expect(partOf(noDeadline, 1)).toBe(noDeadline);
});

test('a part of what has passed has passed', () => {
  const clock = clockAt();
  const whole = deadlineAfter(1, () => clock.now, '');
  clock.now = 5000;
  expect(partOf(whole, 1 / 3).passed()).toBe(true);
});
