/**
 * Random C++ functions as source text: locals, arrays, pointers, structs, every kind of loop and branch, early returns,
 * calls of inlined functions by value and by reference. Well defined: indices are masked, loops are bounded, and no
 * expression reads what another part of it changes.
 */
import type { Random } from '../../src/base/random.ts';
import type { ScalarType } from '../../src/base/ctype.ts';
import type { Source } from './random-expression.ts';
import { i32, i64, i8, u16, u32, u64, u8 } from '../../src/base/ctype.ts';
import { header, integer, parameters } from './random-expression.ts';

/** Device functions and types that the random functions use. */
export const functionPrelude = `
struct Pair { int x; unsigned char y; long long w; };
struct Nest { short head; Pair inner; int many[4]; unsigned tail; };
union Bits { float f; unsigned u; unsigned char bytes[4]; };
__device__ int mixed(int a, unsigned char b) { return a * 3 - b; }
__device__ long mixed(long a) { return a ^ 5; }
__device__ unsigned early(unsigned a, int b) { if (b > 100) return a; if (b < -100) { a++; return a * 2; } for (int k = 0; k < 3; k++) { if (a & (1u << k)) return k; } return 7; }
__device__ void bump(int &r, long by) { r += by; if (by > 10) return; r *= 2; }
__device__ int sum(const int *p, int n) { int s = 0; while (n-- > 0) s += *p++; return s; }
__device__ int &cell(int *p, int k) { return p[k & 7]; }
__device__ void fill(int *p, int n, int v = 3) { for (int *q = p; q != p + n; ++q) *q = v--; }
__device__ Pair made(int x, int y) { Pair p; p.x = x; p.y = y; p.w = p.x + (long long)p.y; return p; }
__device__ void change(Pair &p, Pair q) { q.x++; p = q; p.y -= 1; }
__device__ short narrow(long long v) { return v; }
__device__ bool both(int a, int b) { return a && b; }
__device__ int nested(int v) { int r = 0; for (int a = 0; a < 3; a++) { for (int b = 0; b < 3; b++) { if (b > a) break; if ((v + b) & 1) continue; r += a * b + 1; if (r > 9) return r; } r ^= v; } return r; }
struct Step { int v; __device__ Step &operator++() { v += 3; return *this; } __device__ Step operator++(int) { Step old = *this; v -= 5; return old; } __device__ Step &add(int by) { v += by; return *this; } };
struct Base { int x; __device__ void set(int v) { x = v; } __device__ int get() { return x; } };
struct Derived : Base { int x; unsigned char k; __device__ int get() { return x + Base::x; } __device__ void flip() { *this = Derived{{x}, Base::x, k}; } };
struct Fields { unsigned a : 3; int q : 5; unsigned z : 20; };
struct Views { int *from; int *to; };
__device__ void advance(int *&p, int by) { p += by; }
__device__ void advanceAt(int **p, int by) { *p += by; }
__device__ void exchange(int *&a, int *&b) { int *t = a; a = b; b = t; }
__device__ int raise(Base &b, int by) { b.x += by; return b.get(); }
__device__ Base &baseOf(Derived &d) { return d; }
template <typename T> __device__ T twice(T v) { return v + v; }
template <int N> __device__ int modulo(int v) { switch ((unsigned)v % N) { case 0: return N; case 1: v++; case 2: v += 2; break; default: return -1; } return v; }
`;

type State = {
  readonly source: Source;
  fresh: number;
  depth: number;
  inLoop: boolean;
  inSwitch: boolean;
  readable: { name: string; type: ScalarType }[];
  writable: { name: string; type: ScalarType }[];
};

const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};
const types: readonly (readonly [string, ScalarType])[] = [
  ['int', i32],
  ['unsigned', u32],
  ['unsigned char', u8],
  ['signed char', i8],
  ['unsigned short', u16],
  ['long long', i64],
  ['size_t', u64],
];

function value(state: State, depth = state.source.random.below(3)): string {
  return integer({ ...state.source, names: state.readable }, depth).text;
}
const operand = (state: State): string => `(${value(state)})`;
const index = (state: State, mask: number): string =>
  state.source.random.below(2) === 0 ? String(state.source.random.below(mask + 1)) : `${operand(state)} & ${mask}`;
const named = (state: State, prefix: string): string => `${prefix}${state.fresh++}`;

