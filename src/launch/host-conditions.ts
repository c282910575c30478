/**
 * Conditions that hold whenever a place of host code is reached: of the `if`s and loops around it, of earlier `if`s
 * that leave the function, of asserts; and then the same of the calls that lead there. Exact: what may have changed
 * since is not said.
 *
 * Example: before `k<<<n / 16, 16>>>(n)`, `if (n % 16 != 0) return;` gives `!(n % 16 != 0)`.
 */
import type { Expr } from '../base/expr.ts';
import type { Span } from '../base/span.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import { not } from '../base/expr-build.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName } from './declarator.ts';
import { isVirtual } from './host-call.ts';
import { evaluate } from './host-evaluate.ts';
import { applyBinary, applyUnary } from './host-value.ts';
import { endsProgram } from './library-calls.ts';
import { libraryCallee } from './library-callee.ts';
import { isOneFunction, meansDeclared, neverReturns } from './noreturn.ts';
import { contains } from './lookup.ts';
import { hasGoto, isJumpedOver } from './reaching.ts';

export type HostCondition = Readonly<{ condition: Expr; span: Span }>;

export const conditionsAt = (cx: Evaluation): readonly HostCondition[] =>
  allAt(cx).filter(({ condition }) => condition.kind !== 'bool');

/** False: on this way of calls a condition around is false for the constants that are passed. */
export const isReached = (cx: Evaluation): boolean =>
  !allAt(cx).some(({ condition }) => condition.kind === 'bool' && !condition.value);

function allAt(cx: Evaluation): readonly HostCondition[] {
  const own = hasGoto(cx.names, cx.anchor) ? [] : around(cx);
  return cx.caller === null ? own : [...own, ...allAt(cx.caller)];
}

function around(cx: Evaluation): readonly HostCondition[] {
  const found: HostCondition[] = [];
  let child = cx.anchor;
  for (
    let node = cx.names.parents.get(child);
    node !== undefined && node.type !== 'function_definition' && node.type !== 'lambda_expression';
    node = cx.names.parents.get(node)
  ) {
    const condition = conditionOf(node);
    const holds = condition === null ? null : branchTaken(node, child);
    if (condition !== null && holds !== null && !isJumpedOver(cx.names, condition, cx.anchor))
      found.push(...parts(cx, condition, holds));
    if (node.type === 'compound_statement' || node.type === 'case_statement') found.push(...before(cx, node, child));
    if (node.type === 'case_statement') found.push(...caseOf(cx, node));
    child = node;
  }
  return found;
}

/** Whether the condition of `node` is true or false in its part `child`; null: neither for certain. */
function branchTaken(node: SyntaxNode, child: SyntaxNode): boolean | null {
  if (node.type === 'if_statement')
    return child.field === 'consequence' ? true : child.field === 'alternative' ? false : null;
  return (node.type === 'while_statement' || node.type === 'for_statement') && child.field === 'body' ? true : null;
}

function conditionOf(node: SyntaxNode): SyntaxNode | null {
  const condition = childIn(node, 'condition');
  if (condition?.type !== 'condition_clause') return condition;
  return childIn(condition, 'value') ?? null;
}

/** The conjuncts of a condition that is true (or false: of its negation), as far as they are known. */
function parts(cx: Evaluation, node: SyntaxNode, holds: boolean): readonly HostCondition[] {
  if (node.type === 'parenthesized_expression' || node.type === 'condition_clause')
    return namedChildren(node).flatMap((child) => parts(cx, child, holds));
  const operator = node.type === 'binary_expression' ? childIn(node, 'operator')?.type : undefined;
  if (operator === (holds ? '&&' : '||'))
    return [childIn(node, 'left'), childIn(node, 'right')].flatMap((side) =>
      side === null ? [] : parts(cx, side, holds),
    );
  if (node.type === 'unary_expression' && childIn(node, 'operator')?.type === '!')
    return parts(cx, childIn(node, 'argument') ?? node, !holds);
  const value = applyUnary('!', evaluate(cx, node));
  const condition = holds ? applyUnary('!', value) : value;
  return condition === null
    ? []
    : [{ condition: unfolded(condition), span: cx.names.source.spanOf(node.start, node.end) }];
}

