/**
 * The order of the stages, written once (`stages` in engine.ts; each is called from here or from pipeline/kernel.ts, in that
 * order). With pipeline/, the only place that may import every stage. `createEngine` is what command line, review and audit
 * call.
 */
import type { AnalyzeRequest, CoverageRequest, Engine } from './engine.ts';
import type { Coverage, KernelCoverage } from './verdict/coverage.ts';
import type { InputProblem, KernelAnswer, Report } from './verdict/finding.ts';
import type { Parser } from './parse/tree-sitter.ts';
import type { Deadline } from './pipeline/deadline.ts';
import type { Variant } from './pipeline/variants.ts';
import type { Solver } from './solve/solve.ts';
import { analyzeKernel, answerOnFault } from './pipeline/kernel.ts';
import { coverageOf } from './pipeline/coverage.ts';
import { deadlineAfter, earlier } from './pipeline/deadline.ts';
import { createParser } from './parse/tree-sitter.ts';
import { createSolver } from './solve/z3.ts';
import { dumpOf } from './pipeline/dump.ts';
import { fail, ok } from './base/result.ts';
import { fileCutOff, kernelMissing, notCuda } from './verdict/catalogue.ts';
import { budgets } from './pipeline/decide.ts';
import { printKernel } from './ir/print.ts';
import { joinAnswers, variantsOf } from './pipeline/variants.ts';
import { readUnit, usesOf } from './pipeline/unit.ts';
import { readUnits } from './pipeline/units.ts';
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

async function analyze(request: AnalyzeRequest, parts: Parts): Promise<Report> {
  const { work, problems } = readAll(request, parts);
  const answers: KernelAnswer[] = [];
  const whole = deadlineAfter(request.totalSeconds ?? null, parts.clock);
  for (const variants of work) {
    const deadline = earlier(deadlineAfter(request.options.timeoutSeconds, parts.clock), whole);
    const answer = await analyzeVariants(variants, request, parts, deadline);
    answers.push(answer);
    request.onProgress?.({ kind: 'kernel', name: answer.name, file: answer.span.file, verdict: answer.verdict, done: answers.length, total: work.length });
  }
  return { version: 1, kernels: renumbered(answers), problems };
}

/** A patch is proved in one file's context only, so none is looked for where several differ. */
async function analyzeVariants(variants: readonly [Variant, ...Variant[]], request: AnalyzeRequest, parts: Parts, deadline: Deadline): Promise<KernelAnswer> {
  const repair = request.options.repair && variants.length === 1;
  const answer = ({ kernel, from }: Variant): Promise<KernelAnswer> =>
    analyzeKernel({ kernel, from, request: { ...request, options: { ...request.options, repair } }, ...parts, dump: dumpOf(request), deadline }).catch((error: unknown) => answerOnFault(kernel, error));
  const [first, ...others] = variants;
  let joined = await answer(first);
  for (const other of others) joined = joinAnswers(joined, await answer(other));
  return joined;
}

/** All kernels to analyse. */
function readAll(request: AnalyzeRequest, parts: Parts): Readonly<{ work: ReturnType<typeof variantsOf>; problems: readonly InputProblem[] }> {
  const dump = dumpOf(request);
  const read: Variant[] = [];
  const problems: InputProblem[] = [];
  for (const { file, from } of readUnits(request, parts.parser, dump)) {
    if (from === null) continue;
    if (!from.ok) {
      problems.push(from.problem);
      continue;
    }
    problems.push(...from.value.problems);
    const { kernels } = from.value.unit;
    const isWhole = !from.value.problems.some(({ code }) => code === fileCutOff('', null, '').code);
    if (kernels.length === 0 && isWhole) problems.push(request.options.kernel === null ? notCuda(file) : kernelMissing(file, request.options.kernel));
    for (const kernel of kernels) {
      dump('ir', kernel.name, () => printKernel(kernel));
      if (request.touches?.(usesOf(kernel, from.value)) ?? true) read.push({ kernel, from: from.value });
    }
  }
  return { work: variantsOf(read), problems };
}

/** A kernel that several files include counts once: as the file that launches it sees it, else as the first one does. */
function coverage(request: CoverageRequest, parser: Parser): Coverage {
  const kernels = new Map<string, KernelCoverage>();
  const problems: InputProblem[] = [];
  let characters = 0;
  let done = 0;
  for (const { file, from } of readUnits(request, parser, () => undefined)) {
    if (from?.ok === false) problems.push(from.problem);
    else if (from !== null) {
      problems.push(...from.value.problems);
      characters += from.value.source.source.text.length;
      for (const kernel of coverageOf(from.value, request.options)) {
        const key = `${kernel.span.file}:${kernel.span.start}`;
        const known = kernels.get(key);
        if (known === undefined || (known.block === 'elsewhere' && kernel.block !== 'elsewhere')) kernels.set(key, kernel);
      }
    }
    request.onFile?.({ file, done: ++done, total: request.files.length });
  }
  return { files: request.files.length, characters, kernels: [...kernels.values()], problems };
}

/** Numbers findings over the whole report. */
function renumbered(answers: readonly KernelAnswer[]): readonly KernelAnswer[] {
  let next = 1;
  return answers.map((answer) => ({ ...answer, findings: answer.findings.map((finding) => ({ ...finding, id: `F${next++}` })) }));
}
