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
} as const;
