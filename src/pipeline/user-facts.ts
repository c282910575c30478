/** The conditions of `--assume`, in terms of a kernel's parameters and built-ins, and the parameters that `--param` names. */
import type { Fact } from '../protocol/infer.ts';
import type { InputProblem } from '../verdict/finding.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { Result } from '../base/result.ts';
import { assumptionUnreadable, parameterMissing } from '../verdict/catalogue.ts';
import { fail, ok } from '../base/result.ts';
import { nearestFirst } from '../base/nearest.ts';
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

/** Those names of `--param` that are of no parameter of any kernel. Templates' are sought in `texts`; of a kernel that was not lowered, any member of a formal one may be meant. */
export function parametersMissing(params: ReadonlyMap<string, unknown>, kernels: readonly Kernel[], texts: readonly string[]): readonly InputProblem[] {
  const names = [...new Set(kernels.flatMap((kernel) => kernel.params.flatMap((param) => (param.kind === 'scalar' && !param.name.endsWith('.nonnull') ? [param.name] : []))))];
  const isThere = (name: string): boolean => names.includes(name) || kernels.some((kernel) => kernel.unsupported !== null && kernel.formals.includes(name.split('.')[0] ?? name))
    || (/^\w+$/.test(name) && texts.some((text) => new RegExp(`\\btemplate\\s*<[^{};(]*\\b${name}\\b`).test(text)));
  return kernels.length === 0 ? [] : [...params.keys()].filter((name) => !isThere(name)).map((name) => parameterMissing(name, nearestFirst(name, names)));
}
