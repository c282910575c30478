/**
 * Arrays that a launch makes one, as one: every access under a second name becomes an access under the first, as far
 * behind it as the second pointer points behind the first. Exact: a place counts bytes from the start of its array.
 *
 * Example: `k<<<1, 64>>>(d, d)` of `k(float *a, float *b)` makes `b[i]` the place `a[i]`.
 */
import type { ArrayId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { ArrayDecl, AsyncOp, Kernel, Place, Scalar, Stmt } from './ir.ts';
import { bytes, sourceId, stmtId, varId } from '../base/brand.ts';
import { i64, sameType } from '../base/ctype.ts';
import { variable } from '../base/expr-build.ts';
import { mapStmts, nextStmtId } from './walk.ts';

/**
 * How far an array of a class starts behind the first of it; indices of type i64, over parameters as they are on entry
 * and built-ins.
 */
type Shift = Readonly<{ name: string; bytes: bigint; terms: readonly Readonly<{ index: Expr; stride: bigint }>[] }>;

/** The arrays of this name: of a parameter, else a variable of the file or what a pointer in memory points to. */
const arraysNamed = ({ arrays }: Kernel, name: string): readonly ArrayDecl[] => {
  const all = [...arrays.values()];
  const own = all.filter((decl) => decl.parameter === name);
  return own.length > 0
    ? own
    : all.filter((decl) => decl.parameter === null && decl.space === 'global' && decl.name === name).slice(0, 1);
};

/** Whether what these arrays hold can be told as contents of one: their elements are of one type. */
export function canMerge(kernel: Kernel, names: readonly string[]): boolean {
  const [kept, ...others] = names.flatMap((name) => arraysNamed(kernel, name));
  return (
    kept !== undefined &&
    others.every(
      (other) =>
        kept.element !== null &&
        other.element !== null &&
        sameType(kept.element, other.element) &&
        kept.elementBytes === other.elementBytes,
    )
  );
}

/**
 * `classes`: names of parameters and of variables of the device. Null where elements differ, so that contents of one
 * could not be told as contents of the other.
 */
export function mergeArrays(
  kernel: Kernel,
  classes: readonly (readonly string[])[],
  shifts: readonly Shift[] = [],
): Kernel | null {
  const first = new Map<ArrayId, ArrayId>();
  const moved = new Map<ArrayId, Moved>();
  const before: Stmt[] = [];
  const scalars = new Map(kernel.scalars);
  for (const names of classes) {
    if (!canMerge(kernel, names)) return null;
    const [kept] = names.flatMap((name) => arraysNamed(kernel, name));
    for (const name of names) {
      const shift = shifts.find((one) => one.name === name);
      const by = shift === undefined ? null : movedBy(shift, kernel, scalars, before);
      for (const { id } of arraysNamed(kernel, name)) {
        if (kept !== undefined && id !== kept.id) first.set(id, kept.id);
        if (by !== null) moved.set(id, by);
      }
    }
  }
  const nameOf = (id: ArrayId): ArrayId => first.get(id) ?? id;
  const at = (place: Place): Place => {
    const by = moved.get(place.array);
    const own = { ...place, array: nameOf(place.array) };
    return by === undefined
      ? own
      : { ...own, offset: bytes(place.offset + by.offset), subscripts: [...place.subscripts, ...by.subscripts] };
  };
  const opAt = (op: AsyncOp): AsyncOp =>
    'on' in op && typeof op.on === 'object' && op.on.kind === 'at'
      ? { ...op, on: { ...op.on, place: at(op.on.place) } }
      : op;
  const renamed = (stmt: Stmt): Stmt => {
    switch (stmt.kind) {
      case 'load':
      case 'store':
      case 'atomic':
        return { ...stmt, place: at(stmt.place) };
      case 'async':
        return { ...stmt, op: opAt(stmt.op) };
      case 'unknown':
        return { ...stmt, footprint: [...new Set(stmt.footprint.map(nameOf))] };
      case 'assign':
      case 'barrier':
      case 'fence':
      case 'lanes':
      case 'loop':
      case 'branch':
      case 'call':
      case 'jump':
      case 'assert':
      case 'unknown-value':
        return stmt;
    }
  };
  return { ...kernel, scalars, body: [...before, ...mapStmts(kernel.body, (stmt) => [renamed(stmt)])] };
}

type Moved = Pick<Place, 'offset' | 'subscripts'>;

/**
 * What a shift adds to a place. What it is made of is kept in variables of its own on entry: the kernel may change its
 * parameters.
 */
function movedBy(shift: Shift, kernel: Kernel, scalars: Map<VarId, Scalar>, before: Stmt[]): Moved {
  const source = [...kernel.sources.keys()][0] ?? sourceId(0);
  const subscripts = shift.terms.map(({ index, stride }, k) => {
    const id = varId(`${shift.name} shift ${k}`);
    scalars.set(id, { id, name: `${shift.name}'s start`, type: i64, role: 'temporary' });
    before.push({
      kind: 'assign',
      id: stmtId(nextStmtId(kernel.body) + before.length),
      span: kernel.span,
      source,
      target: id,
      value: index,
    });
    return { index: variable(id, i64), stride: bytes(Number(stride)), extent: null };
  });
  return { offset: bytes(Number(shift.bytes)), subscripts };
}