/** An lvalue of an integer type. */
function target(state: State): string {
  const { random } = state.source;
  switch (random.below(14)) {
    case 0:
    case 1:
      return `A[${index(state, 7)}]`;
    case 2:
      return `B[${index(state, 7)}]`;
    case 3:
      return `M[${index(state, 1)}][${index(state, 3)}]`;
    case 4:
      return `p[${index(state, 3)}]`;
    case 5:
      return pick(random, ['*p', '*q', '*(p + 1)', '2[q]', '(*row)[3]', '*(A + 3)', '*&x0', '(&A[2])[1]']);
    case 6:
      return `nest.many[${index(state, 3)}]`;
    case 7:
      return pick(random, [
        'pair.x',
        'pair.y',
        'pair.w',
        'nest.inner.x',
        'nest.head',
        'nest.tail',
        'pp->x',
        'pp->w',
        '(*pp).y',
        'nest.inner.w',
      ]);
    case 8:
      return 'ref';
    case 9:
      return `((${value(state, 1)}) ? ${pick(random, ['x0', 'A[1]'])} : ${pick(random, ['B[2]', 'ref', 'x0'])})`;
    case 10:
      return `cell(A, ${value(state, 1)})`;
    case 11:
      return `pairs[${index(state, 1)}].${pick(random, ['x', 'y', 'w'])}`;
    default:
      return pick(random, state.writable).name;
  }
}

function simple(state: State): string {
  const { random } = state.source;
  const local = pick(random, state.writable).name;
  switch (random.below(18)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return `${target(state)} = ${value(state)};`;
    case 4:
    case 5:
      return `${target(state)} ${pick(random, ['+=', '-=', '*=', '&=', '|=', '^='])} ${value(state)};`;
    case 6:
      return `${target(state)} ${pick(random, ['<<=', '>>='])} ${random.below(8)};`;
    case 7:
      return pick(random, [`(${target(state)})++;`, `--${target(state)};`]);
    case 8:
      return `x0 = x1 = ${value(state)};`;
    case 9:
      return `p = ${pick(random, ['A', 'B + 1', 'q', '&A[2]', '&B[3]', `${operand(state)} ? A : B`, '&M[0][0]', 'M[1]', 'nest.many', 'p == A ? q : p'])};`;
    case 10:
      return pick(random, [
        '{ int *t = p; p = q; q = t; }',
        `q = p;`,
        `*p++ = ${value(state)}; --p;`,
        `p += 1; x0 = *p; p--;`,
        `x1 = *++q; q -= 1;`,
        'row = &M[1];',
        'row = M;',
      ]);
    case 11:
      return `${local} = ${pick(random, ['&A[5] - &A[2]', '(p + 3) - p', 'p == q', 'p != A', '&A[1] < &A[3]', 'A + 1 == &A[1]', 'sizeof A / sizeof A[0]', 'sizeof(nest)', 'sizeof(*p)', 'sizeof pair.w', 'p ? 3 : 4', '!q'])};`;
    case 12:
      return pick(random, [
        `bump(x0, ${value(state)});`,
        `bump(A[${index(state, 7)}], ${value(state)});`,
        `fill(A + ${random.below(3)}, ${random.below(4)});`,
        `fill(p, 2, ${value(state)});`,
        `change(pair, made(${value(state)}, ${value(state)}));`,
        `change(nest.inner, pair);`,
      ]);
    case 13:
      return `${local} = ${pick(random, [`mixed(${value(state)}, 7)`, `mixed(${operand(state)} + 0L)`, `early(${value(state)}, ${value(state)})`, `sum(A, ${index(state, 7)})`, `sum(p, 3)`, `narrow(${value(state)})`, `both(${value(state)}, ${value(state)})`, `made(x0, x1).w`, `twice(${operand(state)} + 1)`, `twice<short>(${value(state)})`, `modulo<5>(${value(state)})`, `nested(${value(state)})`])};`;
    case 14:
      return `${operand(state)} ${pick(random, ['&&', '||'])} (${target(state)} = ${value(state)});`;
    case 15:
      return `${operand(state)} ? ${local}++ : x1--;`;
    case 16:
      return random.below(2) === 0
        ? objects(state, local)
        : pick(random, [
            'pair = nest.inner;',
            'nest.inner = pair;',
            'pairs[1] = pair;',
            'pair = pairs[0];',
            'pp = &pairs[1];',
            'pp = &pair;',
            '*pp = pair;',
            'pair = {4, 5, 6};',
            `nest = Nest{1, {2, 3, 4}, {5, 6}, 7};`,
          ]);
    default:
      return `bits.u = ${value(state)}; x0 = bits.bytes[${random.below(4)}]; bits.bytes[1] = ${value(state)}; x1 = bits.u;`;
  }
}

