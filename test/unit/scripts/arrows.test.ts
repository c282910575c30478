import { expect, test } from 'vitest';
import { violations } from '../../../scripts/arrows.ts';

const lines = (files: Readonly<Record<string, string>>): readonly string[] =>
  violations(Object.entries(files).map(([path, text]) => ({ path, text }))).map(
    ({ path, line, text }) => `${path}:${line ?? '-'} ${text.replace(' (table in scripts/arrows.ts)', '')}`,
  );

test('the machine knows nothing of the solver side, not even a type', () => {
  expect(
    lines({
      'src/machine/step.ts':
        "import type { Ir } from '../ir/ir.ts';\nimport type { Protocol } from '../protocol/protocol.ts';\n",
    }),
  ).toEqual(['src/machine/step.ts:2 machine may not import protocol']);
});

test('reviews and audits know no platform, not even a type', () => {
  const text =
    "import type { Client } from '../github/octokit.ts';\nimport { gitlabDialect } from '../gitlab/platform.ts';\nimport type { Dialect } from '../platform/platform.ts';\n";
  expect(lines({ 'src/review/body.ts': text, 'src/audit/issue.ts': text })).toEqual([
    'src/review/body.ts:1 review may not import github',
    'src/review/body.ts:2 review may not import gitlab',
    'src/audit/issue.ts:1 audit may not import github',
    'src/audit/issue.ts:2 audit may not import gitlab',
  ]);
});

test('a foreign library stays in its folder', () => {
  expect(
    lines({
      'src/witness/model.ts': "import { init } from 'z3-solver';\n",
      'src/solve/z3.ts': "import { init } from 'z3-solver';\n",
    }),
  ).toEqual(['src/witness/model.ts:1 z3-solver belongs to solve/ alone']);
});

test('the engine reads no file, neither by a static nor by a dynamic import', () => {
  expect(
    lines({
      'src/lower/a.ts': "import { readFileSync } from 'node:fs';\n\nexport const f = () => import('node:fs');\n",
    }),
  ).toEqual([
    'src/lower/a.ts:1 lower may not use node:fs: the engine reads no file, clock, environment or network',
    'src/lower/a.ts:3 lower may not use node:fs: the engine reads no file, clock, environment or network',
  ]);
});

test('a cycle of values is an error, a cycle of types is not', () => {
  expect(
    lines({
      'src/ir/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
      'src/ir/b.ts': "import { a } from './a.ts';\nexport const b = a;\n",
      'src/ir/c.ts': "import type { D } from './d.ts';\nexport type C = D;\n",
      'src/ir/d.ts': "import { type C } from './c.ts';\nexport type D = C;\n",
    }),
  ).toEqual(['src/ir/a.ts:- cycle of value imports: src/ir/a.ts, src/ir/b.ts']);
});

test('a folder that the table does not know is an error', () => {
  expect(lines({ 'src/tools/x.ts': 'export const x = 1;\n' })).toEqual([
    'src/tools/x.ts:- src/tools is not in the table of scripts/arrows.ts',
  ]);
});
