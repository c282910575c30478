/**
 * What a host expression is for certain, followed backwards through variables, parameters of functions whose calls are
 * followed, constants of the file and small functions; over symbols where the value of a variable is not known. Exact:
 * null is not certain.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { HostNames } from './host-names.ts';
import { u64 } from '../base/ctype.ts';
import { int, truth } from '../base/expr-build.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName } from './declarator.ts';
import { goesOn } from './evaluation.ts';
import { returnedBy } from './function-runs.ts';
import { called, mayBeOwn, convertedTo, onlyDefinition, returnedTypeOf, templateArgumentsOf } from './host-call.ts';
import { dimensions } from './host-dimensions.ts';
import { spelledType } from './host-type.ts';
import { libraryCallee } from './library-callee.ts';
import { mayOverload } from './own-operators.ts';
import {
  applyBinary,
  applyFunction,
  applyUnary,
  chosen,
  constantOf,
  converted,
  hostType,
  literalValue,
  sizeOfType,
} from './host-value.ts';
import { valueOfMember, valueOfName, valueOfQualified } from './host-variable.ts';

export const startEvaluation = (names: HostNames, anchor: SyntaxNode): Evaluation => ({
  names,
  uses: [],
  spent: { steps: 0 },
  depth: 0,
  anchor,
  frame: '',
  bindings: new Map(),
  caller: null,
  turns: new Map(),
  memo: new Map(),
  symbols: new Map(),
  pitches: [],
  rules: { evaluate, dimensions, variable: valueOfName },
});

/** The scalar value of an expression, over symbols where it is not constant. */
export function evaluate(cx: Evaluation, node: SyntaxNode): Expr | null {
  const known = cx.memo.get(node);
  if (known !== undefined) return known;
  if (!goesOn(cx)) return null;
  noteMacros(cx, node);
  const value = valueOf(cx, node);
  cx.memo.set(node, value);
  return value;
}

function valueOf(cx: Evaluation, node: SyntaxNode): Expr | null {
  switch (node.type) {
    case 'number_literal':
      return literalValue(textOf(cx.names.source, node));
    case 'true':
    case 'false':
      return truth(node.type === 'true');
    case 'parenthesized_expression':
    case 'condition_clause':
      return onlyChild(cx, node);
    case 'compound_literal_expression':
      // an object of a class is no number
      return convertedTo(cx, onlyChild(cx, childIn(node, 'value')), childIn(node, 'type'));
    case 'initializer_list':
    case 'type_descriptor':
      return onlyChild(cx, node);
    case 'identifier':
    case 'type_identifier':
      return valueOfName(cx, textOf(cx.names.source, node), node, null);
    case 'qualified_identifier':
      return valueOfQualified(cx, node);
    case 'field_expression':
    case 'subscript_expression':
    case 'parameter_declaration':
      return valueOfMember(cx, node);
    case 'binary_expression':
      return mayOverload(cx.names, node)
        ? null
        : applyBinary(
            childIn(node, 'operator')?.type ?? '',
            evaluateChild(cx, node, 'left'),
            evaluateChild(cx, node, 'right'),
          );
    case 'unary_expression':
      return mayOverload(cx.names, node)
        ? null
        : applyUnary(childIn(node, 'operator')?.type ?? '', evaluateChild(cx, node, 'argument'));
    case 'conditional_expression':
      return chosen(
        evaluateChild(cx, node, 'condition'),
        evaluateChild(cx, node, 'consequence'),
        evaluateChild(cx, node, 'alternative'),
      );
    case 'cast_expression':
      return convertedTo(cx, evaluateChild(cx, node, 'value'), childIn(node, 'type'));
    case 'sizeof_expression':
      return sizeOf(cx, node);
    case 'call_expression':
      return valueOfCall(cx, node);
    default:
      return null;
  }
}

/** Definitions of the macros that this text came from. */
function noteMacros(cx: Evaluation, node: SyntaxNode): void {
  for (const use of cx.names.source.macrosAt(node.start))
    if (!use.definition.file.startsWith('<')) cx.uses.push(use.definition);
}

function onlyChild(cx: Evaluation, node: SyntaxNode | null): Expr | null {
  const [child, second] = node === null ? [] : namedChildren(node);
  return child === undefined || second !== undefined ? null : evaluate(cx, child);
}

function evaluateChild(cx: Evaluation, node: SyntaxNode, field: string): Expr | null {
  const child = childIn(node, field);
  return child === null ? null : evaluate(cx, child);
}

function sizeOf(cx: Evaluation, node: SyntaxNode): Expr | null {
  const type = childIn(node, 'type');
  const inner = type ?? childIn(node, 'value');
  const written = inner === null ? '' : textOf(cx.names.source, inner).replace(/^\(|\)$/g, '');
  // of an array, all of its elements
  if (/\[/.test(written)) return null;
  const size = sizeOfType(written) ?? sizeOfType((type === null ? null : spelledType(cx.names, type)) ?? '');
  return size === null ? null : int(size, u64);
}

function valueOfCall(cx: Evaluation, node: SyntaxNode): Expr | null {
  const callee = childIn(node, 'function');
  const args = namedChildren(childIn(node, 'arguments') ?? node);
  if (callee === null || node.children.some((child) => child.type === 'kernel_call_syntax')) return null;
  const isCast = callee.type === 'template_function' && textOf(cx.names.source, callee).startsWith('static_cast');
  const [first] = args;
  if (isCast || callee.type === 'primitive_type') {
    const type = isCast ? namedChildren(childIn(callee, 'arguments') ?? callee)[0] : callee;
    return first === undefined ? null : convertedTo(cx, evaluate(cx, first), type ?? null);
  }
  const name = calleeName(callee);
  if (name === null) return null;
  const spelled = textOf(cx.names.source, name);
  const type =
    hostType(spelled) ?? (cx.names.types.aliases.has(spelled) ? hostType(spelledType(cx.names, name) ?? '') : null);
  if (type !== null) return first === undefined ? null : converted(type, evaluate(cx, first));
  const own = mayBeOwn(cx, node, callee, spelled)
    ? called(cx, node, spelled, evaluate, returnedType)
    : 'no such function';
  if (own !== 'no such function') return constantOf(own) === null ? (ranThrough(cx, node, spelled) ?? own) : own;
  if (libraryCallee(cx.names, node) === null || callee.type === 'field_expression') return null;
  // `std::min<unsigned char>(320, 128)` converts first
  const given = templateArgumentsOf(callee);
  if (given.length > 1 || (given.length === 1 && !/^(?:min|max)$/.test(spelled))) return null;
  const values = args
    .map((arg) => evaluate(cx, arg))
    .map((value) => (given[0] === undefined ? value : convertedTo(cx, value, given[0])));
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? applyFunction(spelled, known) : null;
}

/** What a function of the file gives that has more than one way through it. */
function ranThrough(cx: Evaluation, call: SyntaxNode, name: string): Expr | null {
  const definition = onlyDefinition(cx.names, name);
  return definition === null || !hasWays(definition)
    ? null
    : returnedBy(cx, definition, call, (value) => returnedType(cx, definition, value));
}

const hasWays = (node: SyntaxNode): boolean =>
  /^(?:if|for|while|do)_statement$/.test(node.type) || node.children.some(hasWays);

const returnedType = (cx: Evaluation, definition: SyntaxNode, value: Expr | null): Expr | null => {
  const type = returnedTypeOf(definition);
  return type === null || textOf(cx.names.source, type) === 'auto' ? value : convertedTo(cx, value, type);
};
