/**
 * Libraries that are known by meaning: their headers are not read, what they declare is written here as CUDA C++ of our
 * own, reduced to types, layouts, values and effects on memory. Where no value is modelled, `__sw_any<T>()` (primitives.ts)
 * stands for any. Exact or over-approximating, as each library's file says.
 *
 * Example: a file that says `cuCmulf` without declaring it is lowered together with the text of cu-complex.ts.
 */
import type { MappedText } from '../../base/text-map.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { bfloat16 } from './bfloat16.ts';
import { cubBlock } from './cub-block.ts';
import { cubWarp } from './cub-warp.ts';
import { curand } from './curand.ts';
import { alignedSize, functional, groupReductions } from './functional.ts';
import { cuComplex } from './cu-complex.ts';
import { float8 } from './float8.ts';
import { half } from './half.ts';
import { alignedStorage, devicePointers } from './memory-types.ts';
import { numericLimits } from './numeric-limits.ts';
import { textureTypes } from './textures.ts';
import { vectorMath } from './vector-math.ts';
import { wmma } from './wmma.ts';
import { arrays, complexNumbers, pairs, ties, tupleTypes, utilities } from './tuple.ts';

/** A library, or a part of one that is used alone. */
export type LibrarySource = Readonly<{
  /** The header that declares it, for messages. */
  header: string;
  /** A file whose text matches uses it. */
  mentioned: RegExp;
  /** A file whose text matches has its declarations itself: the library is left out. */
  declared: RegExp;
  text: string;
}>;

const libraries: readonly LibrarySource[] = [vectorMath, half, bfloat16, float8, cuComplex, numericLimits, textureTypes, curand, wmma, functional, groupReductions, alignedSize, alignedStorage, devicePointers, pairs, arrays, tupleTypes, ties, complexNumbers, utilities, ...cubBlock, ...cubWarp];

/** The declarations of the libraries that a preprocessed text uses and does not declare, one by one. */
export function libraryParts(text: string): readonly string[] {
  return libraries.filter((one) => one.mentioned.test(text) && !one.declared.test(text)).map((one) => one.text);
}

/** The same as one text; '' when there are none. */
export const libraryText = (text: string): string => libraryParts(text).join('\n');

/** The tree of that text, made of those of its parts: each is parsed once, in whichever company it comes. */
export function libraryTree(parts: readonly string[], parse: (part: string) => SyntaxNode): SyntaxNode {
  const children: SyntaxNode[] = [];
  let at = 0;
  for (const part of parts) {
    for (const child of parse(part).children) children.push(movedTree(child, at));
    at += part.length + 1;
  }
  return { type: 'translation_unit', start: 0, end: Math.max(0, at - 1), named: true, missing: false, field: null, children };
}

/** The text of a file followed by that of its libraries. Positions in the libraries have no physical place. */
export function withLibraryText(source: MappedText, library: string): MappedText {
  const end = source.text.length;
  return {
    text: source.text + library,
    spanOf: (from, to) => source.spanOf(Math.min(from, end), Math.min(to, end)),
    macrosAt: (at) => (at < end ? source.macrosAt(at) : []),
  };
}

/** A tree whose text begins `by` characters later. */
export function movedTree(node: SyntaxNode, by: number): SyntaxNode {
  return { ...node, start: node.start + by, end: node.end + by, children: node.children.map((child) => movedTree(child, by)) };
}
