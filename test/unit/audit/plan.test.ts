import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditUnit } from '../../../src/audit/units.ts';
import { fc } from '../../seeded.ts';
import { command, kernel } from './command.ts';
import { sharesOf } from '../../../src/audit/shards.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-plan-'));
const code = join(root, 'code');
const file = (name: string): string => join(root, name);
beforeAll(() => {
  mkdirSync(code);
  for (let k = 0; k < 12; k++)
    writeFileSync(
      join(code, `${k}.cu`),
      Array.from({ length: 1 + (k % 5) }, (_, n) => kernel(`drf_${k}_${n}`)).join(''),
    );
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test('shares are balanced, and together all', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 50, noNaN: true }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 16 }),
      (costs, count) => {
        const units = costs.map((cost, index): Pick<AuditUnit, 'index' | 'cost'> => ({ index, cost }));
        const shares = sharesOf(units, count);
        expect(
          shares
            .flat()
            .map(({ index }) => index)
            .sort((a, b) => a - b),
        ).toEqual(units.map(({ index }) => index));
        const sums = shares.map((share) => share.reduce((sum, { cost }) => sum + cost, 0));
        expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(Math.max(...costs) + 1e-9);
      },
    ),
  );
});

describe('a plan', () => {
  test('is a matrix for GitHub Actions, and nothing else on standard output', async () => {
    const ran = await command(['audit', code, '--plan', '--shards', '3']);
    expect([ran.status, ran.asked]).toEqual([0, []]);
    const matrix: unknown = JSON.parse(ran.out);
    expect(matrix).toMatchObject({ include: [{ shard: '1/3' }, { shard: '2/3' }, { shard: '3/3' }] });
    expect(ran.err).toMatch(/^12 units in 3 shards, about \d+ s of one processor\n$/);
    expect(JSON.parse((await command(['audit', code, '--plan'])).out)).toMatchObject({
      include: [{ shard: '1/1', units: 12 }],
    });
    expect((await command(['audit', code, '--plan', '--shards', '100'])).out.match(/shard/g)).toHaveLength(12);
  });

  test('that knows what the cache has is followed by the shards, and merges', async () => {
    const cache = ['--cache', file('cache')];
    await command(['audit', code, '--out', file('first.jsonl'), ...cache]);
    for (const k of [0, 1, 2, 3]) writeFileSync(join(code, `${k}.cu`), kernel(`racy_${k}`));
    await command(['audit', code, '--plan', '--shards', '2', '--plan-file', file('plan.json'), ...cache]);
    const asked = await Promise.all(
      [1, 2].map(
        async (k) =>
          (
            await command([
              'audit',
              code,
              '--shard',
              `${k}/2`,
              '--plan-file',
              file('plan.json'),
              '--out',
              file(`s${k}.jsonl`),
              ...cache,
            ])
          ).asked.length,
      ),
    );
    expect(asked).toEqual([2, 2]);
    expect((await command(['merge', file('s1.jsonl'), file('s2.jsonl')])).out).toContain('4 confirmed findings');
    // by size alone the shares are others
    await command(['audit', code, '--shard', '2/2', '--out', file('s2.jsonl'), '--restart', ...cache]);
    expect((await command(['merge', file('s1.jsonl'), file('s2.jsonl')])).err).toMatch(
      /the shards were planned differently/,
    );
  });

  test('of another audit is refused in one line', async () => {
    await command(['audit', code, '--plan', '--shards', '2', '--plan-file', file('plan.json')]);
    const run = (...args: readonly string[]): Promise<string> =>
      command(['audit', code, '--plan-file', file('plan.json'), '--out', file('x.jsonl'), ...args]).then(
        ({ err }) => err,
      );
    expect(await run('--shard', '1/3')).toBe(`error: ${file('plan.json')}: it is a plan of 2 shards, not of 3\n`);
    expect(await run('--shard', '1/2', '--level', 'block')).toBe(
      `error: ${file('plan.json')}: it is the plan of another audit (other options, or another configuration)\n`,
    );
    writeFileSync(file('plan.json'), readFileSync(file('plan.json'), 'utf8').slice(0, -10));
    expect(await run('--shard', '1/2')).toBe(
      `error: ${file('plan.json')}: it is not a plan of an audit: it is not JSON\n`,
    );
    expect((await command(['audit', code, '--shards', '4'])).err).toBe(
      'error: --shards needs --plan; --shard I/N analyses one of them\n',
    );
  });
});
