import { expect, test } from 'vitest';
import { checkPath, joinPath, printablePath } from '../../../src/review/paths.ts';
import { pathFilter } from '../../../src/config/globs.ts';

test.each([
  ['../a.cu', 'contains `..` or `.`'],
  ['a/../../b.cu', 'contains `..` or `.`'],
  ['/etc/passwd', 'is absolute'],
  ['C:/x.cu', 'is absolute'],
  ['a\0b.cu', 'contains a NUL character'],
  ['a\nb.cu', 'contains a newline or control character'],
  ['a\\b.cu', 'contains a backslash'],
  ['.git/config', 'leads into `.git`'],
  ['x/.GIT/hooks/a.cu', 'leads into `.git`'],
  ['.git /a.cu', 'leads into `.git`'],
  ['git~1/a.cu', 'leads into `.git`'],
  ['a//b.cu', 'has an empty component'],
  ['', 'is empty'],
  ['a\uFFFD.cu', 'is not UTF-8'],
])('%j is refused: %s', (path, reason) => {
  expect(checkPath(path)).toEqual({ ok: false, problem: reason });
});

test.each(['a.cu', 'a b/ü.cu', '.github/x.cu', 'a..b/c.cu', 'aux.cu'])('%j is taken', (path) => {
  expect(checkPath(path).ok).toBe(true);
});

test('paths join within the repository or not at all', () => {
  expect(joinPath('a/b', '../c.h')).toBe('a/c.h');
  expect(joinPath('a', '../../c.h')).toBeNull();
  expect(joinPath('', './x/./y.h')).toBe('x/y.h');
});

test('a path is shown on one line, with nothing hidden in it', () => {
  expect(printablePath('a\n\u202eb')).toBe('a\\u{a}\\u{202e}b');
});

test('patterns choose and take away', () => {
  const isWanted = pathFilter(['src/**', '!src/third_party/**']);
  expect(['src/a.cu', 'src/third_party/b.cu', 'c.cu'].filter(isWanted)).toEqual(['src/a.cu']);
  expect(pathFilter([])('x.cu')).toBe(true);
});
