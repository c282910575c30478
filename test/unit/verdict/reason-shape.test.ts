import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeOf, wordsOfAlike } from '../../../src/verdict/reason-shape.ts';

const limit = (place: string): string => `${place}: the time limit of 10 s was reached [SL105]`;
const texture = (line: number, name: string): string => `line ${line}: \`${name}\` is not modelled [SL101]`;

test('values that are the same for all stay; places, which differ, go', () => {
  expect(wordsOfAlike([limit('cellEnd, line 93'), limit('line 7')])).toBe('the time limit of 10 s was reached [SL105]');
  expect(
    wordsOfAlike([
      'a.cu:12 passes one array as p and q: not modelled (`__restrict__` on one of them promises that they are apart)',
    ]),
  ).toBe(
    'a.cu:12 passes one array as p and q: not modelled (`__restrict__` on one of them promises that they are apart)',
  );
});

test('where one name differs, the commonest comes first and the others are listed, as far as they are few', () => {
  expect(wordsOfAlike([texture(1, 'a'), texture(2, 'b'), texture(3, 'b')])).toBe(
    '`b` is not modelled [SL101]; also `a`',
  );
  expect(wordsOfAlike(['a', 'b', 'c', 'd', 'e'].map((name) => texture(1, name)))).toBe(
    '`a` is not modelled [SL101]; also `b`, `c`, `d` and `e`',
  );
  expect(wordsOfAlike(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => texture(1, name)))).toBe(
    '`a` is not modelled [SL101]; also `b`, `c`, `d` and 2 more',
  );
});

test('where more differs, one is called an example', () => {
  expect(
    wordsOfAlike([
      'the loop on line 3 takes 10 iterations',
      'the loop on line 17 takes 1,024 iterations',
      'the loop on line 17 takes 1,024 iterations',
    ]),
  ).toBe('for example: the loop on line 17 takes 1,024 iterations');
  expect(wordsOfAlike(['`a` is 1', '`b` is 2'])).toBe('for example: `a` is 1');
});

test('reasons alike have one shape, and no value is lost or made up: the words are those of a reason that was given', () => {
  const name = fc.stringMatching(/^[a-z]{1,5}$/);
  fc.assert(
    fc.property(
      fc.array(fc.record({ line: fc.nat(999), name, steps: fc.constantFrom('10', '1,024') }), {
        minLength: 1,
        maxLength: 9,
      }),
      (all) => {
        const reasons = all.map(
          ({ line, name: own, steps }) => `line ${line}: \`${own}\` takes ${steps} steps [SL104]`,
        );
        expect(new Set(reasons.map(shapeOf)).size).toBe(1);
        const words = wordsOfAlike(reasons);
        expect(words).not.toContain('…');
        expect(
          all.some(
            ({ name: own, steps }) =>
              words.replace(/^for example: |; also .*$/g, '') === `\`${own}\` takes ${steps} steps [SL104]`,
          ),
        ).toBe(true);
      },
    ),
  );
});