/**
 * Statements about order of evaluation, references and pointers to pointers, bases, operators of classes, copies of
 * bytes.
 */
function objects(state: State, local: string): string {
  const { random } = state.source;
  const chosen = (): string => `((${value(state, 1)}) ? x0 : ${pick(random, ['A[1]', 'B[2]', 'nest.many[1]'])})`;
  switch (random.below(12)) {
    case 0:
      return pick(random, [
        '{ int t[3] = {x0, x0++, x0}; A[0] = t[0] * 5 - t[2]; }',
        '{ Pair t{x0, 3, x0 += 2}; x3 = t.x - t.w; }',
        '{ Views t = {p, p++}; x0 = *t.from - *t.to; p--; }',
        'pair = Pair{(int)pair.w, (unsigned char)pair.x, pair.x};',
        'pair = pairs[1] = Pair{pairs[1].y, (unsigned char)pair.x, pairs[1].x};',
        '{ Views t{p, q}; t = Views{t.to, t.from}; x1 = *t.from; }',
      ]);
    case 1:
      return pick(random, [
        `{ int **at = &p; *at = ${pick(random, ['A', 'B + 1', 'q', 'nest.many'])}; **at = ${value(state)}; }`,
        `{ int *&at = (${value(state, 1)}) ? p : q; at = &A[2]; *at = ${value(state)}; }`,
        '{ int *at[2] = {p, q}; at[x0 & 1]++; x1 = *at[0] ^ *at[1]; }',
      ]);
    case 2:
      return pick(random, [
        'advance(p, 1); x0 = *p; advance(p, -1);',
        'advanceAt(&q, 1); x0 ^= *q--;',
        'exchange(p, q);',
        'for (int n = 0; n < 3; n++) exchange(p, q);',
        'advance(p, 1); exchange(p, q); advance(q, -1);',
      ]);
    case 3:
      return pick(random, [
        `base.x = ${value(state)};`,
        `((Base &)der).x = ${value(state)};`,
        `bp->set(${value(state)});`,
        `der.set(${value(state)});`,
        `der.x = ${value(state)};`,
        `x0 = raise(der, ${value(state)});`,
        `baseOf(der).x = ${value(state)};`,
        `static_cast<Derived *>(bp)->k = ${value(state)};`,
        'static_cast<Derived &>(base).x ^= 3;',
        'der.flip();',
      ]);
    case 4:
      return `${local} = ${pick(random, ['der.get()', 'base.get()', 'bp->get()', 'der.x', 'der.Base::x', 'bp->x', 'baseOf(der).get()', 'base.x'])};`;
    case 5:
      return pick(random, [
        'step++;',
        '++step;',
        `${local} = (step++).v;`,
        `${local} = (++step).v;`,
        `step.add(x0).add(step.v);`,
        `{ Step old = step++; x1 += old.v; }`,
      ]);
    case 6:
      return pick(random, [
        `fields.a = ${value(state)};`,
        `fields.q = ${value(state)};`,
        `fields.z += ${value(state)};`,
        `${local} = fields.a++;`,
        `${local} = ++fields.q;`,
        `${local} = fields.a - 9 < 0;`,
        `${local} = (fields.q -= ${value(state, 1)});`,
        '{ Fields t = fields; t.a ^= 5; fields = t; }',
      ]);
    case 7:
      return pick(random, [
        `${local} = ${chosen()}++;`,
        `${local} = --${chosen()};`,
        `${local} = (${chosen()} += ${value(state, 1)});`,
        `${local} = ${chosen()} = ${value(state, 1)};`,
      ]);
    case 8:
      return pick(random, [
        'memcpy(A + 2, B + 1, 12);',
        'memset(B, 0, 16);',
        'memset(A, -1, 2 * sizeof(int));',
        'memcpy(&pair, &pairs[0], sizeof pair);',
        'memcpy(&x0, &x1, sizeof x0);',
        'memmove(A + 1, A, 20);',
        'memcpy(nest.many, p, 8);',
        `memcpy(A, B, ((${value(state, 1)}) & 3) * sizeof(int));`,
        'memset(&pair, 0, sizeof(pair));',
        'memcpy(&x3, &A[2], 8);',
      ]);
    case 9:
      return `{ int n = ${random.below(5)}; while (n --> 0) { if (n == ${random.below(4)}) ${pick(random, ['continue', 'break'])}; A[n] ^= ${value(state, 1)}; } for (unsigned m = 3; m-- > 0;) x1 += m; }`;
    case 10:
      return `do { if (${value(state)}) break; ${local} = ${value(state)}; } while (0);`;
    default:
      return `{ auto f = [&, k = x0](int by) mutable { A[k & 7] += by; return k++; }; ${local} = f(${value(state, 1)}); ${local} += f(2); }`;
  }
}

