/**
 * What the text takes for granted of how it is built: names that conditionals ask for and nothing defines, values
 * that a file defines only where the build does not (`#ifndef N`, `#define N 32`, `#endif`), and
 * macros that the build file beside the source gives (build-file.ts). Each comes with the stretch
 * of the file that it decides; a verdict on a kernel that uses something there rests on it.
 */
import type { Choice, MacroDefinition } from './preprocess.ts';
import type { Conditional, State } from './state.ts';
import { isReservedName } from './known.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export function choicesOf(state: State): readonly Choice[] {
  const choices = new Map<string, Choice>();
  const add = (choice: Choice): void => {
    choices.set(`${choice.text} ${choice.span.file}:${choice.span.start}`, choice);
  };
  for (const conditional of state.conditionals) {
    const span = conditional.file.span(conditional.start, conditional.end);
    const undefinedNames = [...conditional.names].filter((name) => !state.defined.has(name) && !isReservedName(name));
    const placed = (textAt: (place: string) => string): void => add({ text: textAt(placeOf(state, conditional, span.line)), abroad: textAt(`${span.file}:${span.line}`), span });
    if (undefinedNames.length > 0) placed((place) => fill(messages.undefinedName, { names: listed(undefinedNames.map((name) => `\`${name}\``)), place, them: undefinedNames.length === 1 ? 'it' : 'them' }));
    for (const { definition } of conditional.given) add({ text: givenText(definition), span });
    for (const [name, body] of defaultsOf(conditional)) placed((place) => fill(messages.definedByDefault, { name, body, place }));
  }
  for (const { name } of state.build?.macros ?? []) {
    const definition = state.given.get(name)?.definition;
    if (definition !== undefined) add({ text: givenText(definition), span: definition.span });
  }
  for (const [path, name] of state.elsewhere) {
    const file = state.files.find((each) => each.path === path);
    if (file !== undefined) add({ text: fill(messages.onlyFileNear, { name, path }), span: file.span(0, file.text.length) });
  }
  return [...choices.values()];
}

function placeOf(state: State, { file }: Conditional, line: number): string {
  return file === state.files[0] ? `line ${line}` : `${file.path}:${line}`;
}

function givenText({ name, body, span }: MacroDefinition): string {
  return body === '1' ? fill(messages.definedIn, { name, file: span.file }) : fill(messages.valueIn, { name, body, file: span.file });
}

const maxBody = 40;

/** Long bodies are no values to choose. */
function defaultsOf(conditional: Conditional): readonly (readonly [string, string])[] {
  return [...conditional.defaults].filter(([, body]) => body.length <= maxBody);
}

function listed(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length === 1 ? `${last} is` : `${shown.slice(0, -1).join(', ')} and ${last} are`;
}
