/**
 * Memory of a program that is run (run.ts): blocks of bytes, with a value at every offset where something was stored.
 * What was never stored, or only in part, is not known.
 */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { HostType } from './types.ts';

/**
 * `device`: memory that kernels see; `symbol`: the variable of the file that it is. `boxes`: containers of the library
 * that stand in it. `bytes`: its size; null: not known.
 */
export type Block = Left &
  Copied &
  Objects & {
    readonly device: boolean;
    readonly symbol: string | null;
    bytes: number | null;
    readonly cells: Map<number, Cell>;
    readonly boxes: Map<number, Box>;
  };
/** The objects of classes that begin at an offset, or of which a base begins there, as they were made. */
type Objects = { readonly objects: Map<number, readonly Variable[]> };
/** `isRead`: a copy that does not wait may still read it. */
type Copied = { isRead: boolean };
/**
 * Since all of it was set: which kernels may have stored there, null for one that is not known, and whether some bytes
 * were filled with something other than 0.
 */
export type Left = { by: ReadonlySet<SyntaxNode | null>; isFilled: boolean };
type Cell = Readonly<{ value: Value; size: number }>;
export type Place = Readonly<{ block: Block; at: number }>;

/** A `vector`, whose elements stand in a block of their own, or a `map`. */
export type Box =
  | { kind: 'vector'; readonly elements: Block; count: number }
  | { kind: 'map'; readonly entries: Map<string, Place> };

/** Variables of one call. `self`: the object that the method is called on. */
export type Frame = Readonly<{
  variables: Map<number, Variable>;
  outer: Frame | null;
  self: Variable | null;
  types: ReadonlyMap<string, HostType>;
}>;
export type Variable = Readonly<{ type: HostType; place: Place }>;

export type Value =
  | Readonly<{ kind: 'number'; expr: Expr }>
  | Readonly<{ kind: 'pointer'; to: Place | null }>
  | Readonly<{ kind: 'function'; definition: SyntaxNode }>
  | Readonly<{ kind: 'closure'; lambda: SyntaxNode; frame: Frame }>
  | Readonly<{ kind: 'text'; /** as it is written */ text: string }>
  | Readonly<{ kind: 'unknown' }>;

export const unknown: Value = { kind: 'unknown' };
export const newBlock = (device = false, symbol: string | null = null): Block => ({
  device,
  symbol,
  bytes: null,
  cells: new Map(),
  boxes: new Map(),
  objects: new Map(),
  by: new Set(),
  isFilled: false,
  isRead: false,
});
/** Of code outside of functions. */
export const noFrame = (): Frame => ({ variables: new Map(), outer: null, self: null, types: new Map() });
export const newPlace = (): Place => ({ block: newBlock(), at: 0 });

export function read({ block, at }: Place, size: number): Value {
  const cell = block.cells.get(at);
  return cell?.size === size ? cell.value : unknown;
}

/** Forgets what is stored in some bytes, also in part. */
export function erase({ block, at }: Place, size: number): void {
  for (let offset = at - 15; offset < at + size; offset++) {
    const cell = block.cells.get(offset);
    if (cell !== undefined && offset + cell.size > at) block.cells.delete(offset);
  }
}

export function write(place: Place, size: number, value: Value): void {
  erase(place, size);
  place.block.cells.set(place.at, { value, size });
}

/** Forgets who has stored in a block all of which is set. */
export function settle({ block, at }: Place, size: number): void {
  if (block.bytes === null || at > 0 || size < block.bytes) return;
  block.by = new Set();
  block.isFilled = false;
}

/** As `memmove` does: values that stand in the bytes as a whole. */
export function copyBytes(to: Place, from: Place, size: number): void {
  settle(to, size);
  if (from.block.isFilled || from.block.by.size > 0) to.block.isFilled = true;
  const cells = [...from.block.cells].filter(
    ([offset, cell]) => offset >= from.at && offset + cell.size <= from.at + size,
  );
  const boxes = [...from.block.boxes].filter(([offset]) => offset >= from.at && offset < from.at + size);
  erase(to, size);
  for (const offset of [...to.block.boxes.keys()])
    if (offset >= to.at && offset < to.at + size) to.block.boxes.delete(offset);
  for (const [offset, { value, size: own }] of cells)
    to.block.cells.set(to.at + offset - from.at, { value, size: own });
  for (const [offset, box] of boxes) to.block.boxes.set(to.at + offset - from.at, copyOfBox(box));
}

function copyOfBox(box: Box): Box {
  if (box.kind === 'map')
    return {
      kind: 'map',
      entries: new Map([...box.entries].map(([key, { block }]) => [key, { block: copyOfBlock(block), at: 0 }])),
    };
  return { kind: 'vector', elements: copyOfBlock(box.elements), count: box.count };
}

const copyOfBlock = (block: Block): Block => ({
  ...block,
  objects: new Map(),
  cells: new Map(block.cells),
  boxes: new Map([...block.boxes].map(([offset, box]) => [offset, copyOfBox(box)])),
});
