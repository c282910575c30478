/**
 * Where the members of a class lie in its bytes, as the Itanium C++ ABI (which CUDA follows on Linux) places them:
 * base subobjects first (empty ones take no room, tail padding of classes that are no plain data is reused), then
 * members in order, those with `[[no_unique_address]]` like bases, bit-fields packed into units of their declared type.
 * Exact; not sized are classes with virtual bases, and those with two empty subobjects of one class at their start,
 * which have to lie apart [intro.object].
 */
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { BitRange, CType, Field, FieldRole, StructType } from '../types/c-type.ts';
import { alignOfType, isSameClass, sizeOfType } from '../types/c-type.ts';

export type Member = Readonly<{
  name: string;
  type: CType;
  role: FieldRole;
  /** `alignas` on the member; 1 without. */
  align: number;
  /** By an attribute of the member: it is aligned as bytes are. */
  isPacked: boolean;
  /** By `[[no_unique_address]]`: it takes no more room than a base. */
  isOverlapping: boolean;
  /** Width of a bit-field, or null. */
  bits: number | null;
  isVolatile?: true;
  initializer: SyntaxNode | null;
}>;
export type Shape = Readonly<{
  isUnion: boolean;
  /** By an attribute, which leaves members the alignment that is asked for at them. */
  isPacked: boolean;
  /** The largest alignment of a member, by `#pragma pack`; null: its own. */
  most: number | null;
  align: number;
  /** Bytes before the first member (a pointer to virtual functions). */
  start: number;
}>;
/** `dataSize`: without padding at the end, which a derived class may use. */
type Layout = Readonly<{ fields: readonly Field[]; size: number; align: number; dataSize: number; isKnown: boolean }>;

type Placed = { readonly member: Member; bit: number; endBit: number };

export function layoutOf(members: readonly Member[], shape: Shape): Layout {
  let bit = shape.start * 8;
  let align = Math.max(1, shape.align, shape.start === 0 ? 1 : shape.isPacked ? 1 : Math.min(8, shape.most ?? 8));
  let end = bit;
  const placed: Placed[] = [];
  for (const member of members) {
    const own = Math.min(
      shape.isPacked || member.isPacked ? member.align : Math.max(member.align, alignOfType(member.type), 1),
      shape.most ?? Infinity,
    );
    if (shape.isUnion) bit = 0;
    const room = roomOf(member);
    const isNothing = member.bits === null && room === 0 && isOverlapping(member);
    const at = isNothing
      ? 0
      : member.bits === null
        ? roundedUp(bit, own * 8)
        : bitFieldStart(bit, member.bits, member.type, shape.isPacked || shape.most !== null);
    const length = member.bits ?? room * 8;
    if (member.bits === null || member.name !== '') align = Math.max(align, own);
    placed.push({ member, bit: at, endBit: at + length });
    if (isNothing) continue;
    bit = at + length;
    end = Math.max(end, bit);
  }
  const dataSize = Math.ceil(end / 8);
  const size = Math.max(1, roundedUp(dataSize, align));
  const fields = placed
    .filter(({ member }) => member.bits === null || member.name !== '')
    .map((one): Field => {
      const { name, type, role, initializer } = one.member;
      const kept = {
        name,
        type,
        role,
        initializer,
        ...(one.member.isVolatile === true ? { isVolatile: true as const } : {}),
      };
      if (one.member.bits === null) return { ...kept, offset: one.bit / 8, bits: null };
      const range = unitOf(one, placed, size);
      return { ...kept, offset: range.offset, bits: range.bits };
    });
  return { fields, size, align, dataSize, isKnown: shape.isUnion || !haveSameEmpty(fields) };
}

/** Whether two of the members that begin where the class does have, or are, an empty object of one class there. */
function haveSameEmpty(fields: readonly Field[]): boolean {
  const found = fields.filter(({ offset }) => offset === 0).map(({ type }) => emptyAtStart(type));
  return found.some((own, k) =>
    found.slice(k + 1).some((others) => own.some((one) => others.some((other) => isSameClass(one, other)))),
  );
}

/** The classes of the empty objects that begin where an object of the type does. */
function emptyAtStart(type: CType): readonly StructType[] {
  if (type.kind === 'array') return emptyAtStart(type.of);
  if (type.kind !== 'struct') return [];
  const { struct } = type;
  const inner = struct.fields.filter(({ offset }) => offset === 0).flatMap((field) => emptyAtStart(field.type));
  return struct.dataSize === 0 ? [struct, ...inner] : inner;
}

const roundedUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit;

const isOverlapping = (member: Member): boolean => member.role === 'base' || member.isOverlapping;

/** Bytes that a member takes; an empty base takes none, another base may share its tail padding. */
function roomOf(member: Member): number {
  if (!isOverlapping(member) || member.type.kind !== 'struct') return sizeOfType(member.type);
  return member.type.struct.dataSize;
}

/** A bit-field does not cross a boundary of its declared type; one of no width goes to the next boundary. */
function bitFieldStart(bit: number, width: number, type: CType, isPacked: boolean): number {
  const unit = sizeOfType(type) * 8;
  if (width === 0) return roundedUp(bit, unit);
  return !isPacked && Math.floor(bit / unit) !== Math.floor((bit + width - 1) / unit) ? roundedUp(bit, unit) : bit;
}

/**
 * The integer that an access to a bit-field reads or writes: adjacent bit-fields are one memory location
 * [intro.memory], so it is the whole run where an aligned integer covers it without touching other members, else the
 * bytes of the field.
 */
function unitOf(one: Placed, all: readonly Placed[], size: number): Readonly<{ offset: number; bits: BitRange }> {
  const run = runOf(one, all);
  const others = all.filter((other) => other.member.bits === null && other.endBit > other.bit && !run.includes(other));
  const whole = windowOver(
    Math.min(...run.map((part) => part.bit)),
    Math.max(...run.map((part) => part.endBit)),
    others,
    size,
  );
  const window = whole ??
    windowOver(one.bit, one.endBit, [], size) ?? { offset: Math.floor(one.bit / 64) * 8, bytes: 8 };
  return {
    offset: window.offset,
    bits: { unit: unsigned(window.bytes), shift: one.bit - window.offset * 8, width: one.endBit - one.bit },
  };
}

function runOf(one: Placed, all: readonly Placed[]): readonly Placed[] {
  const at = all.indexOf(one);
  const isPart = (part: Placed | undefined): boolean =>
    part !== undefined && part.member.bits !== null && part.member.bits > 0;
  let from = at;
  let to = at;
  while (isPart(all[from - 1])) from--;
  while (isPart(all[to + 1])) to++;
  return all.slice(from, to + 1);
}

function windowOver(
  from: number,
  to: number,
  others: readonly Placed[],
  size: number,
): Readonly<{ offset: number; bytes: number }> | null {
  for (const bytes of [1, 2, 4, 8]) {
    const offset = Math.floor(from / (8 * bytes)) * bytes;
    const end = offset + bytes;
    if (end * 8 < to || end > size) continue;
    if (others.every((other) => other.endBit <= offset * 8 || other.bit >= end * 8)) return { offset, bytes };
  }
  return null;
}

function unsigned(bytes: number): ScalarType {
  return { kind: 'int', bits: bytes === 1 ? 8 : bytes === 2 ? 16 : bytes === 4 ? 32 : 64, signed: false };
}
