/**
 * What a name of the source means: local, member of `this`, variable of the file, built-in, constant of the headers.
 */
import type { AddressSpace } from '../ir/ir.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import type { CType, StructType } from './types/c-type.ts';
import type { VariableDecl } from './file-scope.ts';
import type { Slot, Value } from './expressions/value.ts';
import { arrayId, bytes } from '../base/brand.ts';
import { bool, i32 } from '../base/ctype.ts';
import { builtin, truth, typeOf } from '../base/expr-build.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { elementMembers } from './memory/element-members.ts';
import { note, spanOf, textOf } from './context.ts';
import { use } from './uses.ts';
import { constantOf, convert, isConstantExpr } from './expressions/constants.ts';
import { basesOf, isSized, isUndeclaredOnly, sameCType, scalar, sizeOfType, vectorNamed } from './types/c-type.ts';
import { enumeratorsOf } from './types/enums.ts';
import { hasWord, onlyValue, splitName, visible } from './file-scope.ts';
import { isHiddenIn } from './classes/dependent-bases.ts';
import { baseNamed, fieldSlot, pathTo, structIn } from './classes/fields.ts';
import { namedConstant } from './expressions/literals.ts';
import type { Binding } from './scope.ts';
import { keep } from '../base/memoize.ts';
import { declaredBefore } from './declared-before.ts';
import { inherited, isOneOfSeveral } from './namesakes.ts';
import { emptyScope, lookUp } from './scope.ts';
import { chosenSpecialization } from './calls/specializations.ts';
import { bindingsKey, mayBeOne, mayBeSeveral } from './calls/instance-keys.ts';
import { bindTemplate, templateArguments } from './calls/templates.ts';
import { inheritedTruth } from './types/conditions.ts';
import { traitValue } from './types/type-traits.ts';
import { scalarValue, typeOfSlot } from './expressions/value.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { expanded } from './calls/packs.ts';

/** The last scope of `a::b<int>::f`; null without scopes. */
export function innermostScope(name: SyntaxNode): SyntaxNode | null {
  if (name.type !== 'qualified_identifier') return null;
  const inner = childIn(name, 'name');
  return (inner === null ? null : innermostScope(inner)) ?? childIn(name, 'scope');
}

/** The slot that a name denotes, or null when it is not declared anywhere. */
export function resolveName(cx: Context, node: SyntaxNode): Slot | null {
  const split = splitName(node, (inner) => textOf(cx, inner));
  const member = node.type === 'qualified_identifier' ? (localEnumerator(cx, node) ?? qualifiedMember(cx, node)) : null;
  if (member !== null) return member;
  if (split.scopes.length === 0) {
    const local = lookUp(cx.scope, split.name);
    if (local?.kind === 'slot') return local.slot;
    const { self } = cx.frame;
    if (self !== null) {
      const field = isOfOthers(cx, self, split.name) ? null : fieldSlot(self, split.name);
      if (field !== null) return field;
    }
  }
  const own = split.scopes.length === 0 ? inherited(cx, split.name) : null;
  if (own?.kind === 'slot') return own.slot;
  const entries = declaredBefore(
    cx,
    visible(cx.unit.declared.variables.get(split.name) ?? [], split.scopes, cx.frame.path),
    node,
  );
  if (split.scopes.length === 0 && isOneOfSeveral(cx, entries))
    return unclearName(fill(messages.ambiguous, { name: split.name }));
  const decl = split.arguments === null ? entries[0] : (entries.find((entry) => entry.template !== null) ?? entries[0]);
  if (decl !== undefined)
    return split.arguments === null || decl.template === null
      ? fileVariable(cx, decl, new Map())
      : templateVariable(cx, entries, split.arguments, node);
  const trait = traitValue(cx, node);
  if (trait !== null) return { kind: 'value', value: scalarValue(truth(trait)), type: scalar(bool) };
  const axis = hipIndex(split.name);
  if (axis !== null) return axis;
  const index = builtinVector(cx, split.name);
  if (index !== null) return index;
  const known = namedConstant(split.name);
  return known === null ? null : { kind: 'value', value: scalarValue(known), type: scalar(typeOf(known)) };
}

