import { expect, test } from 'vitest';
import { wrapMarkdown } from '../../../src/cli/wrap.ts';
import { explanationOf } from '../../../src/report/explanation.ts';

test('paragraphs are filled, items hang, and what is no prose stays', () => {
  const text =
    '# A heading that is longer than the width\n\none two three\nfour `a code span` five\n\n- first item of some words\n  and more\n- second\n\n```cuda\n  a line of code that is longer than the width;\n```\n| a | table that is longer | than the width |\n\n    indented code that is longer than the width\n';
  expect(wrapMarkdown(text, 16)).toBe(
    '# A heading that is longer than the width\n\none two three\nfour\n`a code span`\nfive\n\n- first item of\n  some words and\n  more\n- second\n\n```cuda\n  a line of code that is longer than the width;\n```\n| a | table that is longer | than the width |\n\n    indented code that is longer than the width\n',
  );
});

test('no word of a page is lost, and no line of prose is too long', () => {
  const page = explanationOf('SW101') ?? '';
  const wrapped = wrapMarkdown(page, 60);
  expect(wrapped.split(/\s+/)).toEqual(page.split(/\s+/));
  const [prose = ''] = wrapped.split('```');
  expect(prose.split('\n').filter((line) => line.length > 60 && !line.startsWith('#'))).toEqual([]);
  expect(wrapped.split('```')[1]).toBe(page.split('```')[1]);
});
