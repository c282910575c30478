/**
 * Overload resolution in a program that is run (run.ts): which of several functions C++ chooses for arguments (C++
 * [over.match.best]). Types are known here without their `const`, and arguments without their value category: what
 * depends on these is not decided. Exact; null: not certain.
 */
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { HostNames } from '../host-names.ts';
import type { Result } from './state.ts';
import type { HostType } from './types.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { innerDeclarator, parametersOf, templateParameterName, templateParametersOf } from '../declarator.ts';
import { constantOf } from '../host-value.ts';
import { templateOf } from './functions.ts';
import { declaredType } from './types.ts';

/**
 * How an argument becomes a parameter, from good to bad. `exact`: as it is; `bound`: likewise, unless the argument is
 * `const`, or something binds to it that is less so; `user`: by a conversion of a class, or not at all; `rest`: among
 * `...`;
 * `none`: not at all. `open`: any of these.
 */
type Rank = 'exact' | 'bound' | 'promotion' | 'conversion' | 'user' | 'rest' | 'none' | 'open';
const order: Readonly<Record<Exclude<Rank, 'open'>, number>> = {
  exact: 0,
  bound: 0,
  promotion: 1,
  conversion: 2,
  user: 3,
  rest: 4,
  none: 5,
};

type Candidate = Readonly<{ definition: SyntaxNode; isTemplate: boolean; ranks: readonly Rank[] }>;

/** The one of several definitions that takes these arguments. `isExplicit`: template arguments are written as well. */
export function chosen(
  names: HostNames,
  definitions: readonly SyntaxNode[],
  args: readonly Result[],
  isExplicit = false,
): SyntaxNode | null {
  // which function template a specialization is of depends on what was declared before it (C++ [temp.expl.spec])
  const special = definitions.filter((definition) => isSpecialization(names, definition));
  const primary = definitions.filter((definition) => !special.includes(definition));
  if (special.length > 0 && (isExplicit || primary.length > 1 || !primary.every((one) => isAllDeduced(names, one))))
    return null;
  const byCount = definitions.filter((definition) => takesAsMany(definition, args.length));
  const [first, second] = byCount;
  if (first === undefined || second === undefined) return first === undefined || isPack(first) ? null : first;
  // what the object of a member function is, is not known
  if (new Set(byCount.map((definition) => qualifiersOf(names, definition))).size > 1 || byCount.some(isPack))
    return null;
  const viable = byCount
    .map((definition) => candidateOf(names, definition, args))
    .filter(({ ranks }) => !ranks.includes('none'));
  const best = viable.find((one) => viable.every((other) => other === one || isBetter(one, other)));
  return best === undefined ||
    (viable.length > 1 && best.ranks.some((rank) => order[rank === 'open' ? 'none' : rank] > order.conversion))
    ? null
    : best.definition;
}

function takesAsMany(definition: SyntaxNode, count: number): boolean {
  const parameters = parametersOf(definition);
  const needed = parameters.filter(({ type }) => type === 'parameter_declaration').length;
  return (
    childIn(definition, 'body') !== null &&
    count >= needed &&
    (count <= parameters.length || isPack(definition) || takesRest(definition))
  );
}

const isPack = (definition: SyntaxNode): boolean =>
  parametersOf(definition).some(({ type }) => type === 'variadic_parameter_declaration');

/** `f(...)` */
const takesRest = (definition: SyntaxNode): boolean =>
  functionDeclarator(definition)?.children.some(
    (list) =>
      list.field === 'parameters' && list.children.some(({ type }) => type === '...' || type === 'variadic_parameter'),
  ) === true;

function functionDeclarator(definition: SyntaxNode): SyntaxNode | null {
  for (let at = childIn(definition, 'declarator'); at !== null; at = innerDeclarator(at))
    if (at.type === 'function_declarator') return at;
  return null;
}

/** `const`, `&` and the like behind the parameters. */
function qualifiersOf({ source }: HostNames, definition: SyntaxNode): string {
  const declarator = functionDeclarator(definition);
  return declarator === null
    ? ''
    : declarator.children
        .filter(({ type }) => /^(?:type_qualifier|ref_qualifier)$/.test(type))
        .map((node) => textOf(source, node))
        .join(' ');
}

/** `template <> int f(int)` */
function isSpecialization(names: HostNames, definition: SyntaxNode): boolean {
  const template = templateOf(names, definition);
  return template !== null && templateParametersOf(template).length === 0;
}

/** Whether the types of parameters tell all arguments of the template: a specialization is used where they fit it. */
function isAllDeduced(names: HostNames, definition: SyntaxNode): boolean {
  const types = parametersOf(definition).map((parameter) => textOf(names.source, parameter));
  const template = templateOf(names, definition);
  return (template === null ? [] : templateParametersOf(template)).every((parameter) => {
    const name = templateParameterName(parameter);
    return (
      parameter.type === 'type_parameter_declaration' &&
      name !== null &&
      types.some((text) => text.startsWith(textOf(names.source, name)))
    );
  });
}

