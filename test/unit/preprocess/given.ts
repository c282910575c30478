/** Small sources in memory for the tests of the preprocessor. */
import type { PreprocessBudget, PreprocessProblem, Preprocessed } from '../../../src/preprocess/preprocess.ts';
import { defaultBudget, preprocess } from '../../../src/preprocess/preprocess.ts';
import { isTailOf } from '../../../src/base/tail.ts';
import type { Result } from '../../../src/base/result.ts';

type Given = Readonly<{
  files?: Readonly<Record<string, string>>;
  defines?: Readonly<Record<string, string>>;
  includeDirs?: readonly string[];
  /** Files are also found by their name. */ locates?: boolean;
  budget?: Partial<PreprocessBudget>;
}>;

export function attempt(text: string, given: Given = {}): Result<Preprocessed, PreprocessProblem> {
  const files = new Map(Object.entries({ ...given.files, 'main.cu': text }));
  return preprocess('main.cu', (path) => files.get(path) ?? null, {
    defines: new Map(Object.entries(given.defines ?? {})),
    includeDirs: given.includeDirs ?? [],
    ...(given.locates === true ? { locate: (tail) => [...files.keys()].filter((path) => isTailOf(tail, path)) } : {}),
    budget: { ...defaultBudget, ...given.budget },
  });
}

export function preprocessed(text: string, given: Given = {}): Preprocessed {
  const result = attempt(text, given);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

/** The text with runs of white space as one space. */
export function words(text: string, given: Given = {}): string {
  return preprocessed(text, given).source.text.replace(/\s+/g, ' ').trim();
}
