/** Cooperative groups as values: which threads one holds, and the class that templates deduce their parameters from. */
import type { ClusterDims } from '../../ir/ir.ts';
import type { Expr } from '../../base/expr.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import { int } from '../../base/expr-build.ts';
import { assertNever } from '../../base/invariant.ts';
import { u32 } from '../../base/ctype.ts';

/**
 * `tile`: aligned runs of `size` threads of the block, inside such runs of `within` threads (null: the block).
 * `lanes`: the lanes of the thread's warp that `mask` names; ranks count its bits.
 */
export type Group =
  | Readonly<{ kind: 'block' }>
  | Readonly<{ kind: 'grid' }>
  /** `dims`: blocks along each axis. */
  | Readonly<{ kind: 'cluster'; dims: ClusterDims }>
  | Readonly<{ kind: 'tile'; size: number; within: number | null }>
  | Readonly<{ kind: 'lanes'; mask: Expr }>
  | Readonly<{ kind: 'other'; text: string }>;

/** The class of a group, `thread_block_tile<16>` and the like. */
export function typeOfGroup(group: Group): CType {
  const made = (name: string, args: readonly TemplateArgument[] = []): CType => ({
    kind: 'struct',
    struct: {
      name,
      fields: [],
      size: 1,
      align: 1,
      dataSize: 1,
      sized: false,
      template: { name: name.replace(/<.*/, ''), arguments: args },
      body: null,
    },
  });
  switch (group.kind) {
    case 'block':
      return made('thread_block');
    case 'grid':
      return made('grid_group');
    case 'cluster':
      return made('cluster_group');
    case 'tile':
      return made(`thread_block_tile<${group.size}>`, [{ kind: 'value', value: int(group.size, u32) }]);
    case 'lanes':
      return made('coalesced_group');
    case 'other':
      return made('thread_group');
    default:
      return assertNever(group);
  }
}
