/**
 * Why: the same bug must keep its name when lines shift, files are reformatted or a branch is rebased, so that a
 * review does not post it again (GITHUB.md, decision 5). Needs: the words of a finding, no line numbers.
 * Gives: 16 hexadecimal digits. Smallest example: `s[t] += s[t+1];` and `s[t]  +=  s[t + 1];` read alike.
 */
import { createHash } from 'node:crypto';

export type FingerprintParts = Readonly<{
  kernel: string;
  array: string | null;
  code: string;
  /** Source texts of the two statements (or of the barrier and of what the other thread does). */
  statements: readonly [string, string];
  /** Counts findings of one report whose other parts are equal, from 0. */
  occurrence: number;
}>;

export function fingerprintOf(parts: FingerprintParts): string {
  const [a, b] = parts.statements.map(normalized).sort();
  const words = [parts.code, withoutLines(parts.kernel), parts.array ?? '', a ?? '', b ?? '', `${parts.occurrence}`];
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
}

/** Instances that are made of lambdas are named after their lines. */
const withoutLines = (kernel: string): string =>
  kernel.replace(/\blambda at [^:<>]{0,4096}:\d+/g, 'lambda').replace(/\s+/g, '');

/** Comments and white space go, except between two words; the order of the two statements does not count. */
function normalized(statement: string): string {
  return statement
    .replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g, ' ')
    .replace(/\/\/[^\n]*/g, ' ')
    .replace(/\\\r?\n/g, ' ')
    .trim()
    .replace(/(\w)\s+(?=\w)/g, '$1\u0000')
    .replace(/\s+/g, '')
    .replaceAll('\u0000', ' ');
}

/** Numbers findings of equal parts in the order given, so that each has its own fingerprint. */
export function fingerprintsOf(all: readonly Omit<FingerprintParts, 'occurrence'>[]): readonly string[] {
  const seen = new Map<string, number>();
  return all.map((parts) => {
    const key = fingerprintOf({ ...parts, occurrence: 0 });
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return fingerprintOf({ ...parts, occurrence });
  });
}
