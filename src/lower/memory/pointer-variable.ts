/**
 * Pointer variables, resolved statically. A variable that is never reassigned *is* its first value (`fixed`). One that
 * only moves (`p += n`) is that value plus a 64-bit count (`moving`). One that is assigned (`free`) is a count of units
 * from the start of one of a few candidates, named by a tag variable when there are several. Exact.
 *
 * Which of the three it is shows only when the whole kernel has been seen, so facts go from one round of lowering to
 * the next, and grow only: fixed → moving → free, and more candidates.
 *
 * Example: `float *in = a, *out = b; while (…) { float *t = in; in = out; out = t; }` gives tags that are swapped and,
 * at `in[i]`, a branch on the tag.
 */
import type { VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { CType } from '../types/c-type.ts';
import type { Context } from '../context.ts';
import type { MemoryPlace, Pointer, Slot } from '../expressions/value.ts';
import { arrayId } from '../../base/brand.ts';
import { i32, i64 } from '../../base/ctype.ts';
import { int, variable } from '../../base/expr-build.ts';
import { assertNever } from '../../base/invariant.ts';
import { capture, conditionally, emit, freshScalar } from '../context.ts';
import { combine, constantOf, convert } from '../expressions/constants.ts';
import { sizeOfType } from '../types/c-type.ts';
import { addIndices, addToPointer, flatIndex, isInStep, pinned, pinnedExpr } from './pointers.ts';
import { leftUndefined } from '../../ir/gaps.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

type PointerMode = 'fixed' | 'moving' | 'free';
/** `candidates`: `memory:ARRAY`, `slot:KEY`, `null`, `unknown`. `unit`: bytes that a free pointer's count counts. */
/** `met`: what this round did with the variable: `declared`, the modes that it needs, and candidates. */
export type PointerFacts = {
  mode: PointerMode;
  unit: number;
  candidates: readonly string[];
  readonly met: Set<string>;
};

export type PointerVariable = Readonly<{
  name: string;
  to: CType;
  volatile: boolean;
  /** The type of an integer variable that holds addresses; null for pointer variables. */
  number: ScalarType | null;
  /** The kernel's slots that pointers point to, by key. */
  pointed: ReadonlyMap<string, Slot>;
  /** As the last round left them. */
  known: Readonly<PointerFacts>;
  /** What this round learns. */
  facts: PointerFacts;
  state: { value: Pointer; count: VarId | null; tag: VarId | null };
}>;

const maxCandidates = 6;

/** In the first round a free pointer has no candidates yet: what is made of it must not count as one. */
export const notSeen = messages.uninitializedPointer;

function unassigned(to: CType): Pointer {
  return { to, volatile: false, target: { kind: 'unknown', because: notSeen, footprint: 'everything' } };
}

/** Declares a pointer variable; `initial` is null when it has no initializer. */
export function declarePointer(
  cx: Context,
  key: string,
  name: string,
  type: Extract<CType, { kind: 'pointer' }>,
  initial: Pointer | null,
  node: SyntaxNode,
): PointerVariable {
  const facts = cx.facts.pointers.get(key) ?? {
    mode: 'fixed',
    unit: sizeOfType(type.to),
    candidates: [],
    met: new Set(),
  };
  cx.facts.pointers.set(key, facts);
  facts.met.add('declared');
  const made: PointerVariable = {
    name,
    to: type.to,
    volatile: type.volatile,
    number: null,
    pointed: cx.pointed,
    known: { ...facts },
    facts,
    state: { value: unassigned(type.to), count: null, tag: null },
  };
  switch (made.known.mode) {
    case 'fixed':
      if (initial !== null) made.state.value = pinned(cx, initial, name, node);
      break;
    case 'moving':
      made.state.count = freshScalar(cx, `${name}.count`, i64, 'local');
      emit(cx, node, { kind: 'assign', target: made.state.count, value: int(0, i64) });
      if (initial !== null) made.state.value = pinned(cx, initial, name, node);
      break;
    case 'free':
      declareFree(cx, made, initial, node);
      break;
    default:
      assertNever(made.known.mode);
  }
  return made;
}

function declareFree(cx: Context, made: PointerVariable, initial: Pointer | null, node: SyntaxNode): void {
  made.state.count = freshScalar(cx, `${made.name}.count`, i64, 'local');
  if (made.known.candidates.length > 1) made.state.tag = freshScalar(cx, `${made.name}.tag`, i32, 'local');
  if (initial !== null) {
    assignFree(cx, made, initial, node);
    return;
  }
  emit(cx, node, { kind: 'unknown-value', target: made.state.count, because: leftUndefined });
  if (made.state.tag !== null)
    emit(cx, node, { kind: 'unknown-value', target: made.state.tag, because: leftUndefined });
}

/** The pointer that the variable holds. */
export function readPointer(pv: PointerVariable): Pointer {
  const seen = pv.number === null ? {} : { asNumber: pv.number };
  const typed = (pointer: Pointer): Pointer => ({
    ...pointer,
    to: pv.to,
    volatile: pointer.volatile || pv.volatile,
    ...seen,
  });
  const { count, tag, value } = pv.state;
  switch (pv.known.mode) {
    case 'fixed':
      return typed(value);
    case 'moving':
      return typed(count === null ? value : addToPointer(typed(value), variable(count, i64)));
    case 'free': {
      const choices = pv.known.candidates.map((candidate) =>
        typed(candidatePointer({ ...pv, unit: pv.known.unit }, candidate, countOf(pv))),
      );
      const last = choices.at(-1);
      if (last === undefined) return unassigned(pv.to);
      if (tag === null) return last;
      const cases = choices
        .slice(0, -1)
        .map((pointer, k) => ({ when: combine('==', variable(tag, i32), int(k)), pointer }));
      return typed({ to: pv.to, volatile: false, target: { kind: 'chosen', cases, last } });
    }
    default:
      return assertNever(pv.known.mode);
  }
}

const countOf = (pv: PointerVariable): Expr => (pv.state.count === null ? int(0, i64) : variable(pv.state.count, i64));

/** A candidate, and a count of units from its start, as a pointer. */
export function candidatePointer(
  pv: Readonly<{ name: string; to: CType; pointed: ReadonlyMap<string, Slot>; unit: number }>,
  candidate: string,
  count: Expr,
): Pointer {
  const separator = candidate.indexOf(':');
  const kind = separator === -1 ? candidate : candidate.slice(0, separator);
  const name = candidate.slice(separator + 1);
  const unknown: Pointer = {
    to: pv.to,
    volatile: false,
    target: { kind: 'unknown', because: fill(messages.unresolvedPointer, { name: pv.name }), footprint: 'everything' },
  };
  if (kind === 'memory')
    return { to: pv.to, volatile: false, target: { kind: 'memory', place: placeAt(name, count, pv.unit) } };
  if (kind === 'null') return { to: pv.to, volatile: false, target: { kind: 'null' } };
  if (kind !== 'slot' || pv.unit !== sizeOfType(pv.to)) return unknown;
  const slot = pv.pointed.get(name);
  return slot === undefined || !isInStep(slot, pv.to)
    ? unknown
    : {
        to: pv.to,
        volatile: false,
        target: { kind: 'slot', key: name, slot, index: slot.kind === 'elements' ? count : null },
      };
}

function placeAt(array: string, count: Expr, unit: number): MemoryPlace {
  return addToPointerPlace(
    { array: arrayId(array), subscripts: [], offset: 0, volatile: false, isFlat: true },
    count,
    unit,
  );
}

function addToPointerPlace(place: MemoryPlace, count: Expr, unit: number): MemoryPlace {
  const moved = addToPointer(
    {
      to: { kind: 'array', of: { kind: 'opaque', text: 'byte' }, extent: unit },
      volatile: false,
      target: { kind: 'memory', place },
    },
    count,
  );
  return moved.target.kind === 'memory' ? moved.target.place : place;
}

/** `variable = pointer`. */
export function assignPointer(cx: Context, pv: PointerVariable, pointer: Pointer, node: SyntaxNode): void {
  if (pv.known.mode === 'free') {
    pv.facts.met.add('free');
    assignFree(cx, pv, pointer, node);
    return;
  }
  pv.facts.mode = 'free';
  cx.facts.changed = true;
}

/** `variable += count` elements. */
export function movePointer(cx: Context, pv: PointerVariable, elements: Expr, node: SyntaxNode): void {
  const { count } = pv.state;
  pv.facts.met.add('moving');
  if (pv.known.mode === 'fixed') {
    if (pv.facts.mode === 'fixed') pv.facts.mode = 'moving';
    cx.facts.changed = true;
    return;
  }
  if (count === null) return;
  const size = sizeOfType(pv.to);
  const scale = pv.known.mode === 'moving' ? 1 : size / pv.known.unit;
  const step = Number.isInteger(scale) ? combine('*', convert(elements, i64), int(scale, i64)) : null;
  if (step === null) {
    pv.facts.unit = 1;
    cx.facts.changed = true;
    return;
  }
  const isAlone = (candidate: string): boolean =>
    candidate.startsWith('slot:') && pv.pointed.get(candidate.slice('slot:'.length))?.kind !== 'elements';
  if (pv.known.mode === 'free' && pv.known.candidates.some(isAlone) && constantOf(elements) !== 0n) {
    assignFree(
      cx,
      pv,
      {
        to: pv.to,
        volatile: false,
        target: { kind: 'unknown', because: messages.leakedLocal, footprint: 'everything' },
      },
      node,
    );
    return;
  }
  emit(cx, node, { kind: 'assign', target: count, value: addIndices(variable(count, i64), step) });
}

function assignFree(cx: Context, pv: PointerVariable, pointer: Pointer, node: SyntaxNode): void {
  const { target } = pointer;
  if (target.kind === 'unknown' && target.because === notSeen) return;
  if (target.kind === 'chosen') {
    assignChosen(cx, pv, target.cases, target.last, node);
    return;
  }
  const found = candidateOf({ ...pointer, to: pv.to }, pv.known.unit);
  if (found === null) {
    pv.facts.unit = 1;
    cx.facts.changed = true;
    return;
  }
  const tag = tagOf(cx, pv, found.candidate);
  if (tag !== null && pv.state.tag !== null) emit(cx, node, { kind: 'assign', target: pv.state.tag, value: int(tag) });
  if (pv.state.count !== null)
    emit(cx, node, { kind: 'assign', target: pv.state.count, value: convert(found.count, i64) });
}

function assignChosen(
  cx: Context,
  pv: PointerVariable,
  cases: readonly Readonly<{ when: Expr; pointer: Pointer }>[],
  last: Pointer,
  node: SyntaxNode,
): void {
  const [first, ...rest] = cases;
  if (first === undefined) {
    assignFree(cx, pv, last, node);
    return;
  }
  const when = pinnedExpr(cx, first.when, pv.name, node);
  const then = conditionally(cx, () => {
    assignFree(cx, pv, first.pointer, node);
  });
  const otherwise = capture(cx, () => {
    assignChosen(cx, pv, rest, last, node);
  });
  emit(cx, node, { kind: 'branch', when, then, otherwise });
}

/** The candidate's number, or null (and another round) when it is new. */
function tagOf(cx: Context, pv: PointerVariable, candidate: string): number | null {
  const at = pv.known.candidates.indexOf(candidate);
  if (at !== -1) {
    pv.facts.met.add(candidate);
    return at;
  }
  const full = pv.known.candidates.indexOf('unknown');
  if (pv.known.candidates.length >= maxCandidates && full !== -1) {
    pv.facts.met.add('unknown');
    return full;
  }
  const wanted = pv.facts.candidates.length >= maxCandidates - 1 ? 'unknown' : candidate;
  if (!pv.facts.candidates.includes(wanted)) pv.facts.candidates = [...pv.facts.candidates, wanted];
  cx.facts.changed = true;
  return null;
}

/** Which candidate a pointer is, and how many units from its start; null where that is no whole number. */
export function candidateOf(pointer: Pointer, unit: number): Readonly<{ candidate: string; count: Expr }> | null {
  const { target } = pointer;
  const none = int(0, i64);
  switch (target.kind) {
    case 'memory': {
      const count = flatIndex(target.place, unit);
      return count === null ? null : { candidate: `memory:${target.place.array}`, count };
    }
    case 'slot':
      // a local in no memory has no bytes to count, and a single one nothing beside it
      return target.slot.kind !== 'unknown' &&
        unit === sizeOfType(pointer.to) &&
        (target.slot.kind === 'elements' || target.index === null || constantOf(target.index) === 0n)
        ? { candidate: `slot:${target.key}`, count: target.index ?? none }
        : { candidate: 'unknown', count: none };
    case 'null':
      return { candidate: 'null', count: none };
    case 'unknown':
    case 'chosen':
      return { candidate: 'unknown', count: none };
    default:
      return assertNever(target);
  }
}
