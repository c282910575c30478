/**
 * Cells that go through several values, each of which is written once at most, and that never hold 0 again [T24]: what
 * comes before the writing of one of them comes before what is behind having read it, or one that a compare-and-swap,
 * or another setting of bits, has made of it. Under-approximating.
 * Example: of `if (atomicCAS(state, 0, 1) == 0) { *v = f(); __threadfence(); atomicExch(state, 2); }` the 2 says that
 * `*v` is there; the 1 does not.
 */
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Access, Behind, Seen } from './answers.ts';
import type { Fenced, Reach } from './fences.ts';
import type { Path } from './paths.ts';
import type { Shape } from './counting.ts';
import type { Signal } from './signals.ts';
import { acquires, areJoined, comesBefore, observedIn, onlyObserved, reaches, releasedAt } from './fences.ts';
import { behindOf } from './known-by.ts';
import { conditionsOf, isInLoop } from './paths.ts';
import { knownOf, literal, timesAtMost } from './counting.ts';
import { namesOf } from './answers.ts';
import { valueOf } from './values.ts';
import { wrap } from '../../base/arithmetic.ts';

/** `from`: what a compare-and-swap finds where it writes; null: it writes over anything. */
type Setting = Readonly<{ stmt: Access; value: bigint; from: bigint | null }>;
type Cell = Pick<Signal, 'array' | 'startsAtZero'> &
  Readonly<{ space: 'global' | 'shared'; settings: readonly Access[]; looks: readonly Access[] }>;

const maxSettings = 6;

/** The signals that the settings of one cell give, which holds 0 at first and is never set to 0 again. */
export function stagesAt(cell: Cell, shape: Shape): readonly Signal[] {
  const settings = cell.settings.map((stmt) => settingBy(stmt));
  const all = settings.filter((one): one is Setting => one !== null);
  if (
    all.length < settings.length ||
    all.length === 0 ||
    all.length > maxSettings ||
    new Set(all.map(({ value }) => value)).size < all.length
  )
    return [];
  const areBits = all.every(isOfBits);
  if (!areBits && all.some(isOfBits)) return [];
  if (
    areBits
      ? all.some(({ value }, k) => all.some((other, j) => j !== k && (other.value & value) !== 0n))
      : !all.every((one) => isWrittenOnce(one, all, shape, cell.space))
  )
    return [];
  const held = areBits ? subsetsOf(all) : all.map(({ value }) => value);
  const tells = (value: bigint, { value: by }: Setting): boolean =>
    areBits ? (value & by) !== 0n : comesOf(value, by, all);
  const looks = [...cell.looks, ...cell.settings.filter(({ kind }) => kind === 'atomic')];
  const single = all.flatMap((one) =>
    signalOf(
      [one],
      all,
      held.filter((value) => !tells(value, one)),
      looks,
      cell,
      shape,
    ),
  );
  const roots = all.filter(({ from }) => from === null || from === 0n);
  return [...single, ...(roots.length > 1 && !areBits ? signalOf(roots, all, [], looks, cell, shape) : [])];
}

const isOfBits = ({ stmt }: Setting): boolean => stmt.kind === 'atomic' && stmt.op === 'or';

function settingBy(stmt: Access): Setting | null {
  const { type } = stmt.place;
  if (type.kind !== 'int' || (stmt.kind === 'atomic' && stmt.isGuessed === true)) return null;
  const setting = (expr: bigint | null, from: bigint | null): Setting | null => {
    const value = expr === null ? null : wrap(expr, type);
    return value === null || value === 0n || value === from ? null : { stmt, value, from };
  };
  if (stmt.kind === 'store') return stmt.place.volatile ? setting(literal(stmt.value), null) : null;
  if (stmt.kind !== 'atomic') return null;
  const [first, second] = stmt.operands.map(literal);
  if (stmt.op === 'cas')
    return first === null || first === undefined ? null : setting(second ?? null, wrap(first, type));
  if (stmt.op === 'max')
    return first !== null && first !== undefined && first > 0n && wrap(first, type) === first
      ? setting(first, null)
      : null;
  return ['exch', 'store', 'or'].includes(stmt.op) ? setting(first ?? null, null) : null;
}

/** What several settings of bits may leave together. */
function subsetsOf(all: readonly Setting[]): readonly bigint[] {
  const held = new Set([0n]);
  for (const { value } of all) for (const before of [...held]) held.add(before | value);
  return [...held].filter((value) => value !== 0n);
}

/** Whether the cell holds `value` only behind having held `by`: compare-and-swaps have made it of that. */
function comesOf(value: bigint, by: bigint, all: readonly Setting[], depth = maxSettings): boolean {
  if (value === by) return true;
  const from = all.find((one) => one.value === value)?.from ?? null;
  return from !== null && from !== 0n && depth > 0 && comesOf(from, by, all, depth - 1);
}

// At most once --------------------------------------------------------------------------------------------------------

/**
 * Whether the cell is given that value once at most. A compare-and-swap of what is there once at most: the first value,
 * or one of another setting. Any other setting: by one thread, or by who has seen such a swap succeed. The value itself
 * is of no other setting.
 */
