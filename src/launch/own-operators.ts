/**
 * Operators of classes that may change an operand, or keep a reference to it: `r << x` and `r[x]`, where a declaration
 * of the text takes `x` by reference, or where the other operand is an object of a class that is not seen.
 * Over-approximating: operators are told apart by their symbol.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { HostNames } from './host-names.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { spellingKeeps, typeKeeps } from './bound-references.ts';
import { isDeleted, shapeOf, isMarkedConst } from './declarator.ts';
import { maySetThrough } from './hidden-references.ts';
import { declaredType, hostTypeOf, printTypeText } from './host-type.ts';
import { hostType } from './host-value.ts';
import { enumerationsOf } from './constructions.ts';
import { lookup, resolveQualified } from './lookup.ts';
import { structNamed } from './type-index.ts';

type Operation = Readonly<{ symbol: string; operands: readonly SyntaxNode[] }>;

/** The symbol and the operands of an expression that may be a call of an operator; null: it is none. */
function operationOf(node: SyntaxNode): Operation | null {
  const both = (symbol: string, ...operands: readonly (SyntaxNode | null | undefined)[]): Operation => ({
    symbol,
    operands: operands.flatMap((each) => each ?? []),
  });
  switch (node.type) {
    case 'binary_expression':
    case 'assignment_expression':
      return both(childIn(node, 'operator')?.type ?? '=', childIn(node, 'left'), childIn(node, 'right'));
    case 'comma_expression':
      return both(',', childIn(node, 'left'), childIn(node, 'right'));
    case 'subscript_expression':
      return both('[]', childIn(node, 'argument'), namedChildren(childIn(node, 'indices') ?? node)[0]);
    case 'unary_expression':
      return both(childIn(node, 'operator')?.type ?? '', childIn(node, 'argument'));
    // of an object: what functions do is in their definitions
    case 'call_expression':
      return both('()', childIn(node, 'function'));
    // `r & x;`, which reads like the declaration of a reference
    case 'declaration': {
      const declarator = childIn(node, 'declarator');
      return both(declarator?.children[0]?.type ?? '', childIn(node, 'type'), namedChildren(declarator ?? node)[0]);
    }
    default:
      return null;
  }
}

/** The operands of an expression that an operator may change. */
export function changedByOperator(names: HostNames, node: SyntaxNode): readonly SyntaxNode[] {
  const operation = operationOf(node);
  if (operation === null) return [];
  const { symbol, operands } = operation;
  if (
    symbol === '()' &&
    (!operatorsOf(names).has(symbol) ||
      !operands.some((operand) => structNamed(names.types, hostTypeOf(names, operand) ?? '') !== undefined))
  )
    return [];
  const declared = operatorsOf(names).get(symbol);
  const isDeclared = (k: number): boolean =>
    declared?.has(k) === true && !operands.every((operand) => isOfLanguage(names, operand));
  const isUnseen = (k: number): boolean => operands.some((other, at) => at !== k && isOfUnseenClass(names, other));
  // a plain `x = y` of a class that is not seen is a copy, as far as that goes
  return operands.filter((_, k) => isDeclared(k) || (symbol !== '=' && isUnseen(k)));
}

/**
 * Whether an expression over an enumeration may be a call of an operator that the text declares: C++ [over.match.oper]
 * takes those for what is of a class or an enumeration.
 */
export function mayOverload(names: HostNames, node: SyntaxNode): boolean {
  const operation = operationOf(node);
  return (
    operation !== null &&
    operatorsOf(names).has(operation.symbol) &&
    operation.operands.some((operand) => isOfEnumeration(names, operand))
  );
}

/**
 * Whether an expression may be a call of an operator that the text declares, by its symbol and what it is applied to.
 */
export function mayCallOperator(names: HostNames, node: SyntaxNode): boolean {
  const operation = operationOf(node);
  return (
    operation !== null &&
    operatorsOf(names).has(operation.symbol) &&
    !operation.operands.every((operand) => isOfLanguage(names, operand))
  );
}

function isOfEnumeration(names: HostNames, node: SyntaxNode): boolean {
  if (node.type === 'parenthesized_expression')
    return namedChildren(node).some((inner) => isOfEnumeration(names, inner));
  const declaration =
    node.type === 'qualified_identifier'
      ? resolveQualified(names, node)
      : node.type === 'identifier'
        ? lookup(names, textOf(names.source, node), node)
        : null;
  return (
    declaration?.kind === 'enumerator' ||
    enumerationsOf(names).has((hostTypeOf(names, node) ?? '').replace(/^.*::/s, ''))
  );
}

