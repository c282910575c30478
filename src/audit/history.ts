/**
 * What earlier audits came to: a file with one line of JSON for each, oldest first, which the user keeps from one audit
 * to the next. Pure. A line that is damaged is passed over, and goes when the file is written again.
 */
import type { TrendPoint } from '../report/html/trend.ts';
import { schemaGuard } from '../schema/guard.ts';

/** More are not kept. */
const mostKept = 1000;

const count = { type: 'integer', minimum: 0 };
const pointGuard = schemaGuard<TrendPoint>({
  type: 'object',
  required: ['commit', 'time', 'counts'],
  additionalProperties: false,
  properties: {
    commit: { type: ['string', 'null'], maxLength: 64 },
    time: { type: ['string', 'null'], maxLength: 30 },
    counts: {
      type: 'object',
      required: ['racy', 'conditional', 'drf', 'unknown', 'unsupported'],
      additionalProperties: false,
      properties: { racy: count, conditional: count, drf: count, unknown: count, unsupported: count },
    },
  },
});

/** A second audit of a commit takes the place of the first. */
export function historyWith(text: string, now: TrendPoint): readonly TrendPoint[] {
  const before = text.split('\n').flatMap((line) => pointIn(line) ?? []);
  const last = before.at(-1);
  const kept = last !== undefined && last.commit !== null && last.commit === now.commit ? before.slice(0, -1) : before;
  return [...kept, now].slice(-mostKept);
}

export const historyText = (points: readonly TrendPoint[]): string =>
  points.map((point) => `${JSON.stringify(point)}\n`).join('');

function pointIn(line: string): TrendPoint | null {
  try {
    const point = pointGuard(JSON.parse(line));
    return point.ok ? point.value : null;
  } catch {
    return null;
  }
}
