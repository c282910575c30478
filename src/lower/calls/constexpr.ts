/**
 * `constexpr` functions of constants, run at lowering: local scalars, branches, loops and returns in C's types, and
 * returned objects of classes. Exact; null for whatever else a function does, for undefined arithmetic, and past a
 * limit of steps.
 *
 * Example: `constexpr int log2(int n) { int k = 0; while (n > 1) { n /= 2; k++; } return k; }` gives 5 for 32.
 */
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { Binding, Scope } from '../scope.ts';
import type { Value } from '../expressions/value.ts';
import { childIn, childrenIn, namedChildren } from '../../parse/node.ts';
import { bool } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { initializing, textOf, withoutTrace } from '../context.ts';
import { combine, constantOf, convert, isConstantExpr } from '../expressions/constants.ts';
import { declaredName } from '../file-scope.ts';
import { constantsAfter, constantValue } from './constant-effects.ts';
import { within, withBound } from '../scope.ts';
import { operatorOf } from '../expressions/operators.ts';
import { holdsLabel } from '../../parse/labels.ts';
import { declaredType } from '../types/types.ts';

/** Of one constant with all the calls that it makes. */
const maxSteps = 20_000;
/** How deeply `constexpr` functions call each other. */
const maxDepth = 64;

type ConstantArgument = Readonly<{ name: string; value: Expr; type: CType | null }>;
/** `returned`: the type of the result; null: of its value. */
type Run = { readonly cx: Context; readonly returned: CType | null; result: Value | null };
type Outcome = 'next' | 'return' | 'break' | 'continue' | 'unknown';

/** The value that the function returns, in the caller's scope for its names; null when it is not certain. */
export function evaluatedConstant(
  cx: Context,
  definition: SyntaxNode,
  args: readonly ConstantArgument[],
  returned: CType | null,
): Value | null {
  const body = childIn(definition, 'body');
  if (
    body === null ||
    cx.constantDepth >= maxDepth ||
    (returned !== null && returned.kind !== 'scalar' && returned.kind !== 'struct')
  )
    return null;
  if (cx.constantDepth === 0) cx.constantSteps = 0;
  const run: Run = { cx, returned, result: null };
  const scope: Scope = {
    names: new Map(
      args.map((arg) => [
        arg.name,
        bound(arg.name, arg.type?.kind === 'scalar' ? convert(arg.value, arg.type.type) : arg.value),
      ]),
    ),
    parent: cx.scope,
  };
  cx.constantDepth++;
  const outcome = withoutTrace(cx, () =>
    within(cx, scope, () =>
      args.every((arg) => arg.type === null || arg.type.kind === 'scalar')
        ? block(run, namedChildren(body))
        : 'unknown',
    ),
  );
  cx.constantDepth--;
  return outcome === 'return' ? run.result : null;
}

const bound = (name: string, expr: Expr): Binding => ({
  kind: 'slot',
  key: `constexpr ${name}`,
  slot: { kind: 'value', value: { kind: 'scalar', expr }, type: { kind: 'scalar', type: typeOf(expr) } },
});

function convertedConstant(expr: Expr, type: ScalarType): Expr | null {
  const made = convert(expr, type);
  return isConstantExpr(made) ? made : null;
}

function block(run: Run, statements: readonly SyntaxNode[]): Outcome {
  return withBound(run.cx, new Map(), () => {
    for (const one of statements) {
      const outcome = statement(run, one);
      if (outcome !== 'next') return outcome;
    }
    return 'next';
  });
}

