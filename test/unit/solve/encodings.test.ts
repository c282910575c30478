/**
 * Random formulas: no way of deciding may say `unsat` where enumeration finds a solution, and every model must satisfy
 * its formula. Where nothing overflows and nothing is undefined, `sat` without a solution is wrong too.
 */
import { afterAll, describe, expect, it } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import { bruteForce, formulas, value } from './random-formula.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import { bitVectorScript } from '../../../src/solve/smt/bit-vectors.ts';
import { createSolver } from '../../../src/solve/z3.ts';
import { createZ3 } from '../../../src/solve/z3-wasm.ts';
import { integerScript } from '../../../src/solve/smt/integers.ts';
import { normalForm } from '../../../src/solve/normal/normal-form.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { readCheck } from '../../../src/solve/smt/answers.ts';
import { refute } from '../../../src/solve/arithmetic/refute.ts';
import { settled } from '../../../src/solve/arithmetic/settle.ts';
import { satisfies } from '../../../src/solve/evaluate.ts';
import { powersIn } from '../../../src/solve/powers.ts';
import { withNamedTerms } from '../../../src/solve/named-terms.ts';
import { fc } from '../../seeded.ts';
import type { Formula } from '../../../src/obligation/obligation.ts';

const runs = Number(process.env['RUNS'] ?? 60);
const text = (f: Formula): string => f.constraints.slice(8).map(printExpr).join('\n');
const tables: readonly ((arg: bigint) => bigint)[] = [() => 0n, () => 1n, (arg) => arg & 1n];
const solvable = (f: Formula, signed: 'ideal' | 'wrapping'): boolean =>
  tables.some((table) => bruteForce(f, signed, table));

