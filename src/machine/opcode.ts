/**
 * The instruction set of the machine, a flat register code. An instruction is one to many 32-bit words: the opcode
 * (low 8 bits) with the number of IR statements that it starts (the rest, so that steps are counted exactly), then
 * operands. Operands named by a slot are byte offsets into the thread's frame, 8 bytes a slot:
 *
 *   i: integers of up to 32 bits and bools, sign- or zero-extended to 32   (getInt32)
 *   l: 64-bit integers                                                     (getBigInt64)
 *   f: all floating types, already rounded to their format                 (getFloat64)
 *
 * Example: `x = x + 1` is `addI x x #1`, where `#1` is a slot that the frame's template fills with 1.
 * `interpret.ts` switches on the numbers (literals, so that V8 makes a jump table); a test compares them with this
 * table.
 */
export const op = {
  jump: 1, // target
  jumpZero: 2, // a target
  jumpNonZero: 3, // a target
  jumpLess: 4, // a b target; signed
  jumpLessEqual: 5,
  jumpLessU: 6,
  jumpLessEqualU: 7,
  jumpEqual: 8,
  jumpNotEqual: 9,
  loopBack: 10, // turn target; counts the turn
  setInt: 11, // dst literal
  moveI: 12, // dst a
  moveF: 13,
  moveL: 14,
  addI: 15, // dst a b
  subI: 16,
  mulI: 17,
  andI: 18,
  orI: 19,
  xorI: 20,
  shlI: 21,
  shrI: 22, // signed
  shrU: 23,
  divI: 24, // dst a b site
  divU: 25,
  remI: 26,
  remU: 27,
  eqI: 28, // dst a b
  neI: 29,
  ltI: 30,
  leI: 31,
  ltU: 32,
  leU: 33,
  addL: 34,
  subL: 35,
  mulL: 36,
  ltL: 37,
  ltUL: 38,
  eqL: 39,
  addF: 40, // rounded to f32
  subF: 41,
  mulF: 42,
  divF: 43,
  addD: 44,
  subD: 45,
  mulD: 46,
  divD: 47,
  ltD: 48,
  leD: 49,
  eqD: 50,
  neD: 51,
  intToDouble: 52, // dst a
  unsignedToDouble: 53,
  roundF: 54,
  intToLong: 55,
  unsignedToLong: 56,
  longToInt: 57,
  native: 60, // index of a closure
  checkZeroL: 61, // a site; division by zero of 64-bit operands
  load: 70, // site slot offset terms (slot kind stride)*
  store: 71,
  atomic: 72,
  rendezvous: 80, // site
  exit: 81, // site
  assertion: 82, // a site
  assumption: 83, // a index
  unmodelled: 84, // index
  taintCheck: 85, // a, site
  invented: 86,
  fence: 87, // index
} as const;

/**
 * How a subscript's slot is read: signed or unsigned 32-bit, signed or unsigned 64-bit; `one`: it is 1, without a slot.
 * With `object` added, the stride counts objects (ir/objects.ts), not bytes.
 */
export const term = { i: 0, u: 1, l: 2, ul: 3, one: 4, object: 8 } as const;
