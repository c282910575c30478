/**
 * A launch configuration that is a member of an object of the file's, set by the object's constructor. Exact: only
 * where the object is made of one argument, the constructor's statements are assignments to its members, and nothing
 * changes the object afterwards.
 *
 * Example: `struct Config { cudaLaunchConfig_t cfg; Config(const Sizes &s) { cfg = {}; cfg.blockDim = s.block; } };`,
 * `auto c = Config(sizes);` and `cudaLaunchKernelEx(&c.cfg, k, d)` launch blocks of `sizes.block`.
 */
import type { HostNames, Write } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { lookup } from './lookup.ts';
import { onlyConversion } from './member-initializers.ts';
import { structNamed } from './type-index.ts';
import { writesTo } from './reaching.ts';

/** `node`: the value, within the constructor that `call` runs. */
export type MadeMember = Readonly<{ node: SyntaxNode; constructor: SyntaxNode; call: SyntaxNode }>;

/**
 * What `&object.config` has in a member; null where that is not certain. `isRead`: writes that only read the object.
 */
export function memberMade(
  names: HostNames,
  node: SyntaxNode,
  member: string,
  isRead: (write: Write) => boolean,
): MadeMember | null {
  const bare = node.type === 'pointer_expression' && node.children[0]?.type === '&' ? childIn(node, 'argument') : null;
  const [object, field] = bare?.type === 'field_expression' ? [childIn(bare, 'argument'), childIn(bare, 'field')] : [];
  const declaration = object?.type === 'identifier' ? lookup(names, textOf(names.source, object), object) : null;
  if (
    bare === null ||
    field === null ||
    field === undefined ||
    declaration?.kind !== 'variable' ||
    declaration.shape !== 'plain' ||
    declaration.initial.kind !== 'expression'
  )
    return null;
  if (!writesTo(names, declaration, null).every(isRead)) return null;
  const call = declaration.initial.node;
  const callee = call.type === 'call_expression' ? childIn(call, 'function') : null;
  const made = callee?.type === 'identifier' ? textOf(names.source, callee) : '';
  if (declaration.typeText !== 'auto' && declaration.typeText !== made) return null;
  const struct = structNamed(names.types, made);
  const constructor =
    struct === null || struct === undefined || namedChildren(childIn(call, 'arguments') ?? call).length !== 1
      ? null
      : onlyConversion(names, struct);
  const value = constructor === null ? null : lastAssigned(names, constructor, textOf(names.source, field), member);
  return constructor === null || value === null ? null : { node: value, constructor, call };
}

/**
 * What the last assignment gives to `config.member`, where the constructor only assigns to members and calls nothing.
 */
function lastAssigned(names: HostNames, constructor: SyntaxNode, config: string, member: string): SyntaxNode | null {
  const body = childIn(constructor, 'body');
  const parameters = textOf(
    names.source,
    childIn(childIn(constructor, 'declarator') ?? constructor, 'parameters') ?? {
      ...constructor,
      end: constructor.start,
    },
  );
  let value: SyntaxNode | null = null;
  for (const statement of namedChildren(body ?? { ...constructor, children: [] })) {
    const [only] = statement.type === 'expression_statement' ? namedChildren(statement) : [];
    const [left, right] =
      only?.type === 'assignment_expression' && only.children[1]?.type === '='
        ? [childIn(only, 'left'), childIn(only, 'right')]
        : [null, null];
    if (left === null || right === null || doesMore(names, right)) return null;
    const [root = '', ...path] = textOf(names.source, left)
      .split('.')
      .map((part) => part.trim());
    if (!/^\w+$/.test(root) || new RegExp(`\\b${root}\\b`).test(parameters)) return null;
    if (root === config && (path.length === 0 || path[0] === member)) value = path.length === 1 ? right : null;
  }
  return value;
}

/** Whether an expression assigns something, or calls more than a constructor of the library's. */
const doesMore = (names: HostNames, node: SyntaxNode): boolean =>
  /^(?:assignment|update|lambda|new|delete)_expression$/.test(node.type) ||
  (node.type === 'call_expression' && textOf(names.source, childIn(node, 'function') ?? node) !== 'dim3') ||
  node.children.some((child) => doesMore(names, child));
