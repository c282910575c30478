import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printExpr } from '../../../src/base/expr-print.ts';
import { launchesIn, startParser } from './given.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await startParser();
});
afterAll(() => {
  parser.close();
});

/** The conditions of the only launch, under these of the source, with symbols by their names. */
const conditions = (...checks: readonly string[]): readonly string[] =>
  launchesIn(
    parser,
    `void run(int *p, int x, int y, int z) { if (!(${checks.join(' && ')})) return; k<<<x, 64>>>(p); }`,
  ).flatMap((site) => site.conditions.map(({ condition }) => printExpr(condition).replaceAll(/ \d+=\d+/g, '')));

describe('conclusions', () => {
  it('are products, of quotients without a rest', () => {
    expect(conditions('x % y == 0', 'x / y == 64')).toContain('x == y * 64');
    expect(conditions('x / y == 64')).not.toContain('x == y * 64');
  });
  it('rest on a remainder of the same two numbers', () => {
    expect(conditions('x % (y / z) == 0', 'x / (y / z) == 5')).toContain('x == y / z * 5');
    // (x / y) / z reads like x / (y / z), and is something else
    expect(conditions('x % (y / z) == 0', '(x / y) / z == 5')).toHaveLength(2);
  });
  it('are the value that is left of a choice', () => {
    expect(conditions('(x == 64 || x == 128)', 'x != 64')).toContain('x == 128');
    expect(conditions('(x == 64 || x == 128)', 'y != 64')).not.toContain('x == 128');
  });
});
