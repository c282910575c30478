/**
 * What a user may set: `syncwright.*` of the editor's settings. What is not understood keeps its default, and is named.
 * Pure.
 */
import type { PatchSet } from './actions.ts';

/**
 * `run`: when to analyse. `timeout`: seconds for one kernel, where the configuration of the repository says nothing.
 */
export type Settings = Readonly<{ run: 'onType' | 'onSave'; timeout: number; patches: PatchSet; codeLens: boolean }>;

export const defaults: Settings = { run: 'onType', timeout: 20, patches: 'proved', codeLens: true };

/** `problems`: a line each. */
export function readSettings(given: unknown): Readonly<{ settings: Settings; problems: readonly string[] }> {
  const problems: string[] = [];
  const read = (key: string): unknown =>
    typeof given === 'object' && given !== null ? Reflect.get(given, key) : undefined;
  const one = <Value>(
    key: string,
    isFit: (value: unknown) => value is Value,
    standard: Value,
    wanted: string,
  ): Value => {
    const value = read(key);
    if (value === undefined || value === null) return standard;
    if (isFit(value)) return value;
    problems.push(`${key} must be ${wanted}, not ${JSON.stringify(value)}`);
    return standard;
  };
  const settings: Settings = {
    run: one('run', (value) => value === 'onType' || value === 'onSave', defaults.run, '"onType" or "onSave"'),
    timeout: one(
      'timeout',
      (value): value is number => typeof value === 'number' && value >= 1 && value <= 3600,
      defaults.timeout,
      'a number of seconds from 1 to 3600',
    ),
    patches: one('patches', (value) => value === 'proved' || value === 'all', defaults.patches, '"proved" or "all"'),
    codeLens: one('codeLens', (value) => typeof value === 'boolean', defaults.codeLens, 'true or false'),
  };
  return { settings, problems };
}
