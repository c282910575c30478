/** Completion for zsh, by its `_arguments`. */
import type { ArgumentModel, Model, OptionModel, Value } from './model.ts';

export function zshScript({ name, options, commands }: Model): string {
  return `#compdef ${name}
# Completion of ${name} for zsh: ${name} completion zsh > a folder of $fpath, as _${name}; or eval "$(${name} completion zsh)" after compinit
_${name}() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C \\
${options.map((option) => `    ${optionSpec(option)} \\`).join('\n')}
    '1:command:->command' \\
    '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
${commands.map((command) => `        ${quoted(`${command.name.replaceAll(':', '\\:')}:${command.about}`)}`).join('\n')}
      )
      _describe -t commands command commands
      ;;
    argument)
      curcontext="\${curcontext%:*:*}:${name}-$line[1]:"
      case $line[1] in
${commands.map((command) => `        ${command.name})\n          _arguments \\\n${[...[...command.options, ...options].map(optionSpec), ...command.arguments.map(argumentSpec)].map((spec) => `            ${spec}`).join(' \\\n')}\n          ;;`).join('\n')}
      esac
      ;;
  esac
}

if [ "$funcstack[1]" = "_${name}" ]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const plain = (text: string): string => text.replaceAll('\\', '\\\\').replace(/[[\]:]/g, '\\$&');

/** `'(-v --verbose)'{-v,--verbose}'[about]'`. */
function optionSpec({ names, about, value, placeholder, isRepeatable }: OptionModel): string {
  const spelled = names.map((name) => (value === null ? name : name.startsWith('--') ? `${name}=` : `${name}+`));
  const exclusive = isRepeatable ? '*' : `(${names.join(' ')})`;
  const rest = `[${plain(about)}]${value === null ? '' : `:${plain(placeholder)}:${actionOf(value)}`}`;
  return spelled.length === 1
    ? quoted(`${exclusive}${spelled.join('')}${rest}`)
    : `${quoted(exclusive)}{${spelled.join(',')}}${quoted(rest)}`;
}

const argumentSpec = ({ name, value, isMany }: ArgumentModel): string =>
  quoted(`${isMany ? '*' : ''}:${plain(name)}:${actionOf(value)}`);

function actionOf(value: Value): string {
  switch (value.kind) {
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    case 'free':
      return ' ';
    case 'words':
      return value.words.every(({ about }) => about === '')
        ? `(${value.words.map(({ word }) => word).join(' ')})`
        : `((${value.words.map(({ word, about }) => `${word}\\:"${plain(about).replace(/["`$]/g, '\\$&')}"`).join(' ')}))`;
  }
}
