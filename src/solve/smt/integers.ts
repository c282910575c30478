/**
 * A normal form as SMT-LIB text: one Int per atom, its range, the definitions and the constraints. No `div`, `mod` or
 * bit operation is left in it. Functions are declared only where a function has several applications.
 */
import type { Atom } from '../normal/atoms.ts';
import type { NormalForm } from '../normal/normal-form.ts';
import { declaredIn, usedIn } from '../normal/normal-form.ts';
import type { Poly } from '../normal/polynomial.ts';
import type { Prop } from '../normal/proposition.ts';
import type { Range } from '../normal/range.ts';
import { applyKey } from '../normal/atoms.ts';
import { assertNever } from '../../base/invariant.ts';

export type Script = Readonly<{
  /** Declarations and assertions; ends before `(check-sat)`. */
  text: string;
  /** Names of the constants whose values make the model, in order. */
  names: readonly string[];
}>;

export function integerScript(form: NormalForm): Script {
  const lines: string[] = [];
  const [atoms, { definitions }] = [declaredIn(form), usedIn(form)];
  for (const atom of atoms) {
    lines.push(`(declare-const a${atom.id} Int)`);
    lines.push(...rangeAssertions(`a${atom.id}`, atom.range));
  }
  lines.push(...applications(atoms));
  for (const prop of [...definitions, ...form.constraints]) {
    if (prop.kind !== 'const' || !prop.value) lines.push(`(assert ${propSmt(prop)})`);
  }
  return { text: lines.join('\n'), names: atoms.map((atom) => `a${atom.id}`) };
}

function rangeAssertions(name: string, range: Range): readonly string[] {
  return [
    ...(range.lo === null ? [] : [`(assert (<= ${integerSmt(range.lo)} ${name}))`]),
    ...(range.hi === null ? [] : [`(assert (<= ${name} ${integerSmt(range.hi)}))`]),
  ];
}

/** Equal arguments give equal results: only functions with two or more applications say anything. */
function applications(atoms: readonly Atom[]): readonly string[] {
  const bySymbol = new Map<string, { atom: Atom; args: readonly Poly[] }[]>();
  for (const atom of atoms) {
    if (atom.meaning.kind !== 'apply') continue;
    // the key is symbol(args), and args never hold a parenthesis
    const symbol = atom.key.slice(0, atom.key.length - applyKey('', atom.meaning.args).length);
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), { atom, args: atom.meaning.args }]);
  }
  const lines: string[] = [];
  let index = 0;
  for (const uses of bySymbol.values()) {
    const arity = uses[0]?.args.length ?? 0;
    if (uses.length < 2 || arity === 0) continue;
    const name = `f${index++}`;
    lines.push(`(declare-fun ${name} (${'Int '.repeat(arity).trim()}) Int)`);
    for (const use of uses) lines.push(`(assert (= a${use.atom.id} (${name} ${use.args.map(polySmt).join(' ')})))`);
  }
  return lines;
}

const integerSmt = (value: bigint): string => (value < 0n ? `(- ${-value})` : `${value}`);

function polySmt(p: Poly): string {
  const parts = [...p.terms.values()].map(({ atoms, coef }) => {
    const factors = atoms.map((atom) => `a${atom}`);
    return coef === 1n && factors.length === 1
      ? factors.join('')
      : `(* ${[...(coef === 1n ? [] : [integerSmt(coef)]), ...factors].join(' ')})`;
  });
  if (p.constant !== 0n || parts.length === 0) parts.push(integerSmt(p.constant));
  return parts.length === 1 ? parts.join('') : `(+ ${parts.join(' ')})`;
}

export function propSmt(p: Prop): string {
  switch (p.kind) {
    case 'const':
      return `${p.value}`;
    case 'le':
      return `(<= ${polySmt({ constant: 0n, terms: p.poly.terms })} ${integerSmt(-p.poly.constant)})`;
    case 'eq':
      return `(= ${polySmt({ constant: 0n, terms: p.poly.terms })} ${integerSmt(-p.poly.constant)})`;
    case 'ne':
      return `(not (= ${polySmt({ constant: 0n, terms: p.poly.terms })} ${integerSmt(-p.poly.constant)}))`;
    case 'and':
    case 'or':
      return `(${p.kind} ${p.parts.map(propSmt).join(' ')})`;
    default:
      return assertNever(p);
  }
}
