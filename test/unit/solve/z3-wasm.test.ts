/**
 * Z3 on its thread: dialogues one after the other, a limit of time that its steps do not know, and what comes after it.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createZ3 } from '../../../src/solve/z3-wasm.ts';

const endless =
  '(declare-const x Int)\n(declare-const y Int)\n(declare-const z Int)\n(assert (and (> x 1) (> y 1) (> z 1) (= (+ (* x x x) (* y y y)) (+ (* z z z) 0))))\n(check-sat-using smt)';

describe('Z3 on its thread', () => {
  const z3 = createZ3();
  afterAll(() => z3.close());

  it('a dialogue has a context of its own, which its questions share', async () => {
    const first = z3.dialogue(async ({ ask }) => [
      await ask('(declare-const x Int)'),
      await ask('(assert (= x 7))\n(check-sat)'),
      await ask('(get-value (x))'),
    ]);
    const second = z3.dialogue(({ ask }) => ask('(assert (= x 7))'));
    expect(await first).toEqual(['', 'sat\n', '((x 7))\n']);
    expect(await second).toContain('unknown constant x');
  });

  it('what takes longer than its time is unknown, and the next dialogue starts anew', async () => {
    const answers = await z3.dialogue(async ({ ask }) => [
      await ask(`(set-option :rlimit 4000000000)\n(set-option :timeout 200)\n${endless}`),
      await ask('(get-info :reason-unknown)'),
      await ask('(get-info :reason-unknown)'),
    ]);
    expect(answers).toEqual(['unknown', '(:reason-unknown "timeout")', '(:reason-unknown "timeout")']);
    expect(await z3.dialogue(({ ask }) => ask('(assert false)\n(check-sat)'))).toBe('unsat\n');
  });

  it('a limit of time that is far away changes no answer', async () => {
    expect(
      await z3.dialogue(({ ask }) =>
        ask('(set-option :timeout 60000)\n(declare-const x Int)\n(assert (> x x))\n(check-sat-using smt)'),
      ),
    ).toBe('unsat\n');
  });

  it('a dialogue whose user fails does not disturb the next one', async () => {
    const failing = z3.dialogue(async ({ ask }) => {
      await ask('(declare-const x Int)');
      throw new Error('of the user');
    });
    await expect(failing).rejects.toThrow('of the user');
    expect(await z3.dialogue(({ ask }) => ask('(declare-const x Int)\n(assert (> x 0))\n(check-sat)'))).toBe('sat\n');
  });

  it('starts again after it was closed', async () => {
    const other = createZ3();
    await other.warmUp();
    await other.close();
    expect(await other.dialogue(({ ask }) => ask('(check-sat)'))).toBe('sat\n');
    await other.close();
  });
});
