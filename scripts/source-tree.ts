/** The repository's files, as the checks see them. Paths are relative to the root, with forward slashes. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** One sentence of STYLE that a file breaks. */
export type Complaint = Readonly<{ path: string; line: number | null; text: string }>;

const skipped = new Set(['node_modules', '.git', 'dist', 'coverage', 'tmp']);

/** All files below `folder`, sorted; [] if there is no such folder. */
export function filesBelow(folder: string, accepts: (path: string) => boolean = () => true): readonly string[] {
  const found: string[] = [];
  const visit = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) found.push(relative(root, path).split(sep).join('/'));
    }
  };
  try {
    visit(join(root, folder));
  } catch (problem) {
    if (!(problem instanceof Error && 'code' in problem && problem.code === 'ENOENT')) throw problem;
  }
  return found.filter(accepts).sort();
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The same, or null when there is no such file. */
export function textIfThere(path: string): string | null {
  try {
    return textOf(path);
  } catch {
    return null;
  }
}

/** Line number (from 1) of an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Prints the complaints, one a line, and sets the exit status. */
export function report(check: string, complaints: readonly Complaint[]): void {
  for (const { path, line, text } of complaints) console.log(`${path}${line === null ? '' : `:${line}`}: ${text}`);
  console.log(complaints.length === 0 ? `${check}: clean` : `${check}: ${complaints.length} to mend`);
  if (complaints.length > 0) process.exitCode = 1;
}
