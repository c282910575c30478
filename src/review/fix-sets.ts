/**
 * Groups fixes into what can be offered as one follow-up pull request each: a fix proves its whole kernel, so the first
 * ranked fix of a kernel stands for all of the kernel's findings, and kernels that share the same edits share one set.
 */
import type { Edit, Finding, Fix } from '../verdict/finding.ts';
import type { ReadSource } from '../preprocess/preprocess.ts';
import { editsKey } from '../verdict/edit.ts';
import { applyEdits } from '../verdict/edit.ts';
import { provesKernel } from '../verdict/finding.ts';
import { plainKey } from '../platform/markers.ts';
import { repositoryPath } from './positions.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type PatchedFile = Readonly<{ path: string; before: string; after: string }>;
export type FixSet = Readonly<{
  /** Names the branch: the fingerprint of the first finding. */
  key: string;
  findings: readonly Finding[];
  fix: Fix;
  files: readonly PatchedFile[];
}>;

/** Whether it has a fix to be offered: it is confirmed and not accepted, and the fix is proved. */
export const isOffered = ({ status, fix, suppressed }: Finding): boolean =>
  status === 'confirmed' && fix !== null && provesKernel(fix) && suppressed === undefined;

/** `findings` ranked; only those whose fix is to be offered, and can be written back exactly. */
export function fixSets(
  findings: readonly Finding[],
  read: ReadSource,
  isExactText: (path: string) => boolean,
): Readonly<{ sets: readonly FixSet[]; notes: readonly string[] }> {
  const byKernel = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (!isOffered(finding)) continue;
    const kernel = `${repositoryPath(finding.span.file)}\n${finding.kernel}`;
    byKernel.set(kernel, [...(byKernel.get(kernel) ?? []), finding]);
  }
  const byEdits = new Map<string, FixSet>();
  const notes: string[] = [];
  for (const group of byKernel.values()) {
    const [first] = group;
    if (first === undefined || first.fix === null) continue;
    const files = patchedFiles(first.fix.edits, read);
    const refused = first.fix.edits.map((edit) => repositoryPath(edit.file)).find((path) => !isExactText(path));
    if (files === null || refused !== undefined) {
      notes.push(fill(messages.fixNotExact, { kernel: first.kernel, file: refused ?? messages.aChangedFile }));
      continue;
    }
    const key = editsKey(first.fix.edits.map((edit) => ({ ...edit, file: repositoryPath(edit.file) })));
    const same = byEdits.get(key);
    byEdits.set(
      key,
      same === undefined
        ? { key: plainKey(first.fingerprint), findings: group, fix: first.fix, files }
        : { ...same, findings: [...same.findings, ...group] },
    );
  }
  return { sets: [...byEdits.values()], notes };
}

function patchedFiles(edits: readonly Edit[], read: ReadSource): readonly PatchedFile[] | null {
  const files: PatchedFile[] = [];
  for (const path of new Set(edits.map((edit) => repositoryPath(edit.file)))) {
    const before = read(path);
    if (before === null) return null;
    files.push({
      path,
      before,
      after: applyEdits(
        before,
        edits.filter((edit) => repositoryPath(edit.file) === path),
      ),
    });
  }
  return files;
}
