/**
 * Every run that confirms a finding satisfies all that is assumed, by an evaluator of this file's own: C's conversions
 * of 32 and 64 bits, and no value where C leaves one undefined. The kernels tempt every way by which findings are
 * confirmed to use arguments of its own choice.
 */
import { fc, seed } from '../seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConcreteRun } from '../../src/launch/run.ts';
import type { Dim3 } from '../../src/launch/launch.ts';
import type { Engine } from '../../src/engine.ts';
import { assetPaths } from '../../src/assets.ts';
import { createEngine } from '../../src/pipeline.ts';

const numRuns = Number(process.env['RUNS'] ?? 60);

type Type = 'int' | 'unsigned' | 'long long' | 'unsigned long long';
type Value = Readonly<{ value: bigint; type: Type }>;
type Term =
  | Readonly<{ kind: 'literal'; value: bigint; type: Type }>
  | Readonly<{ kind: 'name'; name: string; type: Type }>
  | Readonly<{ kind: 'cast'; to: Type; of: Term }>
  | Readonly<{ kind: 'binary'; op: string; left: Term; right: Term }>
  | Readonly<{ kind: 'not'; of: Term }>;

const names: readonly (readonly [string, Type])[] = [
  ['w', 'int'],
  ['u', 'unsigned'],
  ['l', 'long long'],
  ['gridDim.x', 'unsigned'],
  ['blockDim.x', 'unsigned'],
];
const types: readonly Type[] = ['int', 'unsigned', 'long long'];

// Text and value ------------------------------------------------------------------------------------------------------

function textOf(term: Term): string {
  switch (term.kind) {
    case 'literal':
      return `${term.value}${term.type === 'unsigned' ? 'u' : ''}`;
    case 'name':
      return term.name;
    case 'cast':
      return `(${term.to})(${textOf(term.of)})`;
    case 'not':
      return `!(${textOf(term.of)})`;
    case 'binary':
      return `(${textOf(term.left)} ${term.op} ${textOf(term.right)})`;
  }
}

const isWide = (type: Type): boolean => type.endsWith('long long');
const isUnsigned = (type: Type): boolean => type.startsWith('unsigned');
const converted = (value: bigint, type: Type): Value => ({
  value: isUnsigned(type)
    ? BigInt.asUintN(isWide(type) ? 64 : 32, value)
    : BigInt.asIntN(isWide(type) ? 64 : 32, value),
  type,
});

function common(a: Type, b: Type): Type {
  if (isWide(a) !== isWide(b)) return isWide(a) ? a : b;
  return isUnsigned(a) ? a : b;
}

/** Null where C says nothing. */
function valueOf(term: Term, given: ReadonlyMap<string, bigint>): Value | null {
  switch (term.kind) {
    case 'literal':
      return converted(term.value, term.type);
    case 'name':
      return converted(given.get(term.name) ?? 0n, term.type);
    case 'cast': {
      const of = valueOf(term.of, given);
      return of === null ? null : converted(of.value, term.to);
    }
    case 'not': {
      const of = valueOf(term.of, given);
      return of === null ? null : truth(of.value === 0n);
    }
    case 'binary':
      return binaryValue(term.op, valueOf(term.left, given), () => valueOf(term.right, given));
  }
}

const truth = (holds: boolean): Value => ({ value: holds ? 1n : 0n, type: 'int' });

function binaryValue(op: string, left: Value | null, rightOf: () => Value | null): Value | null {
  if (left === null) return null;
  if (op === '&&' && left.value === 0n) return truth(false);
  if (op === '||' && left.value !== 0n) return truth(true);
  const right = rightOf();
  if (right === null) return null;
  if (op === '&&' || op === '||') return truth(right.value !== 0n);
  const type = common(left.type, right.type);
  const [a, b] = [converted(left.value, type).value, converted(right.value, type).value];
  const compared: Readonly<Record<string, boolean>> = {
    '<': a < b,
    '<=': a <= b,
    '>': a > b,
    '>=': a >= b,
    '==': a === b,
    '!=': a !== b,
  };
  const holds = compared[op];
  if (holds !== undefined) return truth(holds);
  if ((op === '/' || op === '%') && b === 0n) return null;
  const exact = op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : op === '/' ? a / b : a % b;
  const result = converted(exact, type);
  return !isUnsigned(type) && result.value !== exact ? null : result;
}

// Random conditions and kernels ---------------------------------------------------------------------------------------

