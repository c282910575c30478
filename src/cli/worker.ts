/** A process that analyses some of the files of a `check` (workers.ts). */
import workerpool from 'workerpool';
import { assetPaths } from '../assets.ts';
import { createEngine } from '../pipeline.ts';
import { watched } from '../watch.ts';
import type { Report } from '../verdict/finding.ts';
import { engineOptions } from './analysis-options.ts';
import { endWithParent } from './end-with-parent.ts';
import type { Sources } from './source-files.ts';
import { gatherSources } from './source-files.ts';
import type { WorkerTask } from './workers.ts';

const engine = createEngine(assetPaths(), () => performance.now()).then((made) => watched(made));
let sources: Sources | null = null;

/** All tasks of one process belong to one command, so the files are gathered once. */
async function analyze({ paths, flags, files }: WorkerTask): Promise<Report> {
  sources ??= gatherSources(paths, flags);
  const { read, locate } = sources;
  return (await engine).analyze({ files, read, locate, options: engineOptions(flags), onProgress: (event) => { workerpool.workerEmit(event); } });
}

endWithParent();
// what is still to be told has nobody to hear it
process.on('error', () => process.exit(1));
workerpool.worker({ analyze });
