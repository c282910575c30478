/** Readers of option values: text in, value out, or one line that says what was expected. */
import { InvalidArgumentError } from 'commander';
import type { Dim3 } from '../launch/launch.ts';
import type { Result } from '../base/result.ts';
import { readBlock, readGrid, readNumber } from '../config/values.ts';
import { mostShards } from '../audit/shards.ts';
import type { Shard } from '../audit/shards.ts';

export const formats = [
  'text',
  'json',
  'sarif',
  'markdown',
  'html',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
] as const;
export type Format = (typeof formats)[number];
export const coverageFormats = ['text', 'json', 'markdown'] as const satisfies readonly Format[];

export const blockOf = (text: string): Dim3 => taken(readBlock(text));
export const gridOf = (text: string): Dim3 => taken(readGrid(text));

function taken(dim: Result<Dim3, string>): Dim3 {
  if (!dim.ok) throw new InvalidArgumentError(dim.problem);
  return dim.value;
}

/** Collects `NAME=VALUE`; whole numbers (decimal or 0x…), true, false, or floating. */
export function paramOf(
  text: string,
  before: ReadonlyMap<string, bigint | number>,
): ReadonlyMap<string, bigint | number> {
  const found = /^([A-Za-z_]\w*)=(.+)$/.exec(text);
  const [, name = '', written = ''] = found ?? [];
  const value = readNumber(written.trim());
  if (found === null || value === null) throw new InvalidArgumentError('Expected NAME=NUMBER, such as n=1024.');
  return new Map(before).set(name, value);
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
  if (!(value > 0 && value <= 86_400))
    throw new InvalidArgumentError('Expected seconds, more than 0 and at most 86400.');
  return value;
}

export function jobsOf(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > 256) throw new InvalidArgumentError('Expected a number of processes, from 1 to 256.');
  return value;
}

/** `I/N`, from 1. */
export function shardOf(text: string): Shard {
  const [, k = 0, n = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (k < 1 || n < 1 || k > n || n > mostShards)
    throw new InvalidArgumentError(`Expected a share such as 2/8, of at most ${mostShards}.`);
  return [k, n];
}

export function shardsOf(text: string): number | 'auto' {
  if (text === 'auto') return text;
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > mostShards)
    throw new InvalidArgumentError(`Expected auto, or a number from 1 to ${mostShards}.`);
  return value;
}

/** What a process needs at least. */
const leastMemory = 512;

export function memoryOf(text: string): number {
  const value = mebibytesOf(text);
  if (value < leastMemory) throw new InvalidArgumentError(`Expected at least ${leastMemory} MiB.`);
  return value;
}

export function mebibytesOf(text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new InvalidArgumentError('Expected a number of MiB.');
  return value;
}

export function bytesOf(text: string): number {
  const [, digits = '0', unit = ''] = /^(\d{1,12})([kKmM]?)$/.exec(text) ?? [];
  const value = Number(digits) * (unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1024 : 1024 * 1024);
  if (value < 1) throw new InvalidArgumentError('Expected a number of bytes, such as 500000, 512K or 16M.');
  return value;
}
