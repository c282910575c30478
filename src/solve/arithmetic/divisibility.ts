/**
 * Divisibility test (gcd): `c1*x1 + c2*x2 + … = k` has no integer solution unless gcd(c1, c2, …) divides k.
 * Example: `2*t = 2*u + 1`. Equations that pass are divided by the gcd.
 */
import type { Prop } from '../normal/proposition.ts';
import type { System } from './system.ts';
import { relit } from '../normal/proposition.ts';
import { tightened } from '../normal/narrow.ts';
import { withProps } from './system.ts';

export function divisibilityTest(system: System): System | 'contradiction' {
  const literals: Prop[] = [];
  let isSame = true;
  for (const literal of system.literals) {
    const poly = tightened(literal);
    if (poly === null) return 'contradiction';
    isSame &&= poly === literal.poly;
    literals.push(poly === literal.poly ? literal : relit(literal, poly));
  }
  return isSame ? system : withProps({ ...system, literals: [] }, literals);
}
