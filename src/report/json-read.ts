/**
 * Reads back from a JSON report what `replay` needs. The file is input like any other: every field is checked, and what
 * is wrong is named by its path in one line. Smallest example: `findings[0].witness.launch.block: expected three whole
 * numbers`.
 */
import type { Dim3, WarpModel } from '../launch/launch.ts';
import type { StatedFacts } from '../launch/stated.ts';
import type { ConcreteRun, InitialArray, Schedule } from '../launch/run.ts';
import { isFillWord } from '../launch/run.ts';
import { fail, ok } from '../base/result.ts';
import type { Result } from '../base/result.ts';
import type { Sought, StoryThread } from '../verdict/run-story.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `kernelFile`: the file that the kernel is read with, which need not be where it or its accesses stand. */
export type RecordedFinding = Readonly<{
  id: string;
  code: string;
  kernel: string;
  kernelFile: string;
  file: string;
  line: number;
  fingerprint: string;
  message: string;
  run: ConcreteRun | null;
  sought: Sought | null;
  /** What the report says beside it, such as who was delayed where. */ notes: readonly RecordedNote[];
  /** The title of its patch. */ patch: string | null;
}>;
export type RecordedNote = Readonly<{ file: string; line: number; note: string }>;
export type RecordedReport = Readonly<{
  findings: readonly RecordedFinding[];
  defines: ReadonlyMap<string, string>;
  includeDirs: readonly string[];
  compileCommands: string | null;
  params: ReadonlyMap<string, bigint | number>;
  /** Of a report that does not record them: none. */
  assumes: readonly string[];
  stated: readonly StatedFacts[];
}>;

/** Carries the line for the user out of the readers below; never leaves this file. */
class NotAReport extends Error {}

