/**
 * A worker of an audit that is this process: what it answers for a kernel stands in the kernel's name, as in
 * `racy_sum`.
 */
import type { AuditWorker, UnitAnswer, UnitTask, WorkerEnd } from '../../../src/audit/run.ts';
import type { Finding, KernelAnswer, Verdict } from '../../../src/verdict/finding.ts';
import { textsOf } from '../../../src/cli/source-files.ts';
import { tracing } from '../../../src/cache/trace.ts';
import { unreadKernels } from '../../../src/pipeline/unread.ts';
import { isInPart } from '../../../src/pipeline/parts-of-files.ts';
import { race } from '../report/sample-report.ts';

export type Fake = Readonly<{ /** Files asked about, in that order. */ asked: string[][]; open: () => AuditWorker }>;

type Reading = (file: string, read: (path: string) => string | null) => void;

/**
 * `disturb`: answers instead, where it gives something. `more`: what is read of a file beside itself. `change`: of each
 * answer.
 */
export function fakeWorker(
  disturb: (task: UnitTask) => Promise<WorkerEnd | null> = async () => null,
  more: Reading = () => undefined,
  change: (answer: KernelAnswer) => KernelAnswer = (answer) => answer,
): Fake {
  const asked: string[][] = [];
  const analyze = async (task: UnitTask): Promise<UnitAnswer | WorkerEnd> => {
    asked.push([...task.files]);
    return (await disturb(task)) ?? answerOf(task, more, change);
  };
  return { asked, open: () => ({ analyze, close: async () => undefined }) };
}

function answerOf(
  { path, limits, files, part }: UnitTask,
  more: Reading,
  change: (answer: KernelAnswer) => KernelAnswer,
): UnitAnswer {
  const { read, trace } = tracing(textsOf([path], limits));
  for (const file of files) more(file, read);
  const kernels = unreadKernels(
    files.map((file) => ({ file, text: read(file) ?? '', because: 'it is said to be' })),
    null,
    false,
  )
    .filter(({ span }) => isInPart(span, part))
    .map(decided)
    .map(change);
  return { report: { version: 1, kernels, problems: [] }, trace: trace(), ms: 7, residentMiB: 10, peakMiB: 20 };
}

function decided(kernel: KernelAnswer): KernelAnswer {
  const verdict =
    (['racy', 'drf', 'unsupported'] as const satisfies readonly Verdict[]).find((one) => kernel.name.startsWith(one)) ??
    'unknown';
  const finding: Finding = {
    ...race,
    kernel: kernel.name,
    span: kernel.span,
    fingerprint: Buffer.from(kernel.name).toString('hex').padEnd(16, '0').slice(-16),
  };
  return {
    ...kernel,
    verdict,
    reasons: verdict === 'drf' || verdict === 'racy' ? [] : kernel.reasons,
    findings: verdict === 'racy' ? [finding] : [],
  };
}
