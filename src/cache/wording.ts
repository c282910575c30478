/** What the stage `cache` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  damaged: 'it is damaged: it does not match its digest',
  entryIgnored: 'cache: {entry} {because}, and is {consequence}',
  stopped: 'cache: nothing more is kept in {folder}: {why}',
  notRegular: 'is not a regular file',
  tooLarge: 'is too large',
  otherKey: 'is the entry of another key',
} as const;
