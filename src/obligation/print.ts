/** Stable text of an obligation, for `--dump obligation`. */
import type { Obligation } from './obligation.ts';
import { printExpr } from '../base/expr-print.ts';
import { printSpan } from '../base/span.ts';
import { printType } from '../base/ctype.ts';

export function printObligation(obligation: Obligation): string {
  const variables = [...obligation.formula.variables.values()].map(
    (v) => `${v.id}: ${v.type.kind === 'integer' ? 'integer' : printType(v.type)}`,
  );
  return [
    titleOf(obligation),
    `  over ${variables.join(', ')}`,
    ...obligation.formula.constraints.map((c) => `  ${printExpr(c)}`),
    '',
  ].join('\n');
}

function titleOf(obligation: Obligation): string {
  if (obligation.kind === 'divergence') {
    const { question } = obligation;
    return `divergence${obligation.scope === 'grid' ? ' of blocks' : ''} ${obligation.id}: ${question.cause} at ${printSpan(question.span)} before the barrier at ${printSpan(question.barrierSpan)}`;
  }
  const { first, second } = obligation;
  const side = (a: typeof first): string => `${a.mode} ${a.text} at ${printSpan(a.span)}`;
  const where = obligation.scope === 'grid' ? 'between blocks' : `within a block, interval ${obligation.interval}`;
  const carried = obligation.carriedBy === null ? '' : `, carried by the loop ${obligation.carriedBy}`;
  return `race ${obligation.id} on ${obligation.array}: ${side(first)} with ${side(second)}, ${where}${carried}`;
}