function isWrittenOnce(
  one: Setting,
  all: readonly Setting[],
  shape: Shape,
  space: 'global' | 'shared',
  depth = maxSettings,
): boolean {
  if (depth <= 0) return false;
  if (one.from === null) return isByOne(one, all, shape, space, depth);
  const before = all.find(({ value }) => value === one.from);
  return one.from === 0n || before === undefined || isWrittenOnce(before, all, shape, space, depth - 1);
}

/** Whether one thread at most comes there, once at most. */
function isByOne(
  { stmt }: Setting,
  all: readonly Setting[],
  shape: Shape,
  space: 'global' | 'shared',
  depth = maxSettings,
): boolean {
  const path = shape.paths.get(stmt.id);
  if (path === undefined || isInLoop(path)) return false;
  const most = timesAtMost(path, space, shape);
  if (most !== null && most <= 1n) return true;
  return all.some(
    (claim) =>
      claim.from !== null &&
      claim.stmt !== stmt &&
      isWrittenOnce(claim, all, shape, space, depth - 1) &&
      hasSucceeded(claim, path, shape),
  );
}

/**
 * Whether a thread comes there only where the compare-and-swap has answered what it looks for; it stands in no loop, so
 * that it has answered once.
 */
function hasSucceeded({ stmt, from }: Setting, path: Path, { paths, launch, definitions }: Shape): boolean {
  const own = paths.get(stmt.id);
  if (stmt.kind !== 'atomic' || stmt.target === null || from === null || own === undefined || isInLoop(own))
    return false;
  const names = namesOf(stmt.target, definitions);
  const { type } = stmt.place;
  return (
    names.length > 0 &&
    type.kind === 'int' &&
    type.bits <= 32 &&
    conditionsOf(path).some(({ when, isTrue }) => {
      const isSo = equalTo(when, isTrue);
      return (
        isSo !== null &&
        names.includes(isSo.name) &&
        valueOf(isSo.value, knownOf(launch, new Map()), definitions) === from
      );
    })
  );
}

/** Of a condition that says, where it holds or does not, that a variable is a value. */
function equalTo(when: Expr, isTrue: boolean): Readonly<{ name: VarId; value: Expr }> | null {
  if (when.kind === 'unary' && when.op === 'not') return equalTo(when.operand, !isTrue);
  if (when.kind === 'cast' && when.to.kind === 'bool' && when.operand.kind === 'var')
    return isTrue
      ? null
      : { name: when.operand.id, value: { kind: 'int', value: 0n, type: { kind: 'int', bits: 32, signed: true } } };
  if (when.kind !== 'binary' || when.op !== (isTrue ? '==' : '!=')) return null;
  const [name, value] = when.left.kind === 'var' ? [when.left, when.right] : [when.right, when.left];
  return name.kind === 'var' ? { name: name.id, value } : null;
}

// The signals ---------------------------------------------------------------------------------------------------------

/**
 * That of having read a value which tells of all, or of one, of the settings. `early`: what tells of none of them,
 * beside 0. Each setting of the set is by one thread at most, so that who comes there has set it, or nobody has.
 */
function signalOf(
  set: readonly Setting[],
  all: readonly Setting[],
  early: readonly bigint[],
  looks: readonly Access[],
  { array, startsAtZero, space }: Cell,
  shape: Shape,
): readonly Signal[] {
  const [first, ...more] = set;
  const ways = set
    .map(({ stmt }) => shape.paths.get(stmt.id))
    .filter((path): path is Path => path !== undefined && !isInLoop(path));
  if (first === undefined || ways.length < set.length || !set.every((one) => isByOne(one, all, shape, space)))
    return [];
  const seen: Seen = {
    given: { stmt: first.stmt, adds: false, value: first.value },
    most: 1n,
    looks: looks.filter((look) => look !== first.stmt),
    others: early,
    shape,
  };
  const behind = (id: StmtId): Behind | null => behindOf(id, seen);
  const within = (reach: Reach): Reach | null => (space === 'shared' && reach === 'device' ? null : reach);
  const release = (id: StmtId, { stmt }: Setting, path: Path, reach: Reach): Fenced | null =>
    id === stmt.id ? releasedAt(stmt, path, reach) : (comesBefore(id, stmt, path, reach, shape)?.fenced ?? null);
  return [
    {
      array,
      startsAtZero,
      given: first.stmt.id,
      observedAt: (id) => (more.length > 0 ? null : onlyObserved(behind(id))),
      before: (id, reach) => {
        const to = within(reach);
        const each = set.map((one, k): Fenced | null => {
          const path = ways[k];
          return to === null || path === undefined ? null : release(id, one, path, to);
        });
        return each.reduce((both, one) =>
          both === null || one === null || !areJoined(both, one)
            ? null
            : { isOwn: both.isOwn && one.isOwn, isTotal: both.isTotal && one.isTotal },
        );
      },
      behind: (id, reach) => acquires(id, behind(id), within(reach), shape),
      handsOn: (id, reach) => acquires(id, behind(id), within(reach), shape, 'strict'),
      isSeen: (id, reach) => {
        const [to, at] = [within(reach), behind(id)];
        return (
          more.length === 0 &&
          to !== null &&
          at !== null &&
          [first.stmt, ...observedIn(at)].every((stmt) => reaches(stmt, to))
        );
      },
      isOfOneBlock: () => false,
    },
  ];
}