/**
 * Whether the object has a member of that name only from a base that the name is not looked up in, and something else
 * has the name.
 */
function isOfOthers(cx: Context, self: Slot, name: string): boolean {
  const struct =
    cx.unit.declared.variables.has(name) || isBuiltinVector(name) || namedConstant(name) !== null
      ? structIn(self)
      : null;
  return struct !== null && isHiddenIn(cx, struct, pathTo(struct, name)?.[0]?.name, name);
}

function localEnumerator(cx: Context, node: SyntaxNode): Slot | null {
  const found = lookUp(cx.scope, textOf(cx, node).replace(/\s/g, ''));
  return found?.kind === 'slot' ? found.slot : null;
}

/** `Class::name`: a static constant, or a member of `this` that it has from that class. */
function qualifiedMember(cx: Context, node: SyntaxNode): Slot | null {
  const named = classAndMember(cx, node);
  if (named === null) return null;
  const { owner, name } = named;
  const type = cx.rules.type(cx, owner);
  if (type.kind !== 'struct') return null;
  const { self } = cx.frame;
  const part = self === null ? null : baseNamed(self, type.struct.template?.name ?? type.struct.name);
  return (
    constantMember(cx, type.struct, textOf(cx, name)) ?? (part === null ? null : fieldSlot(part, textOf(cx, name)))
  );
}

/**
 * `space::Class` and `name` of `space::Class::name`, which the grammar reads from the left. Null for classes in
 * classes: a template's may be specialized elsewhere.
 */
function classAndMember(cx: Context, node: SyntaxNode): Readonly<{ owner: SyntaxNode; name: SyntaxNode }> | null {
  const scope = childIn(node, 'scope');
  const name = childIn(node, 'name');
  if (scope === null || name === null) return null;
  const inner = name.type === 'qualified_identifier' && isSpace(cx, scope) ? classAndMember(cx, name) : null;
  if (inner === null) return name.type === 'qualified_identifier' ? null : { owner: scope, name };
  const { owner } = inner;
  const last: SyntaxNode = {
    ...owner,
    field: 'name',
    type: owner.type === 'namespace_identifier' ? 'type_identifier' : owner.type,
  };
  return {
    owner: { ...node, end: owner.end, children: node.children.map((child) => (child === name ? last : child)) },
    name: inner.name,
  };
}

const isSpace = (cx: Context, scope: SyntaxNode): boolean =>
  scope.type === 'namespace_identifier' &&
  lookUp(cx.scope, textOf(cx, scope)) === null &&
  !cx.unit.declared.types.has(textOf(cx, scope));

/** A static constant of a class or of one that it derives from. */
function constantMember(cx: Context, struct: StructType, name: string): Slot | null {
  const found = struct.body === null ? null : lookUp(struct.body.scope, name);
  if (found?.kind === 'slot') return found.slot;
  for (const base of basesOf(struct)) {
    const inherited = constantMember(cx, base, name);
    if (inherited !== null) return inherited;
  }
  const truthValue = name === 'value' ? inheritedTruth(cx, struct) : null;
  return truthValue === null ? null : { kind: 'value', value: scalarValue(truth(truthValue)), type: scalar(bool) };
}

/** HIP's `hipThreadIdx_x` and the like: CUDA's `threadIdx.x`. */
function hipIndex(name: string): Slot | null {
  const match = /^hip(ThreadIdx|BlockIdx|BlockDim|GridDim)_([xyz])$/.exec(name);
  const axis = (['x', 'y', 'z'] as const).find((one) => one === match?.[2]);
  const vector = (['threadIdx', 'blockIdx', 'blockDim', 'gridDim'] as const).find(
    (one) => one.toLowerCase() === match?.[1]?.toLowerCase(),
  );
  if (axis === undefined || vector === undefined) return null;
  const value = builtin(`${vector}.${axis}`);
  return { kind: 'value', value: scalarValue(value), type: scalar(typeOf(value)) };
}

