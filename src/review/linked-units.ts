/**
 * Of a commit, the units that are linked with those that are looked at: they define kernels that these launch, or
 * launch kernels that these define. They are read so that a kernel is decided under all its launches; only touched
 * kernels are decided. Read off the texts alone (pipeline/kernel-names.ts): over-approximating.
 *
 * Example: a change of `main.cu`, which launches `k`, brings in `kernel.cu`, which defines `k`, and `other.cu`, which
 * launches it too.
 */
import type { Git, GitProblem } from './git.ts';
import type { IncludeLine } from './include-lines.ts';
import type { Result } from '../base/result.ts';
import type { Snapshot } from './snapshot.ts';
import { definersOf, namesOf } from '../pipeline/kernel-names.ts';
import { filesNaming, includeResolver } from './includes.ts';
import { isCudaUnit } from './paths.ts';
import { ok } from '../base/result.ts';

/** `isRead`: whether a file of the commit may be looked at. */
export async function linkedUnits(
  git: Git,
  snapshot: Snapshot,
  units: readonly string[],
  includes: readonly IncludeLine[],
  isRead: (path: string) => boolean,
): Promise<Result<readonly string[], GitProblem>> {
  const own = namesOf(units, snapshot.read);
  const asked = new Set([...own.values()].flatMap(({ defined, elsewhere }) => [...defined, ...elsewhere]));
  const found = await filesNaming(git, snapshot.commit, [...asked]);
  if (!found.ok) return found;
  const others = found.value.filter((path) => !own.has(path) && isRead(path));
  snapshot.expect(others);
  const names = new Map([...own, ...namesOf(others, snapshot.read)]);
  const resolve = includeResolver(snapshot.files.keys());
  const included = new Set(
    includes
      .filter(({ from }) => names.has(from))
      .flatMap((line) => resolve(line).map((target) => `${line.from}\n${target}`)),
  );
  const definers = definersOf(names, (file, target) => included.has(`${file}\n${target}`));
  const defining = new Set([...units, ...units.flatMap((unit) => [...(definers.get(unit) ?? [])])]);
  const launching = [...definers]
    .filter(([, targets]) => [...targets].some((target) => defining.has(target)))
    .map(([file]) => file);
  return ok([...new Set([...defining, ...launching])].filter((path) => !own.has(path) && isCudaUnit(path)).sort());
}
