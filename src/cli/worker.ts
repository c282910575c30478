/**
 * A process that analyses some of the files of a `check` (workers.ts), of an audit (audit/run.ts), of one side of a
 * pull request (review/side.ts), or of an editor (editor-task.ts).
 */
import { assetPaths } from '../assets.ts';
import { createEngine } from '../pipeline.ts';
import { watched } from '../watch.ts';
import { engineOptions } from './analysis-options.ts';
import { endWithParent } from './end-with-parent.ts';
import type { Sources } from './source-files.ts';
import type { UnitAnswer, UnitTask } from '../audit/run.ts';
import type { EditorAnswer, EditorTask } from '../lsp/analysis.ts';
import { analyzeForEditor, createHistory } from './editor-task.ts';
import { askedOf, gatherSources, textsOf } from './source-files.ts';
import type { SideAnswer, SideTask } from '../review/side.ts';
import { answerSide } from '../review/side.ts';
import { serve, tell } from '../workers/pool.ts';
import { tracing } from '../cache/trace.ts';
import { watchMemory } from '../workers/watch-memory.ts';
import { gitIn, readBlobsIn } from '../review/git.ts';
import { takeSnapshot } from '../review/snapshot.ts';
import type { WorkerAnswer, WorkerTask } from './workers.ts';
import type { ProgressEvent } from '../engine.ts';

/** Of the editor's task: whether nobody waits for its answer. */
let isCancelled = (): boolean => false;
const engine = createEngine(assetPaths(), () => clock()).then((made) => watched(made));
let sources: Sources | null = null;
const history = createHistory();
const gits = new Map<string, ReturnType<typeof gitIn>>();
const snapshots = new Map<string, ReturnType<typeof takeSnapshot>>();

/** All tasks of one process belong to one command, so the files are gathered once. */
async function analyze({ paths, flags, files, isTraced }: WorkerTask): Promise<WorkerAnswer> {
  // what a run under --watch reads may have changed since the last one
  if (isTraced) sources = null;
  sources ??= gatherSources(paths, flags);
  const source = isTraced ? tracing(sources) : { read: sources.read, locate: sources.locate, trace: () => null };
  const progress = sparingly((event) => tell({ progress: event }));
  const report = await (
    await engine
  ).analyze({
    files,
    ...askedOf(sources),
    read: source.read,
    locate: source.locate,
    options: engineOptions(flags),
    onProgress: progress,
    onPart: (part) => tell({ part }),
  });
  return { report, trace: source.trace() };
}

/** Steps of kernels may follow each other faster than anybody reads. */
function sparingly(tellOf: (event: ProgressEvent) => void): (event: ProgressEvent) => void {
  let last = -Infinity;
  return (event) => {
    const now = performance.now();
    if (event.kind === 'step' && now - last < betweenSteps) return;
    last = now;
    tellOf(event);
  };
}
const betweenSteps = 100;

let isWatched = false;
const mebibytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Of the files, only those are read that the unit needs. */
async function audit({
  path,
  files,
  part,
  limits,
  options,
  totalSeconds,
  limitSeconds,
  mostMiB,
}: UnitTask): Promise<UnitAnswer> {
  if (!isWatched) watchMemory(mostMiB);
  isWatched = true;
  const started = performance.now();
  const { read, locate, trace } = tracing(textsOf([path], limits));
  const report = await (
    await engine
  ).analyze({
    files,
    read,
    locate,
    options,
    part,
    onProgress: sparingly(tell),
    ...(totalSeconds === null ? {} : { totalSeconds }),
    ...(limitSeconds === undefined ? {} : { limitSeconds }),
  });
  return {
    report,
    trace: trace(),
    ms: performance.now() - started,
    residentMiB: mebibytes(process.memoryUsage.rss()),
    peakMiB: mebibytes(1024 * process.resourceUsage().maxRSS),
  };
}

/** Reads the side's commit from the clone itself, once. */
async function side(task: SideTask): Promise<SideAnswer> {
  const key = `${task.repo}\0${task.commit}`;
  const git = gits.get(task.repo) ?? gitIn(task.repo);
  gits.set(task.repo, git);
  const snapshot = snapshots.get(key) ?? takeSnapshot(git, readBlobsIn(task.repo), task.commit);
  snapshots.set(key, snapshot);
  const taken = await snapshot;
  if (!taken.ok) throw new Error(taken.problem.text);
  taken.value.expect([...task.files, ...(task.ahead ?? [])]);
  return answerSide(await engine, taken.value, task, sparingly(tell));
}

let [lastLook, hasEnded] = [0, false];
/** The files of the editor's task are looked for now and then; once nobody waits, all time limits have passed. */
function clock(): number {
  const now = performance.now();
  if (now - lastLook > betweenLooks) [lastLook, hasEnded] = [now, isCancelled()];
  return hasEnded ? now + longAfter : now;
}
const betweenLooks = 20;
const longAfter = 1e12;

async function editor(task: EditorTask): Promise<EditorAnswer> {
  const until = (cancelled: () => boolean): void => {
    [lastLook, hasEnded, isCancelled] = [0, false, cancelled];
  };
  return await analyzeForEditor({ engine: await engine, until, history }, task, tell);
}

endWithParent();
// Ctrl-C reaches every process of the terminal: the one that started this one ends it
process.on('SIGINT', () => undefined);
serve({ analyze, audit, side, editor });
