/**
 * The values that the variable of a host loop takes: all of them where `for (s = 512; s > 0; s >>= 1)` is over
 * constants, else what it never goes below or above. Exact.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Declaration } from './host-names.ts';
import type { HostCondition } from './host-conditions.ts';
import { varId } from '../base/brand.ts';
import { i32 } from '../base/ctype.ts';
import { binary, int, select, variable } from '../base/expr-build.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { evaluationWith } from './evaluation.ts';
import { evaluate } from './host-evaluate.ts';
import { asDeclared } from './host-variable.ts';
import { applyBinary, constantOf } from './host-value.ts';
import { contains, lookup } from './lookup.ts';
import { hasGoto, writesTo } from './reaching.ts';
import { changed, maxTurns, nextValue, turnsOf } from './after-loop.ts';

export type CountedLoop = Readonly<{
  declaration: Declaration;
  body: SyntaxNode;
  values: readonly Expr[] | null;
  bounds: readonly HostCondition[];
}>;

/** The `for` loops around the anchor whose variable only its third part changes, outermost first. */
export function loopsAround(cx: Evaluation): readonly CountedLoop[] {
  const found: CountedLoop[] = [];
  if (hasGoto(cx.names, cx.anchor)) return found;
  for (
    let node = cx.names.parents.get(cx.anchor);
    node !== undefined && node.type !== 'function_definition' && node.type !== 'lambda_expression';
    node = cx.names.parents.get(node)
  ) {
    const body = node.type === 'for_statement' ? childIn(node, 'body') : null;
    const loop = body === null || !contains(body, cx.anchor) ? null : countedLoop(cx, node, body);
    if (loop !== null) found.unshift(loop);
  }
  return found;
}

/**
 * Variables that the third part of a `for` changes together, as choices between the values of its turns, which a symbol
 * for the turn decides.
 */
export type JointTurns = Readonly<{ body: SyntaxNode; values: ReadonlyMap<Declaration, Expr> }>;

/**
 * The same of `for (; n > 1; n >>= 1, m *= 2)` over constants, where nothing else in the loop changes them. A loop that
 * is left early has fewer turns.
 */
export function jointLoopsAround(cx: Evaluation): readonly JointTurns[] {
  const found: JointTurns[] = [];
  if (hasGoto(cx.names, cx.anchor)) return found;
  for (
    let node = cx.names.parents.get(cx.anchor);
    node !== undefined && node.type !== 'function_definition' && node.type !== 'lambda_expression';
    node = cx.names.parents.get(node)
  ) {
    const body = node.type === 'for_statement' ? childIn(node, 'body') : null;
    const values = body === null || !contains(body, cx.anchor) ? null : jointValues(cx, node, body);
    if (body !== null && values !== null) found.unshift({ body, values });
  }
  return found;
}

function jointValues(cx: Evaluation, loop: SyntaxNode, body: SyntaxNode): ReadonlyMap<Declaration, Expr> | null {
  const [update, condition] = [childIn(loop, 'update'), childIn(loop, 'condition')];
  const parts = update?.type === 'comma_expression' ? partsOf(update) : [];
  const first = new Map<Declaration, Expr>();
  for (const part of parts) {
    const name = changed(part);
    const declaration = name === null ? null : lookup(cx.names, textOf(cx.names.source, name), body);
    const value = declaration === null || first.has(declaration) ? null : valueBefore(cx, loop, part, declaration);
    if (declaration === null || value === null || constantOf(value) === null) return null;
    first.set(declaration, value);
  }
  const turns = condition === null || parts.length === 0 ? null : jointTurns(cx, { first, condition, parts, loop });
  if (turns === null || turns.length === 0) return null;
  const turn = variable(varId(`turn ${cx.frame}${loop.start}`), i32);
  const choice = (declaration: Declaration): Expr =>
    turns
      .map((state) => state.get(declaration) ?? int(0))
      .reduceRight((later, value, k) => select(binary('==', turn, int(k)), value, later));
  return new Map([...first.keys()].map((declaration) => [declaration, choice(declaration)]));
}

const partsOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.type === 'comma_expression' ? namedChildren(node).flatMap(partsOf) : [node];

/** What a variable is before a loop that changes it in that part of its update alone. */
function valueBefore(cx: Evaluation, loop: SyntaxNode, part: SyntaxNode, declaration: Declaration): Expr | null {
  const writes = writesTo(cx.names, declaration, null);
  const initializer = childIn(loop, 'initializer');
  const isInside = writes.filter((write) => contains(loop, write.node));
  if (
    declaration.shape !== 'plain' ||
    writes.some(({ escapes }) => escapes) ||
    isInside.some(
      (write) => !contains(part, write.node) && (initializer === null || !contains(initializer, write.node)),
    )
  )
    return null;
  if (isInside.filter((write) => contains(part, write.node)).length !== 1) return null;
  const isBegun =
    initializer !== null &&
    (contains(initializer, declaration.node) || isInside.some((write) => contains(initializer, write.node)));
  return isBegun ? firstValue(cx, initializer, declaration) : cx.rules.variable(cx, declaration.name, loop, null);
}