/** Whether an operator around an expression may change it. */
export function isChangedByOperator(names: HostNames, node: SyntaxNode): boolean {
  const parent = names.parents.get(node);
  const around =
    parent !== undefined && /^(?:subscript_argument_list|(?:reference|pointer)_declarator)$/.test(parent.type)
      ? names.parents.get(parent)
      : parent;
  return (
    around !== undefined &&
    (around.type !== 'declaration' || isMisreadOperation(names, around)) &&
    changedByOperator(names, around).includes(node)
  );
}

/** Whether `r & x;`, which reads like a declaration, begins with a variable that is declared before. */
export function isMisreadOperation(
  { source, declarations }: Pick<HostNames, 'source' | 'declarations'>,
  node: SyntaxNode,
): boolean {
  const [type, declarator] = [childIn(node, 'type'), childIn(node, 'declarator')];
  if (
    type?.type !== 'type_identifier' ||
    declarator === null ||
    !/^(?:reference|pointer)_declarator$/.test(declarator.type) ||
    !/identifier$/.test(namedChildren(declarator)[0]?.type ?? '')
  )
    return false;
  return (declarations.get(textOf(source, type)) ?? []).some(
    (each) =>
      (each.kind === 'variable' || each.kind === 'parameter') &&
      each.node.start < node.start &&
      each.scope.start <= node.start &&
      node.end <= each.scope.end,
  );
}

/** Whether an expression has a type that the language has operators for. */
function isOfLanguage(names: HostNames, node: SyntaxNode): boolean {
  if (/_literal$/.test(node.type)) return true;
  const type = hostTypeOf(names, node);
  return type !== null && (type.endsWith('*') || hostType(type) !== null);
}

function isOfUnseenClass(names: HostNames, node: SyntaxNode): boolean {
  const misread = node.type === 'type_identifier' ? lookup(names, textOf(names.source, node), node) : null;
  const written = misread === null ? null : declaredType(names, misread);
  const type =
    written !== null
      ? printTypeText(written)
      : /^(?:identifier|field_expression)$/.test(node.type)
        ? hostTypeOf(names, node)
        : null;
  return (
    type !== null &&
    !type.endsWith('*') &&
    structNamed(names.types, type) === undefined &&
    spellingKeeps(names, type, 0)
  );
}

/** By the symbols of the operators that the text declares, the positions of operands that they may change. */
const operatorsOf = memoized((names: HostNames): ReadonlyMap<string, ReadonlySet<number>> => {
  const found = new Map<string, Set<number>>();
  const walk = (node: SyntaxNode): void => {
    if (node.type === 'operator_name') record(names, node, found);
    for (const child of node.children) walk(child);
  };
  if (/\boperator\b/.test(names.source.text)) walk(names.root);
  return found;
});

function record(names: HostNames, node: SyntaxNode, found: Map<string, Set<number>>): void {
  const symbol = textOf(names.source, node).replace(/^operator\s*/, '');
  let declarator = names.parents.get(node);
  const isQualified = declarator?.type === 'qualified_identifier';
  while (declarator?.type === 'qualified_identifier') declarator = names.parents.get(declarator);
  if (declarator?.type !== 'function_declarator' || isDeleted(definitionAround(names, declarator))) return;
  const positions = found.get(symbol) ?? new Set<number>();
  found.set(symbol, positions);
  const parameters = namedChildren(childIn(declarator, 'parameters') ?? declarator).filter(({ type }) =>
    type.endsWith('parameter_declaration'),
  );
  const isMember = isQualified || isOfClass(names, declarator);
  if (isMember && !isMarkedConst(names.source, declarator)) positions.add(0);
  for (const [k, parameter] of parameters.entries()) {
    const type = childIn(parameter, 'type');
    const keeps =
      maySetThrough(names.source, parameter) ||
      (type !== null && shapeOf(childIn(parameter, 'declarator')) !== 'pointer' && typeKeeps(names, type, 0));
    if (keeps) positions.add(isMember ? k + 1 : k);
  }
}

function definitionAround(names: HostNames, declarator: SyntaxNode): SyntaxNode | undefined {
  let at: SyntaxNode | undefined = declarator;
  while (at?.type.endsWith('declarator') === true) at = names.parents.get(at);
  return at;
}

function isOfClass(names: HostNames, declarator: SyntaxNode): boolean {
  for (let at = names.parents.get(declarator); at !== undefined; at = names.parents.get(at)) {
    if (at.type === 'friend_declaration') return false;
    if (at.type === 'field_declaration_list') return true;
    if (at.type === 'declaration_list' || at.type === 'translation_unit' || at.type === 'compound_statement')
      return false;
  }
  return false;
}
