/**
 * Where in the physical files macros are used, to name the one that a place of a report stands in. A place counts when
 * it lies within the use, its arguments included; one that only contains a use (`s[WIDTH - 1]`) does not.
 */
import type { MacroUse } from '../base/text-map.ts';
import type { Output } from './output.ts';
import type { PhysicalFile } from './physical-file.ts';
import type { Span } from '../base/span.ts';
import type { UseChain } from './token.ts';

type Place = Readonly<{ file: PhysicalFile; use: UseChain }>;

/** The outermost macro whose use contains a span; null when there is none. Looks the uses up when first asked. */
export function macroPlaces(output: Output): (span: Span) => MacroUse | null {
  let byFile: ReadonlyMap<string, readonly Place[]> | null = null;
  return (span) => {
    byFile ??= outermostUses(output);
    const places = byFile.get(span.file) ?? [];
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle]?.use.start ?? Infinity) <= span.start) low = middle + 1;
      else high = middle;
    }
    const found = places[low - 1];
    if (found === undefined || found.use.end < span.end || span.end === span.start) return null;
    const { macro, start, end } = found.use;
    return { name: macro.name, definition: macro.definition.span, use: found.file.span(start, end) };
  };
}

function outermostUses(output: Output): ReadonlyMap<string, readonly Place[]> {
  const byFile = new Map<string, Map<number, Place>>();
  for (const { file, uses } of output.segments) {
    let use = uses;
    while (use !== null && use.outer !== null) use = use.outer;
    if (use === null) continue;
    const places = byFile.get(file.path) ?? new Map<number, Place>();
    byFile.set(file.path, places.set(use.start, { file, use }));
  }
  return new Map(
    [...byFile].map(([path, places]) => [path, [...places.values()].sort((a, b) => a.use.start - b.use.start)]),
  );
}
