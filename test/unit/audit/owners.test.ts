/** Whose a file is: the examples of GitHub's page on CODEOWNERS, and what it leaves out. */
import { describe, expect, test } from 'vitest';
import { ownersBy, ownersIn } from '../../../src/audit/owners.ts';

/** Whether the one rule fits. */
const fits = (pattern: string, path: string): boolean => ownersBy(`${pattern} @ada`)(path).length === 1;

describe('patterns, as docs.github.com has them', () => {
  test.each<readonly [pattern: string, inside: readonly string[], outside: readonly string[]]>([
    ['*', ['a.cu', 'src/a.cu', '.github/x.cu'], []],
    ['*.cu', ['a.cu', 'src/deep/a.cu'], ['a.cuh', 'a.cu.txt']],
    ['/build/logs/', ['build/logs/a.cu', 'build/logs/x/a.cu'], ['src/build/logs/a.cu', 'build/logs']],
    ['docs/*', ['docs/a.cu'], ['docs/build/a.cu', 'src/docs/a.cu']],
    ['/*', ['a.cu'], ['src/a.cu']],
    ['apps/', ['apps/a.cu', 'src/apps/x/a.cu'], ['apps.cu']],
    ['/docs/', ['docs/a.cu', 'docs/x/a.cu'], ['src/docs/a.cu']],
    ['**/logs', ['build/logs/a.cu', 'deeply/nested/logs/x/a.cu', 'logs/a.cu'], ['logs.cu']],
    ['/src/scan', ['src/scan', 'src/scan/a.cu'], ['src/scan.cu', 'x/src/scan/a.cu']],
    ['src/**/kernels', ['src/a/b/kernels/k.cu', 'src/kernels/k.cu'], ['kernels/k.cu']],
    ['a{b,c}.cu', ['a{b,c}.cu'], ['ab.cu']],
    ['k+(a).cu', ['k+(a).cu'], ['kaa.cu']],
    ['my\\ kernels/', ['my kernels/a.cu'], ['my/a.cu']],
  ])('%s', (pattern, inside, outside) => {
    expect(inside.filter((path) => !fits(pattern, path))).toEqual([]);
    expect(outside.filter((path) => fits(pattern, path))).toEqual([]);
  });
});

test('the last rule that fits counts; one without owners takes a file out; lines that GitHub does not take are skipped', () => {
  const owners = ownersBy(
    '# all\n* @ada\r\n/src/ @org/team who@example.com # beside\n/src/free.cu\n!src/a.cu @eve\n[ab].cu @eve\n\\#x.cu @eve\nsrc/b.cu not-an-owner\n',
  );
  expect(owners('a.cu')).toEqual(['@ada']);
  expect(owners('src/a.cu')).toEqual(['@org/team', 'who@example.com']);
  expect(owners('src/free.cu')).toEqual([]);
  expect(owners('src/b.cu')).toEqual(['@org/team', 'who@example.com']);
});

test('of three places the first that is there', () => {
  const files = new Map([
    ['CODEOWNERS', '* @root'],
    ['docs/CODEOWNERS', '* @docs'],
  ]);
  const read = (path: string): string | null => files.get(path) ?? null;
  expect(ownersIn(read)?.('a.cu')).toEqual(['@root']);
  files.set('.github/CODEOWNERS', '* @github');
  expect(ownersIn(read)?.('a.cu')).toEqual(['@github']);
  expect(ownersIn(() => null)).toBe(null);
});
