import { expect, test } from 'vitest';
import { colorChoiceIn, wantsColor } from '../../../src/cli/color.ts';

test('an option goes before the environment, and that before the terminal', () => {
  expect([wantsColor('always', { NO_COLOR: '1' }, false), wantsColor('never', { FORCE_COLOR: '1' }, true)]).toEqual([
    true,
    false,
  ]);
  expect([
    wantsColor('auto', {}, true),
    wantsColor('auto', {}, false),
    wantsColor('auto', { TERM: 'dumb' }, true),
  ]).toEqual([true, false, false]);
  expect([wantsColor('auto', { NO_COLOR: '1' }, true), wantsColor('auto', { NO_COLOR: '' }, true)]).toEqual([
    false,
    true,
  ]);
  expect(['1', '3', 'true', '0', 'false', ''].map((FORCE_COLOR) => wantsColor('auto', { FORCE_COLOR }, false))).toEqual(
    [true, true, true, false, false, false],
  );
  expect(wantsColor('auto', { FORCE_COLOR: '1', NO_COLOR: '1' }, false)).toBe(true);
});

test('the option may stand anywhere before --, and the last one counts', () => {
  expect(
    [
      ['check', 'a.cu', '--color', 'always'],
      ['--color=never', 'check'],
      ['--no-color'],
      ['--color', 'always', '--no-color'],
      ['--', '--no-color'],
      ['--color', 'blue'],
      [],
    ].map(colorChoiceIn),
  ).toEqual(['always', 'never', 'never', 'never', 'auto', 'auto', 'auto']);
});
