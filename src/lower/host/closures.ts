/**
 * The types of lambdas that host code hands to kernels: a class with a member for each capture
 * [expr.prim.lambda.closure], of the type that the captured variable has on the host. The body is lowered where a
 * kernel calls it (classes/closures.ts).
 *
 * What is not followed stays a member of unknown type, which may be anything. Over-approximating: a name that the body
 * declares itself is a member too where host code has a variable of that name.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { CaptureList } from '../../parse/captures.ts';
import type { CType, StructType } from '../types/c-type.ts';
import type { Environment, Host } from './host.ts';
import type { LocalDeclaration } from './declarations.ts';
import type { Binding } from '../scope.ts';
import { capturesOf, namesInBody } from '../../parse/captures.ts';
import { childIn } from '../../parse/node.ts';
import { spanOf, textOf } from '../context.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { hasWord, onlyValue } from '../file-scope.ts';
import { isSized } from '../types/c-type.ts';
import { layoutOf } from '../classes/layout.ts';
import { copiedThis } from '../classes/closures.ts';
import { bindingKey } from '../calls/templates.ts';
import { typeOfValue } from '../expressions/value.ts';
import { at } from './host.ts';
import { localDeclaration } from './declarations.ts';
import { classAround } from './written.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

type TypeOf = (node: SyntaxNode) => CType | null;
type Member = Readonly<{ name: string; type: CType }>;

/** `typeOf`: of expressions at their place, in the same environment. */
export function closureType(host: Host, lambda: SyntaxNode, env: Environment, typeOf: TypeOf): CType {
  const { cx } = host;
  const key = `${lambda.start} ${[...env].map(([name, binding]) => `${name}=${bindingKey(binding)}`).join()}`;
  const known = host.closures.get(key);
  if (known !== undefined) return { kind: 'struct', struct: known };
  const list = capturesOf(lambda, (node) => textOf(cx, node));
  const name = nameOf(host, lambda);
  if (!list.isWhole) return { kind: 'opaque', text: name };
  const started: StructType = {
    name,
    fields: [],
    size: 1,
    align: 1,
    dataSize: 1,
    sized: false,
    template: null,
    body: null,
    closure: lambda,
  };
  host.closures.set(key, started);
  return at(host, lambda, env, () => {
    const { members, others } = capturedBy(host, lambda, list, typeOf, env);
    const names = new Map(cx.scope.names);
    for (const member of members) names.delete(member.name);
    for (const [other, binding] of others) names.set(other, binding);
    const { isKnown, ...placed } = layoutOf(
      members.map((member) => ({
        ...member,
        role: 'member',
        align: 1,
        isPacked: false,
        isOverlapping: false,
        bits: null,
        initializer: null,
      })),
      { isUnion: false, isPacked: false, most: null, align: 1, start: 0 },
    );
    const body = {
      node: { ...lambda, type: 'struct_specifier', children: [] },
      scope: { names, parent: null },
      path: [...cx.frame.path, name],
    };
    return {
      kind: 'struct',
      struct: Object.assign(started, {
        ...placed,
        sized: isKnown && members.every((member) => isSized(member.type)),
        body,
      }),
    };
  });
}

/** `lambda at scan.cu:12`; one that is the second of its line, or stands in a template, says so. */
function nameOf(host: Host, lambda: SyntaxNode): string {
  const { file, line } = spanOf(host.cx, lambda);
  const plain = `lambda at ${file.replace(/^.*\//, '')}:${line}`;
  const taken = new Set([...host.closures.values()].map((struct) => struct.name));
  let name = plain;
  for (let k = 2; taken.has(name); k++) name = `${plain} (${k})`;
  return name;
}

/**
 * `others`: what names of host variables stand for that are not captured: constants, which need not be, or nothing that
 * is known.
 */
