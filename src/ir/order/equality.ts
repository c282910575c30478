/**
 * What a loop that waits at a cell is left with: an answer that equals a value, or one that does not.
 * Under-approximating.
 * Example: `while (atomicAdd(turn, 0) != me) { }` is left with an answer that is `me`.
 */
import type { Expr } from '../../base/expr.ts';
import type { Stmt, StmtOf } from '../ir.ts';
import type { Shape } from './counting.ts';
import type { VarId } from '../../base/brand.ts';
import { assignedIn } from '../walk.ts';
import { flat, mayLeave } from './paths.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { literal } from './counting.ts';
import { namesOf } from './answers.ts';

/** `isEqual`: the last answer is the value; else it is another one. Compared in so many bits. */
export type Given = Readonly<{ value: Expr; isEqual: boolean; bits: number }>;

/** Null: the loop may be left otherwise, or after another look. */
export function awaitedBy(loop: StmtOf<'loop'>, look: StmtOf<'atomic'>, { definitions }: Shape): Given | null {
  if (look.target === null || look.place.type.kind !== 'int' || look.isGuessed === true) return null;
  const names = namesOf(look.target, definitions);
  const [answer, { bits }] = [look.target, look.place.type];
  // copies count where they are made of this answer, before the test
  const within = (list: readonly Stmt[]): readonly VarId[] =>
    names.filter((id) => id === answer || list.some((stmt) => stmt.kind === 'assign' && stmt.target === id));
  const leaving = [...loop.before, ...loop.body, ...loop.step].filter((stmt) => mayLeave(stmt));
  const [only, ...others] = leaving;
  const given = ((): Given | null => {
    if (only === undefined) {
      const tried = loop.testFirst ? flat(loop.before) : [...flat(loop.body), ...flat(loop.before)];
      return tried.includes(look)
        ? comparedIn(loop.condition, false, within(tried.slice(tried.indexOf(look))), bits)
        : null;
    }
    const body = flat(loop.body);
    const [at, out] = [body.indexOf(look), body.indexOf(only)];
    if (literal(loop.condition) !== 1n || others.length > 0 || only.kind !== 'branch' || at < 0 || out < at)
      return null;
    const [jump] = only.then;
    const isBreak =
      only.then.length === 1 &&
      jump?.kind === 'jump' &&
      jump.to === 'break' &&
      !only.otherwise.some((stmt) => mayLeave(stmt));
    return isBreak ? comparedIn(only.when, true, within(body.slice(at, out)), bits) : null;
  })();
  // the value is what it was when the thread came to the loop
  const assigned = assignedIn([loop]);
  return given === null || [...freeVariables(given.value)].some((id) => assigned.has(id)) ? null : given;
}

/** As the condition, or its opposite, says. */
function comparedIn(when: Expr, isTrue: boolean, names: readonly VarId[], bits: number): Given | null {
  if (when.kind === 'unary' && when.op === 'not') return comparedIn(when.operand, !isTrue, names, bits);
  if (when.kind === 'binary' && when.op === (isTrue ? '&&' : '||'))
    return comparedIn(when.left, isTrue, names, bits) ?? comparedIn(when.right, isTrue, names, bits);
  if (when.kind === 'cast' && when.to.kind === 'bool')
    return isAnswer(when.operand, names, bits)
      ? { value: int(0n, { kind: 'int', bits: 32, signed: true }), isEqual: !isTrue, bits }
      : null;
  if (when.kind !== 'binary' || (when.op !== '==' && when.op !== '!=')) return null;
  const value = isAnswer(when.left, names, bits) ? when.right : isAnswer(when.right, names, bits) ? when.left : null;
  const isInteger =
    value !== null && typeOf(value).kind === 'int' && ![...freeVariables(value)].some((id) => names.includes(id));
  return isInteger ? { value, isEqual: (when.op === '==') === isTrue, bits } : null;
}

/** Signed or not, of the same width. */
function isAnswer(expr: Expr, names: readonly VarId[], bits: number): boolean {
  if (expr.kind === 'var') return names.includes(expr.id) && expr.type.kind === 'int' && expr.type.bits === bits;
  return expr.kind === 'cast' && expr.to.kind === 'int' && expr.to.bits === bits && isAnswer(expr.operand, names, bits);
}
