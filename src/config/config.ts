/**
 * `.syncwright.yml`: what a repository says of itself, read and checked (docs/decisions/0012-configuration.md). Pure.
 * Needs: the text. Gives: what it states, each part null or empty where it states nothing; or all its problems, with
 * their lines.
 */
import type { Gate } from '../report/gate.ts';
import type { Dim3, WarpModel } from '../launch/launch.ts';
import type { CommentSet, ReportSet, UndecidedGate } from './schema.ts';
import type { Plain, YamlValue } from './yaml.ts';
import type { Result } from '../base/result.ts';
import type { StatedFacts } from '../launch/stated.ts';
import { commentSets, configSchema, reportSets, undecidedGates } from './schema.ts';
import { codeEntry } from '../verdict/catalogue.ts';
import { fail, ok } from '../base/result.ts';
import { gates } from '../report/gate.ts';
import { readBlock, readGrid, readNumber } from './values.ts';
import { readYaml } from './yaml.ts';
import { schemaCheck } from '../schema/schema.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Its place, from the root of the repository. */
export const configPath = '.syncwright.yml';

/** Which findings do not count, and why. `kernel`, `file`: null means all. */
export type IgnoreRule = Readonly<{
  id: string;
  kernel: string | null;
  file: string | null;
  reason: string;
  author: string | null;
  line: number | null;
}>;

export type Config = Readonly<{
  path: string;
  include: readonly string[];
  exclude: readonly string[];
  defines: ReadonlyMap<string, string>;
  includeDirs: readonly string[];
  /** Null: it is looked for. */
  compileCommands: string | null;
  stated: readonly StatedFacts[];
  warpModel: WarpModel | null;
  level: 'block' | 'grid' | null;
  failOn: Gate | null;
  failOnOld: boolean | null;
  failOnUndecided: UndecidedGate | null;
  report: ReportSet | null;
  comments: CommentSet | null;
  maxComments: number | null;
  baseline: string | null;
  /** Seconds; 0: no limit. */
  timeout: number | null;
  totalTimeout: number | null;
  maxFiles: number | null;
  maxKernels: number | null;
  maxBytes: number | null;
  ignore: readonly IgnoreRule[];
}>;

/** Of a repository without a configuration. */
export const noConfig: Config = {
  path: configPath,
  include: [],
  exclude: [],
  defines: new Map(),
  includeDirs: [],
  compileCommands: null,
  stated: [],
  warpModel: null,
  level: null,
  failOn: null,
  failOnOld: null,
  failOnUndecided: null,
  report: null,
  comments: null,
  maxComments: null,
  baseline: null,
  timeout: null,
  totalTimeout: null,
  maxFiles: null,
  maxKernels: null,
  maxBytes: null,
  ignore: [],
};

export type ConfigProblem = Readonly<{ path: string; line: number | null; text: string }>;

const check = schemaCheck(configSchema);

/** At least one problem, in the order of the lines. */
export function readConfig(text: string, path: string = configPath): Result<Config, readonly ConfigProblem[]> {
  const yaml = readYaml(text, isText);
  if (!yaml.ok) return fail([{ path, ...yaml.problem }]);
  const { value, lineOf } = yaml.value;
  const problems = check(value).map((one) => ({ path, line: lineOf(one.path), text: one.text }));
  if (problems.length > 0) return fail(inOrder(problems));
  const reader = readerOf(yaml.value, path);
  const config = reader.config();
  return reader.problems.length > 0 ? fail(inOrder(reader.problems)) : ok(config);
}

/** All problems in one line. */
export function problemWords(problems: readonly ConfigProblem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? fill(messages.moreProblems, { count: problems.length - 1 }) : '';
  return first === undefined ? '' : `${configProblemLine(first)}${more}`;
}

export const configProblemLine = ({ path, line, text }: ConfigProblem): string =>
  `${path}${line === null ? '' : `:${line}`}: ${text}`;

const inOrder = (problems: readonly ConfigProblem[]): readonly ConfigProblem[] =>
  [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));

/** Values whose digits count as they are written. */
const isText = ([first = '', second = '', third = '', fourth]: readonly string[]): boolean =>
  (first === 'defines' && second !== '') ||
  (first === 'kernels' && third === 'params' && fourth !== undefined) ||
  (first === 'ignore' && third === 'id' && second !== '');

type Reader = Readonly<{ problems: readonly ConfigProblem[]; config: () => Config }>;

