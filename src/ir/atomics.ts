/** What atomic operations have in common. */
import type { AtomicOp } from './ir.ts';

const commuting: ReadonlySet<AtomicOp> = new Set(['add', 'sub', 'min', 'max', 'and', 'or', 'xor']);

/** Whether operations of this kind on one place leave the same in it in every order, rounding aside. */
export const commutes = (op: AtomicOp): boolean => commuting.has(op);
