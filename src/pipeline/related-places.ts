/**
 * The places that a finding names beside its own: further pairs of accesses, macros that hold an access, and where data
 * is handed over. Needs: the pairs and their spans. Gives: places with notes, for the report.
 */
import type { MacroUse } from '../base/text-map.ts';
import type { Span } from '../base/span.ts';
import type { RaceCode } from './race-codes.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import type { Draft, FindingInput } from './draft.ts';

/** Where data is handed over. */
export function handoverPlaces(known: RaceCode): Draft['related'] {
  if (known.kind === 'plain') return [];
  const { by, given, taken } = known.handover;
  return [
    { span: given, note: by === 'lock' ? messages.lockReleased : messages.othersInformed },
    { span: taken, note: by === 'lock' ? messages.lockTaken : messages.signalRead },
  ];
}

function macrosAround(
  spans: readonly Span[],
  input: FindingInput,
): readonly Readonly<{ line: number; macro: MacroUse }>[] {
  const found = new Map<string, Readonly<{ line: number; macro: MacroUse }>>();
  for (const span of spans) {
    const macro = input.macroAround(span);
    if (macro !== null) found.set(`${span.line} ${macro.name}`, { line: span.line, macro });
  }
  return [...found.values()];
}

/** What stands in a macro is reported where the macro is used, and the macro named. */
export function macroWords(spans: readonly Span[], input: FindingInput): string {
  const words = macrosAround(spans, input).map(({ line, macro }) =>
    fill(messages.macroLine, { line, name: macro.name }),
  );
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** Where the macros around these places are defined. */
export function macroPlacesOf(spans: readonly Span[], input: FindingInput): Draft['related'] {
  const definitions = new Map(
    macrosAround(spans, input).map(({ macro }) => [`${macro.definition.file}:${macro.definition.start}`, macro]),
  );
  return [...definitions.values()]
    .filter(({ definition }) => !definition.file.startsWith('<'))
    .map(({ name, definition }) => ({ span: definition, note: fill(messages.theMacro, { name }) }));
}

/** The accesses of all pairs but the first, which the finding itself shows. */
export function morePairs(pairs: Draft['pairs']): Draft['related'] {
  return pairs.slice(1).flatMap(({ first, second, array }) => [
    { span: first, note: fill(messages.racesWith, { array: array ?? 'memory', line: second.line }) },
    { span: second, note: fill(messages.racesWith, { array: array ?? 'memory', line: first.line }) },
  ]);
}

/** Each pair of places once. */
export function distinctPairs(pairs: Draft['pairs']): Draft['pairs'] {
  return [
    ...new Map(
      pairs.map((p) => [`${p.first.file}:${p.first.start} ${p.second.file}:${p.second.start} ${p.array ?? ''}`, p]),
    ).values(),
  ];
}
