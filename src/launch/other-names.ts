/**
 * What may change the object of a reference under another name: a store through another reference or pointer, to a
 * member or a variable that outlives the call, or a function of the file that does such. Over-approximating; functions
 * that are not seen are taken to change nothing that they are not given (docs/limits.md).
 *
 * Example: in `void f(int &n, int &m) { if (n < 128) return; m = 64; k<<<1, 128>>>(n); }`, n may be 64 at the launch.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Declaration, HostNames, Write } from './host-names.ts';
import { keep, memoized } from '../base/memoize.ts';
import { childIn, textOf } from '../parse/node.ts';
import { declaredName } from './declarator.ts';
import { hostTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';
import { contains, isMember, lookup } from './lookup.ts';
import { ownFunctions } from './own-functions.ts';

/** The stores and calls, in the function around a place, that may change what the reference refers to. */
export function changesElsewhere(names: HostNames, reference: Declaration, at: SyntaxNode): readonly SyntaxNode[] {
  const definition = functionAround(names, at);
  return definition === null ? [] : changesIn(reference, names, definition).filter((node) => !contains(node, at));
}

const changesIn = (reference: Declaration, names: HostNames, definition: SyntaxNode): readonly SyntaxNode[] =>
  keep(knownChanges(reference), definition, () => {
    const own = classOf(names, reference);
    const stores = writesIn(definition, names)
      .filter((write) => mayBeOf(names, reference, definition, write))
      .map(({ node }) => node);
    return [
      ...stores,
      ...callsIn(definition, names).filter((call) =>
        ownFunctions(names, call).some((called) => mayChange(names, called, own)),
      ),
    ];
  });

const knownChanges = memoized((_: Declaration) => new Map<SyntaxNode, readonly SyntaxNode[]>());

const writesIn = memoized((definition: SyntaxNode, names: HostNames): readonly Write[] =>
  names.writesInOrder.filter(({ node }) => contains(definition, node)),
);

const callsIn = memoized((definition: SyntaxNode, names: HostNames): readonly SyntaxNode[] =>
  names.calls.filter((call) => contains(definition, call) && !isLaunch(call)),
);

const isLaunch = (call: SyntaxNode): boolean => call.children.some(({ type }) => type === 'kernel_call_syntax');

function functionAround(names: HostNames, at: SyntaxNode): SyntaxNode | null {
  let node: SyntaxNode | undefined = at;
  while (node !== undefined && node.type !== 'function_definition') node = names.parents.get(node);
  return node ?? null;
}

/** Whether a store of another name may be one to what the reference refers to. */
function mayBeOf(names: HostNames, reference: Declaration, definition: SyntaxNode, write: Write): boolean {
  const target = lookup(names, write.name, write.node);
  // what a parameter refers to was there before the call
  const isGiven = reference.kind === 'parameter' && reference.scope.type === 'function_definition';
  if (
    target === reference ||
    (isGiven &&
      (isOwnVariable(definition, target, write) || (target !== null && isMember(target) && isConstructor(definition))))
  )
    return false;
  // numbers of two types are two objects
  const left = childIn(write.node, 'left') ?? childIn(write.node, 'argument');
  const [stored, own] = [left === null ? null : hostTypeOf(names, left), hostType(reference.typeText)];
  const other = stored === null ? null : hostType(stored);
  return (
    other === null ||
    own === null ||
    (other.kind === own.kind && (other.kind !== 'int' || own.kind !== 'int' || other.bits === own.bits))
  );
}

/** Whether a function makes an object, whose members nothing refers to yet. */
const isConstructor = (definition: SyntaxNode): boolean =>
  childIn(definition, 'type') === null &&
  childIn(definition, 'declarator')?.type === 'function_declarator' &&
  declaredName(childIn(definition, 'declarator'))?.type === 'identifier';

