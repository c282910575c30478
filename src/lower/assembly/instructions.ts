/** Instructions of inline PTX: arithmetic, barriers, fences, votes and shuffles (PTX ISA, "Instruction Set"). */
import type { LaneOp, Stmt } from '../../ir/ir.ts';
import type { BinaryOp, Expr } from '../../base/expr.ts';
import type { Machine } from './operands.ts';
import type { Instruction } from './syntax.ts';
import type { Context } from '../context.ts';
import type { Value } from '../expressions/value.ts';
import { bool, i32, sizeOf, u32 } from '../../base/ctype.ts';
import { apply, int, typeOf, variable } from '../../base/expr-build.ts';
import { inBlock } from '../clusters.ts';
import { clusterArrive, clusterWait } from '../synchronization/split-barriers.ts';
import { asyncInstruction } from './async.ts';
import { matrixInstruction, memoryInstruction, waitForLanes, wholeWarp } from './memory.ts';
import {
  givenOf,
  isOfCluster,
  namedType,
  orderOf,
  read,
  scopeIn,
  typeNamed,
  valueOf,
  write,
  writeAddress,
} from './operands.ts';
import { laneIndex } from '../ranks.ts';
import { guessed } from '../synchronization/orders.ts';
import { numberedBarrier } from '../synchronization/barriers.ts';
import { choose as chosenOf, combine, complemented, constantOf, convert, negation } from '../expressions/constants.ts';
import { capture, conditionally, emit, freshScalar, note, unknownScalar } from '../context.ts';
import { pointerValue, scalarValue, typeOfValue, unknownOf } from '../expressions/value.ts';
import { amongLanes } from '../synchronization/lanes.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** Executes one instruction; false, perhaps with effects that are to be dropped, when it is not known. */
export function execute(cx: Context, m: Machine, one: Instruction): boolean {
  if (one.guard !== null) return guarded(cx, m, one.guard, () => execute(cx, m, { ...one, guard: null }));
  return (
    asyncInstruction(cx, m, one) ??
    synchronize(cx, m, one) ??
    mapAddress(cx, m, one) ??
    memoryInstruction(cx, m, one) ??
    matrixInstruction(cx, m, one) ??
    elect(cx, m, one) ??
    exchange(cx, m, one) ??
    choose(cx, m, one) ??
    arithmetic(cx, m, one) ??
    pure(cx, m, one)
  );
}

/**
 * What `@p` guards happens where the predicate is true (PTX ISA, "Predicated Execution"): a branch around it, after
 * which each place that it wrote has the new value or the old one.
 */
function guarded(
  cx: Context,
  m: Machine,
  { register, isNegated }: NonNullable<Instruction['guard']>,
  run: () => boolean,
): boolean {
  const predicate = read(cx, m, register, bool) ?? unknownScalar(cx, bool, messages.assemblyResult, m.node);
  const before = { held: new Map(m.held), registers: new Map(m.registers) };
  const known: boolean[] = [];
  const body = [
    ...conditionally(cx, () => {
      known.push(run());
    }),
  ];
  if (known.includes(false)) return false;
  body.push(...merged(cx, m, m.held, (key) => before.held.get(key) ?? givenOf(m, key)));
  body.push(...merged(cx, m, m.registers, (key) => before.registers.get(key) ?? null));
  emit(cx, m.node, { kind: 'branch', when: isNegated ? negation(predicate) : predicate, then: body, otherwise: [] });
  return true;
}

/**
 * Gives what differs from before a variable that holds the old value, and the assignments of the new ones, for the
 * branch.
 */
