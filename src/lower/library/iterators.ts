/**
 * `<iterator>` in device code, for pointers and other iterators that are moved by numbers (C++ [iterator.operations]).
 * Exact.
 */
import type { LibrarySource } from './source.ts';
import { inSpaces } from './tuple.ts';

export const iterators: LibrarySource = {
  header: 'iterator',
  mentioned: /\b(?:std|thrust)::(?:distance|next|prev|advance)\b/,
  declared: /\bnamespace\s+(?:cuda::)?std\b[^;{]{0,200}\{[^]*\bdistance\s*\(/,
  text: inSpaces(
    () => `
template <class I> __device__ long distance(I first, I last) { return last - first; }
template <class I> __device__ I next(I at, long n = 1) { return at + n; }
template <class I> __device__ I prev(I at, long n = 1) { return at - n; }
template <class I> __device__ void advance(I &at, long n) { at += n; }
`,
  ),
};
