/**
 * Which kernels a filter lets through, in which order, and how many there would be for each further choice. Pure. A
 * kernel passes severity, status and code by one finding that has all three.
 */
import type { IndexFinding, IndexKernel, ReportIndex } from '../report/html/contract.ts';
import type { Facet, Filter, Order } from './route.ts';
import { facets } from './route.ts';

/** What is searched for each kernel, in small letters. */
export type Searched = Readonly<{ index: ReportIndex; texts: readonly string[] }>;

export function searchable(index: ReportIndex): Searched {
  return {
    index,
    texts: index.kernels.map(({ name, file, verdict, why, findings }) =>
      [
        name,
        index.files[file] ?? '',
        verdict === 'drf' ? 'race-free drf' : verdict,
        findings.length === 0 ? why : '',
        ...findings.flatMap(({ id, code, severity, status, message }) => [id, code, severity, status, message]),
      ]
        .join('\n')
        .toLowerCase(),
    ),
  };
}

/** Numbers of kernels, in order. */
export function chosenBy(searched: Searched, filter: Filter): readonly number[] {
  const { index } = searched;
  const numbers = index.kernels.flatMap((_, k) => (passes(searched, filter, k, null) ? [k] : []));
  return numbers.sort((a, b) => compare(index, filter.sort, a, b) || a - b);
}

/** Of every value of a facet, how many kernels there are with it, as the other choices stand. */
export function countsOf(searched: Searched, filter: Filter, facet: Facet): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  searched.index.kernels.forEach((kernel, k) => {
    if (!passes(searched, filter, k, facet)) return;
    for (const value of valuesOf(kernel, filter, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
  });
  return counts;
}

/** `without`: a facet that is not asked about. */
function passes(
  { index, texts }: Searched,
  { text, chosen, folder, reason }: Filter,
  k: number,
  without: Facet | null,
): boolean {
  const kernel = index.kernels[k];
  if (kernel === undefined) return false;
  if (without !== 'verdict' && !allows(chosen.verdict, kernel.verdict)) return false;
  if (reason !== null && !kernel.reasons.includes(reason)) return false;
  if (folder !== '' && !isIn(index.files[kernel.file] ?? '', folder)) return false;
  if (
    facets.some((facet) => facet !== 'verdict' && facet !== without && chosen[facet].length > 0) &&
    !kernel.findings.some((finding) => fits(finding, chosen, without))
  )
    return false;
  const searched = texts[k] ?? '';
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

const allows = (values: readonly string[], value: string): boolean => values.length === 0 || values.includes(value);
const fits = (finding: IndexFinding, chosen: Filter['chosen'], without: Facet | null): boolean =>
  (['severity', 'status', 'code'] as const).every(
    (facet) => facet === without || allows(chosen[facet], finding[facet]),
  );

/** A folder holds what lies below it, and a file itself. */
export const isIn = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

function valuesOf(kernel: IndexKernel, { chosen }: Filter, facet: Facet): ReadonlySet<string> {
  if (facet === 'verdict') return new Set([kernel.verdict]);
  return new Set(kernel.findings.filter((finding) => fits(finding, chosen, facet)).map((finding) => finding[facet]));
}

const verdictRank: Readonly<Record<string, number>> = { racy: 0, unknown: 1, unsupported: 2, conditional: 3, drf: 4 };
const severityRank: Readonly<Record<string, number>> = { error: 0, warning: 1, info: 2 };

function compare({ kernels, files }: ReportIndex, order: Order, a: number, b: number): number {
  const [one, other] = [kernels[a], kernels[b]];
  if (one === undefined || other === undefined) return 0;
  const byText = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);
  switch (order) {
    case 'worst':
      return badness(one) - badness(other);
    case 'name':
      return byText(one.name.toLowerCase(), other.name.toLowerCase());
    case 'file':
      return byText(files[one.file] ?? '', files[other.file] ?? '') || one.line - other.line;
    case 'time':
      return other.time - one.time;
  }
}

/** What counts comes before what does not, then by the worst finding, then by verdict. */
function badness({ verdict, findings }: IndexKernel): number {
  const worst = Math.min(
    9,
    ...findings.map(
      ({ severity, status, aside }) =>
        (severityRank[severity] ?? 2) + (status === 'confirmed' ? 0 : 3) + (aside === '' ? 0 : 6),
    ),
  );
  return (
    10 * (verdict === 'racy' && findings.every(({ aside }) => aside !== '') ? 1 : (verdictRank[verdict] ?? 4)) + worst
  );
}