function merged<Key>(
  cx: Context,
  m: Machine,
  now: Map<Key, Value>,
  formerOf: (key: Key) => Value | null,
): readonly Stmt[] {
  return [...now].flatMap(([key, value]) => {
    const former = formerOf(key);
    if (value === former) return [];
    if (value.kind !== 'scalar' || (former !== null && former.kind !== 'scalar')) {
      now.set(key, unknownOf(messages.assemblyResult, typeOfValue(value)));
      return [];
    }
    const type = typeOf(value.expr);
    const id = freshScalar(cx, 'asm', type, 'local');
    if (former === null) emit(cx, m.node, { kind: 'unknown-value', target: id, because: messages.assemblyResult });
    else emit(cx, m.node, { kind: 'assign', target: id, value: convert(former.expr, type) });
    now.set(key, scalarValue(variable(id, type)));
    return capture(cx, () => {
      emit(cx, m.node, { kind: 'assign', target: id, value: value.expr });
    });
  });
}

/** Barriers and fences; null for other instructions. */
function synchronize(cx: Context, m: Machine, one: Instruction): boolean | null {
  const words = one.modifiers.filter((word) => word !== 'aligned' && word !== 'cta');
  switch (one.opcode) {
    case 'bar':
    case 'barrier': {
      if (words[0] === 'warp' && words[1] === 'sync') return warpBarrier(cx, m, one);
      if (words[0] === 'cluster') return clusterBarrier(cx, m, words.slice(1));
      const isAligned = one.opcode === 'bar' || one.modifiers.includes('aligned');
      const [id, threads] = one.operands.map((text) => read(cx, m, text, u32));
      if (
        words.length !== 1 ||
        (words[0] !== 'sync' && words[0] !== 'arrive') ||
        id === undefined ||
        id === null ||
        threads === null
      )
        return false;
      numberedBarrier(cx, { id, threads: threads ?? null, arrive: words[0] === 'arrive', isAligned }, m.node);
      return true;
    }
    case 'membar':
    case 'fence': {
      const scope = scopeIn(one);
      const order = orderOf(one) ?? 'seq_cst';
      if (scope === null || order === 'relaxed' || one.modifiers.includes('proxy')) return false;
      emit(cx, m.node, { kind: 'fence', scope, order, ...(isOfCluster(one) ? guessed : {}) });
      return true;
    }
    case 'exit':
      emit(cx, m.node, { kind: 'jump', to: 'exit' });
      cx.mayHaveExited = true;
      return true;
    case 'trap':
      emit(cx, m.node, { kind: 'assert', condition: { kind: 'bool', value: false } });
      return true;
    case 'nanosleep':
    case 'prefetch':
    case 'prefetchu':
    case 'applypriority':
    case 'griddepcontrol':
    case 'pmevent':
    case 'brkpt':
      return true;
    default:
      return null;
  }
}

/** PTX ISA, `barrier.cluster`: `arrive` releases and `wait` acquires, where nothing else is said. */
function clusterBarrier(cx: Context, m: Machine, [half, order]: readonly string[]): boolean {
  if (cx.cluster === null || order === 'relaxed' || (half !== 'arrive' && half !== 'wait')) return false;
  if (half === 'arrive') clusterArrive(cx, m.node);
  else clusterWait(cx, cx.cluster, [], m.node);
  return true;
}

/** PTX ISA, `mapa`: the address of the same place in another block of the cluster. */
function mapAddress(cx: Context, m: Machine, one: Instruction): boolean | null {
  if (one.opcode !== 'mapa') return null;
  const [to, address, block] = one.operands;
  const held = address === undefined ? null : valueOf(cx, m, address);
  const number = read(cx, m, block, u32);
  const made =
    cx.cluster === null || held?.kind !== 'pointer' || number === null
      ? null
      : inBlock(cx, cx.cluster, held.pointer, number, m.node);
  return made !== null && writeAddress(cx, m, to, pointerValue(made));
}

function warpBarrier(cx: Context, m: Machine, one: Instruction): boolean {
  const mask = read(cx, m, one.operands[0], u32);
  if (mask === null) return false;
  emit(cx, m.node, { kind: 'barrier', scope: { kind: 'warp', mask }, reduction: null });
  return true;
}

const shuffles: ReadonlyMap<string, LaneOp> = new Map<string, LaneOp>([
  ['up', 'shfl_up'],
  ['down', 'shfl_down'],
  ['bfly', 'shfl_xor'],
  ['idx', 'shfl'],
]);

