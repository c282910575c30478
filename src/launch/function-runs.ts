/**
 * What a function of host code returns that has branches or loops: it is run statement by statement, over constants or
 * symbols. Where a condition rests on symbols, both ways are followed and their values joined; so a loop comes out as a
 * choice between the values that its variables have after each number of turns, which ends where the ranges of types
 * let it go no further (thresholds.ts). Exact: what is not followed (references, pointers, arrays, statics, jumps out
 * of a loop under a condition on symbols) gives null.
 *
 * Example: `int turns(int n) { int r = 0; while (n > 1) { n >>= 1; r++; } return r; }` returns `n < 2 ? 0 : n < 4 ? 1 :
 * … : 30`.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration } from './host-names.ts';
import type { Locals, Run } from './function-values.ts';
import { sameType } from '../base/ctype.ts';
import { select, truth, typeOf } from '../base/expr-build.ts';
import { printExpr } from '../base/expr-print.ts';
import { freeVariables, operandsOf } from '../base/expr-walk.ts';
import { childIn, childrenIn, namedChildren, textOf } from '../parse/node.ts';
import { declaredName, parametersOf, shapeOf } from './declarator.ts';
import { evaluationWith, goesOn } from './evaluation.ts';
import { conditionOf, valued } from './function-values.ts';
import { bindingsOf } from './host-call.ts';
import { declaredType, printTypeText } from './host-type.ts';
import { asDeclared } from './host-variable.ts';
import { constantOf, hostType, isMathematics, isSmall } from './host-value.ts';
import { endsProgram, onlyPrints } from './library-calls.ts';
import { libraryCallee } from './library-callee.ts';
import { lookup } from './lookup.ts';
import { neverReturns } from './noreturn.ts';
import { writesWithin } from './reaching.ts';
import { denied, excludes } from './thresholds.ts';

/**
 * Statements that one call may take; turns of a loop that go on under a condition on symbols (the bits of a type, and
 * two more); what a call costs those who ask; and by how much the expression of a variable may grow in such a loop:
 * what is halved stays short.
 */
const limits = { statements: 1500, turns: 66, price: 100, growth: 24 } as const;

/**
 * How a statement ends. `on`: at its end, with these values. `split`: it returns `value` under `when`, else goes on.
 * `never`: nothing behind it is reached, as after an endless loop or what C++ leaves undefined.
 */
type Outcome =
  | Readonly<{ kind: 'on' | 'break' | 'continue'; locals: Locals }>
  | Readonly<{ kind: 'returned'; value: Expr }>
  | Readonly<{ kind: 'split'; when: Expr; value: Expr; locals: Locals }>
  | Readonly<{ kind: 'never' }>;
const never: Outcome = { kind: 'never' };

/** What the call gives, converted by `typed` to what the function returns; null where that is not certain. */
export function returnedBy(
  cx: Evaluation,
  definition: SyntaxNode,
  call: SyntaxNode,
  typed: (value: Expr) => Expr | null,
): Expr | null {
  const body = childIn(definition, 'body');
  const locals = body === null || !goesOn(cx) ? null : givenTo(cx, definition, call);
  if (body === null || locals === null) return null;
  const given = new Set([...locals.values()].flatMap((value) => (value === null ? [] : [...freeVariables(value)])));
  cx.spent.steps += limits.price;
  const inner = evaluationWith(cx, {
    bindings: bindingsOf(cx, definition, call),
    frame: `${cx.frame}${call.start}/`,
    depth: cx.depth + 1,
    caller: null,
    turns: new Map(),
    spent: { steps: 0 },
  });
  const ended = ranAll(
    { cx: inner, definition, given, left: { steps: limits.statements }, typed },
    namedChildren(body),
    locals,
  );
  if (ended?.kind !== 'returned') return null;
  cx.uses.push(cx.names.source.spanOf(definition.start, definition.end));
  return ended.value;
}

/**
 * The parameters with what they are given. A function that is named as one of the library's is meant where the types
 * are its own.
 */
