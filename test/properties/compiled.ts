/** One program of many functions, run two ways: compiled by the system's C++ compiler, and lowered for the machine. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConcreteRun, InitialArray } from '../../src/launch/run.ts';
import type { Kernel } from '../../src/ir/ir.ts';
import type { Names } from './random-expression.ts';
import { eachStmt } from '../../src/ir/walk.ts';
import { lowerText } from '../unit/lower/lowered.ts';
import { runOnMachine } from '../../src/machine/run.ts';

/** Whether there is a C++ compiler to compare with. */
export const compiler = spawnSync('g++', ['--version']).status === 0 ? 'g++' : null;
const flags = [
  '-std=c++20',
  '-O0',
  '-fwrapv',
  '-ffp-contract=off',
  '-w',
  '-include',
  'cstdint',
  '-include',
  'cstddef',
  '-D__global__=static',
  '-D__device__=',
];
const cells = 32;

export type Inputs = ReadonlyMap<string, bigint | number>;
/** What a run leaves in `out` and `fout`, as hexadecimal words; or why there is nothing to compare. */
export type Outcome = Readonly<{ words: readonly string[] }> | Readonly<{ problem: string }>;

/** Runs every function `names` of the text natively, for each of the inputs. Outer index: function; inner: input. */
export function compiledOutcomes(
  text: string,
  names: readonly string[],
  parameters: Names,
  inputs: readonly Inputs[],
): readonly (readonly Outcome[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-lowering-'));
  try {
    writeFileSync(
      join(folder, 'all.cpp'),
      `#include <cstdio>\n#include <cstring>\n${text}\n${mainOf(names, parameters, inputs)}`,
    );
    execFileSync('g++', [...flags, '-o', join(folder, 'all'), join(folder, 'all.cpp')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const lines = execFileSync(join(folder, 'all'), { encoding: 'utf8', maxBuffer: 1 << 28 })
      .trim()
      .split('\n');
    return names.map((_, k) =>
      inputs.map((__, n): Outcome => ({ words: (lines[k * inputs.length + n] ?? '').trim().split(' ') })),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function mainOf(names: readonly string[], parameters: Names, inputs: readonly Inputs[]): string {
  const value = (input: Inputs, name: string): string => {
    const given = input.get(name) ?? 0n;
    return typeof given === 'bigint' ? (given < 0n ? `(-${-given - 1n}LL - 1)` : `${given}ULL`) : `${given}`;
  };
  const call = (name: string, input: Inputs): string =>
    `show(${name}, ${parameters.map((one) => value(input, one.name)).join(', ')});`;
  return `
template <class F, class... A> void show(F fn, A... args) {
  long long out[${cells}] = {}; double fout[${cells}] = {};
  fn(out, fout, args...);
  for (int k = 0; k < ${cells}; k++) std::printf("%llx ", (unsigned long long)out[k]);
  for (int k = 0; k < ${cells}; k++) { unsigned long long bits; if (fout[k] != fout[k]) bits = 0x7ff8000000000000ULL; else std::memcpy(&bits, &fout[k], 8); std::printf("%llx ", bits); }
  std::printf("\\n");
}
int main() { ${names.flatMap((name) => inputs.map((input) => call(name, input))).join('\n')} }`;
}

/** The same on the machine. */
export async function loweredOutcomes(
  text: string,
  inputs: readonly Inputs[],
): Promise<ReadonlyMap<string, readonly Outcome[]>> {
  const kernels = await lowerText(text);
  return new Map(kernels.map((kernel) => [kernel.name, inputs.map((input) => outcomeOf(kernel, input))]));
}

const zeroed = (fill: bigint | number): InitialArray => ({ elements: cells, fill, values: new Map() });

function outcomeOf(kernel: Kernel, input: Inputs): Outcome {
  if (kernel.unsupported !== null) return { problem: `unsupported: ${kernel.unsupported.text}` };
  const run: ConcreteRun = {
    block: [1, 1, 1],
    grid: [1, 1, 1],
    blocks: [0],
    scalars: input,
    schedule: { kind: 'canonical' },
    warpModel: 'its',
    arrays: new Map([
      ['out', zeroed(0n)],
      ['fout', zeroed(0)],
    ]),
  };
  const report = runOnMachine(kernel, run, { maxSteps: 1_000_000, maxBytes: 1 << 26 });
  if (report.outcome.kind === 'unmodelled') return { problem: `unmodelled: ${report.outcome.because}` };
  if (report.outcome.kind !== 'completed') return { problem: report.outcome.kind };
  const madeUp = report.inventedValues ? approximation(kernel) : null;
  if (madeUp !== null) return { problem: `a value is made up: ${madeUp}` };
  if (report.faults.length > 0) return { problem: `fault: ${report.faults[0]?.text ?? ''}` };
  const memory = new Map(report.memory.map((one): [string, ReadonlyMap<number, number>] => [one.array, one.bytes]));
  return { words: [...wordsOf(memory.get('out')), ...wordsOf(memory.get('fout')).map(canonicalNan)] };
}

function wordsOf(bytes: ReadonlyMap<number, number> | undefined): readonly string[] {
  return Array.from({ length: cells }, (_, k) => {
    let word = 0n;
    for (let n = 7; n >= 0; n--) word = (word << 8n) | BigInt(bytes?.get(8 * k + n) ?? 0);
    return word.toString(16);
  });
}

/** Why some value in the kernel is not modelled; null when only variables without initializer are. */
function approximation(kernel: Kernel): string | null {
  let found: string | null = null;
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'unknown-value' && stmt.because !== 'undefined') found ??= stmt.because;
  });
  return found;
}

/** C++ does not say which of its not-a-numbers an operation gives. */
function canonicalNan(word: string): string {
  const bits = BigInt(`0x${word}`);
  return ((bits >> 52n) & 0x7ffn) === 0x7ffn && (bits & 0xfffffffffffffn) !== 0n ? '7ff8000000000000' : word;
}