/**
 * PTX ISA, "Parallel Synchronization and Communication Instructions": those that name the lanes they are for in their
 * last operand.
 */
const masked = new Set(['vote', 'match', 'redux', 'elect']);

/**
 * The lanes that execute the instruction together: those of its mask, or (`mma.sync.aligned`) the whole warp. Null: it
 * waits for nobody; undefined: the mask is not known.
 */
function participants(cx: Context, m: Machine, one: Instruction): Expr | null | undefined {
  if (!one.modifiers.includes('sync')) return null;
  if (!masked.has(one.opcode)) return wholeWarp;
  return read(cx, m, one.operands.at(-1), u32) ?? undefined;
}

const votes: ReadonlyMap<string, LaneOp> = new Map<string, LaneOp>([
  ['any', 'any'],
  ['all', 'all'],
  ['ballot', 'ballot'],
]);
const reductions: ReadonlyMap<string, LaneOp> = new Map<string, LaneOp>([
  ['add', 'reduce_add'],
  ['min', 'reduce_min'],
  ['max', 'reduce_max'],
  ['and', 'reduce_and'],
  ['or', 'reduce_or'],
  ['xor', 'reduce_xor'],
]);

/** Votes and reductions of the lanes of a mask; null for other instructions, and where an operand is not known. */
function reduceLanes(cx: Context, m: Machine, one: Instruction): boolean | null {
  const [to, value] = one.operands;
  if (!masked.has(one.opcode) || one.operands.length !== 3) return null;
  const mask = participants(cx, m, one);
  if (mask === null || mask === undefined) return null;
  const word = one.modifiers.find((name) => votes.has(name) || reductions.has(name)) ?? '';
  const isVote = one.opcode === 'vote';
  const op = isVote ? votes.get(word) : one.opcode === 'redux' ? reductions.get(word) : undefined;
  const type = isVote ? bool : typeNamed(one);
  if (op === undefined || type === null || (!isVote && type.kind !== 'int')) return null;
  const given = read(cx, m, value, type);
  if (given === null) return null;
  const result = amongLanes(cx, op, mask, [given], isVote ? (op === 'ballot' ? u32 : i32) : type, m.node);
  return write(cx, m, to, isVote && op !== 'ballot' ? convert(result, bool) : result);
}

/**
 * PTX ISA, `elect.sync d|p, mask`: one of the lanes, always the same one of a mask. It is taken to be the lowest one,
 * which is said.
 */
function elect(cx: Context, m: Machine, one: Instruction): boolean | null {
  if (one.opcode !== 'elect' || one.operands.length !== 2) return null;
  const mask = read(cx, m, one.operands[1], u32);
  const [lane, isLeader] = (one.operands[0] ?? '').split('|').map((text) => text.trim());
  if (mask === null || lane === undefined || isLeader === undefined) return false;
  waitForLanes(cx, m, mask);
  note(cx, m.node, messages.lowestElected);
  const known = constantOf(mask);
  const first =
    known === null
      ? convert(combine('-', apply('__ffs', [convert(mask, i32)], i32), int(1)), u32)
      : int(Math.log2(Number(known & -known)), u32);
  return write(cx, m, lane, first) && write(cx, m, isLeader, combine('==', laneIndex(), first));
}

/** Shuffles, votes, reductions and the mask of active lanes; null for other instructions. */
function exchange(cx: Context, m: Machine, one: Instruction): boolean | null {
  const [to, value, by, clamp, mask] = one.operands;
  if (one.opcode === 'activemask') return write(cx, m, to, amongLanes(cx, 'activemask', null, [], u32, m.node));
  if (one.opcode !== 'shfl') return reduceLanes(cx, m, one);
  const op = one.modifiers.flatMap((word) => shuffles.get(word) ?? [])[0];
  const held = value === undefined ? null : valueOf(cx, m, value);
  const shift = read(cx, m, by, op === 'shfl_up' || op === 'shfl_down' ? u32 : i32);
  const segment = read(cx, m, clamp, u32);
  const over = one.modifiers.includes('sync') ? read(cx, m, mask, u32) : null;
  const control = segment === null ? null : constantOf(segment);
  const isWhole = control !== null && control === (op === 'shfl_up' ? 0n : 31n);
  if (op === undefined || held?.kind !== 'scalar' || shift === null || !isWhole) return false;
  return write(cx, m, to, amongLanes(cx, op, over, [held.expr, shift], typeOf(held.expr), m.node));
}

