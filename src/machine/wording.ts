/** What the stage `machine` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  unknownFunction: 'the machine does not model the function {fn}',
  floatOperator: 'operator {operator} on floating-point operands',
  unknownLocalSize: 'local array {name} of unknown size',
  zeroDivision: 'integer division by zero',
  partialBarrier: 'barrier {barrier} for part of the block',
  notWholeWarps: 'barrier {barrier} is for {threads} threads, which are not whole warps',
  twoCounts: 'barrier {barrier} is for {threads} threads, and for {threads2}',
  partialWarps: 'parts of warps reach barrier {barrier}',
  tooFew: '{arrived} of the {threads} threads of barrier {barrier} reach it',
  manyObjects: 'more barrier objects than runs keep',
  ownBarrier: "the block's barrier",
  initializedTwice: 'a barrier object is initialized while it is one',
  tooManyArrivals: 'more arrivals at {name} than the {count} that its phase takes',
  phaseLongPast: 'a wait for a phase of a barrier object that is not the current one or the one before',
} as const;
