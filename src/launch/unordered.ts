/**
 * Order of evaluation in host code: the arguments of a call are evaluated in any order, and so are the operands of most
 * operators (C++ [expr.call], [intro.execution]). Over-approximating: what may be unordered counts as unordered.
 *
 * Example: in `go(out, n, n = 64)`, the second argument is what `n` was before, or 64.
 */
import type { Declaration, HostNames, Write } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { contains, isMember, lookup } from './lookup.ts';
import { structNamed } from './type-index.ts';

/** Whether a change of a variable and a place that reads it stand side by side, so that either may come first. */
export function areUnordered(names: HostNames, write: SyntaxNode, at: SyntaxNode): boolean {
  if (contains(write, at) || contains(at, write)) return false;
  let both: SyntaxNode | undefined = names.parents.get(at);
  while (both !== undefined && !contains(both, write)) both = names.parents.get(both);
  if (both === undefined) return false;
  switch (both.type) {
    case 'argument_list':
      return true;
    case 'binary_expression':
      return !isOrdered(both);
    case 'call_expression':
      return both.children.some(({ type }) => type === 'kernel_call_syntax');
    default:
      return false;
  }
}

/**
 * Whether what a call or an operator gives may depend on the order of its arguments or operands: one changes what
 * another one may read.
 */
export const dependsOnOrder = memoized((node: SyntaxNode, names: HostNames): boolean => {
  const parts = partsOf(node);
  if (parts.length < 2 || !parts.some(mayChange)) return false;
  const all = parts.map((part) => effectsOf(names, part));
  return all.some((one, k) => all.some((other, j) => j !== k && conflict(one, other)));
});

/** What it evaluates in any order. */
function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'binary_expression') return isOrdered(node) ? [] : namedChildren(node);
  const brackets = node.children.find(({ type }) => type === 'kernel_call_syntax');
  return [
    ...(brackets === undefined ? [] : namedChildren(brackets)),
    ...namedChildren(childIn(node, 'arguments') ?? node),
  ];
}

/** Operators whose left operand is evaluated first. */
const isOrdered = (node: SyntaxNode): boolean =>
  /^(?:&&|\|\||and|or|<<|>>)$/.test(childIn(node, 'operator')?.type ?? '');

const conflict = (one: Effects, other: Effects): boolean =>
  [...one.changed].some((name) => other.mentioned.has(name)) ||
  (one.acts === 'any' && (other.acts !== null || other.isReading)) ||
  ((one.acts === 'kept' || one.changed.size > 0) && (other.isCalling || other.isIndirect));

const mayChange = ({ type, children }: SyntaxNode): boolean =>
  /^(?:assignment|update|call)_expression$/.test(type) || children.some(mayChange);

/**
 * What code changes that it does not name: its static variables alone, which calls and references may read, or any
 * memory.
 */
type Act = 'kept' | 'any' | null;

/**
 * `changed`: variables that are set by name. `isReading`: it reads variables that are not constant, or calls.
 * `isCalling`: it calls a function or lambda of the file. `isIndirect`: it reads what it does not name, through a
 * pointer, a reference or a member.
 */
type Effects = Readonly<{
  changed: ReadonlySet<string>;
  mentioned: ReadonlySet<string>;
  acts: Act;
  isReading: boolean;
  isCalling: boolean;
  isIndirect: boolean;
}>;

const more = (a: Act, b: Act): Act => (a === 'any' || b === 'any' ? 'any' : (a ?? b));

function effectsOf(names: HostNames, part: SyntaxNode): Effects {
  const [changed, mentioned] = [new Set<string>(), new Set<string>()];
  let acts: Act = null;
  let [isReading, isCalling, isIndirect] = [false, false, false];
  const visit = (node: SyntaxNode, isInCall: boolean): void => {
    if (node.type === 'lambda_expression') return;
    const target = targetOf(node) ?? (isInCall ? addressed(node) : null);
    if (target?.type === 'identifier') changed.add(textOf(names.source, target));
    acts = more(acts, more(setBy(names, node), calledBy(names, node)));
    if (node.type === 'identifier') {
      const name = textOf(names.source, node);
      mentioned.add(name);
      const declaration = lookup(names, name, node);
      const isVariable =
        declaration?.kind === 'parameter' || (declaration?.kind === 'variable' && !declaration.isConst);
      isCalling ||= names.functions.has(name) || (declaration !== null && isLambda(declaration));
      isReading ||= isVariable || isCalling;
      isIndirect ||= isVariable && declaration.shape === 'reference';
    }
    isCalling ||= node.type === 'field_identifier' && names.functions.has(textOf(names.source, node));
    isIndirect ||= /^(?:field_expression|subscript_expression|pointer_expression)$/.test(node.type);
    for (const child of node.children) visit(child, isInCall || node.type === 'call_expression');
  };
  visit(part, false);
  return { changed, mentioned, acts, isReading, isCalling, isIndirect };
}

const targetOf = (node: SyntaxNode): SyntaxNode | null =>
  node.type === 'assignment_expression'
    ? childIn(node, 'left')
    : node.type === 'update_expression'
      ? childIn(node, 'argument')
      : null;

