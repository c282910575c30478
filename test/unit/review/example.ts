/** Findings and changes for tests, spelled shortly. */
import type { ChangedFile } from '../../../src/review/changes.ts';
import type { Edit, Finding, Fix, KernelAnswer, Report } from '../../../src/verdict/finding.ts';
import type { Span } from '../../../src/base/span.ts';
import { parseHunks } from '../../../src/review/changes.ts';

export const spanAt = (file: string, line: number, endLine = line): Span => ({
  file,
  start: 0,
  end: 0,
  line,
  column: 1,
  endLine,
  endColumn: 1,
});

export const fixWith = (edits: readonly Edit[]): Fix => ({
  title: 'add `__syncthreads();`',
  strategy: 'insert',
  edits,
  proof: 'drf',
  cost: 'one barrier, once',
});

export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    id: 'F1',
    code: 'SW101',
    kind: 'data-race',
    status: 'confirmed',
    severity: 'error',
    message: 'two threads collide',
    condition: null,
    kernel: 'k',
    span: spanAt('a.cu', 5),
    array: 's',
    related: [],
    pairs: [],
    witness: null,
    fix: null,
    alternatives: [],
    advice: null,
    fingerprint: '0123456789abcdef',
    ...changes,
  };
}

export function answer(changes: Partial<KernelAnswer> = {}): KernelAnswer {
  return {
    name: 'k',
    span: spanAt('a.cu', 1, 9),
    verdict: 'racy',
    reasons: [],
    assumptions: [],
    launches: [],
    findings: [],
    uses: [],
    timeMs: 1,
    ...changes,
  };
}

export const reportOf = (...kernels: readonly KernelAnswer[]): Report => ({ version: 1, kernels, problems: [] });

/** A modified file from a unified diff's text. */
export const changed = (path: string, diff: string): ChangedFile => ({
  status: 'modified',
  basePath: path,
  headPath: path,
  hunks: parseHunks(diff) ?? [],
});
