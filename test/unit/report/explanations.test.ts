import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { codePages, explanationsModule } from '../../../scripts/explanations.ts';
import { explanationOf } from '../../../src/report/explanation.ts';
import { findingCodes, plannedCodes } from '../../../src/verdict/catalogue.ts';

const pages = codePages();

test('the bundled pages are those of docs/codes (node scripts/explanations.ts writes them)', () => {
  expect(readFileSync(new URL('../../../src/report/explanations.ts', import.meta.url), 'utf8')).toBe(
    explanationsModule(pages),
  );
});

test('every finding code has a page and every page a code', () => {
  expect([...pages.keys()]).toEqual(findingCodes.map((entry) => entry.code));
});

describe.each(findingCodes.map((entry) => [entry.code, entry.title] as const))('%s', (code, title) => {
  const page = pages.get(code) ?? '';
  test('is headed by its title', () => expect(page.split('\n')[0]).toBe(`# ${code}: ${title}`));
  test('says whether it is looked for', () =>
    expect(page.includes('not looked for yet: nothing is reported under this code')).toBe(plannedCodes.has(code)));
  test('shows two kernels, says why, and names its sources', () => {
    expect(page.match(/```cuda\n[\s\S]*?__global__[\s\S]*?```/g)?.length).toBe(2);
    expect(page).toMatch(/## Corrected\n[\s\S]*## Why\n[\s\S]*## Sources\n\n- /);
  });
});

test('limits and input problems are explained in a line', () => {
  expect(explanationOf('SL104')).toContain('# SL104: budget reached');
  expect(explanationOf('SI105')).toContain('# SI105: file too large');
  expect(explanationOf('SW999')).toBeNull();
});

test('a retired code is still explained, as one that is given no longer', () => {
  expect(explanationOf('SL103')).toBe(
    '# SL103: the solver could not decide\n\nRetired: this code is no longer reported.\n',
  );
  expect(explanationOf('SL110')).toContain('Retired: this code is no longer reported. See SI106.');
});
