/**
 * Libraries that are known by meaning: their headers are not read, what they declare is written here as CUDA C++ of our
 * own, reduced to types, layouts, values and effects on memory. Where no value is modelled, `__sw_any<T>()`
 * (primitives.ts) stands for any. Exact or over-approximating, as each library's file says.
 *
 * Example: a file that says `cuCmulf` without declaring it is lowered together with the text of cu-complex.ts.
 */
import type { MappedText } from '../../base/text-map.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { accessorsOfTorch, atomicsOfTorch, bfloat16OfTorch, halfOfTorch, scalarTypesOfTorch } from './aten.ts';
import { bfloat16 } from './bfloat16.ts';
import { constantTypes } from './constant-types.ts';
import { cubBlock } from './cub-block.ts';
import { cubWarp } from './cub-warp.ts';
import { curand } from './curand.ts';
import { alignedSize, cubBarriers, functional, groupReductions } from './functional.ts';
import { cutlassNumbers } from './cutlass.ts';
import { cuComplex } from './cu-complex.ts';
import { float8 } from './float8.ts';
import { glm } from './glm.ts';
import { half } from './half.ts';
import { alignedStorage, devicePointers, threadScopes } from './memory-types.ts';
import { numericLimits } from './numeric-limits.ts';
import { iterators } from './iterators.ts';
import { libraryStart } from './place.ts';
import { textureTypes } from './textures.ts';
import { vectorMath } from './vector-math.ts';
import { latches } from './latches.ts';
import { nativeHandles, pipelineRoles, ptx } from './ptx.ts';
import { semaphores } from './semaphores.ts';
import { mdspans, spans } from './views.ts';
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

const libraries: readonly LibrarySource[] = [
  vectorMath,
  glm,
  halfOfTorch,
  bfloat16OfTorch,
  scalarTypesOfTorch,
  accessorsOfTorch,
  atomicsOfTorch,
  half,
  bfloat16,
  float8,
  cuComplex,
  numericLimits,
  constantTypes,
  textureTypes,
  curand,
  wmma,
  functional,
  groupReductions,
  alignedSize,
  cubBarriers,
  alignedStorage,
  devicePointers,
  threadScopes,
  ptx,
  nativeHandles,
  pipelineRoles,
  semaphores,
  latches,
  pairs,
  arrays,
  tupleTypes,
  ties,
  complexNumbers,
  utilities,
  iterators,
  spans,
  mdspans,
  cutlassNumbers,
  ...cubBlock,
  ...cubWarp,
];

/** `start`: where the text stands. */
type LibraryPart = Readonly<{ text: string; start: number }>;
const allText = libraries.map((one) => one.text).join('\n');
const placed = libraries.map((one, k): LibrarySource & LibraryPart => ({
  ...one,
  start: libraryStart + libraries.slice(0, k).reduce((length, { text }) => length + text.length + 1, 0),
}));

/** What the libraries that a file uses declare. `text`: of all libraries, from `libraryStart` on; `used`: of those. */
export type Library = Readonly<{ text: string; used: string; tree: SyntaxNode }>;

/**
 * The declarations of the libraries that a preprocessed text uses and does not declare. `parse`: gives the tree of a
 * part, at its place.
 */
export function libraryOf(text: string, parse: (part: LibraryPart) => SyntaxNode): Library {
  const parts = placed.filter((one) => one.mentioned.test(text) && !one.declared.test(text));
  const tree: SyntaxNode = {
    type: 'translation_unit',
    start: libraryStart,
    end: libraryStart + allText.length,
    named: true,
    missing: false,
    field: null,
    children: parts.flatMap((part) => parse(part).children),
  };
  return { text: allText, used: parts.map((part) => part.text).join('\n'), tree };
}

/** The text of a file to which positions in the libraries, which have no physical place, may be shown. */
export function besideLibraries(source: MappedText): MappedText {
  const end = source.text.length;
  return {
    text: source.text,
    spanOf: (from, to) => source.spanOf(Math.min(from, end), Math.min(to, end)),
    macrosAt: (at) => (at < end ? source.macrosAt(at) : []),
  };
}
