/** action.yml is what users read, src/action/ what runs: the same inputs, defaults and outputs. */
import { shownVerdicts } from '../src/verdict/finding.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { entriesOf } from '../scripts/style/inputs.ts';
import { inputsFrom } from './inputs.ts';

const text = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const yaml = text('action.yml');
const inputs = entriesOf(yaml, 'inputs');

test('the inputs of action.yml are those that the action reads', () => {
  const read = [...text('src/action/inputs.ts').matchAll(/(?:valueOf\(|choice\(|truth\(|number\()'([a-z-]+)'/g)].map(
    (match) => match[1] ?? '',
  );
  expect(inputs.map(({ name }) => name).sort()).toEqual([...new Set(read)].sort());
});

test('an input that is left out means what action.yml says is its default', () => {
  const stated = Object.fromEntries(
    inputs.filter(({ name }) => name !== 'token').map(({ name, fields }) => [name, fields.get('default') ?? '']),
  );
  const given = inputsFrom(stated);
  expect(given).toMatchObject({ ok: true });
  expect(given).toEqual(inputsFrom({}));
});

test('the outputs of action.yml are those that the action sets', () => {
  const results = ['results', 'audit-mode', 'audit-results'].map((name) => text(`src/action/${name}.ts`)).join('');
  // of verdicts, each by its own name
  const isVerdict = (name: string): boolean => shownVerdicts.some((verdict) => verdict === name);
  expect(entriesOf(yaml, 'outputs').filter(({ name }) => isVerdict(name))).toHaveLength(shownVerdicts.length);
  for (const { name } of entriesOf(yaml, 'outputs')) if (!isVerdict(name)) expect(results, name).toContain(`'${name}'`);
});
