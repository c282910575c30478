/** `.syncwright.yml`: what it says, and one clear line with its place for everything that is wrong with it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { configProblemLine, noConfig, problemWords, readConfig } from '../../../src/config/config.ts';
import { configSchema } from '../../../src/config/schema.ts';

const published = new URL('../../../docs/config.schema.json', import.meta.url);

function configOf(text: string): Config {
  const config = readConfig(text);
  if (!config.ok) throw new Error(problemWords(config.problem));
  return config.value;
}

function problemsOf(text: string): readonly string[] {
  const config = readConfig(text);
  return config.ok ? [] : config.problem.map(configProblemLine);
}

test('the published schema is the one that is checked (UPDATE=1 writes it)', () => {
  const text = `${JSON.stringify(configSchema, null, 2)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(published, text);
  expect(readFileSync(published, 'utf8')).toBe(text);
});

test('an empty file, comments alone and no file say the same', () => {
  for (const text of ['', '# nothing\n', '\n\n', '---\n', '{}\n', '\ufeff']) expect(configOf(text)).toEqual(noConfig);
});

test('everything that can be said is read', () => {
  const config = configOf(`
include: ["src/**"]
exclude: [third_party]
defines:
  TILE: 0x10
  NAME: "a b"
  FLAG:
include-dirs: [include, lib/inc]
warp-model: lockstep
level: block
kernels:
  - name: reduce*
    block: 256
    grid: [4, 2]
    params: { n: 18446744073709551615, alpha: 1.0, on: true }
    assume: ["n % 32 == 0"]
  - name: scan
    block: 16,16
gate: { fail-on: warning, fail-on-old: true, fail-on-undecided: all }
report: confirmed
comments: possible
max-comments: 5
baseline: ci/baseline.json
budgets: { timeout: 0, total-timeout: 300, max-files: 10, max-kernels: 7, max-bytes: 1000 }
ignore:
  - id: SW101
    kernel: legacy_*
    file: old/**
    reason: guarded by the host
    author: ada
  - { id: 1234567890123456, reason: known }
`);
  expect(config).toMatchObject({
    include: ['src/**'],
    exclude: ['third_party'],
    includeDirs: ['include', 'lib/inc'],
    warpModel: 'lockstep',
    level: 'block',
    failOn: 'warning',
    failOnOld: true,
    failOnUndecided: 'all',
    report: 'confirmed',
    comments: 'possible',
    maxComments: 5,
    baseline: 'ci/baseline.json',
    timeout: 0,
    totalTimeout: 300,
    maxFiles: 10,
    maxKernels: 7,
    maxBytes: 1000,
  });
  expect([...config.defines]).toEqual([
    ['TILE', '0x10'],
    ['NAME', 'a b'],
    ['FLAG', '1'],
  ]);
  expect(config.stated).toEqual([
    {
      name: 'reduce*',
      block: [256, 1, 1],
      grid: [4, 2, 1],
      params: new Map<string, bigint | number>([
        ['n', 18446744073709551615n],
        ['alpha', 1],
        ['on', 1n],
      ]),
      assumes: ['n % 32 == 0'],
      from: '.syncwright.yml:12',
    },
    { name: 'scan', block: [16, 16, 1], grid: null, params: new Map(), assumes: [], from: '.syncwright.yml:17' },
  ]);
  expect(config.ignore).toEqual([
    { id: 'SW101', kernel: 'legacy_*', file: 'old/**', reason: 'guarded by the host', author: 'ada', line: 26 },
    { id: '1234567890123456', kernel: null, file: null, reason: 'known', author: null, line: 31 },
  ]);
});

test.each([
  [
    'level: grid\nblok: 1\n',
    [expect.stringMatching(/^\.syncwright\.yml:2: unknown key "blok"; known keys: (?:[a-z-]+, ){14}[a-z-]+$/)],
  ],
  [
    'kernels:\n  - name: a\n    blok: 64\n',
    ['.syncwright.yml:3: unknown key "blok"; known keys: block, grid, name, assume, params'],
  ],
  ['gate:\n  fail-on: all\n', ['.syncwright.yml:2: "fail-on" is "all"; it must be one of error, warning, info, never']],
  [
    'gate: error\n',
    ['.syncwright.yml:1: "gate" is "error"; it must be a set of keys: fail-on, fail-on-old, fail-on-undecided'],
  ],
  ['kernels:\n  - block: 64\n', ['.syncwright.yml:2: "name" is missing']],
  [
    'kernels:\n  - name: a\n    block: 1000000\n',
    ['.syncwright.yml:3: "block": x is 1000000; it must be from 1 to 65536.'],
  ],
  [
    'kernels:\n  - name: a\n    block: [1, 2, 3, 4]\n',
    ['.syncwright.yml:3: "block" is a list; it must be one to three whole numbers, such as 256 or [16, 16]'],
  ],
  [
    'kernels:\n  - name: a\n    params:\n      n: many\n',
    ['.syncwright.yml:4: "n" is "many"; it must be a number, true or false'],
  ],
  ['kernels:\n  - name: a\n    params:\n      1n: 3\n', ['.syncwright.yml:4: "1n" is not a C name']],
  ['ignore:\n  - id: SW101\n', ['.syncwright.yml:2: "reason" is missing']],
  [
    'ignore:\n  - id: SW101\n    reason: " "\n',
    ['.syncwright.yml:3: "reason" is " "; it must be the reason, at most 500 characters'],
  ],
  [
    'ignore:\n  - id: SW999\n    reason: x\n',
    ['.syncwright.yml:2: SW999 is not the code of a finding; `syncwright explain` lists them'],
  ],
  [
    'ignore:\n  - id: sw101\n    reason: x\n',
    [
      '.syncwright.yml:2: "id" is "sw101"; it must be a code such as SW101, or the fingerprint of a finding (16 hexadecimal digits)',
    ],
  ],
  [
    'baseline: ../../etc/passwd\n',
    [
      '.syncwright.yml:1: "baseline" is "../../etc/passwd"; it must be a path inside the repository, relative to its root, without ..',
    ],
  ],
  [
    'include-dirs: [/usr/include]\n',
    [
      '.syncwright.yml:1: an entry of "include-dirs" is "/usr/include"; it must be a path inside the repository, relative to its root, without ..',
    ],
  ],
  ['include: src\n', ['.syncwright.yml:1: "include" is "src"; it must be a list of at most 200 glob patterns']],
  [
    'include: ["(a+)+"]\n',
    [
      '.syncwright.yml:1: an entry of "include" is "(a+)+"; it must be a glob pattern without parentheses, at most 256 characters',
    ],
  ],
  ['max-comments: 26\n', ['.syncwright.yml:1: "max-comments" is 26; it must be a whole number from 0 to 25']],
  ['defines:\n  A-B: 1\n', ['.syncwright.yml:2: "A-B" is not a C name']],
  ['- level: grid\n', ['.syncwright.yml: "the file" is a list; it must be a set of keys']],
  ['level: block\nlevel: grid\n', ['.syncwright.yml:2: the same key is used twice']],
  [
    '__proto__: { level: grid }\n',
    [expect.stringContaining('.syncwright.yml:1: unknown key "__proto__"; known keys: ')],
  ],
  [
    'a: 1\nb: 2\n',
    [
      expect.stringMatching(/^\.syncwright\.yml:1: unknown key "a"/),
      expect.stringMatching(/^\.syncwright\.yml:2: unknown key "b"/),
    ],
  ],
])('%j', (text, lines) => {
  expect(problemsOf(text)).toEqual(lines);
});

test.each([
  ['an alias bomb', `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`, ':1: anchors (`&name`) are not allowed'],
  ['an alias', 'level: *x\n', ':1: aliases (`*name`) are not allowed'],
  ['a tag', 'level: !!js/function "x"\n', ':1: tags (`!…`) are not allowed'],
  ['a tag of YAML itself', 'level: !!str grid\n', ':1: tags (`!…`) are not allowed'],
  ['a directive', '%YAML 1.1\n---\nlevel: grid\n', ':1: directives (`%…`) are not allowed'],
  ['a key that is a list', '? [a]\n: 1\n', ':1: a key must be plain text'],
  ['two documents', 'level: grid\n---\nlevel: grid\n', ':2: a second document (`---`) is not allowed'],
  ['10 MB', 'a'.repeat(10_000_000), ': the file has 10000000 characters, more than 262144'],
  ['NUL', 'level: gr\0id\n', ':1: the file is not text: it contains a character that cannot be printed'],
  ['deep lists', '['.repeat(200_000), ':1: lists and keys are nested deeper than 16'],
  ['deep entries', '- '.repeat(100_000), ':1: lists and keys are nested deeper than 16'],
  [
    'many keys',
    Array.from({ length: 20_000 }, (_, k) => `k${k}: 1`).join('\n'),
    ':1: a list or set of keys has more than 3000 entries',
  ],
  [
    'no YAML',
    'level: [\n',
    ':2: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
])('hostile or broken: %s', (_, text, line) => {
  expect(problemsOf(text)).toEqual([`.syncwright.yml${line}`]);
});

test('a merge key is an unknown key', () => {
  expect(problemsOf('<<: { level: grid }\n')).toEqual([expect.stringContaining(':1: unknown key "<<"')]);
});
