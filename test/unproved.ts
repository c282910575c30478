/** What the kernels of test/never-proved* may end as: anything but a proof. */
import type { Report } from '../src/verdict/finding.ts';

/**
 * One word for each kernel: the verdict, or `apart` where it is proved under the condition that pointers do not
 * overlap, which host code that is not followed may break (decision 0033).
 */
export const answersOf = (kernels: Report['kernels']): string =>
  kernels
    .map(({ verdict, reasons }) =>
      verdict === 'conditional' && reasons.some((reason) => reason.startsWith('race-free if these do not overlap'))
        ? 'apart'
        : verdict,
    )
    .join();

export const unproved = /^(?:racy|unknown|unsupported|apart)$/;
