/** Traversal of the IR. */
import type { Kernel, Stmt } from './ir.ts';

/** Statements directly nested in a statement, in the order of the text. */
export function childrenOf(stmt: Stmt): readonly Stmt[] {
  switch (stmt.kind) {
    case 'loop':
      return stmt.testFirst ? [...stmt.before, ...stmt.body, ...stmt.step] : [...stmt.body, ...stmt.before, ...stmt.step];
    case 'branch':
      return [...stmt.then, ...stmt.otherwise];
    case 'call':
      return stmt.body;
    default:
      return [];
  }
}

/** Calls `visit` on every statement, outer ones first, in the order of the text. */
export function eachStmt(kernel: Pick<Kernel, 'body'>, visit: (stmt: Stmt) => void): void {
  const walk = (stmts: readonly Stmt[]): void => {
    for (const stmt of stmts) {
      visit(stmt);
      walk(childrenOf(stmt));
    }
  };
  walk(kernel.body);
}
