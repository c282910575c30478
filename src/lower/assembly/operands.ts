/**
 * Operands of inline PTX: `%k`, registers of the text itself, numbers and special registers (PTX ISA, "Special
 * Registers").
 */
import type { MemoryOrder, MemoryScope } from '../../ir/ir.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Instruction } from './syntax.ts';
import type { Context } from '../context.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { bool, f16, f32, f64, i16, i32, i64, i8, u16, u32, u64, u8 } from '../../base/ctype.ts';
import { builtin, int, typeOf } from '../../base/expr-build.ts';
import { givenAtWill } from '../at-will.ts';
import { combine, convert } from '../expressions/constants.ts';
import { blocksIn, rankInCluster } from '../clusters.ts';
import { emit, temporary } from '../context.ts';
import { toScalar } from '../types/conversions.ts';
import { count, laneIndex, laneMask } from '../ranks.ts';
import { scalarValue, typeOfSlot, unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** An operand `%k`: an input's value, an output's slot, or both. */
export type Operand = Readonly<{ value: Value | null; slot: Slot | null; node: SyntaxNode }>;
/** The operands with what they hold by now, and the registers of the text itself. */
export type Machine = Readonly<{
  operands: readonly Operand[];
  names: ReadonlyMap<string, number>;
  held: Map<number, Value>;
  registers: Map<string, Value>;
  node: SyntaxNode;
}>;

const types: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ['u8', u8],
  ['s8', i8],
  ['b8', u8],
  ['u16', u16],
  ['s16', i16],
  ['b16', u16],
  ['u32', u32],
  ['s32', i32],
  ['b32', u32],
  ['u64', u64],
  ['s64', i64],
  ['b64', u64],
  ['f16', f16],
  ['f32', f32],
  ['f64', f64],
  ['pred', bool],
]);

/** The type that an instruction ends with; null for others. */
export function typeNamed(one: Instruction): ScalarType | null {
  return namedType(one.modifiers.at(-1));
}

export const namedType = (word: string | undefined): ScalarType | null => types.get(word ?? '') ?? null;

/** The number of the operand `%k` or `%[name]`; null for other text. */
function operandNumber(m: Machine, text: string): number | null {
  const match = /^%(?:(\d+)|\[(\w+)\])$/.exec(text);
  if (match === null) return null;
  const number = match[1] === undefined ? m.names.get(match[2] ?? '') : Number(match[1]);
  return number !== undefined && number < m.operands.length ? number : null;
}

const registerName = (text: string): string => text.replace(/^%+/, '');

/** What an operand holds; null where that is not known. */
export function valueOf(cx: Context, m: Machine, text: string): Value | null {
  const number = operandNumber(m, text);
  if (number !== null) return m.held.get(number) ?? m.operands[number]?.value ?? null;
  const register = m.registers.get(registerName(text));
  if (register !== undefined) return register;
  const literal = /^-?(?:0[xX][0-9a-fA-F]+|\d+)U?$/.test(text)
    ? BigInt(text.replace(/^-/, '').replace(/U$/, ''))
    : null;
  if (literal !== null) return scalarValue(int(BigInt.asIntN(64, text.startsWith('-') ? -literal : literal), i64));
  if (!text.startsWith('%')) return null;
  const name = text.replace(/^%%?/, '');
  const by = atWill.get(name);
  const special =
    by === undefined
      ? (specialRegister(name) ?? clusterRegister(cx, name))
      : givenAtWill(cx, `%${name}`, name.endsWith('64') || name === 'globaltimer' ? i64 : u32, by, m.node);
  return special === null ? null : scalarValue(special);
}

export function read(cx: Context, m: Machine, text: string | undefined, type: ScalarType): Expr | null {
  const value = text === undefined ? null : valueOf(cx, m, text);
  if (value === null || value.kind === 'pointer') return null;
  if (value.kind === 'scalar' && (typeOf(value.expr).kind === 'float') !== (type.kind === 'float')) return null;
  return toScalar(cx, value, type, m.node);
}

/** Writes a result; false where the text names no register or operand, or one of another class. */
export function write(cx: Context, m: Machine, text: string | undefined, result: Expr | null): boolean {
  if (text === undefined) return false;
  if (text === '_') return true;
  const number = operandNumber(m, text);
  if (number === null) {
    if (!isRegister(text)) return false;
    if (result === null) m.registers.delete(registerName(text));
    else m.registers.set(registerName(text), scalarValue(kept(cx, m, result)));
    return true;
  }
  const slot = m.operands[number]?.slot ?? null;
  const type = slot === null ? null : typeOfSlot(slot);
  if (type?.kind !== 'scalar') return false;
  const isSameClass = result !== null && (typeOf(result).kind === 'float') === (type.type.kind === 'float');
  m.held.set(
    number,
    isSameClass ? scalarValue(kept(cx, m, convert(result, type.type))) : unknownOf(messages.assemblyResult, type),
  );
  return true;
}

