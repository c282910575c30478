/**
 * STYLE 1 and 38: ARCHITECTURE.md is short, its paths exist, it names every folder, and its stage table is
 * src/engine.ts's.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stages } from '../../src/engine.ts';
import { type Complaint, filesBelow, lineAt, root, textIfThere } from '../source-tree.ts';

const path = 'ARCHITECTURE.md';

/**
 * `src/x.ts`, `test/cases/`, `docs/theory.md` … in code spans; placeholders in capitals (`docs/codes/CODE.md`) are left
 * alone.
 */
export function pathsIn(text: string): readonly Readonly<{ path: string; offset: number }>[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .filter(
      ([, span = '']) =>
        /^(?:src|test|docs|scripts|bench|examples|dist|\.ci)\/[\w./-]*$|^[\w-]+\.(?:md|json|yml)$/.test(span) &&
        !/\/[A-Z]{2,}(?:\/|\.|$)/.test(span),
    )
    .map((match) => ({ path: match[1] ?? '', offset: match.index }));
}

/** The dump flags of the table whose header has a column "--dump", in order. */
export function dumpFlags(text: string): readonly string[] {
  for (const paragraph of text.split(/\n\s*\n/)) {
    const [header = [], , ...rows] = paragraph
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    const column = header.findIndex((cell) => cell.includes('--dump'));
    if (column >= 0) return rows.map((cells) => cells[column]?.replaceAll('`', '') ?? '');
  }
  return [];
}

export function check(): readonly Complaint[] {
  const text = textIfThere(path);
  if (text === null) return [{ path, line: null, text: 'is missing' }];
  const complaints: Complaint[] = [];
  const lines = text.trimEnd().split('\n').length;
  if (lines > 150) complaints.push({ path, line: null, text: `${lines} lines, at most 150 (STYLE 38)` });
  for (const named of pathsIn(text)) {
    if (!existsSync(join(root, named.path)))
      complaints.push({ path, line: lineAt(text, named.offset), text: `${named.path} does not exist` });
  }
  const folders = new Set(
    filesBelow('src')
      .map((file) => file.split('/').slice(0, 2).join('/'))
      .filter((name) => statSync(join(root, name)).isDirectory()),
  );
  for (const folder of folders)
    if (!text.includes(`${folder}/`)) complaints.push({ path, line: null, text: `says nothing of ${folder}/` });
  const flags = dumpFlags(text);
  if (flags.join(' ') !== stages.join(' ')) {
    complaints.push({
      path,
      line: null,
      text: `its stage table has the dump flags "${flags.join(' ')}", src/engine.ts has "${stages.join(' ')}"`,
    });
  }
  return complaints;
}
