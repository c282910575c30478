/**
 * `switch` as nested branches. Exact: each case's statements up to their end, falling through into the next cases by
 * lowering those again; `break` is removed by `withoutJumps`. Where a barrier is fallen into, it must stay one barrier:
 * there the cases follow each other, each for those who came to it or to one before.
 */
import type { Expr } from '../../base/expr.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { StmtId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { promoted } from '../../base/arithmetic.ts';
import { stmtId } from '../../base/brand.ts';
import { holdsLabel } from '../../parse/labels.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { bool, i32 } from '../../base/ctype.ts';
import { not, truth, typeOf } from '../../base/expr-build.ts';
import { someStmt } from '../../ir/walk.ts';
import { conditionally, emit, fail, inScope, temporary } from '../context.ts';
import { combine, constantOf, convert } from '../expressions/constants.ts';
import { emitBranch } from '../synchronization/joined-arms.ts';
import { asScalar } from '../types/conversions.ts';
import { withoutJumps } from './jumps.ts';
import { messages } from '../wording.ts';

const maxCases = 128;

export function switchStatement(cx: Context, node: SyntaxNode): void {
  const condition = childIn(node, 'condition');
  const body = childIn(node, 'body');
  const inside = body === null ? [] : namedChildren(body);
  const isPlain = (child: SyntaxNode): boolean =>
    child.type === 'declaration' && !child.children.some((one) => one.type === 'init_declarator');
  // `switch (x) { int y; case 1: …`: what is declared before the first label is in scope, and not initialized
  const first = inside.findIndex((child) => !isPlain(child));
  const declarations = first === -1 ? inside : inside.slice(0, first);
  const children = inside.slice(declarations.length);
  if (
    condition === null ||
    body?.type !== 'compound_statement' ||
    children.some((child) => child.type !== 'case_statement' || namedChildren(child).some(holdsLabel)) ||
    children.length > maxCases
  ) {
    fail(cx, node, messages.switch);
    return;
  }
  const initializer = childIn(condition, 'initializer');
  inScope(cx, () => {
    if (initializer !== null) cx.rules.init(cx, initializer);
    const value = childIn(condition, 'value') ?? condition;
    const raw = asScalar(cx, cx.rules.value(cx, value), value);
    const subject = convert(raw, promoted(typeOf(raw)));
    const made = temporary(cx, 'switch', typeOf(subject));
    const known = constantOf(subject) !== null ? subject : made.expr;
    if (known === made.expr) emit(cx, value, { kind: 'assign', target: made.id, value: subject });
    for (const declaration of declarations) cx.rules.statement(cx, declaration, true);
    lowerCases(cx, node, children, known);
  });
}

function lowerCases(cx: Context, node: SyntaxNode, cases: readonly SyntaxNode[], subject: Expr): void {
  const labels = cases.map((one) => labelOf(cx, one, subject));
  if (labels.includes('unknown')) {
    fail(cx, node, messages.caseLabel);
    return;
  }
  if (constantOf(subject) === null && fallsThrough(cases)) {
    const chain = conditionally(cx, () => {
      lowerChain(cx, cases, labels);
    });
    if (waits(chain)) {
      cx.out.push(...chain);
      return;
    }
  }
  const fallback = labels.indexOf('default');
  if (constantOf(subject) !== null) {
    const taken = labels.findIndex((label) => typeof label === 'object' && constantOf(label) === 1n);
    if (taken !== -1 || fallback !== -1) lowerFrom(cx, cases, taken === -1 ? fallback : taken);
    return;
  }
  let rest: readonly Stmt[] =
    fallback === -1
      ? []
      : conditionally(cx, () => {
          lowerFrom(cx, cases, fallback);
        });
  // Labels without statements of their own share the next case's: their conditions are joined.
  for (let k = labels.length - 1; k >= 0; k--) {
    const label = labels[k];
    if (label === undefined || typeof label === 'string') continue;
    if (statementsOf(cases[k]).length === 0 && k + 1 < cases.length) continue;
    const when = joinedLabels(labels, cases, k);
    const then = conditionally(cx, () => {
      lowerFrom(cx, cases, k);
    });
    const otherwise = rest;
    rest = conditionally(cx, () => {
      emitBranch(cx, cases[k] ?? node, { when, then, otherwise });
    });
  }
  cx.out.push(...rest);
}