export function parseReport(text: string): Result<RecordedReport, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return fail(fill(messages.notJson, { text: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' }));
  }
  try {
    return ok(reportAt({ value: json, path: '' }));
  } catch (error) {
    if (error instanceof NotAReport) return fail(fill(messages.notAReport, { message: error.message }));
    throw error;
  }
}

/** A value with the way to it, for messages. */
type At = Readonly<{ value: unknown; path: string }>;

function reportAt(at: At): RecordedReport {
  const version = field(at, 'version');
  // version 1 has no `conditional`, and is else the same
  if (version.value !== 1 && version.value !== 2) throw wrong(version, 'version 1 or 2');
  const options = optional(at, 'options');
  const kernels = list(field(at, 'kernels')).map((kernel) => ({
    name: string(field(kernel, 'name')),
    file: string(field(kernel, 'file')),
    unit: unitAt(kernel),
  }));
  return {
    findings: list(field(at, 'findings')).map((finding) => findingAt(finding, kernels)),
    defines:
      options === null
        ? new Map()
        : new Map(entries(field(options, 'defines')).map(([name, value]) => [name, string(value)])),
    compileCommands: options === null ? null : commandsAt(options),
    includeDirs: options === null ? [] : list(field(options, 'includeDirs')).map(string),
    params: options === null ? new Map() : scalarsAt(field(options, 'params')),
    assumes: textsAt(options, 'assumes'),
    stated: partsAt(options, 'stated').map((one) => ({
      name: string(field(one, 'name')),
      block: null,
      grid: null,
      params: new Map(),
      assumes: textsAt(one, 'assumes'),
      from: string(field(one, 'from')),
    })),
  };
}

function partsAt(at: At | null, name: string): readonly At[] {
  const found = at === null ? null : optional(at, name);
  return found === null ? [] : list(found);
}

const textsAt = (at: At | null, name: string): readonly string[] => partsAt(at, name).map(string);

function commandsAt(options: At): string | null {
  const path = optional(options, 'compileCommands');
  return path === null ? null : string(path);
}

function unitAt(kernel: At): string | null {
  const unit = optional(kernel, 'unit');
  return unit === null ? null : string(unit);
}

function findingAt(
  at: At,
  kernels: readonly Readonly<{ name: string; file: string; unit: string | null }>[],
): RecordedFinding {
  const witness = field(at, 'witness');
  const file = string(field(at, 'file'));
  const named = kernels.filter((kernel) => kernel.name === field(at, 'kernel').value);
  const kernel = named.find((one) => one.file === file) ?? named[0];
  return {
    kernelFile: kernel?.unit ?? kernel?.file ?? file,
    id: string(field(at, 'id')),
    code: string(field(at, 'code')),
    kernel: string(field(at, 'kernel')),
    file,
    line: whole(field(at, 'line')),
    fingerprint: string(field(at, 'fingerprint')),
    message: string(field(at, 'message')),
    run: witness.value === null ? null : runAt(witness),
    sought: witness.value === null ? null : soughtAt(witness, string(field(at, 'kind'))),
    patch: patchAt(at),
    notes: list(field(at, 'related')).map((note) => ({
      file: string(field(note, 'file')),
      line: whole(field(note, 'line')),
      note: string(field(note, 'note')),
    })),
  };
}

function patchAt(finding: At): string | null {
  const fix = optional(finding, 'fix');
  return fix === null || fix.value === null ? null : string(field(fix, 'title'));
}

function runAt(witness: At): ConcreteRun {
  const launch = field(witness, 'launch');
  return {
    block: dimAt(field(launch, 'block')),
    grid: dimAt(field(launch, 'grid')),
    blocks: list(field(launch, 'blocks')).map(whole),
    scalars: scalarsAt(field(witness, 'arguments')),
    arrays: new Map(entries(field(witness, 'arrays')).map(([name, array]) => [name, arrayAt(array)])),
    schedule: scheduleAt(field(witness, 'schedule')),
    warpModel: warpModelAt(field(witness, 'warpModel')),
  };
}

function soughtAt(witness: At, kind: string): Sought {
  const [first, second, ...rest] = list(field(witness, 'accesses'));
  if (first === undefined || second === undefined || rest.length > 0)
    throw wrong(field(witness, 'accesses'), 'two accesses');
  const address = field(witness, 'address');
  const thread = (access: At): StoryThread => ({
    block: dimAt(field(access, 'block')),
    thread: dimAt(field(access, 'thread')),
  });
  return {
    threads: [thread(first), thread(second)],
    lines: [whole(field(first, 'line')), whole(field(second, 'line'))],
    byte: address.value === null ? null : whole(field(address, 'byte')),
    element: address.value === null ? null : string(field(address, 'text')),
    isSchedule: kind === 'atomicity' || kind === 'assertion',
  };
}

function dimAt(at: At): Dim3 {
  const [x, y, z, ...rest] = list(at).map(whole);
  if (x === undefined || y === undefined || z === undefined || rest.length > 0) throw wrong(at, 'three whole numbers');
  return [x, y, z];
}

const scalarsAt = (at: At): ReadonlyMap<string, bigint | number> =>
  new Map(entries(at).map(([name, value]) => [name, valueAt(value)]));

function arrayAt(at: At): InitialArray {
  const elements = field(at, 'elements');
  const fill = field(at, 'fill');
  return {
    elements: elements.value === null ? null : whole(elements),
    fill: isFillWord(fill.value) ? fill.value : valueAt(fill),
    values: new Map(
      entries(field(at, 'values')).map(([index, value]) => {
        if (!/^\d+$/.test(index)) throw wrong(value, 'an element index as name');
        return [Number(index), valueAt(value)];
      }),
    ),
  };
}

function scheduleAt(at: At): Schedule {
  const kind = string(field(at, 'kind'));
  const who = (place: At): Readonly<{ block: number; thread: number }> => ({
    block: whole(field(place, 'block')),
    thread: whole(field(place, 'thread')),
  });
  if (kind === 'canonical') return { kind };
  if (kind === 'preferred') return { kind, order: list(field(at, 'order')).map(who) };
  if (kind === 'random') return { kind, seed: whole(field(at, 'seed')) };
  if (kind === 'delayed')
    return {
      kind,
      delays: list(field(at, 'delays')).map((place) => ({ ...who(place), step: whole(field(place, 'step')) })),
    };
  throw wrong(field(at, 'kind'), 'a kind of schedule');
}

function warpModelAt(at: At): WarpModel {
  if (at.value === 'its' || at.value === 'lockstep') return at.value;
  throw wrong(at, '"its" or "lockstep"');
}

function valueAt(at: At): bigint | number {
  const value = numberIn(at.value);
  if (value === null) throw wrong(at, 'a number');
  return value;
}

/** The inverse of `valueJson`; null: it gave no such thing. */
export function numberIn(value: unknown): bigint | number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (typeof value !== 'string') return null;
  if (/^-?\d+$/.test(value)) return BigInt(value);
  if (value === 'nan') return Number.NaN;
  if (value === 'inf' || value === '-inf') return value === 'inf' ? Infinity : -Infinity;
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(value) ? Number(value) : null;
}

const wrong = (at: At, expected: string): NotAReport =>
  new NotAReport(`${at.path === '' ? 'the file' : at.path}: expected ${expected}`);

function optional(at: At, name: string): At | null {
  const { value } = at;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'an object');
  const pairs: readonly (readonly [string, unknown])[] = Object.entries(value);
  const found = pairs.find(([key]) => key === name);
  return found === undefined ? null : { value: found[1], path: at.path === '' ? name : `${at.path}.${name}` };
}

function field(at: At, name: string): At {
  const found = optional(at, name);
  if (found === null) throw wrong({ value: null, path: at.path === '' ? name : `${at.path}.${name}` }, 'this field');
  return found;
}

function entries(at: At): readonly (readonly [string, At])[] {
  const { value } = at;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'an object');
  const pairs: readonly (readonly [string, unknown])[] = Object.entries(value);
  return pairs.map(([name, inner]) => [name, { value: inner, path: `${at.path}.${name}` }]);
}

function list(at: At): readonly At[] {
  const { value } = at;
  if (!Array.isArray(value)) throw wrong(at, 'a list');
  const items: readonly unknown[] = value;
  return items.map((inner, k) => ({ value: inner, path: `${at.path}[${k}]` }));
}

function string(at: At): string {
  if (typeof at.value !== 'string') throw wrong(at, 'a text');
  return at.value;
}

function whole(at: At): number {
  if (typeof at.value !== 'number' || !Number.isSafeInteger(at.value)) throw wrong(at, 'a whole number');
  return at.value;
}
