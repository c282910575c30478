/**
 * Invariants of obligations: constraints are bools, without built-ins, over declared variables. Gives what is wrong, in
 * words.
 */
import type { Obligation } from './obligation.ts';
import { eachNode } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { typeOf } from '../base/expr-build.ts';

export function checkObligation(obligation: Obligation): readonly string[] {
  const problems: string[] = [];
  const { variables, constraints } = obligation.formula;
  for (const constraint of constraints) {
    if (typeOf(constraint).kind !== 'bool') problems.push(`not a bool: ${printExpr(constraint)}`);
    eachNode(constraint, (node) => {
      if (node.kind === 'builtin') problems.push(`${node.name} belongs to no thread: ${printExpr(constraint)}`);
      if (node.kind === 'var' && !variables.has(node.id))
        problems.push(`${node.id} is not declared: ${printExpr(constraint)}`);
    });
  }
  return problems;
}
