/**
 * Which values an expression may have for one thread, in any iteration of any loop: a few, or one residue class
 * (Granger's congruences). Over-approximating: no way of the program is followed, a variable may hold what any of its
 * assignments gives it.
 * Example: `2 * i + 1`, where `i` is counted up by 1 from 0, is odd; of `phase`, set to 0 and then to `1 - phase`, it
 * is known that it is 0 or 1.
 */
import type { BinaryOp, Expr } from '../../base/expr.ts';
import type { Definitions, Known } from './values.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { VarId } from '../../base/brand.ts';
import { computed, valueOf } from './values.ts';
import { typeOf } from '../../base/expr-build.ts';
import { wrap, gcd } from '../../base/arithmetic.ts';

/**
 * Some of `rest + k * modulus`, for a modulus of 1 or more; or `few` values. Null, within this file: none that is known
 * yet.
 */
export type Residues = Readonly<{ few: ReadonlySet<bigint> }> | Readonly<{ few: null; modulus: bigint; rest: bigint }>;

/** `isGiven`: variables that hold something else, or nothing known, before anything is assigned to them. */
export type Scope = Readonly<{ known: Known; definitions: Definitions; isGiven: (id: VarId) => boolean }>;

const anything: Residues = { few: null, modulus: 1n, rest: 0n };
const truths: Residues = { few: new Set([0n, 1n]) };
const maxFew = 16;

export function residuesOf(expr: Expr, scope: Scope): Residues {
  return follow(expr, scope, new Map()) ?? anything;
}

type Pending = ReadonlyMap<VarId, Residues | null>;

function follow(expr: Expr, scope: Scope, pending: Pending): Residues | null {
  const exact = pending.size === 0 ? valueOf(expr, scope.known, scope.definitions) : null;
  if (exact !== null) return only(exact);
  const of = (one: Expr): Residues | null => follow(one, scope, pending);
  switch (expr.kind) {
    case 'int':
      return only(expr.value);
    case 'bool':
      return only(BigInt(expr.value));
    case 'builtin': {
      const value = scope.known.builtins.get(expr.name);
      return value === undefined ? anything : only(value);
    }
    case 'var':
      return ofVariable(expr.id, scope, pending);
    case 'cast':
      return converted(of(expr.operand), typeOf(expr.operand), expr.to);
    case 'unary': {
      const operand = of(expr.operand);
      if (operand === null) return null;
      if (expr.op === 'not')
        return operand.few === null ? truths : mapped(operand.few, (value) => (value === 0n ? 1n : 0n));
      if (expr.op === 'bitnot')
        return fitted(operand.few === null ? anything : mapped(operand.few, (value) => ~value), typeOf(expr));
      return fitted(
        operand.few === null ? { ...operand, rest: -operand.rest } : mapped(operand.few, (value) => -value),
        typeOf(expr),
      );
    }
    case 'binary': {
      const [left, right] = [of(expr.left), of(expr.right)];
      return left === null || right === null
        ? null
        : fitted(combined(expr.op, left, right, typeOf(expr.left)), typeOf(expr));
    }
    case 'select':
      return joined(of(expr.then), of(expr.otherwise));
    case 'float':
    case 'apply':
      return typeOf(expr).kind === 'bool' ? truths : anything;
  }
}

/** Assigned so often that what it holds then is not waited for. */
const maxRounds = 64;
const maxPending = 8;

function ofVariable(id: VarId, scope: Scope, pending: Pending): Residues | null {
  const known = pending.get(id);
  if (known !== undefined) return known;
  const definitions = scope.definitions.get(id) ?? [];
  const value = scope.known.variables.get(id);
  if (value !== undefined && definitions.length === 0) return only(value);
  if (definitions.length === 0 || scope.isGiven(id) || pending.size >= maxPending) return anything;
  let now: Residues | null = null;
  for (let round = 0; round < maxRounds; round++) {
    const within = new Map(pending).set(id, now);
    const next: Residues | null = definitions
      .map((stmt) => (stmt.kind === 'assign' ? follow(stmt.value, scope, within) : anything))
      .reduce<Residues | null>(joined, now);
    if (isSame(now, next)) return now;
    now = next;
  }
  return anything;
}

// Sets of values ------------------------------------------------------------------------------------------------------

const only = (value: bigint): Residues => ({ few: new Set([value]) });
const restOf = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus;

function isSame(a: Residues | null, b: Residues | null): boolean {
  if (a === null || b === null) return a === b;
  const [one, other] = [a.few, b.few];
  if (one !== null && other !== null) return one.size === other.size && [...one].every((value) => other.has(value));
  return (
    a.few === null &&
    b.few === null &&
    a.modulus === b.modulus &&
    restOf(a.rest, a.modulus) === restOf(b.rest, b.modulus)
  );
}

/** As a class, of which the modulus is 0 for one value. */
function classOf(one: Residues): Readonly<{ modulus: bigint; rest: bigint }> {
  if (one.few === null) return one;
  const [first = 0n, ...others] = one.few;
  return { modulus: others.reduce((modulus, value) => gcd(modulus, value - first), 0n), rest: first };
}

const classed = ({ modulus, rest }: Readonly<{ modulus: bigint; rest: bigint }>): Residues =>
  modulus === 0n ? only(rest) : { few: null, modulus, rest: restOf(rest, modulus) };

function among(values: Iterable<bigint>): Residues {
  const few = new Set(values);
  return few.size <= maxFew ? { few } : classed(classOf({ few }));
}

const mapped = (few: ReadonlySet<bigint>, change: (value: bigint) => bigint): Residues => among([...few].map(change));