const negated = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const;
const isComparison = (op: string): op is keyof typeof negated => op in negated;

/** With `!` brought to the conditions that `&&` and `||` join, and without it before comparisons of integers. */
function unfolded(expr: Expr): Expr {
  if (expr.kind !== 'unary' || expr.op !== 'not') return expr;
  const inner = expr.operand;
  if (inner.kind === 'unary' && inner.op === 'not') return unfolded(inner.operand);
  if (inner.kind === 'binary' && (inner.op === '&&' || inner.op === '||')) {
    const [left, right] = [inner.left, inner.right].map((side) => unfolded(applyUnary('!', side) ?? not(side)));
    return left === undefined || right === undefined
      ? expr
      : (applyBinary(inner.op === '&&' ? '||' : '&&', left, right) ?? expr);
  }
  return inner.kind === 'binary' && isComparison(inner.op)
    ? (applyBinary(negated[inner.op], inner.left, inner.right) ?? expr)
    : expr;
}

/** What the statements before `child` in the same block leave true: guards that leave, and asserts. */
function before(cx: Evaluation, block: SyntaxNode, child: SyntaxNode): readonly HostCondition[] {
  const found: HostCondition[] = [];
  for (const statement of block.children) {
    if (statement.start >= child.start) break;
    if (isJumpedOver(cx.names, statement, cx.anchor)) continue;
    if (statement.type === 'if_statement') found.push(...passed(cx, statement));
    const once = doneOnce(cx, statement);
    if (once !== null) found.push(...before(cx, once, child));
    const asserted = assertion(cx, statement);
    if (asserted !== null) found.push(...parts(cx, asserted, true));
  }
  return found;
}

/**
 * The statements that are all done, once, where a statement is: those of a block of its own, and of `do { … } while
 * (0)` as macros write it.
 */
function doneOnce(cx: Evaluation, statement: SyntaxNode): SyntaxNode | null {
  const body =
    statement.type === 'compound_statement'
      ? statement
      : statement.type === 'do_statement'
        ? childIn(statement, 'body')
        : null;
  const condition = body === statement ? null : childIn(statement, 'condition');
  if (
    body?.type !== 'compound_statement' ||
    (condition !== null && !/^\(?\s*(?:0|false)\s*\)?$/.test(textOf(cx.names.source, condition)))
  )
    return null;
  return body !== statement && leavesLoop(body) ? null : body;
}

/** Whether a `break` or `continue`, perhaps of the loop itself, stands in its body. */
const leavesLoop = (node: SyntaxNode): boolean =>
  /^(?:break|continue)_statement$/.test(node.type) ||
  (node.type !== 'lambda_expression' && node.children.some(leavesLoop));

/** What an `if` leaves true whose one arm leaves. */
function passed(cx: Evaluation, statement: SyntaxNode): readonly HostCondition[] {
  const condition = conditionOf(statement);
  if (condition === null) return [];
  const consequence = childIn(statement, 'consequence');
  const alternative = namedChildren(childIn(statement, 'alternative') ?? { ...statement, children: [] })[0];
  return [
    ...(consequence !== null && leaves(cx, consequence, 0) ? parts(cx, condition, false) : []),
    ...(alternative !== undefined && leaves(cx, alternative, 0) ? parts(cx, condition, true) : []),
  ];
}

function assertion(cx: Evaluation, statement: SyntaxNode): SyntaxNode | null {
  const call = statement.type === 'expression_statement' ? namedChildren(statement)[0] : undefined;
  if (call?.type !== 'call_expression' || libraryCallee(cx.names, call) !== 'assert') return null;
  const [only, second] = namedChildren(childIn(call, 'arguments') ?? call);
  return second === undefined ? (only ?? null) : null;
}

