/**
 * The JSON report: the contract that evaluation, publishing and `replay` read (docs/report.schema.json).
 * Needs: a report. Gives: its text; flat kernels and findings. Integers beyond 2^53 are strings of decimal digits;
 * floating values that JSON could not tell from integers are strings too (`"3.0"`, `"nan"`). {@link
 * file://./json-read.ts} reads it back.
 * Smallest example: the scalar arguments `n = 3n, alpha = 3` become `{"n": 3, "alpha": "3.0"}`.
 */
import type * as written from './json-report.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { StatedFacts } from '../launch/stated.ts';
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { Finding, Fix, KernelAnswer, Report, Suppression, Witness, WitnessAccess } from '../verdict/finding.ts';
import { isFillWord } from '../launch/run.ts';

export type Json = string | number | boolean | null | readonly Json[] | Readonly<{ [key: string]: Json }>;

/** What the command was given that a replay must be given again. */
export type JsonContext = Readonly<{
  tool: string;
  defines: ReadonlyMap<string, string>;
  includeDirs: readonly string[];
  compileCommands?: string;
  params: ReadonlyMap<string, bigint | number>;
  /** Conditions that hold of all launches, and of those of single kernels. Not given: none. */
  assumes?: readonly string[];
  stated?: readonly StatedFacts[];
}>;

export function renderJson(report: Report, context: JsonContext): string {
  return `${JSON.stringify(jsonOf(report, context), null, 1)}\n`;
}

export function jsonOf(report: Report, context: JsonContext): written.Report {
  return {
    version: 2,
    tool: context.tool,
    options: {
      defines: Object.fromEntries(context.defines),
      includeDirs: context.includeDirs,
      ...(context.compileCommands === undefined ? {} : { compileCommands: context.compileCommands }),
      params: scalarsJson(context.params),
      assumes: context.assumes ?? [],
      stated: (context.stated ?? []).flatMap(({ name, assumes, from }) =>
        assumes.length === 0 ? [] : [{ name, assumes, from }],
      ),
    },
    kernels: report.kernels.map(kernelJson),
    findings: report.kernels.flatMap((kernel) => kernel.findings).map(findingJson),
    problems: report.problems.map(({ file, line, code, text }) => ({ file, line, code, text })),
  };
}

const kernelJson = (kernel: KernelAnswer): written.Kernel => ({
  name: kernel.name,
  file: kernel.span.file,
  line: kernel.span.line,
  ...(kernel.unit === undefined ? {} : { unit: kernel.unit }),
  verdict: kernel.verdict,
  reasons: kernel.reasons,
  assumptions: kernel.assumptions,
  launches: kernel.launches.map(launchJson),
  ...(kernel.builds === undefined ? {} : { builds: kernel.builds.map(({ when, verdict }) => ({ when, verdict })) }),
  ...(kernel.runs === undefined
    ? {}
    : { runs: kernel.runs.map(({ grid, block, blocks, steps }) => ({ grid, block, blocks, steps })) }),
  timeMs: Math.round(kernel.timeMs),
});

const launchJson = (launch: LaunchConfig): written.Launch => ({
  origin: launch.origin,
  block: launch.block,
  grid: launch.grid,
  scalars: scalarsJson(launch.scalars),
  aliases: launch.aliases,
  sharedBytes: launch.sharedBytes,
  cooperative: launch.cooperative,
  facts: launch.facts.map((fact) => fact.text),
});