function statement(run: Run, node: SyntaxNode): Outcome {
  if (++run.cx.constantSteps > maxSteps) return 'unknown';
  switch (node.type) {
    case 'compound_statement':
      return block(run, namedChildren(node));
    case 'return_statement': {
      const value = namedChildren(node)[0];
      run.result = value === undefined ? null : result(run, value);
      return run.result === null ? 'unknown' : 'return';
    }
    case 'declaration':
      return declaration(run, node) ? 'next' : 'unknown';
    case 'expression_statement':
      return namedChildren(node).every((one) => effect(run, one)) ? 'next' : 'unknown';
    case 'if_statement': {
      const when = condition(run, childIn(node, 'condition'));
      const arm = when === null ? null : childIn(node, when ? 'consequence' : 'alternative');
      const inner = arm?.type === 'else_clause' ? (namedChildren(arm)[0] ?? null) : arm;
      return when === null ? 'unknown' : inner === null ? 'next' : block(run, [inner]);
    }
    case 'while_statement':
    case 'for_statement':
      return loop(run, node);
    case 'switch_statement':
      return withBound(run.cx, new Map(), () => cases(run, node));
    case 'break_statement':
      return 'break';
    case 'continue_statement':
      return 'continue';
    case 'static_assert_declaration':
    case ';':
      return 'next';
    default:
      return 'unknown';
  }
}

function loop(run: Run, node: SyntaxNode): Outcome {
  return withBound(run.cx, new Map(), () => turns(run, node));
}

function turns(run: Run, node: SyntaxNode): Outcome {
  const start = childIn(node, 'initializer');
  const started = start === null || (start.type === 'declaration' ? declaration(run, start) : effect(run, start));
  if (!started) return 'unknown';
  for (;;) {
    if (++run.cx.constantSteps > maxSteps) return 'unknown';
    const test = childIn(node, 'condition');
    const again = test === null ? true : condition(run, test);
    if (again === null) return 'unknown';
    if (!again) return 'next';
    const body = childIn(node, 'body');
    const outcome = body === null ? 'next' : block(run, [body]);
    if (outcome === 'break') return 'next';
    if (outcome === 'return' || outcome === 'unknown') return outcome;
    const step = childIn(node, 'update');
    if (step !== null && !effect(run, step)) return 'unknown';
  }
}

/** The statements from the label that is the value on, or else from `default`, as far as nothing leaves them. */
function cases(run: Run, node: SyntaxNode): Outcome {
  const [clause, body] = [childIn(node, 'condition'), childIn(node, 'body')];
  const inside = body?.type === 'compound_statement' ? namedChildren(body) : [];
  const subject =
    clause === null || childIn(clause, 'initializer') !== null
      ? null
      : valueOf(run, childIn(clause, 'value') ?? clause);
  if (subject === null || inside.some((one) => one.type !== 'case_statement' || namedChildren(one).some(holdsLabel)))
    return 'unknown';
  const labels = inside
    .map((one) => childIn(one, 'value'))
    .map((label) => (label === null ? 'default' : valueOf(run, label)));
  if (labels.includes(null)) return 'unknown';
  const taken = labels.includes(subject) ? labels.indexOf(subject) : labels.indexOf('default');
  for (const one of taken === -1 ? [] : inside.slice(taken)) {
    for (const inner of namedChildren(one).filter(({ field }) => field !== 'value')) {
      const outcome = statement(run, inner);
      if (outcome !== 'next') return outcome === 'break' ? 'next' : outcome;
    }
  }
  return 'next';
}

/** Of an integer or an enumerator. */
function valueOf(run: Run, node: SyntaxNode): bigint | null {
  const made = constant(run, node);
  return made === null ? null : constantOf(made);
}

function condition(run: Run, node: SyntaxNode | null): boolean | null {
  const inner = node?.type === 'condition_clause' ? childIn(node, 'value') : node;
  const value = inner === null ? null : constant(run, inner);
  const known = value === null ? null : constantOf(convert(value, bool));
  return known === null ? null : known !== 0n;
}

function declaration(run: Run, node: SyntaxNode): boolean {
  const { cx } = run;
  const type = declaredType(cx, node);
  return childrenIn(node, 'declarator').every((declarator) => {
    const name = declaredName(declarator);
    const inner = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
    const value = childIn(declarator, 'value');
    const made = value === null ? null : constant(run, value);
    if (name === null || inner?.type !== 'identifier' || made === null || (type !== null && type.kind !== 'scalar'))
      return false;
    const kept = type === null ? made : convertedConstant(made, type.type);
    if (kept !== null) cx.scope.names.set(textOf(cx, name), bound(textOf(cx, name), kept));
    return kept !== null;
  });
}

