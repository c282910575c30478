import { expect, test } from 'vitest';
import type { Facts } from '../../../scripts/release.ts';
import { notesOf, releaseOf, versionOf } from '../../../scripts/release.ts';

test('tags of versions', () => {
  expect(versionOf('v1.20.3')).toEqual({ numbers: [1, 20, 3], prerelease: '' });
  expect(versionOf('v1.0.0-rc.1')).toEqual({ numbers: [1, 0, 0], prerelease: 'rc.1' });
  expect(['1.0.0', 'v1', 'v1.0', 'v01.0.0', 'v1.0.0-', 'v1.0.0 ', 'v1.0.0;x'].map(versionOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('the notes are the section of the version', () => {
  const text =
    '# Changes\n\n## 1.1.0-rc.1\n\n- c\n\n## 1.0.1 (2026-12-01)\n\n- b\n\n### More\n\n- b2\n\n## [1.0.0]\n\n- a\n\n## 0.9.0\n';
  expect(notesOf(text, '1.0.1')).toBe('- b\n\n### More\n\n- b2');
  expect(notesOf(text, '1.0.0')).toBe('- a');
  expect([notesOf(text, '1.0'), notesOf(text, '1.1.0'), notesOf(text, '0.9.0')]).toEqual([null, null, null]);
});

const facts = (version: string, given: Partial<Facts> = {}): Facts => ({
  tag: `v${version}`,
  repository: 'acme/syncwright',
  packageJson: { version, repository: { url: 'git+https://github.com/acme/syncwright.git' } },
  inSources: version,
  changelog: `## ${version}\n\n- new\n`,
  tags: [`v${version}`],
  ...given,
});

test('a prerelease goes to next, and moves no tag', () => {
  expect(releaseOf(facts('1.0.0-rc.1'))).toEqual({
    version: '1.0.0-rc.1',
    isPrerelease: true,
    npmTag: 'next',
    majorTag: null,
    notes: '- new',
  });
});

test('a release is the latest and moves the tag of its major version, unless there is a later one', () => {
  const released = (version: string, ...others: readonly string[]): unknown =>
    releaseOf(facts(version, { tags: [`v${version}`, 'v1', 'notes', ...others] }));
  expect(released('1.10.0', 'v1.9.0', 'v1.2.11', 'v2.0.0-rc.1')).toMatchObject({
    npmTag: 'latest',
    majorTag: 'v1',
    isPrerelease: false,
  });
  expect(released('1.2.4', 'v1.10.0')).toMatchObject({ npmTag: 'previous', majorTag: null });
  expect(released('1.2.4', 'v2.0.0')).toMatchObject({ npmTag: 'previous', majorTag: 'v1' });
});

test('all that is wrong is listed', () => {
  expect(
    releaseOf(facts('1.0.0', { tag: 'v9.9.9', repository: 'else/where', inSources: '0.1.0', changelog: '' })),
  ).toEqual([
    'package.json has the version 1.0.0, the tag is v9.9.9',
    'src/base/version.ts has the version 0.1.0, package.json has 1.0.0',
    'package.json must have "git+https://github.com/else/where.git" as the url of its repository (replace OWNER/syncwright by else/where in package.json), or npm refuses the provenance',
    'CHANGELOG.md has no section "## 9.9.9", or an empty one',
  ]);
  expect(releaseOf(facts('1.0.0', { tag: 'latest' }))).toEqual([
    'the tag latest is not of the form v1.2.3 or v1.2.3-rc.1',
  ]);
});
