/** What `doctor` says of the configuration of the repository in which it is started. */
import { statSync } from 'node:fs';
import { baselineFor, includeDirsOf, policyFor, problemsOfConfig } from './policy.ts';
import { configPath } from '../config/config.ts';
import { configProblemLine } from '../config/config.ts';
import { UsageError } from './io.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type Line = Readonly<{ good: boolean; what: string; why: string }>;

export function configLines(folder: string, given: string | undefined): readonly Line[] {
  const problems = problemsOfConfig([folder], given);
  if (problems === null) return [{ good: true, what: fill(messages.noConfiguration, { configPath }), why: '' }];
  if (problems.length > 0)
    return problems.map((problem) => ({ good: false, what: configProblemLine(problem), why: '' }));
  const policy = policyFor([folder], given);
  return [
    { good: true, what: fill(messages.configurationRead, { file: policy.file }), why: '' },
    ...tried(messages.includeFolders, () => includeDirsOf(policy)).flatMap(({ value, line }) =>
      line !== null
        ? [line]
        : (value ?? []).flatMap((dir) =>
            isFolder(dir)
              ? []
              : [{ good: false, what: `${dir} (include-dirs) is a folder`, why: messages.noDirectory }],
          ),
    ),
    ...tried(messages.baselineReadable, () => baselineFor(policy, undefined)).flatMap(({ line }) => line ?? []),
  ];
}

function tried<Value>(
  what: string,
  read: () => Value,
): readonly Readonly<{ value: Value | null; line: Line | null }>[] {
  try {
    return [{ value: read(), line: null }];
  } catch (error) {
    if (error instanceof UsageError) return [{ value: null, line: { good: false, what, why: error.message } }];
    throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