/** Runs an expression for what it does to local variables. */
function effect(run: Run, node: SyntaxNode): boolean {
  const { cx } = run;
  switch (node.type) {
    case 'parenthesized_expression':
      return namedChildren(node).every((one) => effect(run, one));
    case 'comma_expression':
      return [childIn(node, 'left'), childIn(node, 'right')].every((one) => one !== null && effect(run, one));
    case 'update_expression': {
      const target = childIn(node, 'argument');
      const old = target === null ? null : constant(run, target);
      return (
        target !== null &&
        old !== null &&
        assign(run, target, combine(textOf(cx, childIn(node, 'operator') ?? node) === '++' ? '+' : '-', old, int(1)))
      );
    }
    case 'assignment_expression': {
      const target = childIn(node, 'left');
      const right = childIn(node, 'right');
      const value = right === null ? null : constant(run, right);
      const operator = textOf(cx, childIn(node, 'operator') ?? node);
      if (target === null || value === null) return false;
      if (operator === '=') return assign(run, target, value);
      const old = constant(run, target);
      const op = operatorOf(operator.slice(0, -1));
      return old !== null && op !== null && assign(run, target, combine(op, old, value));
    }
    default:
      return false;
  }
}

/** Sets a local variable to a constant, converted to its type. */
function assign(run: Run, target: SyntaxNode, value: Expr): boolean {
  if (target.type !== 'identifier') return false;
  const name = textOf(run.cx, target);
  for (let at: Scope | null = run.cx.scope; at !== null; at = at.parent) {
    const old = at.names.get(name);
    if (old === undefined) continue;
    if (
      old.kind !== 'slot' ||
      !old.key.startsWith('constexpr ') ||
      old.slot.kind !== 'value' ||
      old.slot.type.kind !== 'scalar'
    )
      return false;
    const kept = convertedConstant(value, old.slot.type.type);
    if (kept !== null) at.names.set(name, bound(name, kept));
    return kept !== null;
  }
  return false;
}

/** What is returned, in the type of the function. */
function result(run: Run, node: SyntaxNode): Value | null {
  const { cx, returned } = run;
  if (returned?.kind === 'struct') {
    const made = constantOfAny(run, node, () =>
      initializing(cx, node, () =>
        node.type === 'initializer_list'
          ? cx.rules.construct(cx, returned, namedChildren(node), node)
          : cx.rules.value(cx, node),
      ),
    );
    return made?.kind === 'struct' && made.type === returned.struct ? made : null;
  }
  const value = constant(run, node);
  const converted = value === null || returned?.kind !== 'scalar' ? value : convertedConstant(value, returned.type);
  return converted === null ? null : { kind: 'scalar', expr: converted };
}

/** The value of an expression without effects, or null. */
function constant(run: Run, node: SyntaxNode): Expr | null {
  const made = constantOfAny(run, node, () => run.cx.rules.value(run.cx, node));
  return made?.kind === 'scalar' ? made.expr : null;
}

/** The same for objects. What is lowered to statements must come out constant, and without approximations. */
function constantOfAny({ cx }: Run, node: SyntaxNode, evaluate: () => Value): Value | null {
  if (++cx.constantSteps > maxSteps || hasEffect(node)) return null;
  const [before, noted, declared] = [cx.out.length, cx.notes.length, cx.scalars.size];
  const value = evaluate();
  if (cx.failed !== null) return null;
  if (cx.out.length === before) return constantValue(value, new Map());
  if (cx.notes.length !== noted) return null;
  const own = new Set([...cx.scalars.keys()].slice(declared));
  const known = constantsAfter(cx.out.slice(before), cx.scalars, (id) => own.has(id));
  return known === null ? null : constantValue(value, known);
}

const hasEffect = (node: SyntaxNode): boolean =>
  node.type === 'assignment_expression' || node.type === 'update_expression' || node.children.some(hasEffect);
