/**
 * Macros that builds of the source may give other values than the one that is read: those that nothing defines, those
 * that have their default (`#ifndef N`, `#define N 32`, `#endif`), and the architecture. What the user or the build
 * states is settled, as is what only compilers and other platforms define.
 */
import type { State } from './state.ts';
import { offering } from './offered-names.ts';
import { architectures, defaultArchitecture, isOfOtherPlatform, isReservedName } from './known.ts';

/**
 * `now`: its value in the text that was read; null: it is not defined. `among`: all that it may be; null: anything.
 * `isOffered`: some text speaks of defining it: a source, a build file or a job of CI does, be it in a branch that was
 * not taken or in a comment, or it has a default; or it is one that tools define. Looked up when it is asked for, which
 * few kernels do.
 */
export type OpenName = Readonly<{ now: string | null; among: readonly string[] | null; isOffered: () => boolean }>;

export const architectureName = '__CUDA_ARCH__';

export function openNamesOf(state: State): ReadonlyMap<string, OpenName> {
  const { defines, build } = state.options;
  const open = new Map<string, OpenName>();
  const isSettled = (name: string): boolean =>
    defines.has(name) ||
    build?.has(name) === true ||
    state.given.has(name) ||
    state.build?.undefined.includes(name) === true;
  // where all flags are known, a name is not defined unless another command defines it
  const isUndefined = (name: string): boolean =>
    state.build?.isWhole !== true || state.build.definedElsewhere?.has(name) === true;
  const isOffered = offering(state);
  for (const { names, defaults } of state.conditionals) {
    for (const name of names)
      if (!state.defined.has(name) && mayBeDefined(name) && isUndefined(name) && !isSettled(name))
        open.set(name, { now: null, among: null, isOffered: offeredAs(name, isOffered) });
    for (const [name, body] of defaults)
      if (mayBeDefined(name) && isUndefined(name) && !isSettled(name))
        open.set(name, { now: body, among: null, isOffered: always });
  }
  const own = state.build?.macros.find(({ name }) => name === architectureName);
  const isOwn =
    defines.has(architectureName) ||
    build?.has(architectureName) === true ||
    state.defined.has(architectureName) ||
    state.options.pass === 'host';
  if (!isOwn && (own === undefined || own.values !== undefined))
    open.set(architectureName, {
      now: own?.value ?? `${defaultArchitecture}`,
      among: own?.values ?? architectures.map(String),
      isOffered: always,
    });
  return open;
}

// made apart, so that they hold nothing else of the run of the preprocessor
const always = (): boolean => true;
const offeredAs = (name: string, isOffered: (name: string) => boolean): (() => boolean) =>
  ofBuildKinds.has(name) ? always : () => isOffered(name);

/** A build of another kind may define these, although their not being defined is what they say of this one. */
const ofBuildKinds = new Set(['NDEBUG', 'DEBUG', '_DEBUG']);
const mayBeDefined = (name: string): boolean =>
  ofBuildKinds.has(name) || (!isReservedName(name) && !isOfOtherPlatform(name));
