/**
 * Objects that host code hands, by address or reference, to functions whose bodies are not seen: those may set any
 * pointer in them. Over-approximating in time (before and after a launch alike); an object handed by its plain name,
 * where no prototype is seen, is taken as a copy, which is an assumption (docs/limits.md).
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { HostNames } from './host-names.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, parameterDeclaredAt, shapeOf, withoutCasts, isMarkedConst } from './declarator.ts';
import { hidesReference, isReference as takesReference } from './hidden-references.ts';
import { classTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';
import { convertsValue, copiesToFirst, leavesObjectsAlone } from './library-calls.ts';
import { libraryCallee } from './library-callee.ts';

/** `node`: the argument; `type`: the class of the object, null where it is not known. */
type Handed = Readonly<{ node: SyntaxNode; type: string | null }>;

/** What is handed to functions that are not seen. */
export const handedToUnseen = memoized((names: HostNames): readonly Handed[] =>
  names.calls.flatMap((call) => handedBy(names, call)),
);

function handedBy(names: HostNames, call: SyntaxNode): readonly Handed[] {
  const callee = calleeName(childIn(call, 'function'));
  const name = callee === null ? '' : textOf(names.source, callee);
  const library = libraryCallee(names, call) ?? '';
  const isSeen =
    names.functions.has(name) ||
    names.types.structs.has(name) ||
    convertsValue(name) ||
    (leavesObjectsAlone(library) && !copiesToFirst(library));
  if (isSeen || call.children.some((child) => child.type === 'kernel_call_syntax')) return [];
  return namedChildren(childIn(call, 'arguments') ?? call).flatMap((arg, k): readonly Handed[] => {
    // of an object that bytes are copied to, the pointers are among these
    if (copiesToFirst(library))
      return k === 0 && withoutCasts(arg).type === 'pointer_expression' ? objectOf(names, withoutCasts(arg), null) : [];
    const parameter = prototypeParameter(names, name, k);
    if (
      parameter !== null &&
      !hidesReference(names.source, textOf(names.source, childIn(parameter, 'type') ?? parameter)) &&
      isMarkedConst(names.source, parameter)
    )
      return [];
    return objectOf(names, withoutCasts(arg), parameter);
  });
}

/**
 * The object that an argument gives away: `&s`, a pointer to one, `s` itself where a prototype takes it by reference.
 */
function objectOf(names: HostNames, arg: SyntaxNode, parameter: SyntaxNode | null): readonly Handed[] {
  const isAddress = arg.type === 'pointer_expression' && arg.children[0]?.type === '&';
  const object = isAddress ? withoutCasts(childIn(arg, 'argument') ?? arg) : arg;
  const isReference = parameter !== null && takesReference(names.source, parameter);
  const pointed =
    isReference && object.type === 'pointer_expression' && object.children[0]?.type === '*'
      ? withoutCasts(childIn(object, 'argument') ?? object)
      : null;
  if (pointed !== null) return objectOf(names, pointed, null);
  if (!/^(?:identifier|field_expression|subscript_expression|this)$/.test(object.type)) return [];
  const type = classTypeOf(names, object);
  if (isAddress) return isObject(type) ? [{ node: arg, type }] : [];
  if (isReference) return isObject(type) ? [{ node: arg, type }] : [];
  const pointee = type?.endsWith(' *') === true ? type.slice(0, -2) : null;
  return pointee !== null && isObject(pointee) && pointee !== 'void' ? [{ node: arg, type: pointee }] : [];
}

const isObject = (type: string | null): boolean => type === null || (!type.endsWith('*') && hostType(type) === null);

/**
 * The parameter that a prototype in the file declares at a position; null where there is none, or more than one
 * prototype.
 */
function prototypeParameter(names: HostNames, name: string, position: number): SyntaxNode | null {
  const [only, second] = (names.declarations.get(name) ?? []).filter(({ kind }) => kind === 'other');
  return only === undefined || second !== undefined
    ? null
    : (parameterDeclaredAt(names.parents, only.node, position) ?? null);
}

/** Whether an object that is handed over may have a member of this name, of whichever class. */
export const isHandedOver = (names: HostNames, member: string): boolean =>
  handedToUnseen(names).some(({ type }) => type !== null && mayHold(names, type, member));

/** Whether an object of a class, or what it is made of, may have a member of this name. */
export function mayHold(names: HostNames, type: string | null, member: string, depth = 0): boolean {
  const struct = type === null ? undefined : names.types.structs.get(type.replace(/<.*$/s, '').trim());
  if (struct === undefined || struct === null || depth > 4) return true;
  if (struct.members.has(member)) return true;
  const parts = [...struct.members.values()].flatMap(({ declarator, declaration }) =>
    shapeOf(declarator) === 'pointer' ? [] : (childIn(declaration, 'type') ?? []),
  );
  const types = [...struct.bases, ...parts.map((part) => textOf(names.source, part))].map((each) =>
    each.replace(/<.*$/s, '').trim(),
  );
  return types.some((each) => names.types.structs.has(each) && mayHold(names, each, member, depth + 1));
}
