/**
 * Every kind of statement and expression of the grammar is lowered, or leaves an `unknown` step with its line, or makes
 * the kernel unsupported: none is dropped. A new version of the grammar with a new kind fails here until it has its
 * row.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/ir/ir.ts';
import { eachStmt } from '../../../src/ir/walk.ts';
import { lowerText } from './lowered.ts';

type Subtype = Readonly<{ type: string }>;
type Entry = Readonly<{ type: string; subtypes?: readonly Subtype[] }>;
const parsed: unknown = JSON.parse(
  readFileSync(new URL('../../../node_modules/tree-sitter-cuda/src/node-types.json', import.meta.url), 'utf8'),
);
const isEntry = (one: unknown): one is Entry => typeof one === 'object' && one !== null && 'type' in one;
const entries: readonly Entry[] = Array.isArray(parsed) ? parsed.filter(isEntry) : [];
const kindsOf = (supertype: string): readonly string[] =>
  entries.find((entry) => entry.type === supertype)?.subtypes?.map(({ type }) => type) ?? [];

type Fate = 'lowered' | 'unknown' | 'unsupported';
const rows: Readonly<Record<string, readonly [body: string, fate: Fate]>> = {
  alignof_expression: ['a[0] = alignof(float);', 'lowered'],
  assignment_expression: ['a[0] = 1;', 'lowered'],
  binary_expression: ['a[n + 1] = 1;', 'lowered'],
  call_expression: ['a[h(n)] = 1;', 'lowered'],
  cast_expression: ['a[(long)n] = 1;', 'lowered'],
  char_literal: ["a['a'] = 1;", 'lowered'],
  co_await_expression: ['co_await n;', 'unknown'],
  compound_literal_expression: ['a[0] = int2{1, 2}.y;', 'lowered'],
  concatenated_string: ['const char *s = "a" "b"; a[0] = s[n];', 'lowered'],
  conditional_expression: ['a[n ? 1 : 2] = 1;', 'lowered'],
  delete_expression: ['delete a;', 'lowered'],
  extension_expression: ['a[0] = __extension__ (1);', 'lowered'],
  false: ['a[false] = 1;', 'lowered'],
  field_expression: ['a[threadIdx.x] = 1;', 'lowered'],
  fold_expression: ['a[0] = (n + ...);', 'unknown'],
  generic_expression: ['a[0] = _Generic(n, int: 1);', 'unknown'],
  gnu_asm_expression: ['asm("foo.bar %0;" : "=r"(n)); a[n] = 1;', 'unknown'],
  identifier: ['a[n] = 1;', 'lowered'],
  lambda_expression: ['auto g = [&](int x) { return x + n; }; a[g(2)] = 1;', 'lowered'],
  new_expression: ['int *p = new int[4]; p[0] = 1;', 'lowered'],
  null: ['if (a != nullptr) a[0] = 1;', 'lowered'],
  number_literal: ['a[3] = 1;', 'lowered'],
  offsetof_expression: ['a[0] = offsetof(float4, y);', 'lowered'],
  parameter_pack_expansion: ['a[0] = h(n...);', 'unknown'],
  parenthesized_expression: ['a[(n)] = 1;', 'lowered'],
  pointer_expression: ['*(a + n) = 1;', 'lowered'],
  qualified_identifier: ['a[::h(n)] = 1;', 'lowered'],
  raw_string_literal: ['const char *s = R"(a)"; a[0] = s[n];', 'unknown'],
  requires_clause: ['a[0] = requires { n; };', 'unknown'],
  requires_expression: ['a[0] = requires { n; };', 'unknown'],
  sizeof_expression: ['a[sizeof(float)] = 1;', 'lowered'],
  string_literal: ['const char *s = "ab"; a[0] = s[n];', 'lowered'],
  subscript_expression: ['a[n] = 1;', 'lowered'],
  template_function: ['a[same<int>(n)] = 1;', 'lowered'],
  this: ['a[Holder{3}.get()] = 1;', 'lowered'],
  true: ['a[true] = 1;', 'lowered'],
  unary_expression: ['a[-n] = 1;', 'lowered'],
  update_expression: ['a[n++] = 1;', 'lowered'],
  user_defined_literal: ['a[3_km] = 1;', 'unknown'],
  comma_expression: ['a[0] = (n, u);', 'lowered'],
  attributed_statement: ['[[likely]] a[0] = 1;', 'lowered'],
  break_statement: ['while (n) { a[0] = 1; break; }', 'lowered'],
  case_statement: ['if (n) { case 3: a[0] = 1; }', 'unsupported'],
  co_return_statement: ['a[0] = 1; co_return;', 'lowered'],
  co_yield_statement: ['co_yield n;', 'unsupported'],
  compound_statement: ['{ a[0] = 1; }', 'lowered'],
  continue_statement: ['while (n--) { if (u) continue; a[0] = 1; }', 'lowered'],
  do_statement: ['do a[n] = 1; while (n--);', 'lowered'],
  expression_statement: ['a[0] = 1;', 'lowered'],
  for_range_loop: ['int t[2] = {1, 2}; for (int x : t) a[x] = 1;', 'lowered'],
  for_statement: ['for (int k = 0; k < n; k++) a[k] = 1;', 'lowered'],
  goto_statement: ['goto end; a[0] = 1; end: a[1] = 2;', 'lowered'],
  if_statement: ['if (n) a[0] = 1;', 'lowered'],
  labeled_statement: ['end: a[1] = 2;', 'lowered'],
  return_statement: ['a[0] = 1; return;', 'lowered'],
  seh_leave_statement: ['__leave;', 'unsupported'],
  seh_try_statement: ['__try { a[0] = 1; } __except (1) { a[1] = 2; }', 'unsupported'],
  switch_statement: ['switch (n) { case 1: a[0] = 1; }', 'lowered'],
  throw_statement: ['throw 1;', 'unsupported'],
  try_statement: ['try { a[0] = 1; } catch (...) { a[1] = 1; }', 'unsupported'],
  while_statement: ['while (n--) a[n] = 1;', 'lowered'],
};

const around = (body: string): string => `struct Holder { int x; __device__ int get() { return this->x; } };
template <class T> __device__ T same(T x) { return x; }
__device__ int h(int x) { return x + 1; }
__global__ void k(int *a, int n, unsigned u) {
${body}
}`;

/** What became of the body; `dropped` where it left nothing. */
function fateOf(kernel: Kernel): Fate | 'dropped' {
  if (kernel.unsupported !== null) return 'unsupported';
  const found = { store: false, unknown: false };
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'unknown' && stmt.span.line === 5) found.unknown = true;
    if (stmt.kind === 'store') found.store = true;
  });
  return found.unknown ? 'unknown' : found.store ? 'lowered' : 'dropped';
}

