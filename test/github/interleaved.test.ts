/**
 * Two whole runs for one head, interleaved at every write, in all orders: in the end people see what one run leaves,
 * and a third run writes nothing. All 134 orders take 40 s of processor time.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Finding } from '../../src/verdict/finding.ts';
import type { GithubState } from './state.ts';
import type { Head } from './stage.ts';
import type { PullRecord } from './shapes.ts';
import type { Status } from '../../src/action/step.ts';
import { Stage } from './stage.ts';
import { allCourses } from './interleaved.ts';
import { finding, fixWith, spanAt } from '../unit/review/example.ts';
import { hasten } from './clock.ts';
import { token } from './world.ts';
import { whatThereIs } from './fault-matrix.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 600_000 });

let restore = (): void => undefined;
beforeAll(() => {
  restore = hasten(500);
});
afterAll(() => {
  restore();
});

const before = { 'a.cu': Array.from({ length: 40 }, (_, k) => `line ${k + 1};`).join('\n') + '\n' };
const after = { 'a.cu': before['a.cu'].replace('line 20;', 'line 20 changed;') };
const onLine = finding({ span: spanAt('a.cu', 20), fingerprint: '1'.repeat(16) });
const onFile = finding({ span: spanAt('a.cu', 2), fingerprint: '2'.repeat(16), array: 'other' });
const inBody = finding({ span: spanAt('elsewhere.cu', 3), fingerprint: '3'.repeat(16), array: 'third' });
const patched = (insert: string): Finding =>
  finding({
    span: spanAt('a.cu', 1),
    fingerprint: 'a'.repeat(16),
    fix: fixWith([{ file: 'a.cu', start: 0, end: 0, text: insert }]),
  });

/** What nobody has hidden as said twice. A comment on a file makes a review without a text, which nobody sees. */
function seen(state: GithubState): unknown {
  const all = whatThereIs(state);
  return typeof all !== 'object' || all === null
    ? all
    : Object.fromEntries(
        Object.entries(all).map(([name, list]: [string, unknown]) => [
          name,
          Array.isArray(list) ? list.filter((one: unknown) => !isDuplicate(one)) : list,
        ]),
      );
}
const isDuplicate = (one: unknown): boolean =>
  typeof one === 'object' &&
  one !== null &&
  (('minimized' in one && one.minimized === 'DUPLICATE') || ('commit' in one && 'body' in one && one.body === ''));

/** `orders`: how many there are, but for those with the names exchanged. */
type Scenario = Readonly<{
  orders: number;
  prepare?: (stage: Stage, pull: PullRecord) => Promise<unknown>;
  run: (stage: Stage, pull: PullRecord, token: string) => Promise<Status>;
}>;
const reviewed =
  (head: Head, inputs: Readonly<Record<string, string>> = {}): Scenario['run'] =>
  (stage, pull, own) =>
    stage.review(pull, head, { token: own, ...inputs });
const fixed =
  (head: Head): Scenario['run'] =>
  (stage, pull, own) =>
    stage.fix(pull, head, undefined, { token: own });

const scenarios: Readonly<Record<string, Scenario>> = {
  'a review of a line': { orders: 1, run: reviewed({ findings: [onLine] }) },
  'a review of a line, a file and the body': { orders: 55, run: reviewed({ findings: [onLine, onFile, inBody] }) },
  'comments settled': {
    orders: 10,
    prepare: (stage, pull) => stage.review(pull, { findings: [onLine] }),
    run: reviewed({}),
  },
  'a follow-up opened': { orders: 18, run: fixed({ findings: [patched('// a\n')] }) },
  'a follow-up updated': {
    orders: 35,
    prepare: (stage, pull) => stage.fix(pull, { findings: [patched('// a\n')] }),
    run: fixed({ findings: [patched('// b\n')] }),
  },
  'a follow-up closed as obsolete': {
    orders: 15,
    prepare: (stage, pull) => stage.fix(pull, { findings: [patched('// a\n')] }),
    run: fixed({}),
  },
};

describe.each(Object.entries(scenarios))('%s', (_name, { orders, prepare, run }) => {
  test('in every order', async () => {
    const alone = await Stage.open();
    const pull = alone.openPull(before, after);
    await prepare?.(alone, pull);
    const status = await run(alone, pull, token);
    const one = seen(alone.world.state);
    await alone.world.close();

    const courses = await allCourses(
      async (stage) => {
        const own = stage.openPull(before, after);
        await prepare?.(stage, own);
        return (on, whose) => run(on, own, whose);
      },
      async ({ stage, choices, statuses }) => {
        const { github, state } = stage.world;
        expect(statuses, choices).toEqual([status, status]);
        expect(seen(state), choices).toEqual(one);
        const writes = github.log.filter(({ isWrite }) => isWrite).length;
        const [own] = state.pulls;
        if (own !== undefined) await run(stage, own, token);
        expect(github.log.filter(({ isWrite }) => isWrite).slice(writes), choices).toEqual([]);
        expect(github.violations, choices).toEqual([]);
      },
    );
    expect(new Set(courses).size).toBe(courses.length);
    expect(courses.length).toBe(orders);
  });
});
