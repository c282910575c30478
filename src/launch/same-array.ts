/**
 * Whether two pointers that a launch passes point into one array. `same`: the second is `by` behind the first;
 * `either`: they are equal or apart; `may`: they are, or may be, parts of one array. Over-approximating, but for
 * pointers of which the host code says nothing: those are taken as distinct, and what functions return whose names say
 * that they allocate, which is said as an assumption. Members of objects that code out of sight sets are taken as
 * `either`, which is said too.
 */
import type { Expr } from '../base/expr.ts';
import type { Evaluation } from './evaluation.ts';
import type { Located } from './host-pointers.ts';
import type { Sameness } from './offsets.ts';
import { int } from '../base/expr-build.ts';
import { freeVariables, mapExpr } from '../base/expr-walk.ts';
import { deeper, goesOn } from './evaluation.ts';
import { difference, isNone } from './offsets.ts';
import { mayMeet, seenShared, sharedOrigins, trustedAmong } from './origins.ts';
import { takeTurns } from './take-turns.ts';
import { applyBinary, applyUnary, chosen, constantOf, converted } from './host-value.ts';

const may: Sameness = { kind: 'may' };
const mayUnseen: Sameness = { kind: 'may', isUnseen: true };
const either: Sameness = { kind: 'either' };
const distinct: Sameness = { kind: 'distinct' };

export function sameArray(outer: Evaluation, a: Located, b: Located): Sameness {
  const cx = deeper(outer);
  if (!goesOn(cx)) return may;
  if (a.kind === 'either' && b.kind === 'either' && a.when !== null && a.when === b.when) {
    return oneOf(sameArray(cx, a.first, b.first), sameArray(cx, a.second, b.second));
  }
  if (a.kind === 'either') {
    return oneOf(sameArray(cx, a.first, b), sameArray(cx, a.second, b));
  }
  if (b.kind === 'either') return oneOf(sameArray(cx, a, b.first), sameArray(cx, a, b.second));
  if (a.root === b.root)
    return a.offset === null || b.offset === null ? may : { kind: 'same', by: difference(b.offset, a.offset) };
  const shared = sharedOrigins(a.origins(), b.origins());
  if (shared?.length === 0) return distinct;
  if (shared !== null && areApart(a, b, shared)) return distinct;
  const [p, q] = [a.variable, b.variable];
  return p !== null &&
    q !== null &&
    p.declaration !== q.declaration &&
    p.anchor === q.anchor &&
    takeTurns(
      { ...p.cx, depth: cx.depth },
      p.declaration,
      q.declaration,
      (inner, x, y) => sameArray(inner, x, y).kind === 'distinct',
    )
    ? distinct
    : unlessFollowed(a, b);
}

/** The functions out of sight that are trusted to allocate what it may point to. */
export const trustedIn = (located: Located): readonly string[] =>
  located.kind === 'at' ? trustedAmong(located.origins()) : [...trustedIn(located.first), ...trustedIn(located.second)];

/** What holds of pointers that are as `a` says or as `b` says. */
function oneOf(a: Sameness, b: Sameness): Sameness {
  if (a.kind === 'may' || b.kind === 'may')
    return [a, b].every((one) => one.kind === 'distinct' || (one.kind === 'may' && one.isUnseen === true))
      ? mayUnseen
      : may;
  if (a.kind === 'same' && b.kind === 'same' && isNone(difference(a.by, b.by))) return a;
  if ([a, b].some((one) => one.kind === 'same' && !isNone(one.by))) return may;
  return a.kind === 'distinct' && b.kind === 'distinct' ? distinct : either;
}

/**
 * Where only code out of sight may make them one: `either` at the starts of what it stores. Where their origins are not
 * followed, nothing that is seen makes them overlap.
 */
function unlessFollowed(a: At, b: At): Sameness {
  const [x, y] = [a.origins(), b.origins()];
  if (x.any || y.any) return mayUnseen;
  const shared = seenShared(x, y);
  const areSetOutOfSight =
    (x.isUnseen || y.isUnseen) && shared !== null && shared.every((origin) => x.own.has(origin) && y.own.has(origin));
  return !areSetOutOfSight ? may : isAtStart(a) && isAtStart(b) ? either : mayUnseen;
}

type At = Extract<Located, { kind: 'at' }>;

const isAtStart = ({ offset }: At): boolean => offset !== null && isNone(offset);

/**
 * Whether they are different places of one kind, each with pointers of its own: different elements of an array, a
 * member of two objects.
 */
function areApart(a: At, b: At, shared: readonly string[]): boolean {
  if (a.element === null || b.element === null || a.element.of !== b.element.of) return false;
  const [x, y] = [a.origins(), b.origins()];
  if (x.isCopied || y.isCopied || !shared.every((origin) => x.own.has(origin) && y.own.has(origin))) return false;
  const { object } = a.element;
  const { object: other } = b.element;
  return object !== null && other !== null
    ? !mayMeet(object(), other())
    : alwaysDiffer(a.element.index, b.element.index);
}

/**
 * Whether two indices differ for every small value of the one variable that both are made of: `i` and `1 - i`, `i` and
 * `i ^ 1`.
 */
function alwaysDiffer(a: Expr | null, b: Expr | null): boolean {
  if (a === null || b === null) return false;
  const symbols = new Set([...freeVariables(a), ...freeVariables(b)]);
  if (symbols.size > 1) return false;
  for (let value = 0n; value < (symbols.size === 0 ? 1n : 24n); value++) {
    const [x, y] = [constantOf(valueAt(a, value)), constantOf(valueAt(b, value))];
    if (x === null || y === null || x === y) return false;
  }
  return true;
}

function valueAt(expr: Expr, value: bigint): Expr {
  return mapExpr(expr, (node) => {
    switch (node.kind) {
      case 'var':
        return converted(node.type, int(value)) ?? node;
      case 'cast':
        return converted(node.to, node.operand) ?? node;
      case 'binary':
        return applyBinary(node.op, node.left, node.right) ?? node;
      case 'unary':
        return applyUnary({ neg: '-', bitnot: '~', not: '!' }[node.op], node.operand) ?? node;
      case 'select':
        return chosen(node.when, node.then, node.otherwise) ?? node;
      case 'int':
      case 'float':
      case 'bool':
      case 'builtin':
      case 'apply':
        return node;
    }
  });
}
