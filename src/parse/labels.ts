/**
 * Labels of a `switch` that stand within statements of it, as in Duff's device: control may come into the middle of the
 * statement.
 */
import type { SyntaxNode } from './node.ts';

/** Whether a statement within a `switch` holds labels of that switch. */
export const holdsLabel = (node: SyntaxNode): boolean =>
  node.type === 'case_statement' ||
  (node.type !== 'switch_statement' && node.type !== 'lambda_expression' && node.children.some(holdsLabel));
