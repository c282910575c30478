/**
 * Classes of libcu++ that kernels use without their headers: `cuda::atomic`, `atomic_ref`, `barrier`, `pipeline`, as
 * structs without members of their own; what their functions mean is in atomic-objects.ts, barrier-objects.ts and
 * async-copies.ts. libcu++ documentation, "Synchronization Primitives" and "Thread Scopes".
 */
import type { MemoryScope } from '../../ir/ir.ts';
import type { CType, StructType, TemplateArgument } from '../types/c-type.ts';
import { i64, u32, u64 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { alignOfType, isSized, pointerTo, printCType, scalar, sizeOfType } from '../types/c-type.ts';
import { constantOf } from '../expressions/constants.ts';

type LibraryClass = 'atomic' | 'atomic_ref' | 'barrier' | 'pipeline' | 'pipeline_shared_state' | 'arrival_token';
const classes: readonly string[] = [
  'atomic',
  'atomic_ref',
  'barrier',
  'pipeline',
  'pipeline_shared_state',
] satisfies readonly LibraryClass[];

/** `open`: what names it is not followed. */
const scopes = ['thread', 'block', 'device', 'system', 'open'] as const;
type ThreadScope = (typeof scopes)[number];

/**
 * The class of that name in `cuda::`, `cuda::std::` or `std::`; null for others. `text` is that of the template
 * arguments.
 */
export function libraryClass(
  name: string,
  path: readonly string[],
  given: readonly TemplateArgument[],
  text: string | null,
): CType | null {
  const isLibrary = path.every((scope) => /^(?:cuda|std|experimental|nvcuda|simt)$/.test(scope));
  const spelled = /^atomic_(int|uint|llong|ullong|bool)$/.test(name) ? 'atomic' : name;
  if (!isLibrary || !classes.includes(spelled) || (text === null && path.length === 0)) return null;
  const stages = given[1]?.kind === 'value' ? constantOf(given[1].value) : null;
  const value: CType =
    spelled === 'pipeline_shared_state'
      ? { kind: 'array', of: scalar(u64), extent: stages === null ? null : 2 * Number(stages) }
      : valueType(name, given);
  return {
    kind: 'struct',
    struct: made(spelled, value, scopeGiven(given[spelled.startsWith('atomic') && spelled === name ? 1 : 0], text)),
  };
}

/** By the order of the enumerators (memory-types.ts). */
const scopeValues = ['system', 'device', 'block', 'thread'] as const;

/** The scope that an argument says: by its value, or by the name that stands last. */
function scopeGiven(given: TemplateArgument | undefined, text: string | null): ThreadScope {
  const value = given?.kind === 'value' ? constantOf(given.value) : null;
  const named = /[<,]\s*(?:\w+\s*::\s*)*thread_scope_(\w+)\s*>?$/.exec(`<${text ?? ''}`.trimEnd())?.[1];
  return (
    (value === null ? scopes.find((one) => one === named) : scopeValues[Number(value)]) ??
    (given === undefined ? 'system' : 'open')
  );
}

function valueType(name: string, given: readonly TemplateArgument[]): CType {
  const first = given[0];
  if (first?.kind === 'type') return first.type;
  const bits = /llong$/.test(name) ? 64 : 32;
  return name === 'atomic_bool'
    ? scalar({ kind: 'bool' })
    : /^atomic_u?(int|llong)$/.test(name)
      ? scalar({ kind: 'int', bits, signed: !/_u/.test(name) })
      : { kind: 'opaque', text: 'the value of an atomic' };
}

function made(name: string, value: CType, scope: ThreadScope): StructType {
  const scopeArgument: TemplateArgument = { kind: 'value', value: int(scopes.indexOf(scope), u32) };
  const isAtomic = name.startsWith('atomic');
  const args: readonly TemplateArgument[] = isAtomic ? [{ kind: 'type', type: value }, scopeArgument] : [scopeArgument];
  const label = `cuda::${name}<${isAtomic ? `${printCType(value)}, ` : ''}${scope}>`;
  return { name: label, ...fieldsOf(name, value, scope), template: { name, arguments: args }, body: null };
}

type Layout = Pick<StructType, 'fields' | 'size' | 'align' | 'dataSize' | 'sized'>;

function fieldsOf(name: string, value: CType, scope: ThreadScope): Layout {
  if (name === 'pipeline_shared_state' && isSized(value)) return holding('state', value);
  // of several threads: the stages produced and consumed by this one, how many there are, and their objects
  // (shared-pipelines.ts)
  if (name === 'pipeline' && scope !== 'thread')
    return holdingAll([
      ['state', scalar(i64)],
      ['tail', scalar(i64)],
      ['stages', scalar(i64)],
      ['shared', pointerTo(scalar(u64))],
    ]);
  if (name === 'atomic') return holding('value', value);
  if (name === 'atomic_ref') return holding('object', pointerTo(value));
  return holding('state', scalar(name === 'barrier' ? u64 : i64));
}

function holdingAll(members: readonly (readonly [string, CType])[]): Layout {
  const fields = members.map(([name, type], k) => ({
    name,
    type,
    role: 'member' as const,
    initializer: null,
    offset: 8 * k,
    bits: null,
  }));
  return { fields, size: 8 * members.length, align: 8, dataSize: 8 * members.length, sized: true };
}

function holding(name: string, type: CType): Layout {
  const size = sizeOfType(type);
  return {
    fields: [{ name, type, role: 'member', initializer: null, offset: 0, bits: null }],
    size,
    align: alignOfType(type),
    dataSize: size,
    sized: isSized(type),
  };
}

/** An `atomic_ref` to an object of that type, with the scope of another. */
export function referenceClass(struct: StructType, value: CType): StructType {
  return made('atomic_ref', value, scopeOf(struct));
}

/** Which class of the library a struct is, or null. */
export function libraryClassOf(struct: StructType): LibraryClass | null {
  if (struct.body !== null || struct.template === null || !struct.name.startsWith('cuda::')) return null;
  const { name } = struct.template;
  return name === 'atomic' ||
    name === 'atomic_ref' ||
    name === 'barrier' ||
    name === 'pipeline' ||
    name === 'pipeline_shared_state'
    ? name
    : null;
}

export function scopeOf(struct: StructType): ThreadScope {
  const last = struct.template?.arguments.at(-1);
  const known = last?.kind === 'value' ? constantOf(last.value) : null;
  return scopes[Number(known ?? 3n)] ?? 'system';
}

/** Whether its scope is not known: the system's stands for it. */
export const isScopeOpen = (struct: StructType): boolean => scopeOf(struct) === 'open';

/** The scope of accesses as the IR knows it; null for the thread's own. */
export function memoryScopeOf(struct: StructType): MemoryScope | null {
  const scope = scopeOf(struct);
  return scope === 'thread' ? null : scope === 'open' ? 'system' : scope;
}
