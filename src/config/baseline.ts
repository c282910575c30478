/**
 * A baseline: findings that are known, and so are old for the gate. A JSON file of fingerprints, sorted, so that it
 * reads well in a diff. What was only possible when it was written, and is confirmed now, is news.
 */
import type { Finding, Report } from '../verdict/finding.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { findingsOf } from '../report/wording.ts';
import { schemaCheck } from '../schema/schema.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type Entry = Readonly<{ fingerprint: string; code: string; status: string; kernel: string; file: string }>;
export type Baseline = readonly Entry[];

const text = { type: 'string', maxLength: 10_000 };
const check = schemaCheck({
  type: 'object',
  title: 'a baseline, as written by --write-baseline',
  required: ['version', 'findings'],
  additionalProperties: false,
  properties: {
    version: { const: 1 },
    findings: {
      type: 'array',
      items: {
        type: 'object',
        required: ['fingerprint', 'code', 'status', 'kernel', 'file'],
        additionalProperties: false,
        properties: {
          fingerprint: { type: 'string', pattern: '^[0-9a-f]{16}$', title: '16 hexadecimal digits' },
          code: text,
          status: { enum: ['confirmed', 'possible'] },
          kernel: text,
          file: text,
        },
      },
    },
  },
});

/**
 * What is not suppressed, one entry for each finding and each race that is told with it: one of them may remain without
 * the other. `pathOf`: a file's path from the root of the repository.
 */
export function baselineText(report: Report, pathOf: (file: string) => string): string {
  const entries = findingsOf(report)
    .filter((finding) => finding.suppressed === undefined)
    .flatMap(({ fingerprint, code, also, status, kernel, span }) =>
      [{ fingerprint, code, status }, ...(also ?? [])].map((one): Entry => ({
        fingerprint: one.fingerprint,
        code: one.code,
        status: one.status,
        kernel,
        file: pathOf(span.file),
      })),
    )
    .sort(
      (a, b) =>
        compared(a.fingerprint, b.fingerprint) ||
        compared(a.kernel, b.kernel) ||
        compared(a.file, b.file) ||
        compared(a.status, b.status),
    );
  return `${JSON.stringify({ version: 1, findings: entries }, null, 1)}\n`;
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The problem is one line, without the file's name. */
export function readBaseline(written: string): Result<Baseline, string> {
  const value = parsed(written);
  if (!value.ok) return value;
  const [problem] = check(value.value);
  if (problem !== undefined)
    return fail(
      fill(messages.notABaseline, {
        where: problem.path.join('.'),
        place: problem.path.length === 0 ? '' : ': ',
        text: problem.text,
      }),
    );
  return ok(entriesOf(value.value));
}

function parsed(written: string): Result<unknown, string> {
  try {
    const value: unknown = JSON.parse(written);
    return ok(value);
  } catch {
    return fail(messages.notJson);
  }
}

/** Of a value that is a baseline. */
function entriesOf(value: unknown): Baseline {
  const member = (of: unknown, name: string): unknown =>
    typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
  const word = (of: unknown, name: string): string => {
    const found = member(of, name);
    return typeof found === 'string' ? found : '';
  };
  const findings = member(value, 'findings');
  return Array.isArray(findings)
    ? findings.map((one: unknown) => ({
        fingerprint: word(one, 'fingerprint'),
        code: word(one, 'code'),
        status: word(one, 'status'),
        kernel: word(one, 'kernel'),
        file: word(one, 'file'),
      }))
    : [];
}

/** `gone`: entries that no finding of the report is. */
export type BaselineMatch = Readonly<{ report: Report; gone: Baseline }>;

/** Marks each finding with whether the baseline lists it. As multisets: one entry stands for one finding. */
export function withBaseline(report: Report, baseline: Baseline): BaselineMatch {
  const left = new Map<string, Entry[]>();
  for (const entry of baseline) left.set(entry.fingerprint, [...(left.get(entry.fingerprint) ?? []), entry]);
  const mark = (finding: Finding): Finding => {
    const entry = left.get(finding.fingerprint)?.shift();
    for (const { fingerprint } of finding.also ?? []) left.get(fingerprint)?.shift();
    return {
      ...finding,
      inBaseline: entry !== undefined && !(entry.status === 'possible' && finding.status === 'confirmed'),
    };
  };
  const kernels = report.kernels.map((kernel) => ({ ...kernel, findings: kernel.findings.map(mark) }));
  return { report: { ...report, kernels }, gone: [...left.values()].flat() };
}
