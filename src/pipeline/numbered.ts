/** From the drafts of one kernel to its findings: numbered, each with its fingerprint and its patch. */
import type { Draft } from './draft.ts';
import type { Finding } from '../verdict/finding.ts';
import type { Patches } from './patches.ts';
import type { Redundancy } from './redundant.ts';
import { fingerprintsOf } from '../verdict/fingerprint.ts';
import { isCovered } from './patches.ts';

export function numbered(
  drafts: readonly Draft[],
  { fixes, presumed, aside, advice }: Patches,
  redundant: readonly Redundancy[],
): readonly Finding[] {
  const own = new Map(redundant.map(({ draft, fix }) => [draft, fix]));
  const all = [...drafts, ...own.keys()];
  const told = [...all, ...all.flatMap(({ apart = [] }) => apart)];
  const names = fingerprintsOf(told.map(({ parts }) => parts));
  const fingerprints = new Map(told.map((each, k) => [each, names[k] ?? '']));
  const hasErrors = drafts.some(({ status, severity }) => status === 'confirmed' && severity === 'error');
  return all.map((each, k) => {
    const { parts: _, apart, ...draft } = each;
    const repairs = fixes.filter((one) => isCovered(each, one, aside, hasErrors));
    const deletion = own.get(each) ?? null;
    // what repairs the kernel may need the barrier in its place, and comes first
    const fix = deletion?.proof === 'unneeded' && fixes.length > 0 ? null : (deletion ?? repairs[0] ?? null);
    const rest = {
      fix,
      alternatives:
        fix === null && draft.status === 'confirmed' && draft.severity !== 'info' ? presumed : repairs.slice(1),
      advice: fix === null ? (advice.get(each) ?? null) : null,
    };
    const named = (one: Omit<Draft, 'parts' | 'apart'>, of: Draft): Finding => ({
      ...one,
      id: `F${k + 1}`,
      fingerprint: fingerprints.get(of) ?? '',
      ...rest,
    });
    return {
      ...named(draft, each),
      ...(apart === undefined
        ? {}
        : {
            apart: apart.map((one) => {
              const { parts: _parts, apart: _apart, ...other } = one;
              return named(other, one);
            }),
          }),
    };
  });
}
