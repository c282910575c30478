/**
 * Which argument of a class's constructors a member gets: `S(int n_) : n(n_) {}`. Exact: only where every constructor
 * that takes as many arguments gives the member the same one, unchanged, and does nothing else.
 */
import type { HostNames } from './host-names.ts';
import type { Struct } from './type-index.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { declaredName, parametersOf } from './declarator.ts';
import { assigns } from './host-call-writes.ts';
import { hostType } from './host-value.ts';
import { sameType } from '../base/ctype.ts';
import { structNamed } from './type-index.ts';

/** The place among `count` arguments; null where that is not certain. `type`: of the member, as written. */
export function argumentOf(
  names: HostNames,
  struct: Struct,
  count: number,
  { member, type }: Readonly<{ member: string; type: string | null }>,
): number | null {
  const constructors = constructorsOf(names, struct);
  if (constructors === null || struct.bases.length > 0) return null;
  const isPointerMember =
    type?.endsWith('*') === true || struct.members.get(member)?.declarator.type === 'pointer_declarator';
  const places = constructors
    .filter((each) => parametersOf(each).length === count)
    .map((each) => placeIn(names, each, { name: member, type, isPointerMember }));
  const [first = null, ...others] = places;
  return others.every((place) => place === first) ? first : null;
}

/**
 * Whether an object that is made without arguments has in the member what the class says: the constructors that may be
 * meant have empty bodies, and give it nothing.
 */
export function beginsBare(names: HostNames, struct: Struct, member: string): boolean {
  const constructors = constructorsOf(names, struct);
  if (constructors === null || struct.bases.length > 0) return false;
  return constructors
    .filter((each) => parametersOf(each).every(({ type }) => type !== 'parameter_declaration'))
    .every((each) => {
      const body = childIn(each, 'body');
      const list = each.children.find((child) => child.type === 'field_initializer_list');
      return (
        body !== null &&
        namedChildren(body).length === 0 &&
        (list === undefined ||
          (!assigns(list) &&
            namedChildren(list).every((one) => {
              const [name] = namedChildren(one);
              return name?.type === 'field_identifier' && textOf(names.source, name) !== member;
            })))
      );
    });
}

/**
 * What a member gets of the one object of class `from` that a class is made of, and the constructor's parameter for it:
 * `C(D &d) : p(d.q) {}`. Null where that is not certain: several constructors may be meant, or the constructor does
 * more with the member.
 */
export function convertedMember(
  names: HostNames,
  struct: Struct,
  from: string,
  member: string,
): Readonly<{ value: SyntaxNode; parameter: SyntaxNode }> | null {
  const constructor = onlyConversion(names, struct);
  const other = structNamed(names.types, from);
  const [parameter] = constructor === null ? [] : parametersOf(constructor);
  if (
    constructor === null ||
    parameter === undefined ||
    other === null ||
    other === undefined ||
    other.bases.length > 0 ||
    /\boperator\b/.test(textOf(names.source, other.node))
  )
    return null;
  if (structNamed(names.types, textOf(names.source, childIn(parameter, 'type') ?? parameter)) !== other) return null;
  const list = constructor.children.find((child) => child.type === 'field_initializer_list');
  const body = childIn(constructor, 'body');
  if (list === undefined || body === null || assigns(list) || mayTouch(names, body, member)) return null;
  const given = namedChildren(list).find((each) => textOf(names.source, namedChildren(each)[0] ?? each) === member);
  const [value, more] = given === undefined ? [] : namedChildren(namedChildren(given)[1] ?? given);
  return value === undefined || more !== undefined ? null : { value, parameter };
}

/**
 * The one constructor of a class without bases that makes an object of one argument of another type; null: several may
 * be meant.
 */
export function onlyConversion(names: HostNames, struct: Struct): SyntaxNode | null {
  const constructors = constructorsOf(names, struct);
  if (constructors === null || struct.bases.length > 0) return null;
  const [only, second] = constructors.filter((constructor) => {
    const [parameter, ...more] = parametersOf(constructor);
    return (
      parameter !== undefined &&
      more.length === 0 &&
      structNamed(names.types, textOf(names.source, childIn(parameter, 'type') ?? parameter)) !== struct
    );
  });
  return second === undefined ? (only ?? null) : null;
}

/** Whether statements name the member, the whole object, or a function. */
const mayTouch = (names: HostNames, node: SyntaxNode, member: string): boolean =>
  node.type === 'this' ||
  node.type === 'call_expression' ||
  node.type === 'lambda_expression' ||
  (/identifier$/.test(node.type) && textOf(names.source, node) === member) ||
  node.children.some((child) => mayTouch(names, child, member));

/**
 * Null: some are written elsewhere, or take other numbers of arguments than they name, as lists do (C++
 * [over.match.list]).
 */
function constructorsOf(names: HostNames, struct: Struct): readonly SyntaxNode[] | null {
  const name = childIn(struct.node, 'name');
  const own = name === null ? '' : textOf(names.source, name);
  const found: SyntaxNode[] = [];
  for (const child of namedChildren(childIn(struct.node, 'body') ?? struct.node)) {
    const declared =
      child.type !== 'template_declaration' && childIn(child, 'type') === null
        ? declaredName(childIn(child, 'declarator'))
        : null;
    if (child.type === 'template_declaration' && new RegExp(`\\b${own}\\s*\\(`).test(textOf(names.source, child)))
      return null;
    if (declared === null || textOf(names.source, declared) !== own) continue;
    if (
      child.type !== 'function_definition' ||
      parametersOf(child).some(
        (each) => each.type !== 'parameter_declaration' || /\binitializer_list\b/.test(textOf(names.source, each)),
      )
    )
      return null;
    found.push(child);
  }
  return found;
}

type Member = Readonly<{ name: string; type: string | null; isPointerMember: boolean }>;

function placeIn(names: HostNames, constructor: SyntaxNode, member: Member): number | null {
  const body = childIn(constructor, 'body');
  const list = constructor.children.find((child) => child.type === 'field_initializer_list');
  if (body === null || namedChildren(body).length > 0 || list === undefined) return null;
  // another initializer may change the parameter before
  if (assigns(list)) return null;
  const given = namedChildren(list).find(
    (each) => textOf(names.source, namedChildren(each)[0] ?? each) === member.name,
  );
  const [value, second] = given === undefined ? [] : namedChildren(namedChildren(given)[1] ?? given);
  if (value?.type !== 'identifier' || second !== undefined) return null;
  const parameters = parametersOf(constructor);
  const place = parameters.findIndex((each) => {
    const name = declaredName(childIn(each, 'declarator'));
    return name !== null && textOf(names.source, name) === textOf(names.source, value);
  });
  const parameter = parameters[place];
  return parameter !== undefined && isUnchanged(names, parameter, member) ? place : null;
}

/** Whether a number or pointer that goes through the parameter is what the member would have got. */
function isUnchanged(names: HostNames, parameter: SyntaxNode, { type, isPointerMember }: Member): boolean {
  const isPointer = childIn(parameter, 'declarator')?.type === 'pointer_declarator';
  if (isPointer || isPointerMember) return isPointer && isPointerMember;
  const [own, through] = [type, childIn(parameter, 'type')].map((each) =>
    each === null
      ? null
      : hostType((typeof each === 'string' ? each : textOf(names.source, each)).replace(/\bconst\b/g, '').trim()),
  );
  return own === null || own === undefined
    ? through === null
    : through !== null && through !== undefined && sameType(own, through);
}
