/** Placeholder until the lowering of `--assume` lands. */
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Result } from '../base/result.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { fail } from '../base/result.ts';

export function lowerAssumption(_tree: SyntaxNode, _text: string, _kernel: Kernel): Result<Expr, string> {
  return fail('not yet written');
}
