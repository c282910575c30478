/** A report whose every text tries to become markup, run a script, or hide what it says. */
import type { Report } from '../../src/verdict/finding.ts';
import { report, text } from '../unit/report/sample-report.ts';

export const hostileTexts: readonly string[] = [
  '</script><img src=x onerror="window.hacked=1">',
  '"><svg onload=window.hacked=2>',
  "'; window.hacked=3; //</noscript><script>window.hacked=4</script>",
  '<!--<script>',
  '</title></style><iframe src="javascript:window.hacked=5">',
  '`<img src=x onerror=window.hacked=6>`',
  'a\u2028b\u2029c\u202egnp.cu\u2066\u200b',
  '&lt;img src=x onerror=window.hacked=7&gt;',
  '${window.hacked=8}{{constructor.constructor("window.hacked=9")()}}',
  '\ud800 lone \u0000\u001b[31m',
];

let next = 0;
const hostile = (): string => hostileTexts[next++ % hostileTexts.length] ?? '';

/** Texts that name things the report itself made stay: ids, codes, kinds. */
const kept = new Set([
  'id',
  'code',
  'kind',
  'status',
  'severity',
  'verdict',
  'mode',
  'warpModel',
  'proof',
  'fill',
  'what',
]);

/** Every text of a value replaced; numbers stay. One file name for all, so that the sources are found. */
function poisoned<Value>(value: Value, key: string): Value;
function poisoned(value: unknown, key: string): unknown {
  if (typeof value === 'string')
    return kept.has(key) ? value : key === 'file' ? `dir/${hostileTexts[0] ?? ''}.cu` : hostile();
  if (Array.isArray(value)) return value.map((one: unknown) => poisoned(one, key));
  if (value instanceof Map)
    return new Map(
      [...value].map(([name, one]: [unknown, unknown]) => [
        typeof name === 'string' ? hostile() + String(next) : name,
        poisoned(one, key),
      ]),
    );
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]: [string, unknown]) => [name, poisoned(one, name)]),
    );
  return value;
}

export const hostileReport: Report = poisoned(report, 'report');

/** Every line is one of the texts, inside and outside of comments. */
export const hostileSource = (): string =>
  text
    .split('\n')
    .map((line, k) => `${line} // ${hostileTexts[k % hostileTexts.length] ?? ''}`)
    .join('\n');
