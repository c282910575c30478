/**
 * Names that several namespaces or classes of a file declare. File scope knows no using-declarations and -directives,
 * and no inheritance: where one of these decides which declaration is meant, it is looked for here, or left open.
 * Over-approximating.
 *
 * Example: with `namespace a { const int n = 1; } namespace b { const int n = 2; }`, `n` after `using namespace b;` is
 * left open.
 */
import type { Context } from './context.ts';
import type { StructType } from './types/c-type.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Binding } from './scope.ts';
import { isInLibrary } from './context.ts';
import { isHiddenIn } from './classes/dependent-bases.ts';
import { keep } from '../base/memoize.ts';
import { mentions } from './kept.ts';
import { typeOfSlot } from './expressions/value.ts';

type Entry = Readonly<{ name: string; path: readonly string[]; node: SyntaxNode }>;

/** Whether an unqualified name may mean another declaration than the nearest one. */
export function isOneOfSeveral(cx: Context, entries: readonly Entry[]): boolean {
  const own = entries.filter((entry) => !isInLibrary(entry.node));
  const [first] = own;
  if (first === undefined || own.every((entry) => entry.node === first.node || isSamePath(entry, first))) return false;
  return (
    !first.path.every((part, k) => part === cx.frame.path[k]) ||
    own.some((entry) => isDeclaredUsing(cx, entry) || isDirectedTo(cx, entry))
  );
}

/**
 * Whether a using-declaration names one of functions that several namespaces declare: in a block, it hides the others.
 */
export function isHiddenByUsing(cx: Context, entries: readonly Entry[]): boolean {
  const own = entries.filter((entry) => !isInLibrary(entry.node));
  const [first] = own;
  return (
    first !== undefined &&
    own.some((entry) => !isSamePath(entry, first)) &&
    own.some((entry) => isDeclaredUsing(cx, entry))
  );
}

const isSamePath = (a: Entry, b: Entry): boolean => a.path.join('::') === b.path.join('::');

const isDeclaredUsing = (cx: Context, entry: Entry): boolean => usingPlaces(cx, entry).length > 0;

/** Where using-declarations that name it stand in the text. */
export function usingPlaces(cx: Context, { name, path }: Entry): readonly number[] {
  const last = path.at(-1);
  if (last === undefined || !/^\w+$/.test(last) || !/^\w+$/.test(name)) return [];
  const pattern = new RegExp(`\\busing\\s+(?:\\w+\\s*::\\s*|::\\s*)*${last}\\s*::\\s*${name}\\s*[,;]`, 'g');
  return keep(cx.unit.kept.usings, `${last}::${name}`, () =>
    [...cx.unit.source.text.matchAll(pattern)].map(({ index }) => index),
  );
}

export function isDirectedTo(cx: Context, { path }: Entry): boolean {
  const last = path.at(-1);
  return (
    last !== undefined &&
    /^\w+$/.test(last) &&
    mentions(cx.unit, new RegExp(`\\busing\\s+namespace\\s+(?:\\w+\\s*::\\s*|::\\s*)*${last}\\s*;`))
  );
}

/** A type or constant that the class around has from a base. */
export function inherited(cx: Context, name: string): Binding | null {
  const self = cx.frame.self === null ? null : typeOfSlot(cx.frame.self);
  return self?.kind === 'struct'
    ? fromBases(cx, self.struct, name, cx.unit.declared.types.has(name) || cx.unit.declared.variables.has(name))
    : null;
}

function fromBases(cx: Context, struct: StructType, name: string, isElsewhere: boolean): Binding | null {
  for (const field of struct.fields) {
    if (
      field.role !== 'base' ||
      field.type.kind !== 'struct' ||
      (isElsewhere && isHiddenIn(cx, struct, field.name, name))
    )
      continue;
    const base = field.type.struct;
    const found = base.body?.scope.names.get(name) ?? fromBases(cx, base, name, false);
    if (found !== null) return found;
  }
  return null;
}
