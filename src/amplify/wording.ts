/** What the stage `amplify` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  collectiveMemory: 'control flow or addresses depend on memory that a collective call uses',
  openParameter: 'the launch does not determine `{name}`',
  openBlock: 'the launch does not determine the block',
  openGrid: 'the launch does not determine the grid',
  tooManyThreads: "{threads} threads, and the machine's budget is {maxSteps} steps",
  dataDependent: 'line {line} depends on the contents of memory',
  budget: 'the run reached its budget of {which}',
  endsRun: 'line {line} ends the run',
  cannotExecute: 'the machine cannot execute line {line} of {name}: {because}',
  dataDependentControl: 'control flow or addresses depend on the contents of memory',
  scheduleDependent: 'which threads pass the barrier on line {line} together depends on the schedule',
  readFromMemory: 'read from memory',
  atomicResult: 'result of an atomic',
  unknownLanes: 'the participating lanes are unknown',
  collectiveBarrier: 'a collective barrier',
  floatDependent: 'line {line} depends on floating-point arithmetic',
} as const;
