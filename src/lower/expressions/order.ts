/**
 * Order of evaluation. Values are expressions over variables, so a value that was computed before some effect must not
 * be read after it: `a[k++] = k` stores the old `k` [C++17, expr.ass], `f() + f()` adds two results, and the items of a
 * braced list are evaluated one after the other [dcl.init.list]. Exact.
 */
import type { VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { MemoryPlace, Pointer, PointerTarget, Value } from './value.ts';
import { typeOf } from '../../base/expr-build.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { assertNever } from '../../base/invariant.ts';
import { assignedIn } from '../../ir/walk.ts';
import { emit, temporary } from '../context.ts';
import { pointerValue, scalarValue } from './value.ts';

type Change = (expr: Expr) => Expr;

/** A value as it was when `cx.out` had `mark` statements: kept in temporaries where later ones assign what it reads. */
export function asOf(cx: Context, value: Value, mark: number, node: SyntaxNode): Value {
  return cx.out.length === mark ? value : keptFrom(cx, mark, node, (keep) => valueWith(value, keep));
}

/** The values of several expressions that are evaluated one after the other. */
export function inOrder(
  cx: Context,
  nodes: readonly SyntaxNode[],
  evaluate: (node: SyntaxNode, k: number) => Value,
): readonly Value[] {
  const made = nodes.map((node, k) => {
    const value = evaluate(node, k);
    return { value, node, mark: cx.out.length };
  });
  return made
    .toReversed()
    .map(({ value, node, mark }) => asOf(cx, value, mark, node))
    .toReversed();
}

/** The value with what reads one of the variables kept now. */
export function keptFor(cx: Context, value: Value, variables: ReadonlySet<VarId>, node: SyntaxNode): Value {
  return variables.size === 0 ? value : valueWith(value, (expr) => kept(cx, expr, variables, node));
}

function keptFrom(cx: Context, mark: number, node: SyntaxNode, make: (keep: Change) => Value): Value {
  const later = assignedIn(cx.out.slice(mark));
  const after = cx.out.splice(mark);
  const made = make((expr) => kept(cx, expr, later, node));
  cx.out.push(...after);
  return made;
}

function kept(cx: Context, expr: Expr, changed: ReadonlySet<VarId>, node: SyntaxNode): Expr {
  if (![...freeVariables(expr)].some((id) => changed.has(id))) return expr;
  const made = temporary(cx, 'before', typeOf(expr));
  emit(cx, node, { kind: 'assign', target: made.id, value: expr });
  return made.expr;
}

/** The variables that a value is an expression of. */
export function variablesRead(value: Value): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  valueWith(value, (expr) => {
    for (const id of freeVariables(expr)) found.add(id);
    return expr;
  });
  return found;
}

/** The value with all of its expressions replaced. */
function valueWith(value: Value, change: Change): Value {
  switch (value.kind) {
    case 'scalar':
      return scalarValue(change(value.expr));
    case 'functions':
      return { ...value, which: change(value.which) };
    case 'pointer':
      return pointerValue(pointerWith(value.pointer, change));
    case 'struct':
      return { ...value, fields: new Map([...value.fields].map(([name, field]) => [name, valueWith(field, change)])) };
    case 'list':
      return { ...value, items: value.items.map((item) => valueWith(item, change)) };
    case 'group':
    case 'lambda':
    case 'function':
    case 'unknown':
    case 'void':
      return value;
    default:
      return assertNever(value);
  }
}

function pointerWith(pointer: Pointer, change: Change): Pointer {
  return { ...pointer, target: targetWith(pointer.target, change) };
}

function targetWith(target: PointerTarget, change: Change): PointerTarget {
  switch (target.kind) {
    case 'memory':
      return { ...target, place: placeWith(target.place, change) };
    case 'slot':
      return target.index === null ? target : { ...target, index: change(target.index) };
    case 'chosen':
      return {
        ...target,
        cases: target.cases.map((one) => ({ when: change(one.when), pointer: pointerWith(one.pointer, change) })),
        last: pointerWith(target.last, change),
      };
    case 'null':
    case 'unknown':
      return target;
    default:
      return assertNever(target);
  }
}

function placeWith(place: MemoryPlace, change: Change): MemoryPlace {
  return {
    ...place,
    subscripts: place.subscripts.map((subscript) => ({ ...subscript, index: change(subscript.index) })),
  };
}
