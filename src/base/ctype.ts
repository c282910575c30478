/** Exact C scalar types. `bool` is C++'s, one byte in memory, values 0 and 1. */
export type IntType = Readonly<{ kind: 'int'; bits: 8 | 16 | 32 | 64; signed: boolean }>;
export type FloatType = Readonly<{ kind: 'float'; bits: 16 | 32 | 64 }>;
export type BoolType = Readonly<{ kind: 'bool' }>;
export type ScalarType = IntType | FloatType | BoolType;

export const i8: IntType = { kind: 'int', bits: 8, signed: true };
export const i16: IntType = { kind: 'int', bits: 16, signed: true };
export const i32: IntType = { kind: 'int', bits: 32, signed: true };
export const i64: IntType = { kind: 'int', bits: 64, signed: true };
export const u8: IntType = { kind: 'int', bits: 8, signed: false };
export const u16: IntType = { kind: 'int', bits: 16, signed: false };
export const u32: IntType = { kind: 'int', bits: 32, signed: false };
export const u64: IntType = { kind: 'int', bits: 64, signed: false };
export const f16: FloatType = { kind: 'float', bits: 16 };
export const f32: FloatType = { kind: 'float', bits: 32 };
export const f64: FloatType = { kind: 'float', bits: 64 };
export const bool: BoolType = { kind: 'bool' };

export const isUnsigned = (type: ScalarType): boolean => type.kind === 'int' && !type.signed;

/** Size in memory, in bytes. */
export function sizeOf(type: ScalarType): number {
  switch (type.kind) {
    case 'int':
    case 'float':
      return type.bits / 8;
    case 'bool':
      return 1;
  }
}

export function sameType(a: ScalarType, b: ScalarType): boolean {
  return printType(a) === printType(b);
}

/** Whether every value of `from` is a value of `to`, both integers. */
export function widens(from: ScalarType, to: ScalarType): boolean {
  if (from.kind !== 'int' || to.kind !== 'int') return false;
  if (from.signed === to.signed) return from.bits <= to.bits;
  return to.signed && from.bits < to.bits;
}

/** Prints `i32`, `u8`, `f64`, `bool`. */
export function printType(type: ScalarType): string {
  switch (type.kind) {
    case 'int':
      return `${type.signed ? 'i' : 'u'}${type.bits}`;
    case 'float':
      return `f${type.bits}`;
    case 'bool':
      return 'bool';
  }
}
