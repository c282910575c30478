/**
 * What restructuring must know of expressions, read from the syntax as it is written. What is not understood is taken
 * for the worse.
 */
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';

/**
 * One name that a kernel declares. `type`: as written, without qualifiers. `value`: its initializer, or null.
 * `isPlain`: neither pointer, array nor reference. `extents`: how many an array has.
 */
export type Declared = Readonly<{
  name: string;
  type: string;
  value: SyntaxNode | null;
  isPlain: boolean;
  extents: number;
}>;
/**
 * The names of a kernel. `assigned`: those that it may change after they are declared. `constants`: names of the file
 * for numbers, with what they are defined as.
 */
export type Names = Readonly<{
  source: SourceText;
  declared: ReadonlyMap<string, readonly Declared[]>;
  assigned: ReadonlySet<string>;
  constants: ReadonlyMap<string, string>;
}>;

const builtins = new Set(['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize']);
const integers =
  /^(?:(?:un)?signed|int|long|short|char|bool|size_t|u?int(?:8|16|32|64)_t|uint|ulong|ushort|uchar)(?: (?:unsigned|int|long|short|char))*$/;
/** Functions of two numbers without effect. */
const harmless = new Set(['min', 'max']);
/** What members of cooperative groups tell of a thread's place. */
const placeInGroup = /^\w+\.(?:thread_rank|meta_group_rank|meta_group_size|num_threads)$/;
/** Functions that leave variables given to them as they are. */
const taking = /^(?:min|max|f?abs|__ldg|sqrtf?|__syncthreads\w*|__sync\w*|__shfl\w*)$/;

export function namesOf(definition: SyntaxNode, source: SourceText): Names {
  const declared = new Map<string, Declared[]>();
  const visit = (node: SyntaxNode): void => {
    if (['declaration', 'parameter_declaration', 'optional_parameter_declaration'].includes(node.type)) {
      for (const one of declaredIn(node, source)) declared.set(one.name, [...(declared.get(one.name) ?? []), one]);
    }
    for (const child of node.children) visit(child);
  };
  visit(definition);
  return { source, declared, assigned: assignedIn(definition, source), constants: constantsOf(source) };
}

export function declaredIn(declaration: SyntaxNode, source: SourceText): readonly Declared[] {
  const type = declaration.children
    .filter(({ field }) => field === 'type')
    .map((node) => textOf(source, node))
    .join(' ');
  return declaration.children
    .filter(({ field }) => field === 'declarator')
    .flatMap((declarator) => {
      const inner = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
      const name = inner === null ? undefined : nodesOf(inner, 'identifier')[0];
      if (inner === null || name === undefined) return [];
      return [
        {
          name: textOf(source, name),
          type,
          value: declarator.type === 'init_declarator' ? childIn(declarator, 'value') : null,
          isPlain: inner.type === 'identifier',
          extents: nodesOf(inner, 'array_declarator').length,
        },
      ];
    });
}

/** All nodes of a type, those inside others too, in the order of the text. */
export function nodesOf(node: SyntaxNode, ...types: readonly string[]): readonly SyntaxNode[] {
  return [...(types.includes(node.type) ? [node] : []), ...node.children.flatMap((child) => nodesOf(child, ...types))];
}

export function identifiersIn(node: SyntaxNode, source: SourceText): ReadonlySet<string> {
  return new Set(nodesOf(node, 'identifier').map((found) => textOf(source, found)));
}

/** Variables that may change in it: assigned to, counted, handed on by address or by reference. */
export function assignedIn(node: SyntaxNode, source: SourceText): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (target: SyntaxNode | null | undefined): void => {
    const name = target === null || target === undefined ? undefined : nodesOf(target, 'identifier')[0];
    if (name !== undefined) found.add(textOf(source, name));
  };
  for (const one of nodesOf(node, 'assignment_expression')) add(childIn(one, 'left'));
  for (const one of nodesOf(node, 'update_expression', 'pointer_expression')) add(childIn(one, 'argument'));
  for (const call of nodesOf(node, 'call_expression')) {
    const callee = childIn(call, 'function');
    if (callee !== null && taking.test(textOf(source, callee))) continue;
    for (const argument of childIn(call, 'arguments')?.children ?? [])
      if (argument.type === 'identifier') add(argument);
  }
  for (const one of nodesOf(node, 'init_declarator'))
    if (childIn(one, 'declarator')?.type === 'reference_declarator') add(childIn(one, 'value'));
  return found;
}