type BuiltinVector = 'threadIdx' | 'blockIdx' | 'blockDim' | 'gridDim';
const isBuiltinVector = (name: string): name is BuiltinVector =>
  name === 'threadIdx' || name === 'blockIdx' || name === 'blockDim' || name === 'gridDim';

function builtinVector(cx: Context, name: string): Slot | null {
  return isBuiltinVector(name) ? keep(cx.unit.kept.builtins, name, () => vectorOf(name)) : null;
}

function vectorOf(name: BuiltinVector): Slot | null {
  const struct = vectorNamed('dim3');
  if (struct === null) return null;
  const fields = new Map<string, Value>(
    (['x', 'y', 'z'] as const).map((axis) => [axis, scalarValue(builtin(`${name}.${axis}`))]),
  );
  return { kind: 'value', value: { kind: 'struct', type: struct, fields }, type: { kind: 'struct', struct } };
}

const unclearName = (because: string): Slot => ({
  kind: 'value',
  value: { kind: 'unknown', because, type: null },
  type: { kind: 'opaque', text: 'auto' },
});

/** An instance of a variable template: of the explicit specialization that matches, or of the template. */
function templateVariable(cx: Context, entries: readonly VariableDecl[], list: SyntaxNode, node: SyntaxNode): Slot {
  const given = templateArguments(cx, list);
  const choice = chosenSpecialization(
    cx,
    entries.filter((entry) => entry.template !== null || entry.specialization !== null),
    given,
  );
  const decl =
    choice.kind === 'specialization'
      ? choice.decl
      : entries.find((entry) => entry.specialization === null && entry.template !== null);
  if (decl === undefined || choice.kind === 'unclear') {
    return unclearName(
      decl === undefined
        ? fill(messages.undeclared, { text: textOf(cx, node) })
        : fill(messages.ambiguousSpecialization, { text: textOf(cx, node) }),
    );
  }
  const bound = choice.kind === 'specialization' ? choice.bound : bindTemplate(cx, decl.template, given, decl.node);
  const isConstant = hasWord(decl.node, 'const') || hasWord(decl.node, 'constexpr');
  if (!isConstant && isUnclearInstance(cx, decl, bound))
    return unclearName(fill(messages.severalInstances, { name: decl.name }));
  return fileVariable(cx, decl, bound);
}

/** Whether the template's arguments may be those of another instance that is in use. */
function isUnclearInstance(cx: Context, decl: VariableDecl, bound: ReadonlyMap<string, Binding>): boolean {
  const key = bindingsKey(cx, bound);
  const start = `${decl.declarator.start} `;
  return (
    mayBeSeveral(key) ||
    [...cx.globals.keys()].some(
      (other) => other.startsWith(start) && other !== start + key && mayBeOne(other, start + key),
    )
  );
}

/** A variable of file scope: a constant, or an array that all functions share. */
function fileVariable(cx: Context, decl: VariableDecl, bound: ReadonlyMap<string, Binding>): Slot {
  const key = bound.size === 0 ? `${decl.declarator.start}` : `${decl.declarator.start} ${bindingsKey(cx, bound)}`;
  const known = cx.globals.get(key);
  if (known !== undefined) return known;
  const outer = { scope: cx.scope, path: cx.frame.path, out: cx.out };
  cx.scope = bound.size === 0 ? emptyScope : { names: new Map(bound), parent: null };
  cx.frame = { ...cx.frame, path: decl.path };
  cx.out = [];
  const made = decl.enumeration === null ? declaredVariable(cx, decl) : enumerator(cx, decl, decl.enumeration);
  cx.scope = outer.scope;
  cx.frame = { ...cx.frame, path: outer.path };
  cx.out = outer.out;
  cx.globals.set(key, made);
  return made;
}