/** Of a value that the schema takes. */
function readerOf({ value, lineOf }: YamlValue, file: string): Reader {
  const problems: ConfigProblem[] = [];
  const at = (...path: readonly string[]): Plain => path.reduce<Plain>((inner, key) => memberOf(inner, key), value);
  const refuse = (path: readonly string[], text: string): void => {
    problems.push({ path: file, line: lineOf(path), text });
  };
  const choice = <Choice extends string>(all: readonly Choice[], ...path: readonly string[]): Choice | null =>
    all.find((one) => one === at(...path)) ?? null;
  const number = (...path: readonly string[]): number | null => {
    const found = at(...path);
    return typeof found === 'number' ? found : null;
  };

  const size = (path: readonly string[], read: (text: string) => Result<Dim3, string>): Dim3 | null => {
    const found = at(...path);
    if (found === null) return null;
    const dim = read(isList(found) ? found.map(textOf).join(',') : textOf(found));
    if (dim.ok) return dim.value;
    refuse(path, `"${path.at(-1) ?? ''}": ${dim.problem}`);
    return null;
  };
  const params = (path: readonly string[]): ReadonlyMap<string, bigint | number> =>
    new Map(
      entriesOf(at(...path)).flatMap(([name, written]) => {
        const read = readNumber(textOf(written).trim());
        if (read === null)
          refuse([...path, name], fill(messages.mustBeScalar, { name, value: JSON.stringify(written) }));
        return read === null ? [] : [[name, read] as const];
      }),
    );
  const stated = (k: string): StatedFacts => {
    const path = ['kernels', k];
    return {
      name: textOf(at(...path, 'name')),
      block: size([...path, 'block'], readBlock),
      grid: size([...path, 'grid'], readGrid),
      params: params([...path, 'params']),
      assumes: textsOf(at(...path, 'assume')),
      from: `${file}:${lineOf(path) ?? 1}`,
    };
  };
  const rule = (k: string): IgnoreRule => {
    const part = (key: string): string | null => {
      const found = at('ignore', k, key);
      return found === null ? null : textOf(found);
    };
    const id = part('id') ?? '';
    if (id.startsWith('SW') && codeEntry(id) === null) refuse(['ignore', k, 'id'], fill(messages.notACode, { id }));
    return {
      id,
      kernel: part('kernel'),
      file: part('file'),
      reason: (part('reason') ?? '').trim(),
      author: part('author'),
      line: lineOf(['ignore', k]),
    };
  };
  const failOnOld = (): boolean | null => {
    const found = at('gate', 'fail-on-old');
    return typeof found === 'boolean' ? found : null;
  };
  const config = (): Config => ({
    path: file,
    include: textsOf(at('include')),
    exclude: textsOf(at('exclude')),
    defines: new Map(
      entriesOf(at('defines')).map(([name, text]) => [name, text === null || text === '' ? '1' : textOf(text)]),
    ),
    includeDirs: textsOf(at('include-dirs')),
    compileCommands: at('compile-commands') === null ? null : textOf(at('compile-commands')),
    stated: indicesOf(at('kernels')).map(stated),
    warpModel: choice(['its', 'lockstep'], 'warp-model'),
    level: choice(['block', 'grid'], 'level'),
    failOn: choice(gates, 'gate', 'fail-on'),
    failOnOld: failOnOld(),
    failOnUndecided: choice(undecidedGates, 'gate', 'fail-on-undecided'),
    report: choice(reportSets, 'report'),
    comments: choice(commentSets, 'comments'),
    maxComments: number('max-comments'),
    baseline: at('baseline') === null ? null : textOf(at('baseline')),
    timeout: number('budgets', 'timeout'),
    totalTimeout: number('budgets', 'total-timeout'),
    maxFiles: number('budgets', 'max-files'),
    maxKernels: number('budgets', 'max-kernels'),
    maxBytes: number('budgets', 'max-bytes'),
    ignore: indicesOf(at('ignore')).map(rule),
  });
  return { problems, config };
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

function memberOf(value: Plain, key: string): Plain {
  if (isList(value)) return value[Number(key)] ?? null;
  return typeof value === 'object' && value !== null
    ? (Object.entries(value).find(([name]) => name === key)?.[1] ?? null)
    : null;
}

const entriesOf = (value: Plain): readonly (readonly [string, Plain])[] =>
  typeof value === 'object' && value !== null && !isList(value) ? Object.entries(value) : [];
const indicesOf = (value: Plain): readonly string[] => (isList(value) ? value.map((_, k) => `${k}`) : []);
const textOf = (value: Plain): string => (typeof value === 'string' ? value : JSON.stringify(value));
const textsOf = (value: Plain): readonly string[] => (isList(value) ? value.map(textOf) : []);