const isRegister = (text: string): boolean => /^%{0,2}[a-zA-Z_$][\w$]*$/.test(text);

/** Writes an address; false where the text names no register or operand. */
export function writeAddress(cx: Context, m: Machine, text: string | undefined, address: Value): boolean {
  const number = text === undefined ? null : operandNumber(m, text);
  const slot = number === null ? null : (m.operands[number]?.slot ?? null);
  const type = slot === null ? null : typeOfSlot(slot);
  if (number !== null) m.held.set(number, type === null ? address : cx.rules.coerce(cx, address, type, m.node));
  else if (text !== undefined && isRegister(text)) m.registers.set(registerName(text), address);
  else return false;
  return true;
}

/** What an operand holds that the instructions so far did not write: null for one that is only an output. */
export const givenOf = (m: Machine, number: number): Value | null => m.operands[number]?.value ?? null;

/** A result as it is now, whatever its operands become. */
function kept(cx: Context, m: Machine, expr: Expr): Expr {
  if (expr.kind === 'int' || expr.kind === 'var') return expr;
  const made = temporary(cx, 'asm', typeOf(expr));
  emit(cx, m.node, { kind: 'assign', target: made.id, value: expr });
  return made.expr;
}

/** PTX ISA, "Special Registers": a block runs on one multiprocessor, a warp in one slot of it. */
const atWill: ReadonlyMap<string, 'thread' | 'warp' | 'block'> = new Map<string, 'thread' | 'warp' | 'block'>([
  ['clock', 'thread'],
  ['clock64', 'thread'],
  ['clock_hi', 'thread'],
  ['globaltimer', 'thread'],
  ['globaltimer_lo', 'thread'],
  ['globaltimer_hi', 'thread'],
  ['smid', 'block'],
  ['warpid', 'warp'],
]);

function specialRegister(name: string): Expr | null {
  const [base = '', axis] = name.split('.');
  const vectors = { tid: 'threadIdx', ntid: 'blockDim', ctaid: 'blockIdx', nctaid: 'gridDim' } as const;
  if (
    (axis === 'x' || axis === 'y' || axis === 'z') &&
    (base === 'tid' || base === 'ntid' || base === 'ctaid' || base === 'nctaid')
  )
    return builtin(`${vectors[base]}.${axis}`);
  const mask = /^lanemask_(eq|lt|le|gt|ge)$/.exec(name)?.[1];
  if (mask === 'eq' || mask === 'lt' || mask === 'le' || mask === 'gt' || mask === 'ge')
    return laneMask(mask, laneIndex());
  if (name === 'laneid') return laneIndex();
  if (name === 'nwarpid') return combine('/', combine('+', count('blockDim'), int(31, u32)), int(32, u32));
  return name === 'WARP_SZ' ? int(32, u32) : null;
}

/** PTX ISA, `%cluster_ctarank` and its kin, where the kernel says how large clusters are. */
function clusterRegister({ cluster }: Context, name: string): Expr | null {
  if (cluster === null) return null;
  if (name === 'cluster_ctarank') return rankInCluster(cluster);
  if (name === 'cluster_nctarank') return int(blocksIn(cluster), u32);
  const match = /^(cluster_ctaid|cluster_nctaid|clusterid|nclusterid)\.([xyz])$/.exec(name);
  const axis = (['x', 'y', 'z'] as const).find((one) => one === match?.[2]);
  if (match === null || axis === undefined) return null;
  const extent = int(cluster['xyz'.indexOf(axis)] ?? 1, u32);
  switch (match[1]) {
    case 'cluster_ctaid':
      return combine('%', builtin(`blockIdx.${axis}`), extent);
    case 'cluster_nctaid':
      return extent;
    case 'clusterid':
      return combine('/', builtin(`blockIdx.${axis}`), extent);
    default:
      return combine('/', builtin(`gridDim.${axis}`), extent);
  }
}

const scopes: ReadonlyMap<string, MemoryScope> = new Map<string, MemoryScope>([
  ['cta', 'block'],
  ['cluster', 'device'],
  ['gl', 'device'],
  ['gpu', 'device'],
  ['sys', 'system'],
]);
export const scopeIn = (one: Instruction): MemoryScope | null =>
  one.modifiers.flatMap((word) => scopes.get(word) ?? [])[0] ?? null;
/** Its scope stands for less than the device's. */
export const isOfCluster = (one: Instruction): boolean => one.modifiers.includes('cluster');

/** The order that is named, or null. */
export function orderOf(one: Instruction): Exclude<MemoryOrder, 'seq_cst'> | null {
  const word = one.modifiers.find(
    (name) => name === 'relaxed' || name === 'acquire' || name === 'release' || name === 'acq_rel',
  );
  return word === 'relaxed' || word === 'acquire' || word === 'release' || word === 'acq_rel' ? word : null;
}
