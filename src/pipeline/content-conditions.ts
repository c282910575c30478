/**
 * Conditions on the elements of arrays that could rule a race out: that those are distinct, ascend, or stay in a row,
 * on which addresses rest, and that ranges of counters are disjoint. Needs: the races of one cause. Gives: texts as
 * `--assume` reads them; which of them is a proof is for conditions.ts to say.
 */
import type { ArrayId } from '../base/brand.ts';
import type { ConditionInput } from './condition-search.ts';
import type { RaceEvidence } from './evidence.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import type { Subject } from '../obligation/conditions.ts';
import { rowLengths } from '../obligation/conditions.ts';
import { contentsBehind, orderedBehind, readAtSeveral, visitedBehind } from './contents.ts';
import { eachStmt } from '../ir/walk.ts';
import { readOnlyNamed } from '../obligation/copies.ts';

/** Groups of texts, the likeliest first. */
export type ContentConditions = readonly (readonly string[])[];

/**
 * `distinct(idx)` and `increasing(idx)` for the arrays that addresses of all pairs rest on, where each pair is of two
 * stores. What a thread reads and changes (`bins[data[i]] += 1`) seldom is its own: an atomic is missing there. That
 * keys ascend tells apart what their high bits tell apart, too (`key[i] >> 32`), and comes first where a thread reads
 * several of them: it compares neighbours then (`if (sum[i] > sum[i - 1]) out[sum[i] - 1] = i`), which is not meant for
 * distinct elements.
 */
export function contentConditions(
  cause: readonly RaceEvidence[],
  { kernel, whole }: ConditionInput,
): ContentConditions {
  if (cause.some(({ obligation: { first, second } }) => first.mode !== 'write' || second.mode !== 'write')) return [];
  const several = readAtSeveral(kernel);
  const compared = stated('increasing', (one) => orderedBehind(one, kernel).filter((id) => several.has(id)), cause, {
    kernel,
    whole,
  });
  const others = [
    ...contentsApart(cause, { kernel, whole }),
    ...stated('increasing', (one) => orderedBehind(one, kernel), cause, { kernel, whole }),
  ].filter((text) => !compared.includes(text));
  return [compared, others].filter((texts) => texts.length > 0);
}

/** `distinct(idx)`, whether or not it is one to state. */
export const contentsApart = (
  cause: readonly RaceEvidence[],
  { kernel, whole }: Pick<ConditionInput, 'kernel' | 'whole'>,
): readonly string[] => stated('distinct', (one) => contentsBehind(one, kernel), cause, { kernel, whole });

/**
 * That elements which count within a row stay in it: of `counts[t * n + id[i]] += 1`, `all(id) >= 0 && all(id) < n`. Of
 * whatever accesses: no barrier and no atomic is missing where each thread has a row of its own. Not of arrays of which
 * a bound is stated: that is as large as it is.
 */
export function boundConditions(
  cause: readonly RaceEvidence[],
  { kernel, whole }: Pick<ConditionInput, 'kernel' | 'whole'>,
  subject: Subject,
): readonly string[] {
  const decls = [...new Set(cause.flatMap(({ obligation }) => visitedBehind(obligation, kernel)))]
    .sort()
    .flatMap((id) => kernel.arrays.get(id) ?? []);
  const known = decls.flatMap(({ name, parameter, element }) =>
    parameter !== null && element?.kind === 'int' && readOnlyNamed(whole.protocol, name) !== null
      ? [{ name, isSigned: element.signed }]
      : [],
  );
  const isStated = ({ name }: Readonly<{ name: string }>): boolean =>
    whole.protocol.contents.some(({ kind, array }) => kind === 'below' && array === name);
  if (known.length === 0 || known.length < decls.length || known.some(isStated)) return [];
  return rowLengths(subject).map((length) =>
    known
      .flatMap(({ name, isSigned }) => [...(isSigned ? [`all(${name}) >= 0`] : []), `all(${name}) < ${length}`])
      .join(' && '),
  );
}

function stated(
  kind: 'distinct' | 'increasing',
  behind: (obligation: RaceObligation) => readonly ArrayId[],
  cause: readonly RaceEvidence[],
  { kernel, whole }: Pick<ConditionInput, 'kernel' | 'whole'>,
): readonly string[] {
  const names = cause.map(({ obligation }) =>
    behind(obligation).flatMap((id) => {
      const decl = kernel.arrays.get(id);
      return decl === undefined ||
        decl.parameter === null ||
        decl.element?.kind !== 'int' ||
        readOnlyNamed(whole.protocol, decl.name) === null
        ? []
        : [decl.name];
    }),
  );
  return names.some((some) => some.length === 0)
    ? []
    : [
        [...new Set(names.flat())]
          .sort()
          .map((name) => `${kind}(${name})`)
          .join(' && '),
      ];
}

/**
 * `disjoint(next)` for arrays of counters in global memory, one a bin, from which the kernel takes ranges: that the
 * bins' ranges do not overlap is what whoever sets the counters sees to.
 */
export function counterConditions(cause: readonly RaceEvidence[], { kernel }: ConditionInput): readonly string[] {
  if (cause.some(({ obligation: { first, second } }) => first.mode !== 'write' || second.mode !== 'write')) return [];
  const counted = new Map<ArrayId, boolean>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind !== 'atomic') return;
    const takesRange =
      stmt.op === 'add' && stmt.target !== null && stmt.place.subscripts.some(({ index }) => index.kind !== 'int');
    counted.set(stmt.place.array, takesRange && counted.get(stmt.place.array) !== false);
  });
  return [...counted].flatMap(([id, isCounter]) => {
    const decl = kernel.arrays.get(id);
    return isCounter && decl?.space === 'global' && decl.parameter !== null && decl.element?.kind === 'int'
      ? [`disjoint(${decl.name})`]
      : [];
  });
}
