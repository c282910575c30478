/**
 * Objects of a program that is run (run.ts): their members and elements, what pointers point to, and what casts make of
 * them.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Place, Value, Variable } from './memory.ts';
import type { Result, Run } from './state.ts';
import type { Field, HostType } from './types.ts';
import { u32 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { constantOf } from '../host-value.ts';
import { onlyClassNamed } from '../type-index.ts';
import { classOf } from './functions.ts';
import { newPlace, noFrame, unknown } from './memory.ts';
import { at, constant, convertTo, load, nothing, number, stop, store, valueOf } from './state.ts';
import { fieldsOf, hasKnownSize, isPlainClass, isUpcast, sizeOf } from './types.ts';

/** A member of an object, also of its bases. */
export function memberOf(run: Run, object: Result, name: string): Result {
  if (object.place === null) return stop(run);
  if (object.type.kind === 'dims') {
    const axis = 'xyz'.indexOf(name);
    return axis < 0
      ? stop(run)
      : at({ type: { kind: 'scalar', type: u32 }, place: { ...object.place, at: object.place.at + 4 * axis } });
  }
  if (object.type.kind !== 'struct' || !isPlainClass(run.names, object.type.struct)) return stop(run);
  const found = fieldNamed(run, object.type, name, 0);
  if (found === null) return stop(run);
  // where the compiler puts it is not known, and something may point there otherwise
  if (object.place.block.device && !hasKnownSize(run.names, object.type)) return stop(run);
  const place: Place = { ...object.place, at: object.place.at + found.at };
  if (found.type.kind !== 'reference') return at({ type: found.type, place });
  const to = load(run, at({ type: { kind: 'pointer', to: found.type.to }, place }));
  return to.kind === 'pointer' && to.to !== null ? at({ type: found.type.to, place: to.to }) : stop(run);
}

function fieldNamed(
  run: Run,
  type: Extract<HostType, { kind: 'struct' }>,
  name: string,
  depth: number,
): Pick<Field, 'type' | 'at'> | null {
  const fields = fieldsOf(run.names, type);
  const own = fields.find((field) => field.name === name);
  // a member hides those of bases
  if (own !== undefined || depth > 8) return own ?? null;
  const found = fields.flatMap((base): readonly Pick<Field, 'type' | 'at'>[] => {
    const inBase =
      base.name === null && base.type.kind === 'struct' ? fieldNamed(run, base.type, name, depth + 1) : null;
    return inBase === null ? [] : [{ type: inBase.type, at: base.at + inBase.at }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** An object as one of a class that it is of or derives from: a function that is not virtual is chosen by that. */
export function asBase(run: Run, to: Extract<HostType, { kind: 'struct' }>, object: Variable): Variable {
  const found = basesOf(run, object, 0).filter(({ type }) => type.kind === 'struct' && type.struct === to.struct);
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only;
  stop(run);
  return object;
}

export function basesOf(run: Run, object: Variable, depth: number): readonly Variable[] {
  if (object.type.kind !== 'struct' || depth > 8) return [];
  const bases = fieldsOf(run.names, object.type).filter(({ name }) => name === null);
  return [
    object,
    ...bases.flatMap(({ type, at: offset }) =>
      basesOf(run, { type, place: { ...object.place, at: object.place.at + offset } }, depth + 1),
    ),
  ];
}

/** The object as one of the class whose method is called: it may be one of its bases. */
export function asOwner(run: Run, definition: SyntaxNode, object: Variable): Variable {
  const owner = onlyClassNamed(run.names.types, classOf(run.names, definition) ?? '');
  for (let { type, place } = object; type.kind === 'struct';) {
    if (type.struct === owner) return { type, place };
    const bases = fieldsOf(run.names, type).filter(({ name }) => name === null);
    const base = bases.find((one) => one.type.kind === 'struct' && (one.type.struct === owner || bases.length === 1));
    if (base === undefined) break;
    [type, place] = [base.type, { ...place, at: place.at + base.at }];
  }
  stop(run);
  return object;
}

/** Null: not known. */
export function truthOf(run: Run, result: Result): boolean | null {
  const value = load(run, result);
  if (value.kind === 'pointer') return value.to !== null;
  const known = value.kind === 'number' ? constantOf(value.expr) : null;
  return known === null ? null : Number(known) !== 0;
}

/** What a pointer points to. */
export function pointedTo(run: Run, pointer: Result): Result {
  const value = load(run, pointer);
  if (value.kind === 'function' || value.kind === 'closure') return valueOf({ kind: 'function' }, value);
  const to = pointer.type.kind === 'pointer' ? pointer.type.to : pointer.type.kind === 'array' ? pointer.type.of : null;
  return value.kind === 'pointer' && value.to !== null && to !== null ? at({ type: to, place: value.to }) : stop(run);
}

/** The key of an entry, or the index of an element, of the type that the map says; null: not known. */
export function keyIn(run: Run, object: Result, key: Result): string | bigint | number | null {
  const own = load(run, key);
  const [keys] = object.type.kind === 'box' && object.type.name === 'map' ? object.type.of : [];
  // two spellings may be one text
  if (own.kind === 'text') return /^"[^\\"]*"$/.test(own.text) ? own.text : null;
  return constant(run, keys?.kind === 'scalar' ? valueOf(keys, convertTo(keys, own)) : key);
}

/** `v[i]`, `m[key]`, which makes an element where there is none. */
export function elementOf(run: Run, object: Result, key: Result): Result {
  const box = object.place?.block.boxes.get(object.place.at);
  const index = keyIn(run, object, key);
  if (object.type.kind !== 'box' || box === undefined || index === null) return stop(run);
  const type = object.type.of[box.kind === 'vector' ? 0 : 1];
  if (type === undefined) return stop(run);
  if (box.kind === 'vector')
    return typeof index !== 'bigint' || index < 0n || index >= BigInt(box.count)
      ? stop(run)
      : at({ type, place: { block: box.elements, at: Number(index) * sizeOf(run.names, type) } });
  const known = box.entries.get(`${index}`);
  const place = known ?? newPlace();
  if (known === undefined) {
    box.entries.set(`${index}`, place);
    if (type.kind === 'pointer' || type.kind === 'scalar') store(run, { type, place }, number(int(0)));
    else run.rules.initialize(run, noFrame(), { type, place }, { kind: 'none' });
  }
  return at({ type, place });
}

/** What a cast makes of something: numbers are converted, pointers keep what they point to. */
export function castTo(run: Run, type: HostType, given: Result): Result {
  if (type.kind === 'reference')
    return given.place === null || isUpcast(type.to, given.type)
      ? stop(run)
      : at({ type: castObject(type.to, given), place: given.place });
  if (type.kind === 'void') return nothing;
  if (type.kind !== 'scalar' && type.kind !== 'pointer') return type.kind === given.type.kind ? given : stop(run);
  const value: Value = load(run, given);
  // addresses that are reckoned with as numbers
  if (type.kind === 'scalar' && value.kind === 'pointer' && type.type.kind !== 'bool') return valueOf(type, unknown);
  if (type.kind === 'pointer' && isUpcast(type.to, given.type)) return stop(run);
  // bytes of an object of which it is not known where its members are
  if (
    type.kind === 'pointer' &&
    type.to.kind === 'scalar' &&
    given.type.kind === 'pointer' &&
    given.type.to.kind === 'struct' &&
    !hasKnownSize(run.names, given.type.to)
  )
    return valueOf(type, unknown);
  return valueOf(type, convertTo(type, value));
}

const castObject = (to: HostType, given: Result): HostType => (to.kind === 'auto' ? given.type : to);
