#!/usr/bin/env node
/** The program: wires the terminal, the clock and the engine to {@link runCli}. */
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { assetPaths, workerPath } from '../assets.ts';
import { openAuditWorker } from '../workers/audit-worker.ts';
import { openEditorWorker } from '../workers/editor-worker.ts';
import { openSideWorker } from '../workers/side-worker.ts';
import { watched } from '../watch.ts';
import { status } from './io.ts';
import type { CliIo } from './io.ts';
import { wantsColor } from './color.ts';
import { keysOf } from './keys.ts';
import { runCli } from './run-cli.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { version } from './version.ts';
import { withoutTrailing } from '../base/trailing.ts';

const { stdin, stdout, stderr } = process;
/** A terminal that does not know its width says 0. */
const columnsOf = ({ columns }: Readonly<{ columns: number }>): number => (columns > 0 ? columns : 80);
const io: CliIo = {
  out: (text) => {
    stdout.write(text);
  },
  err: (text) => {
    stderr.write(text);
  },
  outIsTerminal: stdout.isTTY,
  errIsTerminal: stderr.isTTY && process.env['TERM'] !== 'dumb',
  color: wantsColor('auto', process.env, stdout.isTTY),
  width: Math.max(60, Math.min(140, stdout.isTTY ? columnsOf(stdout) : 110)),
  errWidth: () => (stderr.isTTY ? columnsOf(stderr) : 80),
  ...(stdout.isTTY ? { proseWidth: Math.max(20, columnsOf(stdout)) } : {}),
  keys: stdin.isTTY && stdout.isTTY ? () => keysOf(stdin) : null,
  // Loaded when it is needed: help and explanations answer at once.
  openEngine: async () =>
    watched(await (await import('../pipeline.ts')).createEngine(assetPaths(), () => performance.now())),
  openWorker: async () => (await import('./workers.ts')).createWorker(workerPath()),
  openSideWorker: () => openSideWorker(workerPath()),
  openAuditWorker: (mostMiB) => openAuditWorker(workerPath(), mostMiB),
  serverToken: {
    server: withoutTrailing(process.env['GITHUB_SERVER_URL'] ?? '', /\//) || 'https://github.com',
    token: process.env['GITHUB_TOKEN'] ?? process.env['GH_TOKEN'] ?? '',
  },
  env: process.env,
  cacheFolder: join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'syncwright'),
  watch: async (...asked) => (await import('./watcher.ts')).watchFiles(...asked),
  serveEditor: async () => {
    const { serve } = await import('../lsp/server.ts');
    serve({
      input: stdin,
      output: stdout,
      open: () => openEditorWorker(workerPath()),
      slots: availableParallelism() > 2 ? 2 : 1,
      version,
    });
  },
  onStop: (heard) => {
    // the second signal of either kind has the default action, which ends this process at once
    const listeners = (['SIGINT', 'SIGTERM'] as const).map((signal) => ({
      signal,
      listener: () => {
        end();
        heard(signal);
      },
    }));
    const end = (): void => {
      for (const { signal, listener } of listeners) process.off(signal, listener);
    };
    for (const { signal, listener } of listeners) process.on(signal, listener);
    return end;
  },
};

// A reader that stops early (`| head`) is no error: what was found still decides the exit status.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    if (stream === stdout) stderr.write(fill(messages.outputFailed, { message: error.message }));
    process.exit(status.usage);
  });
}
// No handler for Ctrl-C but where the solver is in other processes (`check`, `audit`): it may keep this thread busy,
// and only the default action (status 130) ends it at once.

const code = await runCli(process.argv.slice(2), io);
// The solver's threads may still be there: leave when the output is written, and an error of it was seen.
stdout.write('', () => setImmediate(() => process.exit(code)));
