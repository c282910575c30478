/** What the stage `workers` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  endedBySignal: 'its process was ended by {signal}',
  endedWith: 'its process ended with status {code}',
} as const;
