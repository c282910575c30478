/**
 * A condition given by the user (`--assume`) in terms of one kernel: C's expressions over its scalar parameters (dotted
 * names for members of structs), built-in variables and constants. It must be pure and fully understood.
 */
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Result } from '../base/result.ts';
import type { Span } from '../base/span.ts';
import type { Kernel, Scalar } from '../ir/ir.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { StructType } from './types/c-type.ts';
import type { Binding } from './scope.ts';
import type { Slot } from './expressions/value.ts';
import { bool } from '../base/ctype.ts';
import { fail, ok } from '../base/result.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { noDeadline } from '../base/deadline.ts';
import { noFacts } from './facts.ts';
import { scalar } from './types/c-type.ts';
import { collect } from './file-scope.ts';
import { nothingKept } from './kept.ts';
import { newContext } from './kernel.ts';
import { toScalar } from './types/conversions.ts';
import { rules } from './rules.ts';
import { messages } from './wording.ts';

/**
 * Lowers the expression of the first statement in `tree` (`void f() { (void)(EXPR); }`). As a condition, or as a value
 * of the type `wanted`. The problem is one line.
 */
export function lowerAssumption(
  tree: SyntaxNode,
  text: string,
  kernel: Kernel,
  wanted: ScalarType = bool,
): Result<Expr, string> {
  const statement = firstStatement(tree);
  if (statement === null || isBroken(tree)) return fail(messages.notAnExpression);
  const source = { text, spanOf: spanIn, macrosAt: () => [] };
  const declared = collect(tree, (node) => text.slice(node.start, node.end));
  const unit = {
    file: '--assume',
    source,
    trees: [tree],
    declared,
    templateValues: new Map(),
    structs: new Map(),
    openStructs: new Set<StructType>(),
    macrosIn: null,
    packingAt: (): null => null,
    macroUses: new Map(),
    kept: nothingKept(),
    library: { text: '', used: '', calledFrom: null },
    deadline: noDeadline,
  };
  const cx = newContext(unit, rules, null, noFacts());
  cx.scope = { names: new Map(parameterNames(kernel)), parent: null };
  const value = rules.value(cx, statement);
  if (value.kind === 'unknown') return fail(value.because);
  if (value.kind !== 'scalar') return fail(messages.notACondition);
  const condition = toScalar(cx, value, wanted, statement);
  if (cx.failed !== null) return fail(cx.failed.text);
  if (cx.out.length > 0) return fail(messages.notScalar);
  return ok(condition);
}

/** The expression of the first statement in `void f() { (void)(EXPR); }`. */
export const assumptionExpression = (tree: SyntaxNode): SyntaxNode | null =>
  isBroken(tree) ? null : firstStatement(tree);

function firstStatement(node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'expression_statement') {
    const inner = namedChildren(node)[0] ?? null;
    return inner?.type === 'cast_expression' ? childIn(inner, 'value') : inner;
  }
  for (const child of node.children) {
    const found = firstStatement(child);
    if (found !== null) return found;
  }
  return null;
}

function isBroken(node: SyntaxNode): boolean {
  return node.type === 'ERROR' || node.missing || node.children.some(isBroken);
}

function spanIn(start: number, end: number): Span {
  return { file: '--assume', start, end, line: 1, column: start + 1, endLine: 1, endColumn: end + 1 };
}

type Parts = { scalar: Scalar | null; fields: Map<string, Parts> };

/** `p.dims[0]` and the like as nested slots, so that the expression finds them the way the kernel's body does. */
function parameterNames(kernel: Kernel): ReadonlyMap<string, Binding> {
  const root: Parts = { scalar: null, fields: new Map() };
  for (const one of kernel.scalars.values()) {
    if (one.role !== 'parameter') continue;
    let at = root;
    for (const part of one.name.split(/\.|(?=\[)/)) {
      const next = at.fields.get(part) ?? { scalar: null, fields: new Map<string, Parts>() };
      at.fields.set(part, next);
      at = next;
    }
    at.scalar = one;
  }
  return new Map(
    [...root.fields].map(([name, parts]) => [name, { kind: 'slot', key: name, slot: slotFor(name, parts) }]),
  );
}

function slotFor(name: string, parts: Parts): Slot {
  if (parts.scalar !== null) return { kind: 'scalar', id: parts.scalar.id, type: parts.scalar.type };
  const items = [...parts.fields].map(([part, inner]): [string, Slot] => [part, slotFor(part, inner)]);
  if (items.every(([part]) => part.startsWith('['))) {
    return {
      kind: 'elements',
      of: scalar({ kind: 'int', bits: 32, signed: true }),
      items: items.map(([, slot]) => slot),
    };
  }
  const struct: StructType = {
    name,
    fields: [],
    size: 1,
    align: 1,
    dataSize: 1,
    sized: false,
    template: null,
    body: null,
  };
  return { kind: 'struct', type: struct, fields: new Map(items) };
}
