/**
 * Arrays that pointers in memory point to. A kernel reads `rows[i][j]` of `float **rows`: what `rows[i]` points to is
 * no array of the source. All that the cells of `rows` point to is one `ArrayDecl` here, with the object of cell i
 * starting at byte `i * objectStride`: equal cells give equal objects, different cells objects apart. Exact while no
 * object reaches half of `objectStride` from where its pointer points, which no memory of a device does, and while no
 * two cells point into one object, which `openPairs` is about.
 */
import type { ArrayId } from '../base/brand.ts';
import type { ArrayDecl, Kernel } from './ir.ts';
import { eachStmt } from './walk.ts';

/**
 * Two arrays (or one, twice: two objects of it) that may be the same memory, one of them written. `isAssumable`:
 * without a launch, they are taken as apart, like two pointer parameters; but not where the source itself says where
 * the pointers point.
 */
type OpenPair = Readonly<{ first: string; second: string; isAssumable: boolean }>;

/** The pairs of arrays of which one is what pointers in memory point to, and that could race if they were the same. */
export function openPairs(kernel: Kernel): readonly OpenPair[] {
  const { touched, written } = usesOf(kernel);
  const arrays = [...kernel.arrays.values()].filter((decl) => decl.space === 'global' && touched.has(decl.id));
  return arrays.flatMap((first, k) =>
    arrays.slice(k).flatMap((second) => {
      if (!written.has(first.id) && !written.has(second.id)) return [];
      const [a, b] = [first.reached ?? null, second.reached ?? null];
      if (first === second ? a?.several !== true : a === null && b === null) return [];
      return [
        {
          first: first.name,
          second: second.name,
          isAssumable: [a, b].every(
            (one) => one === null || (!one.isAnything && kernel.arrays.get(one.from)?.isPointing !== true),
          ),
        },
      ];
    }),
  );
}

/** Arrays in whose cells the kernel reads pointers. */
export function holdersOf(kernel: Kernel): ReadonlySet<ArrayId> {
  return new Set(
    [...kernel.arrays.values()].flatMap((decl: ArrayDecl) => (decl.reached === undefined ? [] : [decl.reached.from])),
  );
}

/** The arrays that the kernel accesses, and those that it may change. */
export function usesOf(kernel: Kernel): Readonly<{ touched: ReadonlySet<ArrayId>; written: ReadonlySet<ArrayId> }> {
  const [touched, written] = [new Set<ArrayId>(), new Set<ArrayId>()];
  const note = (id: ArrayId, changes: boolean): void => {
    touched.add(id);
    if (changes) written.add(id);
  };
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic')
      note(stmt.place.array, stmt.kind !== 'load');
    if (stmt.kind === 'unknown') for (const id of stmt.footprint) note(id, stmt.onlyReads !== true);
    if (stmt.kind === 'barrier' && stmt.scope.kind === 'collective') note(stmt.scope.storage, true);
  });
  return { touched, written };
}
