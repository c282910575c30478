/** What is checked in of the page's script and style is what src/page/ says. */
import { expect, test } from 'vitest';
import { textOf } from '../../../../scripts/source-tree.ts';
import { pageModule } from '../../../../scripts/page.ts';
import { pageScript, pageStyle } from '../../../../src/report/html/page-assets.ts';

test('src/report/html/page-assets.ts is made of src/page/ (node scripts/page.ts writes it)', async () => {
  expect(textOf('src/report/html/page-assets.ts')).toBe(await pageModule());
});

test('nothing in them ends the element that they stand in, or asks a network', () => {
  expect(pageScript).not.toMatch(/<\/script|<!--/i);
  expect(pageStyle).not.toMatch(/<\/style|<!--|@import|url\(/i);
  expect(pageScript).not.toMatch(
    /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|importScripts|\beval\(|new Function|document\.write/,
  );
});
