/**
 * Members of the elements of an array, as far as reports name them: `w` of `struct Pair { Acc a; int w[3]; }`. What
 * stands for no single name (bit-fields, members of a union) is left out.
 */
export type ElementMember = Readonly<{
  name: string;
  /** From the start of what it is a member of. */
  byte: number;
  elementBytes: number;
  /** Of a member that is an array; else []. */
  extents: readonly number[];
  members: readonly ElementMember[];
}>;