/** Whether a store is to a variable of the call itself, which nothing else refers to. */
const isOwnVariable = (definition: SyntaxNode, target: Declaration | null, write: Write): boolean =>
  target !== null &&
  !write.escapes &&
  contains(definition, target.node) &&
  !target.isStatic &&
  !isMember(target) &&
  (target.shape === 'plain' ||
    (target.shape === 'pointer' && (target.isArray ? target.kind !== 'parameter' : !write.isInside)));

/** Whether a store is to a variable of the call itself, or to the object that a constructor makes. */
const isOfCall = (definition: SyntaxNode, target: Declaration | null, write: Write): boolean =>
  isOwnVariable(definition, target, write) ||
  (isConstructor(definition) && target?.shape === 'plain' && isMember(target) && !target.isStatic);

type Store = Readonly<{ target: Declaration | null; write: Write }>;

/** What a function may itself store to what outlives its call. `target`: the variable, where it is known. */
const storesOutside = memoized((definition: SyntaxNode, names: HostNames): readonly Store[] =>
  writesIn(definition, names)
    .map((write) => ({ target: lookup(names, write.name, write.node), write }))
    .filter(({ target, write }) => !isOfCall(definition, target, write)),
);

/** The functions of the file that a call of one may come to, itself among them. */
const reachedFrom = memoized((definition: SyntaxNode, names: HostNames): ReadonlySet<SyntaxNode> => {
  const reached = new Set([definition]);
  for (const one of reached)
    for (const call of callsIn(one, names)) for (const called of ownFunctions(names, call)) reached.add(called);
  return reached;
});

/**
 * Whether a call of a function may change an object of a class (null: of none that is seen), by what it stores, or one
 * of the file's that it calls.
 */
const mayChange = (names: HostNames, definition: SyntaxNode, own: string | null): boolean =>
  keep(knownToChange(definition), own, () => {
    const isOne = ({ target, write }: Store): boolean =>
      target === null || own === null || !isOfOtherClass(names, own, target, write);
    return [...reachedFrom(definition, names)].some((reached) => storesOutside(reached, names).some(isOne));
  });

const knownToChange = memoized((_: SyntaxNode) => new Map<string | null, boolean>());

/** The class of the file's that a reference is declared with, or null. */
const classOf = (names: HostNames, reference: Declaration): string | null =>
  wordsOf(reference.typeText).find((word) => names.types.structs.has(word)) ?? null;

/**
 * Whether a store changes a variable whose class has no object of the class in it (C++ [basic.lval]): of a container of
 * the library, or of numbers. What a path leads to through a pointer or an element may be anything.
 */
function isOfOtherClass(names: HostNames, own: string, target: Declaration, write: Write): boolean {
  if (target.shape !== 'plain' || target.typeText === '' || wordsOf(target.typeText).includes('auto')) return false;
  const method = write.node.type === 'call_expression' ? childIn(write.node, 'function') : null;
  const path =
    childIn(write.node, 'left') ??
    childIn(write.node, 'argument') ??
    (method?.type === 'field_expression' ? childIn(method, 'argument') : null);
  return (
    (path === null || !/->|[*[(]/.test(textOf(names.source, path))) && !isMadeOf(names, target.typeText, own, new Set())
  );
}

const wordsOf = (type: string): readonly string[] => type.match(/\w+/g) ?? [];

/** Whether objects of a type may have one of a class of the text in them, or be one. */
function isMadeOf(names: HostNames, type: string, of: string, seen: Set<string>): boolean {
  return wordsOf(type).some((word) => {
    if (word === of || names.types.aliases.has(word)) return true;
    const struct = names.types.structs.get(word);
    if (struct === undefined || seen.has(word)) return false;
    seen.add(word);
    if (struct === null || struct.parameters.length > 0) return true;
    const parts = [...struct.members.values()].map(({ declaration }) =>
      textOf(names.source, childIn(declaration, 'type') ?? declaration),
    );
    return [...struct.bases, ...parts].some((part) => isMadeOf(names, part, of, seen));
  });
}
