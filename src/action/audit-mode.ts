/**
 * Modes `audit`, `audit-plan` and `audit-merge`: every kernel of a branch, by `syncwright audit` in this process; then
 * its results. Over a job matrix: the plan, one shard each, and the results from the files of all of them. For what is
 * trusted: events that people with write access cause, and the clock.
 */
import { basename, dirname, join } from 'node:path';
import { existsSync, readdirSync } from 'node:fs';
import type { AuditTarget } from './audit-event.ts';
import type { CliIo } from '../cli/io.ts';
import type { Fetching } from '../review/fetching.ts';
import type { Inputs } from './inputs.ts';
import type { Place } from './checkout.ts';
import type { RecordIndex } from '../audit/record-file.ts';
import type { ReviewPolicy } from '../review/policy.ts';
import type { Result } from '../base/result.ts';
import type { Shard } from '../audit/shards.ts';
import type { Status, Step } from './step.ts';
import { complain, inGroup, refuse, say, status } from './step.ts';
import { onDisk } from '../audit/disk.ts';
import { indexOf, writeLines } from '../audit/record-file.ts';
import { engineId } from '../assets.ts';
import { fail } from '../base/result.ts';
import { fetchingOf, fromClone } from './checkout.ts';
import { finishAudit } from './audit-results.ts';
import { leaveOutputs, placeInside } from './results.ts';
import { mergedLines, wholeAudit } from '../audit/merge.ts';
import { policyAt } from '../review/policy.ts';
import { settledInputs } from './inputs.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export async function runAudit(step: Step, given: Inputs, target: AuditTarget, place: Place): Promise<Status> {
  const fetching = await fetchingOf(step, given, target.repository, place.clone);
  const policy = await auditPolicy(step, given, target, fetching);
  if (policy === null) return status.setup;
  const inputs = settledInputs(given, policy.config);
  const file = inputs.shard === null ? inputs.auditFile : shardFile(inputs.auditFile, inputs.shard);
  const kept = placeInside(place.workspace, file);
  if (!kept.ok) return refuse(step, fill(messages.badFileInput, { input: 'audit-file', problem: kept.problem }));
  const ran = await runCommandLine(step, place.clone, [
    'audit',
    '.',
    '--out',
    fromClone(place, file),
    '--restart',
    '--fail-on',
    'never',
    ...shardArguments(inputs, place),
    ...(inputs.budgetSeconds === null ? [] : ['--budget', `${inputs.budgetSeconds}`]),
    ...cacheArguments(inputs, place),
    ...analysisArguments(inputs, given),
  ]);
  if (ran.status === status.setup) return status.setup;
  for (const problem of leaveOutputs(step, [['audit', file]])) complain(step, 'warning', problem);
  const index = flat(onDisk(() => indexOf(kept.value)));
  if (!index.ok) return refuse(step, index.problem);
  // what a kernel cost that is a bug of ours is said where all shards are together
  if (inputs.shard !== null) return index.value.end === null ? incomplete(step) : status.nothing;
  const whole = wholeAudit([index.value]);
  if (!whole.ok) return incomplete(step);
  const done = await finishAudit({ step, inputs, target, workspace: place.workspace, fetching, policy }, whole.value);
  return ran.status === status.nothing || done !== status.nothing ? done : status.fault;
}

/** One problem, whichever of the two it is. */
const flat = <Value>(result: Result<Result<Value, string>, string>): Result<Value, string> =>
  result.ok ? result.value : result;

/** Half an audit is not reported: findings that it did not reach are not gone. */
function incomplete(step: Step): Status {
  complain(step, 'error', messages.auditIncomplete);
  return status.fault;
}

/** The shards that there are to be, as a job matrix in the output `matrix`, and as a file that they all follow. */
export async function runAuditPlan(step: Step, given: Inputs, target: AuditTarget, place: Place): Promise<Status> {
  const fetching = await fetchingOf(step, given, target.repository, place.clone);
  const policy = await auditPolicy(step, given, target, fetching);
  if (policy === null) return status.setup;
  const inputs = settledInputs(given, policy.config);
  const kept = placeInside(place.workspace, inputs.planFile);
  if (!kept.ok) return refuse(step, fill(messages.badFileInput, { input: 'plan-file', problem: kept.problem }));
  const ran = await runCommandLine(step, place.clone, [
    'audit',
    '.',
    '--plan',
    '--shards',
    `${inputs.shards}`,
    '--plan-file',
    fromClone(place, inputs.planFile),
    ...cacheArguments(inputs, place),
    ...analysisArguments(inputs, given),
  ]);
  if (ran.status !== status.nothing) return ran.status === status.setup ? status.setup : status.fault;
  for (const problem of leaveOutputs(step, [
    ['matrix', ran.out.trim()],
    ['plan', inputs.planFile],
  ]))
    complain(step, 'warning', problem);
  return status.nothing;
}