/** Runs with what is declared inside forgotten afterwards. */
function inner(state: State, run: () => string, change: Partial<State> = {}): string {
  const outer = {
    readable: [...state.readable],
    writable: [...state.writable],
    inLoop: state.inLoop,
    inSwitch: state.inSwitch,
  };
  Object.assign(state, change);
  state.depth--;
  const text = run();
  state.depth++;
  Object.assign(state, outer);
  return text;
}

const block = (state: State, change: Partial<State> = {}): string =>
  inner(state, () => `{ ${statements(state)} }`, change);

function loop(state: State): string {
  const { random } = state.source;
  const k = named(state, 'k');
  const bound = String(1 + random.below(4));
  const body = (extra = ''): string =>
    inner(
      state,
      () => {
        state.readable.push({ name: k, type: i32 });
        return `{ ${extra}${statements(state)} }`;
      },
      { inLoop: true, inSwitch: false },
    );
  switch (random.below(7)) {
    case 0:
      return `for (int ${k} = 0; ${k} < ${bound}; ${k}++) ${body()}`;
    case 1:
      return `for (int ${k} = ${bound}, z${k} = 2; ${k} > 0 && z${k} < 9; --${k}, z${k} += 3) ${body()}`;
    case 2:
      return `{ int ${k} = 0; while (${k}++ < ${bound}) ${body()} }`;
    case 3:
      return `{ int ${k} = 0; do ${body()} while (++${k} < ${bound}); }`;
    case 4:
      return `{ int ${k} = 0; for (;;) ${body(`if (${k}++ > ${bound}) break; `)} }`;
    case 5:
      return `for (unsigned char ${k} = 1; ${k} != 16; ${k} <<= 1) ${body()}`;
    default:
      return `for (int ${k} = 0; ${k} < ${bound} && (x0 += 1) != 77; x1 += ${k}, ++${k}) ${body()}`;
  }
}

function switched(state: State): string {
  const { random } = state.source;
  const labels = pick(random, [
    ['case 0:', 'case 1:', 'case 2: case 3:'],
    ['case 1:', 'default:', 'case 3:'],
    ['default: case 2:', 'case 0:'],
    ['case 0:', 'case 2:', 'default:'],
    ['case 3:'],
  ]);
  const arms = labels.map((label) => {
    const end = pick(random, [
      'break;',
      ';',
      'break;',
      state.inLoop ? 'continue;' : ';',
      `if (${value(state)}) break; x1 ^= 3;`,
    ]);
    return `${label} ${inner(state, () => (random.below(2) === 0 ? `{ ${statements(state)} }` : simple(state)), { inSwitch: true })} ${end}`;
  });
  return `switch (${operand(state)} & 3) { ${arms.join(' ')} }`;
}

function declared(state: State, shadow = false): string {
  const { random } = state.source;
  const [spelled, type] = pick(random, types);
  const name = shadow ? 'x2' : named(state, 'y');
  const made = `${random.below(5) === 0 ? 'auto' : spelled} ${name} = (${spelled})(${shadow ? 'x3 - x0' : value(state)});`;
  for (const list of [state.readable, state.writable]) {
    const at = list.findIndex((one) => one.name === name);
    if (at === -1) list.push({ name, type });
    else list[at] = { name, type };
  }
  return made;
}

