/** The inputs of action.yml, read by `@actions/core`, and checked. */
import * as core from '@actions/core';
import { posix } from 'node:path';
import type { CommentSet, UndecidedGate } from '../config/schema.ts';
import type { Config } from '../config/config.ts';
import type { Gate } from '../report/gate.ts';
import type { Result } from '../base/result.ts';
import type { Shard } from '../audit/shards.ts';
import type { WarpModel } from '../launch/launch.ts';
import { commentSets, undecidedGates } from '../config/schema.ts';
import { fail, ok } from '../base/result.ts';
import { gates } from '../report/gate.ts';
import { mostShards } from '../audit/shards.ts';
import { plural } from '../report/wording.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

const modes = [
  'review',
  'fix',
  'analyze',
  'publish',
  'command',
  'audit',
  'audit-plan',
  'audit-merge',
  'doctor',
] as const;
type Mode = (typeof modes)[number];

export type Inputs = Readonly<{
  /** The names of those that the workflow gives; of the others the values are defaults. */
  given: ReadonlySet<string>;
  mode: Mode;
  token: string;
  /** Where the clone lies, from the workspace. */
  workingDirectory: string;
  paths: readonly string[];
  failOn: Gate;
  failOnOld: boolean;
  failOnUndecided: UndecidedGate;
  comments: CommentSet;
  maxComments: number;
  drafts: 'review' | 'skip';
  maxFixes: number;
  checkRun: boolean;
  warpModel: WarpModel;
  level: 'block' | 'grid';
  includeDirs: readonly string[];
  defines: ReadonlyMap<string, string>;
  /** From the repository's root; null: it is looked for. */
  compileCommands: string | null;
  timeoutSeconds: number | null;
  sarifFile: string;
  jsonFile: string;
  analysisFile: string;
  /** The workflow whose runs `publish` takes analyses from. */
  workflow: string;
  /** Where the audit file is written; of a shard its number is put into the name. */
  auditFile: string;
  /** Null: all of the work. */
  shard: Shard | null;
  /** How many shards a plan has. */
  shards: number | 'auto';
  /** Written by a plan, followed by its shards. */
  planFile: string;
  /** Where the files of the shards lie. */
  auditDir: string;
  /** Where answers are kept for later runs; empty: nowhere. */
  cacheDir: string;
  /** Of wall-clock time, for a whole audit or one shard; null: no limit. */
  budgetSeconds: number | null;
  /** Whether the audit keeps a tracking issue. */
  issue: boolean;
  /** The report as a page, and its overview as a picture. */
  htmlFile: string;
  overviewFile: string;
  /** The verdicts in one line, as a picture and for shields.io. */
  badgeFile: string;
  badgeJsonFile: string;
  /** What earlier audits came to, which is added to; empty: no such file. */
  historyFile: string;
  /** Where a baseline is written; empty: nowhere. */
  baselineFile: string;
}>;

/**
 * Those for which `.syncwright.yml` may speak. action.yml gives them no default, so that an empty one is known to be
 * left out.
 */
const configurable = [
  'paths',
  'fail-on',
  'fail-on-old',
  'fail-on-undecided',
  'comments',
  'max-comments',
  'warp-model',
  'level',
  'timeout',
] as const;
type Configurable = (typeof configurable)[number];

/** The inputs with what the configuration says where the workflow says nothing; macros and folders add up. */
export function settledInputs(inputs: Inputs, config: Config): Inputs {
  const settle = <Value>(name: Configurable, value: Value, configured: Value | null): Value =>
    inputs.given.has(name) ? value : (configured ?? value);
  return {
    ...inputs,
    failOn: settle('fail-on', inputs.failOn, config.failOn),
    failOnOld: settle('fail-on-old', inputs.failOnOld, config.failOnOld),
    failOnUndecided: settle('fail-on-undecided', inputs.failOnUndecided, config.failOnUndecided),
    comments: settle('comments', inputs.comments, config.comments),
    maxComments: settle('max-comments', inputs.maxComments, config.maxComments),
    warpModel: settle('warp-model', inputs.warpModel, config.warpModel),
    level: settle('level', inputs.level, config.level),
    timeoutSeconds:
      inputs.given.has('timeout') || config.timeout === null
        ? inputs.timeoutSeconds
        : config.timeout === 0
          ? null
          : config.timeout,
    includeDirs: [...inputs.includeDirs, ...config.includeDirs],
    defines: new Map([...config.defines, ...inputs.defines]),
    compileCommands: inputs.compileCommands ?? config.compileCommands,
  };
}

/** The value of an input without its blanks; the default where it is empty. */
function valueOf(name: string, missing: string): string {
  return core.getInput(name) || missing;
}

