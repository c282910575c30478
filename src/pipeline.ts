/**
 * The order of the stages, written once (`stages` in engine.ts; each is called from here or from pipeline/kernel.ts, in that
 * order). With pipeline/, the only place that may import every stage. `createEngine` is what command line, review and audit
 * call.
 */
import type { AnalyzeRequest, CoverageRequest, Engine } from './engine.ts';
import type { Coverage, KernelCoverage } from './verdict/coverage.ts';
import type { Dump } from './pipeline/dump.ts';
import type { InputProblem, KernelAnswer, Report } from './verdict/finding.ts';
import type { Kernel } from './ir/ir.ts';
import type { Parser } from './parse/tree-sitter.ts';
import type { ReadUnit } from './pipeline/unit.ts';
import type { Solver } from './solve/solve.ts';
import { analyzeKernel, answerOnFault } from './pipeline/kernel.ts';
import { coverageOf } from './pipeline/coverage.ts';
import { deadlineAfter, earlier } from './pipeline/deadline.ts';
import { createParser } from './parse/tree-sitter.ts';
import { createSolver } from './solve/z3.ts';
import { dumpOf } from './pipeline/dump.ts';
import { fail, ok } from './base/result.ts';
import { faultInAnalysis, kernelMissing, notCuda } from './verdict/catalogue.ts';
import { budgets } from './pipeline/decide.ts';
import { printKernel } from './ir/print.ts';
import { readUnit, usesOf } from './pipeline/unit.ts';
import { runOnMachine } from './machine/run.ts';

/** Where the foreign parts lie: the parser's grammars. (z3-solver finds its own wasm.) */
export type EngineAssets = Readonly<{ parserWasm: string; cudaWasm: string }>;

/** Starts the parser; the solver starts with the first question it is asked. `clock` gives milliseconds. */
export async function createEngine(assets: EngineAssets, clock: () => number): Promise<Engine> {
  const parser = await createParser(assets);
  const solver = await createSolver();
  const parts: Parts = { parser, solver, clock };
  return {
    analyze: (request) => analyze(request, parts),
    coverage: (request) => coverage(request, parser),
    replay: (request) => {
      const from = readUnit(request.file, request, parser, () => undefined);
      const kernel = from.ok ? from.value.unit.kernels.find((k) => k.name === request.kernel) : undefined;
      if (!from.ok) return Promise.resolve(fail(from.problem.text));
      if (kernel === undefined) return Promise.resolve(fail(`no kernel named ${request.kernel} in ${request.file}`));
      return Promise.resolve(ok(runOnMachine(kernel, request.run, budgets.machine)));
    },
    close: async () => {
      parser.close();
      await solver.close();
    },
  };
}

type Parts = Readonly<{ parser: Parser; solver: Solver; clock: () => number }>;
type Work = Readonly<{ kernel: Kernel; from: ReadUnit }>;

async function analyze(request: AnalyzeRequest, parts: Parts): Promise<Report> {
  const { work, problems } = readAll(request, parts);
  const answers: KernelAnswer[] = [];
  const whole = deadlineAfter(request.totalSeconds ?? null, parts.clock);
  for (const { kernel, from } of work) {
    const deadline = earlier(deadlineAfter(request.options.timeoutSeconds, parts.clock), whole);
    const answer = await analyzeKernel({ kernel, from, request, ...parts, dump: dumpOf(request), deadline }).catch((error: unknown) => answerOnFault(kernel, error));
    answers.push(answer);
    request.onProgress?.({ kind: 'kernel', name: kernel.name, file: kernel.span.file, verdict: answer.verdict, done: answers.length, total: work.length });
  }
  return { version: 1, kernels: renumbered(answers), problems };
}

/** All kernels to analyse, each physical kernel once however many files include it. */
function readAll(request: AnalyzeRequest, parts: Parts): Readonly<{ work: readonly Work[]; problems: readonly InputProblem[] }> {
  const dump = dumpOf(request);
  const work = new Map<string, Work>();
  const problems: InputProblem[] = [];
  for (const file of request.files) {
    const from = readSafely(file, request, parts.parser, dump);
    if (!from.ok) {
      problems.push(from.problem);
      continue;
    }
    problems.push(...from.value.problems);
    const { kernels } = from.value.unit;
    if (kernels.length === 0 && from.value.problems.length === 0) problems.push(request.options.kernel === null ? notCuda(file) : kernelMissing(file, request.options.kernel));
    for (const kernel of kernels) {
      dump('ir', kernel.name, () => printKernel(kernel));
      const key = `${kernel.span.file}:${kernel.span.start}:${kernel.name}`;
      if (!work.has(key) && (request.touches?.(usesOf(kernel, from.value)) ?? true)) work.set(key, { kernel, from: from.value });
    }
  }
  return { work: [...work.values()], problems };
}

/** A kernel that several files include counts once: as the file that launches it sees it, else as the first one does. */
function coverage(request: CoverageRequest, parser: Parser): Coverage {
  const kernels = new Map<string, KernelCoverage>();
  const problems: InputProblem[] = [];
  let characters = 0;
  for (const [k, file] of request.files.entries()) {
    const from = readSafely(file, request, parser, () => undefined);
    if (!from.ok) problems.push(from.problem);
    else {
      problems.push(...from.value.problems);
      characters += from.value.source.source.text.length;
      for (const kernel of coverageOf(from.value, request.options)) {
        const key = `${kernel.span.file}:${kernel.span.start}`;
        const known = kernels.get(key);
        if (known === undefined || (known.block === 'elsewhere' && kernel.block !== 'elsewhere')) kernels.set(key, kernel);
      }
    }
    request.onFile?.({ file, done: k + 1, total: request.files.length });
  }
  return { files: request.files.length, characters, kernels: [...kernels.values()], problems };
}

/** A fault in front of the kernels costs one file, not the run. */
function readSafely(file: string, request: Pick<AnalyzeRequest, 'read' | 'options'>, parser: Parser, dump: Dump): ReturnType<typeof readUnit> {
  try {
    return readUnit(file, request, parser, dump);
  } catch (error) {
    const { code, text } = faultInAnalysis(error instanceof Error ? error.message : String(error));
    return fail({ file, line: null, code, text });
  }
}

/** Numbers findings over the whole report. */
function renumbered(answers: readonly KernelAnswer[]): readonly KernelAnswer[] {
  let next = 1;
  return answers.map((answer) => ({ ...answer, findings: answer.findings.map((finding) => ({ ...finding, id: `F${next++}` })) }));
}
