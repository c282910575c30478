/**
 * What algorithms of the standard library do with ranges of elements in a program that is run (run.ts): a table of those
 * that are followed (C++ [algorithms], [numeric.ops]). Everything else is for library.ts.
 */
import type { Expr } from '../../base/expr.ts';
import type { Place } from './memory.ts';
import type { Result, Run } from './state.ts';
import type { HostType } from './types.ts';
import { int } from '../../base/expr-build.ts';
import { applyBinary, constantOf } from '../host-value.ts';
import { unknown } from './memory.ts';
import { at, convertTo, copyOf, load, nothing, number, stop, store, valueOf, whole } from './state.ts';
import { sizeOf } from './types.ts';

export const maxFilled = 1 << 16;

/** Where a pointer points; null: not known, or nowhere. */
export function pointer(run: Run, given: Result | undefined): Place | null {
  const value = given === undefined ? null : load(run, given);
  return value?.kind === 'pointer' ? value.to : null;
}

/** How many arguments each takes. */
const takes: ReadonlyMap<string, readonly number[]> = new Map([
  ['for_each', [3]],
  ['iota', [3]],
  ['accumulate', [3]],
  ['fill', [3]],
  ['fill_n', [3]],
  ['reverse', [2]],
]);
/** Names that other libraries may give to something else: only where they are certainly those of the standard one. */
const takesOfStd: ReadonlyMap<string, readonly number[]> = new Map([
  ['sort', [2]],
  ['stable_sort', [2]],
  ['unique', [2]],
  ['rotate', [3]],
  ['shuffle', [3]],
  ['copy', [3]],
  ['copy_n', [3]],
  ['transform', [4, 5]],
  ['generate', [3]],
  ['partial_sum', [3]],
  ['inclusive_scan', [3]],
  ['exclusive_scan', [4]],
  ['clamp', [3]],
]);

/** Null: the name is in no table. `isOfStd`: it is certainly the one of the standard library. */
export function algorithmCall(run: Run, name: string, args: readonly Result[], isOfStd: boolean): Result | null {
  const counts = takes.get(name) ?? (isOfStd ? takesOfStd.get(name) : undefined);
  if (counts === undefined) return null;
  const [first, second, third, fourth, fifth] = args;
  if (first === undefined || second === undefined || !counts.includes(args.length)) return stop(run);
  if (name === 'clamp') return clamped(run, first, second, third ?? first);
  if (name === 'fill_n') return filled(run, following(run, first, whole(run, second)), third ?? first);
  if (name === 'copy_n') return copied(run, following(run, first, whole(run, second)), third);
  const elements = between(run, first, name === 'rotate' ? third : second);
  switch (name) {
    case 'for_each':
      for (const element of elements) if (third !== undefined) run.rules.called(run, load(run, third), [element]);
      return nothing;
    case 'generate':
      for (const element of elements)
        if (third !== undefined) set(run, element, run.rules.called(run, load(run, third), []));
      return nothing;
    case 'fill':
      return filled(run, elements, third ?? first);
    case 'copy':
      return copied(run, elements, third);
    case 'transform':
      return args.length === 4
        ? mapped(run, elements, undefined, third ?? first, fourth ?? first)
        : mapped(run, elements, third, fourth ?? first, fifth ?? first);
    case 'iota':
      return counted(run, elements, third ?? first);
    case 'accumulate':
      return summed(run, elements, third ?? first);
    case 'partial_sum':
    case 'inclusive_scan':
      return scanned(run, elements, third, null);
    case 'exclusive_scan':
      return scanned(run, elements, third, fourth ?? first);
    case 'reverse':
      return reversed(run, elements);
    case 'rotate':
      return rotated(run, elements, between(run, first, second).length);
    case 'shuffle':
      for (const element of elements) set(run, element, valueOf(element.type, unknown));
      return nothing;
    case 'unique':
      return withoutRepeats(run, first, elements);
    default:
      return sorted(run, elements);
  }
}

const elementType = ({ type }: Result): HostType | null =>
  type.kind === 'pointer' ? type.to : type.kind === 'array' ? type.of : null;

/** The elements between two pointers. */
function between(run: Run, from: Result, to: Result | undefined): readonly Result[] {
  const [begin, end] = [pointer(run, from), pointer(run, to)];
  const type = elementType(from);
  const size = type === null ? 0 : sizeOf(run.names, type);
  if (begin === null || end === null || begin.block !== end.block || size === 0) return (stop(run), []);
  return following(run, from, (end.at - begin.at) / size);
}

/** So many elements from a pointer on. */
function following(run: Run, from: Result, count: number | null): readonly Result[] {
  const [begin, type] = [pointer(run, from), elementType(from)];
  const size = type === null ? 0 : sizeOf(run.names, type);
  if (begin === null || type === null || count === null || size === 0 || count * size > maxFilled || count % 1 !== 0)
    return (stop(run), []);
  return Array.from({ length: Math.max(0, count) }, (_, k) =>
    at({ type, place: { block: begin.block, at: begin.at + k * size } }),
  );
}

function set(run: Run, { type, place }: Result, value: Result): void {
  if (place === null) stop(run);
  else store(run, { type, place }, value);
}

/** The numbers that elements are; null: one is not known, or no integer. */
function integers(run: Run, elements: readonly Result[]): readonly Readonly<{ expr: Expr; value: bigint }>[] | null {
  const found = elements.map((element) => {
    const value = load(run, element);
    const known = value.kind === 'number' ? constantOf(value.expr) : null;
    return value.kind === 'number' && typeof known === 'bigint' ? { expr: value.expr, value: known } : null;
  });
  const known = found.filter((one) => one !== null);
  return known.length === found.length ? known : null;
}

