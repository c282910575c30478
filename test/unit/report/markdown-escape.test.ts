import { fc } from '../../seeded.ts';
import { describe, expect, test } from 'vitest';
import {
  code,
  cutMarkdown,
  fenced,
  html,
  inline,
  link,
  sentence,
  suggestion,
} from '../../../src/report/markdown-escape.ts';

describe('running text shows what was written and does nothing else', () => {
  test.each([
    ['HTML', '<img src=x onerror=y>', '&lt;img src=x onerror=y&gt;'],
    ['an entity', '&lt;b&gt;', '&amp;lt;b&amp;gt;'],
    ['a hidden marker', '<!-- syncwright:finding 1 -->', '&lt;\\!-- syncwright:finding 1 --&gt;'],
    ['a mention', 'ask @octocat', 'ask @&#8203;octocat'],
    ['an issue number', 'see #12 and GH-7', 'see #&#8203;12 and GH-&#8203;7'],
    ['a URL', 'https://evil.example www.evil.example', 'https:&#8203;//evil.example www&#8203;.evil.example'],
    ['a link', '[x](y)', '\\[x\\](y)'],
    ['emphasis', '*a* _b_ ~c~', '\\*a\\* \\_b\\_ \\~c\\~'],
    ['a table cell', 'a | b', 'a \\| b'],
    ['a heading on a new line', 'a\n# b', 'a # b'],
    ['a heading', '# b', '&#8203;# b'],
    ['text that reads backwards', 'a\u202eb', 'a&lt;U+202E&gt;b'],
    ['an escape sequence', 'a\u001b[2Jb', 'a␛\\[2Jb'],
  ])('%s', (_, text, expected) => expect(inline(text)).toBe(expected));

  test('no angle bracket survives whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(inline(text)).not.toMatch(/[<>\n\r\u202e]/);
        expect(inline(text)).not.toMatch(/@(?!&#8203;)/);
      }),
    );
  });
});

test('inside HTML no backslash is added', () => {
  expect(html('src/my_file.cu <b> @x')).toBe('src/my_file.cu &lt;b&gt; @&#8203;x');
});

describe('code spans', () => {
  test('are longer than any run of backticks inside', () => {
    expect(code('a ``b`` c')).toBe('```a ``b`` c```');
    expect(code('`a`')).toBe('`` `a` ``');
  });
  test('stay in their table cell and on their line', () => {
    expect(code('a | b\n c', 'table')).toBe('`a \\| b c`');
  });
  test('hold no marker of ours', () => {
    expect(code('<!-- syncwright -->')).toBe('`<! -- syncwright -->`');
  });
  test('an empty text gives nothing', () => expect(code(' ')).toBe(''));
});

describe('code blocks', () => {
  test('cannot be left from inside', () => {
    expect(fenced('a\n````\n<script>\n')).toBe('`````text\na\n````\n<script>\n`````');
  });
  test('show what does not print', () => {
    expect(fenced('x\u202e\ty', 'diff')).toBe('```diff\nx<U+202E>\ty\n```');
  });
  test('a fence is longer than every run in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '\n') }), (text) => {
        const lines = fenced(text).split('\n');
        const fence = lines.at(-1) ?? '';
        expect(fence).toMatch(/^`{3,}$/);
        expect(lines.slice(1, -1).filter((line) => line.startsWith(fence))).toEqual([]);
      }),
    );
  });
});

describe('suggestions are exact or there is none', () => {
  test('the text as it is', () => expect(suggestion('  a;\n  b;\n')).toBe('```suggestion\n  a;\n  b;\n```'));
  test('not with a hidden marker', () => expect(suggestion('// <!-- x -->\n')).toBeNull());
  test('not with characters that do not print', () => expect(suggestion('a\u202e\n')).toBeNull());
});

test('our sentences keep the code in them', () => {
  expect(sentence('thread (0,0,0) may read `s[@x]` (line 3)')).toBe('thread (0,0,0) may read `s[@x]` (line 3)');
  expect(sentence('kernel <b> and `a')).toBe('kernel &lt;b&gt; and `a`');
});

test('a link goes to https only', () => {
  expect(link('a.cu:3', 'https://github.com/o/r/blob/x/a(1).cu#L3')).toBe(
    '[`a.cu:3`](https://github.com/o/r/blob/x/a%281%29.cu#L3)',
  );
  expect(link('a.cu:3', 'javascript:alert(1)')).toBe('`a.cu:3`');
});

test('a cut text says so and leaves no code block open', () => {
  const cut = cutMarkdown(`head\n\`\`\`text\n${'line\n'.repeat(100)}\`\`\`\n`, 200, 'The rest is in the summary.');
  expect(cut.length).toBeLessThanOrEqual(200);
  expect(cut).toMatch(/^head\n```text\n(line\n)+line\n```\n\nThe rest is in the summary\.$/);
});