/** An enumerator; the others of its enumeration come with it. */
function enumerator(cx: Context, decl: VariableDecl, specifier: SyntaxNode): Slot {
  use(cx, 'constant', decl.name, decl.node);
  for (const one of enumeratorsOf(cx, specifier)) cx.globals.set(`${one.node.start}`, one.slot);
  return (
    cx.globals.get(`${decl.declarator.start}`) ?? {
      kind: 'value',
      value: { kind: 'unknown', because: fill(messages.unknownValue, { name: decl.name }), type: scalar(i32) },
      type: scalar(i32),
    }
  );
}

function declaredVariable(cx: Context, decl: VariableDecl): Slot {
  const typeNode = childIn(decl.node, 'type');
  const isConst = hasWord(decl.node, 'const') || hasWord(decl.node, 'constexpr');
  const quals = { volatile: hasWord(decl.node, 'volatile'), isConst };
  const deduced =
    isConst && typeNode?.type === 'placeholder_type_specifier' && decl.value !== null
      ? cx.rules.value(cx, onlyValue(decl.value))
      : null;
  if (deduced?.kind === 'scalar' && isConstantExpr(deduced.expr)) {
    use(cx, 'constant', decl.name, decl.node);
    return { kind: 'value', value: deduced, type: scalar(typeOf(deduced.expr)) };
  }
  const base = typeNode === null ? scalar(i32) : cx.rules.type(cx, typeNode);
  const type = withInitializedExtent(cx, cx.rules.declared(cx, decl.declarator, base, quals), decl.value);
  if (type.kind === 'reference') return referred(cx, decl, type.to);
  if (isConst && decl.value !== null && type.kind === 'scalar') {
    const value = cx.rules.value(cx, onlyValue(decl.value));
    if (value.kind === 'scalar' && isConstantExpr(value.expr)) {
      use(cx, 'constant', decl.name, decl.node);
      return { kind: 'value', value: scalarValue(convert(value.expr, type.type)), type };
    }
  }
  use(cx, 'array', decl.name, decl.node);
  if (hasWord(decl.node, '__shared__'))
    return sharedArray(cx, decl.name, type, quals.volatile, decl.node, hasWord(decl.node, 'extern'));
  const space =
    hasWord(decl.node, '__constant__') || (isConst && !hasWord(decl.node, '__device__')) ? 'constant' : 'global';
  const slot = arraySlot(cx, decl.name, space, type, quals.volatile, decl.node);
  const made = slot.kind === 'memory' ? cx.arrays.get(slot.place.array) : undefined;
  if (made !== undefined && decl.value !== null && (isConst || space === 'constant'))
    cx.arrays.set(made.id, { ...made, isTable: true });
  const own = made === undefined ? undefined : cx.arrays.get(made.id);
  if (
    own !== undefined &&
    decl.value !== null &&
    !['', 'nullptr', 'NULL', '0'].includes(textOf(cx, onlyValue(decl.value)).replace(/\W+/g, ''))
  )
    cx.arrays.set(own.id, { ...own, isPointing: true, ...startsOf(cx, decl.value) });
  return slot;
}

/** What a variable begins with, unless it is known to be nothing but zeros. */
function startsOf(cx: Context, initializer: SyntaxNode): Readonly<{ starts?: readonly bigint[] }> {
  const only = onlyValue(initializer);
  const items = only.type === 'initializer_list' || only.type === 'argument_list' ? namedChildren(only) : [only];
  const values = items.map((item): bigint | null => {
    const value = /^(?:number_literal|identifier|qualified_identifier|false)$/.test(item.type)
      ? cx.rules.value(cx, item)
      : null;
    return value?.kind === 'scalar' ? constantOf(value.expr) : null;
  });
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return { starts: [] };
  return known.every((value) => value === 0n) ? {} : { starts: known };
}

