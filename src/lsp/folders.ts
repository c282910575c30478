/** The folders of the workspace; each file belongs to the innermost one, or else to its own folder. */
import { dirname, isAbsolute, relative, sep } from 'node:path';
import type { InitializeParams, WorkspaceFoldersChangeEvent } from 'vscode-languageserver';
import { pathOfUri } from './places.ts';

export type Folders = Readonly<{
  start: (params: InitializeParams) => void;
  change: (event: WorkspaceFoldersChangeEvent) => void;
  of: (path: string) => string;
  /** For documents that were never saved. */
  first: () => string;
}>;

export function createFolders(): Folders {
  let all: readonly string[] = [];
  const pathsOf = (uris: readonly string[]): readonly string[] => uris.flatMap((uri) => pathOfUri(uri, '') ?? []);
  const isWithin = (folder: string, path: string): boolean => {
    const way = relative(folder, path);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  return {
    start: (params) => {
      // all that older editors give
      const root: unknown = Reflect.get(params, 'rootUri');
      all = pathsOf(params.workspaceFolders?.map(({ uri }) => uri) ?? (typeof root === 'string' ? [root] : []));
    },
    change: ({ added, removed }) => {
      const gone = new Set(pathsOf(removed.map(({ uri }) => uri)));
      all = [...new Set([...all.filter((path) => !gone.has(path)), ...pathsOf(added.map(({ uri }) => uri))])];
    },
    of: (path) =>
      [...all].sort((a, b) => b.length - a.length).find((folder) => isWithin(folder, path)) ?? dirname(path),
    first: () => all[0] ?? process.cwd(),
  };
}
