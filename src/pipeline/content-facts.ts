/**
 * Conditions on the elements of arrays, beside those of C: `distinct(idx)`, `permutation(idx, n)` (of 0 to n - 1),
 * `increasing(row)` (or equal), `all(idx) < n`, and `disjoint(next)` (what atomics add to different counters, from
 * their old values on, does not overlap). What a run starts with must agree with them, or it shows nothing; so that a
 * run can, its arrays are filled in accordance.
 */
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { ContentFact } from '../protocol/contents.ts';
import type { Expr } from '../base/expr.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { Result } from '../base/result.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { assumptionExpression, lowerAssumption } from '../lower/assumption.ts';
import { binary, int, truth } from '../base/expr-build.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { evaluate } from '../solve/evaluate.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { bool, i64 } from '../base/ctype.ts';
import { messages } from './wording.ts';

/** The text of a condition as a statement, for the parser. */
export const assumptionSource = (text: string): string => `void assumption() { (void)(${text}); }`;

/**
 * The facts that a condition states, where a part of it is about elements; null: it is C. `tree`: of `source`, which
 * `assumptionSource` makes.
 */
export function contentsStated(
  tree: SyntaxNode,
  source: string,
  kernel: Kernel,
  parser: Parser,
): Result<readonly Fact[], string> | null {
  const root = assumptionExpression(tree);
  const parts = root === null ? [] : conjuncts(root);
  const textOf = (node: SyntaxNode): string => source.slice(node.start, node.end);
  if (!parts.some((part) => isAboutElements(part, textOf))) return null;
  const inC = (part: string, wanted: ScalarType): Result<Expr, string> => {
    const own = assumptionSource(part);
    return lowerAssumption(parser.parse(own), own, kernel, wanted);
  };
  const facts: Fact[] = [];
  for (const part of parts) {
    const about = isAboutElements(part, textOf) ? elementFacts(part, { kernel, textOf, inC }) : null;
    if (about === null) {
      const condition = inC(textOf(part), bool);
      if (!condition.ok) return condition;
      facts.push({ condition: condition.value, text: textOf(part) });
    } else {
      if (!about.ok) return about;
      facts.push(...about.value.map((one): Fact => ({ condition: truth(true), text: textOf(part), about: one })));
    }
  }
  return ok(facts);
}

const bare = (node: SyntaxNode): SyntaxNode =>
  node.type === 'parenthesized_expression' ? bare(namedChildren(node)[0] ?? node) : node;

function conjuncts(node: SyntaxNode): readonly SyntaxNode[] {
  const inner = bare(node);
  const [left, right] = [childIn(inner, 'left'), childIn(inner, 'right')];
  return inner.type === 'binary_expression' &&
    childIn(inner, 'operator')?.type === '&&' &&
    left !== null &&
    right !== null
    ? [...conjuncts(left), ...conjuncts(right)]
    : [inner];
}

type Words = (node: SyntaxNode) => string;
/** `distinct(idx)` as its name and arguments; null: it is no such call. */
function predicate(
  node: SyntaxNode | null,
  textOf: Words,
): Readonly<{ name: string; args: readonly SyntaxNode[] }> | null {
  const callee = node?.type === 'call_expression' ? childIn(node, 'function') : null;
  return node === null || callee?.type !== 'identifier'
    ? null
    : { name: textOf(callee), args: namedChildren(childIn(node, 'arguments') ?? node) };
}

const isAboutElements = (node: SyntaxNode, textOf: Words): boolean =>
  /^(?:distinct|permutation|increasing|disjoint)$/.test(predicate(node, textOf)?.name ?? '') ||
  (node.type === 'binary_expression' && predicate(childIn(node, 'left'), textOf)?.name === 'all');

type Reading = Readonly<{
  kernel: Kernel;
  textOf: Words;
  inC: (text: string, wanted: ScalarType) => Result<Expr, string>;
}>;

function elementFacts(node: SyntaxNode, { kernel, textOf, inC }: Reading): Result<readonly ContentFact[], string> {
  const arrayOf = (arg: SyntaxNode | undefined): string | null => {
    const name = arg === undefined ? '' : textOf(arg);
    return [...kernel.arrays.values()].some(
      (decl) => decl.name === name && decl.parameter !== null && decl.element?.kind === 'int',
    )
      ? name
      : null;
  };
  const call = predicate(node, textOf) ?? predicate(childIn(node, 'left'), textOf);
  const array = arrayOf(call?.args[0]);
  const count = call?.name === 'permutation' ? 2 : 1;
  if (call === null || array === null || call.args.length !== count)
    return fail(fill(messages.notAnArray, { text: textOf(node) }));
  switch (call.name) {
    case 'distinct':
      return ok([{ kind: 'distinct', array }]);
    case 'increasing':
      return ok([{ kind: 'ascending', array }]);
    case 'disjoint':
      return ok([{ kind: 'disjoint', array }]);
    case 'permutation': {
      const length = inC(call.args[1] === undefined ? '' : textOf(call.args[1]), i64);
      return length.ok
        ? ok([
            { kind: 'distinct', array },
            { kind: 'atLeast', array, bound: int(0, i64) },
            { kind: 'below', array, bound: length.value },
          ])
        : length;
    }
    default:
      return boundOf(node, array, { textOf, inC });
  }
}

