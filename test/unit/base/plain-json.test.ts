import { expect, test } from 'vitest';
import { fc } from '../../seeded.ts';
import { fromPlainJson, plainJson } from '../../../src/base/plain-json.ts';

const leaf = fc.oneof(fc.string(), fc.bigInt(), fc.double(), fc.boolean(), fc.constant(null));
const plain = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value')),
    fc.dictionary(fc.stringMatching(/^[a-z]+$/), tie('value')),
    fc.array(fc.tuple(fc.oneof(fc.string(), fc.integer()), tie('value'))).map((pairs) => new Map(pairs)),
  ),
})).value;

test('comes back as it was', () => {
  fc.assert(
    fc.property(plain, (value) => {
      expect(fromPlainJson(plainJson(value))).toEqual(value);
    }),
  );
});

test('marks that are not ours are data like any other', () => {
  expect(fromPlainJson('{"$int":"x","a":{"$int":"5e"},"b":{"$map":[1]}}')).toEqual({
    $int: 'x',
    a: { $int: '5e' },
    b: { $map: [1] },
  });
});
