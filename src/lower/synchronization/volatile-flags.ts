/**
 * Flags that are `volatile` variables: cells that a loop looks at until they say that it may be left. PTX ISA, Memory
 * Consistency Model, "Operation Types" and `ld`, `st`: volatile accesses are relaxed ones of system scope, and such
 * accesses of one width do not race with each other ("Data-Races": they are morally strong). They become atomic loads
 * and stores. What else is `volatile` stays as it is: code that relies on lanes in step writes that, too. Exact.
 * Example: both accesses in `*flag = 1;` and `while (*flag == 0) { }` of `volatile int *flag`.
 */
import type { ArrayId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Kernel, Stmt, StmtOf } from '../../ir/ir.ts';
import { bodiesOf, eachStmt, mapStmts, someStmt } from '../../ir/walk.ts';
import { freeVariables } from '../../base/expr-walk.ts';

export function withVolatileFlags(kernel: Kernel): Kernel {
  const flags = flagsIn(kernel);
  if (flags.size === 0) return kernel;
  const body = mapStmts(kernel.body, (stmt): readonly Stmt[] => {
    if ((stmt.kind !== 'load' && stmt.kind !== 'store') || !stmt.place.volatile || !isFlag(stmt, flags)) return [stmt];
    const { id, span, source, place } = stmt;
    const atomic = { kind: 'atomic', id, span, source, place, scope: 'system', order: 'relaxed' } as const;
    return [
      stmt.kind === 'load'
        ? { ...atomic, op: 'load', operands: [], target: stmt.target }
        : { ...atomic, op: 'store', operands: [stmt.value], target: null },
    ];
  });
  return { ...kernel, body };
}

/** By array, the number of bits of what is looked at. */
type Flags = ReadonlyMap<ArrayId, number>;

const isFlag = ({ place: { array, type } }: StmtOf<'load'> | StmtOf<'store'>, flags: Flags): boolean =>
  type.kind === 'int' && flags.get(array) === type.bits;

function flagsIn(kernel: Kernel): Flags {
  const found = new Map<ArrayId, number>();
  const copies = new Map<VarId, Expr[]>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'assign') copies.set(stmt.target, [...(copies.get(stmt.target) ?? []), stmt.value]);
  });
  eachStmt(kernel.body, (loop) => {
    if (loop.kind !== 'loop') return;
    const inside = bodiesOf(loop).flat();
    const decisive = [
      loop.condition,
      ...inside.flatMap((stmt) =>
        stmt.kind === 'branch' && someStmt([stmt], ({ kind }) => kind === 'jump') ? [stmt.when] : [],
      ),
    ];
    const read = variablesBehind(decisive, copies);
    eachStmt(inside, (stmt) => {
      const space = stmt.kind === 'load' ? kernel.arrays.get(stmt.place.array)?.space : undefined;
      if (
        stmt.kind !== 'load' ||
        !stmt.place.volatile ||
        stmt.place.type.kind !== 'int' ||
        !read.has(stmt.target) ||
        (space !== 'global' && space !== 'shared')
      )
        return;
      if (!changes(inside)) found.set(stmt.place.array, stmt.place.type.bits);
    });
  });
  return found;
}

/** Whether a loop does more than to look. */
const changes = (body: readonly Stmt[]): boolean =>
  someStmt(body, ({ kind }) => kind === 'store' || kind === 'barrier' || kind === 'unknown');

function variablesBehind(exprs: readonly Expr[], copies: ReadonlyMap<VarId, readonly Expr[]>): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  const visit = (expr: Expr): void => {
    for (const id of freeVariables(expr)) {
      if (found.has(id)) continue;
      found.add(id);
      for (const value of copies.get(id) ?? []) visit(value);
    }
  };
  for (const expr of exprs) visit(expr);
  return found;
}
