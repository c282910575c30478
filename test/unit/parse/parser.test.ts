import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fc } from '../../seeded.ts';
import { fileURLToPath } from 'node:url';
import { createParser } from '../../../src/parse/tree-sitter.ts';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { parseLimits } from '../../../src/parse/limits.ts';
import { hasExcessBrace } from '../../../src/parse/early-ends.ts';
import { parseProblems } from '../../../src/parse/errors.ts';
import { printTree } from '../../../src/parse/print.ts';
import type { Deadline } from '../../../src/base/deadline.ts';
import type { SyntaxNode } from '../../../src/parse/node.ts';
import { TimeLimit, deadlineAfter, noDeadline } from '../../../src/base/deadline.ts';

const wasm = (path: string): string => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));
let parser: Parser;
beforeAll(async () => {
  parser = await createParser({
    parserWasm: wasm('web-tree-sitter/web-tree-sitter.wasm'),
    cudaWasm: wasm('tree-sitter-cuda/tree-sitter-cuda.wasm'),
  });
});
afterAll(() => {
  parser.close();
});

const problemsOf = (text: string): ReturnType<typeof parseProblems> =>
  parseProblems(parser.parse(text), hasExcessBrace(text));

const find = (node: SyntaxNode, type: string): SyntaxNode | undefined =>
  node.type === type ? node : node.children.map((child) => find(child, type)).find((found) => found !== undefined);

describe('parse', () => {
  it('gives the tokens of CUDA their own nodes and launches a kernel_call_syntax', () => {
    const text = '__global__ void k(int *a) { __shared__ int s[4]; }\nvoid f() { k<<<1, 32>>>(p); }\n';
    const root = parser.parse(text);
    expect(problemsOf(text)).toEqual([]);
    const printed = printTree(root, text);
    expect(printed).toContain('"__global__" [0, 10)');
    expect(printed).toContain('"__shared__"');
    const launch = find(root, 'kernel_call_syntax');
    expect(text.slice(launch?.start, launch?.end)).toBe('<<<1, 32>>>');
  });

  it('counts offsets in UTF-16 code units', () => {
    const text = '/* é 漢 😀 */ int a;';
    const declaration = find(parser.parse(text), 'declaration');
    expect(text.slice(declaration?.start, declaration?.end)).toBe('int a;');
  });

  it('reads spellings of C++ that the grammar has no rule for', () => {
    const text = `struct S {
  __host__ __device__ constexpr friend bool operator==(S a, S b) { return true; }
  template <class T, enable_if_t<is_integral_v<T>>* = nullptr> T &at(T k) { return this->operator[](k); }
};
void f(int * = nullptr) { auto g = [=] __host__ __device__(int i) mutable { return i; }; int a = 2, b = a *= 3; }
namespace PRIVATE(one, 2) { int x; }
namespace outer::PRIVATE(two)
{ int x; };
`;
    const root = parser.parse(text);
    expect(problemsOf(text)).toEqual([]);
    const called = find(root, 'field_identifier');
    expect(text.slice(called?.start, called?.end)).toBe('operator[]');
    expect(printTree(root, text)).toContain('"*="');
  });

  it('says that a file is cut off in the middle of a kernel, and where', () => {
    const text = 'int before;\n__global__ void k(int *a) {\n  if (a) {\n    a[0] = 1;\n';
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.text).toBe('syntax error: the function or block that begins here is not closed');
  });

  it('takes what the grammar has no rule for as no problem: explicit instantiations of classes, braces as a block, bit-fields without a name', () => {
    const text =
      'struct B { unsigned low : 4; unsigned : 0; unsigned high : 4; };\ntemplate<typename T> struct X {};\ntemplate class X<float>;\ntemplate struct X<int>;\nextern template class X<double>;\nvoid f() { k<<<1, {16, 16}>>>(); }\n';
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text.replace('X<float>;', 'X<float')).length).toBeGreaterThan(0);
    expect(problemsOf(text.replace('unsigned : 0;', 'unsigned *;')).length).toBeGreaterThan(0);
  });

  it('puts an ERROR node in place of what is nested too deeply, and says so', () => {
    const deep = `int x = ${'('.repeat(100_000)}1${')'.repeat(100_000)};\nint after;\n`;
    const root = parser.parse(deep);
    expect(
      problemsOf(deep)
        .map((problem) => problem.text)
        .join('\n'),
    ).toMatch(/nested more than 1000 levels|syntax error/);
    expect(depthOf(root)).toBeLessThanOrEqual(parseLimits.maxDepth + 1);
  });

  it('does not parse a text that is too long, and says so', () => {
    const root = parser.parse(' '.repeat(parseLimits.maxLength + 1));
    expect(
      parseProblems(root, false).map((problem) => [problem.start, problem.end, problem.text.slice(0, 23)]),
    ).toEqual([[0, parseLimits.maxLength + 1, 'not parsed: longer than']]);
  });

  it('survives any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '{',
        '}',
        '(',
        ')',
        '<<<',
        '>>>',
        '__global__ ',
        'void f',
        ';',
        '\0',
        '"',
        "'",
        'R"x(',
        '#if',
        '\n',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
        (text) => {
          const root = parser.parse(text);
          parseProblems(root, hasExcessBrace(text));
          printTree(root, text);
          expect(nested(root)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});

function depthOf(node: SyntaxNode): number {
  return 1 + node.children.reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0);
}

/** Children lie in their parent, one after the other. */
function nested(node: SyntaxNode): boolean {
  let at = node.start;
  return node.children.every((child) => {
    const fine = child.start >= at && child.end <= node.end && child.end >= child.start && nested(child);
    at = child.end;
    return fine;
  });
}

describe('the limit of time', () => {
  const long = 'void f(int a) { a = a + 1; }\n'.repeat(4000);
  /** Passes after so many asks. */
  function deadlineOfAsks(most: number): Readonly<{ deadline: Deadline; asks: () => number }> {
    let asks = 0;
    const passed = (): boolean => ++asks > most;
    return {
      deadline: {
        ...noDeadline,
        passed,
        check: () => {
          if (asks > most) throw new TimeLimit('the limit of the test');
        },
      },
      asks: () => asks,
    };
  }

  it.each([0, 5])(
    'ends the parsing of a long text that asks for it more than %d times, and the next text is parsed',
    (most) => {
      const { deadline, asks } = deadlineOfAsks(most);
      expect(() => parser.parse(long, deadline)).toThrow(TimeLimit);
      expect(asks()).toBe(most + 1);
      expect(parser.parse('int a;\n').type).toBe('translation_unit');
    },
  );

  it('is asked for all the while', () => {
    const { deadline, asks } = deadlineOfAsks(Infinity);
    expect(parser.parse(long, deadline).children.length).toBe(4000);
    expect(asks()).toBeGreaterThan(100);
  });

  it('that has passed ends it too', () => {
    expect(() =>
      parser.parse(
        long,
        deadlineAfter(-1, () => 0, 'the limit of the test'),
      ),
    ).toThrow(new TimeLimit('the limit of the test'));
  });
});
