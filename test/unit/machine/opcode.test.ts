/** The literal numbers in interpret.ts are those of opcode.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { op } from '../../../src/machine/opcode.ts';

test('interpret.ts has every instruction under its number', () => {
  const text = readFileSync(new URL('../../../src/machine/interpret.ts', import.meta.url), 'utf8');
  const cases = [...text.matchAll(/case (\d+):(?: \{)?\s+\/\/ (\w+)/g)].map(
    (match) => [match[2] ?? '', Number(match[1])] as const,
  );
  expect(Object.fromEntries(cases)).toEqual(op);
});
