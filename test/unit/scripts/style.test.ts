import { expect, test } from 'vitest';
import { dumpFlags, pathsIn } from '../../../scripts/style/architecture.ts';
import { isTopicOf, kernelLengths } from '../../../scripts/style/cases.ts';
import { citationsIn, definitionsIn } from '../../../scripts/style/citations.ts';
import { entriesOf, withTables } from '../../../scripts/style/inputs.ts';
import { badNames } from '../../../scripts/style/names.ts';
import { complaintsOf } from '../../../scripts/style/syntax.ts';

test('drawers are found by folder, file and suffix, and words that only contain the letters are not', () => {
  expect(
    badNames([
      'src/utils/x.ts',
      'src/ir/string-helpers.ts',
      'src/ir/misc.ts',
      'src/ir/commonality.ts',
      'src/base/expr.ts',
    ]).map(({ path }) => path),
  ).toEqual(['src/utils/x.ts', 'src/ir/string-helpers.ts', 'src/ir/misc.ts']);
});

test('paths of ARCHITECTURE.md are those in code spans, without placeholders', () => {
  expect(
    pathsIn('see `src/protocol/` and `docs/codes/CODE.md`, `--dump ir`, `README.md`').map(({ path }) => path),
  ).toEqual(['src/protocol/', 'README.md']);
});

test('the stage table is the one with a column --dump, and ends where the table ends', () => {
  expect(
    dumpFlags(
      '| a | b |\n|--|--|\n| 1 | 2 |\n\n| stage | makes | `--dump` |\n|--|--|--|\n| x | y | `parse` |\n| x | y | `ir` |\n\n| p | q |\n|--|--|\n| 1 | 2 |\n',
    ),
  ).toEqual(['parse', 'ir']);
});

test('citations are told from indices, definitions from mentions', () => {
  expect(citationsIn('holds by [D3, T5] and not a[D1]; see [L2]').map(({ number }) => number)).toEqual([
    'D3',
    'T5',
    'L2',
  ]);
  expect(definitionsIn('### D3 Access\n**T5** (soundness) uses D3.\n- L2: text\n').map(({ number }) => number)).toEqual(
    ['D3', 'T5', 'L2'],
  );
});

test('a topic is an end of a path of the sources, at a word', () => {
  const sources = ['src/protocol/loops/strided.ts', 'src/launch/guards.ts'];
  expect(
    ['loops-strided', 'strided', 'protocol-loops-strided', 'ided', 'loops'].map((topic) => isTopicOf(topic, sources)),
  ).toEqual([true, true, true, false, false]);
});

test('a kernel is as long as its braces', () => {
  expect(kernelLengths('int x;\n__global__ void k(int *a) {\n  if (a) {\n  }\n}\nint y;\n')).toEqual([
    { line: 2, length: 4 },
  ]);
});

test('the tables of README come from action.yml', () => {
  const yaml =
    "name: x\ninputs:\n  mode:\n    description: 'what''s done'\n    default: review\n  token:\n    description: the token\noutputs:\n  racy:\n    description: how many\nruns:\n  using: node24\n";
  expect(entriesOf(yaml, 'inputs').map(({ name }) => name)).toEqual(['mode', 'token']);
  const readme = withTables(
    'before\n<!-- made from action.yml by: node scripts/style.ts --write -->\nold\n<!-- end of what is made from action.yml -->\nafter\n',
    yaml,
  );
  expect(readme).toContain("| `mode` | `review` | what's done |\n| `token` |  | the token |");
  expect(readme).toContain('| `racy` | how many |');
  expect(readme).not.toContain('old');
});

test('enums, and defaults of switches on `kind` that do not end in assertNever', () => {
  const lines = [
    'enum Colour { red }',
    'switch (it.kind) { case 1: break; default: f(); }',
    'switch (it?.kind) { default: }',
    'switch (it.kind) { default: assertNever(it); }',
    'switch (it.size) { default: f(); }',
    'const text = "enum"; // default: none',
  ];
  expect(complaintsOf('x.ts', lines.join('\n')).map(({ line }) => line)).toEqual([1, 2, 3]);
});