type Joint = Readonly<{
  first: ReadonlyMap<Declaration, Expr>;
  condition: SyntaxNode;
  parts: readonly SyntaxNode[];
  loop: SyntaxNode;
}>;

function jointTurns(
  cx: Evaluation,
  { first, condition, parts, loop }: Joint,
): readonly ReadonlyMap<Declaration, Expr>[] | null {
  const found: ReadonlyMap<Declaration, Expr>[] = [];
  const at = (state: ReadonlyMap<Declaration, Expr>): Evaluation =>
    evaluationWith(cx, {
      turns: new Map([
        ...cx.turns,
        ...[...state].map(([declaration, value]) => [declaration, { body: loop, value }] as const),
      ]),
    });
  for (let state = first; found.length <= maxTurns;) {
    const goesOn = constantOf(evaluate(at(state), condition));
    if (goesOn === null) return null;
    if (goesOn === 0n || goesOn === 0) return found;
    found.push(state);
    for (const part of parts) {
      const name = changed(part);
      const declaration = name === null ? null : lookup(cx.names, textOf(cx.names.source, name), part);
      const value = declaration === null ? null : asDeclared(cx, nextValue(at(state), part), declaration, null);
      if (declaration === null || value === null || constantOf(value) === null || !first.has(declaration)) return null;
      state = new Map([...state, [declaration, value]]);
    }
  }
  return null;
}

function countedLoop(cx: Evaluation, loop: SyntaxNode, body: SyntaxNode): CountedLoop | null {
  const update = childIn(loop, 'update');
  const condition = childIn(loop, 'condition');
  const initializer = childIn(loop, 'initializer');
  const name = update === null ? null : changed(update);
  const declaration = name === null ? null : lookup(cx.names, textOf(cx.names.source, name), body);
  if (
    update === null ||
    condition === null ||
    initializer === null ||
    declaration === null ||
    declaration.shape !== 'plain'
  )
    return null;
  const writes = writesTo(cx.names, declaration, null);
  if (
    writes.some(
      (write) =>
        write.escapes ||
        (contains(loop, write.node) && !contains(update, write.node) && !contains(initializer, write.node)),
    )
  )
    return null;
  if (writes.filter((write) => contains(update, write.node)).length !== 1) return null;
  const first = firstValue(cx, initializer, declaration);
  if (first === null) return null;
  return {
    declaration,
    body,
    values: valuesOf(cx, { declaration, first, condition, update, loop }),
    bounds: boundsOf(cx, update, first, body, declaration),
  };
}

function firstValue(cx: Evaluation, initializer: SyntaxNode, declaration: Declaration): Expr | null {
  const isDeclared = contains(initializer, declaration.node);
  const set = writesTo(cx.names, declaration, null).filter((write) => contains(initializer, write.node));
  const node =
    isDeclared && set.length === 0 && declaration.initial.kind === 'expression'
      ? declaration.initial.node
      : !isDeclared && set.length === 1 && set[0]?.operator === '='
        ? set[0].value
        : null;
  return node === null ? null : asDeclared(cx, evaluate(cx, node), declaration, null);
}

type Shape = Readonly<{
  declaration: Declaration;
  first: Expr;
  condition: SyntaxNode;
  update: SyntaxNode;
  loop: SyntaxNode;
}>;

function valuesOf(cx: Evaluation, { declaration, first, condition, update, loop }: Shape): readonly Expr[] | null {
  const values: Expr[] = [];
  for (const { value, goesOn } of turnsOf(cx, { declaration, first, condition, step: update, loop }, (one) =>
    asDeclared(cx, one, declaration, null),
  )) {
    const known = constantOf(goesOn);
    if (known === null) return null;
    if (known === 0n || known === 0) return values;
    values.push(value);
  }
  return null;
}

/** `i >= first` of a loop that counts up, `s <= first` of one that goes down towards zero. */
function boundsOf(
  cx: Evaluation,
  update: SyntaxNode,
  first: Expr,
  body: SyntaxNode,
  declaration: Declaration,
): readonly HostCondition[] {
  const operator = childIn(update, 'operator')?.type ?? '';
  const right = childIn(update, 'right');
  const by = right === null ? 1n : constantOf(evaluate(cx, right));
  const goesUp = operator === '++' || (operator === '+=' && typeof by === 'bigint' && by > 0n);
  const at = (name: SyntaxNode | undefined): Expr | null => (name === undefined ? null : evaluate(cx, name));
  const use = usesIn(cx, body, declaration)[0];
  const start = constantOf(first);
  const doubles = operator === '*=' && typeof by === 'bigint' && by > 1n && typeof start === 'bigint' && start >= 0n;
  const condition = goesUp || doubles ? applyBinary('>=', at(use), first) : null;
  return condition === null || condition.kind === 'bool'
    ? []
    : [{ condition, span: cx.names.source.spanOf(update.start, update.end) }];
}

function usesIn(cx: Evaluation, body: SyntaxNode, declaration: Declaration): readonly SyntaxNode[] {
  const all = cx.names.identifiers.get(declaration.name) ?? [];
  return all.filter(
    (node) =>
      contains(cx.anchor, node) && contains(body, node) && lookup(cx.names, declaration.name, node) === declaration,
  );
}
