/**
 * Random functions `int f(int x)` of host code with loops and branches, and what they return by C++, without the code
 * that is tested.
 */
import { fc } from '../../seeded.ts';

type Condition = Readonly<{ text: string; holds: (state: State) => boolean }>;
type State = { x: number; r: number; p: number };
type Statement =
  | Readonly<{ kind: 'plain'; text: string; does: (state: State) => void }>
  | Readonly<{ kind: 'if'; when: Condition; then: readonly Statement[]; otherwise: readonly Statement[] }>
  | Readonly<{ kind: 'while' | 'do'; when: Condition; body: readonly Statement[] }>
  | Readonly<{ kind: 'break' | 'continue' }>
  | Readonly<{ kind: 'return'; of: 'x' | 'r' | 'p' }>;
export type Program = readonly Statement[];

/** What has no meaning, or takes too long. */
class Meaningless extends Error {}

/** A signed number of 32 bits; what does not fit has no meaning. */
const fitting = (value: number): number => {
  if (value !== Math.trunc(value) || value < -(2 ** 31) || value >= 2 ** 31) throw new Meaningless();
  return value;
};
const halved = (value: number, by: number): number => Math.floor(value / 2 ** by);
const divided = (value: number, by: number): number => Math.trunc(value / by);
const plain = (text: string, does: (state: State) => void): Statement => ({ kind: 'plain', text, does });

const small = fc.integer({ min: 0, max: 9 });
const steps: fc.Arbitrary<Statement> = fc.oneof(
  fc.constantFrom(1, 2, 3).map((by) =>
    plain(`x >>= ${by};`, (s) => {
      s.x = halved(s.x, by);
    }),
  ),
  fc.constantFrom(2, 3, 10).map((by) =>
    plain(`x /= ${by};`, (s) => {
      s.x = divided(s.x, by);
    }),
  ),
  fc.constantFrom(2, 4).map((by) =>
    plain(`p *= ${by};`, (s) => {
      s.p = fitting(s.p * by);
    }),
  ),
  small.map((by) =>
    plain(`r += ${by};`, (s) => {
      s.r = fitting(s.r + by);
    }),
  ),
  fc.constant(
    plain('r++, p <<= 1;', (s) => {
      s.r = fitting(s.r + 1);
      s.p = s.p << 1;
    }),
  ),
  fc.constant(
    plain('r = x > p ? r + 2 : p;', (s) => {
      s.r = s.x > s.p ? fitting(s.r + 2) : s.p;
    }),
  ),
  fc.constant(
    plain('x = x % 7 + r;', (s) => {
      s.x = fitting((s.x % 7) + s.r);
    }),
  ),
);
const conditions: fc.Arbitrary<Condition> = fc.oneof(
  small.map((c): Condition => ({ text: `x > ${c}`, holds: ({ x }) => x > c })),
  small.map((c): Condition => ({ text: `${c} <= x`, holds: ({ x }) => c <= x })),
  small.map((c): Condition => ({ text: `x != ${c}`, holds: ({ x }) => x !== c })),
  small.map((c): Condition => ({ text: `x / 3 == ${c}`, holds: ({ x }) => divided(x, 3) === c })),
  small.map((c): Condition => ({ text: `!(x >> 2 < ${c})`, holds: ({ x }) => !(halved(x, 2) < c) })),
  fc.constant<Condition>({ text: 'x', holds: ({ x }) => x !== 0 }),
  fc.constant<Condition>({ text: 'x >>= 1', holds: (s) => (s.x = halved(s.x, 1)) !== 0 }),
  fc.constant<Condition>({ text: '(x /= 2) > 1', holds: (s) => (s.x = divided(s.x, 2)) > 1 }),
  fc.constant<Condition>({ text: 'p < x', holds: ({ x, p }) => p < x }),
  fc.constant<Condition>({ text: 'p < x && r < 5', holds: ({ x, p, r }) => p < x && r < 5 }),
  fc.constant<Condition>({ text: 'r < 4 || (x >>= 1) > 3', holds: (s) => s.r < 4 || (s.x = halved(s.x, 1)) > 3 }),
);

