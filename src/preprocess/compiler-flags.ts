/**
 * What the flags of a compiler say of the text that it reads: macros, folders of includes, the version of C++ and the
 * architectures. Read as nvcc, clang, gcc and MSVC spell them, in the order of the command line; all other flags are
 * passed over.
 * Example: `nvcc -DTILE=16 -I../lib -std=c++20 -gencode arch=compute_90,code=sm_90` gives TILE, `../lib`, 202002L and
 * 900.
 */

import type { Quoting } from './shell-words.ts';

export type CompilerFlags = Readonly<{
  /** By name: what follows `#define`, or null where the name is made undefined. */
  macros: ReadonlyMap<string, string | null>;
  /** In the order in which they are searched, as they are written. */
  includeDirs: readonly string[];
  /** The value of `__cplusplus`; null: not given. */
  cplusplus: string | null;
  /** Values of `__CUDA_ARCH__`, in ascending order. */
  architectures: readonly number[];
}>;

/** `start`: of a flag; MSVC's `/` begins a path elsewhere. */
type Gathered = {
  readonly start: RegExp;
  readonly macros: Map<string, string | null>;
  readonly dirs: Record<DirKind, string[]>;
  cplusplus: string | null;
  readonly architectures: Set<number>;
};
type DirKind = 'quote' | 'plain' | 'system' | 'after';

/** `readResponse`: the words of a response file; null where it cannot be read. */
export function compilerFlags(
  words: readonly string[],
  quoting: Quoting,
  readResponse: (path: string) => readonly string[] | null,
): CompilerFlags {
  const found: Gathered = {
    start: quoting === 'windows' ? /^[-/]/ : /^-/,
    macros: new Map(),
    dirs: { quote: [], plain: [], system: [], after: [] },
    cplusplus: null,
    architectures: new Set(),
  };
  gather(found, withResponses(words, readResponse));
  const { quote, plain, system, after } = found.dirs;
  return {
    macros: found.macros,
    includeDirs: [...new Set([...quote, ...plain, ...system, ...after])],
    cplusplus: found.cplusplus,
    architectures: [...found.architectures].sort((a, b) => a - b),
  };
}

const mostResponses = 64;

/** Response files may name others. */
function withResponses(
  words: readonly string[],
  readResponse: (path: string) => readonly string[] | null,
): readonly string[] {
  let left = mostResponses;
  const expand = (some: readonly string[], depth: number): readonly string[] =>
    some.flatMap((word, k) => {
      const isValue = /^(?:--options-file|-optf)$/.test(some[k - 1] ?? '');
      if (/^(?:--options-file|-optf)$/.test(word)) return [];
      const named = isValue ? [word] : (/^(?:@|(?:--options-file|-optf)=)(.+)$/.exec(word)?.slice(1) ?? []);
      const [path] = named;
      if (path === undefined || depth > 4 || left-- <= 0) return path === undefined ? [word] : [];
      return path.split(',').flatMap((one) => expand(readResponse(one) ?? [], depth + 1));
    });
  return expand(words, 0);
}

type Meaning = (found: Gathered, value: string) => void;
/** `glued`: the value may follow the name at once. */
type Flag = Readonly<{ names: readonly string[]; glued: boolean; meaning: Meaning }>;

const dir =
  (kind: DirKind): Meaning =>
  (found, value) => {
    // nvcc takes several in one
    for (const one of value.split(',')) if (one !== '') found.dirs[kind].push(one);
  };
const nothing: Meaning = () => undefined;

/**
 * Longer names first where one begins another. `names` are also known with `/` for `-`, as MSVC has them, where that is
 * usual.
 */
