/**
 * What lines of a text may include, as `git grep` finds them. Over-approximating: conditionals are ignored, and where a
 * line does not name its file (`#include NAME`, or the name stands on the next line), each name in its text counts.
 *
 * Examples: `#include "a.cuh"`, `%: include <a.cuh>`, `#define BODY "a.cuh"`, `#include STRING(a.cuh)`.
 */

/** `how`: as the line itself says, in quotes or in angle brackets; `perhaps`: a name that a macro may stand for. */
export type IncludeLine = Readonly<{ from: string; spec: string; how: 'quoted' | 'angle' | 'perhaps' }>;

/** For `git grep -E`: lines that include something or give a macro the name of a file. */
export const includeOfLine =
  '(#|%:).*(include|import)|(#|%:)[[:space:]]*define[[:space:]]+[[:alnum:]_]+[[:space:]]*["<][^"<>]+[">]';
/** For `git grep -o -E`: what may be the name of a file. */
export const nameInText = '["<][^"<>]+[">]|[[:alnum:]_/+-]+[.][[:alpha:]_][[:alnum:]_.+-]*';

/** `open`: files with a line that includes something that it does not name. */
export type IncludeLines = Readonly<{ lines: readonly IncludeLine[]; open: ReadonlySet<string> }>;

/** `COMMIT:path NUL line NUL text`, one a line. */
export function parseIncludes(text: string, commit: string): IncludeLines {
  const open = new Set<string>();
  const lines = matchesOf(text, commit).flatMap(({ from, content }): readonly IncludeLine[] => {
    const [, word = '', rest = ''] = /\b(include(?:_next)?|import|define)\b([^]*)$/.exec(content) ?? [];
    const [quoted = '', name = ''] = /["<]([^"<>]+)[">]/.exec(rest) ?? [];
    if (quoted !== '')
      return [
        { from, spec: name.trim(), how: word === 'define' ? 'perhaps' : quoted.startsWith('<') ? 'angle' : 'quoted' },
      ];
    if (!/^[^"<]*(?:#|%:)/.test(content)) return [];
    const bare = rest.match(/[\w/+.-]+/g)?.filter((name) => /[\w/+-]\.[A-Za-z_]/.test(name)) ?? [];
    if (bare.length === 0 && word !== 'define') open.add(from);
    return bare.map((spec) => ({ from, spec, how: 'perhaps' }));
  });
  return { lines, open };
}

/** The same with a name in the place of the text. */
export const parseNames = (text: string, commit: string): readonly IncludeLine[] =>
  matchesOf(text, commit).map(({ from, content }) => ({
    from,
    spec: content.replace(/^["<]|[">]$/g, '').trim(),
    how: 'perhaps',
  }));

type Match = Readonly<{ from: string; content: string }>;

function matchesOf(text: string, commit: string): readonly Match[] {
  return text.split('\n').flatMap((line): readonly Match[] => {
    const [where, , content] = line.split('\0');
    return where === undefined || content === undefined || !where.startsWith(`${commit}:`)
      ? []
      : [{ from: where.slice(commit.length + 1), content }];
  });
}
