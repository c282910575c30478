/** The macros that a compiler's flags give, each with the stretch of the build file that gives it. */
import type { BuildFacts, GivenMacro } from './build-facts.ts';
import type { CompilerFlags } from './compiler-flags.ts';
import type { PhysicalFile } from './physical-file.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { defaultArchitecture, isOfCompiler } from './known.ts';

/** `NDEBUG` is left out: what `assert` says of the kernel holds in a release build too. */
const isTaken = (name: string): boolean => name !== 'NDEBUG' && !isOfCompiler(name);

/**
 * `stretch`: where the flags stand. `remark`: what to add where a macro is reported. Of several architectures the one
 * that is analysed without a build counts, else the last: it decides what `__CUDA_ARCH__` is.
 */
export function macrosOf(
  { macros, cplusplus, architectures }: CompilerFlags,
  stretch: Readonly<{ file: PhysicalFile; start: number; end: number }>,
  remark: string,
): Pick<BuildFacts, 'macros' | 'undefined'> {
  const text = stretch.file.text.slice(stretch.start, stretch.end);
  const placed = (name: string, value: string, flag: RegExp, more = remark, parameters = ''): GivenMacro => {
    const found = flag.exec(text);
    const start = stretch.start + (found?.index ?? 0);
    return {
      name,
      parameters,
      value,
      remark: more,
      start,
      end: found === null ? stretch.end : start + found[0].length,
    };
  };
  const defined = [...macros].flatMap(([name, definition]): readonly GivenMacro[] => {
    const [, parameters = '', value = ''] = /^\w+(\([^()]*\))? ([^]*)$/.exec(definition ?? '') ?? [];
    return definition === null || !isTaken(name)
      ? []
      : [placed(name, value, new RegExp(`\\b(?:D[^A-Za-z_]{0,8})?${name}\\b[^\\s"',]*`), remark, parameters)];
  });
  const taken = architectures.includes(defaultArchitecture) ? defaultArchitecture : architectures.at(-1);
  const others =
    architectures.length < 2
      ? remark
      : [fill(messages.severalArchitectures, { architectures: architectures.join(', ') }), remark]
          .filter((text) => text !== '')
          .join('; ');
  return {
    macros: [
      ...defined,
      ...(cplusplus === null ? [] : [placed('__cplusplus', cplusplus, /-std\S*|\/std:\S*/)]),
      ...(taken === undefined
        ? []
        : [
            {
              ...placed('__CUDA_ARCH__', `${taken}`, new RegExp(`(?:sm|compute)_${taken / 10}`), others),
              values: architectures.map(String),
            },
          ]),
    ],
    undefined: [...macros].flatMap(([name, definition]) => (definition === null && isTaken(name) ? [name] : [])),
  };
}
