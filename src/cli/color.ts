/**
 * Whether output is painted: `--color` first, then the environment (force-color.org, no-color.org), then whether it is
 * a terminal.
 */

export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];

export function wantsColor(
  choice: ColorChoice,
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  const forced = environment['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0' && forced !== 'false';
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  return isTerminal && environment['TERM'] !== 'dumb';
}

/** What a command line asks for, before `--`; the last word counts. What is not understood is commander's to report. */
export function colorChoiceIn(argv: readonly string[]): ColorChoice {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const words = argv.slice(0, end);
  const asked = words.flatMap((word, k): readonly string[] => {
    if (word === '--no-color') return ['never'];
    if (word === '--color') return [words[k + 1] ?? ''];
    return word.startsWith('--color=') ? [word.slice('--color='.length)] : [];
  });
  return colorChoices.find((choice) => choice === asked.at(-1)) ?? 'auto';
}