/** The problem is one line that names the input. */
export function readInputs(): Result<Inputs, string> {
  const problems: string[] = [];
  const choice = <T extends string>(name: string, all: readonly T[], missing: T): T => {
    const value = valueOf(name, missing);
    const found = all.find((one) => one === value);
    if (found === undefined)
      problems.push(fill(messages.badChoice, { name, value: JSON.stringify(value), choices: all.join(', ') }));
    return found ?? missing;
  };
  const truth = (name: string, missing: boolean): boolean => {
    try {
      return core.getInput(name) === '' ? missing : core.getBooleanInput(name);
    } catch {
      problems.push(fill(messages.badTruth, { name, value: JSON.stringify(core.getInput(name)) }));
      return missing;
    }
  };
  const number = (name: string, missing: number, most: number): number => {
    const value = valueOf(name, `${missing}`);
    const isGood = /^\d{1,6}$/.test(value) && Number(value) <= most;
    if (!isGood) problems.push(fill(messages.badNumber, { name, value: JSON.stringify(value), most }));
    return isGood ? Number(value) : missing;
  };
  const timeout = number('timeout', 60, 86_400);
  const budget = number('budget', 0, 604_800);
  const shardOf = (text: string): Shard | null => {
    const [, k = '', n = ''] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
    const isGood = text === '' || (Number(k) >= 1 && Number(k) <= Number(n) && Number(n) <= mostShards);
    if (!isGood) problems.push(fill(messages.badShard, { value: JSON.stringify(text), most: mostShards }));
    return isGood && text !== '' ? [Number(k), Number(n)] : null;
  };
  const inputs: Inputs = {
    given: new Set(configurable.filter((name) => valueOf(name, '') !== '')),
    mode: choice('mode', modes, 'review'),
    token: valueOf('token', ''),
    workingDirectory: valueOf('working-directory', '.'),
    paths: listOf(valueOf('paths', '**')),
    failOn: choice('fail-on', gates, 'error'),
    failOnOld: truth('fail-on-old', false),
    failOnUndecided: choice('fail-on-undecided', undecidedGates, 'unread'),
    comments: choice('comments', commentSets, 'error'),
    maxComments: number('max-comments', 25, 25),
    drafts: choice('drafts', ['review', 'skip'], 'review'),
    maxFixes: number('max-fixes', 1, 20),
    checkRun: truth('check-run', false),
    warpModel: choice('warp-model', ['its', 'lockstep'], 'its'),
    level: choice('level', ['block', 'grid'], 'grid'),
    includeDirs: listOf(valueOf('include-dirs', '')),
    defines: definesOf(listOf(valueOf('defines', '')), problems),
    compileCommands: commandsOf(valueOf('compile-commands', ''), problems),
    timeoutSeconds: timeout === 0 ? null : timeout,
    sarifFile: valueOf('sarif-file', 'syncwright.sarif'),
    jsonFile: valueOf('json-file', 'syncwright.json'),
    analysisFile: valueOf('analysis-file', 'syncwright-analysis.json'),
    workflow: valueOf('workflow', '.github/workflows/syncwright-analyze.yml'),
    auditFile: valueOf('audit-file', 'syncwright-audit.jsonl'),
    shard: shardOf(valueOf('shard', '')),
    shards: valueOf('shards', 'auto') === 'auto' ? 'auto' : Math.max(1, number('shards', 1, mostShards)),
    planFile: valueOf('plan-file', 'syncwright-plan.json'),
    auditDir: valueOf('audit-dir', '.'),
    cacheDir: valueOf('cache-dir', ''),
    budgetSeconds: budget === 0 ? null : budget,
    issue: truth('issue', true),
    htmlFile: valueOf('html-file', 'syncwright.html'),
    overviewFile: valueOf('overview-file', 'syncwright-overview.svg'),
    badgeFile: valueOf('badge-file', 'syncwright-badge.svg'),
    badgeJsonFile: valueOf('badge-json-file', 'syncwright-badge.json'),
    historyFile: valueOf('history-file', ''),
    baselineFile: valueOf('baseline-file', ''),
  };
  const [first] = problems;
  return first === undefined
    ? ok(inputs)
    : fail(
        problems.length === 1
          ? first
          : fill(messages.moreProblems, { first, problems: plural(problems.length - 1, 'more problem') }),
      );
}

/** A path below the root, however it is written. */
function commandsOf(value: string, problems: string[]): string | null {
  if (value === '') return null;
  const path = posix.normalize(value.replaceAll('\\', '/'));
  const isInside = !posix.isAbsolute(path) && !/^[A-Za-z]:/.test(path) && path !== '..' && !path.startsWith('../');
  if (!isInside) problems.push(fill(messages.badCommands, { value: JSON.stringify(value) }));
  return path;
}

const listOf = (text: string): readonly string[] =>
  text
    .split(/[\r\n,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function definesOf(entries: readonly string[], problems: string[]): ReadonlyMap<string, string> {
  const defines = new Map<string, string>();
  for (const entry of entries) {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=([^]*))?$/.exec(entry) ?? [];
    if (name === undefined) problems.push(fill(messages.badDefine, { entry: JSON.stringify(entry) }));
    else defines.set(name, value ?? '1');
  }
  return defines;
}
