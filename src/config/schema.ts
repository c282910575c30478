/**
 * The JSON Schema of `.syncwright.yml`. docs/config.schema.json is this value as text; a test holds the two together.
 */
import { gates } from '../report/gate.ts';

/** What is said in comments of a review. */
export const commentSets = ['error', 'warning', 'possible', 'none'] as const;
export type CommentSet = (typeof commentSets)[number];

/** What a report holds: everything; what the machine confirmed; of that, warnings and errors; errors alone. */
export const reportSets = ['all', 'confirmed', 'warning', 'error'] as const;
export type ReportSet = (typeof reportSets)[number];

/**
 * What fails a review beside findings: nothing; what was not read, unless the merge base had it unread too; that and
 * every kernel that is not decided.
 */
export const undecidedGates = ['never', 'unread', 'all'] as const;
export type UndecidedGate = (typeof undecidedGates)[number];

const glob = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  pattern: '^[^()\\u0000-\\u001f]+$',
  title: 'a glob pattern without parentheses, at most 256 characters',
};
const globs = { type: 'array', items: glob, maxItems: 200, title: 'a list of at most 200 glob patterns' };
const name = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  pattern: '^[^\\u0000-\\u001f]+$',
  title: 'the name of a kernel; * stands for any characters',
};
const identifier = { pattern: '^[A-Za-z_]\\w*$', maxLength: 256, title: 'a C name' };
const inside = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  pattern: '^(?!/)(?![A-Za-z]:)(?!(?:.*/)?\\.\\.(?:/|$))[^\\\\\\u0000-\\u001f]+$',
  title: 'a path inside the repository, relative to its root, without ..',
};
const size = {
  type: ['integer', 'string', 'array'],
  items: { type: 'integer', minimum: 1 },
  minItems: 1,
  maxItems: 3,
  minimum: 1,
  maxLength: 40,
  title: 'one to three whole numbers, such as 256 or [16, 16]',
};
const words = (most: number, title: string) => ({
  type: 'string',
  minLength: 1,
  maxLength: most,
  pattern: '\\S',
  title,
});
const count = (most: number) => ({
  type: 'integer',
  minimum: 0,
  maximum: most,
  title: `a whole number from 0 to ${most}`,
});
const truth = { type: 'boolean', title: 'true or false' };
const value = { type: ['string', 'number', 'boolean'], title: 'a number, true or false' };

const kernel = {
  type: 'object',
  title: 'a set of keys: name, block, grid, params, assume',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name,
    block: { ...size, description: 'Threads of a block; replaces the launches that were found.' },
    grid: { ...size, description: 'Blocks of the grid; replaces the launches that were found.' },
    params: {
      type: 'object',
      title: 'a set of keys',
      propertyNames: identifier,
      maxProperties: 200,
      additionalProperties: value,
      description: 'Values of scalar parameters.',
    },
    assume: {
      type: 'array',
      items: words(1000, 'a C condition'),
      maxItems: 50,
      title: 'a list of conditions',
      description:
        'C conditions that hold at every launch. A condition that does not apply to a kernel is ignored for it.',
    },
  },
};

const rule = {
  type: 'object',
  title: 'a set of keys: id, reason, kernel, file, author',
  additionalProperties: false,
  required: ['id', 'reason'],
  properties: {
    id: {
      type: ['string', 'number'],
      pattern: '^(?:SW\\d{3}|[0-9a-f]{16})$',
      title: 'a code such as SW101, or the fingerprint of a finding (16 hexadecimal digits)',
    },
    reason: words(500, 'the reason, at most 500 characters'),
    kernel: name,
    file: glob,
    author: words(100, 'the name of the author, at most 100 characters'),
  },
};

export const configSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'config.schema.json',
  title: 'a set of keys',
  description:
    'Configuration of Syncwright: `.syncwright.yml` at the root of a repository. Options of the command line and inputs of the action take precedence.',
  type: 'object',
  additionalProperties: false,
  properties: {
    include: { ...globs, description: 'Files to analyse, relative to the root. Default: all.' },
    exclude: { ...globs, description: 'Files to skip.' },
    defines: {
      type: 'object',
      title: 'a set of keys',
      propertyNames: identifier,
      maxProperties: 500,
      additionalProperties: {
        type: ['string', 'number', 'boolean', 'null'],
        maxLength: 1000,
        pattern: '^[^\\r\\n]*$',
        title: 'the text of a macro, on one line',
      },
      description: 'Macros to define.',
    },
    'include-dirs': {
      type: 'array',
      items: inside,
      maxItems: 100,
      title: 'a list of folders',
      description: 'Folders to search for #include.',
    },
    'compile-commands': {
      ...inside,
      description:
        'A compile_commands.json with the flags of each source. Default: one at the root, in build/ or in out/.',
    },
    'warp-model': {
      enum: ['its', 'lockstep'],
      description: 'its: independent thread scheduling; lockstep: the lanes of a warp run in step.',
    },
    level: { enum: ['block', 'grid'], description: 'block: races within a block only; grid: between blocks as well.' },
    kernels: {
      type: 'array',
      items: kernel,
      maxItems: 500,
      title: 'a list',
      description:
        'Facts about the launches of kernels. Where several entries fit, the later one takes precedence; conditions add up.',
    },
    gate: {
      type: 'object',
      title: 'a set of keys: fail-on, fail-on-old, fail-on-undecided',
      additionalProperties: false,
      properties: {
        'fail-on': { enum: [...gates], description: 'Confirmed findings of this severity or worse fail the run.' },
        'fail-on-old': {
          ...truth,
          description: 'Whether findings that the merge base or the baseline has as well fail the run.',
        },
        'fail-on-undecided': {
          enum: [...undecidedGates],
          description:
            'Whether a review fails on touched files that were not read (unread), and on kernels that were not decided (all).',
        },
      },
    },
    report: {
      enum: [...reportSets],
      description: 'The findings that reports contain. The threshold applies to all of them in any case.',
    },
    comments: { enum: [...commentSets], description: 'The findings that a review comments on.' },
    'max-comments': { ...count(25), description: 'Most inline comments of one review.' },
    baseline: { ...inside, description: 'A file written with --write-baseline; its findings count as old.' },
    budgets: {
      type: 'object',
      title: 'a set of keys: timeout, total-timeout, max-files, max-kernels, max-bytes',
      additionalProperties: false,
      properties: {
        timeout: { ...count(86_400), description: 'Time limit for one kernel in seconds; 0: no limit.' },
        'total-timeout': {
          type: 'integer',
          minimum: 1,
          maximum: 86_400,
          title: 'a whole number from 1 to 86400',
          description: 'Time limit for all kernels of a review in seconds, for the head and for its base each.',
        },
        'max-files': { ...count(100_000), description: 'Most files of a review.' },
        'max-kernels': { ...count(100_000), description: 'Most kernels of a review.' },
        'max-bytes': {
          type: 'integer',
          minimum: 1,
          maximum: 1_000_000_000,
          title: 'a number of bytes',
          description: 'Largest source file to read.',
        },
      },
    },
    ignore: {
      type: 'array',
      items: rule,
      maxItems: 2000,
      title: 'a list',
      description:
        'Findings that neither fail the run nor are commented. They stay in the report, and the verdict stays.',
    },
  },
} as const;
