/** What can be typed, read from commander's own tables, as the completion of each shell needs it. */
import type { Argument, Command, Option } from 'commander';
import { findingCodes, inputCodes, limitCodes, retiredCodes } from '../../verdict/catalogue.ts';

export type Word = Readonly<{ word: string; about: string }>;
/** `free`: anything, which nothing can complete. */
export type Value =
  | Readonly<{ kind: 'free' | 'file' | 'folder' }>
  | Readonly<{ kind: 'words'; words: readonly Word[] }>;
/** `value`: null: it takes none. `placeholder`: what the help calls it. */
export type OptionModel = Readonly<{
  names: readonly string[];
  about: string;
  value: Value | null;
  placeholder: string;
  isRepeatable: boolean;
}>;
export type ArgumentModel = Readonly<{ name: string; value: Value; isMany: boolean }>;
export type CommandModel = Readonly<{
  name: string;
  about: string;
  options: readonly OptionModel[];
  arguments: readonly ArgumentModel[];
}>;
/** `options`: those of the program, which every command takes too. */
export type Model = Readonly<{ name: string; options: readonly OptionModel[]; commands: readonly CommandModel[] }>;

export function modelOf(program: Command): Model {
  const help = program.createHelp();
  const visible = (command: Command): readonly OptionModel[] =>
    help.visibleOptions(command).map((option) => optionOf(option));
  const options = visible(program);
  const ofAll = new Set(options.flatMap(({ names }) => names));
  const commands = help.visibleCommands(program);
  return {
    name: program.name(),
    options,
    commands: commands.map((command) => ({
      name: command.name(),
      about: help.subcommandDescription(command),
      options: visible(command).filter(({ names }) => !names.some((name) => ofAll.has(name))),
      arguments: command.registeredArguments.map((argument) => argumentOf(argument, commands)),
    })),
  };
}

function optionOf(option: Option): OptionModel {
  const [, placeholder = ''] = /[<[]([^>\]]*)[>\]]/.exec(option.flags) ?? [];
  const { short, long, description, required, optional, argChoices } = option;
  return {
    names: [short, long].flatMap((name) => name ?? []),
    about: description,
    value: required || optional ? valueOf(placeholder, argChoices) : null,
    placeholder,
    isRepeatable: description.includes('(repeatable)'),
  };
}

function argumentOf(argument: Argument, commands: readonly Command[]): ArgumentModel {
  const name = argument.name();
  const value: Value =
    name === 'CODE'
      ? { kind: 'words', words: codes }
      : name === 'COMMAND'
        ? { kind: 'words', words: commands.map((command) => ({ word: command.name(), about: command.summary() })) }
        : valueOf(name, argument.argChoices);
  return { name, value, isMany: argument.variadic };
}

const codes: readonly Word[] = [...findingCodes, ...limitCodes, ...inputCodes, ...retiredCodes].map(
  ({ code, title }) => ({ word: code, about: title }),
);

function valueOf(placeholder: string, choices: readonly string[] | undefined): Value {
  if (choices !== undefined) return { kind: 'words', words: choices.map((word) => ({ word, about: '' })) };
  if (placeholder === 'DIR') return { kind: 'folder' };
  return { kind: /^(?:PATH|FILE|AUDIT|REPORT)/.test(placeholder) ? 'file' : 'free' };
}
