/**
 * Whether a question rests on the contents of a table: those are given by the source and not read, so that contents
 * which a solver makes up for it show nothing.
 */
import type { Kernel } from '../ir/ir.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import { eachNode } from '../base/expr-walk.ts';

export function restsOnTable(obligation: Obligation, split: SplitProtocol, kernel: Kernel): boolean {
  const tables = [...kernel.arrays.values()].filter((array) => array.isTable === true).map(({ id }) => id);
  if (tables.length === 0) return false;
  const { variables, constraints } = obligation.formula;
  const reads = new Set<string>();
  for (const constraint of constraints) {
    eachNode(constraint, (node) => {
      if (node.kind === 'apply') reads.add(node.fn);
    });
  }
  for (const { of } of variables.values()) {
    const origin = split.variables.get(of)?.origin;
    if (origin?.kind === 'unknown' && origin.read !== null) reads.add(`read:${origin.read.array}:`);
  }
  return tables.some((table) => [...reads].some((read) => read.startsWith(`read:${table}:`)));
}