/** The results of an audit from the files of its shards. */
export async function runAuditMerge(step: Step, given: Inputs, target: AuditTarget, place: Place): Promise<Status> {
  const fetching = await fetchingOf(step, given, target.repository, place.clone);
  const policy = await auditPolicy(step, given, target, fetching);
  if (policy === null) return status.setup;
  const inputs = settledInputs(given, policy.config);
  const whole = flat(onDisk(() => shardsIn(join(place.workspace, inputs.auditDir), inputs.auditFile, target.head)));
  if (!whole.ok) return refuse(step, fill(messages.shardsNotMerged, { problem: whole.problem }));
  const kept = placeInside(place.workspace, inputs.auditFile);
  if (!kept.ok) return refuse(step, fill(messages.badFileInput, { input: 'audit-file', problem: kept.problem }));
  const written = onDisk(() => writeLines(kept.value, mergedLines(whole.value, false)));
  if (!written.ok)
    return refuse(step, fill(messages.cannotWriteFile, { path: inputs.auditFile, reason: written.problem }));
  for (const problem of leaveOutputs(step, [['audit', inputs.auditFile]])) complain(step, 'warning', problem);
  return finishAudit({ step, inputs, target, workspace: place.workspace, fetching, policy }, whole.value);
}

/**
 * All files of shards in a folder, which must be one whole audit of this commit by this version. The problem is one
 * line. Throws what the file system throws.
 */
function shardsIn(folder: string, auditFile: string, head: string): ReturnType<typeof wholeAudit> {
  const { stem, end } = partsOf(auditFile);
  const isShard = (name: string): boolean =>
    name.startsWith(`${stem}-`) &&
    name.endsWith(end) &&
    /^\d+-of-\d+$/.test(name.slice(stem.length + 1, name.length - end.length));
  const indices: RecordIndex[] = [];
  for (const { name } of readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isShard(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const index = indexOf(join(folder, name));
    if (!index.ok) return index;
    const { commit, engine } = index.value.header;
    if (commit !== head)
      return fail(
        fill(messages.otherCommit, {
          name,
          commit: commit?.slice(0, 12) ?? messages.unnamedCommit,
          head: head.slice(0, 12),
        }),
      );
    if (engine !== engineId()) return fail(fill(messages.otherProgram, { name, engine, own: engineId() }));
    indices.push(index.value);
  }
  return wholeAudit(indices);
}

/** Null: it was said why there is none. */
async function auditPolicy(
  step: Step,
  inputs: Inputs,
  target: AuditTarget,
  fetching: Fetching,
): Promise<ReviewPolicy | null> {
  if (inputs.given.has('paths')) {
    refuse(step, messages.pathsInAudit);
    return null;
  }
  const policy = await policyAt(fetching, target.head);
  if (policy.ok) return policy.value;
  refuse(step, policy.problem);
  return null;
}

function partsOf(auditFile: string): Readonly<{ stem: string; end: string }> {
  const [, stem = auditFile, end = ''] = /^(.*?)(\.[A-Za-z0-9]+)?$/s.exec(basename(auditFile)) ?? [];
  return { stem, end };
}

/** Files of all shards may lie side by side. */
function shardFile(auditFile: string, [k, n]: Shard): string {
  const { stem, end } = partsOf(auditFile);
  return join(dirname(auditFile), `${stem}-${k}-of-${n}${end}`);
}

const shardArguments = ({ shard, planFile }: Inputs, place: Place): readonly string[] =>
  shard === null
    ? []
    : [
        '--shard',
        shard.join('/'),
        ...(existsSync(join(place.workspace, planFile)) ? ['--plan-file', fromClone(place, planFile)] : []),
      ];

const cacheArguments = ({ cacheDir }: Inputs, place: Place): readonly string[] =>
  cacheDir === '' ? ['--no-cache'] : ['--cache', fromClone(place, cacheDir)];

/** What decides answers. Macros and folders of the configuration are added by the command itself. */
function analysisArguments(inputs: Inputs, given: Inputs): readonly string[] {
  return [
    '--warp',
    inputs.warpModel,
    '--level',
    inputs.level,
    ...(inputs.timeoutSeconds === null ? [] : ['--timeout', `${inputs.timeoutSeconds}`]),
    ...(given.compileCommands === null ? [] : ['--compile-commands', given.compileCommands]),
    ...given.includeDirs.flatMap((dir) => ['-I', dir]),
    ...[...given.defines].flatMap(([name, value]) => ['-D', `${name}=${value}`]),
  ];
}

type Ran = Readonly<{ status: number; out: string }>;

/** What the command says goes to the log. Paths are as from the clone. */
async function runCommandLine(step: Step, clone: string, args: readonly string[]): Promise<Ran> {
  process.chdir(clone);
  const { runCli } = await import('../cli/run-cli.ts');
  const texts: string[] = [];
  let last = '';
  const note = (text: string): void => {
    last = text.trimEnd();
    say(step, last);
  };
  const { openAuditWorker } = step;
  const io: CliIo = {
    out: (text) => {
      texts.push(text);
    },
    err: note,
    outIsTerminal: false,
    errIsTerminal: false,
    color: false,
    width: 110,
    keys: null,
    openEngine: step.openEngine,
    openWorker: null,
    openSideWorker: step.openWorker,
    ...(openAuditWorker === null ? {} : { openAuditWorker }),
  };
  const command = `syncwright ${args[0] ?? ''}`;
  const ended = await inGroup(step, fill(messages.progress, { command }), () => runCli(args, io));
  const out = texts.join('');
  if (ended === status.setup)
    complain(step, 'error', fill(messages.commandLineFailed, { command, reason: last === '' ? '' : `: ${last}` }));
  else if (out !== '') say(step, out.trimEnd());
  return { status: ended, out };
}
