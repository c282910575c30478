/**
 * Why: a tag must not be released that is not what it says. Needs: a tag, the repository, package.json, CHANGELOG.md
 * and the tags there are. Gives: what .github/workflows/release.yml goes by, as lines for `$GITHUB_OUTPUT`, and the
 * notes of the release in a file; or what is wrong, and status 1.
 *
 * Run: node scripts/release.ts v1.2.3 OWNER/NAME NOTES-FILE
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { version } from '../src/base/version.ts';
import { root, textOf } from './source-tree.ts';

/** `prerelease`: `''` for none, else as in `rc.1`. */
type Version = Readonly<{ numbers: readonly [number, number, number]; prerelease: string }>;

/** `v1.2.3` or `v1.2.3-rc.1`; null: another tag. */
export function versionOf(tag: string): Version | null {
  const [, major, minor, patch, prerelease = ''] =
    /^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/.exec(tag) ?? [];
  return major === undefined ? null : { numbers: [Number(major), Number(minor), Number(patch)], prerelease };
}

/** By the numbers alone. */
function isLater(a: Version, b: Version): boolean {
  const differing = a.numbers.map((number, k) => number - (b.numbers[k] ?? 0)).find((difference) => difference !== 0);
  return differing !== undefined && differing > 0;
}

/**
 * What stands below the heading of a version (`## 1.2.3`, with whatever follows the number), up to the next one. Null:
 * nothing.
 */
export function notesOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => /^\[?([^\s\],]+)/.exec(one)?.[1] === version);
  const notes = section?.replace(/^.*\n?/, '').trim() ?? '';
  return notes === '' ? null : notes;
}

export type Facts = Readonly<{
  tag: string;
  repository: string;
  packageJson: unknown;
  /** The version of src/base/version.ts. */ inSources: string;
  changelog: string;
  /** All tags of the repository. */ tags: readonly string[];
}>;
/** `majorTag`: to be moved to this release; null: it stays, since this is no release, or there is a later one. */
export type Release = Readonly<{
  version: string;
  isPrerelease: boolean;
  npmTag: 'latest' | 'next' | 'previous';
  majorTag: string | null;
  notes: string;
}>;

/** The release, or all that is wrong, each in a line. */
export function releaseOf({
  tag,
  repository,
  packageJson,
  inSources,
  changelog,
  tags,
}: Facts): Release | readonly string[] {
  const meant = versionOf(tag);
  if (meant === null) return [`the tag ${tag} is not of the form v1.2.3 or v1.2.3-rc.1`];
  const name = tag.slice(1);
  const notes = notesOf(changelog, name);
  const url = `git+https://github.com/${repository}.git`;
  const problems = [
    ...(property(packageJson, 'version') === name
      ? []
      : [`package.json has the version ${String(property(packageJson, 'version'))}, the tag is ${tag}`]),
    ...(inSources === property(packageJson, 'version')
      ? []
      : [
          `src/base/version.ts has the version ${inSources}, package.json has ${String(property(packageJson, 'version'))}`,
        ]),
    ...(property(property(packageJson, 'repository'), 'url') === url
      ? []
      : [
          `package.json must have "${url}" as the url of its repository (replace OWNER/syncwright by ${repository} in package.json), or npm refuses the provenance`,
        ]),
    ...(notes === null ? [`CHANGELOG.md has no section "## ${name}", or an empty one`] : []),
  ];
  if (problems.length > 0 || notes === null) return problems;
  const isPrerelease = meant.prerelease !== '';
  const later = tags
    .map(versionOf)
    .filter((other) => other !== null && other.prerelease === '' && isLater(other, meant));
  const major = meant.numbers[0];
  return {
    version: name,
    isPrerelease,
    notes,
    npmTag: isPrerelease ? 'next' : later.length > 0 ? 'previous' : 'latest',
    majorTag: isPrerelease || later.some((other) => other?.numbers[0] === major) ? null : `v${major}`,
  };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

if (import.meta.main) {
  const [tag = '', repository = '', notesFile = ''] = process.argv.slice(2);
  const tags = execFileSync('git', ['tag', '--list'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
  const release = releaseOf({
    tag,
    repository,
    packageJson: JSON.parse(textOf('package.json')),
    inSources: version,
    changelog: textOf('CHANGELOG.md'),
    tags,
  });
  if ('version' in release) {
    writeFileSync(notesFile, `${release.notes}\n`);
    console.log(
      [
        `version=${release.version}`,
        `prerelease=${release.isPrerelease}`,
        `npm-tag=${release.npmTag}`,
        `major-tag=${release.majorTag ?? ''}`,
      ].join('\n'),
    );
  } else {
    for (const problem of release) console.error(`error: ${problem}`);
    process.exitCode = 1;
  }
}