const atom: fc.Arbitrary<Term> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...names).map(([name, type]): Term => ({ kind: 'name', name, type })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(0n, 1n, 2n, 5n, 8n, 32n, 64n, 100n), fc.constantFrom<Type>('int', 'unsigned'))
      .map(([value, type]): Term => ({ kind: 'literal', value, type })),
  },
);
const sum: fc.Arbitrary<Term> = fc.oneof(
  { weight: 3, arbitrary: atom },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...types), atom).map(([to, of]): Term => ({ kind: 'cast', to, of })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('+', '-', '*', '/', '%'), atom, atom)
      .map(([op, left, right]): Term => ({ kind: 'binary', op, left, right })),
  },
);
const comparison: fc.Arbitrary<Term> = fc
  .tuple(fc.constantFrom('<', '<=', '>', '>=', '==', '!='), sum, sum)
  .map(([op, left, right]): Term => ({ kind: 'binary', op, left, right }));
const condition: fc.Arbitrary<Term> = fc.oneof(
  { weight: 5, arbitrary: comparison },
  { weight: 1, arbitrary: comparison.map((of): Term => ({ kind: 'not', of })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('&&', '||'), comparison, comparison)
      .map(([op, left, right]): Term => ({ kind: 'binary', op, left, right })),
  },
);

const bodies = [
  'float sum = 0; for (int i = w; i < 9; i++) sum += t; out[0] = sum;',
  'out[t % 7 == 3 ? w & 15 : t] = t;',
  'out[t + blockIdx.x * w] = t;',
  'out[t / (u % 5 + 1)] = t;',
  'out[in[t] + l] = t;',
  '__shared__ int s[1024]; s[t] = in[t]; if (t < w) out[t] = s[t + u];',
  'if (t < w) __syncthreads(); out[t] = 1;',
  'int v = t; if (t < w) { v = __shfl_down_sync(0xffffffffu, v, 1); out[t] = v; } else { out[t + 1] = 0; }',
  'if (t == 0) { atomicAdd(out, 1); while (atomicAdd(out, 0) < w) { } }',
  'int before = atomicMin(out, w - t); if (w - t < before) { assert(w - t < atomicAdd(out + 1, 0)); atomicExch(out + 1, w - t); }',
];
const sample = fc.record({
  body: fc.constantFrom(...bodies),
  conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  block: fc.constantFrom<Dim3 | null>(null, [64, 1, 1], [3, 1, 1]),
  grid: fc.constantFrom<Dim3 | null>(null, [1, 1, 1], [3, 1, 1]),
  params: fc.constantFrom<readonly (readonly [string, bigint])[]>([], [], [['w', 6n]], [['u', 3n]]),
});

const givenIn = (run: ConcreteRun): ReadonlyMap<string, bigint> =>
  new Map([
    ['gridDim.x', BigInt(run.grid[0])],
    ['blockDim.x', BigInt(run.block[0])],
    ...[...run.scalars].map(([name, value]) => [name, BigInt(value)] as const),
  ]);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

test(`what is confirmed satisfies what is assumed (seed ${seed}, ${numRuns} kernels)`, async () => {
  let confirmed = 0;
  await fc.assert(
    fc.asyncProperty(sample, async ({ body, conditions, block, grid, params }) => {
      const source = `#include <cassert>\n__global__ void k(int *out, const int *in, int w, unsigned u, long long l) { int t = threadIdx.x; ${body} }\n`;
      const report = await engine.analyze({
        files: ['k.cu'],
        read: (path) => (path === 'k.cu' ? source : null),
        options: {
          kernel: null,
          block,
          grid,
          params: new Map(params),
          fills: new Map([['out', 0n]]),
          assumes: conditions.map(textOf),
          defines: new Map(),
          includeDirs: [],
          warpModel: 'its',
          level: 'grid',
          timeoutSeconds: 10,
          repair: false,
        },
      });
      expect(report.kernels.map(({ name }) => name)).toEqual(['k']);
      for (const { status, witness, code } of report.kernels.flatMap(({ findings }) => findings)) {
        if (status !== 'confirmed' || witness === null) continue;
        confirmed++;
        const given = givenIn(witness.run);
        const broken = conditions.filter((one) => valueOf(one, given)?.value !== 1n).map(textOf);
        expect({ code, broken, given: [...given] }).toEqual({ code, broken: [], given: [...given] });
        expect(block ?? witness.run.block).toEqual(witness.run.block);
        expect(grid ?? witness.run.grid).toEqual(witness.run.grid);
        for (const [name, value] of params) expect(given.get(name)).toBe(value);
      }
    }),
    { seed, numRuns },
  );
  expect(confirmed).toBeGreaterThan(0);
}, 600_000);