function isBetter(one: Candidate, other: Candidate): boolean {
  const compared = one.ranks.map((rank, k) => {
    const against = other.ranks[k] ?? 'open';
    // nothing is better than what takes it as it is
    if (rank === 'open' || (against === 'open' && rank !== 'exact')) return null;
    return against === 'open' ? 0 : order[against] - order[rank];
  });
  if (compared.some((difference) => difference === null || difference < 0)) return false;
  // of functions that take it alike a call would be ambiguous
  return (
    compared.some((difference) => difference !== null && difference > 0) ||
    (!one.isTemplate &&
      (other.isTemplate || one.ranks.some((rank, k) => rank === 'exact' && other.ranks[k] === 'open')))
  );
}

function candidateOf(names: HostNames, definition: SyntaxNode, args: readonly Result[]): Candidate {
  const parameters = parametersOf(definition);
  const template = templateOf(names, definition);
  const isTemplate =
    (template !== null && !isSpecialization(names, definition)) ||
    parameters.some((parameter) => /\bauto\b/.test(textOf(names.source, parameter)));
  return {
    definition,
    isTemplate,
    ranks: args.map((arg, k): Rank => {
      const own = parameters[k];
      return own === undefined ? 'rest' : isTemplate ? 'open' : rankOf(names, own, arg);
    }),
  };
}

function rankOf(names: HostNames, parameter: SyntaxNode, arg: Result): Rank {
  const declarator = childIn(parameter, 'declarator');
  const declared = declaredType(names, new Map(), parameter, declarator, () => null);
  if (declared === null || /^(?:other|auto|void|function|closure|reference)$/.test(arg.type.kind)) return 'open';
  const isConst = /\b(?:const|volatile)\b/.test(textOf(names.source, parameter));
  const own = declared.kind === 'reference' ? declared.to : declared;
  const rank = rankOfTypes(own, arg);
  // it binds to some arguments alone, or adds a `const` that others do not
  const isSubtle =
    declared.kind === 'reference'
      ? !isConst || own.kind === 'pointer'
      : own.kind === 'pointer' && (isConst || !isSpelledPointer(declarator));
  if (isSubtle) return rank === 'none' || rank === 'user' ? rank : 'open';
  return rank === 'exact' && (declared.kind === 'reference' || own.kind === 'pointer') ? 'bound' : rank;
}

/** Whether the declarator itself says that it is a pointer, and not an alias, which may hide a `const`. */
const isSpelledPointer = (declarator: SyntaxNode | null): boolean =>
  declarator !== null &&
  (/pointer_declarator$|array_declarator$/.test(declarator.type) || namedChildren(declarator).some(isSpelledPointer));

function rankOfTypes(own: HostType, { type, value }: Result): Rank {
  if (/^(?:other|auto|function|closure|void)$/.test(own.kind)) return 'open';
  if (own.kind === 'scalar' && type.kind === 'scalar')
    return keyOf(own) === keyOf(type)
      ? 'exact'
      : own.name !== undefined || type.name !== undefined
        ? 'open'
        : isPromotion(own.type, type.type)
          ? 'promotion'
          : 'conversion';
  const to = type.kind === 'pointer' ? type.to : type.kind === 'array' && type.isObject !== true ? type.of : null;
  if (own.kind === 'pointer' && to !== null) return rankOfPointers(own.to, to);
  if (own.kind === 'scalar' && to !== null) return own.type.kind === 'bool' ? 'conversion' : 'none';
  // a literal 0 is a null pointer
  if (own.kind === 'pointer' && type.kind === 'scalar')
    return value.kind === 'number' && typeof constantOf(value.expr) === 'bigint' && constantOf(value.expr) !== 0n
      ? 'none'
      : 'open';
  if (own.kind === type.kind && keyOf(own) === keyOf(type)) return 'exact';
  if (own.kind === 'struct' && type.kind === 'struct') return type.struct.bases.length > 0 ? 'open' : 'user';
  return own.kind === 'struct' || own.kind === 'dims' || own.kind === 'box' || type.kind === 'struct' ? 'user' : 'open';
}

function rankOfPointers(own: HostType, given: HostType): Rank {
  if (
    given.kind === 'void' ||
    /^(?:other|auto|function)$/.test(own.kind) ||
    /^(?:other|auto|function)$/.test(given.kind)
  )
    return 'open';
  if (keyOf(own) === keyOf(given)) return 'exact';
  if (own.kind === 'void') return 'conversion';
  return own.kind === 'scalar' && given.kind === 'scalar' && own.name === undefined && given.name === undefined
    ? 'none'
    : 'open';
}

/** C++ [conv.prom], [conv.fpprom] */
function isPromotion(to: ScalarType, from: ScalarType): boolean {
  if (to.kind === 'float') return to.bits === 64 && from.kind === 'float';
  return (
    to.kind === 'int' &&
    to.bits === 32 &&
    to.signed &&
    (from.kind === 'bool' || (from.kind === 'int' && from.bits < 32))
  );
}

function keyOf(type: HostType): string {
  switch (type.kind) {
    case 'reference':
      return keyOf(type.to);
    case 'pointer':
      return `${keyOf(type.to)}*`;
    case 'array':
      return `${keyOf(type.of)}*`;
    case 'scalar':
      return JSON.stringify([type.type, type.name]);
    case 'struct':
      return type.name;
    case 'box':
      return `${type.name}<${type.of.map(keyOf).join(',')}>`;
    case 'dims':
    case 'void':
    case 'auto':
    case 'function':
    case 'closure':
    case 'other':
      return type.kind;
  }
}
