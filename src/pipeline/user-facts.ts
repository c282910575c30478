/**
 * The conditions of `--assume` and of the configuration, in terms of a kernel's parameters and built-ins, and the
 * parameters that are named.
 */
import type { EngineOptions } from '../engine.ts';
import type { Fact } from '../protocol/infer.ts';
import type { InputProblem } from '../verdict/finding.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { Result } from '../base/result.ts';
import type { StatedFacts } from '../launch/stated.ts';
import { assumptionUnreadable, parameterMissing } from '../verdict/catalogue.ts';
import { fail, ok } from '../base/result.ts';
import { fitsKernel } from '../base/name-pattern.ts';
import { nearestFirst } from '../base/nearest.ts';
import { asIntegers } from '../obligation/sums.ts';
import { assumptionSource, contentsStated } from './content-facts.ts';
import { statedOf } from '../launch/stated.ts';
import { lowerAssumption } from '../lower/assumption.ts';

/** `from`: where a person states it. */
export type GivenFact = Fact & Readonly<{ from: string }>;

/**
 * Those of the options must mean something for the kernel; what is stated of many kernels by a pattern need not:
 * leaving a condition out proves no less.
 */
export function factsFor(
  options: Pick<EngineOptions, 'assumes' | 'stated'>,
  kernel: Kernel,
  parser: Parser,
): Result<readonly GivenFact[], InputProblem> {
  const given = userFacts(options.assumes, kernel, parser);
  if (!given.ok) return given;
  const stated = statedOf(kernel.name, options.stated).flatMap(({ assumes, from }) =>
    assumes.map((text) => ({ fact: userFact(text, kernel, parser), from })),
  );
  return ok([
    ...given.value.map((fact) => ({ ...fact, from: '--assume' })),
    ...stated.flatMap(({ fact, from }) => (fact.ok ? fact.value.map((one) => ({ ...one, from })) : [])),
  ]);
}

/** All of them as facts, or why the first that means nothing for this kernel does not. */
export function userFacts(
  assumes: readonly string[],
  kernel: Kernel,
  parser: Parser,
): Result<readonly Fact[], InputProblem> {
  const facts: Fact[] = [];
  for (const text of assumes) {
    const stated = userFact(text, kernel, parser);
    if (!stated.ok) return stated;
    facts.push(...stated.value);
  }
  return ok(facts);
}

/**
 * Those that mean nothing for any of the kernels: mistyped. One that names parameters of some kernels only is no
 * problem.
 */
export function misunderstood(
  assumes: readonly string[],
  kernels: readonly Kernel[],
  parser: Parser,
): readonly InputProblem[] {
  return assumes.flatMap((text) => {
    const facts = kernels.map((kernel) => userFact(text, kernel, parser));
    const [first] = facts;
    return first?.ok === false && !facts.some(({ ok: isUnderstood }) => isUnderstood) ? [first.problem] : [];
  });
}

function userFact(text: string, kernel: Kernel, parser: Parser): Result<readonly Fact[], InputProblem> {
  const source = assumptionSource(text);
  const tree = parser.parse(source);
  const contents = contentsStated(tree, source, kernel, parser);
  if (contents !== null) return contents.ok ? contents : fail(assumptionUnreadable(text, contents.problem));
  const lowered = lowerAssumption(tree, source, kernel);
  return lowered.ok
    ? ok([{ condition: asIntegers(lowered.value), text }])
    : fail(assumptionUnreadable(text, lowered.problem));
}

/** What is stated of kernels and means nothing for any of those that it is stated of: mistyped. */
export function misstated(
  stated: readonly StatedFacts[],
  kernels: readonly Kernel[],
  parser: Parser,
): readonly InputProblem[] {
  return stated.flatMap((facts) => {
    const meant = kernels.filter(({ name, unsupported }) => unsupported === null && fitsKernel(facts.name, name));
    const conditions = misunderstood(facts.assumes, meant, parser);
    const names = meant.flatMap((kernel) => kernel.params.map((param) => param.name));
    const missing =
      meant.length === 0
        ? []
        : [...facts.params.keys()]
            .filter((name) => !names.includes(name))
            .map((name) => parameterMissing(name, nearestFirst(name, [...new Set(names)])));
    return [...conditions, ...missing].map((problem) => ({ ...problem, file: facts.from }));
  });
}

/**
 * Those names of `--param` that are of no parameter of any kernel. Templates' are sought in `texts`; of a kernel that
 * was not lowered, any member of a formal one may be meant.
 */
export function parametersMissing(
  params: ReadonlyMap<string, unknown>,
  kernels: readonly Kernel[],
  texts: readonly string[],
): readonly InputProblem[] {
  const names = [
    ...new Set(
      kernels.flatMap((kernel) =>
        kernel.params.flatMap((param) =>
          param.kind === 'scalar' && !param.name.endsWith('.nonnull') ? [param.name] : [],
        ),
      ),
    ),
  ];
  const isThere = (name: string): boolean =>
    names.includes(name) ||
    kernels.some((kernel) => kernel.unsupported !== null && kernel.formals.includes(name.split('.')[0] ?? name)) ||
    (/^\w+$/.test(name) && texts.some((text) => new RegExp(`\\btemplate\\s*<[^{};(]*\\b${name}\\b`).test(text)));
  return kernels.length === 0
    ? []
    : [...params.keys()]
        .filter((name) => !isThere(name))
        .map((name) => parameterMissing(name, nearestFirst(name, names)));
}
