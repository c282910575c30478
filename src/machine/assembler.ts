/**
 * Writes machine code: instructions, labels, and the layout of a thread's frame (see opcode.ts).
 * Needs nothing; gives `Code`. A frame is [built-ins, scalars, turn counters, taint bits, constants, temporaries]; the
 * order is that of allocation, since slots never move.
 */
import type { ScalarType } from '../base/ctype.ts';
import { invariant } from '../base/invariant.ts';

export type SlotClass = 'i' | 'l' | 'f';
export function classOf(type: ScalarType): SlotClass {
  if (type.kind === 'float') return 'f';
  return type.kind === 'int' && type.bits === 64 ? 'l' : 'i';
}
/** A byte offset into a frame. */
export type Slot = number;
/** Work on a frame that is too rare for an opcode of its own: reads and writes slots relative to `base`. */
type Native = (frame: DataView, base: number) => void;
export type Label = { at: number; uses: number[] };
type Constant = Readonly<{ slot: Slot; cls: SlotClass; value: bigint | number }>;

export type Code = Readonly<{
  words: DataView;
  natives: readonly Native[];
  frameBytes: number;
  constants: readonly Constant[];
}>;

export type Assembler = Readonly<{
  /** Appends an instruction; it takes the weight that is pending. */
  emit: (opcode: number, ...operands: readonly number[]) => void;
  native: (work: Native) => void;
  /** The next instruction starts a statement. */
  countStatement: () => void;
  label: () => Label;
  bind: (label: Label) => void;
  /** Appends an instruction whose last word is the label's address. */
  emitJump: (opcode: number, operands: readonly number[], target: Label) => void;
  /** A slot for good. */
  slot: () => Slot;
  constant: (cls: SlotClass, value: bigint | number) => Slot;
  /** A slot until `release` of an earlier `mark`. */
  temporary: () => Slot;
  mark: () => number;
  release: (mark: number) => void;
  finish: () => Code;
}>;

/** Makes an empty assembler. Its own state grows; nothing else does. */
export function createAssembler(): Assembler {
  const words: number[] = [];
  const natives: Native[] = [];
  const constants = new Map<string, Constant>();
  const temporaries: Slot[] = [];
  let inUse = 0;
  let frameBytes = 0;
  let weight = 0;
  const slot = (): Slot => {
    frameBytes += 8;
    return frameBytes - 8;
  };
  const emit: Assembler['emit'] = (opcode, ...operands) => {
    words.push(opcode | (weight << 8), ...operands);
    weight = 0;
  };
  return {
    emit,
    native: (work) => {
      emit(60, natives.length);
      natives.push(work);
    },
    countStatement: () => {
      weight++;
    },
    label: () => ({ at: -1, uses: [] }),
    bind: (label) => {
      label.at = words.length * 4;
      for (const use of label.uses) words[use] = label.at;
    },
    emitJump: (opcode, operands, target) => {
      emit(opcode, ...operands, target.at);
      if (target.at < 0) target.uses.push(words.length - 1);
    },
    slot,
    constant: (cls, value) => {
      const key = `${cls}${Object.is(value, -0) ? '-0' : value}`;
      const known = constants.get(key);
      if (known !== undefined) return known.slot;
      const made = { slot: slot(), cls, value };
      constants.set(key, made);
      return made.slot;
    },
    temporary: () => {
      const free = temporaries[inUse];
      inUse++;
      if (free !== undefined) return free;
      const made = slot();
      temporaries.push(made);
      return made;
    },
    mark: () => inUse,
    release: (mark) => {
      inUse = mark;
    },
    finish: () => {
      const view = new DataView(new ArrayBuffer(words.length * 4));
      words.forEach((word, k) => view.setInt32(k * 4, word, true));
      invariant(words.length < 1 << 28, 'code addresses fit in 31 bits');
      return { words: view, natives, frameBytes, constants: [...constants.values()] };
    },
  };
}
