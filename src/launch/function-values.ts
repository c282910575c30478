/**
 * Expressions of a function of host code that is run statement by statement (function-runs.ts): what they give, and
 * what they leave its variables at. Exact: null is what is not followed, `undefined` what C++ gives no meaning, so that
 * nothing behind it is reached.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration } from './host-names.ts';
import { varId } from '../base/brand.ts';
import { bool } from '../base/ctype.ts';
import { int, truth, typeOf, variable } from '../base/expr-build.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { evaluationWith } from './evaluation.ts';
import { asDeclared } from './host-variable.ts';
import { applyBinary, chosen, constantOf, converted, isSmall } from './host-value.ts';
import { lookup } from './lookup.ts';
import { asked, collapsed } from './thresholds.ts';

/** The values of the function's parameters and variables; null: none yet. */
export type Locals = ReadonlyMap<Declaration, Expr | null>;
/**
 * `cx`: inside the function; `given`: the symbols that its arguments are made of, beside which a value may have none.
 */
export type Run = Readonly<{
  cx: Evaluation;
  definition: SyntaxNode;
  given: ReadonlySet<string>;
  left: { steps: number };
}>;
export type Valued = Readonly<{ value: Expr; locals: Locals }> | 'undefined' | null;

/** The value of an expression, and what it leaves the variables at. */
export function valued(run: Run, node: SyntaxNode, locals: Locals): Valued {
  switch (node.type) {
    case 'parenthesized_expression':
    case 'condition_clause': {
      const [inner, second] = namedChildren(node);
      return inner === undefined || second !== undefined ? null : valued(run, inner, locals);
    }
    case 'assignment_expression':
      return assigned(run, node, locals);
    case 'update_expression':
      return updated(run, node, locals);
    case 'comma_expression': {
      const [first, second] = namedChildren(node);
      const done = first === undefined ? null : valued(run, first, locals);
      return done === null || done === 'undefined' || second === undefined
        ? done === 'undefined'
          ? done
          : null
        : valued(run, second, done.locals);
    }
    case 'conditional_expression':
      return chosenArm(run, node, locals);
    case 'binary_expression':
      return combined(run, node, locals);
    default:
      return changesNothing(node) ? read(run, node, locals) : null;
  }
}

/**
 * Whether a condition holds, as far as that is settled; with ranges of types where it is asked of what was divided or
 * shifted.
 */
export function conditionOf(
  run: Run,
  node: SyntaxNode,
  locals: Locals,
): Readonly<{ holds: Expr; locals: Locals }> | 'undefined' | null {
  const made = valued(run, node, locals);
  if (made === null || made === 'undefined') return made;
  const holds = converted(bool, made.value);
  return holds === null || !isSmall(holds) ? null : { holds: asked(holds), locals: made.locals };
}

const changing =
  /^(?:assignment_expression|update_expression|lambda_expression|new_expression|delete_expression|co_await_expression)$/;
const changesNothing = (node: SyntaxNode): boolean => !changing.test(node.type) && node.children.every(changesNothing);

/**
 * What an expression gives that changes none of the variables: nothing of the kind can take an address or a reference
 * (host-evaluate.ts).
 */
function read(run: Run, node: SyntaxNode, locals: Locals): Valued {
  const cx = evaluationWith(run.cx, {
    anchor: node,
    turns: new Map(
      [...locals].map(([declaration, value]) => [
        declaration,
        { body: run.definition, value: value ?? unset(declaration) },
      ]),
    ),
  });
  const value = cx.rules.evaluate(cx, node);
  if (value === null) return isUndefined(cx, node) ? 'undefined' : null;
  return isSmall(value) && [...freeVariables(value)].every((id) => run.given.has(id))
    ? { value: collapsed(value), locals }
    : null;
}

const unset = (declaration: Declaration): Expr =>
  variable(varId(`${declaration.name} unset`), { kind: 'int', bits: 64, signed: true });

/** Whether integers that are known are combined to what C++ leaves undefined, where that is certainly computed. */
function isUndefined(cx: Evaluation, node: SyntaxNode): boolean {
  if (/^(?:parenthesized|unary|cast)_expression$/.test(node.type))
    return namedChildren(node).some((child) => isUndefined(cx, child));
  const [left, right, operator] = [
    childIn(node, 'left'),
    childIn(node, 'right'),
    childIn(node, 'operator')?.type ?? '',
  ];
  if (node.type !== 'binary_expression' || left === null || right === null || /^(?:&&|\|\|)$/.test(operator))
    return false;
  const [a, b] = [cx.rules.evaluate(cx, left), cx.rules.evaluate(cx, right)];
  return areUndefined(operator, a, b) || isUndefined(cx, left) || isUndefined(cx, right);
}

const areUndefined = (operator: string, a: Expr | null, b: Expr | null): boolean =>
  typeof constantOf(a) === 'bigint' &&
  typeof constantOf(b) === 'bigint' &&
  /^(?:[-+*/%]|<<|>>)$/.test(operator) &&
  applyBinary(operator, a, b) === null;

