/**
 * Answers of earlier audits, by what they rest on (docs/decisions/0013-audits.md): build of the engine, options, the
 * unit's files and their texts are the key; every other text that was read stands in the entry, and must be the same.
 * An answer that the limit on time cut off stands apart, by that limit: another try may come further where the machine
 * was busy, and is made where that is asked for.
 */
import type { AuditUnit } from './units.ts';
import type { EngineOptions } from '../engine.ts';
import type { FileStates } from '../cache/trace.ts';
import type { Report } from '../verdict/finding.ts';
import type { KnownAnswers } from './run.ts';
import type { Store } from '../cache/store.ts';
import type { UnitRecord } from './record.ts';
import { digestOf } from '../cache/digest.ts';
import { fromPlainJson, plainJson } from '../base/plain-json.ts';
import { isFaultReason, isTimeReason, readingTimedOut } from '../verdict/catalogue.ts';
import { schemaGuard } from '../schema/guard.ts';
import { stateOf } from '../cache/trace.ts';
import { unitSchema } from './record-schema.ts';
import { messages } from './wording.ts';

/** Of the entries; another one makes them of no use. */
const formVersion = 1;

/**
 * `engine`: its build. `now`: the files as they are. `acceptsCut`: answers count that the same limit on time cut off.
 */
export type KnownInput = Readonly<{
  store: Store;
  engine: string;
  options: EngineOptions;
  now: FileStates;
  acceptsCut: boolean;
}>;

export function knownAnswers({ store, engine, options, now, acceptsCut }: KnownInput): KnownAnswers {
  // a limit that no answer here has felt does not matter to it
  const keyOf = ({ files, part }: Pick<AuditUnit, 'files' | 'part'>, timeoutSeconds: number | null): string =>
    digestOf(
      plainJson([
        formVersion,
        engine,
        { ...options, timeoutSeconds },
        part,
        files.map((file) => [file, now.textOf(file)]),
      ]),
    );
  const isCurrent = ({ trace }: UnitRecord): boolean => stateOf(trace, now) === trace.digest;
  const at = (key: string): UnitRecord | null => {
    const body = store.get(key);
    const record = body === null ? null : recordIn(body);
    if (body !== null && record === null) store.drop(key, messages.badForm);
    return record !== null && isCurrent(record) ? record : null;
  };
  return {
    find: (unit) => {
      const record =
        at(keyOf(unit, null)) ??
        (acceptsCut && options.timeoutSeconds !== null ? at(keyOf(unit, options.timeoutSeconds)) : null);
      return record === null ? null : { ...record, unit: unit.index, files: unit.files };
    },
    keep: async (unit, record) => {
      // what was read may be newer than what was seen at the start
      if (!isCurrent(record) || hasFault(record.report)) return;
      const isWhole = isUncut(record.report);
      if (isWhole || options.timeoutSeconds !== null)
        store.put(keyOf(unit, isWhole ? null : options.timeoutSeconds), plainJson({ ...record, unit: 0 }));
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

/** What a bug of ours cost may be there the next time. */
const hasFault = ({ kernels }: Report): boolean => kernels.some(({ reasons }) => reasons.some(isFaultReason));

/** Whether no limit on time had a say in any answer, also where that is not told (a patch not looked for). */
export const isUncut = ({ kernels, problems }: Report): boolean =>
  !kernels.some(({ reasons, isCut }) => isCut === true || reasons.some(isTimeReason)) &&
  !problems.some(({ code }) => code === readingTimedOut('', '').code);
