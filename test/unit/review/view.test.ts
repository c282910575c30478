import { expect, test } from 'vitest';
import { checkNameOf, usualView, viewIn, viewMarker, viewOf } from '../../../src/review/view.ts';

type Choices = Parameters<typeof viewOf>[0];
const usual: Choices = { paths: ['**'], warpModel: 'its', level: 'grid', defines: new Map() };
const others: readonly Choices[] = [
  { ...usual, paths: ['src/**'] },
  { ...usual, paths: ['**', '!src/**'] },
  { ...usual, warpModel: 'lockstep' },
  { ...usual, level: 'block' },
  { ...usual, defines: new Map([['FAST', '']]) },
  { ...usual, defines: new Map([['FAST', '1']]) },
  { ...usual, paths: ['src/**'], warpModel: 'lockstep' },
];

test('a run that looks at everything in the usual way has no marker, and the usual name', () => {
  for (const one of [usual, { ...usual, paths: [] }])
    expect([viewOf(one), viewMarker(viewOf(one)), checkNameOf(one)]).toEqual([usualView, [], 'syncwright']);
});

test('all others differ, are read from their markers, and have names of their own', () => {
  expect(new Set(others.map((one) => JSON.stringify(viewOf(one)))).size).toBe(others.length);
  for (const one of others) expect(viewIn(viewMarker(viewOf(one)).join('\n'))).toEqual(viewOf(one));
  expect(others.map(checkNameOf)).toEqual([
    'syncwright (src/**)',
    'syncwright (**, !src/**)',
    'syncwright (lockstep)',
    'syncwright (block)',
    'syncwright (FAST)',
    'syncwright (FAST=1)',
    'syncwright (src/**, lockstep)',
  ]);
});

test('long names stay apart', () => {
  const long = (last: string): string => checkNameOf({ ...usual, paths: [`${'src/'.repeat(40)}${last}`] });
  expect(long('a')).not.toBe(long('b'));
  expect(long('a').length).toBeLessThan(120);
});
