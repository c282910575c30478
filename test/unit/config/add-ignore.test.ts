/**
 * An entry in `ignore` that a person asks for in a comment: the configuration stays what it was, and says one thing
 * more.
 */
import { describe, expect, test } from 'vitest';
import { fc } from '../../seeded.ts';
import { parseCommand } from '../../../src/review/command.ts';
import { readConfig } from '../../../src/config/config.ts';
import { withIgnoreRule } from '../../../src/config/add-ignore.ts';

const rule = { id: '0123456789012345', kernel: 'shift', reason: 'the block is one warp', author: 'ada' };
const written = (before: string | null): string => {
  const after = withIgnoreRule(before, rule);
  return after.ok ? after.value : `problem: ${after.problem}`;
};
const entry =
  'ignore:\n  - id: "0123456789012345"\n    kernel: shift\n    reason: the block is one warp\n    author: ada\n';

describe('the text', () => {
  test.each([
    ['no file', null, entry],
    ['an empty file', '', entry],
    ['comments alone', '# Ours.\n', `# Ours.\n${entry}`],
    ['comments without a last line end', '# Ours.', `# Ours.\n${entry}`],
    [
      'other keys with comments',
      '# Ours.\nlevel: grid # both\n\n# Below.\nwarp-model: its\n',
      `# Ours.\nlevel: grid # both\n\n# Below.\nwarp-model: its\n${entry}`,
    ],
    ['an empty list', 'ignore: []\nlevel: grid\n', `${entry}level: grid\n`],
    [
      'a list with an entry',
      'ignore:\n  # Old code.\n  - id: SW101\n    reason: known\nlevel: grid\n',
      'ignore:\n  # Old code.\n  - id: SW101\n    reason: known\n  - id: "0123456789012345"\n    kernel: shift\n    reason: the block is one warp\n    author: ada\nlevel: grid\n',
    ],
    ['line ends of Windows', 'level: grid\r\n', `level: grid\n${entry}`.replaceAll('\n', '\r\n')],
  ])('%s', (_name, before, after) => {
    expect(written(before)).toBe(after);
    expect(readConfig(after)).toMatchObject({ ok: true });
  });

  test('what is listed already, and a file that is not good, are not touched', () => {
    expect(written(written(null))).toBe('problem: `.syncwright.yml` already ignores this finding');
    expect(written('levle: grid\n')).toMatch(/^problem: `\.syncwright\.yml` cannot be changed: \.syncwright\.yml:1: /);
    expect(written('a: &x [*x]\n')).toMatch(/^problem: /);
  });
});

test('whatever a reason holds, it is a reason and nothing else', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '}: [x] # @ada',
          '|',
          '>',
          '- x',
          '"',
          "'",
          '&a *a',
          '!!js/function x',
          '? y',
          'yes',
          '~',
          'a: b',
          '%TAG',
          '---',
          '...',
        ),
      ),
      (words) => {
        const command = parseCommand(`/syncwright ignore F1 ${words}`);
        if (command?.kind !== 'ignore') return;
        const after = withIgnoreRule('level: grid # both\n', { ...rule, reason: command.reason });
        const config = after.ok ? readConfig(after.value) : after;
        expect(config.ok && 'ignore' in config.value ? config.value.ignore.map((one) => one.reason) : config).toEqual([
          command.reason,
        ]);
        if (config.ok && 'level' in config.value) expect(config.value.level).toBe('grid');
      },
    ),
  );
});