function boundOf(
  node: SyntaxNode,
  array: string,
  { textOf, inC }: Pick<Reading, 'textOf' | 'inC'>,
): Result<readonly ContentFact[], string> {
  const [operator, right] = [childIn(node, 'operator')?.type ?? '', childIn(node, 'right')];
  const bound = right === null ? fail(messages.notAnElementBound) : inC(textOf(right), i64);
  if (!bound.ok) return bound;
  const next = binary('+', bound.value, int(1, i64));
  switch (operator) {
    case '<':
      return ok([{ kind: 'below', array, bound: bound.value }]);
    case '<=':
      return ok([{ kind: 'below', array, bound: next }]);
    case '>=':
      return ok([{ kind: 'atLeast', array, bound: bound.value }]);
    case '>':
      return ok([{ kind: 'atLeast', array, bound: next }]);
    default:
      return fail(messages.notAnElementBound);
  }
}

// Runs ----------------------------------------------------------------------------------------------------------------

/** Elements of an array in a run, beyond those that the model names: enough for the threads of a small launch. */
const moreElements = 1024;
const mostElements = 65_536;

/** What facts say of one array in a run. */
type Wanted = { isDistinct: boolean; isAscending: boolean; least: bigint | null; below: bigint | null };

function wantedOf(facts: readonly Fact[], run: ConcreteRun, kernel: Kernel): ReadonlyMap<string, Wanted> | null {
  const values = new Map(
    kernel.params.flatMap((param) => {
      const value = param.kind === 'scalar' ? run.scalars.get(param.name) : undefined;
      return param.kind === 'scalar' && typeof value === 'bigint' ? [[param.id, value] as const] : [];
    }),
  );
  const wanted = new Map<string, Wanted>();
  for (const { about } of facts) {
    if (about === undefined) continue;
    const one = wanted.get(about.array) ?? { isDistinct: false, isAscending: false, least: null, below: null };
    wanted.set(about.array, one);
    switch (about.kind) {
      case 'distinct':
        one.isDistinct = true;
        break;
      case 'ascending':
        one.isAscending = true;
        break;
      case 'disjoint':
        // how much is added to each, only a run shows: none is taken to agree
        return null;
      case 'below':
      case 'atLeast': {
        const bound = evaluate(about.bound, { values, functions: new Map() }, 'ideal');
        if (bound === null) return null;
        if (about.kind === 'below') one.below = one.below === null || bound < one.below ? bound : one.below;
        else one.least = one.least === null || bound > one.least ? bound : one.least;
        break;
      }
    }
  }
  return wanted;
}

/** The run with the arrays that facts are about filled in accordance, as far as elements can be found. */
export function withContents(run: ConcreteRun, facts: readonly Fact[], kernel: Kernel): ConcreteRun {
  const wanted = facts.some(({ about }) => about !== undefined) ? wantedOf(facts, run, kernel) : null;
  if (wanted === null) return run;
  return {
    ...run,
    arrays: new Map([
      ...run.arrays,
      ...[...wanted].map(([name, one]) => [name, filled(run.arrays.get(name), one)] as const),
    ]),
  };
}

function filled(given: InitialArray | undefined, { isDistinct, isAscending, least, below }: Wanted): InitialArray {
  const known = given?.values ?? new Map<number, bigint | number>();
  const used = new Set([...known.values()].map(BigInt));
  const last = Math.max(-1, ...known.keys());
  const values = new Map<number, bigint>();
  let next = least ?? 0n;
  let before = [...used].reduce((smallest, value) => (value < smallest ? value : smallest), next);
  for (let k = 0; k < Math.min(mostElements, last + 1 + moreElements); k++) {
    const own = known.get(k);
    if (isDistinct && own === undefined) while (used.has(next)) next++;
    const value = own !== undefined ? BigInt(own) : isDistinct ? next : isAscending ? before : (least ?? 0n);
    if (own === undefined && below !== null && value >= below) break;
    values.set(k, value);
    used.add(value);
    before = value;
  }
  return { elements: values.size, fill: 0n, values };
}

/** Which fact the arrays that a run starts with do not agree with, in words; null: with all. */
export function brokenContents(run: ConcreteRun, facts: readonly Fact[], kernel: Kernel): string | null {
  const wanted = facts.some(({ about }) => about !== undefined)
    ? wantedOf(facts, run, kernel)
    : new Map<string, Wanted>();
  const isBroken = (name: string, { isDistinct, isAscending, least, below }: Wanted): boolean => {
    const given = run.arrays.get(name);
    if (given?.elements !== given?.values.size || given === undefined) return true;
    const values = [...given.values].sort(([a], [b]) => a - b).map(([, value]) => BigInt(value));
    return (
      (isDistinct && new Set(values).size < values.length) ||
      values.some(
        (value, k) =>
          (least !== null && value < least) ||
          (below !== null && value >= below) ||
          (isAscending && k > 0 && value < (values[k - 1] ?? value)),
      )
    );
  };
  const broken =
    wanted === null
      ? facts.find(({ about }) => about !== undefined)?.about?.array
      : [...wanted].find(([name, one]) => isBroken(name, one))?.[0];
  return broken === undefined ? null : (facts.find(({ about }) => about?.array === broken)?.text ?? broken);
}
