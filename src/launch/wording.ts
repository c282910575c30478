/** What the stage `launch` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  noLaunch: 'no launch found',
  restrict: '{names} share no memory, as `__restrict__` promises',
  narrowed: '64-bit values of host code fit in the 32-bit parameters that get them: {names}',
  sameOrDisjoint: '{names} are the same array or share no memory',
  asRun:
    'the program of this file launches the kernel at {origin} as a run of it from `main` shows, in which no call of CUDA fails',
  unseenAllocator: 'each call of `{name}`, whose definition was not read, returns memory of its own',
  distinctBehindPointers: 'the pointers that lead to `{first}` point to distinct arrays',
  distinctPair: '`{first}` and `{second}` are distinct arrays',
  chosenSize: '{origin}; size chosen by Syncwright',
  blockFrom: 'block from {from}',
  gridFrom: 'grid from {from}',
  unusedComputed: '{origin} computes {extent}, which the kernel does not use: analysed for 1 only',
  unusedAxes: '{axes} = 1, which the kernel does not use',
  asManyThreads: 'blocks of {most} threads, for which line {line} is made',
  noMoreThreads: 'blocks of no more threads than line {line} is made for',
  threadsInRow: 'blocks of at most {most} threads along {axis}, for which rows have room on line {line}',
  fitsInt: 'gridDim.{axis} * blockDim.{axis} fits an int',
  elementsFitInt: 'gridDim.{axis} * blockDim.{axis} * {count} fits an int',
  tilesFitInt: 'gridDim.{axis} * {count} fits an int',
} as const;
