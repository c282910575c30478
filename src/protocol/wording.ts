/** What the stage `protocol` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  divisorNotZero: 'no divisor on line {line} is 0',
  counterNoWrap: 'the counter {name} does not wrap around (line {line})',
  atomicResult: 'result of atomic {op}',
  barrierIgnored: 'a {kind} barrier is taken to order nothing{why}',
  barrierResult: 'result of a barrier',
  voteResult: "result of the block's {op}",
  assertionHolds: 'the assertion on line {line} holds',
  readFromMemory: 'read from memory',
  distinctArrays: '{names} point to distinct arrays',
  distinctExcept: 'pointer parameters point to distinct arrays, except for {same}',
  partialBarrier: 'a barrier of part of the block',
  laneResult: 'result of {op} among lanes',
  blockLimit: 'a block has at most {limit} threads',
  noWrap: '{name} of type {type} does not wrap around',
  unassignedBeforeLoop: 'not assigned before the loop',
  inLoop: '{text} (loop on line {line})',
} as const;
