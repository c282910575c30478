#!/usr/bin/env node
/** The program: wires the terminal, the clock and the engine to {@link runCli}. */
import { assetPaths } from '../assets.ts';
import { status } from './io.ts';
import type { CliIo } from './io.ts';
import { runCli } from './run-cli.ts';

const { stdout, stderr } = process;
const io: CliIo = {
  out: (text) => { stdout.write(text); },
  err: (text) => { stderr.write(text); },
  outIsTerminal: stdout.isTTY,
  errIsTerminal: stderr.isTTY,
  color: stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb',
  width: Math.max(60, Math.min(140, stdout.isTTY ? stdout.columns : 110)),
  // Loaded when it is needed: help and explanations answer at once.
  openEngine: async () => (await import('../pipeline.ts')).createEngine(assetPaths(), () => performance.now()),
};

// A reader that stops early (`| head`) is no error; what was found still decides the exit status.
const reader = { gone: false };
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    reader.gone = true;
  });
}
process.once('SIGINT', () => {
  if (stderr.isTTY) stderr.write('\r\u001b[K');
  process.exit(status.interrupted);
});

const code = await runCli(process.argv.slice(2), io);
// The solver's threads may still be there: leave when the output is written.
if (reader.gone) process.exit(code);
else stdout.write('', () => process.exit(code));
