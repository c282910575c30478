/** A bug of ours (a *fault*), never the user's mistake. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** Throws a {@link Fault} unless `holds`; `why` says why it cannot fail. */
export function invariant(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Fault(why);
}

/** Ends a `switch` on `kind` that is meant to be complete. */
export function assertNever(value: never): never {
  throw new Fault(`unexpected variant: ${JSON.stringify(value)}`);
}
