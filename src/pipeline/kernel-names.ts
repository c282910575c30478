/**
 * Which kernels files define, and which they launch or declare, read off their texts alone: to know which files belong
 * together before any of them is parsed. Over-approximating; of names that macros put together nothing is known.
 *
 * Example: `main.cu` launches `k` and `kernel.cu` beside it defines `k`.
 */
import type { AnalyzeRequest } from '../engine.ts';
import { baseName } from '../base/kernel-name.ts';
import { kernelMarks } from '../base/kernel-mark.ts';
import { folderOf } from '../preprocess/include.ts';

/**
 * `elsewhere`: launched or declared, and not defined in the text; `declared`: of these, the ones declared; `headers`:
 * what it includes, without folders.
 */
export type KernelNames = Readonly<{
  defined: ReadonlySet<string>;
  elsewhere: ReadonlySet<string>;
  declared: ReadonlySet<string>;
  headers: ReadonlySet<string>;
}>;

export function kernelNamesIn(text: string): KernelNames {
  const defined = new Set<string>();
  const declared = new Set<string>();
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(kernelMarks())) {
    if (index < end) continue;
    const { names, isDefinition, ...head } = headAt(text, index + mark.length);
    end = head.end;
    for (const name of names) (isDefinition ? defined : declared).add(name);
  }
  const but = (names: Iterable<string>): ReadonlySet<string> =>
    new Set([...names].filter((name) => !defined.has(name)));
  const headers = [...text.matchAll(/^[ \t]*(?:#|%:)[ \t]*include[ \t]*"([^"\n]+)"/gm)].map(([, path = '']) =>
    path.slice(path.lastIndexOf('/') + 1),
  );
  return {
    defined,
    elsewhere: but([...launchesIn(text).map(({ kernel }) => kernel), ...declared]),
    declared: but(declared),
    headers: new Set(headers),
  };
}

const longestHead = 2000;

/** What stands before a parameter list or the parentheses of a macro, up to the function's body or a semicolon. */
function headAt(
  text: string,
  from: number,
): Readonly<{ names: readonly string[]; isDefinition: boolean; end: number }> {
  const length = text.slice(from, from + longestHead).search(/[;{]/);
  const end = length < 0 ? from + longestHead : from + length;
  const head = text.slice(from, end);
  const names: string[] = [];
  let depth = 0;
  for (const { 0: token, 1: name } of head.matchAll(/\b([A-Za-z_]\w*)\s*\(|[()]/g)) {
    if (name !== undefined && depth === 0 && !/^__\w+__$/.test(name)) names.push(name);
    // the mark may stand within the parentheses of an attribute
    depth = token === ')' ? Math.max(0, depth - 1) : depth + 1;
  }
  return { names, isDefinition: length < 0 || text[end] === '{', end };
}

/**
 * `name<…><<<…>>>(…)` and `cudaLaunch…Kernel(name, …)`. `start`: where the launch begins; `inside`: behind what makes
 * it one.
 */
export function launchesIn(text: string): readonly Readonly<{ kernel: string; start: number; inside: number }>[] {
  const found: Readonly<{ kernel: string; start: number; inside: number }>[] = [];
  for (let at = text.indexOf('<<<'); at >= 0; at = text.indexOf('<<<', at + 3)) {
    const kernel = nameBefore(text, at);
    if (kernel !== null) found.push({ kernel: kernel.name, start: kernel.start, inside: at + 3 });
  }
  for (const match of text.matchAll(/Launch(?:Cooperative)?Kernel\w{0,80}\s{0,80}\(/g)) {
    const inside = match.index + match[0].length;
    const name = /[A-Za-z_][\w:]*(?=\s*(?:<[^;]*>)?\s*[,)])/.exec(text.slice(inside, inside + 200))?.[0];
    if (name !== undefined) found.push({ kernel: baseName(name), start: match.index, inside });
  }
  return found;
}

/** The kernel's name directly before `<<<`, over template arguments. */
function nameBefore(text: string, at: number): Readonly<{ name: string; start: number }> | null {
  let k = at - 1;
  const skipBlank = (): void => {
    while (k >= 0 && /\s/.test(text[k] ?? '')) k -= 1;
  };
  skipBlank();
  if (text[k] === '>') {
    let [depth, parens] = [0, 0];
    const limit = Math.max(0, k - 2000);
    for (; k >= limit; k -= 1) {
      if (text[k] === ')') parens += 1;
      if (text[k] === '(') parens -= 1;
      if (parens === 0 && text[k] === '>') depth += 1;
      if (parens === 0 && text[k] === '<') depth -= 1;
      if (depth === 0) break;
    }
    k -= 1;
    skipBlank();
  }
  const end = k + 1;
  while (k >= 0 && /\w/.test(text[k] ?? '')) k -= 1;
  const name = text.slice(k + 1, end);
  return /^[A-Za-z_]/.test(name) ? { name, start: k + 1 } : null;
}

/**
 * More files of one folder, or of all, that define a kernel are not all looked at: which of them is meant cannot be
 * told.
 */
const most = { beside: 8, anywhere: 3 } as const;

/**
 * By file, the other files that define what it launches or declares: those that it includes, else those in its folder,
 * else those anywhere of which a declaration in it, or a header that both include, may speak. Files without any are
 * left out.
 */
export function definersOf(
  names: ReadonlyMap<string, KernelNames>,
  includes: (file: string, target: string) => boolean,
): ReadonlyMap<string, ReadonlySet<string>> {
  const definers = new Map<string, string[]>();
  for (const [file, { defined }] of names)
    for (const name of defined) definers.set(name, [...(definers.get(name) ?? []), file]);
  const found = new Map<string, Set<string>>();
  for (const [file, { elsewhere, declared, headers }] of names) {
    const shares = (path: string): boolean =>
      [...(names.get(path)?.headers ?? [])].some((header) => headers.has(header));
    const meant = new Set(
      [...elsewhere].flatMap((name) => {
        const all = definers.get(name) ?? [];
        const included = all.filter((path) => includes(file, path));
        return included.length > 0
          ? included
          : besideOrAnywhere(file, all, (path) => declared.has(name) || shares(path));
      }),
    );
    if (meant.size > 0) found.set(file, meant);
  }
  return found;
}

function besideOrAnywhere(
  file: string,
  definers: readonly string[],
  mayMean: (path: string) => boolean,
): readonly string[] {
  const beside = definers.filter((path) => folderOf(path) === folderOf(file));
  if (beside.length > 0) return beside.length > most.beside ? [] : beside;
  const others = definers.filter(mayMean);
  return others.length > most.anywhere ? [] : others;
}

/** The kernels that some of the files launch or declare and do not define. */
export function launchedElsewhere(files: readonly string[], read: AnalyzeRequest['read']): ReadonlySet<string> {
  return files.length < 2
    ? new Set()
    : new Set([...namesOf(files, read).values()].flatMap(({ elsewhere }) => [...elsewhere]));
}

export const namesOf = (files: readonly string[], read: AnalyzeRequest['read']): ReadonlyMap<string, KernelNames> =>
  new Map(files.map((file) => [file, kernelNamesIn(read(file) ?? '')]));
