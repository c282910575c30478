/**
 * Random kernels, as text, with a barrier, vote or shuffle that only some threads of the block or warp reach: in a
 * branch, in a loop whose turns differ, behind an early exit. Names are declared where they are used, and again in
 * inner blocks; loops end. Each thread writes its own cells, and reads those of others between two barriers.
 */
import { fc } from '../seeded.ts';

/** Threads in a block from the launch that is analysed. */
export const threads = 32;

/**
 * Names in scope: variables that may be assigned to, and counters of loops that may only be read. `level`: of blocks
 * around. `calls`: statements that call device functions; `VALUE` and `VARIABLE` stand for what is in scope. `meets`:
 * who waits at barriers, votes and shuffles.
 */
type Scope = Readonly<{
  variables: readonly string[];
  counters: readonly string[];
  level: number;
  inLoop: boolean;
  calls: readonly string[];
  meets: 'block' | 'lanes';
}>;
type Lines = readonly string[];

const small = fc.integer({ min: 0, max: 5 });

const leaf = ({ variables, counters }: Scope): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('t', 'n', ...variables, ...counters),
    small.map(String),
    fc.constantFrom('s[t]', 'in[t]', 'in[n & 31]'),
  );

/** Values stay small: what is stored is cut to eight bits. */
const value = (scope: Scope): fc.Arbitrary<string> =>
  fc.oneof(
    leaf(scope),
    fc
      .tuple(leaf(scope), fc.constantFrom('+', '*', '-', '^'), leaf(scope))
      .map(([a, op, b]) => `((${a} ${op} ${b}) & 255)`),
  );

/** Of lanes nothing is shown whose ways depend on memory. */
const condition = (scope: Scope): fc.Arbitrary<string> =>
  scope.meets === 'lanes'
    ? fc.constantFrom('t < n', 't == 0', 't % 2 == 0', 'n > 3', 't + n < 20', 't > 3 && t < n', 't % 8 < 5')
    : fc.oneof(
        fc.constantFrom('t < n', 't == 0', 't % 2 == 0', 'n > 3', 't + n < 20'),
        fc
          .tuple(leaf(scope), fc.constantFrom('<', '==', '!=', '>='), leaf(scope))
          .map(([a, op, b]) => `${a} ${op} ${b}`),
        fc
          .tuple(fc.constantFrom('t < n', 't > 3'), fc.constantFrom('&&', '||'), leaf(scope), small)
          .map(([a, op, b, c]) => `${a} ${op} ${b} > ${c}`),
      );

const assignment = (scope: Scope): fc.Arbitrary<Lines> =>
  fc
    .tuple(
      fc.constantFrom('s[t]', 'o[blockIdx.x * 32 + t]', ...scope.variables),
      fc.constantFrom('=', '+=', '^='),
      value(scope),
    )
    .map(([to, op, from]) => [`${to} ${op} ${from};`]);

const indented = (lines: Lines): Lines => lines.map((line) => `  ${line}`);
const barrierOf = ({ meets }: Scope): Lines => [meets === 'block' ? '__syncthreads();' : '__syncwarp();'];
/** Barriers that are needed: each thread reads what another has written. */
const exchange = (scope: Scope): Lines => [
  ...barrierOf(scope),
  `${scope.variables[0] ?? 'x'} += s[t ^ 1];`,
  ...barrierOf(scope),
];

/** Lanes vote, or get values of each other: as statements, in conditions, in values. */
const shuffle = (scope: Scope): fc.Arbitrary<Lines> => {
  const [first = 'x'] = scope.variables;
  const forms = [
    `${first} = V;`,
    `${first} += V;`,
    `s[t] ^= V;`,
    `${first} += (V + t) & 255;`,
    `if (V > 3) ${first} += 1;`,
    `{ int v = V; ${first} += v; }`,
    `for (int o = 4; o > 0; o /= 2) ${first} += V & 255;`,
  ];
  const calls = [
    value(scope).map((of) => `__shfl_xor_sync(0xffffffffu, ${of}, 1)`),
    value(scope).map((of) => `__shfl_sync(0xffffffffu, ${of}, 0)`),
    condition(scope).map((of) => `__any_sync(0xffffffffu, ${of})`),
    condition(scope).map((of) => `__all_sync(0xffffffffu, ${of})`),
    condition(scope).map((of) => `__popc(__ballot_sync(0xffffffffu, ${of}))`),
  ];
  return fc.tuple(fc.oneof(...calls), fc.constantFrom(...forms)).map(([given, form]) => [form.replace('V', given)]);
};

/** A barrier at which the block votes, in the ways that restructuring knows. */
const vote = (scope: Scope): fc.Arbitrary<Lines> => {
  if (scope.meets === 'lanes') return shuffle(scope);
  const [first = 'x'] = scope.variables;
  const forms = [
    `${first} = V;`,
    `if (V) ${first} += 1;`,
    'if (!V) s[t] += 1;',
    `{ int v = V; ${first} += v; }`,
    'if (V > 1) return;',
    ...(scope.inLoop ? ['if (V) break;'] : []),
  ];
  return fc
    .tuple(fc.constantFrom('or', 'and', 'count'), condition(scope), fc.constantFrom(...forms))
    .map(([how, test, form]) => [form.replace('V', `__syncthreads_${how}(${test})`)]);
};

const call = (scope: Scope): fc.Arbitrary<Lines> =>
  fc
    .tuple(fc.constantFrom(...scope.calls), fc.oneof(leaf(scope), value(scope)), fc.constantFrom(...scope.variables))
    .map(([form, handed, changed]) => [form.replace('VALUE', handed).replace('VARIABLE', changed)]);

