/**
 * Pull requests that somebody made to do harm: names, contents, attributes, links, build files and configuration at
 * random.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GitStore } from './git-store.ts';
import { fc } from '../seeded.ts';
import { shift } from './kernels.ts';

export type Hostile = Readonly<{
  files: readonly (readonly [string, string])[];
  besides: readonly (readonly [string, string])[];
  links: readonly (readonly [string, string])[];
}>;

/** `touch`: a command that leaves a trace. */
export function hostilePulls(touch: string): fc.Arbitrary<Hostile> {
  const part = fc.constantFrom(
    'src',
    'a',
    'ü',
    ' ',
    '..',
    '.',
    '.git',
    '.GIT ',
    'git~1',
    '-rf',
    '--output=x',
    `$(${touch.replaceAll('/', ' ')})`,
    '`id`',
    ';id;',
    '\u202egnp',
    'a\nb',
    'a\\b',
    ':(top)',
    '*',
    '[a',
    'C:',
    'CON',
    'x'.repeat(200),
    '__proto__',
    '%0A::error::x',
    '<!-- syncwright:closed x -->',
  );
  const name = fc
    .tuple(fc.array(part, { maxLength: 3 }), part, fc.constantFrom('.cu', '.cuh', '.CU', '.h'))
    .map(([folders, base, suffix]) => [...folders, `${base}${suffix}`].join('/'));
  const line = fc.oneof(
    fc.constantFrom(
      '#include "/etc/passwd"',
      '#include "../../../../etc/passwd"',
      '#include </proc/self/environ>',
      '#include __FILE__',
      '#pragma omp',
      '#if 0',
      '#define K K K',
      '#define __global__',
      '#undef __global__',
      '#line 7 "../x.cu"',
      '#error x',
      '::error file=x::y',
      '::stop-commands::x',
      '// syncwright-ignore-next-line SW101: mine',
      '<!-- syncwright:closed x -->',
      '@everyone #1',
      '`'.repeat(400),
      '('.repeat(3000),
      '/*',
      'R"x(',
      '"',
      '\\',
      '\0',
      '\u202e',
      '\ufeff',
      '??/',
      `/* ${'x'.repeat(20_000)} */`,
      'template <int N> struct S { S<N + 1> s; };',
      'asm("exit;");',
    ),
    fc.string({ maxLength: 40, unit: 'binary' }).map((text) => text.replace(/[\ud800-\udfff]/g, '')),
  );
  const kernels = fc.constantFrom(
    shift({ barrier: false }),
    shift({ barrier: true }),
    shift({ barrier: false, name: 'other' }),
    '__global__ void loop(int *a, int n) { for (int k = 0; k != n; k += 3) a[k * k] += a[threadIdx.x]; }\n',
  );
  /** Only before the kernel: what one of these closes behind it hides it from compilers too. */
  const closing = fc.constantFrom('#endif', '*/');
  const source = fc
    .tuple(
      fc.array(fc.oneof({ weight: 9, arbitrary: line }, { weight: 1, arbitrary: closing }), { maxLength: 4 }),
      kernels,
      fc.array(line, { maxLength: 3 }),
    )
    .map(([before, kernel, after]) => `${before.join('\n')}\n${kernel}${after.join('\n')}\n`);
  const besides = fc.subarray([
    ['.gitattributes', '* filter=evil diff=evil merge=evil -text working-tree-encoding=UTF-16\n'],
    ['.gitmodules', `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "${touch}"\n\tupdate = !${touch}\n`],
    ['hooks/post-checkout', `#!/bin/sh\n${touch}\n`],
    [
      'compile_commands.json',
      JSON.stringify([
        { directory: '/', file: 'a.cu', command: `nvcc $(${touch}) -include /etc/passwd @/etc/passwd -I/ a.cu` },
      ]),
    ],
    ['Makefile', `X := $(shell ${touch})\nNVCCFLAGS = -DX=$(X) -I/etc @/etc/passwd\nall:\n\t${touch}\n`],
    [
      'CMakeLists.txt',
      `execute_process(COMMAND ${touch})\ninclude(/etc/passwd)\nadd_compile_definitions($ENV{PATH})\n`,
    ],
    [
      'setup.py',
      `import os\nos.system('${touch}')\nCUDAExtension('x', ['a.cu'], extra_compile_args={'nvcc': [os.popen('${touch}').read()]})\n`,
    ],
    ['BUILD.bazel', `genrule(name = "x", cmd = "${touch}")\n`],
    [
      '.syncwright.yml',
      `exclude: ['**']\nmax-files: 0\ntotal-timeout: 1\nignore:\n  - path: '**'\n    reason: mine\nbaseline: ../../../etc/passwd\ncompile-commands: /etc/passwd\n`,
    ],
    ['.syncwright.yml', '&a [*a, *a]\n'],
    ['x.rsp', `@x.rsp $(${touch})\n`],
  ] as const);
  const links = fc.subarray([
    ['link.cu', '/etc/passwd'],
    ['up.cuh', '../../canary'],
    ['self.cu', 'self.cu'],
    ['folder', '/'],
  ] as const);
  return fc.record({
    files: fc.uniqueArray(fc.tuple(name, source), { minLength: 1, maxLength: 4, selector: ([path]) => path }),
    besides,
    links,
  });
}

/** Of the machine, not of the pull request: what its attributes would start if git were let. */
export const trapsOf = (touch: string): string =>
  [
    'core]\n\thooksPath = ./hooks',
    `core]\n\tfsmonitor = ${touch}`,
    `core]\n\tpager = ${touch}`,
    `filter "evil"]\n\tsmudge = ${touch}\n\tclean = ${touch}\n\tprocess = ${touch}\n\trequired = true`,
    `diff "evil"]\n\ttextconv = ${touch}\n\tcommand = ${touch}`,
    `diff]\n\texternal = ${touch}`,
    `merge "evil"]\n\tdriver = ${touch}`,
    `credential]\n\thelper = !${touch}`,
  ]
    .map((part) => `[${part}\n`)
    .join('');

export const who = { name: 'm', email: 'm@example.org' };

/** The commit of a pull request on `base`. */
export function commitOf(store: GitStore, base: string, pull: Hostile): string {
  const files = withoutClashes([...new Map<string, string>([...pull.besides, ...pull.files])]);
  const tree = store.makeTree(base, [
    ...files.map(([path, text]) => ({ path, text })),
    ...pull.links.map(([path, text]) => ({ path, text, mode: '120000' })),
  ]);
  return store.makeCommit(tree, [base], 'evil', who);
}

/** A file and a folder cannot have one name. */
const withoutClashes = (files: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] =>
  files.filter(([path]) => !files.some(([other]) => other.startsWith(`${path}/`)));

/** All that is there but the objects of git, which tests write, and what they say, with what it was when. */
export const listing = (of: string, isOurs: (path: string) => boolean = () => false): readonly string[] =>
  readdirSync(of, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^\w+\.git\/objects\b/.test(path) && !isOurs(path))
    .sort()
    .map((path) => {
      const { mtimeMs, size } = statSync(join(of, path));
      return `${path} ${path === 'temporary' ? '' : mtimeMs} ${size}`;
    });
