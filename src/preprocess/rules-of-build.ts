/** What several rules of one build file say of a source together: macros on which all agree, and the folders of all. */
import type { BuildFacts, GivenMacro } from './build-facts.ts';
import type { PhysicalFile } from './physical-file.ts';
import type { PythonText } from './python-literals.ts';
import { compilerFlags } from './compiler-flags.ts';
import { joinPath } from './include.ts';
import { macrosOf } from './given-macros.ts';
import { messages } from './wording.ts';

/** `definitions`: `NAME` or `NAME=VALUE`. `flagFolder`: where folders among the flags start; null: it is not known. */
export type BuildRule = Readonly<{
  definitions: readonly PythonText[];
  flags: readonly PythonText[];
  includeDirs: readonly string[];
  flagFolder: string | null;
}>;

/** Null: nothing. */
export function agreed(file: PhysicalFile, rules: readonly BuildRule[]): BuildFacts | null {
  const each = rules.map((rule) => factsOf(file, rule));
  const isSame = (a: GivenMacro, b: GivenMacro): boolean =>
    a.name === b.name && a.parameters === b.parameters && a.value === b.value;
  const macros = (each[0]?.macros ?? []).filter((macro) =>
    each.every((other) => other.macros.some((one) => isSame(one, macro))),
  );
  const undefinedNames = (each[0]?.undefined ?? []).filter((name) =>
    each.every((other) => other.undefined.includes(name)),
  );
  const includeDirs = [...new Set(each.flatMap((one) => one.includeDirs))];
  return macros.length + undefinedNames.length + includeDirs.length === 0
    ? null
    : { file, macros, undefined: undefinedNames, includeDirs, isWhole: false };
}

function factsOf(
  file: PhysicalFile,
  { definitions, flags, includeDirs, flagFolder }: BuildRule,
): Omit<BuildFacts, 'file' | 'isWhole'> {
  const plain = flags.filter(({ text }) => !/\$[({]/.test(text));
  const words = [...definitions.map(({ text }) => `-D${text.replace(/^-D/, '')}`), ...plain.map(({ text }) => text)];
  const found = compilerFlags(words, 'posix', () => null);
  const places = [...definitions, ...plain];
  const placed = (macro: GivenMacro): GivenMacro => {
    const place = places.find(({ text }) => new RegExp(`\\b(?:D\\s*)?${macro.name}\\b`).test(text));
    const remark = (place?.isSure ?? places.every(({ isSure }) => isSure)) ? '' : messages.conditionalInScript;
    const remarked = { ...macro, remark: [macro.remark, remark].filter((text) => text !== '').join('; ') };
    return place === undefined ? remarked : { ...remarked, start: place.at, end: place.end };
  };
  const given = macrosOf(found, { file, start: 0, end: file.text.length }, '');
  const own = flagFolder === null ? [] : found.includeDirs.map((dir) => joinPath(flagFolder, dir));
  return { macros: given.macros.map(placed), undefined: given.undefined, includeDirs: [...includeDirs, ...own] };
}
