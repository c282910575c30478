/**
 * Whether a file that is read behind another one (linked.ts) means the same there as it does to the compiler, which
 * reads it alone: its macros and headers give the same text, and neither of the two declares a name that the other one
 * uses. Where that is not certain, the file is not read. Over-approximating: names are compared as words.
 *
 * Example: `const int step = 0;` in the one and `const int step = 2;` in the other are two constants; one text cannot
 * hold both.
 */
import type { Preprocessed } from '../preprocess/preprocess.ts';

/** `alone`: the linked file by itself; `before`: what it is read behind; `after`: both. */
export function meansTheSame(alone: Preprocessed, before: Preprocessed, after: Preprocessed): boolean {
  const [own, first, all] = [alone, before, after].map(textByFile);
  if (
    own === undefined ||
    first === undefined ||
    all === undefined ||
    ![...own].every(([file, text]) => all.get(file) === text)
  )
    return false;
  const textOf = (texts: ReadonlyMap<string, string>, isIn: (file: string) => boolean): string =>
    [...texts].flatMap(([file, text]) => (isIn(file) ? [text] : [])).join('\n');
  const others = textOf(first, (file) => !own.has(file));
  const linked = textOf(own, (file) => !first.has(file));
  return areSeparate(others, linked, namesDeclared(textOf(own, (file) => first.has(file))));
}

/** What each file gives to the text, in its order. */
function textByFile({ source: { text, spanOf } }: Preprocessed): ReadonlyMap<string, string> {
  const parts = new Map<string, string[]>();
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at + line.length - line.trimStart().length;
    at += line.length + 1;
    if (line.trim() === '') continue;
    const { file } = spanOf(start, start + 1);
    const known = parts.get(file);
    if (known === undefined) parts.set(file, [line.trim()]);
    else known.push(line.trim());
  }
  return new Map([...parts].map(([file, lines]) => [file, lines.join('\n')]));
}

/** Whether neither text declares a name that is used in the other, but for what both know from a header (`shared`). */
function areSeparate(others: string, linked: string, shared: ReadonlySet<string>): boolean {
  // lookup of other names than those that are spelled
  if (
    [others, linked].some((text) => /\boperator\b/.test(text)) ||
    directives(others).some((one) => !directives(linked).includes(one)) ||
    directives(linked).some((one) => !directives(others).includes(one))
  )
    return false;
  const [used, usedBehind] = [wordsOf(others), wordsOf(linked)];
  const [declared, declaredBehind] = [namesDeclared(others), namesDeclared(linked)];
  return (
    ![...declared].some((name) => usedBehind.has(name)) &&
    ![...declaredBehind].some((name) => used.has(name) && !shared.has(name))
  );
}

/** The namespaces of the file's own that `using namespace` names. */
const directives = (text: string): readonly string[] =>
  [...text.matchAll(/\busing\s+namespace\b([\w:\s]+);/g)]
    .map(([, name = '']) => name.replace(/\s+/g, ''))
    .filter((name) => !/^(?:std|cooperative_groups|cub|thrust|nvcuda|cuda)(?:::|$)/.test(name));

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/\b[A-Za-z_]\w*/g) ?? []);

/**
 * The names that a text declares outside of functions and classes, those of its namespaces and enumerators among them:
 * words before `( = ; [ , { } :`.
 */
function namesDeclared(text: string): ReadonlySet<string> {
  const bare = text
    .replace(/"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)+'?/g, (literal) =>
      literal.length > 1 && literal.endsWith(literal.charAt(0)) ? '""' : literal,
    )
    .replace(/\bnamespace\s+\w+\s*=[\w:\s]+;|\btemplate\s*<[^<>]*>/g, '');
  const names = new Set<string>();
  // whether each brace around hides what is declared in it
  const hides: boolean[] = [];
  let parentheses = 0;
  for (const { 0: token, index } of bare.matchAll(/[A-Za-z_]\w*|[(){}]/g)) {
    if (token === '(') parentheses++;
    else if (token === ')') parentheses--;
    else if (token === '{') hides.push(parentheses > 0 || !isOpen.test(bare.slice(Math.max(0, index - 200), index)));
    else if (token === '}') hides.pop();
    else if (
      parentheses === 0 &&
      !hides.includes(true) &&
      !isReserved.test(token) &&
      /^\s*[(=;[,{}:]/.test(bare.slice(index + token.length, index + token.length + 200))
    )
      names.add(token);
  }
  return names;
}

/** What stands before the brace of a namespace, of an enumeration, or of `extern "C"`. */
const isOpen = /\b(?:namespace(?:\s+[\w:]+)?|extern\s*""|enum(?:\s+(?:class|struct))?(?:\s+\w+)?(?:\s*:[\w\s]+)?)\s*$/;

const isReserved =
  /^(?:__\w+|alignas|decltype|sizeof|int|float|double|char|bool|void|unsigned|signed|short|long|auto|const|constexpr|static|struct|class|enum|union|namespace|default|noexcept|extern)$/;
