/** Completion for fish, by its `complete`. */
import type { CommandModel, Model, OptionModel, Value } from './model.ts';

export function fishScript({ name, options, commands }: Model): string {
  const names = commands.map((command) => command.name).join(' ');
  const line = (when: string, rest: string): string =>
    `complete -c ${name}${when === '' ? '' : ` -n ${quoted(when)}`} ${rest}`;
  const ofCommand = (command: CommandModel): readonly string[] => {
    const when = `__fish_seen_subcommand_from ${command.name}`;
    return [
      line(`not __fish_seen_subcommand_from ${names}`, `-a ${command.name} -d ${quoted(command.about)}`),
      ...command.options.map((option) => line(when, optionWords(option))),
      ...command.arguments.flatMap(({ value }) =>
        value.kind === 'words'
          ? value.words.map(({ word, about }) => line(when, `-a ${word}${about === '' ? '' : ` -d ${quoted(about)}`}`))
          : value.kind === 'free'
            ? []
            : [line(when, '-F')],
      ),
    ];
  };
  return [
    `# Completion of ${name} for fish: ${name} completion fish > ~/.config/fish/completions/${name}.fish`,
    line('', '-f'),
    ...options.map((option) => line('', optionWords(option))),
    ...commands.flatMap(ofCommand),
    '',
  ].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const optionWords = ({ names, about, value }: OptionModel): string =>
  [
    ...names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)),
    ...(value === null ? [] : [valueWords(value)]),
    `-d ${quoted(about)}`,
  ].join(' ');

function valueWords(value: Value): string {
  switch (value.kind) {
    case 'file':
      return '-r -F';
    case 'folder':
      return "-x -a '(__fish_complete_directories)'";
    case 'free':
      return '-x';
    case 'words':
      return `-x -a ${quoted(value.words.map(({ word }) => word).join(' '))}`;
  }
}
