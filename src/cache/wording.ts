/** What the stage `cache` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  damaged: 'it is damaged: it does not match its digest',
  entryIgnored: 'cache: {x1} {because}, and is {x2}',
  stopped: 'cache: nothing more is kept in {folder}: {why}',
  notRegular: 'is not a regular file',
  tooLarge: 'is too large',
} as const;
