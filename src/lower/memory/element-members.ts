/** The members of a type as reports name them. Gives nothing to proofs: only names. */
import type { CType, StructType } from '../types/c-type.ts';
import type { ElementMember } from '../../base/member.ts';
import { isSized, sizeOfType } from '../types/c-type.ts';

const deepest = 4;

export function elementMembers(type: CType, depth = 0): readonly ElementMember[] {
  if (type.kind !== 'struct' || !isSized(type) || depth > deepest) return [];
  return membersOf(type.struct, depth);
}

function membersOf(struct: StructType, depth: number): readonly ElementMember[] {
  const all = struct.fields
    .flatMap((field): readonly ElementMember[] => {
      if (field.bits !== null) return [];
      if (field.role !== 'member')
        return elementMembers(field.type, depth + 1).map((member) => ({ ...member, byte: member.byte + field.offset }));
      const extents: number[] = [];
      let element = field.type;
      for (; element.kind === 'array'; element = element.of) extents.push(element.extent ?? 0);
      return [
        {
          name: field.name,
          byte: field.offset,
          elementBytes: sizeOfType(element),
          extents,
          members: elementMembers(element, depth + 1),
        },
      ];
    })
    .filter((member) => sizeOf(member) > 0);
  const bitUnits = struct.fields
    .filter((field) => field.bits !== null)
    .map((field) => ({ byte: field.offset, end: field.offset + sizeOfType(field.type) }));
  return all.filter(
    (one) =>
      ![
        ...all.filter((other) => other !== one).map((other) => ({ byte: other.byte, end: other.byte + sizeOf(other) })),
        ...bitUnits,
      ].some(({ byte, end }) => byte < one.byte + sizeOf(one) && one.byte < end),
  );
}

const sizeOf = ({ elementBytes, extents }: ElementMember): number =>
  extents.reduce((size, extent) => size * extent, elementBytes);
