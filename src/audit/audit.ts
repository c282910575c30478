/** What an audit of a codebase comes to: a report on all its kernels, and what is known of how it was made. */
import type { Report } from '../verdict/finding.ts';

export type AuditFacts = Readonly<{
  /** Of the codebase; null: it is no git clone. */
  commit: string | null;
  /** Version and build of the engine, as in `1.0.0+2f1c8e05b1d3a9c4`. */
  engine: string;
  /** What the units took, added up over all processes and machines; 0 where it is left out. */
  seconds: number;
  /** Machines that shared the work. */
  shards: number;
  /** Independent groups of files. */
  units: number;
}>;

export type Audit = Readonly<{ report: Report; facts: AuditFacts }>;
