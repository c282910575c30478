/**
 * How an audit is cut for a job matrix: how many shards, and which units each of them has. Without a plan, shards share
 * the units by their sizes alone; with one, what the cache knows costs next to nothing, and all shards follow the file
 * that the plan was written to.
 */
import type { AuditHeader } from './record.ts';
import type { AuditUnit } from './units.ts';
import type { Result } from '../base/result.ts';
import type { Shard } from './shards.ts';
import { auditDifference } from './continue.ts';
import { fail, ok } from '../base/result.ts';
import { headerSchema } from './record-schema.ts';
import { mostShards, sharesOf } from './shards.ts';
import { schemaGuard } from '../schema/guard.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `shards`: for each, the indices of its units. */
export type AuditPlan = Readonly<{
  kind: 'syncwright-plan';
  header: AuditHeader;
  shards: readonly (readonly number[])[];
}>;

/** One job of the matrix of GitHub Actions. `shard`: for `--shard`. `seconds`: of one processor, roughly. */
export type MatrixJob = Readonly<{ shard: string; units: number; kernels: number; seconds: number }>;

/**
 * What a machine should have to do, where the number of shards is left open: seconds of one processor. Starting one
 * takes about a minute.
 */
const secondsEach = 1200;
/** Of a unit that is in the cache. */
const knownCost = 0.01;

export function planOf(
  header: AuditHeader,
  units: readonly AuditUnit[],
  isKnown: (unit: AuditUnit) => boolean,
  shards: number | 'auto',
): Readonly<{ plan: AuditPlan; matrix: Readonly<{ include: readonly MatrixJob[] }> }> {
  const estimated = units.map((unit) => (isKnown(unit) ? { ...unit, cost: knownCost } : unit));
  const whole = estimated.reduce((sum, { cost }) => sum + cost, 0);
  const wanted = shards === 'auto' ? Math.ceil(whole / secondsEach) : shards;
  const count = Math.max(1, Math.min(wanted, mostShards, units.length));
  const shares = sharesOf(estimated, count);
  return {
    plan: {
      kind: 'syncwright-plan',
      header: { ...header, shard: [1, count] },
      shards: shares.map((share) => share.map(({ index }) => index)),
    },
    matrix: {
      include: shares.map((share, k) => ({
        shard: `${k + 1}/${count}`,
        units: share.length,
        kernels: share.reduce((sum, { kernels }) => sum + kernels, 0),
        seconds: Math.ceil(share.reduce((sum, { cost }) => sum + cost, 0)),
      })),
    },
  };
}

const planGuard = schemaGuard<AuditPlan>({
  type: 'object',
  required: ['kind', 'header', 'shards'],
  properties: {
    kind: { const: 'syncwright-plan' },
    header: headerSchema,
    shards: { type: 'array', items: { type: 'array', items: { type: 'integer', minimum: 0 } } },
  },
});

/** Of a plan's text, the units of one shard; the problem is one line without the file's name. */
export function plannedShare(
  text: string,
  header: AuditHeader,
  units: readonly AuditUnit[],
  [k, n]: Shard,
): Result<readonly AuditUnit[], string> {
  const plan = parsed(text);
  if (!plan.ok) return plan;
  const difference = auditDifference(plan.value.header, header);
  if (difference !== null) return fail(fill(messages.otherPlan, { difference }));
  if (plan.value.shards.length !== n) return fail(fill(messages.planCounts, { count: plan.value.shards.length, n }));
  const own = new Set(plan.value.shards[k - 1]);
  return ok(units.filter(({ index }) => own.has(index)));
}

function parsed(text: string): Result<AuditPlan, string> {
  try {
    const plan = planGuard(JSON.parse(text));
    return plan.ok ? plan : fail(fill(messages.notAPlan, { problem: plan.problem }));
  } catch {
    return fail(messages.planNotJson);
  }
}
