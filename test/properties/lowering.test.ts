/**
 * Lowering against the system's C++ compiler: the machine's run of a lowered function gives what the compiled function
 * gives (`-O0 -fwrapv`). `SEED=… RUNS=… npx vitest run test/properties/lowering.test.ts` repeats or widens the search.
 */
import { expect, test } from 'vitest';
import type { Random } from '../../src/base/random.ts';
import type { Inputs, Outcome } from './compiled.ts';
import type { Source } from './random-expression.ts';
import { createRandom } from '../../src/base/random.ts';
import { compiledOutcomes, compiler, loweredOutcomes } from './compiled.ts';
import { functionPrelude, randomFunction } from './random-function.ts';
import { floating, header, integer, parameters, prelude } from './random-expression.ts';
import { seed } from '../seeded.ts';

const batch = 250;
const skipped = compiler === null ? ' (skipped: no g++ to compare with)' : '';

const extremes = [
  0n,
  1n,
  -1n,
  2n,
  5n,
  -7n,
  31n,
  127n,
  -128n,
  255n,
  32767n,
  -32768n,
  65535n,
  2147483647n,
  -2147483648n,
  4294967295n,
  9007199254740993n,
  0x7fffffffffffffffn,
  -0x8000000000000000n,
];
const floats = [0, -0.5, 1, 1.5, -3.25, 100.75, 0.1, 1e-3, 12345.678, -1e9, 3e38];

function randomInputs(random: Random): Inputs {
  return new Map(
    parameters.map(({ name, type }): [string, bigint | number] => {
      if (type.kind === 'float') {
        const value = floats[random.below(floats.length)] ?? 0;
        return [name, type.bits === 32 ? Math.fround(value) : value];
      }
      const value = extremes[random.below(extremes.length)] ?? 0n;
      if (type.kind === 'bool') return [name, value & 1n];
      return [name, type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value)];
    }),
  );
}

type Answer = Readonly<{
  /** Functions that compute something else, with their text. */ wrong: readonly string[];
  /** Reasons of those that are not lowered exactly. */ open: readonly string[];
}>;

/** Makes `count` functions with `make`, and compares what the two sides compute. */
async function compared(count: number, make: (random: Random, name: string) => string): Promise<Answer> {
  const random = createRandom(seed);
  const wrong: string[] = [];
  const open: string[] = [];
  for (let done = 0; done < count; done += batch) {
    const names = Array.from({ length: Math.min(batch, count - done) }, (_, k) => `k${done + k}`);
    const texts = names.map((name) => make(random, name));
    const inputs = Array.from({ length: 4 }, () => randomInputs(random));
    const text = `${prelude}\n${functionPrelude}\n${texts.join('\n')}`;
    const native = compiledOutcomes(text, names, parameters, inputs);
    const lowered = new Map(await loweredOutcomes(text, inputs));
    // where the parser loses its way in one function, those after it are lost with it: they are read alone
    for (const [k, name] of names.entries()) {
      if (lowered.has(name)) continue;
      const alone = await loweredOutcomes(`${prelude}\n${functionPrelude}\n${texts[k] ?? ''}`, inputs);
      lowered.set(name, alone.get(name) ?? inputs.map(() => ({ problem: 'the parser loses the function' })));
    }
    names.forEach((name, k) => {
      const at = inputs.findIndex((_, n) => describe(native[k]?.[n]) !== describe(lowered.get(name)?.[n]));
      const outcome = lowered.get(name)?.[at];
      if (outcome !== undefined && 'problem' in outcome) open.push(outcome.problem);
      else if (at !== -1)
        wrong.push(
          `${texts[k] ?? ''}\n${describe(native[k]?.[at])}\n${describe(outcome)}\n${printed(inputs[at] ?? new Map())}`,
        );
    });
  }
  return { wrong, open };
}

const describe = (outcome: Outcome | undefined): string =>
  outcome === undefined
    ? 'no run'
    : 'problem' in outcome
      ? outcome.problem
      : outcome.words
          .map((word, k) => `${k}:${word}`)
          .filter((word) => !word.endsWith(':0'))
          .join(' ');
const printed = (inputs: Inputs): string => [...inputs].map(([name, value]) => `${name}=${value}`).join(' ');

function expressionFunction(random: Random, name: string): string {
  const source: Source = { random, names: parameters, locals: [] };
  const isFloat = random.below(4) === 0;
  const depth = 1 + random.below(4);
  const made = isFloat ? floating(source, depth) : integer(source, depth);
  return `${header(name)} { ${source.locals.join(' ')} ${isFloat ? 'fout' : 'out'}[0] = ${made.text}; }`;
}

/** The grammar cannot read everything that C++ allows: a few functions may be given up, none may be lowered wrongly. */
const mostOpen = 0.03;
const expressions = Number(process.env['RUNS'] ?? 250);
const functions = Math.ceil(expressions / 5);
test.skipIf(compiler === null).each([
  ['expressions', expressions, expressionFunction],
  ['functions', functions, randomFunction],
] as const)(
  `lowered %s compute what C++ says (seed ${seed}, %i of them)${skipped}`,
  async (_, count, make) => {
    const { wrong, open } = await compared(count, make);
    expect(wrong).toEqual([]);
    expect(open.length, open.join('\n')).toBeLessThanOrEqual(Math.max(3, count * mostOpen));
  },
  3_600_000,
);