const findingJson = (finding: Finding): written.Finding => ({
  id: finding.id,
  code: finding.code,
  kind: finding.kind,
  status: finding.status,
  severity: finding.severity,
  message: finding.message,
  condition: finding.condition,
  ...(finding.build === undefined ? {} : { build: finding.build }),
  kernel: finding.kernel,
  file: finding.span.file,
  line: finding.span.line,
  endLine: finding.span.endLine,
  array: finding.array,
  related: finding.related.map(({ span, note }) => ({ file: span.file, line: span.line, note })),
  pairs: finding.pairs.map(({ first, second, array }) => ({
    first: { file: first.file, line: first.line },
    second: { file: second.file, line: second.line },
    array,
  })),
  witness: finding.witness === null ? null : witnessJson(finding.witness),
  fix: finding.fix === null ? null : fixJson(finding.fix),
  alternatives: finding.alternatives.map(fixJson),
  ...(finding.also === undefined
    ? {}
    : { also: finding.also.map(({ code, status, message, fingerprint }) => ({ code, status, message, fingerprint })) }),
  ...(finding.advice === null ? {} : { advice: finding.advice }),
  fingerprint: finding.fingerprint,
  ...(finding.suppressed === undefined ? {} : { suppressed: suppressionJson(finding.suppressed) }),
  ...(finding.inBaseline === undefined ? {} : { inBaseline: finding.inBaseline }),
});

const suppressionJson = ({ by, reason, author, file, line }: Suppression): written.Finding['suppressed'] & object => ({
  by,
  reason,
  ...(author === null ? {} : { author }),
  file,
  line,
});

const witnessJson = (witness: Witness): written.Witness => ({
  launch: {
    origin: witness.launch.origin,
    block: witness.run.block,
    grid: witness.run.grid,
    blocks: witness.run.blocks,
  },
  arguments: scalarsJson(witness.run.scalars),
  arrays: Object.fromEntries([...witness.run.arrays].map(([name, array]) => [name, arrayJson(array)])),
  accesses: witness.accesses.map(accessJson),
  address: witness.address === null ? null : { byte: witness.address.byte, text: witness.address.text },
  interval: witness.interval,
  schedule: scheduleJson(witness.run.schedule),
  warpModel: witness.warpModel,
  ...(witness.outcome === undefined
    ? {}
    : { outcome: { kind: witness.outcome.kind, element: witness.outcome.element, values: witness.outcome.values } }),
});

const arrayJson = (array: InitialArray): written.Witness['arrays'][string] => ({
  elements: array.elements,
  fill: isFillWord(array.fill) ? array.fill : valueJson(array.fill),
  values: Object.fromEntries([...array.values].map(([index, value]) => [`${index}`, valueJson(value)])),
});

const accessJson = (access: WitnessAccess): written.Access => ({
  block: access.block,
  thread: access.thread,
  file: access.span.file,
  line: access.span.line,
  expression: access.expression,
  mode: access.mode,
  value: access.value,
  loops: access.loops.map(({ line, turn }) => ({ line, turn })),
});

/** Its fields are JSON already; written out so that a new one is not forgotten. */
function scheduleJson(schedule: ConcreteRun['schedule']): written.Schedule {
  switch (schedule.kind) {
    case 'canonical':
      return { kind: schedule.kind };
    case 'preferred':
      return { kind: schedule.kind, order: schedule.order.map(({ block, thread }) => ({ block, thread })) };
    case 'random':
      return { kind: schedule.kind, seed: schedule.seed };
    case 'delayed':
      return {
        kind: schedule.kind,
        delays: schedule.delays.map(({ block, thread, step }) => ({ block, thread, step })),
      };
  }
}

const fixJson = (fix: Fix): written.Fix => ({
  title: fix.title,
  strategy: fix.strategy,
  edits: fix.edits.map(({ file, start, end, text }) => ({ file, start, end, text })),
  proof: fix.proof,
  cost: fix.cost,
  ...(fix.condition === undefined ? {} : { condition: fix.condition }),
  ...(fix.presumes === undefined ? {} : { presumes: fix.presumes }),
});

const scalarsJson = (scalars: ReadonlyMap<string, bigint | number>): written.Scalars =>
  Object.fromEntries([...scalars].map(([name, value]) => [name, valueJson(value)]));

/** Integers are bigint, floating values are number; {@link valueJson} keeps them apart. */
export function valueJson(value: bigint | number): written.Scalar {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (!Number.isInteger(value)) return value;
  if (Object.is(value, -0)) return '-0.0';
  const text = `${value}`;
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
