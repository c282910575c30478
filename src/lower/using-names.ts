/**
 * Using-declarations and -directives of namespaces: what they name is found by a qualified name of theirs, too
 * [namespace.udecl], [namespace.udir], [namespace.qual]. Those of classes and functions are looked for where a name is
 * used (namesakes.ts).
 *
 * Example: with `namespace a { struct S {}; } namespace b { using a::S; }`, `b::S` is `a::S`.
 */
import type { FileScope } from './file-scope.ts';
import { keep, memoized } from '../base/memoize.ts';

/** `name`: null for a directive, whose namespace is `scopes`. `path`: the namespaces around. */
export type Using = Readonly<{ path: Path; name: string | null; scopes: Path }>;

type Path = readonly string[];
/** By what paths a qualified name finds a declaration besides its own. */
export type FurtherPaths = Readonly<{
  /** Without the inline namespaces in it, if there are any. */
  inlined?: Path;
  /** Those of using-declarations. */
  declared?: readonly Path[];
  /** Those of using-directives, which count where nothing else has the name. */
  directed?: readonly Path[];
}>;
type Entry = Readonly<{ name: string; path: Path }> & FurtherPaths;

/** A using-declaration may name what another one declares; longer chains are not followed. */
const mostSteps = 4;

/** The declarations of a file, found by the names that its namespaces give them. */
export function withUsings(all: FileScope): FileScope {
  if (all.usings.length === 0) return all;
  const index: Index = { at: new Map(), further: new Map() };
  for (const map of [all.types, all.functions, all.prototypes, all.variables])
    for (const one of [...map.values()].flat()) {
      found(index, one.path, one);
      if (one.inlined !== undefined) found(index, one.inlined, one);
    }
  for (let step = 0, isGrowing = true; isGrowing && step < mostSteps; step++)
    isGrowing = all.usings.map((using) => addPaths(using, index)).includes(true);
  const extended = <E extends Entry>(): ((one: E) => E) =>
    memoized((one: E): E => {
      const paths = index.further.get(one);
      return paths === undefined
        ? one
        : { ...one, declared: [...paths.declared.values()], directed: [...paths.directed.values()] };
    });
  const inMap = <E extends Entry>(map: ReadonlyMap<string, readonly E[]>, of: (one: E) => E): Map<string, E[]> =>
    new Map([...map].map(([name, list]) => [name, list.map(of)]));
  const ofFunction = extended<FileScope['kernels'][number]>();
  return {
    ...all,
    functions: inMap(all.functions, ofFunction),
    prototypes: inMap(all.prototypes, ofFunction),
    kernels: all.kernels.map(ofFunction),
    kernelPrototypes: all.kernelPrototypes.map(ofFunction),
    types: inMap(all.types, extended()),
    variables: inMap(all.variables, extended()),
  };
}

/** `at`: what is found by a path, as text; `further`: the paths that were added. */
type Index = Readonly<{ at: Map<string, Set<Entry>>; further: Map<Entry, Paths> }>;
type Paths = Readonly<{ declared: Map<string, Path>; directed: Map<string, Path> }>;

const found = ({ at }: Index, path: Path, one: Entry): Set<Entry> =>
  keep(at, path.join('::'), () => new Set<Entry>()).add(one);

/** Adds what one using-declaration or -directive gives; says whether that is anything new. */
function addPaths({ path, name, scopes }: Using, index: Index): boolean {
  const meant = (target: Path): readonly Entry[] =>
    [...(index.at.get(target.join('::')) ?? [])].filter((one) => name === null || one.name === name);
  const given =
    namespacesMeant(path, scopes)
      .map(meant)
      .find((some) => some.length > 0) ?? [];
  const key = path.join('::');
  let isNew = false;
  for (const one of given) {
    if (one.path.join('::') === key) continue;
    const paths = keep(index.further, one, () => ({ declared: new Map<string, Path>(), directed: new Map() }));
    const added = name === null ? paths.directed : paths.declared;
    isNew ||= !added.has(key);
    added.set(key, path);
    found(index, path, one);
  }
  return isNew;
}

/** What a qualified name in a namespace may mean, the nearest first. */
function namespacesMeant(path: Path, scopes: Path): readonly Path[] {
  if (scopes[0] === '') return [scopes.slice(1)];
  return Array.from({ length: path.length + 1 }, (_, k) => [...path.slice(0, path.length - k), ...scopes]);
}
