/** Which kernels have an answer: a finding that such a one does not show is not there. */
import type { KernelAnswer } from './finding.ts';

export const isDecided = ({ verdict }: Pick<KernelAnswer, 'verdict'>): boolean =>
  verdict === 'drf' || verdict === 'conditional' || verdict === 'racy';