/** PTX ISA, "Comparison operators": those of integers, by the word after `setp`. */
const comparisons: ReadonlyMap<string, BinaryOp> = new Map<string, BinaryOp>([
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
  ['lo', '<'],
  ['ls', '<='],
  ['hi', '>'],
  ['hs', '>='],
]);

/**
 * Comparisons of integers, selection, conversions and moves of integers and addresses; null for other instructions, and
 * where an operand is not known.
 */
function choose(cx: Context, m: Machine, one: Instruction): boolean | null {
  const type = typeNamed(one);
  const [to, first, second, third] = one.operands;
  if (first === undefined || type === null) return null;
  switch (one.opcode) {
    case 'setp': {
      const op = comparisons.get(one.modifiers[0] ?? '');
      const [a, b] = type.kind === 'int' ? [read(cx, m, first, type), read(cx, m, second, type)] : [null, null];
      return one.modifiers.length !== 2 || op === undefined || a === null || b === null
        ? null
        : write(cx, m, to, combine(op, a, b));
    }
    case 'selp': {
      const [a, b, which] = [read(cx, m, first, type), read(cx, m, second, type), read(cx, m, third, bool)];
      return a === null || b === null || which === null ? null : write(cx, m, to, chosenOf(which, a, b));
    }
    case 'cvt':
    case 'cvta':
    case 'mov': {
      const held = valueOf(cx, m, first);
      if (one.operands.length !== 2) return null;
      if (held?.kind === 'pointer') return writeAddress(cx, m, to, held) ? true : null;
      const from = one.opcode === 'cvt' && one.modifiers.length === 2 ? namedType(one.modifiers[1]) : null;
      const value = from?.kind === 'int' && type.kind === 'int' ? read(cx, m, first, from) : null;
      return value === null ? null : write(cx, m, to, convert(value, type));
    }
    default:
      return null;
  }
}

const binary: ReadonlyMap<string, BinaryOp> = new Map<string, BinaryOp>([
  ['add', '+'],
  ['sub', '-'],
  ['and', '&'],
  ['or', '|'],
  ['xor', '^'],
]);

/** Integer arithmetic and moves that C has, too; null for other instructions. */
function arithmetic(cx: Context, m: Machine, one: Instruction): boolean | null {
  const type = typeNamed(one);
  const [to, first, second, third] = one.operands;
  if (type === null || (type.kind !== 'int' && one.opcode !== 'mov')) return null;
  const a = read(cx, m, first, type);
  if (a === null) return null;
  const op = binary.get(one.opcode);
  if (one.opcode === 'mov') return one.operands.length === 2 ? write(cx, m, to, a) : null;
  if (one.opcode === 'not') return write(cx, m, to, complemented(a));
  const b = read(cx, m, second, type);
  if (b === null) return null;
  const isPlain = one.modifiers.length === 1 || (one.modifiers.length === 2 && one.modifiers[0] === 'lo');
  if (op !== undefined && one.modifiers.length === 1) return write(cx, m, to, combine(op, a, b));
  if ((one.opcode === 'min' || one.opcode === 'max') && one.modifiers.length === 1)
    return write(cx, m, to, chosenOf(combine(one.opcode === 'min' ? '<' : '>', a, b), a, b));
  if ((one.opcode === 'shl' || one.opcode === 'shr') && one.modifiers.length === 1)
    return shifted(cx, m, one.opcode === 'shl' ? '<<' : '>>', to, a, b);
  if (one.opcode === 'mul' && isPlain && one.modifiers[0] === 'lo') return write(cx, m, to, combine('*', a, b));
  const c = read(cx, m, third, type);
  if (one.opcode === 'mad' && isPlain && one.modifiers[0] === 'lo' && c !== null)
    return write(cx, m, to, combine('+', combine('*', a, b), c));
  const table = read(cx, m, one.operands[4], u32);
  const known = table === null ? null : constantOf(table);
  return one.opcode === 'lop3' && c !== null && known !== null
    ? write(cx, m, to, lookUp(a, b, c, Number(known)))
    : null;
}

