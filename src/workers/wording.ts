/** What the stage `workers` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  endedBySignal: 'its process was killed by {signal}',
  endedWith: 'its process exited with status {code}',
} as const;
