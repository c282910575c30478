/**
 * A finding can tell of several races: on all arrays that one missing barrier leaves without order, or whatever else
 * one edit mends (verdict/grouped.ts). It bears the name of the first. Where the merge base has that one already and
 * another array races only now, the new race is told by itself: its pair is what the comment says first, and where it
 * stands. Needs: the findings of both sides.
 * Smallest example: the base races on `a`, the head on `a` and `b`, for want of one barrier: an old finding about `a`,
 * and a new one about `b`.
 */
import type { Finding, Report } from '../verdict/finding.ts';
import { fingerprintsIn, racedBefore } from './compare.ts';
import { joined } from '../verdict/grouped.ts';
import { numbered } from '../verdict/join.ts';

/** `base`: its findings. A report in which nothing is to be told apart stays as it is. */
export function withNewsApart(report: Report, base: readonly Finding[]): Report {
  const known = new Set(base.flatMap(fingerprintsIn));
  const kernels = report.kernels.map((kernel) => ({
    ...kernel,
    findings: kernel.findings.flatMap((finding) => (known.has(finding.fingerprint) ? apart(finding, base) : [finding])),
  }));
  const count = (of: Report['kernels']): number => of.reduce((sum, { findings }) => sum + findings.length, 0);
  return count(kernels) === count(report.kernels) ? report : { ...report, kernels: numbered(kernels) };
}

function apart({ also = [], apart: parts = [], ...finding }: Finding, base: readonly Finding[]): readonly Finding[] {
  const isOld = racedBefore(finding, base);
  // what is found in another build says so in its own words, which the parts do not
  const [first, ...others] =
    finding.build === undefined ? parts.filter((one) => one.status === finding.status && !one.pairs.every(isOld)) : [];
  const news = new Set([first, ...others].map((one) => one?.fingerprint));
  const rest = {
    also: also.filter(({ fingerprint }) => !news.has(fingerprint)),
    apart: parts.filter(({ fingerprint }) => !news.has(fingerprint)),
  };
  const old = {
    ...finding,
    ...(rest.also.length === 0 ? {} : { also: rest.also }),
    ...(rest.apart.length === 0 ? {} : { apart: rest.apart }),
  };
  return first === undefined
    ? [old]
    : [
        { ...old, pairs: finding.pairs.filter(isOld) },
        { ...joined([first, ...others]), isPart: true },
      ];
}
