/**
 * Memory of a program that is run (run.ts): blocks of bytes, with a value at every offset where something was stored. What was never
 * stored, or only in part, is not known.
 */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { HostType } from './types.ts';

/** `device`: memory that kernels see; `symbol`: the variable of the file that it is. `boxes`: containers of the library that stand in it. */
export type Block = { readonly device: boolean; readonly symbol: string | null; readonly cells: Map<number, Cell>; readonly boxes: Map<number, Box> };
type Cell = Readonly<{ value: Value; size: number }>;
export type Place = Readonly<{ block: Block; at: number }>;

/** A `vector`, whose elements stand in a block of their own, or a `map`. */
export type Box = { kind: 'vector'; readonly elements: Block; count: number } | { kind: 'map'; readonly entries: Map<string, Place> };

/** Variables of one call. `self`: the object that the method is called on. */
export type Frame = Readonly<{ variables: Map<number, Variable>; outer: Frame | null; self: Variable | null; types: ReadonlyMap<string, HostType> }>;
export type Variable = Readonly<{ type: HostType; place: Place }>;

export type Value =
  | Readonly<{ kind: 'number'; expr: Expr }>
  | Readonly<{ kind: 'pointer'; to: Place | null }>
  | Readonly<{ kind: 'function'; definition: SyntaxNode }>
  | Readonly<{ kind: 'closure'; lambda: SyntaxNode; frame: Frame }>
  | Readonly<{ kind: 'text'; /** as it is written */ text: string }>
  | Readonly<{ kind: 'unknown' }>;

export const unknown: Value = { kind: 'unknown' };
export const newBlock = (device = false, symbol: string | null = null): Block => ({ device, symbol, cells: new Map(), boxes: new Map() });
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

/** As `memmove` does: values that stand in the bytes as a whole. */
export function copyBytes(to: Place, from: Place, size: number): void {
  const cells = [...from.block.cells].filter(([offset, cell]) => offset >= from.at && offset + cell.size <= from.at + size);
  const boxes = [...from.block.boxes].filter(([offset]) => offset >= from.at && offset < from.at + size);
  erase(to, size);
  for (const [offset, { value, size: own }] of cells) to.block.cells.set(to.at + offset - from.at, { value, size: own });
  for (const [offset, box] of boxes) to.block.boxes.set(to.at + offset - from.at, copyOfBox(box));
}

function copyOfBox(box: Box): Box {
  if (box.kind === 'map') return { kind: 'map', entries: new Map([...box.entries].map(([key, { block }]) => [key, { block: copyOfBlock(block), at: 0 }])) };
  return { kind: 'vector', elements: copyOfBlock(box.elements), count: box.count };
}

const copyOfBlock = (block: Block): Block => ({ ...block, cells: new Map(block.cells), boxes: new Map([...block.boxes].map(([offset, box]) => [offset, copyOfBox(box)])) });
