/**
 * The options of the library as the engine takes them. A mistake is a TypeError of one line, thrown before anything is
 * read.
 */
import type { AnalyzeRequest, EngineOptions } from '../engine.ts';
import type { Dim3 } from '../launch/launch.ts';
import type { AnalyzeOptions } from './api.ts';
import { fill } from '../base/message.ts';
import { nearestFirst } from '../base/nearest.ts';
import { readBlock, readGrid, readNumber } from '../config/values.ts';
import { messages } from './wording.ts';

export type ReadOptions = Readonly<{ engine: EngineOptions }> & Pick<AnalyzeRequest, 'onProgress' | 'totalSeconds'>;

const names: Readonly<Record<keyof AnalyzeOptions, true>> = {
  kernel: true,
  block: true,
  grid: true,
  params: true,
  fill: true,
  assume: true,
  define: true,
  include: true,
  warp: true,
  level: true,
  timeout: true,
  budget: true,
  fixes: true,
  onProgress: true,
};

/** What is wrong with a value, as the rest of a sentence that starts with the name of its option. */
class Expected extends Error {}

/** `given` comes from outside, and need not be what its type says. */
export function readOptions(given: unknown): ReadOptions {
  if (!isRecord(given)) throw new TypeError(messages.optionsExpected);
  const unknownName = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (unknownName !== undefined)
    throw new TypeError(
      fill(messages.unknownOption, {
        name: unknownName,
        nearest: nearestFirst(unknownName, Object.keys(names))[0] ?? '',
      }),
    );
  const read = <Value>(name: keyof AnalyzeOptions, reader: (value: unknown) => Value): Value | null => {
    const value = given[name];
    try {
      return value === undefined ? null : reader(value);
    } catch (error) {
      if (error instanceof Expected) throw new TypeError(fill(messages.badOption, { name, expected: error.message }));
      throw error;
    }
  };
  const onProgress = read('onProgress', callbackOf);
  const totalSeconds = read('budget', secondsOf);
  return {
    engine: {
      kernel: read('kernel', textOf),
      block: read('block', (value) => extentOf(value, readBlock)),
      grid: read('grid', (value) => extentOf(value, readGrid)),
      params: read('params', valuesOf) ?? new Map(),
      fills: read('fill', valuesOf) ?? new Map(),
      assumes: read('assume', textsOf) ?? [],
      defines: read('define', macrosOf) ?? new Map(),
      includeDirs: read('include', textsOf) ?? [],
      warpModel: read('warp', (value) => choiceOf(value, ['its', 'lockstep'] as const)) ?? 'its',
      level: read('level', (value) => choiceOf(value, ['grid', 'block'] as const)) ?? 'grid',
      timeoutSeconds: read('timeout', secondsOf),
      repair: read('fixes', flagOf) ?? true,
    },
    // steps within a kernel are for terminals
    ...(onProgress === null
      ? {}
      : {
          onProgress: (event) => {
            if (event.kind !== 'step') onProgress(event);
          },
        }),
    ...(totalSeconds === null ? {} : { totalSeconds }),
  };
}

/** An object as `{ … }` makes it; a Map or an array has its values elsewhere. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Expected(messages.text);
  return value;
}

function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new Expected(messages.texts);
  return value.map((one: unknown) => {
    if (typeof one !== 'string' || one === '') throw new Expected(messages.texts);
    return one;
  });
}

function extentOf(value: unknown, reader: typeof readBlock): Dim3 {
  const axes: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (
    axes.length < 1 ||
    axes.length > 3 ||
    !axes.every((axis) => typeof axis === 'number' && Number.isSafeInteger(axis) && axis >= 0)
  )
    throw new Expected(messages.extent);
  const extent = reader(axes.map(String).join(','));
  if (!extent.ok) throw new Expected(fill(messages.extentLimit, { problem: extent.problem }));
  return extent.value;
}

function valuesOf(value: unknown): ReadonlyMap<string, bigint | number> {
  if (!isRecord(value)) throw new Expected(messages.values);
  return new Map(
    Object.entries(value).map(([key, one]) => {
      if (!/^[A-Za-z_]\w*$/.test(key)) throw new Expected(fill(messages.valueName, { key }));
      return [key, numberOf(key, one)];
    }),
  );
}

/** Whole numbers are integers, as on the command line. */
function numberOf(key: string, value: unknown): bigint | number {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  const number = typeof value === 'string' ? readNumber(value.trim()) : value;
  if (typeof number === 'bigint') return number;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new Expected(fill(messages.valueNumber, { key }));
  if (typeof value === 'string' || !Number.isInteger(number)) return number;
  if (!Number.isSafeInteger(number)) throw new Expected(fill(messages.valueUnsafe, { key }));
  return BigInt(number);
}

function macrosOf(value: unknown): ReadonlyMap<string, string> {
  if (!isRecord(value)) throw new Expected(messages.macros);
  return new Map(
    Object.entries(value).map(([key, one]) => {
      if (!/^[A-Za-z_]\w*$/.test(key)) throw new Expected(fill(messages.macroName, { key }));
      if (one !== true && typeof one !== 'string' && typeof one !== 'number') throw new Expected(messages.macros);
      return [key, one === true ? '1' : `${one}`];
    }),
  );
}

function choiceOf<const Choice extends string>(value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === value);
  if (choice === undefined)
    throw new Expected(fill(messages.choice, { choices: choices.map((one) => `'${one}'`).join(' or ') }));
  return choice;
}

function secondsOf(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0 && value <= 86_400)) throw new Expected(messages.seconds);
  return value;
}

function flagOf(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Expected(messages.flag);
  return value;
}

function callbackOf(value: unknown): (event: unknown) => void {
  if (typeof value !== 'function') throw new Expected(messages.callback);
  return (event) => void Reflect.apply(value, undefined, [event]);
}