const leaving = new Set(['return_statement', 'throw_statement', 'break_statement', 'continue_statement']);

/** Whether control never comes out at the end of a statement. */
function leaves(cx: Evaluation, statement: SyntaxNode, depth: number): boolean {
  if (leaving.has(statement.type)) return true;
  if (statement.type === 'compound_statement')
    return namedChildren(statement).some((child) => leaves(cx, child, depth));
  if (statement.type === 'do_statement')
    return namedChildren(doneOnce(cx, statement) ?? { ...statement, children: [] }).some((child) =>
      leaves(cx, child, depth),
    );
  if (statement.type === 'if_statement') {
    const arms = [
      childIn(statement, 'consequence'),
      namedChildren(childIn(statement, 'alternative') ?? { ...statement, children: [] })[0] ?? null,
    ];
    return arms.every((arm) => arm !== null && leaves(cx, arm, depth));
  }
  const call = statement.type === 'expression_statement' ? namedChildren(statement)[0] : undefined;
  const callee = call?.type === 'call_expression' ? childIn(call, 'function') : null;
  if (callee === null || callee.type === 'field_expression') return false;
  if (call === undefined || neverReturns(cx.names, call)) return call !== undefined;
  if (endsProgram(libraryCallee(cx.names, call) ?? '')) return true;
  const name = calleeName(callee);
  const spelled = name === null ? '' : textOf(cx.names.source, name);
  const [definition] = cx.names.functions.get(spelled) ?? [];
  if (
    name === null ||
    definition === undefined ||
    depth >= 4 ||
    isVirtual(cx.names, definition) ||
    !isOneFunction(cx.names, spelled)
  )
    return false;
  return meansDeclared(cx.names, callee, name) && alwaysEnds(cx, childIn(definition, 'body'), depth + 1);
}

/** Whether a function ends the program on every path: one of its outer statements does, and none before may return. */
function alwaysEnds(cx: Evaluation, body: SyntaxNode | null, depth: number): boolean {
  for (const statement of body === null ? [] : namedChildren(body)) {
    if (hasJump(cx, statement)) return false;
    if (leaves(cx, statement, depth)) return true;
  }
  return false;
}

function hasJump(cx: Evaluation, statement: SyntaxNode): boolean {
  const known = cx.names.jumps.get(statement) ?? holdsJump(statement);
  cx.names.jumps.set(statement, known);
  return known;
}

const holdsJump = (node: SyntaxNode): boolean =>
  leaving.has(node.type) || node.type === 'goto_statement' || node.children.some(holdsJump);

/** `switch (x) { case 4: … }` reached only by its own label: x == 4. */
function caseOf(cx: Evaluation, node: SyntaxNode): readonly HostCondition[] {
  const body = cx.names.parents.get(node);
  const chosen = body === undefined ? undefined : cx.names.parents.get(body);
  const subject = chosen?.type === 'switch_statement' ? conditionOf(chosen) : null;
  const label = childIn(node, 'value');
  if (body === undefined || subject === null || label === null || isJumpedOver(cx.names, label, cx.anchor)) return [];
  const cases = namedChildren(body);
  const previous = cases[cases.indexOf(node) - 1];
  if (
    previous !== undefined &&
    (previous.type !== 'case_statement' || !namedChildren(previous).some((statement) => leaves(cx, statement, 0)))
  )
    return [];
  const [only] = namedChildren(
    subject.type === 'parenthesized_expression' ? subject : { ...subject, children: [subject] },
  );
  const condition =
    only === undefined || !contains(subject, only) ? null : applyBinary('==', evaluate(cx, only), evaluate(cx, label));
  return condition === null ? [] : [{ condition, span: cx.names.source.spanOf(label.start, label.end) }];
}
