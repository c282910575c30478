/** What every built-in function of CUDA is lowered by: a table from name to rule. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Value } from '../expressions/value.ts';

/** `template`: the explicit template arguments, or null. */
export type IntrinsicCall = Readonly<{
  name: string;
  template: SyntaxNode | null;
  args: readonly SyntaxNode[];
  node: SyntaxNode;
}>;

/** Lowers the call; null, without effects, when it does not have that meaning here. */
export type Intrinsic = (cx: Context, call: IntrinsicCall) => Value | null;
