import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shells } from '../../../src/cli/completion/completion.ts';
import { runCli } from '../../../src/cli/run-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-completion-'));
const script = (shell: string): string => join(root, shell === 'zsh' ? '_syncwright' : `syncwright.${shell}`);
beforeAll(async () => {
  for (const shell of shells) {
    let out = '';
    const refused = (): never => {
      throw new Error('nothing is analysed');
    };
    const status = await runCli(['completion', shell], {
      out: (text) => {
        out += text;
      },
      err: () => undefined,
      outIsTerminal: false,
      errIsTerminal: false,
      color: false,
      width: 80,
      keys: null,
      openEngine: refused,
      openWorker: null,
      openSideWorker: null,
    });
    expect(status).toBe(0);
    writeFileSync(script(shell), out);
  }
  writeFileSync(join(root, 'kernel.cu'), '');
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;
function run(shell: string, args: readonly string[]): string {
  const ran = spawnSync(shell, args, { encoding: 'utf8', cwd: root, timeout: 60_000 });
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  return ran.stdout;
}

/** A line as it is typed, its last word unfinished → words that must be offered, and one that must not. */
const typed: readonly (readonly [string, readonly string[], string])[] = [
  ['syncwright c', ['check', 'coverage', 'completion'], 'fix'],
  ['syncwright check --form', ['--format'], '--fail-on'],
  ['syncwright check --format j', ['json', 'junit'], 'text'],
  ['syncwright --color never check --level ', ['block', 'grid'], 'its'],
  ['syncwright check --fail-on w', ['warning'], 'error'],
  ['syncwright explain SW40', ['SW401', 'SW407'], 'SW101'],
  ['syncwright explain SL1', ['SL112'], 'SI101'],
  ['syncwright completion ', ['bash', 'zsh', 'fish'], 'check'],
  ['syncwright help re', ['review', 'replay'], 'check'],
  ['syncwright coverage --format ', ['markdown'], 'sarif'],
];

describe.skipIf(!has('bash'))('bash', () => {
  const offered = (line: string): readonly string[] => {
    const words = line
      .replaceAll('=', ' = ')
      .split(' ')
      .map((word) => `'${word}'`)
      .join(' ');
    return run('bash', [
      '--norc',
      '-c',
      `source ${script('bash')}; COMP_WORDS=(${words}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _syncwright; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]).split('\n');
  };
  test.each(typed)('%s', (line, expected, other) => {
    expect(offered(line)).toEqual(expect.arrayContaining([...expected]));
    expect(offered(line)).not.toContain(other);
  });
  test('a value behind =, and files where a path stands', () => {
    expect(offered('syncwright check --format=ma')).toContain('markdown');
    expect(offered('syncwright check ker')).toEqual(['', '']);
    expect(run('bash', ['--norc', '-c', `source ${script('bash')}; complete -p syncwright`])).toContain('-o default');
  });
});

describe.skipIf(!has('fish'))('fish', () => {
  const offered = (line: string): readonly string[] =>
    run('fish', ['--no-config', '-c', `source ${script('fish')}; complete -C '${line}'`])
      .split('\n')
      .map((one) => one.split('\t')[0] ?? '');
  test.each(typed)('%s', (line, expected, other) => {
    expect(offered(line)).toEqual(expect.arrayContaining([...expected]));
    expect(offered(line)).not.toContain(other);
  });
  test('files where a path stands, and nothing where a command does', () => {
    expect(offered('syncwright check ker')).toContain('kernel.cu');
    expect(offered('syncwright ker')).not.toContain('kernel.cu');
  });
});

describe.skipIf(!has('zsh'))(
  'zsh',
  () => {
    test('the script is read without a fault', () => {
      run('zsh', ['-f', '-n', script('zsh')]);
    });
    // in a pseudo-terminal, as zsh completes nowhere else: what is shown after Tab, read without waiting for what never
    // comes
    const shown = (line: string): string =>
      run('zsh', [
        '-f',
        '-c',
        `
    zmodload zsh/zpty
    zpty -b z 'TERM=dumb COLUMNS=200 zsh -f -i'
    read_until() { local text all='' k; for ((k = 0; k < $2; k++)); do if zpty -r -t z text; then all+=$text; [[ $all == *$1* ]] && break; else sleep 0.05; fi; done; print -r -- $all }
    zpty -w z "PS1=''; fpath=(${root} \$fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=1000; print READ''Y"
    read_until READY 400 > /dev/null
    zpty -w -n z '${line}'$'\\t\\t'
    read_until NOTHING_SAYS_THIS 30
    zpty -d z`,
        'zsh',
      ]);
    test.each(typed)('%s', (line, expected) => {
      const text = shown(line);
      for (const word of expected) expect(text).toContain(word);
    });
  },
  120_000,
);