/**
 * `a && b`, and other operators of which no side, or one, changes variables: C++ leaves the order of the sides open
 * where both do.
 */
function combined(run: Run, node: SyntaxNode, locals: Locals): Valued {
  const [left, right, operator] = [
    childIn(node, 'left'),
    childIn(node, 'right'),
    childIn(node, 'operator')?.type ?? '',
  ];
  if (left === null || right === null) return null;
  const a = valued(run, left, locals);
  if (a === null || a === 'undefined') return a;
  if (operator === '&&' || operator === '||') return joined(run, operator, a, right);
  if (!changesNothing(left) && !changesNothing(right)) return null;
  const b = valued(run, right, changesNothing(right) ? locals : a.locals);
  if (b === null || b === 'undefined') return b;
  if (areUndefined(operator, a.value, b.value)) return 'undefined';
  const value = applyBinary(operator, a.value, b.value);
  return value === null ? null : { value: collapsed(value), locals: changesNothing(right) ? a.locals : b.locals };
}

function joined(
  run: Run,
  operator: '&&' | '||',
  first: Exclude<Valued, null | 'undefined'>,
  right: SyntaxNode,
): Valued {
  const holds = converted(bool, first.value);
  const known = constantOf(holds);
  if (holds === null) return null;
  if (known !== null && (known === 1n) === (operator === '||'))
    return { value: truth(operator === '||'), locals: first.locals };
  if (known === null && !changesNothing(right)) return null;
  const other = valued(run, right, first.locals);
  if (other === null || other === 'undefined') return known === null ? null : other;
  const value = applyBinary(operator, asked(holds), conditionOn(other.value));
  return value === null ? null : { value, locals: other.locals };
}

function conditionOn(value: Expr): Expr | null {
  const holds = converted(bool, value);
  return holds === null ? null : asked(holds);
}

function chosenArm(run: Run, node: SyntaxNode, locals: Locals): Valued {
  const [condition, consequence, alternative] = [
    childIn(node, 'condition'),
    childIn(node, 'consequence'),
    childIn(node, 'alternative'),
  ];
  const when = condition === null ? null : conditionOf(run, condition, locals);
  if (when === null || when === 'undefined' || consequence === null || alternative === null)
    return when === 'undefined' ? when : null;
  const known = constantOf(when.holds);
  if (known !== null) return valued(run, known === 1n ? consequence : alternative, when.locals);
  if (!changesNothing(consequence) || !changesNothing(alternative)) return null;
  const [a, b] = [valued(run, consequence, when.locals), valued(run, alternative, when.locals)];
  if (a === null || b === null || a === 'undefined' || b === 'undefined') return null;
  const value = chosen(when.holds, a.value, b.value);
  return value === null ? null : { value, locals: when.locals };
}

function assigned(run: Run, node: SyntaxNode, locals: Locals): Valued {
  const [left, right, operator] = [
    childIn(node, 'left'),
    childIn(node, 'right'),
    childIn(node, 'operator')?.type ?? '=',
  ];
  const declaration = left === null ? null : variableOf(run, left, locals);
  const given = right === null || declaration === null ? null : valued(run, right, locals);
  if (given === null || given === 'undefined' || declaration === null) return given === 'undefined' ? given : null;
  return stored(run, declaration, operator === '=' ? null : operator.slice(0, -1), given);
}

function updated(run: Run, node: SyntaxNode, locals: Locals): Valued {
  const argument = childIn(node, 'argument');
  const declaration = argument === null ? null : variableOf(run, argument, locals);
  const old = declaration === null ? null : (locals.get(declaration) ?? null);
  if (declaration === null || old === null || typeOf(old).kind !== 'int') return null;
  const after = stored(run, declaration, childIn(node, 'operator')?.type === '++' ? '+' : '-', {
    value: int(1),
    locals,
  });
  if (after === null || after === 'undefined') return after;
  return node.children[0]?.field === 'operator' ? after : { value: old, locals: after.locals };
}

/** Stores a value, or what the operator makes of the variable's own and that. */
function stored(
  run: Run,
  declaration: Declaration,
  operator: string | null,
  given: Exclude<Valued, null | 'undefined'>,
): Valued {
  const old = given.locals.get(declaration) ?? null;
  if (operator !== null && (old === null || areUndefined(operator, old, given.value)))
    return old === null ? null : 'undefined';
  const value = asDeclared(
    run.cx,
    operator === null ? given.value : applyBinary(operator, old, given.value),
    declaration,
    null,
  );
  if (value === null || !isSmall(value)) return null;
  const kept = collapsed(value);
  return { value: kept, locals: new Map([...given.locals, [declaration, kept]]) };
}

/** The variable of the function that a name stands for. */
function variableOf(run: Run, node: SyntaxNode, locals: Locals): Declaration | null {
  const bare = node.type === 'parenthesized_expression' ? (namedChildren(node)[0] ?? node) : node;
  const declaration = bare.type === 'identifier' ? lookup(run.cx.names, textOf(run.cx.names.source, bare), bare) : null;
  return declaration !== null && !declaration.isConst && locals.has(declaration) ? declaration : null;
}
