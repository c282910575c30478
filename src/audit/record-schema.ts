/** The form of the lines of an audit file (record.ts), as they are once maps and large integers are read back. */
import { fillWords } from '../launch/run.ts';
import { costStages, outcomeKinds, verdicts } from '../verdict/finding.ts';
import { mostShards } from './shards.ts';

const object = (
  properties: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
): object => ({ type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } });
const list = (items: object): object => ({ type: 'array', items });
const tuple = (...items: readonly object[]): object => ({
  type: 'array',
  minItems: items.length,
  maxItems: items.length,
  prefixItems: items,
  items: false,
});
const orNull = (schema: object): object => ({ anyOf: [{ type: 'null' }, schema] });

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };
const shard = { type: 'integer', minimum: 1, maximum: mostShards };
const number = { type: 'number' };
const yes = { type: 'boolean' };
const numeric = { numeric: true };
const values = { mapOf: numeric };
const texts = list(text);

const span = object({
  file: text,
  start: whole,
  end: whole,
  line: whole,
  column: whole,
  endLine: whole,
  endColumn: whole,
});
const dim = tuple(whole, whole, whole);
const openDim = tuple(orNull(whole), orNull(whole), orNull(whole));
const place = object({ block: whole, thread: whole });
const warpModel = { enum: ['its', 'lockstep'] };

const launch = object(
  {
    origin: text,
    span: orNull(span),
    block: openDim,
    grid: openDim,
    scalars: values,
    aliases: list(texts),
    overlaps: list(texts),
    sharedBytes: orNull(number),
    cooperative: yes,
    facts: list(object({ condition: { type: 'object' }, text })),
  },
  {
    computed: texts,
    lost: texts,
    either: list(tuple(text, text)),
    assumedApart: list(tuple(text, text)),
    promised: list(texts),
    trusted: texts,
    narrowed: texts,
  },
);

const schedule = {
  anyOf: [
    object({ kind: { const: 'canonical' } }),
    object({ kind: { const: 'preferred' }, order: list(place) }),
    object({ kind: { const: 'random' }, seed: number }),
    object({ kind: { const: 'delayed' }, delays: list(object({ block: whole, thread: whole, step: whole })) }),
  ],
};

const run = object({
  block: dim,
  grid: dim,
  blocks: list(whole),
  scalars: values,
  schedule,
  warpModel,
  arrays: { mapOf: object({ elements: orNull(whole), fill: { anyOf: [numeric, { enum: fillWords }] }, values }) },
});

const access = object({
  block: dim,
  thread: dim,
  span,
  expression: text,
  mode: { enum: ['read', 'write', 'atomic', 'barrier', 'exited'] },
  value: orNull(text),
  loops: list(object({ line: whole, turn: whole })),
});

const fix = object(
  {
    title: text,
    strategy: text,
    proof: { enum: ['drf', 'conditional', 'machine', 'unneeded'] },
    cost: text,
    edits: list(object({ file: text, start: whole, end: whole, text })),
  },
  { condition: text, presumes: text },
);

const deed = {
  anyOf: [
    object({
      kind: { const: 'access' },
      mode: { enum: ['read', 'write', 'atomic'] },
      element: text,
      byte: number,
      value: text,
      before: orNull(text),
    }),
    object({ kind: { enum: ['arrives', 'passes'] }, scope: { enum: ['block', 'grid', 'warp', 'lanes', 'named'] } }),
    object({ kind: { enum: ['exits', 'held', 'resumes'] } }),
  ],
};

const teller = object({ block: dim, thread: dim });

const story = object({
  kind: { enum: ['race', 'divergence', 'schedule', 'nothing'] },
  threads: tuple(teller, teller),
  cell: orNull(object({ text, byte: number })),
  leftOut: whole,
  failure: orNull(span),
  gathered: orNull(object({ arrived: whole, exited: whole })),
  steps: list(
    object({
      who: { enum: [0, 1] },
      span: orNull(span),
      interval: whole,
      loops: list(object({ line: whole, turn: whole })),
      touch: { enum: ['hit', 'near', 'other'] },
      did: deed,
    }),
  ),
});

const finding = object(
  {
    id: text,
    code: text,
    kind: text,
    status: { enum: ['confirmed', 'possible'] },
    severity: { enum: ['error', 'warning', 'info'] },
    message: text,
    condition: orNull(text),
    kernel: text,
    span,
    array: orNull(text),
    related: list(object({ span, note: text }, { isStep: yes })),
    pairs: list(object({ first: span, second: span, array: orNull(text) })),
    witness: orNull(
      object(
        {
          run,
          launch,
          accesses: tuple(access, access),
          address: orNull(object({ byte: number, text })),
          interval: orNull(whole),
          warpModel,
        },
        { outcome: object({ kind: { enum: outcomeKinds }, element: text, values: texts }) },
      ),
    ),
    fix: orNull(fix),
    alternatives: list(fix),
    advice: orNull(text),
    fingerprint: text,
  },
  {
    suppressed: object({
      by: { enum: ['comment', 'configuration'] },
      reason: text,
      author: orNull(text),
      file: text,
      line: orNull(whole),
    }),
    inBaseline: yes,
    build: text,
    story,
    also: list(object({ code: text, message: text, fingerprint: text })),
  },
);

const kernel = object(
  {
    name: text,
    span,
    verdict: { enum: verdicts },
    reasons: texts,
    assumptions: texts,
    launches: list(launch),
    findings: list(finding),
    uses: list(
      object({
        what: { enum: ['kernel', 'function', 'macro', 'constant', 'type', 'array', 'launch'] },
        name: text,
        span,
      }),
    ),
    timeMs: number,
  },
  {
    unit: text,
    builds: list(object({ when: text, verdict: { enum: verdicts } })),
    runs: list(object({ grid: dim, block: dim, blocks: whole, steps: number })),
    repairMs: number,
    isCut: yes,
    costs: object({
      stages: list(object({ stage: { enum: costStages }, ms: whole })),
      questions: list(object({ about: text, ms: whole })),
    }),
  },
);

const problem = object({ file: text, line: orNull(whole), text, code: text });

export const reportSchema = object({ version: { const: 1 }, kernels: list(kernel), problems: list(problem) });

/** As long as Linux takes them. */
const folder = { type: 'string', maxLength: 4096 };
const trace = object({ texts, names: texts, digest: text });

export const headerSchema = object({
  kind: { const: 'syncwright-audit' },
  version: { const: 1 },
  engine: text,
  commit: orNull(text),
  options: text,
  path: folder,
  build: object({ defines: list(tuple(text, text)), includeDirs: list(folder) }),
  units: object({ count: whole, digest: text }),
  shard: tuple(shard, shard),
});

export const unitSchema = object({
  unit: whole,
  files: texts,
  trace,
  cut: orNull(text),
  ms: number,
  report: reportSchema,
});

export const mendSchema = object({ mended: object({ lines: whole }) });

export const endSchema = object({ end: object({ units: whole, kernels: whole, problems: list(problem) }) });