/** `#define N 32` and `const int n = 32;` outside of functions. */
function constantsOf(source: SourceText): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const one of source.tree.children) {
    if (one.type === 'preproc_def') {
      const [name, value] = [childIn(one, 'name'), childIn(one, 'value')];
      if (name !== null && value !== null)
        found.set(
          textOf(source, name),
          textOf(source, value)
            .replace(/\/[/*].*$/s, '')
            .trim(),
        );
    }
    if (one.type === 'declaration' && /\bconst(?:expr)?\b/.test(textOf(source, one))) {
      for (const { name, value } of declaredIn(one, source)) if (value !== null) found.set(name, textOf(source, value));
    }
  }
  return found;
}

const number = /^\(?\s*(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*\s*\)?$/;

/**
 * Whether all threads may evaluate it: it touches no memory, changes nothing and cannot fault. `unset`: variables that
 * may have no value yet.
 */
export function isPure(node: SyntaxNode, names: Names, unset: ReadonlySet<string>): boolean {
  const all = (): boolean => namedChildren(node).every((child) => isPure(child, names, unset));
  switch (node.type) {
    case 'number_literal':
    case 'char_literal':
    case 'true':
    case 'false':
    case 'type_descriptor':
      return true;
    case 'parenthesized_expression':
    case 'conditional_expression':
    case 'cast_expression':
    case 'initializer_list':
    case 'condition_clause':
      return all();
    case 'unary_expression':
      return all();
    case 'identifier':
      return isValue(textOf(names.source, node), names, unset);
    case 'field_expression': {
      const base = childIn(node, 'argument');
      return base?.type === 'identifier' && !textOf(names.source, node).includes('->') && isPure(base, names, unset);
    }
    case 'binary_expression': {
      const operator = childIn(node, 'operator');
      const right = childIn(node, 'right');
      const divides = operator !== null && ['/', '%'].includes(textOf(names.source, operator));
      return all() && (!divides || (right !== null && isPositive(right, names)));
    }
    case 'call_expression': {
      const [callee, handed] = [childIn(node, 'function'), childIn(node, 'arguments')];
      if (callee !== null && handed !== null && placeInGroup.test(textOf(names.source, callee)))
        return namedChildren(handed).length === 0;
      return (
        callee !== null &&
        handed !== null &&
        harmless.has(textOf(names.source, callee)) &&
        namedChildren(handed).every((child) => isPure(child, names, unset))
      );
    }
    default:
      return false;
  }
}

/** A variable of the kernel that has a value in registers, or a number. */
function isValue(name: string, names: Names, unset: ReadonlySet<string>): boolean {
  if (builtins.has(name)) return true;
  const known = names.declared.get(name);
  if (known === undefined) return number.test(names.constants.get(name) ?? '');
  // of several in scopes of their own, each must have one
  return (known.length === 1 || known.every(({ isPlain }) => isPlain)) && !unset.has(name);
}

/**
 * Whether it is certainly more than zero: numbers, sizes, their sums and products, and what is named after them and
 * never changes.
 */
export function isPositive(node: SyntaxNode, names: Names): boolean {
  const text = textOf(names.source, node);
  switch (node.type) {
    case 'number_literal':
      return number.test(text) && Number.parseInt(text) > 0;
    case 'parenthesized_expression':
      return namedChildren(node).every((child) => isPositive(child, names));
    case 'field_expression':
      return /^(?:blockDim|gridDim)\./.test(text);
    case 'binary_expression':
      return (
        /^[+*]$/.test(textOf(names.source, childIn(node, 'operator') ?? node)) &&
        namedChildren(node).every((child) => isPositive(child, names))
      );
    case 'identifier': {
      if (text === 'warpSize') return true;
      const known = names.declared.get(text);
      if (known === undefined) return /^\(?\s*[1-9]\d*[uU]?\s*\)?$/.test(names.constants.get(text) ?? '');
      return (
        known.length === 1 &&
        !names.assigned.has(text) &&
        known.every(({ value }) => value !== null && isPositive(value, names))
      );
    }
    default:
      return false;
  }
}

/** Whether its values are whole numbers, for which `!(a < b)` is `a >= b`. */
export function isInteger(node: SyntaxNode, names: Names): boolean {
  const text = textOf(names.source, node);
  if (node.type === 'number_literal') return number.test(text);
  if (node.type === 'field_expression') return builtins.has(text.split('.')[0] ?? '');
  if (node.type === 'identifier') {
    const known = names.declared.get(text);
    return known === undefined
      ? builtins.has(text) || number.test(names.constants.get(text) ?? '')
      : known.every(({ type, isPlain }) => isPlain && integers.test(type));
  }
  return (
    ['binary_expression', 'parenthesized_expression'].includes(node.type) &&
    namedChildren(node).every((child) => isInteger(child, names))
  );
}

const opposites: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
};

/** The condition that holds where this one does not, as a person would write it. */
export function negated(condition: SyntaxNode, names: Names): string {
  const text = textOf(names.source, condition);
  if (condition.type === 'parenthesized_expression') return negated(namedChildren(condition)[0] ?? condition, names);
  const [left, right] = [childIn(condition, 'left'), childIn(condition, 'right')];
  if (condition.type === 'unary_expression' && text.startsWith('!'))
    return textOf(names.source, bare(childIn(condition, 'argument') ?? condition));
  if (condition.type === 'binary_expression' && left !== null && right !== null) {
    const operator = text.slice(left.end - condition.start, right.start - condition.start).trim();
    const opposite = opposites[operator];
    const isExact = operator === '==' || operator === '!=' || (isInteger(left, names) && isInteger(right, names));
    if (opposite !== undefined && isExact)
      return `${textOf(names.source, left)} ${opposite} ${textOf(names.source, right)}`;
    if (operator === '||') return `${operand(negated(left, names))} && ${operand(negated(right, names))}`;
  }
  return /^[\w.]+$/.test(text) ? `!${text}` : `!(${text})`;
}

/** Without parentheses around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  const inner =
    node.type === 'parenthesized_expression' || node.type === 'condition_clause' ? namedChildren(node)[0] : undefined;
  return inner === undefined ? node : bare(inner);
}

/** As an operand of `&&`. */
export function operand(text: string): string {
  return /\|\||\?|,|[^=!<>]=[^=]/.test(text) && !isCall(text) ? `(${text})` : text;
}

/** `f(a, b)` or `(a || b)`: in parentheses as a whole. */
function isCall(text: string): boolean {
  const open = /^!?\w*\(/.exec(text);
  if (open === null) return false;
  let depth = 0;
  for (let k = open[0].length - 1; k < text.length; k++) {
    if (text[k] === '(') depth++;
    else if (text[k] === ')' && --depth === 0) return k === text.length - 1;
  }
  return false;
}

/**
 * Whether it may differ between the threads of a block, as far as declarations tell: a guess that only chooses what is
 * tried.
 */
export function mayDiffer(node: SyntaxNode | null, names: Names, depth = 0): boolean {
  if (node === null) return false;
  if (depth > 8 || nodesOf(node, 'subscript_expression').length > 0) return true;
  return [...identifiersIn(node, names.source)].some(
    (name) =>
      name === 'threadIdx' || (names.declared.get(name) ?? []).some(({ value }) => mayDiffer(value, names, depth + 1)),
  );
}
