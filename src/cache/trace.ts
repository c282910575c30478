/**
 * What an analysis was told of the files: every text that it asked for, also in vain, and every name that it looked
 * for. As long as all of that is the same, so is its answer: it is a function of texts and options (ARCHITECTURE.md,
 * invariant 4).
 */
import { digestOf } from './digest.ts';

/**
 * A source of texts, as the engine asks it: a file's text, or null; and the files of the repository by the end of their
 * path.
 */
export type TextSource = Readonly<{
  read: (path: string) => string | null;
  locate: (tail: string) => readonly string[];
}>;

/**
 * `texts`: paths that were asked for; `names`: ends of paths that were looked for; both sorted. `digest`: of all that
 * was answered.
 */
export type Trace = Readonly<{ texts: readonly string[]; names: readonly string[]; digest: string }>;

type Tracing = TextSource & Readonly<{ trace: () => Trace }>;

/**
 * The source, with a memory: a text is read once, so that the answer and its trace cannot be of two versions of a file.
 */
export function tracing({ read, locate }: TextSource): Tracing {
  const texts = new Map<string, string | null>();
  const names = new Map<string, readonly string[]>();
  const remembered = <Found>(seen: Map<string, Found>, key: string, look: (key: string) => Found): Found => {
    const known = seen.get(key);
    if (known !== undefined) return known;
    const found = look(key);
    seen.set(key, found);
    return found;
  };
  const source: TextSource = {
    read: (path) => remembered(texts, path, read),
    locate: (tail) => remembered(names, tail, locate),
  };
  const asked = (): Pick<Trace, 'texts' | 'names'> => ({
    texts: [...texts.keys()].sort(),
    names: [...names.keys()].sort(),
  });
  return { ...source, trace: () => ({ ...asked(), digest: stateOf(asked(), statesOf(source)) }) };
}

/** What is known of files at a moment: the digest of a text (null: there is none), and what a name finds. */
export type FileStates = Readonly<{
  textOf: (path: string) => string | null;
  found: (tail: string) => readonly string[];
}>;

/** Remembers digests, not texts. */
export function statesOf({ read, locate }: TextSource): FileStates {
  const known = new Map<string, string | null>();
  return {
    textOf: (path) => {
      const before = known.get(path);
      if (before !== undefined) return before;
      const text = read(path);
      const digest = text === null ? null : digestOf(text);
      known.set(path, digest);
      return digest;
    },
    found: locate,
  };
}

/** The digest that a trace of these texts and names would have now. */
export function stateOf({ texts, names }: Pick<Trace, 'texts' | 'names'>, now: FileStates): string {
  return digestOf(
    JSON.stringify([
      texts.map((path) => [path, now.textOf(path)]),
      names.map((tail) => [tail, [...now.found(tail)].sort()]),
    ]),
  );
}
