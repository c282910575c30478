/** Reads what Z3 prints: `sat`, `unsat`, `unknown`, and the values of `(get-value (…))`. */
export type CheckAnswer = 'sat' | 'unsat' | 'unknown';

/** The answer of `(check-sat)`, or the text of the error. */
export function readCheck(output: string): CheckAnswer | Readonly<{ error: string }> {
  const error = /\(error "([^"]*)"\)/.exec(output);
  if (error !== null) return { error: error[1] ?? output };
  const line = output.trim();
  return line === 'sat' || line === 'unsat' || line === 'unknown' ? line : { error: line.slice(0, 200) };
}

/** Values of `((name value) …)`: integers, `#x…` and `#b…` bit-vectors (unsigned), `true` and `false` (1 and 0). */
export function readValues(output: string): ReadonlyMap<string, bigint> {
  const values = new Map<string, bigint>();
  for (const match of output.matchAll(
    /\(([A-Za-z][\w.]*)\s+(?:\(-\s+(\d+)\)|(-?\d+)|#x([0-9a-fA-F]+)|#b([01]+)|(true|false))\)/g,
  )) {
    const [, name, negative, positive, hex, binary, truth] = match;
    if (name === undefined) continue;
    if (negative !== undefined) values.set(name, -BigInt(negative));
    else if (positive !== undefined) values.set(name, BigInt(positive));
    else if (hex !== undefined) values.set(name, BigInt(`0x${hex}`));
    else if (binary !== undefined) values.set(name, BigInt(`0b${binary}`));
    else values.set(name, truth === 'true' ? 1n : 0n);
  }
  return values;
}