function joinedLabels(
  labels: readonly (Expr | 'default' | 'unknown')[],
  cases: readonly SyntaxNode[],
  k: number,
): Expr {
  let when = labels[k];
  for (let j = k - 1; j >= 0 && statementsOf(cases[j]).length === 0; j--) {
    const label = labels[j];
    if (label !== undefined && typeof label !== 'string' && when !== undefined && typeof when !== 'string')
      when = combine('||', label, when);
  }
  return when === undefined || typeof when === 'string' ? { kind: 'bool', value: false } : when;
}

function labelOf(cx: Context, node: SyntaxNode, subject: Expr): Expr | 'default' | 'unknown' {
  const value = childIn(node, 'value');
  if (value === null) return 'default';
  const made = cx.rules.value(cx, value);
  if (made.kind !== 'scalar' || constantOf(made.expr) === null) return 'unknown';
  return combine('==', subject, convert(made.expr, typeOf(subject).kind === 'int' ? typeOf(subject) : i32));
}

function statementsOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  return node === undefined ? [] : namedChildren(node).filter((child) => child.field !== 'value');
}

/** Whether control may go from the end of a case on to statements of the next. */
function fallsThrough(cases: readonly SyntaxNode[]): boolean {
  return cases.some(
    (one, k) => k + 1 < cases.length && statementsOf(one).length > 0 && !leavesAtEnd(statementsOf(one).at(-1)),
  );
}

function leavesAtEnd(last: SyntaxNode | undefined): boolean {
  if (last?.type === 'compound_statement') return leavesAtEnd(namedChildren(last).at(-1));
  return (
    last !== undefined &&
    ['break_statement', 'return_statement', 'continue_statement', 'goto_statement'].includes(last.type)
  );
}

const waits = (body: readonly Stmt[]): boolean => someStmt(body, ({ kind }) => kind === 'barrier');

/** All cases in their order, each for those who came to it or to one before, and have not left. */
function lowerChain(
  cx: Context,
  cases: readonly SyntaxNode[],
  labels: readonly (Expr | 'default' | 'unknown')[],
): void {
  lowerBody(cx, () => {
    cases.forEach((one, k) => {
      if (statementsOf(one).length === 0) return;
      const comesAt = (from: number, to: number): Expr[] =>
        labels.slice(from, to).filter((label) => typeof label !== 'string');
      const before = any(comesAt(0, k + 1));
      const when = labels.slice(0, k + 1).includes('default') ? negated(any(comesAt(k + 1, labels.length))) : before;
      const then = conditionally(cx, () => {
        cx.rules.list(cx, statementsOf(one));
      });
      if (constantOf(when) === 1n) cx.out.push(...then);
      else emit(cx, one, { kind: 'branch', when, then, otherwise: [] });
    });
  });
}

const negated = (condition: Expr): Expr => (condition.kind === 'bool' ? truth(!condition.value) : not(condition));
const any = (conditions: readonly Expr[]): Expr => conditions.reduce((a, b) => combine('||', a, b), truth(false));

/** The statements from case `k` on, as far as control falls through. */
function lowerFrom(cx: Context, cases: readonly SyntaxNode[], k: number): void {
  lowerBody(cx, () => {
    for (const one of cases.slice(k)) {
      cx.rules.list(cx, statementsOf(one));
      const last = cx.out.at(-1);
      if (last?.kind === 'jump') break;
    }
  });
}

/** What is lowered in a `switch`, with its `break`s as conditions. */
function lowerBody(cx: Context, run: () => void): void {
  const jumps = new Set<StmtId>();
  cx.breaks.push({ kind: 'switch', jumps, living: cx.living.length });
  const outer = cx.out;
  cx.out = [];
  inScope(cx, run);
  const body = cx.out;
  cx.out = outer;
  cx.breaks.pop();
  const tools = { flag: () => temporary(cx, 'left', bool).id, nextId: () => stmtId(cx.nextStmt++) };
  cx.out.push(...withoutJumps(body, (stmt) => jumps.has(stmt.id), tools));
}
