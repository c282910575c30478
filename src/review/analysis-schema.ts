/**
 * The form of an analysis file as JSON Schema, with its bounds: written out as docs/analysis.schema.json. Every object
 * is closed and every list and text bounded, so that what fits is small, flat and made of known keys.
 */
import { fillWords } from '../launch/run.ts';
import { outcomeKinds, verdicts } from '../verdict/finding.ts';
import { analysisLimits as most, analysisVersion } from './analysis-file.ts';

type Schema = Readonly<{ [key: string]: unknown }>;

const closed = (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
  ...more,
});
const list = (items: Schema, maxItems: number, more: Schema = {}): Schema => ({
  type: 'array',
  maxItems,
  items,
  ...more,
});
const tuple = (...prefixItems: readonly Schema[]): Schema => ({
  type: 'array',
  minItems: prefixItems.length,
  maxItems: prefixItems.length,
  prefixItems,
  items: false,
});
const text = (maxLength: number, more: Schema = {}): Schema => ({ type: 'string', maxLength, ...more });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const whole = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });
const oneOf = (...values: readonly string[]): Schema => ({ enum: values });

const count = whole(0, 2 ** 53 - 1);
const line = whole(1, 10_000_000);
const name = text(most.name);
const words = text(most.text);

const schedule: Schema = {
  anyOf: [
    closed({ kind: { const: 'canonical' } }),
    closed({ kind: { const: 'preferred' }, order: list(closed({ block: count, thread: count }), most.threads) }),
    closed({ kind: { const: 'random' }, seed: { type: 'integer' } }),
    closed({
      kind: { const: 'delayed' },
      delays: list(closed({ block: count, thread: count, step: count }), most.threads),
    }),
  ],
};

const witness = closed({
  origin: words,
  launch: closed({ block: ref('openDim3'), grid: ref('openDim3') }),
  block: ref('dim3'),
  grid: ref('dim3'),
  blocks: list(count, most.places),
  scalars: list(tuple(name, ref('value')), most.scalars),
  arrays: list(
    closed({
      name,
      elements: orNull(count),
      fill: { anyOf: [ref('value'), { enum: fillWords }] },
      values: list(tuple(count, ref('value')), most.arrayValues),
    }),
    most.arrays,
  ),
  schedule,
  accesses: tuple(ref('access'), ref('access')),
  address: orNull(closed({ byte: { type: 'integer' }, text: words })),
  interval: orNull({ type: 'integer' }),
  warpModel: oneOf('its', 'lockstep'),
  outcome: orNull(
    closed({
      kind: oneOf(...outcomeKinds),
      element: words,
      values: list(text(40, { pattern: '^-?[A-Za-z0-9.+-]+$' }), 3),
    }),
  ),
});

const finding = closed({
  id: text(10, { pattern: '^F[1-9][0-9]*$' }),
  code: text(5, { pattern: '^SW[0-9]{3}$' }),
  kind: oneOf(
    'data-race',
    'barrier-divergence',
    'redundant-barrier',
    'atomicity',
    'assertion',
    'deadlock',
    'warp-sync',
    'memory-order',
    'async-copy',
  ),
  status: oneOf('confirmed', 'possible'),
  severity: oneOf('error', 'warning', 'info'),
  message: words,
  condition: orNull(words),
  kernel: name,
  span: ref('span'),
  array: orNull(name),
  related: list(closed({ span: ref('span'), note: words, isStep: { type: 'boolean' } }), most.places),
  pairs: list(closed({ first: ref('span'), second: ref('span'), array: orNull(name) }), most.places),
  also: list(
    closed({
      code: text(5, { pattern: '^SW[0-9]{3}$' }),
      status: { enum: ['confirmed', 'possible'] },
      message: words,
      fingerprint: text(16, { pattern: '^[0-9a-f]{16}$' }),
    }),
    most.places,
  ),
  witness: orNull(ref('witness')),
  fix: orNull(ref('fix')),
  alternatives: list(ref('fix'), 5),
  advice: orNull(words),
  suppressed: orNull(
    closed({
      by: oneOf('comment', 'configuration'),
      reason: words,
      author: orNull(name),
      file: ref('path'),
      line: orNull(line),
    }),
  ),
  inBaseline: orNull({ type: 'boolean' }),
  fingerprint: text(16, { pattern: '^[0-9a-f]{16}$', description: 'Contains no line number.' }),
});