function givenTo(cx: Evaluation, definition: SyntaxNode, call: SyntaxNode): Locals | null {
  const { names } = cx;
  const name = declaredName(childIn(definition, 'declarator'));
  const locals = new Map<Declaration, Expr | null>();
  const bindings = bindingsOf(cx, definition, call);
  for (const parameter of parametersOf(definition)) {
    const node = declaredName(childIn(parameter, 'declarator'));
    const declaration = node === null ? null : lookup(names, textOf(names.source, node), node);
    const bound = declaration === null ? null : (bindings.get(declaration) ?? null);
    if (
      declaration === null ||
      bound === null ||
      shapeOf(childIn(parameter, 'declarator')) !== 'plain' ||
      !isScalar(cx, declaration)
    )
      return null;
    const value = cx.rules.evaluate({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
    const own = asDeclared(cx, value, declaration, null);
    if (
      value === null ||
      own === null ||
      (name !== null && isMathematics(textOf(names.source, name)) && !sameType(typeOf(value), typeOf(own)))
    )
      return null;
    locals.set(declaration, own);
  }
  return locals;
}

/** Whether a variable is a number whose type is seen. */
function isScalar(cx: Evaluation, declaration: Declaration): boolean {
  const type = declaredType(cx.names, declaration);
  return type !== null && hostType(printTypeText(type)) !== null;
}

type Running = Run & Readonly<{ typed: (value: Expr) => Expr | null }>;

function ranAll(run: Running, statements: readonly SyntaxNode[], locals: Locals): Outcome | null {
  const [first, ...rest] = statements;
  if (first === undefined) return { kind: 'on', locals };
  const done = ran(run, first, locals);
  if (done?.kind === 'on') return ranAll(run, rest, done.locals);
  if (done?.kind !== 'split') return done;
  const behind = ranAll(run, rest, done.locals);
  if (behind === null) return null;
  switch (behind.kind) {
    case 'on':
      return { ...done, locals: behind.locals };
    case 'returned':
      return sameType(typeOf(done.value), typeOf(behind.value))
        ? { kind: 'returned', value: select(done.when, done.value, behind.value) }
        : null;
    case 'never':
      return { kind: 'returned', value: done.value };
    case 'split':
    case 'break':
    case 'continue':
      return null;
  }
}

function ran(run: Running, node: SyntaxNode, locals: Locals): Outcome | null {
  if (--run.left.steps < 0) return null;
  switch (node.type) {
    case 'compound_statement':
      return ranAll(run, namedChildren(node), locals);
    case 'declaration':
      return declared(run, node, locals);
    case 'expression_statement':
      return evaluated(run, node, locals);
    case 'if_statement':
      return branched(run, node, locals);
    case 'while_statement':
    case 'do_statement':
    case 'for_statement':
      return looped(run, node, locals);
    case 'break_statement':
      return { kind: 'break', locals };
    case 'continue_statement':
      return { kind: 'continue', locals };
    case 'throw_statement':
      return never;
    case 'return_statement': {
      const [value] = namedChildren(node);
      const made = value === undefined ? null : valued(run, value, locals);
      const typed = made === null || made === 'undefined' ? null : run.typed(made.value);
      return made === 'undefined' ? never : typed === null ? null : { kind: 'returned', value: typed };
    }
    default:
      return null;
  }
}

function declared(run: Running, node: SyntaxNode, locals: Locals): Outcome | null {
  const variables = (run.cx.names.declaredBy.get(node) ?? []).toSorted((a, b) => a.node.start - b.node.start);
  if (variables.length !== childrenIn(node, 'declarator').length) return null;
  let now = locals;
  for (const declaration of variables) {
    const { initial } = declaration;
    if (
      declaration.kind !== 'variable' ||
      declaration.shape !== 'plain' ||
      declaration.isStatic ||
      /\bthread_local\b/.test(textOf(run.cx.names.source, node)) ||
      (declaration.typeText !== 'auto' && !isScalar(run.cx, declaration))
    )
      return null;
    const value =
      initial.kind === 'expression'
        ? initial.node
        : initial.kind === 'arguments' && initial.nodes.length === 1
          ? initial.nodes[0]
          : undefined;
    const made = value === undefined ? null : valued(run, value, now);
    if (made === 'undefined') return never;
    const own = made === null ? null : asDeclared(run.cx, made.value, declaration, null);
    if (initial.kind !== 'none' && (made === null || own === null)) return null;
    now = new Map([...(made?.locals ?? now), [declaration, own]]);
  }
  return { kind: 'on', locals: now };
}

function evaluated(run: Running, node: SyntaxNode, locals: Locals): Outcome | null {
  const [inner] = namedChildren(node);
  if (inner === undefined) return { kind: 'on', locals };
  const { names } = run.cx;
  if (inner.type === 'call_expression' && writesWithin(names, inner).length === 0) {
    const library = libraryCallee(names, inner) ?? '';
    if (endsProgram(library) || neverReturns(names, inner)) return never;
    if (onlyPrints(library)) return { kind: 'on', locals };
  }
  const made = valued(run, inner, locals);
  return made === null ? null : made === 'undefined' ? never : { kind: 'on', locals: made.locals };
}

function branched(run: Running, node: SyntaxNode, locals: Locals): Outcome | null {
  const condition = childIn(node, 'condition');
  const [consequence, otherwise] = [childIn(node, 'consequence'), childIn(node, 'alternative')];
  const alternative = otherwise?.type === 'else_clause' ? (namedChildren(otherwise)[0] ?? null) : otherwise;
  const when = condition === null || consequence === null ? null : conditionOf(run, condition, locals);
  if (when === null || when === 'undefined' || consequence === null) return when === 'undefined' ? never : null;
  const [known, on]: readonly [unknown, Outcome] = [constantOf(when.holds), { kind: 'on', locals: when.locals }];
  if (known !== null)
    return known === 1n
      ? ran(run, consequence, when.locals)
      : alternative === null
        ? on
        : ran(run, alternative, when.locals);
  const then = ran(run, consequence, when.locals);
  const other = alternative === null ? on : ran(run, alternative, when.locals);
  return then === null || other === null ? null : either(when.holds, then, other);
}

/** Both ways of a condition that is not known. */
function either(when: Expr, then: Outcome, other: Outcome): Outcome | null {
  if (then.kind === 'never') return other;
  if (other.kind === 'never') return then;
  if (then.kind === 'on' && other.kind === 'on') {
    const joined = joinedBy([{ when, locals: then.locals }], other.locals);
    return joined === null ? null : { kind: 'on', locals: joined };
  }
  if (then.kind === 'returned' && other.kind === 'on')
    return { kind: 'split', when, value: then.value, locals: other.locals };
  if (then.kind === 'on' && other.kind === 'returned')
    return { kind: 'split', when: denied(when), value: other.value, locals: then.locals };
  return then.kind === 'returned' && other.kind === 'returned' && sameType(typeOf(then.value), typeOf(other.value))
    ? { kind: 'returned', value: select(when, then.value, other.value) }
    : null;
}

type Leaving = Readonly<{ when: Expr; locals: Locals }>;

/**
 * The values of the first way whose condition holds, else those at the end; null at the end: one of the ways is always
 * gone.
 */
function joinedBy(ways: readonly Leaving[], end: Locals | null): Locals | null {
  const last = end ?? ways.at(-1)?.locals;
  if (last === undefined) return null;
  const joined = new Map<Declaration, Expr | null>();
  for (const [declaration, value] of last) {
    if (!ways.every(({ locals }) => locals.has(declaration))) continue;
    let all = value;
    for (const { when, locals } of [...ways].reverse()) {
      const own = locals.get(declaration) ?? null;
      if (all !== null && !isSmall(all)) return null;
      all =
        own === null || all === null
          ? null
          : printExpr(own) === printExpr(all) && sameType(typeOf(own), typeOf(all))
            ? own
            : select(when, own, all);
    }
    joined.set(declaration, all);
  }
  return joined;
}

function looped(run: Running, node: SyntaxNode, locals: Locals): Outcome | null {
  const [condition, update, body, initializer] = [
    childIn(node, 'condition'),
    childIn(node, 'update'),
    childIn(node, 'body'),
    childIn(node, 'initializer'),
  ];
  const begun =
    initializer === null
      ? ({ kind: 'on', locals } as const)
      : initializer.type === 'declaration'
        ? declared(run, initializer, locals)
        : evaluated(run, { ...initializer, children: [initializer] }, locals);
  if (body === null || begun?.kind !== 'on') return body === null ? null : begun;
  const ways: Leaving[] = [];
  const end = (last: Locals | null): Outcome | null => {
    const joined = joinedBy(ways, last);
    return last === null && ways.length === 0 ? never : joined === null ? null : { kind: 'on', locals: joined };
  };
  let now: Locals = begun.locals;
  for (let turn = 0; ways.length <= limits.turns; turn++) {
    const before = now;
    if (turn > 0 || node.type !== 'do_statement') {
      const again = condition === null ? { holds: truth(true), locals: now } : conditionOf(run, condition, now);
      if (again === null || again === 'undefined') return again === null ? null : end(null);
      if (constantOf(again.holds) === 0n) return end(again.locals);
      const leaving = constantOf(again.holds) === null ? denied(again.holds) : null;
      if (leaving !== null && !ways.some(({ when }) => excludes(denied(when), leaving)))
        ways.push({ when: leaving, locals: again.locals });
      now = again.locals;
    }
    const done = ran(run, body, now);
    if (done?.kind === 'returned' || done?.kind === 'split')
      return ways.length === 0 && done.kind === 'returned' ? done : null;
    if (done === null || done.kind === 'never') return done === null ? null : end(null);
    if (done.kind === 'break') return end(done.locals);
    const next = update === null ? ({ locals: done.locals } as const) : valued(run, update, done.locals);
    if (next === null || next === 'undefined') return next === null ? null : end(null);
    now = next.locals;
    if (
      ways.length > 0 &&
      [...now].some(
        ([declaration, value]) => nodesOf(value) > nodesOf(begun.locals.get(declaration) ?? null) + limits.growth,
      )
    )
      return null;
    // from the same values on, everything comes again
    if (isSame(before, now)) return end(null);
  }
  return null;
}

const nodesOf = (expr: Expr | null): number =>
  expr === null ? 0 : operandsOf(expr).reduce((all, operand) => all + nodesOf(operand), 1);

const isSame = (a: Locals, b: Locals): boolean =>
  [...a].every(([declaration, value]) => {
    const other = b.get(declaration) ?? null;
    return value === other || (value !== null && other !== null && printExpr(value) === printExpr(other));
  });