/** A block, maybe with a variable of its own, whose name may hide one from outside. */
function block(scope: Scope, depth: number): fc.Arbitrary<Lines> {
  const own = fc.constantFrom(null, 'x', 'y', `b${scope.level}`);
  return own.chain((name) => {
    const inside: Scope = {
      ...scope,
      level: scope.level + 1,
      variables: name === null || scope.variables.includes(name) ? scope.variables : [...scope.variables, name],
    };
    // a declaration must not speak of itself
    const first = name === null ? fc.constant('') : value(scope).filter((text) => !text.includes(name));
    return fc
      .tuple(first, statements(inside, depth, 3))
      .map(([start, lines]) => indented([...(name === null ? [] : [`int ${name} = ${start};`]), ...lines]));
  });
}

function statements(scope: Scope, depth: number, most: number): fc.Arbitrary<Lines> {
  return fc.array(statement(scope, depth), { minLength: 1, maxLength: most }).map((all) => all.flat());
}

function statement(scope: Scope, depth: number): fc.Arbitrary<Lines> {
  const exits = [
    fc.constant(['return;']),
    ...(scope.inLoop ? [fc.constant(['break;']), fc.constant(['continue;'])] : []),
  ];
  const simple: fc.Arbitrary<Lines>[] = [
    assignment(scope),
    fc.constantFrom(barrierOf(scope), exchange(scope)),
    vote(scope),
    fc.tuple(condition(scope), fc.oneof(...exits)).map(([test, [exit = '']]) => [`if (${test}) ${exit}`]),
    ...(scope.calls.length > 0 ? [call(scope), call(scope)] : []),
  ];
  if (depth === 0) return fc.oneof(...simple);
  const counter = `i${scope.level}`;
  const inLoop: Scope = { ...scope, inLoop: true, counters: [...scope.counters, counter] };
  const turns = fc.constantFrom('2', 'n', 't % 3', 't & 3', 'n & 3');
  return fc.oneof(
    { weight: 4, arbitrary: fc.oneof(...simple) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(condition(scope), block(scope, depth - 1))
        .map(([test, then]) => [`if (${test}) {`, ...then, '}']),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(condition(scope), block(scope, depth - 1), block(scope, depth - 1))
        .map(([test, then, otherwise]) => [`if (${test}) {`, ...then, '} else {', ...otherwise, '}']),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(turns, block(inLoop, depth - 1))
        .map(([limit, body]) => [`for (int ${counter} = 0; ${counter} < ${limit}; ${counter}++) {`, ...body, '}']),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(turns, block(inLoop, depth - 1))
        .map(([limit, body]) => [
          '{',
          `  int ${counter} = ${limit};`,
          `  while (${counter}-- > 0) {`,
          ...indented(body),
          '  }',
          '}',
        ]),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(turns, block(inLoop, depth - 1))
        .map(([limit, body]) => [
          '{',
          `  int ${counter} = ${limit};`,
          '  do {',
          ...indented(body),
          `  } while (${counter}-- > 0);`,
          '}',
        ]),
    },
  );
}

const outermost: Scope = { variables: ['x', 'y'], counters: [], level: 0, inLoop: false, calls: [], meets: 'block' };

const kernelText = (first: string, lines: Lines): Lines => [
  '__global__ void k(int *o, const int *in, int n) {',
  '  __shared__ int s[32];',
  '  int t = threadIdx.x;',
  '  s[t] = t;',
  `  int x = ${first};`,
  '  int y = 1;',
  ...indented(lines),
  '  o[blockIdx.x * 32 + t] = s[t] + x * 3 + y;',
  '}',
  '',
];

const hasBarrier = (text: string): boolean => text.includes('__syncthreads');
const bodies = (scope: Scope, depth: number, most: number): fc.Arbitrary<readonly [string, Lines]> =>
  fc.tuple(value({ ...scope, variables: [] }), statements(scope, depth, most));

/** The text of a kernel `k(int *o, const int *in, int n)`. */
export const divergentText: fc.Arbitrary<string> = bodies(outermost, 2, 5)
  .map(([first, lines]) => kernelText(first, lines).join('\n'))
  .filter(hasBarrier);

/** As `divergentText`, with what lanes of the one warp wait for each other at. */
export const lanesText: fc.Arbitrary<string> = bodies({ ...outermost, meets: 'lanes' }, 1, 2)
  .map(([first, lines]) => kernelText(first, lines).join('\n'))
  .filter((text) => /^ {4,}.*_sync/m.test(text));

const parameters = '(int *s, int *o, const int *in, int n, int t, int a, int &r)';
const handed = '(s, o, in, n, t, VALUE, VARIABLE);';
const inside: Scope = { ...outermost, variables: ['r', 'a'] };

/**
 * As `divergentText`, with barriers in device functions that the kernel calls: `put`, and `pass`, which may call it.
 */
export const callingText: fc.Arbitrary<string> = fc
  .tuple(
    fc
      .tuple(statements(inside, 1, 1), statements(inside, 1, 1))
      .map(([before, after]) => [...before, ...exchange(inside), ...after]),
    statements({ ...inside, calls: [`put${handed}`] }, 0, 2),
    bodies({ ...outermost, calls: [`put${handed}`, `pass${handed}`] }, 1, 2).filter(([, lines]) =>
      lines.join().includes('in, n'),
    ),
  )
  .map(([put, pass, [first, lines]]) =>
    [
      ...[
        ['put', put],
        ['pass', pass],
      ].flatMap(([name, body]) => [
        `__device__ void ${String(name)}${parameters} {`,
        ...indented([body ?? []].flat()),
        '}',
      ]),
      ...kernelText(first, lines),
    ].join('\n'),
  );
