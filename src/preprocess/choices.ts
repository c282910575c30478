/**
 * What the text takes for granted of how it is built: names that conditionals ask for and nothing defines, values
 * that a file defines only where the build does not (`#ifndef N`, `#define N 32`, `#endif`), and
 * macros that the build gives (build-facts.ts). Each comes with the stretch
 * of the file that it decides; a verdict on a kernel that uses something there rests on it.
 */
import type { Choice, MacroDefinition } from './preprocess.ts';
import type { BuildFacts } from './build-facts.ts';
import type { Span } from '../base/span.ts';
import type { Conditional, State } from './state.ts';
import { isReservedName } from './known.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export function choicesOf(state: State): readonly Choice[] {
  const choices = new Map<string, Choice>();
  const add = (choice: Choice): void => {
    choices.set(`${choice.text} ${choice.span.file}:${choice.span.start}`, choice);
  };
  const { build } = state;
  // where all flags are known, what they leave out is no guess
  const whole = build?.isWhole === true ? build.file.path : null;
  for (const conditional of state.conditionals) {
    const span = conditional.file.span(conditional.start, conditional.end);
    const undefinedNames = [...conditional.names].filter((name) => !state.defined.has(name) && !isReservedName(name));
    const placed = (textAt: (place: string) => string, isOne = false, of: readonly string[] | null = null): void =>
      add({
        text: textAt(placeOf(state, conditional, span.line)),
        abroad: textAt(`${span.file}:${span.line}`),
        span,
        ...(whole === null || isOne ? {} : { isBuilt: true }),
        ...(of === null ? {} : { names: of }),
      });
    if (undefinedNames.length > 0) {
      const names = listed(undefinedNames.map((name) => `\`${name}\``));
      const them = undefinedNames.length === 1 ? 'it' : 'them';
      const isOne = undefinedNames.some((name) => build?.definedElsewhere?.has(name) === true);
      placed(
        (place) =>
          whole === null
            ? fill(messages.undefinedName, { names, place, them })
            : `${fill(messages.undefinedInBuild, { names, place, file: whole })}${isOne ? ` (${messages.oneOfCommands})` : ''}`,
        isOne,
        undefinedNames,
      );
    }
    for (const { definition } of conditional.given) add(givenChoice(build, definition, span));
    for (const [name, body] of defaultsOf(conditional)) {
      placed((place) =>
        whole === null
          ? fill(messages.definedByDefault, { name, body, place })
          : fill(messages.defaultInBuild, { name, body, place, file: whole }),
      );
    }
  }
  for (const { name } of build?.macros ?? []) {
    const definition = state.given.get(name)?.definition;
    if (definition !== undefined) add(givenChoice(build, definition, definition.span));
  }
  for (const [path, folder] of state.throughBuild) {
    const file = state.files.find((each) => each.path === path);
    if (file !== undefined && build !== null)
      add({
        text: fill(messages.includedFrom, { path, folder, file: build.file.path }),
        span: file.span(0, file.text.length),
        isBuilt: true,
      });
  }
  for (const [path, name] of state.elsewhere) {
    const file = state.files.find((each) => each.path === path);
    if (file !== undefined)
      add({ text: fill(messages.onlyFileNear, { name, path }), span: file.span(0, file.text.length) });
  }
  return [...choices.values()];
}

/** Of several commands or architectures one is chosen; else all flags are known to be so. */
function givenChoice(build: BuildFacts | null, definition: MacroDefinition, span: Span): Choice {
  const { remark = '' } = build?.macros.find(({ name }) => name === definition.name) ?? {};
  return {
    text: `${givenText(definition)}${remark === '' ? '' : ` (${remark})`}`,
    span,
    ...(build?.isWhole === true && remark === '' ? { isBuilt: true } : {}),
  };
}

function placeOf(state: State, { file }: Conditional, line: number): string {
  return file === state.files[0] ? `line ${line}` : `${file.path}:${line}`;
}

function givenText({ name, body, span }: MacroDefinition): string {
  return body === '1'
    ? fill(messages.definedIn, { name, file: span.file })
    : fill(messages.valueIn, { name, body, file: span.file });
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