describe('kinds of the grammar', () => {
  it('each has a row', () => {
    const known = new Set([...kindsOf('expression'), ...kindsOf('statement')]);
    expect([...known].filter((kind) => !(kind in rows))).toEqual([]);
  });

  it.each(Object.entries(rows).map(([kind, [body, fate]]) => ({ kind, body, fate })))(
    '$kind: $fate',
    async ({ body, fate }) => {
      const [kernel] = await lowerText(around(body));
      expect(kernel === undefined ? 'dropped' : fateOf(kernel)).toBe(fate);
    },
  );
});

describe('GPUVerify', () => {
  it('reads connectives in what is required', async () => {
    const [kernel] = await lowerText(
      around('__requires(__implies(n > 0, u == 1)); __assume(__iff(n > 3, u > 2)); a[0] = 1;'),
    );
    expect(kernel?.assumptions.map((one) => one.text)).toEqual(['__implies(n > 0, u == 1)', '__iff(n > 3, u > 2)']);
    expect(kernel?.notes).toEqual([]);
  });

  it('takes hints on a value as the value', async () => {
    const [kernel] = await lowerText(around('if (__builtin_expect(n > 3, 1)) a[0] = 1;'));
    expect(kernel?.notes).toEqual([]);
    expect(kernel === undefined ? '' : fateOf(kernel)).toBe('lowered');
  });
});
