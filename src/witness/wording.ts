/** What the stage `witness` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  onlyOverflow: 'the only example found needs an overflow of signed integers, which is undefined in C',
  onlyHugeSizes: 'the only example found needs sizes that no array has',
  proposedBlock: 'the solver proposed a block of {threads} threads',
  proposedThread: 'the solver proposed thread ({thread}) of a block of ({block})',
  proposedGrid: 'the solver proposed block ({block}) of a grid of ({grid})',
} as const;
