/**
 * Operands in no given order: those of `a + b`, and the arguments of a call, may be evaluated in any order, and what is
 * no call between each other's steps [D24]. They are lowered from left to right; where another order may have other
 * accesses or barriers, that is said.
 *
 * Example: of `g(s) + h(s)`, where `g` ends with a barrier, `h` may come before it, and race with what `g` has done.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from '../calls/invocation.ts';
import { eachStmt } from '../../ir/walk.ts';
import { spanOf } from '../context.ts';

/** What an operand does; `read`: the array of an object that is read later, as a part of it. */
export type Operand = Readonly<{ does: readonly Stmt[]; read: ArrayId | null }>;
type Effects = Readonly<{ orders: boolean; reads: Set<ArrayId>; writes: Set<ArrayId>; updates: Set<ArrayId> }>;

/** Keeps what rests on the order in which the operands of the node are evaluated. */
export function inAnyOrder(cx: Context, node: SyntaxNode, operands: readonly Operand[]): void {
  if (operands.filter(({ does }) => does.length > 0).length === 0) return;
  const effects = operands.map((one) => effectsOf(cx, one));
  const pairs = effects.flatMap((a, k) => effects.slice(k + 1).map((b) => [a, b] as const));
  const orders = pairs.some(([a, b]) => (a.orders && doesAnything(b)) || (b.orders && doesAnything(a)));
  const arrays = new Set(pairs.flatMap(([a, b]) => [...clashes(a, b), ...clashes(b, a)]));
  if (!orders && arrays.size === 0) return;
  const span = spanOf(cx, node);
  const known = cx.unsequenced.findIndex(
    (one) => one.span.file === span.file && one.span.start === span.start && one.span.end === span.end,
  );
  if (known >= 0) cx.unsequenced.splice(known, 1);
  cx.unsequenced.push({ span, orders, arrays: [...arrays] });
}

/** The array of an object that an argument denotes. */
export const arrayOf = ({ slot }: Argument): ArrayId | null => (slot?.kind === 'memory' ? slot.place.array : null);

const doesAnything = ({ orders, reads, writes, updates }: Effects): boolean =>
  orders || reads.size + writes.size + updates.size > 0;

/** What one writes and the other accesses, but for two atomics. */
const clashes = (a: Effects, b: Effects): readonly ArrayId[] => [
  ...[...a.writes].filter((id) => b.reads.has(id) || b.writes.has(id) || b.updates.has(id)),
  ...[...a.updates].filter((id) => b.reads.has(id)),
];

/** Lowers a built-in call, whose rule evaluates the arguments itself. */
export function watching<Made>(cx: Context, args: readonly SyntaxNode[], node: SyntaxNode, run: () => Made): Made {
  if (args.length < 2 || !args.some(mayDoMore)) return run();
  const outer = cx.watched;
  const seen = new Map(args.map((arg): [SyntaxNode, Stmt[]] => [arg, []]));
  cx.watched = seen;
  const made = run();
  cx.watched = outer;
  inAnyOrder(
    cx,
    node,
    [...seen.values()].map((does) => ({ does, read: null })),
  );
  return made;
}

/** Whether it calls something, or assigns. */
const mayDoMore = (node: SyntaxNode): boolean =>
  /^(?:call|assignment|update|compound|gnu_asm)/.test(node.type) || node.children.some(mayDoMore);

/** Steps without a model are left out: what has one is not proved. */
function effectsOf(cx: Context, { does, read }: Operand): Effects {
  const made = { orders: false, reads: new Set<ArrayId>(), writes: new Set<ArrayId>(), updates: new Set<ArrayId>() };
  const isShared = (id: ArrayId): boolean => cx.arrays.get(id)?.space !== 'local';
  if (read !== null && isShared(read)) made.reads.add(read);
  eachStmt(does, (stmt) => {
    made.orders ||=
      stmt.kind === 'barrier' || stmt.kind === 'fence' || (stmt.kind === 'atomic' && stmt.order !== 'relaxed');
    if ((stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic') && isShared(stmt.place.array)) {
      made[stmt.kind === 'load' ? 'reads' : stmt.kind === 'store' ? 'writes' : 'updates'].add(stmt.place.array);
    }
  });
  return made;
}
