/**
 * What the answer for a kernel rests on, as a text without places: its IR with the source behind each part, its
 * launches, the other builds of its text, and what is taken for granted of the build. With the same options, kernels
 * without findings whose texts are equal have the same answer, at their own places; what is looked for beside findings
 * (patches, macros around them) rests on more. Instances of one template answer together.
 * Needs: a kernel that was read, with its builds. Gives: the text, or null where a part of it is no plain data.
 */
import type { AnalyzeRequest } from '../engine.ts';
import type { Builds } from './builds.ts';
import type { Kernel } from '../ir/ir.ts';
import type { ReadUnit } from './unit.ts';
import type { Span } from '../base/span.ts';
import type { Variant } from './variants.ts';
import { choicesOf, openChoicesOf, usesOf } from './unit.ts';
import { launchesFor } from './launches.ts';

export function questionOf(
  variants: readonly Variant[],
  { others, varied, left }: Builds,
  request: AnalyzeRequest,
): string | null {
  const parts = [
    ...variants.map(({ kernel, from }) => partOf(kernel, from, request)),
    ...others.map(({ macros, when, isOffered, isInStep, kernel, from }) => [
      macros,
      when,
      isOffered,
      isInStep,
      partOf(kernel, from, request),
    ]),
    varied,
    left,
  ];
  return textWithoutPlaces(parts, new Set(variants.flatMap(({ from }) => from.source.files)), request.read);
}

function partOf(kernel: Kernel, from: ReadUnit, request: AnalyzeRequest): unknown {
  const uses = usesOf(kernel, from);
  return [
    ...(from.only === undefined ? [] : [from.only]),
    from.unit.file,
    from.configuration,
    kernel,
    uses,
    launchesFor({ kernel, from, request }),
    choicesOf(uses, from),
    openChoicesOf(uses, from),
    from.source.choices.map(({ text, names }) => [text, names]),
  ];
}

/** Thrown and caught in here. */
class NotPlain extends Error {}

function textWithoutPlaces(value: unknown, files: ReadonlySet<string>, read: AnalyzeRequest['read']): string | null {
  const texts = new Map<string, Readonly<{ text: string; lines: readonly string[] }>>();
  const textOf = (file: string): Readonly<{ text: string; lines: readonly string[] }> => {
    const text = read(file) ?? '';
    const known = texts.get(file) ?? { text, lines: text.split('\n') };
    texts.set(file, known);
    return known;
  };
  /** `a.cu:12` stands for what is written there. */
  const words = (text: string): string =>
    text.replace(/(?<=^|[\s:])([^\s:]+):(\d+)/g, (all, word: string, line: string) => {
      const file = word.replace(/^[{(]+/, '');
      return files.has(file) ? `${word}:${JSON.stringify(textOf(file).lines[Number(line) - 1] ?? '')}` : all;
    });
  const plain = (_key: string, inner: unknown): unknown => {
    if (typeof inner === 'string') return words(inner);
    if (typeof inner === 'bigint') return { $int: `${inner}` };
    if (typeof inner === 'number' && (!Number.isFinite(inner) || Object.is(inner, -0)))
      return { $num: Object.is(inner, -0) ? '-0' : `${inner}` };
    if (inner instanceof Map) return { $map: [...inner] };
    if (inner instanceof Set) return { $set: [...inner] };
    if (typeof inner === 'function' || typeof inner === 'symbol') throw new NotPlain();
    return isSpan(inner) ? { $at: inner.file, $text: textOf(inner.file).text.slice(inner.start, inner.end) } : inner;
  };
  try {
    return JSON.stringify(value, plain);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

function isSpan(value: unknown): value is Span {
  return (
    typeof value === 'object' &&
    value !== null &&
    'file' in value &&
    'start' in value &&
    'end' in value &&
    'endLine' in value &&
    'column' in value
  );
}