/** `x` of `&x`, which a function that gets it may change. */
const addressed = (node: SyntaxNode): SyntaxNode | null =>
  node.type === 'pointer_expression' && node.children[0]?.type === '&' ? childIn(node, 'argument') : null;

/**
 * Functions of libraries that change what they are given, or call it, and methods that change their object
 * (program/library.ts).
 */
const ofLibrary =
  /^(?:exchange|swap|invoke|for_each|accumulate|memcpy|memmove|memset|fill|fill_n|iota|reverse|push_back|emplace_back|pop_back|resize|assign|clear|insert|erase|reset|release)$/;

/** What an assignment changes. */
function setBy(names: HostNames, node: SyntaxNode): Act {
  const target = targetOf(node);
  return target === null
    ? null
    : target.type === 'identifier'
      ? actOn(names, textOf(names.source, target), target, false)
      : 'any';
}

/** What a call changes. */
function calledBy(names: HostNames, node: SyntaxNode): Act {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  if (callee === null) return null;
  const called = lastName(callee);
  if (called === null) return changesIn(names, callee);
  const name = textOf(names.source, called);
  const declaration = called.type === 'identifier' ? lookup(names, name, called) : null;
  if (declaration !== null && isLambda(declaration) && declaration.initial.kind === 'expression')
    return changesIn(names, declaration.initial.node);
  return ofLibrary.test(name) || declaration?.kind === 'variable' || declaration?.kind === 'parameter'
    ? 'any'
    : (actsOf(names).get(name) ?? null);
}

/** The name of a callee, behind what qualifies it and before its template arguments; null: it is another expression. */
function lastName(callee: SyntaxNode): SyntaxNode | null {
  if (callee.type === 'identifier' || callee.type === 'field_identifier') return callee;
  const inner = childIn(callee, 'name') ?? childIn(callee, 'field');
  return inner === null ? null : lastName(inner);
}

const isLambda = ({ initial }: Declaration): boolean =>
  initial.kind === 'expression' && initial.node.type === 'lambda_expression';

const isOutside = (names: HostNames, scope: SyntaxNode): boolean =>
  scope === names.root || scope.type === 'declaration_list';

/** What a lambda changes; variables around it that it sets may be captured by reference. */
function changesIn(names: HostNames, lambda: SyntaxNode): Act {
  const visit = (node: SyntaxNode): Act => {
    const target = targetOf(node);
    const declaration = target?.type === 'identifier' ? lookup(names, textOf(names.source, target), target) : null;
    const isOwn = declaration !== null && contains(lambda, declaration.node);
    const own = target !== null && !isOwn ? 'any' : more(setBy(names, node), calledBy(names, node));
    return node.children.reduce((act, child) => more(act, visit(child)), own);
  };
  return visit(lambda);
}

/**
 * The functions of the file that change what is not their own, or call ones that do, by name. Constructors set their
 * own object.
 */
const actsOf = memoized((names: HostNames): ReadonlyMap<string, 'kept' | 'any'> => {
  const found = new Map<string, 'kept' | 'any'>();
  const all = [...names.functions].flatMap(([name, definitions]) =>
    definitions.flatMap((definition) => childIn(definition, 'body') ?? []).map((body) => ({ name, body })),
  );
  const add = (name: string, act: Act): void => {
    if (act !== null) found.set(name, more(found.get(name) ?? null, act) ?? act);
  };
  const isOwn = (name: string, { name: variable, node }: Write): boolean => {
    const declaration = lookup(names, variable, node);
    return declaration !== null && isMember(declaration) && structNamed(names.types, name) !== undefined;
  };
  for (const { name, body } of all) {
    if (callsUnknown(names, body)) add(name, 'any');
    for (const write of names.writesInOrder)
      if (contains(body, write.node) && !isOwn(name, write))
        add(name, actOn(names, write.name, write.node, write.isInside));
  }
  for (let before = ''; before !== [...found].join();) {
    before = [...found].join();
    for (const { name, body } of all)
      for (const word of textOf(names.source, body).match(/[A-Za-z_]\w*/g) ?? [])
        if (names.functions.has(word)) add(name, found.get(word) ?? null);
  }
  return found;
});

/** Whether it calls a variable: what that does is not known. */
function callsUnknown(names: HostNames, node: SyntaxNode): boolean {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const kind = callee?.type === 'identifier' ? lookup(names, textOf(names.source, callee), callee)?.kind : undefined;
  return kind === 'variable' || kind === 'parameter' || node.children.some((child) => callsUnknown(names, child));
}

/**
 * What a change of a variable is to other code: nothing where it is one of the function. `isInside`: of what it points
 * to, which is shared unless it is an array of the function.
 */
function actOn(names: HostNames, variable: string, at: SyntaxNode, isInside: boolean): Act {
  const declaration = lookup(names, variable, at);
  if (
    declaration === null ||
    isMember(declaration) ||
    isOutside(names, declaration.scope) ||
    declaration.shape === 'reference'
  )
    return 'any';
  if (declaration.shape === 'pointer' && isInside && !(declaration.isArray && declaration.kind === 'variable'))
    return 'any';
  return declaration.isStatic ? 'kept' : null;
}
