/**
 * The condition that sizes are positive, for what is left open: `h >= 1` for each signed argument that the open
 * questions rest on. A division by an argument that may be negative, or a product with one, is often all that a proof
 * lacks, and no race shows it.
 */
import type { Decided } from './decide-launch.ts';
import type { VarId } from '../base/brand.ts';

/** With more arguments, nobody reads the condition. */
const mostSizes = 4;

/**
 * The arguments that are to be positive, by name; none where something else than a race is open, or nothing can be said
 * so. `decided`: under all launches.
 */
export function openSizes(decided: readonly Decided[]): readonly string[] {
  const names = new Set<string>();
  for (const { decision, kernel } of decided) {
    const used = new Set<VarId>();
    for (const { obligation } of decision.open) {
      if (obligation.kind !== 'race') return [];
      for (const id of obligation.formula.variables.keys()) used.add(id);
    }
    for (const param of kernel.params) {
      const isSigned =
        param.kind === 'scalar' && param.type.kind === 'int' && param.type.signed && param.type.bits >= 32;
      if (isSigned && used.has(param.id) && !decision.config.scalars.has(param.name)) names.add(param.name);
    }
  }
  return names.size <= mostSizes ? [...names] : [];
}

const positive = (names: readonly string[]): string => names.map((name) => `${name} >= 1`).join(' && ');

/** The condition, of as few arguments as prove the kernel; null: all together do not. */
export async function fewestPositive(
  names: readonly string[],
  isProved: (text: string) => Promise<boolean>,
): Promise<string | null> {
  if (names.length === 0 || !(await isProved(positive(names)))) return null;
  let needed = names;
  for (const name of names) {
    const others = needed.filter((one) => one !== name);
    if (others.length > 0 && (await isProved(positive(others)))) needed = others;
  }
  return positive(needed);
}
