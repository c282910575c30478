/**
 * Whether a call means a function of the file's own, or one that a library has under that name. Over-approximating: the
 * file's own may be meant wherever it can be.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { HostNames } from './host-names.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, parameterDeclaredAt, qualifierOf, withoutCasts } from './declarator.ts';
import { maySetThrough } from './hidden-references.ts';
import { hostTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';
import { callsArgument, saysAllocates } from './library-calls.ts';
import { isMember, lookup } from './lookup.ts';
import { namespaceOf } from './namespaces.ts';

/**
 * Whether a callee is written as a function of the standard library, or of one that comes with CUDA, and the file adds
 * no function of its own there.
 */
export function isOfLibrary(names: HostNames, callee: SyntaxNode | null): boolean {
  if (
    callee?.type !== 'qualified_identifier' ||
    !/^(?:::\s*)?(?:std|thrust|cub|cuda)\s*::/.test(textOf(names.source, callee))
  )
    return false;
  const name = calleeName(callee);
  return name === null || !isAddedTo(names, textOf(names.source, name));
}

/**
 * Whether the file defines a function of this name in a namespace of a library: `namespace std { template <> void
 * swap(S &, S &) { … } }`.
 */
const isAddedTo = (names: HostNames, name: string): boolean =>
  (names.functions.get(name) ?? []).some((definition) => {
    const qualifier = qualifierOf(definition);
    return (
      /^(?:std|thrust|cub|cuda)\b/.test(namespaceOf(names, definition)) ||
      (qualifier !== null && /^(?:std|thrust|cub|cuda)\b/.test(textOf(names.source, qualifier)))
    );
  });

/** The definitions of the file that a call may mean by its name. */
export function ownDefinitions(names: HostNames, call: SyntaxNode): readonly SyntaxNode[] {
  const callee = childIn(call, 'function');
  const name = calleeName(callee);
  if (name === null || isOfLibrary(names, callee)) return [];
  const own = names.functions.get(textOf(names.source, name)) ?? [];
  return isGlobal(callee)
    ? own.filter((definition) => namespaceOf(names, definition) === '' && !isInClass(names, definition))
    : own;
}

/** `::f`: the one outside of all namespaces and classes (C++ [namespace.qual]). */
export const isGlobal = (callee: SyntaxNode | null): boolean =>
  callee?.type === 'qualified_identifier' &&
  callee.children[0]?.type === '::' &&
  childIn(callee, 'name')?.type !== 'qualified_identifier';

const isInClass = (names: HostNames, definition: SyntaxNode): boolean =>
  names.parents.get(definition)?.type === 'field_declaration_list' || qualifierOf(definition) !== null;

/** The definitions of the file that a call may mean: functions, or the lambda that its variable holds. */
export function ownFunctions(names: HostNames, call: SyntaxNode): readonly SyntaxNode[] {
  const own = ownDefinitions(names, call);
  const lambda = own.length === 0 ? lambdaOf(names, call) : null;
  return lambda === null ? own : [lambda];
}

/**
 * The function out of sight that a call calls and that is trusted to allocate (library-calls.ts); null: it calls
 * another, or a value.
 */
export function trustedToAllocate(names: HostNames, call: SyntaxNode): string | null {
  const callee = childIn(call, 'function');
  const node = calleeName(callee);
  const name = node === null ? '' : textOf(names.source, node);
  if (callee === null || !saysAllocates(name) || names.functions.has(name) || names.types.structs.has(name))
    return null;
  return (names.declarations.get(name) ?? []).every(
    ({ kind, node: declared }) => kind === 'other' && !givesReferenceTo(names, declared),
  )
    ? name
    : null;
}

/** Whether a prototype is one of a function that returns a reference: to what is there already. */
function givesReferenceTo(names: HostNames, declared: SyntaxNode): boolean {
  const declarator = names.parents.get(declared);
  return declarator !== undefined && names.parents.get(declarator)?.type === 'reference_declarator';
}

/** Of what an allocator out of sight is given, the pointers to data: it may hand out a part of them. */
export const partedBy = ({ names }: Evaluation, args: readonly SyntaxNode[]): readonly SyntaxNode[] =>
  args.filter((arg) => {
    const type = /^(.*\S)\s*\*$/s.exec(hostTypeOf(names, arg) ?? '')?.[1];
    return (
      type !== undefined &&
      (type === 'void' || hostType(type) !== null) &&
      !/^(?:string_literal|pointer_expression)$/.test(withoutCasts(arg).type)
    );
  });

/** The lambda that a call calls: the callee itself, or what its variable holds. */
export function lambdaOf(names: HostNames, call: SyntaxNode): SyntaxNode | null {
  const callee = withoutCasts(childIn(call, 'function') ?? call);
  if (callee.type === 'lambda_expression') return callee;
  const declaration = callee.type === 'identifier' ? lookup(names, textOf(names.source, callee), callee) : null;
  if (
    declaration?.kind !== 'variable' ||
    declaration.initial.kind !== 'expression' ||
    declaration.typeText !== 'auto' ||
    isMember(declaration)
  )
    return null;
  return declaration.initial.node.type === 'lambda_expression' ? declaration.initial.node : null;
}

/**
 * Whether a call whose function is not read may take an argument by a reference that it stores to: a prototype says so,
 * or what is called is the value of an expression or a variable, and some function of the file takes one there. Others
 * are taken to copy a plain argument (docs/limits.md).
 */
export function mayTakeReference(names: HostNames, call: SyntaxNode, position: number): boolean {
  const callee = childIn(call, 'function');
  const name = calleeName(callee);
  if (callee === null) return false;
  // behind a function, and perhaps an object: `std::invoke(&W::put, w, p)`
  if (
    name !== null &&
    callsArgument(textOf(names.source, name)) &&
    [position - 1, position - 2].some((place) => takenByReference(names).has(place))
  )
    return true;
  if (isOfLibrary(names, callee)) return false;
  if (name === null) return !/type/.test(callee.type) && takenByReference(names).has(position);
  return (names.declarations.get(textOf(names.source, name)) ?? []).some(({ kind, node }) => {
    // a wrapper of a function may have an object before its arguments, or choose their order: `std::mem_fn`,
    // `std::bind`
    if (kind === 'variable' || kind === 'parameter')
      return /\b_2\b/.test(names.source.text)
        ? takenByReference(names).size > 0
        : [position, position - 1].some((place) => takenByReference(names).has(place));
    const parameter = parameterDeclaredAt(names.parents, node, position);
    return parameter !== undefined && maySetThrough(names.source, parameter);
  });
}

/**
 * The positions of parameters that any function or type of a function in the file takes by a reference to what is not
 * const.
 */
const takenByReference = memoized((names: HostNames): ReadonlySet<number> => {
  const positions = new Set<number>();
  const walk = (node: SyntaxNode): void => {
    if (node.type === 'parameter_list')
      for (const [k, parameter] of namedChildren(node).entries())
        if (maySetThrough(names.source, parameter)) positions.add(k);
    for (const child of node.children) walk(child);
  };
  walk(names.root);
  return positions;
});