/** `T &r = x` is another name for `x`; of what else it may refer to nothing is known, but that a constant is one. */
function referred(cx: Context, decl: VariableDecl, type: CType): Slot {
  use(cx, 'constant', decl.name, decl.node);
  const slot = decl.value === null ? null : cx.rules.slot(cx, onlyValue(decl.value));
  const value =
    slot === null && decl.value !== null && type.kind === 'scalar' ? cx.rules.value(cx, onlyValue(decl.value)) : null;
  if (value?.kind === 'scalar' && type.kind === 'scalar' && isConstantExpr(value.expr))
    return { kind: 'value', value: scalarValue(convert(value.expr, type.type)), type };
  const held = slot === null ? null : typeOfSlot(slot);
  const isSame =
    slot !== null &&
    cx.out.length === 0 &&
    held !== null &&
    (sameCType(held, type) || childIn(decl.node, 'type')?.type === 'placeholder_type_specifier');
  return isSame
    ? slot
    : {
        kind: 'unknown',
        because: fill(messages.unknownReferent, { name: decl.name }),
        type,
        footprint: 'everything',
        clobbers: null,
      };
}

/** `T a[] = { … }` has as many elements as its initializer. */
export function withInitializedExtent(cx: Context, type: CType, value: SyntaxNode | null): CType {
  if (type.kind !== 'array' || type.extent !== null || value?.type !== 'initializer_list') return type;
  const items = expanded(cx, namedChildren(value));
  return items.some((item) => item.type === 'parameter_pack_expansion') ? type : { ...type, extent: items.length };
}

/** Declares an array of that space; the slot of the whole of it. */
export function arraySlot(
  cx: Context,
  name: string,
  space: AddressSpace,
  type: CType,
  volatile: boolean,
  node: SyntaxNode,
  parameter: string | null = null,
): Slot {
  const id = freshArray(cx, name);
  const extents: (number | null)[] = [];
  let element = type;
  for (; element.kind === 'array'; element = element.of) extents.push(element.extent);
  const isUneven = extents.slice(1).includes(null);
  const missing = cx.unknownExtents.map((extent) => extent.text).join(', ');
  if (element.kind === 'opaque') note(cx, node, fill(messages.undeclaredElement, { text: element.text, name }));
  if (element.kind === 'struct' && !isSized(element) && isUndeclaredOnly(element))
    note(cx, node, fill(messages.undeclaredMembers, { name: element.struct.name }));
  cx.arrays.set(id, {
    id,
    name,
    space,
    element: element.kind === 'scalar' ? element.type : null,
    elementBytes: bytes(sizeOfType(element)),
    ...(element.kind === 'struct' ? { members: elementMembers(element) } : {}),
    extents,
    parameter,
    span: spanOf(cx, node),
  });
  if (isUneven) {
    const because = fill(messages.variableExtent, { text: missing === '' ? '' : `\`${missing}\` `, name });
    note(cx, node, because);
    return { kind: 'unknown', because, type, footprint: [id], clobbers: null };
  }
  if (!isSized(element) && element.kind !== 'void') cx.madeUp.set(id, element);
  if (!isUndeclaredOnly(element) && element.kind === 'struct') {
    return {
      kind: 'unknown',
      because: fill(messages.unknownLayout, { name: element.struct.name }),
      type,
      footprint: [id],
      clobbers: null,
    };
  }
  return { kind: 'memory', place: { array: id, subscripts: [], offset: 0, volatile }, type };
}

/** `__shared__`; all `extern __shared__` arrays of a kernel are one piece of memory. */
export function sharedArray(
  cx: Context,
  name: string,
  type: CType,
  volatile: boolean,
  node: SyntaxNode,
  dynamic: boolean,
): Slot {
  if (!dynamic) return arraySlot(cx, name, 'shared', type, volatile, node);
  if (cx.dynamicShared !== null)
    return { kind: 'memory', place: { array: cx.dynamicShared, subscripts: [], offset: 0, volatile }, type };
  const unsized: CType = type.kind === 'array' ? { ...type, extent: null } : type;
  const slot = arraySlot(cx, name, 'shared', unsized, volatile, node);
  if (slot.kind === 'memory') cx.dynamicShared = slot.place.array;
  return slot;
}

function freshArray(cx: Context, name: string): ReturnType<typeof arrayId> {
  let id = arrayId(name);
  for (let k = 2; cx.arrays.has(id); k++) id = arrayId(`${name}#${k}`);
  return id;
}