function joined(a: Residues | null, b: Residues | null): Residues | null {
  if (a === null || b === null) return a ?? b;
  if (a.few !== null && b.few !== null) return among([...a.few, ...b.few]);
  const [one, other] = [classOf(a), classOf(b)];
  return classed({ modulus: gcd(gcd(one.modulus, other.modulus), one.rest - other.rest), rest: one.rest });
}

/** What the type makes of it: unsigned numbers wrap around, signed ones do not, as C++ requires. */
function fitted(one: Residues, type: ScalarType): Residues {
  if (type.kind !== 'int') return one;
  if (one.few !== null) return mapped(one.few, (value) => wrap(value, type));
  return type.signed ? one : classed({ modulus: gcd(one.modulus, 1n << BigInt(type.bits)), rest: one.rest });
}

function converted(one: Residues | null, from: ScalarType, to: ScalarType): Residues | null {
  if (one === null) return null;
  if (to.kind === 'bool')
    return one.few === null || from.kind === 'float' ? truths : mapped(one.few, (value) => (value === 0n ? 0n : 1n));
  if (from.kind === 'float' || to.kind === 'float') return anything;
  if (one.few !== null) return mapped(one.few, (value) => wrap(value, to));
  const isKept =
    from.kind === 'int' && (from.signed === to.signed ? from.bits <= to.bits : to.signed && from.bits < to.bits);
  return isKept ? one : classed({ modulus: gcd(one.modulus, 1n << BigInt(to.bits)), rest: one.rest });
}

function combined(op: BinaryOp, left: Residues, right: Residues, type: ScalarType): Residues {
  if (left.few !== null && right.few !== null && left.few.size * right.few.size <= maxFew * maxFew) {
    const values: (bigint | null)[] = [];
    for (const a of left.few) for (const b of right.few) values.push(resultOf(op, a, b));
    const all = values.filter((value): value is bigint => value !== null);
    return all.length < values.length ? anything : among(all);
  }
  const [a, b] = [classOf(left), classOf(right)];
  if (op === '+') return classed({ modulus: gcd(a.modulus, b.modulus), rest: a.rest + b.rest });
  if (op === '-') return classed({ modulus: gcd(a.modulus, b.modulus), rest: a.rest - b.rest });
  if (op === '*')
    return classed({
      modulus: gcd(gcd(a.rest * b.modulus, b.rest * a.modulus), a.modulus * b.modulus),
      rest: a.rest * b.rest,
    });
  if (op === '<<' && b.modulus === 0n && b.rest >= 0n && b.rest < 31n)
    return classed({ modulus: a.modulus << b.rest, rest: a.rest << b.rest });
  if ((op === '%' || op === '&') && b.modulus === 0n)
    return remainderOf(a, op === '%' ? b.rest : b.rest + 1n, op === '&' || (type.kind === 'int' && !type.signed), op);
  return isTruth(op) ? truths : anything;
}

/** By a number, or under a mask of the lowest bits. A remainder has the sign of what is divided. */
function remainderOf(
  { modulus, rest }: Readonly<{ modulus: bigint; rest: bigint }>,
  by: bigint,
  isPositive: boolean,
  op: '%' | '&',
): Residues {
  if (by <= 0n || (op === '&' && (by & (by - 1n)) !== 0n)) return anything;
  const least = restOf(rest, by);
  if (modulus % by === 0n) return isPositive ? only(least) : among([least, least === 0n ? 0n : least - by]);
  if (by > 8n) return anything;
  const all = Array.from({ length: Number(by) }, (_, k) => BigInt(k));
  return among(isPositive ? all : [...all, ...all.map((value) => -value)]);
}

const isTruth = (op: BinaryOp): boolean => ['==', '!=', '<', '<=', '>', '>=', '&&', '||'].includes(op);

function resultOf(op: BinaryOp, a: bigint, b: bigint): bigint | null {
  if (op === '&&') return a !== 0n && b !== 0n ? 1n : 0n;
  if (op === '||') return a !== 0n || b !== 0n ? 1n : 0n;
  const value = computed(op, a, b);
  return value === null ? null : BigInt(value);
}

// Apart ---------------------------------------------------------------------------------------------------------------

/** What somebody may hold: some values, or all but one. */
export type Share = Readonly<{ of: string; holds: Residues }> | Readonly<{ of: string; allBut: bigint }>;

/**
 * Whether no two of them that are of different ones have a value in common. `bits`: values are compared as unsigned
 * ones of so many bits.
 */
export function areApart(shares: readonly Share[], bits: number): boolean {
  const held = shares.flatMap((share) => ('holds' in share ? [share] : []));
  const rests = shares.flatMap((share) => ('allBut' in share ? [share] : []));
  const unsigned = (value: bigint): bigint => BigInt.asUintN(bits, value);
  for (const { of, allBut } of rests) {
    if (rests.some((other) => other.of !== of)) return false;
    if (
      held.some(
        (one) =>
          one.of !== of &&
          (one.holds.few === null || [...one.holds.few].some((value) => unsigned(value) !== unsigned(allBut))),
      )
    )
      return false;
  }
  const modulus = held.reduce(
    (all, { holds }) => (holds.few === null ? gcd(all, gcd(holds.modulus, 1n << BigInt(bits))) : all),
    0n,
  );
  const owners = new Map<bigint, string>();
  return held.every(({ of, holds }) => {
    const values = holds.few === null ? [holds.rest] : [...holds.few];
    return values.every((value) => {
      const key = modulus === 0n ? unsigned(value) : restOf(value, modulus);
      const owner = owners.get(key) ?? of;
      owners.set(key, owner);
      return owner === of;
    });
  });
}
