/** Readers of option values: text in, value out, or one line that says what was expected. */
import { InvalidArgumentError } from 'commander';
import { deviceLimits } from '../launch/launch.ts';
import { volumeOf } from '../launch/dimensions.ts';
import type { Dim3 } from '../launch/launch.ts';
import { stages } from '../engine.ts';
import type { Stage } from '../engine.ts';

export const formats = ['text', 'json', 'sarif', 'markdown', 'html'] as const;
/** Those that this version writes. */
export const offeredFormats = formats.filter((format) => format !== 'html');
export type Format = (typeof formats)[number];

/** More than a device runs (1,024): such a launch is analysed all the same, and the answer says so. */
const maxThreads = 65_536;

export function blockOf(text: string): Dim3 {
  const dim = dimOf(text, [maxThreads, maxThreads, deviceLimits.block[2]]);
  const threads = volumeOf(dim);
  if (threads > maxThreads) throw new InvalidArgumentError(`That is ${threads} threads; blocks of at most ${maxThreads} are analysed.`);
  return dim;
}

export const gridOf = (text: string): Dim3 => dimOf(text, deviceLimits.grid);

function dimOf(text: string, limits: Dim3): Dim3 {
  const parts = text.split(',');
  if (parts.length > 3 || !parts.every((part) => /^\d{1,10}$/.test(part.trim()))) throw new InvalidArgumentError('Expected one to three whole numbers, such as 16,16 or 256.');
  const [x = 1, y = 1, z = 1] = parts.map(Number);
  const dim: Dim3 = [x, y, z];
  for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
    const value = dim[k] ?? 1;
    const limit = limits[k] ?? 1;
    if (value < 1 || value > limit) throw new InvalidArgumentError(`${axis} is ${value}, but must be from 1 to ${limit}.`);
  }
  return dim;
}

/** Collects `NAME=VALUE`; whole numbers (decimal or 0x…), true, false, or floating. */
export function paramOf(text: string, before: ReadonlyMap<string, bigint | number>): ReadonlyMap<string, bigint | number> {
  const found = /^([A-Za-z_]\w*)=(.+)$/.exec(text);
  const [, name = '', written = ''] = found ?? [];
  const value = numberOf(written.trim());
  if (found === null || value === null) throw new InvalidArgumentError('Expected NAME=NUMBER, such as n=1024.');
  return new Map(before).set(name, value);
}

function numberOf(text: string): bigint | number | null {
  if (text === 'true') return 1n;
  if (text === 'false') return 0n;
  const whole = /^([+-]?)(\d+|0[xX][0-9a-fA-F]+)[uUlL]{0,3}$/.exec(text);
  if (whole !== null) return whole[1] === '-' ? -BigInt(whole[2] ?? '0') : BigInt(whole[2] ?? '0');
  return /^[+-]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?[fF]?$/.test(text) ? Number(text.replace(/[fF]$/, '')) : null;
}

/** Collects `-D NAME[=VALUE]`. */
export function defineOf(text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = /^([A-Za-z_]\w*)(?:=([^\n]*))?$/.exec(text);
  if (found === null) throw new InvalidArgumentError('Expected NAME or NAME=VALUE.');
  return new Map(before).set(found[1] ?? '', found[2] ?? '1');
}

export const collected = (text: string, before: readonly string[]): readonly string[] => [...before, text];

export function secondsOf(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (!(value > 0 && value <= 86_400)) throw new InvalidArgumentError('Expected seconds, more than 0 and at most 86400.');
  return value;
}

export function jobsOf(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > 256) throw new InvalidArgumentError('Expected a number of processes, from 1 to 256.');
  return value;
}

export function bytesOf(text: string): number {
  const [, digits = '0', unit = ''] = /^(\d{1,12})([kKmM]?)$/.exec(text) ?? [];
  const value = Number(digits) * (unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1024 : 1024 * 1024);
  if (value < 1) throw new InvalidArgumentError('Expected a number of bytes, such as 500000, 512K or 16M.');
  return value;
}

/** `html` has an answer of its own, and is not offered. */
export const formatOf = (text: string): Format => (text === 'html' ? text : oneOf(text, offeredFormats));

export const stageOf = (text: string): Stage => oneOf(text, stages);

/** `text` as one of the values that are allowed. */
export function oneOf<Value extends string>(text: string, allowed: readonly Value[]): Value {
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new InvalidArgumentError(`Allowed: ${allowed.join(', ')}.`);
  return found;
}