const statements: fc.Arbitrary<readonly Statement[]> = fc.letrec<{ list: readonly Statement[]; one: Statement }>(
  (tie) => ({
    one: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'statement' },
      { arbitrary: steps, weight: 5 },
      {
        arbitrary: fc.record({
          kind: fc.constant('if' as const),
          when: conditions,
          then: tie('list'),
          otherwise: fc.oneof(fc.constant([]), tie('list')),
        }),
        weight: 2,
      },
      {
        arbitrary: fc.record({
          kind: fc.constantFrom('while' as const, 'do' as const),
          when: conditions,
          body: tie('list'),
        }),
        weight: 3,
      },
      {
        arbitrary: fc.constantFrom<Statement>({ kind: 'break' }, { kind: 'continue' }, { kind: 'return', of: 'r' }),
        weight: 1,
      },
    ),
    list: fc.array(tie('one'), { minLength: 1, maxLength: 3, depthIdentifier: 'statement' }),
  }),
).list;

/** Whether `break` and `continue` stand in loops alone. */
const isWhole = (all: readonly Statement[], inLoop: boolean): boolean =>
  all.every((one) => {
    if (one.kind === 'break' || one.kind === 'continue') return inLoop;
    if (one.kind === 'if') return isWhole(one.then, inLoop) && isWhole(one.otherwise, inLoop);
    return one.kind === 'while' || one.kind === 'do' ? isWhole(one.body, true) : true;
  });

export const programs: fc.Arbitrary<Program> = fc
  .tuple(statements, fc.constantFrom('x', 'r', 'p'))
  .map(([all, of]): Program => [...all, { kind: 'return', of }])
  .filter((all) => isWhole(all, false));

const textOf = (one: Statement): string => {
  switch (one.kind) {
    case 'plain':
      return one.text;
    case 'if':
      return `if (${one.when.text}) { ${listed(one.then)} }${one.otherwise.length === 0 ? '' : ` else { ${listed(one.otherwise)} }`}`;
    case 'while':
      return `while (${one.when.text}) { ${listed(one.body)} }`;
    case 'do':
      return `do { ${listed(one.body)} } while (${one.when.text});`;
    case 'return':
      return `return ${one.of};`;
    case 'break':
    case 'continue':
      return `${one.kind};`;
  }
};
const listed = (all: readonly Statement[]): string => all.map(textOf).join(' ');
export const textOfProgram = (program: Program): string => `int r = 0, p = 1; ${listed(program)}`;

type End = 'on' | 'break' | 'continue' | Readonly<{ returned: number }>;

/** What the function returns; null: nothing that C++ gives a meaning, or not soon. */
export function meaningOf(program: Program, x: number): number | null {
  const left = { turns: 500 };
  try {
    const ended = run(program, { x, r: 0, p: 1 }, left);
    return typeof ended === 'string' ? null : ended.returned;
  } catch (error) {
    if (error instanceof Meaningless) return null;
    throw error;
  }
}

function run(all: readonly Statement[], state: State, left: { turns: number }): End {
  for (const one of all) {
    const ended = runOne(one, state, left);
    if (ended !== 'on') return ended;
  }
  return 'on';
}

function runOne(one: Statement, state: State, left: { turns: number }): End {
  switch (one.kind) {
    case 'plain':
      one.does(state);
      return 'on';
    case 'if':
      return run(one.when.holds(state) ? one.then : one.otherwise, state, left);
    case 'return':
      return { returned: state[one.of] };
    case 'while':
    case 'do':
      for (let turn = 0; ; turn++) {
        if (--left.turns < 0) throw new Meaningless();
        if ((turn > 0 || one.kind === 'while') && !one.when.holds(state)) return 'on';
        const ended = run(one.body, state, left);
        if (ended === 'break') return 'on';
        if (typeof ended !== 'string') return ended;
      }
    case 'break':
    case 'continue':
      return one.kind;
  }
}
