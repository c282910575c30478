/** The conditions of `--assume`, in terms of a kernel's parameters and built-ins. */
import type { Fact } from '../protocol/infer.ts';
import type { InputProblem } from '../verdict/finding.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { Result } from '../base/result.ts';
import { assumptionUnreadable } from '../verdict/catalogue.ts';
import { fail, ok } from '../base/result.ts';
import { lowerAssumption } from '../lower/assumption.ts';

/** All of them as facts, or why the first that means nothing for this kernel does not. */
export function userFacts(assumes: readonly string[], kernel: Kernel, parser: Parser): Result<readonly Fact[], InputProblem> {
  const facts: Fact[] = [];
  for (const text of assumes) {
    const fact = userFact(text, kernel, parser);
    if (!fact.ok) return fact;
    facts.push(fact.value);
  }
  return ok(facts);
}

/** Those that mean nothing for any of the kernels: mistyped. One that names parameters of some kernels only is no problem. */
export function misunderstood(assumes: readonly string[], kernels: readonly Kernel[], parser: Parser): readonly InputProblem[] {
  return assumes.flatMap((text) => {
    const facts = kernels.map((kernel) => userFact(text, kernel, parser));
    const [first] = facts;
    return first?.ok === false && !facts.some(({ ok: isUnderstood }) => isUnderstood) ? [first.problem] : [];
  });
}

function userFact(text: string, kernel: Kernel, parser: Parser): Result<Fact, InputProblem> {
  const source = `void assumption() { (void)(${text}); }`;
  const lowered = lowerAssumption(parser.parse(source), source, kernel);
  return lowered.ok ? ok({ condition: lowered.value, text }) : fail(assumptionUnreadable(text, lowered.problem));
}