function statement(state: State): string {
  const { random } = state.source;
  if (state.depth <= 0) return simple(state);
  switch (random.below(16)) {
    case 0:
      return `if (${value(state)}) ${block(state)}`;
    case 1:
      return `if (${value(state)}) { ${simple(state)} } else ${block(state)}`;
    case 2:
      return `if ((x0 = ${value(state)}) > 3 && x1++ < 50 || ${value(state, 1)}) ${block(state)} else if (${value(state)}) ${block(state)}`;
    case 3:
      return `if (int w = ${value(state)}; w > 3) { x1 += w; } else { x0 -= w; }`;
    case 4:
      return `if (int w = ${value(state)}) { x1 += w; ${simple(state)} }`;
    case 5:
    case 6:
      return loop(state);
    case 7:
    case 8:
      return switched(state);
    case 9:
      return block(state);
    case 10:
      return state.inLoop
        ? `if (${value(state)}) ${pick(random, state.inSwitch ? ['continue;', 'break;'] : ['break;', 'continue;'])}`
        : simple(state);
    case 11:
      return random.below(3) === 0 ? `if (${value(state)} == ${random.below(20)}) { ${save} return; }` : simple(state);
    case 12:
      return declared(state);
    case 13:
      return inner(state, () => `{ ${declared(state, true)} ${statements(state)} }`);
    default:
      return simple(state);
  }
}

function statements(state: State): string {
  return Array.from({ length: 1 + state.source.random.below(4) }, () => statement(state)).join(' ');
}

const save = `out[0] = x0; out[1] = x1; for (int n = 0; n < 8; n++) { out[2 + n] = A[n]; out[10 + n] = B[n]; } out[18] = M[0][1] + 7 * M[1][2]; out[19] = pair.x; out[20] = pair.y; out[21] = pair.w;
  out[22] = nest.head + nest.tail * 3LL; out[23] = nest.inner.x; out[24] = nest.inner.w; out[25] = nest.many[1] ^ nest.many[3]; out[26] = *p; out[27] = *q; out[28] = pairs[1].x + pairs[0].y; out[29] = x2 + 300LL * step.v; out[30] = x3; out[31] = pp->x + der.x * 3LL + der.Base::x * 5LL + der.k * 7 + fields.a * 11 + fields.q * 13 + fields.z * 17LL;`;

/** The text of a function that stores all that it computed. */
export function randomFunction(random: Random, name: string): string {
  const locals = [
    { name: 'x0', type: i32 },
    { name: 'x1', type: u32 },
    { name: 'x2', type: u8 },
    { name: 'x3', type: i64 },
  ];
  const source: Source = { random, names: parameters, locals: [] };
  const reads = [
    'A[1]',
    'B[x1 & 7]',
    'M[1][2]',
    '*p',
    'p[2]',
    'q[1]',
    'pair.x',
    'nest.inner.x',
    'nest.many[x0 & 3]',
    'pp->x',
    'ref',
    '(*row)[1]',
  ].map((text) => ({ name: text, type: i32 }));
  const state: State = {
    source,
    fresh: 0,
    depth: 2,
    inLoop: false,
    inSwitch: false,
    readable: [...parameters.slice(0, 14), ...locals, ...reads],
    writable: [...locals],
  };
  const body = Array.from({ length: 2 + random.below(5) }, () => statement(state)).join('\n  ');
  return `${header(name)} {
  int x0 = i; unsigned x1 = u; unsigned char x2 = uc; long long x3 = ll; ${source.locals.join(' ')}
  int A[8] = {1, 2, 3}; int B[8]; int M[2][4] = {{1, 2, 3, 4}, {5}}; fill(B, 8, j);
  Pair pair = {i, uc, ll}; Pair pairs[2] = {{1, 2, 3}, {4, 5, 6}}; Nest nest; nest.head = s; nest.inner = pair; for (int &m : nest.many) m = j; nest.tail = v;
  Derived der; der.x = i; der.Base::x = j; der.k = uc; Base &base = der; Base *bp = &der; Step step{j}; Fields fields; fields.a = u; fields.q = i; fields.z = v;
  Bits bits; bits.u = u; int *p = A, *q = &B[2]; Pair *pp = &pair; int (*row)[4] = &M[0]; int &ref = A[u & 7];
  ${body}
  ${save}
}`;
}
