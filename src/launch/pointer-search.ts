/**
 * What one search for the origins of a pointer has found (pointer-origins.ts). Mutable, made and dropped within one
 * question.
 */

/**
 * Of a pointer or (`isOfObject`) of where an object is. `top`: the place that was asked for, of which effects are its
 * own, at `index` where that is a constant, unless elements are copied (`isOfAnyElement`).
 */
export type Search = {
  readonly from: Set<string>;
  readonly own: Set<string>;
  readonly arrived: Set<string>;
  any: boolean;
  isUnseen: boolean;
  isCopied: boolean;
  isBuilt: boolean;
  readonly seen: Set<string>;
  top: string | null;
  index: bigint | null;
  isOfAnyElement: boolean;
  steps: number;
  isOfObject: boolean;
};

export const startSearch = (of: 'pointer' | 'object', isOfAnyElement: boolean): Search => ({
  from: new Set(),
  own: new Set(),
  arrived: new Set(),
  any: false,
  isUnseen: false,
  isCopied: false,
  isBuilt: false,
  seen: new Set(),
  top: null,
  index: null,
  isOfAnyElement,
  steps: 0,
  isOfObject: of === 'object',
});

/** It may come from anywhere. */
export function anything(search: Search): void {
  search.any = true;
}

/** An origin that no other place of the kind shares, if it is of the place that was asked for. */
export function addOwn(search: Search, origin: string, key: string): void {
  search.from.add(origin);
  if (key === search.top) search.own.add(origin);
}