const exprOf = (run: Run, given: Result): Expr | null => {
  const value = load(run, given);
  return value.kind === 'number' ? value.expr : null;
};

/** The sum of two values as one of a type. */
function sumAs(run: Run, type: HostType, one: Result, other: Result): Result {
  const expr = applyBinary('+', exprOf(run, one), exprOf(run, other));
  return valueOf(type, expr === null ? unknown : convertTo(type, { kind: 'number', expr }));
}

function clamped(run: Run, value: Result, low: Result, high: Result): Result {
  const known = integers(run, [value, low, high]);
  const [own, least, most] = known ?? [];
  if (own === undefined || least === undefined || most === undefined) return stop(run);
  return copyOf(run, own.value < least.value ? low : most.value < own.value ? high : value);
}

function filled(run: Run, elements: readonly Result[], value: Result): Result {
  for (const element of elements) set(run, element, value);
  return nothing;
}

/** Element by element, each read when it is its turn; what it returns points behind the last one that is written. */
function copied(run: Run, elements: readonly Result[], to: Result | undefined): Result {
  const targets = to === undefined ? [] : following(run, to, elements.length);
  for (const [k, target] of targets.entries()) {
    const element = elements[k];
    if (element !== undefined) set(run, target, copyOf(run, element));
  }
  return to === undefined ? stop(run) : behind(run, to, elements.length);
}

/** `transform(begin, end, to, f)`, or with a second range before `to`. */
function mapped(run: Run, elements: readonly Result[], others: Result | undefined, to: Result, apply: Result): Result {
  const besides = others === undefined ? [] : following(run, others, elements.length);
  for (const [k, target] of following(run, to, elements.length).entries()) {
    const given = [elements[k], besides[k]].filter((one) => one !== undefined);
    set(run, target, run.rules.called(run, load(run, apply), given));
  }
  return behind(run, to, elements.length);
}

/** A pointer to so many elements further on. */
function behind(run: Run, from: Result, count: number): Result {
  const [begin, type] = [pointer(run, from), elementType(from)];
  return begin === null || type === null
    ? stop(run)
    : valueOf(
        { kind: 'pointer', to: type },
        { kind: 'pointer', to: { ...begin, at: begin.at + count * sizeOf(run.names, type) } },
      );
}

/** `std::iota`: `start` and what follows it. */
function counted(run: Run, elements: readonly Result[], start: Result): Result {
  let next = copyOf(run, start);
  for (const element of elements) {
    set(run, element, next);
    next = sumAs(run, next.type, next, number(int(1)));
  }
  return nothing;
}

function summed(run: Run, elements: readonly Result[], start: Result): Result {
  return elements.reduce((sum, element) => sumAs(run, sum.type, sum, element), copyOf(run, start));
}

/** The sums up to each element, of its type; with a `start`, each without its own element, of the type of `start`. */
function scanned(run: Run, elements: readonly Result[], to: Result | undefined, start: Result | null): Result {
  let sum = start === null ? null : copyOf(run, start);
  for (const [k, target] of (to === undefined ? [] : following(run, to, elements.length)).entries()) {
    const element = elements[k];
    if (element === undefined) continue;
    const next: Result = sum === null ? copyOf(run, element) : sumAs(run, sum.type, sum, element);
    set(run, target, start === null || sum === null ? next : sum);
    sum = next;
  }
  return to === undefined ? stop(run) : behind(run, to, elements.length);
}

function reversed(run: Run, elements: readonly Result[]): Result {
  for (let k = 0; k < elements.length >> 1; k++) {
    const [a, b] = [elements[k], elements[elements.length - 1 - k]];
    if (a !== undefined && b !== undefined) swapped(run, a, b);
  }
  return nothing;
}

function rotated(run: Run, elements: readonly Result[], count: number): Result {
  const was = elements.map((element) => copyOf(run, element));
  for (const [k, element] of elements.entries()) set(run, element, was[(k + count) % was.length] ?? nothing);
  return nothing;
}

/** `std::unique`: what is left behind the new end is not known. */
function withoutRepeats(run: Run, from: Result, elements: readonly Result[]): Result {
  const known = integers(run, elements);
  if (known === null) return stop(run);
  const kept = known.filter(({ value }, k) => known[k - 1]?.value !== value);
  write(run, elements, kept);
  return behind(run, from, kept.length);
}

function sorted(run: Run, elements: readonly Result[]): Result {
  const known = integers(run, elements);
  if (known === null) return stop(run);
  write(
    run,
    elements,
    known.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)),
  );
  return nothing;
}

/** Stores numbers in elements, and what is not known in those that are left. */
function write(run: Run, elements: readonly Result[], numbers: readonly Readonly<{ expr: Expr }>[]): void {
  for (const [k, element] of elements.entries()) {
    const own = numbers[k];
    set(run, element, own === undefined ? valueOf(element.type, unknown) : number(own.expr));
  }
}

export function swapped(run: Run, a: Result, b: Result): Result {
  if (a.place === null || b.place === null) return stop(run);
  const was = copyOf(run, a);
  store(run, { type: a.type, place: a.place }, copyOf(run, b));
  store(run, { type: b.type, place: b.place }, was);
  return nothing;
}