function capturedBy(
  host: Host,
  lambda: SyntaxNode,
  list: CaptureList,
  typeOf: TypeOf,
  env: Environment,
): Readonly<{ members: readonly Member[]; others: ReadonlyMap<string, Binding> }> {
  const { cx } = host;
  const members = new Map<string, Member>();
  const others = new Map<string, Binding>();
  const add = (name: string, type: CType | null, byReference: boolean): void => {
    const of = type ?? unknownType(name);
    members.set(name, { name, type: byReference ? { kind: 'reference', to: of, isConst: false } : of });
  };
  for (const { name, byReference, value, node } of list.explicit) add(name, typeOf(value ?? node), byReference);
  for (const name of namesInBody(lambda, (node) => textOf(cx, node))) {
    const local = members.has(name) ? null : localDeclaration(host, lambda, name);
    if (local === null) continue;
    const constant = constantBinding(host, local, name, env);
    if (constant !== null) others.set(name, constant);
    else if (list.byDefault === null)
      others.set(name, {
        kind: 'slot',
        key: name,
        slot: {
          kind: 'unknown',
          because: fill(messages.notCaptured, { name }),
          type: null,
          footprint: 'everything',
          clobbers: null,
        },
      });
    else add(name, typeOfLocal(host, lambda, name, typeOf), list.byDefault === '&');
  }
  const self = list.self ?? (list.byDefault === null ? null : 'pointer');
  const owner = self === null ? null : classOfThis(host, lambda, env);
  if (owner !== null)
    members.set('this', {
      name: self === 'copy' ? copiedThis : 'this',
      type: self === 'copy' ? owner : { kind: 'pointer', to: owner, volatile: false, isConst: false },
    });
  return { members: [...members.values()], others };
}

/** The class of `this`, laid out; null outside of classes. */
function classOfThis(host: Host, lambda: SyntaxNode, env: Environment): CType | null {
  const around = classAround(host, lambda, env);
  const name =
    around?.kind === 'struct' && around.struct.body !== null ? childIn(around.struct.body.node, 'name') : null;
  return name === null ? around : at(host, lambda, env, () => host.cx.rules.type(host.cx, name));
}

const unknownType = (name: string): CType => ({ kind: 'opaque', text: fill(messages.typeOf, { name }) });

/** The type of a variable where the lambda is made, by a mention of it in the body that means it. */
function typeOfLocal(host: Host, lambda: SyntaxNode, name: string, typeOf: TypeOf): CType | null {
  const wanted = localDeclaration(host, lambda, name);
  const find = (node: SyntaxNode): CType | null => {
    if (node.type === 'identifier' && textOf(host.cx, node) === name)
      return localDeclaration(host, node, name)?.declarator === wanted?.declarator ? typeOf(node) : null;
    for (const child of node.children) {
      const found = find(child);
      if (found !== null) return found;
    }
    return null;
  };
  return find(lambda);
}

/** A constant of the function around: its value, which needs no capture. */
function constantBinding(
  host: Host,
  { declaration, declarator }: LocalDeclaration,
  name: string,
  env: Environment,
): Binding | null {
  const { cx } = host;
  const value = childIn(declarator, 'value');
  if (
    declaration.type !== 'declaration' ||
    value === null ||
    childIn(declarator, 'declarator')?.type !== 'identifier' ||
    !(hasWord(declaration, 'const') || hasWord(declaration, 'constexpr'))
  )
    return null;
  return at(host, declaration, env, () => {
    const made = cx.rules.value(cx, onlyValue(value));
    const typeNode = childIn(declaration, 'type');
    const wanted =
      typeNode === null || typeNode.type === 'placeholder_type_specifier'
        ? typeOfValue(made)
        : cx.rules.type(cx, typeNode);
    if (made.kind !== 'scalar' || wanted?.kind !== 'scalar') return null;
    const expr = convert(made.expr, wanted.type);
    return constantOf(expr) === null
      ? null
      : {
          kind: 'slot',
          key: `constant ${name}`,
          slot: { kind: 'value', value: { kind: 'scalar', expr }, type: wanted },
        };
  });
}
