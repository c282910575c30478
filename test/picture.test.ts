/** README's picture is the one that the built program draws today. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { picture, picturePath } from '../scripts/picture.ts';

test('docs/finding.svg is what `npm run picture` draws', async () => {
  const drawn = await picture();
  expect(readFileSync(picturePath, 'utf8'), 'stale: run npm run picture').toBe(drawn);
}, 120_000);

test('README shows it', () => {
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain('](docs/finding.svg)');
});
