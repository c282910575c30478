/**
 * What a variable is after a loop that does nothing but step it: `while (n < size && n < 1024) n *= 2;` from 32 on
 * leaves 32, 64, … or 1024, each by the conditions of the turns. Exact; null where the loop does more, steps over what
 * is no constant, or has more turns than are told apart.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration, HostNames, Write } from './host-names.ts';
import { int, select } from '../base/expr-build.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { evaluationWith } from './evaluation.ts';
import { applyBinary, constantOf } from './host-value.ts';
import { loopBefore, writesWithin } from './reaching.ts';

/** Turns of one loop that are told apart. */
export const maxTurns = 16;

/** `asDeclared`: a value as the variable has it. */
export function valueAfterLoop(
  cx: Evaluation,
  declaration: Declaration,
  writes: readonly Write[],
  at: SyntaxNode,
  asDeclared: (value: Expr | null) => Expr | null,
): Expr | null {
  const loop = declaration.shape === 'plain' ? loopBefore(cx.names, writes, at) : null;
  if (loop === null) return null;
  const known = cx.memo.get(loop);
  if (known !== undefined) return known;
  const value = valueAfter(cx, declaration, loop, asDeclared);
  cx.memo.set(loop, value);
  return value;
}

function valueAfter(
  cx: Evaluation,
  declaration: Declaration,
  loop: SyntaxNode,
  asDeclared: (value: Expr | null) => Expr | null,
): Expr | null {
  const parts = partsOf(cx.names, loop);
  if (parts === null) return null;
  const turns: Readonly<{ value: Expr; goesOn: Expr }>[] = [];
  for (const { value, goesOn } of turnsOf(
    cx,
    { declaration, first: asDeclared(cx.rules.variable(cx, declaration.name, loop, null)), loop, ...parts },
    asDeclared,
  )) {
    if (goesOn === null) return null;
    const known = constantOf(goesOn);
    if (known === 0n || known === 0)
      return turns.reduceRight((later, one) => select(one.goesOn, later, one.value), value);
    turns.push({ value, goesOn });
  }
  return null;
}

type Stepped = Readonly<{
  declaration: Declaration;
  first: Expr | null;
  condition: SyntaxNode;
  step: SyntaxNode;
  loop: SyntaxNode;
}>;

/**
 * The values of the variable before each test of the condition, and what that is then (null: not known), while they are
 * constants and not more than are told apart.
 */
export function* turnsOf(
  cx: Evaluation,
  { declaration, first, condition, step, loop }: Stepped,
  asDeclared: (value: Expr | null) => Expr | null,
): Generator<Readonly<{ value: Expr; goesOn: Expr | null }>> {
  let value = first;
  for (let turns = 0; turns <= maxTurns && value !== null && constantOf(value) !== null; turns++) {
    const turn = evaluationWith(cx, { turns: new Map([...cx.turns, [declaration, { body: loop, value }]]) });
    yield { value, goesOn: cx.rules.evaluate(turn, condition) };
    value = asDeclared(nextValue(turn, step));
  }
}

/**
 * The condition and the one thing that the loop does: in its body, or as the third part of a `for` with nothing in the
 * body.
 */
function partsOf(names: HostNames, loop: SyntaxNode): Readonly<{ condition: SyntaxNode; step: SyntaxNode }> | null {
  const [clause, body, update] = [childIn(loop, 'condition'), childIn(loop, 'body'), childIn(loop, 'update')];
  const isWhole = childIn(loop, 'initializer') === null && (clause === null || childIn(clause, 'initializer') === null);
  if (clause === null || body === null || !isWhole || writesWithin(names, loop).length !== 1) return null;
  const done = statementsOf(body);
  const [only, second] = update === null ? done : [update, ...done];
  const step = only?.type === 'expression_statement' ? namedChildren(only)[0] : only;
  return only === undefined || second !== undefined || step === undefined || changed(step) === null
    ? null
    : { condition: childIn(clause, 'value') ?? clause, step };
}

const statementsOf = (body: SyntaxNode): readonly SyntaxNode[] =>
  (body.type === 'compound_statement' ? namedChildren(body) : [body]).filter(
    (one) => one.type !== 'comment' && (one.type !== 'expression_statement' || namedChildren(one).length > 0),
  );

/** The one variable that an update changes: `i++`, `s >>= 1`, `s = s / 2`. */
export function changed(update: SyntaxNode): SyntaxNode | null {
  const target =
    update.type === 'update_expression'
      ? childIn(update, 'argument')
      : update.type === 'assignment_expression'
        ? childIn(update, 'left')
        : null;
  return target?.type === 'identifier' ? target : null;
}

/** What the variable is after an update, if it is what the evaluation says before. */
export function nextValue(cx: Evaluation, update: SyntaxNode): Expr | null {
  const target = changed(update);
  const operator = childIn(update, 'operator')?.type ?? '';
  const now = target === null ? null : cx.rules.evaluate(cx, target);
  if (update.type === 'update_expression') return applyBinary(operator === '++' ? '+' : '-', now, int(1));
  const right = childIn(update, 'right');
  const value = right === null ? null : cx.rules.evaluate(cx, right);
  return operator === '=' ? value : applyBinary(operator.slice(0, -1), now, value);
}
