/**
 * Shows that arithmetic does not wrap where ranges alone cannot: from `b*bd + t <= 2^31 - 1`, which follows from facts
 * on gd*bd, the quotient by 2^32 is 0. The same of quotients by terms: from `0 <= x < n*m`, that by n*m is 0. Gives the
 * normal form with these equations added; each follows from it.
 */
import { atomPoly, constantPoly, negate, plus, subtract } from '../normal/polynomial.ts';
import type { Atom } from '../normal/atoms.ts';
import type { AtomId, Poly } from '../normal/polynomial.ts';
import type { NormalForm } from '../normal/normal-form.ts';
import { usedIn } from '../normal/normal-form.ts';
import type { Prop } from '../normal/proposition.ts';
import type { Range } from '../normal/range.ts';
import { equal } from '../normal/proposition.ts';
import { exactly } from '../normal/range.ts';
import { narrowed } from '../normal/narrow.ts';
import { provesAtMost } from './combination.ts';
import { systemOf } from './system.ts';

/** Quotients by smaller numbers come from the source's own divisions. */
const smallestType = 256n;

/** What is divided, and by what, of a quotient that may turn out to be 0. */
function divisionOf({ meaning }: Atom): Readonly<{ of: Poly; by: Poly }> | null {
  if (meaning.kind === 'quotient')
    return meaning.by >= smallestType ? { of: meaning.of, by: constantPoly(meaning.by) } : null;
  return meaning.kind === 'truncated' ? meaning : null;
}

export function settled(form: NormalForm): NormalForm {
  const divisions = usedIn(form).atoms.flatMap((atom) => {
    const division = divisionOf(atom);
    return division === null ? [] : [{ atom, ...division }];
  });
  if (divisions.length === 0) return form;
  const system = systemOf(form);
  if (system === 'contradiction') return form;
  const narrower = narrowed(system.literals, system.rangeOf);
  const settledRanges = new Map<AtomId, Range>(narrower);
  const rangeOf = (atom: AtomId): Range => settledRanges.get(atom) ?? system.rangeOf(atom);
  const found: Prop[] = [];
  for (const { atom, of, by } of divisions) {
    const here = { ...system, rangeOf };
    if (!provesAtMost(here, plus(subtract(of, by), 1n)) || !provesAtMost(here, negate(of))) continue;
    settledRanges.set(atom.id, exactly(0n));
    found.push(equal(atomPoly(atom.id), constantPoly(0n)));
  }
  return found.length === 0 ? form : { ...form, constraints: [...form.constraints, ...found] };
}