describe('encodings against enumeration', () => {
  const z3 = createZ3();
  const solver = createSolver();
  afterAll(async () => {
    await z3.close();
    await (await solver).close();
  });
  const check = (script: string) =>
    z3.dialogue(async ({ ask }) => readCheck(await ask(`(set-option :rlimit 3000000)\n${script}\n(check-sat)`)));

  it('the arithmetic tests never refute a formula that has a solution', () => {
    let refuted = 0;
    fc.assert(
      fc.property(formulas(2), (f) => {
        const test = refute(settled(normalForm(f)));
        if (test === null) return;
        refuted++;
        expect(solvable(f, 'ideal'), `${test} refuted\n${text(f)}`).toBe(false);
      }),
      { numRuns: runs * 4 },
    );
    expect(refuted).toBeGreaterThan(0);
  });

  it('nor with factors as variables', () => {
    let [named, refuted] = [0, 0];
    const factors = fc
      .constantFrom(i32, u32)
      .chain((type) =>
        fc.tuple(
          value(type, 1),
          value(type, 0),
          value(type, 0),
          value(type, 1),
          fc.constantFrom('<', '==', '>', '!=' as const),
          fc.constantFrom('<', '<=', '==' as const),
        ),
      );
    fc.assert(
      fc.property(formulas(1), factors, ({ variables, constraints }, [factor, one, other, sum, op, bound]) => {
        const times = (by: Expr): Expr => binary('+', binary('*', by, factor), other);
        const f = {
          variables,
          constraints: [...constraints.slice(0, 9), binary(op, times(one), times(sum)), binary(bound, other, factor)],
        };
        const general = withNamedTerms(f);
        if (general === null) return;
        named++;
        const test = refute(settled(normalForm(general)));
        if (test === null) return;
        refuted++;
        expect(solvable(f, 'ideal'), `${test} refuted\n${text(f)}`).toBe(false);
      }),
      { numRuns: runs * 10 },
    );
    expect([named > runs, refuted > runs / 10]).toEqual([true, true]);
  });

  /** A formula that divides twice, and asks of the result or of what is put together again. */
  const dividing = fc
    .tuple(
      formulas(1),
      fc
        .constantFrom(i32, u32)
        .chain((type) =>
          fc.tuple(
            value(type, 1),
            value(type, 0),
            fc.oneof(value(type, 0), fc.constant(int(2n, type))),
            value(type, 1),
            fc.constantFrom('/', '%' as const),
            fc.constantFrom('/', '%' as const),
            fc.constantFrom('<', '==', '!=' as const),
            fc.boolean(),
          ),
        ),
    )
    .map(([{ variables, constraints }, [of, by, then, other, first, second, compare, isWhole]]): Formula => {
      const again = binary(
        '+',
        binary('*', binary('/', binary('/', of, by), then), binary('*', by, then)),
        binary('+', binary('*', binary('%', binary('/', of, by), then), by), binary('%', of, by)),
      );
      return {
        variables,
        constraints: [
          ...constraints.slice(0, 9),
          binary(compare, isWhole ? again : binary(second, binary(first, of, by), then), other),
        ],
      };
    });
  const wholeForm = (f: Formula) => settled(normalForm(f, new Map(), powersIn(f), 'whole'));

  it('nor with quotients of quotients as one', () => {
    let refuted = 0;
    fc.assert(
      fc.property(dividing, (f) => {
        const test = refute(wholeForm(f));
        if (test === null) return;
        refuted++;
        expect(solvable(f, 'ideal'), `${test} refuted\n${text(f)}`).toBe(false);
      }),
      { numRuns: runs * 10 },
    );
    expect(refuted).toBeGreaterThan(runs / 10);
  });

  it('nor with the digits of a remainder of a product', () => {
    const digits = fc
      .tuple(
        formulas(1),
        fc
          .constantFrom(i32, u32)
          .chain((type) =>
            fc.tuple(
              fc.constant(type),
              value(type, 1),
              value(type, 0),
              value(type, 0),
              value(type, 1),
              fc.constantFrom('/', '%' as const),
              fc.boolean(),
              fc.constantFrom('<', '==', '!=' as const),
            ),
          ),
      )
      .map(([{ variables, constraints }, [own, of, a, b, other, op, isFirst, compare]]): Formula => ({
        variables,
        constraints: [
          ...constraints.slice(0, 9),
          binary('<', int(0n, own), a),
          binary('<', int(0n, own), b),
          binary(compare, binary(op, binary('%', of, binary('*', a, b)), isFirst ? a : b), other),
        ],
      }));
    let refuted = 0;
    fc.assert(
      fc.property(digits, (f) => {
        const test = refute(settled(normalForm(f)));
        if (test === null) return;
        refuted++;
        expect(solvable(f, 'ideal'), `${test} refuted\n${text(f)}`).toBe(false);
      }),
      { numRuns: runs * 10 },
    );
    expect(refuted).toBeGreaterThan(runs / 10);
  });

  it('nor do the integers of that form', async () => {
    let satisfied = 0;
    await fc.assert(
      fc.asyncProperty(dividing, async (f) => {
        if (!solvable(f, 'ideal')) return;
        const answer = await check(integerScript(wholeForm(f)).text);
        if (answer === 'sat') satisfied++;
        expect(['sat', 'unknown'], text(f)).toContain(answer);
      }),
      { numRuns: Math.ceil(runs / 2) },
    );
    expect(satisfied).toBeGreaterThan(0);
  });

  it('integers: unsat only without a solution', async () => {
    let satisfied = 0;
    await fc.assert(
      fc.asyncProperty(formulas(2), async (f) => {
        if (!solvable(f, 'ideal')) return;
        const answer = await check(integerScript(settled(normalForm(f))).text);
        if (answer === 'sat') satisfied++;
        expect(['sat', 'unknown'], text(f)).toContain(answer);
      }),
      { numRuns: runs },
    );
    expect(satisfied).toBeGreaterThan(0);
  });

  it('bit-vectors: unsat only without a solution', async () => {
    let satisfied = 0;
    await fc.assert(
      fc.asyncProperty(formulas(2), async (f) => {
        if (!solvable(f, 'wrapping')) return;
        const answer = await check(bitVectorScript(f, []).text);
        if (answer === 'sat') satisfied++;
        expect(['sat', 'unknown'], text(f)).toContain(answer);
      }),
      { numRuns: runs },
    );
    expect(satisfied).toBeGreaterThan(0);
  });

  it('the solver: models satisfy their formula, or rest on what C leaves undefined', async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(formulas(2), async (f) => {
        const answer = await (await solver).decide(f, { rlimit: 3_000_000 });
        kinds.add(answer.kind);
        if (answer.kind === 'unsat') expect(solvable(f, 'ideal'), text(f)).toBe(false);
        if (answer.kind !== 'sat') return;
        const signed = answer.by === 'bit-vectors' ? 'wrapping' : 'ideal';
        if (!/[/%]|<<|>>/.test(text(f)))
          expect(
            satisfies(f, answer.model, signed),
            `${text(f)}\n${JSON.stringify([...answer.model.values].map(String))}`,
          ).toBe(true);
      }),
      { numRuns: runs },
    );
    expect(['sat', 'unsat'].filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});
