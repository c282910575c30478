/**
 * Answers of earlier audits, by what they rest on (docs/decisions/0013-audits.md): build of the engine, options, the unit's files and their texts are
 * the key; every other text that was read stands in the entry, and must be the same. An answer that a limit on time cut off is not kept.
 */
import type { AuditUnit } from './units.ts';
import type { EngineOptions } from '../engine.ts';
import type { FileStates } from '../cache/trace.ts';
import type { KernelAnswer, Report } from '../verdict/finding.ts';
import type { KnownAnswers } from './run.ts';
import type { Store } from '../cache/store.ts';
import type { UnitRecord } from './record.ts';
import { digestOf } from '../cache/digest.ts';
import { fromPlainJson, plainJson } from '../base/plain-json.ts';
import { isFaultReason, isTimeReason, readingTimedOut } from '../verdict/catalogue.ts';
import { schemaGuard } from '../schema/guard.ts';
import { stateOf } from '../cache/trace.ts';
import { timeShares } from '../pipeline/time-shares.ts';
import { unitSchema } from './record-schema.ts';

/** Of the entries; another one makes them of no use. */
const formVersion = 1;

/** `engine`: its build. `now`: the files as they are. */
export type KnownInput = Readonly<{ store: Store; engine: string; options: EngineOptions; now: FileStates }>;

export function knownAnswers({ store, engine, options, now }: KnownInput): KnownAnswers {
  // a limit that no answer here has felt does not matter to it
  const asked = plainJson([formVersion, engine, { ...options, timeoutSeconds: null }]);
  const keyOf = ({ files, part }: Pick<AuditUnit, 'files' | 'part'>): string => digestOf(plainJson([asked, part, files.map((file) => [file, now.textOf(file)])]));
  return {
    find: (unit) => {
      const key = keyOf(unit);
      const body = store.get(key);
      if (body === null) return null;
      const record = recordIn(body);
      if (record === null) {
        store.drop(key, 'is not of the form that is expected');
        return null;
      }
      return stateOf(record.trace, now) === record.trace.digest ? { ...record, unit: unit.index, files: unit.files } : null;
    },
    keep: async (unit, record) => {
      // what was read may be newer than what was seen at the start
      if (stateOf(record.trace, now) === record.trace.digest && await isUncut(record.report, options.timeoutSeconds)) store.put(keyOf(unit), plainJson({ ...record, unit: 0 }));
    },
  };
}

const guard = schemaGuard<UnitRecord>(unitSchema);

function recordIn(body: string): UnitRecord | null {
  try {
    const record = guard(fromPlainJson(body));
    return record.ok ? record.value : null;
  } catch {
    return null;
  }
}

/** Whether no limit on time had a say in any answer, also where that is not told (a patch not looked for), and none is lost to a bug of ours. */
export async function isUncut({ kernels, problems }: Report, timeoutSeconds: number | null): Promise<boolean> {
  if (kernels.some(({ reasons }) => reasons.some((reason) => isTimeReason(reason) || isFaultReason(reason)))) return false;
  if (problems.some(({ code }) => code === readingTimedOut('', '').code)) return false;
  return timeoutSeconds === null || !await someFeltTheLimit(kernels, timeoutSeconds);
}

/** By how time is shared among the instances of a kernel: whether one took nearly all that it had. */
async function someFeltTheLimit(kernels: readonly KernelAnswer[], timeoutSeconds: number): Promise<boolean> {
  const sourceOf = ({ span }: KernelAnswer): string => `${span.file}:${span.start}`;
  let clock = 0;
  const shares = timeShares(kernels.map(sourceOf), timeoutSeconds, () => clock, '');
  for (const kernel of kernels) {
    const felt = await shares.run(sourceOf(kernel), async (deadline) => {
      const had = deadline.remaining();
      clock += kernel.timeMs;
      return kernel.timeMs > nearly * had;
    });
    if (felt) return true;
  }
  return false;
}
const nearly = 0.9;
