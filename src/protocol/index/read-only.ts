/**
 * Which arrays a kernel never writes: their content is a function of the index [D8], so that equal indices give equal
 * values. Exact for the kernel's own accesses; that host code passes one pointer twice is known from the launch.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { Kernel } from '../../ir/ir.ts';
import type { LaunchConfig } from '../../launch/launch.ts';
import { eachStmt } from '../../ir/walk.ts';

/** The arrays that may be the same memory, by the launch. Symmetric, without the array itself. */
export function aliasesOf(kernel: Kernel, config: LaunchConfig): ReadonlyMap<ArrayId, readonly ArrayId[]> {
  const byName = new Map(
    [...kernel.arrays.values()].flatMap((decl) =>
      decl.parameter === null ? [] : [[decl.parameter, decl.id] as const],
    ),
  );
  const aliases = new Map<ArrayId, ArrayId[]>();
  for (const names of config.aliases) {
    const ids = names.map((name) => byName.get(name)).filter((id) => id !== undefined);
    for (const id of ids) aliases.set(id, [...(aliases.get(id) ?? []), ...ids.filter((other) => other !== id)]);
  }
  return aliases;
}

/** The arrays that nothing in the kernel may write, under any of their names. */
export function readOnlyArrays(
  kernel: Kernel,
  aliases: ReadonlyMap<ArrayId, readonly ArrayId[]>,
): ReadonlySet<ArrayId> {
  const written = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'store' || stmt.kind === 'atomic') written.add(stmt.place.array);
    // what host code or another kernel may change meanwhile is no function of the address
    if (stmt.kind === 'load' && stmt.place.volatile) written.add(stmt.place.array);
    if (stmt.kind === 'unknown' && stmt.onlyReads !== true) for (const id of stmt.footprint) written.add(id);
  });
  const isWritten = (id: ArrayId): boolean =>
    written.has(id) || (aliases.get(id) ?? []).some((other) => written.has(other));
  return new Set(
    [...kernel.arrays.values()]
      .filter((decl) => decl.space === 'constant' || (decl.space === 'global' && !isWritten(decl.id)))
      .map((decl) => decl.id),
  );
}
