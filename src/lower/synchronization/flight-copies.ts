/**
 * The accesses of a copy once more, as they were in an earlier turn of its loop (flights.ts); and that those of one
 * thread and statement are apart.
 */
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Place, Stmt, StmtOf } from '../../ir/ir.ts';
import type { Pass } from './flight-pass.ts';
import type { Instance } from './flight-values.ts';
import { assertNever } from '../../base/invariant.ts';
import { typeOf, variable } from '../../base/expr-build.ts';
import { bodiesOf, someStmt } from '../../ir/walk.ts';
import { constantOf } from '../expressions/constants.ts';
import { isAnew } from './flight-loops.ts';
import { giveUp, homeOf, orderOf, substituted } from './flight-pass.ts';
import { valueThen } from './flight-values.ts';
import { messages } from '../wording.ts';

/**
 * One statement's copies in one interval are one thread's apart, or it is asked whether they are: in turns of a loop
 * without a barrier. In turns that are followed and have one, they are apart by a barrier in each of them, or by where
 * they are.
 */
export function isOncePerInterval(pass: Pass, copy: StmtId): void {
  const at = pass.where.get(copy) ?? giveUp();
  const mark = pass.marks.get(copy);
  if (mark?.kind !== 'copy') giveUp();
  const home = homeOf(pass, copy);
  if (home === null || home.isAligned || !someStmt([home.loop], ({ kind }) => kind === 'barrier')) return;
  if (home.last === null || at.path.some((id) => pass.where.get(id)?.stmt.kind === 'loop' && !pass.counted.has(id)))
    giveUp();
  const { place } = mark;
  if (place === null) giveUp();
  const placesAt = Array.from({ length: home.last }, (_, turn) => {
    const one: Instance = { pass, copy, home, age: null, turn, behind: null, renamed: new Map(), reads: [] };
    return place.subscripts.map(({ index }) => substituted(index, (id, type) => valueThen(one, id, type)) ?? giveUp());
  });
  const textOf = (expr: Expr): string =>
    JSON.stringify(expr, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  for (const [k, first] of placesAt.entries()) {
    for (const second of placesAt.slice(k + 1)) {
      let distance = 0n;
      for (const [n, { stride }] of place.subscripts.entries()) {
        const [a, b] = [first[n], second[n]];
        if (a === undefined || b === undefined) giveUp();
        const [x, y] = [constantOf(a), constantOf(b)];
        if (x !== null && y !== null) distance += (x - y) * BigInt(stride);
        else if (textOf(a) !== textOf(b)) giveUp();
      }
      if ((distance < 0n ? -distance : distance) < BigInt(place.bytes)) giveUp();
    }
  }
}

/** The copy's accesses, with what leads to them. */
export function cloned(one: Instance, list: readonly Stmt[]): readonly Stmt[] {
  const { pass } = one;
  const mark = pass.marks.get(one.copy);
  if (mark?.kind !== 'copy') return giveUp();
  const at = pass.where.get(one.copy) ?? giveUp();
  return list.flatMap((stmt): readonly Stmt[] => {
    if (mark.own.has(stmt.id)) {
      const made = ownStep(one, stmt);
      // what a copy of several steps reads in the middle of them is not known before it
      return bodiesOf(stmt).length > 0 && one.reads.length > 0 ? giveUp() : afterReads(one, made);
    }
    if (!at.path.includes(stmt.id)) return [];
    const step = { id: pass.fresh.stmt(), span: stmt.span, source: stmt.source };
    if (stmt.kind === 'branch') {
      const when = substituted(stmt.when, (id, type) => valueThen(one, id, type, orderOf(pass, stmt.id)));
      const reads = afterReads(one, []);
      const [then, otherwise] = [cloned(one, stmt.then), cloned(one, stmt.otherwise)];
      return when === null ? [...then, ...otherwise] : [...reads, { ...stmt, ...step, when, then, otherwise }];
    }
    if (stmt.kind === 'loop' && !pass.counted.has(stmt.id)) return plainLoop(one, stmt);
    return cloned(one, bodiesOf(stmt).flat());
  });
}

/** What is to be read for the statements, and they. */
const afterReads = (one: Instance, made: readonly Stmt[]): readonly Stmt[] => [...one.reads.splice(0), ...made];

/** A loop without batches of its own, with a counter of its own. */
function plainLoop(one: Instance, loop: StmtOf<'loop'>): readonly Stmt[] {
  const { pass } = one;
  const steps = loop.step.flatMap((stmt) => (stmt.kind === 'assign' ? [stmt] : []));
  const [step] = steps;
  if (step === undefined || steps.length !== 1 || loop.step.length !== 1 || loop.before.length > 0 || !loop.testFirst)
    return giveUp();
  const all = pass.assignments.get(step.target) ?? [];
  const inits = all.filter(({ path }) => !path.includes(loop.id));
  const [init] = inits;
  if (
    all.length !== 2 ||
    init?.stmt.kind !== 'assign' ||
    init.order > orderOf(pass, loop.id) ||
    !isAnew(pass, loop.id, init)
  )
    return giveUp();
  const valueOf = (expr: Expr, order: number): Expr =>
    substituted(expr, (id, type) => valueThen(one, id, type, order)) ?? giveUp();
  const type = typeOf(step.value);
  const first = valueOf(init.stmt.value, init.order);
  const counter = pass.fresh.scalar('copied', type);
  one.renamed.set(step.target, variable(counter, type));
  const condition = valueOf(loop.condition, orderOf(pass, loop.id));
  const next = valueOf(step.value, orderOf(pass, loop.id));
  // what is read again may be others in each turn
  if (one.reads.length > 0) return giveUp();
  const made = (): Pick<Stmt, 'id' | 'span' | 'source'> => ({
    id: pass.fresh.stmt(),
    span: loop.span,
    source: loop.source,
  });
  return [
    { kind: 'assign', ...made(), target: counter, value: first },
    {
      kind: 'loop',
      ...made(),
      before: [],
      condition,
      body: cloned(one, loop.body),
      step: [{ kind: 'assign', ...made(), target: counter, value: next }],
      testFirst: true,
    },
  ];
}

/** A statement of the copy itself; its scalars are new ones. */
function ownStep(one: Instance, stmt: Stmt): readonly Stmt[] {
  const { pass } = one;
  const step = { id: pass.fresh.stmt(), span: stmt.span, source: stmt.source };
  const valueOf = (expr: Expr): Expr => substituted(expr, (id, type) => valueThen(one, id, type)) ?? giveUp();
  const placeOf = (place: Place): Place => ({
    ...place,
    subscripts: place.subscripts.map((subscript) => ({ ...subscript, index: valueOf(subscript.index) })),
  });
  const targetNow = (id: VarId, type: ScalarType): VarId => {
    const known = one.renamed.get(id);
    if (known?.kind === 'var') return known.id;
    const made = pass.fresh.scalar('copied', type);
    one.renamed.set(id, variable(made, type));
    return made;
  };
  switch (stmt.kind) {
    case 'load': {
      // of memory that is read, any cell where it is not known which one
      const asked: Stmt[] = [];
      const subscripts = stmt.place.subscripts.map((subscript) => {
        const index = substituted(subscript.index, (id, type) => valueThen(one, id, type));
        if (index !== null) return { ...subscript, index };
        const type = typeOf(subscript.index);
        const any = pass.fresh.scalar('copied', type);
        asked.push({
          kind: 'unknown-value',
          id: pass.fresh.stmt(),
          span: stmt.span,
          source: stmt.source,
          target: any,
          because: messages.copiedFrom,
        });
        return { ...subscript, index: variable(any, type) };
      });
      return [
        ...asked,
        {
          ...stmt,
          ...step,
          place: { ...stmt.place, subscripts },
          target: targetNow(stmt.target, stmt.place.type),
          copy: inFlight,
        },
      ];
    }
    case 'store':
      return [{ ...stmt, ...step, place: placeOf(stmt.place), value: valueOf(stmt.value), copy: inFlight }];
    case 'assign': {
      const value = valueOf(stmt.value);
      return [{ ...stmt, ...step, value, target: targetNow(stmt.target, typeOf(stmt.value)) }];
    }
    case 'loop': {
      const before = stmt.before.flatMap((inner) => ownStep(one, inner));
      const condition = valueOf(stmt.condition);
      return [
        {
          ...stmt,
          ...step,
          before,
          condition,
          body: stmt.body.flatMap((inner) => ownStep(one, inner)),
          step: stmt.step.flatMap((inner) => ownStep(one, inner)),
        },
      ];
    }
    case 'branch':
      return [
        {
          ...stmt,
          ...step,
          when: valueOf(stmt.when),
          then: stmt.then.flatMap((inner) => ownStep(one, inner)),
          otherwise: stmt.otherwise.flatMap((inner) => ownStep(one, inner)),
        },
      ];
    case 'unknown':
    case 'async':
      return [];
    case 'atomic':
    case 'barrier':
    case 'call':
    case 'fence':
    case 'lanes':
    case 'jump':
    case 'assert':
    case 'unknown-value':
      return giveUp();
    default:
      return assertNever(stmt);
  }
}

/** Of the accesses of copies that may be in flight: their own thread's accesses are not ordered with them either. */
export const inFlight = { by: 'thread', isInFlight: true } as const;