const flags: readonly Flag[] = [
  { names: ['--define-macro'], glued: false, meaning: define },
  { names: ['--undefine-macro'], glued: false, meaning: undefine },
  { names: ['--include-path'], glued: false, meaning: dir('plain') },
  {
    names: ['--system-include', '-isystem', '-imsvc', '-external:I', '/external:I'],
    glued: true,
    meaning: dir('system'),
  },
  { names: ['-iquote'], glued: true, meaning: dir('quote') },
  { names: ['-idirafter'], glued: true, meaning: dir('after') },
  {
    names: ['--gpu-architecture', '-arch', '--generate-code', '-gencode', '--cuda-gpu-arch', '--offload-arch'],
    glued: false,
    meaning: architecture,
  },
  { names: ['--std', '-std'], glued: false, meaning: standard },
  { names: ['-std:', '/std:'], glued: true, meaning: standard },
  {
    names: ['-Xcompiler', '--compiler-options'],
    glued: false,
    meaning: (found, value) => {
      gather(found, value.split(','));
    },
  },
  {
    names: ['-Xpreprocessor'],
    glued: false,
    meaning: (found, value) => {
      gather(found, [value]);
    },
  },
  {
    names: ['-Wp,'],
    glued: true,
    meaning: (found, value) => {
      gather(found, value.split(','));
    },
  },
  // their values are no flags of this compiler's
  {
    names: [
      '-Xptxas',
      '--ptxas-options',
      '-Xcudafe',
      '-Xlinker',
      '--linker-options',
      '-Xarchive',
      '-Xnvlink',
      '-Xfatbin',
      '-Xclang',
      '-Xassembler',
      '-mllvm',
      '-o',
      '-MF',
      '-MT',
      '-MQ',
      '-x',
      '-ccbin',
      '--compiler-bindir',
      '-code',
      '--gpu-code',
      '-include',
      '-t',
      '--threads',
    ],
    glued: false,
    meaning: nothing,
  },
  { names: ['-D', '/D'], glued: true, meaning: define },
  { names: ['-U', '/U'], glued: true, meaning: undefine },
  { names: ['-I', '/I'], glued: true, meaning: dir('plain') },
];

function gather(found: Gathered, words: readonly string[]): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!found.start.test(word)) continue;
    for (const { names, glued, meaning } of flags) {
      const name = names.find(
        (one) =>
          word === one ||
          (!one.endsWith(':') && !one.endsWith(',') && one.length > 2 && word.startsWith(`${one}=`)) ||
          (glued && word.startsWith(one)),
      );
      if (name === undefined) continue;
      if (word === name) meaning(found, words[++at] ?? '');
      else meaning(found, word.slice(name.length + (word.charAt(name.length) === '=' && name.length > 2 ? 1 : 0)));
      break;
    }
  }
}

function define(found: Gathered, text: string): void {
  const [, name, parameters = '', value] = /^([A-Za-z_]\w*)(\([^()]*\))?(?:=([^]*))?$/.exec(text) ?? [];
  if (name === undefined) return;
  found.macros.delete(name);
  found.macros.set(
    name,
    `${name}${parameters} ${(value ?? '1').replace(/\s+/g, (blank) => (blank.includes('\n') ? ' ' : blank))}`,
  );
}

function undefine(found: Gathered, name: string): void {
  if (/^[A-Za-z_]\w*$/.test(name)) found.macros.set(name, null);
}

/** `c++17`, `gnu++20`. */
const versions: ReadonlyMap<string, string> = new Map([
  ['98', '199711L'],
  ['03', '199711L'],
  ['11', '201103L'],
  ['0x', '201103L'],
  ['14', '201402L'],
  ['1y', '201402L'],
  ['17', '201703L'],
  ['1z', '201703L'],
  ['20', '202002L'],
  ['2a', '202002L'],
  ['23', '202302L'],
  ['2b', '202302L'],
  ['latest', '202302L'],
]);

function standard(found: Gathered, text: string): void {
  found.cplusplus = versions.get(/^(?:c|gnu)\+\+(\w+)$/.exec(text)?.[1] ?? '') ?? found.cplusplus;
}

/** `sm_80`, `compute_90a`, `arch=compute_80,code=[sm_80,compute_80]`. */
function architecture(found: Gathered, text: string): void {
  const given = /\barch=([^,]+)/.exec(text)?.[1] ?? text;
  for (const [, number] of given.matchAll(/\b(?:sm|compute|lto)_(\d{2,3})[af]?\b/g))
    found.architectures.add(10 * Number(number));
}