const definitions: Readonly<Record<string, Schema>> = {
  commit: text(64, { pattern: '^[0-9a-f]{40,64}$' }),
  path: text(most.path, {
    minLength: 1,
    description: 'As in the repository: relative, without `..`, not inside `.git`.',
  }),
  range: closed(
    { start: whole(1, 10_000_001), count: whole(0, 10_000_000) },
    { description: 'Lines, counted from 1.' },
  ),
  span: closed(
    {
      file: ref('path'),
      start: count,
      end: count,
      line,
      column: whole(1, 10_000_000),
      endLine: line,
      endColumn: whole(1, 10_000_000),
    },
    { description: 'Offsets are UTF-16 code units; lines and columns count from 1.' },
  ),
  dim3: tuple(whole(1, 2 ** 31), whole(1, 2 ** 31), whole(1, 2 ** 31)),
  openDim3: {
    ...tuple(orNull(whole(1, 2 ** 31)), orNull(whole(1, 2 ** 31)), orNull(whole(1, 2 ** 31))),
    description: 'null: any value that the device allows.',
  },
  value: {
    anyOf: [{ type: 'number' }, text(400, { pattern: '^(nan|-?inf|-?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?)$' })],
    description:
      'An integer (digits in a text beyond 2^53), or a floating value (a text where JSON could not tell it from an integer).',
  },
  access: closed({
    block: tuple(count, count, count),
    thread: tuple(count, count, count),
    span: ref('span'),
    expression: words,
    mode: oneOf('read', 'write', 'atomic', 'barrier', 'exited'),
    value: orNull(words),
    loops: list(closed({ line, turn: count }), 50),
  }),
  fix: closed(
    {
      title: words,
      strategy: name,
      edits: list(
        closed({ file: ref('path'), start: count, end: count, text: text(most.editCharacters) }),
        most.edits,
        { minItems: 1, description: 'Do not overlap.' },
      ),
      proof: oneOf('drf', 'conditional', 'machine', 'unneeded'),
      cost: words,
      condition: words,
      presumes: words,
    },
    { required: ['title', 'strategy', 'edits', 'proof', 'cost'] },
  ),
  witness,
  finding,
  kernel: closed({
    name: { ...name, minLength: 1 },
    span: ref('span'),
    verdict: oneOf(...verdicts),
    reasons: list(words, most.lines),
    assumptions: list(words, most.lines),
    timeMs: { type: 'number', minimum: 0 },
    findings: list(closed({ state: oneOf('new', 'old', 'silent'), finding: ref('finding') }), most.findings),
  }),
  file: closed({
    status: oneOf('added', 'deleted', 'modified', 'renamed', 'copied'),
    basePath: orNull(ref('path')),
    headPath: orNull(ref('path')),
    hunks: orNull(
      list(
        closed({
          base: ref('range'),
          head: ref('range'),
          blocks: list(closed({ base: ref('range'), head: ref('range') }), most.hunks),
        }),
        most.hunks,
      ),
    ),
  }),
};

export const analysisSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'analysis.schema.json',
  title: 'Syncwright analysis file',
  description:
    'What `mode: analyze` writes and `mode: publish` reads: a review as plain data, without rendered text. Readers must not trust it.',
  ...closed({
    kind: { const: 'syncwright-analysis' },
    version: { const: analysisVersion },
    tool: { ...name, description: 'Name and version of the program.' },
    pull: {
      ...orNull(whole(1, 2 ** 31)),
      description: 'The pull request that the run was for. Readers determine it themselves.',
    },
    base: ref('commit'),
    mergeBase: ref('commit'),
    head: ref('commit'),
    files: list(ref('file'), most.files, {
      description: 'Files that changed between merge base and head; hunks null: the whole file counts as changed.',
    }),
    kernels: list(ref('kernel'), most.kernels, { description: 'The touched kernels of the head.' }),
    removed: list(ref('finding'), most.findings, {
      description: 'Findings of the merge base that the head does not have.',
    }),
    problems: list(
      closed({ file: words, line: orNull(line), text: words, code: text(5, { pattern: '^SI[0-9]{3}$' }) }),
      most.lines,
    ),
    sources: list(closed({ path: ref('path'), text: text(most.sourceCharacters) }), most.sources, {
      description: 'Sources of the head that findings and patches refer to.',
    }),
    notes: list(words, most.lines, { description: 'What the analysis skipped, in words.' }),
    asides: list(words, most.lines, { description: 'Other notes, such as on suppressions that have no effect.' }),
    cut: list(words, most.lines, { description: 'What did not fit into this file, in words.' }),
  }),
  $defs: definitions,
};
