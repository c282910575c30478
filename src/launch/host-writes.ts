/**
 * Which expressions and declarations of host code change variables, and which give them another name through which they
 * may change at any time. Over-approximates the writes; what calls do is for host-call-writes.ts.
 */
import type { MappedText } from '../base/text-map.ts';
import type { Parents } from '../parse/parents.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Write } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { functionAround } from '../parse/parents.ts';
import { calleeName, isMarkedConst } from './declarator.ts';
import { type addressTaken, givesReference } from './host-call-writes.ts';
import { isConstInVain } from './hidden-references.ts';
import { isNamedCast, refersToArgument } from './library-calls.ts';
import { targetOf } from './write-targets.ts';

type Writing = Readonly<{
  source: MappedText;
  parents: Parents;
  functions: ReadonlyMap<string, readonly SyntaxNode[]>;
  writes: Map<string, Write[]>;
}>;

function add(b: Writing, write: Write): void {
  const list = b.writes.get(write.name);
  if (list === undefined) b.writes.set(write.name, [write]);
  else list.push(write);
}

/** What a function returns by reference may be set wherever it is called. */
export function recordReturned(b: Writing, node: SyntaxNode): void {
  const definition = functionAround(b.parents, node);
  if (definition !== null && givesReference(b.source, definition))
    recordChange(b, namedChildren(node)[0] ?? null, node, true);
}

/** What `auto &[a, b] = s` gives other names to. */
export function recordBound(b: Writing, declarator: SyntaxNode): void {
  const bound = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : null;
  if (
    bound?.type === 'reference_declarator' &&
    namedChildren(bound).some(({ type }) => type === 'structured_binding_declarator')
  )
    recordChange(b, childIn(declarator, 'value'), declarator, true);
}

export function recordAssignment(b: Writing, node: SyntaxNode): void {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  const operator = childIn(node, 'operator')?.type ?? '=';
  const target = left === null ? null : targetOf(b.source, left);
  if (target !== null) add(b, { ...target, operator, value: right, escapes: false, node });
  else recordChange(b, left, node, false);
}

/** `(int &)x` and `static_cast<int &>(x)`: x under another name. */
export function recordCast(b: Writing, node: SyntaxNode): void {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const isNamed =
    callee?.type === 'template_function' && isNamedCast(textOf(b.source, childIn(callee, 'name') ?? callee));
  const type = isNamed
    ? namedChildren(childIn(callee, 'arguments') ?? callee)[0]
    : node.type === 'cast_expression'
      ? childIn(node, 'type')
      : null;
  const isReference =
    type?.type === 'type_descriptor' &&
    childIn(type, 'declarator')?.type === 'abstract_reference_declarator' &&
    (isConstInVain(b.source, textOf(b.source, childIn(type, 'type') ?? type)) || !isMarkedConst(b.source, type));
  if (isReference) recordChange(b, isNamed ? (childIn(node, 'arguments') ?? null) : childIn(node, 'value'), node, true);
}

/** `&x`, for code that changes what is there; from the address of one element, its neighbours are reached. */
export function recordAddress(b: Writing, node: SyntaxNode, taken: ReturnType<typeof addressTaken>): void {
  if (taken === 'only read') return;
  const escapes = taken === 'kept';
  const place = childIn(node, 'argument');
  const target = place?.type === 'subscript_expression' ? targetOf(b.source, place) : null;
  if (target !== null) add(b, { ...target, member: null, operator: '', value: null, escapes, node });
  else recordChange(b, place, node, escapes);
}

/** A change of what an expression names, or of all that it may name. */
export function recordChange(b: Writing, node: SyntaxNode | null, by: SyntaxNode, escapes: boolean): void {
  const target = node === null ? null : targetOf(b.source, node);
  if (target !== null) add(b, { ...target, operator: '', value: null, escapes, node: by });
  else if (node !== null) for (const part of placesOf(b, node)) recordChange(b, part, by, escapes);
}

/**
 * The parts of an expression that it may refer to: the arms of `c ? x : y`, what `(x = 3)` sets, the objects of calls.
 */
function placesOf(b: Writing, node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.type) {
    case 'parenthesized_expression':
    case 'argument_list':
      return namedChildren(node);
    case 'comma_expression':
    case 'conditional_expression':
      return namedChildren(node).slice(1);
    case 'assignment_expression':
      return namedChildren(node).slice(0, 1);
    case 'update_expression':
      return [childIn(node, 'argument') ?? []].flat();
    case 'cast_expression':
      return [childIn(node, 'value') ?? []].flat();
    case 'call_expression': {
      const callee = childIn(node, 'function');
      const name = calleeName(callee);
      const object = callee?.type === 'field_expression' ? childIn(callee, 'argument') : null;
      if (object !== null) return [object];
      return name !== null && refersToArgument(textOf(b.source, name))
        ? namedChildren(childIn(node, 'arguments') ?? node)
        : [];
    }
    default:
      return [];
  }
}
