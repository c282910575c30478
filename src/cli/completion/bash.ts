/**
 * Completion for bash, 3.2 (of macOS) and later, without its completion package: where nothing of ours fits, names of
 * files are completed.
 */
import type { CommandModel, Model, OptionModel, Value } from './model.ts';

export function bashScript({ name, options, commands }: Model): string {
  const own = `_${name}`;
  const words = [...commands.map((command) => command.name), ...options.flatMap(({ names }) => names)];
  return `# Completion of ${name} for bash: eval "$(${name} completion bash)"
${own}_words() {
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

${own}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="" command="" at=0 k
  if [ "$COMP_CWORD" -gt 0 ]; then prev="\${COMP_WORDS[COMP_CWORD-1]}"; fi
  # bash takes "--format=text" apart at the "="
  if [ "$cur" = "=" ]; then cur=""
  elif [ "$prev" = "=" ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  for ((k = 1; k < COMP_CWORD; k++)); do
    case "\${COMP_WORDS[k]}" in
      ${patternOf(options.filter(({ value }) => value !== null))}) if [ "\${COMP_WORDS[k+1]}" = "=" ]; then k=$((k + 1)); fi; k=$((k + 1)) ;;
      -* | =) ;;
      *) command="\${COMP_WORDS[k]}"; break ;;
    esac
  done
${valuesOf(options)
  .map((line) => `  ${line}`)
  .join('\n')}
  case "$command" in
    "") ${own}_words "${words.join(' ')}" ;;
${commands
  .flatMap((command) => caseOf(command, options, own))
  .map((line) => `    ${line}`)
  .join('\n')}
  esac
}

complete -o bashdefault -o default -F ${own} ${name}
`;

  function valuesOf(of: readonly OptionModel[]): readonly string[] {
    const taking = of.filter(({ value }) => value !== null);
    return taking.length === 0
      ? []
      : [
          'case "$prev" in',
          ...taking.map((option) => `  ${patternOf([option])}) ${actionOf(option.value, own)}return ;;`),
          'esac',
        ];
  }

  function caseOf(command: CommandModel, global: readonly OptionModel[], prefix: string): readonly string[] {
    const names = [...command.options, ...global].flatMap((option) => option.names).join(' ');
    const [first] = command.arguments;
    return [
      `${command.name})`,
      ...valuesOf(command.options).map((line) => `  ${line}`),
      `  case "$cur" in`,
      `    -*) ${prefix}_words "${names}" ;;`,
      ...(first?.value.kind === 'words' ? [`    *) ${actionOf(first.value, prefix)};;`] : []),
      '  esac',
      '  ;;',
    ];
  }
}

const patternOf = (options: readonly OptionModel[]): string => options.flatMap(({ names }) => names).join(' | ');

/** Nothing where the shell's own completion of file names is right. */
const actionOf = (value: Value | null, prefix: string): string =>
  value?.kind === 'words' ? `${prefix}_words "${value.words.map(({ word }) => word).join(' ')}"; ` : '';
