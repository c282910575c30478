/**
 * Kernels that the build which is read leaves out: they stand in a branch that is not taken, since a name is not
 * defined or has another value (preprocess/open-names.ts). The file is read again with other values of the names that
 * its condition asks for, one at a time, then in combinations, up to a bound, until the kernel is there. Needs: the
 * readings of a file. Gives: readings with the kernels that none before had. Branches that no build takes (`#if 0`),
 * and those that the build or the user rules out, are left out for good.
 *
 *     #ifdef FAST
 *     __global__ void k() { … }        ⟶    read when `FAST` is defined
 *     #endif
 */
import type { Macros } from './builds.ts';
import type { ReadUnit } from './unit.ts';
import { isOfferedIn, keyOf, mostBuilds, mostOfFile, valuesAsked, whenWords } from './builds.ts';

/** The build in which alone a kernel is there; as {@link OtherBuild}. */
export type OnlyBuild = Readonly<{ macros: Macros; when: string; isOffered: boolean }>;

/** `readIn`: null where the file cannot be read so. */
export function* leftOutUnits(
  readings: readonly ReadUnit[],
  readIn: (macros: Macros) => ReadUnit | null,
): Generator<ReadUnit> {
  const [own] = readings;
  if (own === undefined || own.source.leftOut.length === 0) return;
  const { file } = own.unit;
  // kernels that a fault hides are there, and not known
  const known = new Set(
    readings
      .flatMap(({ unit, lost }) => [...unit.kernels, ...lost])
      .filter(({ span }) => span.file === file)
      .map(({ span }) => span.start),
  );
  const most = Math.min(mostBuilds, Math.floor(mostOfFile.characters / Math.max(1, own.source.source.text.length)));
  const tried = new Set([keyOf(new Map())]);
  const waiting: { macros: Macros; from: ReadUnit }[] = [{ macros: new Map(), from: own }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { macros: before, from } = next;
    for (const { span, conditions, names } of from.source.leftOut) {
      if (span.file !== file || [...known].some((start) => span.start <= start && start < span.end)) continue;
      for (const [name, values] of valuesAsked([{ conditions, names }], from.source.openNames)) {
        for (const value of before.has(name) ? [] : values) {
          const macros = new Map([...before, [name, value] as const].sort(([a], [b]) => (a < b ? -1 : 1)));
          if (tried.has(keyOf(macros))) continue;
          if (tried.size > most) return;
          tried.add(keyOf(macros));
          const made = readIn(macros);
          if (made === null) continue;
          const kernels = made.unit.kernels.filter(
            (kernel) => kernel.span.file === file && !known.has(kernel.span.start),
          );
          for (const kernel of kernels) known.add(kernel.span.start);
          waiting.push({ macros, from: made });
          if (kernels.length === 0) continue;
          const isOffered = [...macros.keys()].every((one) => isOfferedIn(one, [own, from]));
          yield {
            ...made,
            unit: { ...made.unit, kernels },
            lost: [],
            problems: [],
            only: { macros, when: whenWords(macros, own.source.openNames), isOffered },
          };
        }
      }
    }
  }
}
