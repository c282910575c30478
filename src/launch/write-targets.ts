/**
 * Which variable of host code an expression names that is changed, and which member or element of it. Exact, or all of
 * the variable.
 */
import type { MappedText } from '../base/text-map.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Write } from './host-names.ts';
import { calleeName } from './declarator.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';

type Target = Pick<Write, 'name' | 'member' | 'isInside' | 'qualified'>;

/** `x`, `x.member`, `x[2]`; what lies deeper, or at an index that is not written as a number, counts as all of `x`. */
export function targetOf(source: MappedText, node: SyntaxNode): Target | null {
  switch (node.type) {
    case 'parenthesized_expression': {
      const inner = namedChildren(node)[0];
      return inner === undefined ? null : targetOf(source, inner);
    }
    case 'identifier':
      return { name: textOf(source, node), member: null, isInside: false, qualified: null };
    case 'type_identifier':
      return { name: textOf(source, node), member: null, isInside: false, qualified: null };
    case 'qualified_identifier': {
      const name = calleeName(node);
      return name === null ? null : { name: textOf(source, name), member: null, isInside: false, qualified: node };
    }
    case 'pointer_expression': {
      const object = childIn(node, 'argument');
      const pointed = object === null || node.children[0]?.type !== '*' ? null : targetOf(source, object);
      return pointed === null ? null : { ...pointed, member: null, isInside: true };
    }
    // which member it is, its pointer says
    case 'member_pointer_expression': {
      const object = childIn(node, 'argument');
      const inside = object === null ? null : targetOf(source, object);
      return inside === null ? null : { ...inside, member: null, isInside: true };
    }
    case 'field_expression':
    case 'subscript_expression': {
      const object = childIn(node, 'argument');
      const inside = object === null ? null : targetOf(source, object);
      // what a pointer in it points to may be any part of it
      if (inside !== null && object?.type === 'field_expression' && childIn(node, 'operator')?.type === '->')
        return { ...inside, member: null, isInside: true };
      if (inside === null || (object?.type !== 'identifier' && object?.type !== 'qualified_identifier'))
        return inside === null ? null : { ...inside, isInside: true };
      const field = childIn(node, 'field');
      // of `x.B::n`, which class it is of, is not followed
      if (node.type === 'field_expression')
        return { ...inside, isInside: true, member: field?.type === 'field_identifier' ? textOf(source, field) : null };
      const [index] = namedChildren(childIn(node, 'indices') ?? node);
      return {
        ...inside,
        isInside: true,
        member: index?.type === 'number_literal' ? `[${textOf(source, index)}]` : null,
      };
    }
    default:
      return null;
  }
}

/** What an argument may hand on by reference: `x`, `(x)`, `N::x`, `s.x`, `w[0]`, `c ? x : y`. */
export function placesIn(arg: SyntaxNode): readonly SyntaxNode[] {
  switch (arg.type) {
    case 'identifier':
    // in what reads like a prototype
    case 'type_identifier':
    case 'qualified_identifier':
    case 'field_expression':
    case 'member_pointer_expression':
    case 'subscript_expression':
      return [arg];
    case 'parenthesized_expression':
    case 'initializer_list':
      return namedChildren(arg).flatMap(placesIn);
    case 'conditional_expression':
      return [childIn(arg, 'consequence'), childIn(arg, 'alternative')].flatMap((arm) =>
        arm === null ? [] : placesIn(arm),
      );
    default:
      return [];
  }
}