/** PTX ISA, `shl`, `shr`: amounts of at least the width give what C leaves undefined; they are not computed. */
function shifted(cx: Context, m: Machine, op: BinaryOp, to: string | undefined, value: Expr, by: Expr): boolean | null {
  const amount = constantOf(by);
  return amount === null || amount < 0n || amount >= BigInt(sizeOf(typeOf(value)) * 8)
    ? null
    : write(cx, m, to, combine(op, value, convert(by, u32)));
}

/** PTX ISA, `lop3`: bit k of the table is the result for the k-th combination of the three bits. */
function lookUp(a: Expr, b: Expr, c: Expr, table: number): Expr {
  let made: Expr | null = null;
  for (let k = 0; k < 8; k++) {
    if (((table >> k) & 1) === 0) continue;
    const side = (expr: Expr, bit: number): Expr => ((k >> bit) & 1 ? expr : complemented(expr));
    const term = combine('&', combine('&', side(a, 2), side(b, 1)), side(c, 0));
    made = made === null ? term : combine('|', made, term);
  }
  return made ?? convert(int(0), u32);
}

/** Instructions without effects on memory or other threads: those whose values are not computed here give any value. */
const pureOpcodes = new Set([
  'mov',
  'add',
  'sub',
  'mul',
  'mad',
  'fma',
  'div',
  'rem',
  'min',
  'max',
  'neg',
  'abs',
  'not',
  'and',
  'or',
  'xor',
  'shl',
  'shr',
  'shf',
  'lop3',
  'bfe',
  'bfi',
  'bfind',
  'brev',
  'popc',
  'clz',
  'fns',
  'prmt',
  'sad',
  'dp4a',
  'dp2a',
  'selp',
  'slct',
  'set',
  'setp',
  'cvt',
  'cvta',
  'ex2',
  'lg2',
  'rcp',
  'rsqrt',
  'sqrt',
  'sin',
  'cos',
  'tanh',
  'copysign',
  'testp',
  'mul24',
  'mad24',
  'addc',
  'subc',
  'madc',
  'vadd',
  'vsub',
  'vabsdiff',
  'vmin',
  'vmax',
  'vshl',
  'vshr',
  'vmad',
  'vadd2',
  'vsub2',
  'vavrg2',
  'vabsdiff2',
  'vmin2',
  'vmax2',
  'vadd4',
  'vsub4',
  'vavrg4',
  'vabsdiff4',
  'vmin4',
  'vmax4',
  'mma',
  'vote',
  'match',
  'redux',
  'isspacep',
  'szext',
  'bmsk',
  'elect',
  'createpolicy',
]);

function pure(cx: Context, m: Machine, one: Instruction): boolean {
  if (!pureOpcodes.has(one.opcode) || one.operands.some((text) => text.includes('['))) return false;
  const [first] = one.operands;
  if (first === undefined) return false;
  const lanes = participants(cx, m, one);
  if (lanes === undefined) return false;
  // What they give is not computed; that they wait for each other is.
  if (lanes !== null) waitForLanes(cx, m, lanes);
  note(cx, m.node, fill(messages.assemblyResultOf, { opcode: one.opcode }));
  return first
    .replace(/^\{|\}$/g, '')
    .split(/[,|]/)
    .every((text) => write(cx, m, text.trim(), null));
}
