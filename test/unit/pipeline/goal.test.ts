/** What an analysis does and leaves out for its goal. */
import { expect, test } from 'vitest';
import type { Decision } from '../../../src/pipeline/evidence.ts';
import type { LaunchConfig } from '../../../src/launch/launch.ts';
import { array, at, kernel, store } from '../../../src/ir/build.ts';
import { i32 } from '../../../src/base/ctype.ts';
import { inferProtocol } from '../../../src/protocol/infer.ts';
import { int } from '../../../src/base/expr-build.ts';
import {
  isAskedFor,
  planOf,
  toPatchFurther,
  toProve,
  toProveOnly,
  toRecheck,
  toReport,
} from '../../../src/pipeline/goal.ts';
import { obligationsOf } from '../../../src/obligation/obligations.ts';
import { splitProtocol } from '../../../src/protocol/split.ts';
import { unfinished } from '../../../src/pipeline/evidence.ts';

const config: LaunchConfig = {
  origin: 'test',
  span: null,
  block: [64, 1, 1],
  grid: [1, 1, 1],
  scalars: new Map(),
  aliases: [],
  overlaps: [],
  sharedBytes: null,
  cooperative: false,
  facts: [],
};
const refused: Decision = unfinished(config, [], [], 'refused');

test('only the report of the kernel itself tells how far it is', () => {
  const goals = [toReport, toProve, toProveOnly(() => true), toPatchFurther, toRecheck];
  expect(goals.map((goal) => planOf(goal).isReported)).toEqual([true, false, false, false, false]);
});

test('a proof ends at what refuses a launch, but not where only some questions are asked', () => {
  expect([toReport, toProve, toProveOnly(() => true)].map((goal) => planOf(goal).isSettledBy(refused))).toEqual([
    false,
    true,
    false,
  ]);
});

test('a proof replays no model and looks for nothing else', () => {
  for (const goal of [toProve, toProveOnly(() => true)]) {
    expect(planOf(goal)).toMatchObject({
      hasProbes: false,
      showsModels: false,
      seeksConditions: false,
      seeksWaits: false,
      seeksRedundant: false,
      patches: 'none',
    });
  }
});

test('a text with one patch gets at most one more', () => {
  expect([toReport, toPatchFurther, toRecheck].map((goal) => planOf(goal).patches)).toEqual(['all', 'single', 'none']);
});

test('only a proof of some questions leaves questions out', () => {
  const cells = array('cells', { element: i32, space: 'global' });
  const protocol = inferProtocol(
    kernel({ arrays: [cells], body: [store(at(cells, int(0, i32)), int(1, i32))] }),
    config,
    [],
  );
  const [question] = obligationsOf(splitProtocol(protocol), { level: 'block', warpModel: 'its' });
  if (question === undefined) throw new Error('the store races with itself');
  expect(
    [toReport, toProve, toProveOnly(() => false), toProveOnly((one) => one === question), toRecheck].map((goal) =>
      isAskedFor(goal, question),
    ),
  ).toEqual([true, true, false, true, true]);
});
