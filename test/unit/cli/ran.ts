/** What tests of commands share: a CUDA file, answers of an engine, and a command run over them. */
import type { Coverage } from '../../../src/verdict/coverage.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { ok } from '../../../src/base/result.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import type { AnalyzeRequest, Engine } from '../../../src/engine.ts';
import type { MachineReport } from '../../../src/machine/machine.ts';
import type { Finding, KernelAnswer, Report } from '../../../src/verdict/finding.ts';
import { race, report as sample } from '../report/sample-report.ts';

/** A folder of this test file. */
export const root = mkdtempSync(join(tmpdir(), 'syncwright-cli-'));
/** A CUDA file in it. */
export const path = join(root, 'k.cu');
export const clean = '__global__ void sum(int *p) {\n  use();\n}\n';

/** Puts the clean kernel into the folder before each test of the file, and takes the folder away after all of them. */
export function inOwnFolder(): void {
  beforeAll(() => {
    // files of tests that share this module come after each other
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'empty.txt'), '');
  });
  beforeEach(() => {
    writeFileSync(path, clean);
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });
}

type Ran = Readonly<{ status: number; out: string; err: string; asked: readonly AnalyzeRequest[]; closed: number }>;
export type Analyze = (request: AnalyzeRequest) => Report | Promise<Report>;

/** A run in which nothing is wrong. */
export const quiet: MachineReport = {
  outcome: { kind: 'completed' },
  races: [],
  divergences: [],
  partings: [],
  faults: [],
  memory: [],
  steps: 12,
  barriers: new Map(),
  neededBarriers: new Set(),
  accessing: new Set(),
  traffic: { cells: 0, accesses: 0, range: 0 },
  dataDependent: false,
  inventedValues: false,
  lateReads: new Set(),
  lonely: new Set(),
  openPhase: null,
};
export const empty: Report = { version: 1, kernels: [], problems: [] };
const [answer] = sample.kernels;
/** A race-free answer for the kernel in the file, but for what is given. */
export const kernel = (rest: Partial<KernelAnswer>): KernelAnswer => {
  if (answer === undefined) throw new Error('the sample has kernels');
  return { ...answer, span: { ...answer.span, file: path }, findings: [], verdict: 'drf', ...rest };
};
/** A report of one racy kernel with one finding. */
export const withFinding = (finding: Finding): Report => ({
  ...empty,
  kernels: [kernel({ verdict: 'racy', findings: [finding] })],
});
/** Racy until the text has a barrier; the fix adds one. */
export const repairable = (request: AnalyzeRequest): Report => {
  const text = request.read(path) ?? '';
  const at = text.indexOf('  use();');
  return text.includes('__syncthreads')
    ? { ...empty, kernels: [kernel({})] }
    : withFinding({
        ...race,
        fix: {
          title: 'barrier',
          strategy: 'insert',
          proof: 'drf',
          cost: 'one',
          edits: [{ file: path, start: at, end: at, text: '  __syncthreads();\n' }],
        },
      });
};

export const noCoverage: Coverage = {
  files: 1,
  characters: 0,
  stageMs: { preprocess: 0, parse: 0, launch: 0, lower: 0 },
  kernels: [],
  problems: [],
};

/** Runs a command in this process, over an engine that answers as given. `terminal`: whether errors go to one. */
export async function cli(argv: readonly string[], analyze: Analyze = () => empty, terminal = false): Promise<Ran> {
  const seen = { out: '', err: '', closed: 0 };
  const asked: AnalyzeRequest[] = [];
  const engine: Engine = {
    analyze: async (request) => {
      asked.push(request);
      return analyze(request);
    },
    coverage: () => noCoverage,
    replay: async () => ok({ ...quiet, isSerializable: null, story: null, broken: null }),
    close: async () => {
      seen.closed += 1;
    },
  };
  const status = await runCli(argv, {
    out: (text) => {
      seen.out += text;
    },
    err: (text) => {
      seen.err += text;
    },
    outIsTerminal: false,
    errIsTerminal: terminal,
    color: false,
    width: 100,
    keys: null,
    openEngine: async () => engine,
    openWorker: null,
    openSideWorker: null,
  });
  return { status, ...seen, asked };
}
