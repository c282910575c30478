/**
 * The commands of a CMake file, as the manual defines their syntax (cmake-language(7): comments, quoted and bracket
 * arguments, nested parentheses). Read as text, never run.
 * Example: `if(A AND (B OR C)) # why` and `add_definitions(-DFAST)` are two commands, of which the second stands under
 * a condition.
 */

/**
 * One command: its text without comments, in the length that it has in the file, and where it starts. `isConditional`:
 * it may be left out, or run several times.
 */
export type CMakeCommand = Readonly<{ name: string; text: string; at: number; isConditional: boolean }>;

const opening = new Set(['if', 'foreach', 'while', 'function', 'macro']);

/** Commands up to the first that is not closed. */
export function cmakeCommands(text: string): readonly CMakeCommand[] {
  const plain = withoutComments(text);
  const commands: CMakeCommand[] = [];
  const word = /[A-Za-z_]\w*/y;
  let depth = 0;
  for (let at = 0; at < plain.length;) {
    word.lastIndex = at;
    const name = word.exec(plain)?.[0].toLowerCase();
    if (name === undefined) {
      at++;
      continue;
    }
    const open = afterSpace(plain, at + name.length);
    const end = plain[open] === '(' ? closing(plain, open) : open;
    if (end === null) return commands;
    if (plain[open] === '(') {
      if (name.startsWith('end') && opening.has(name.slice('end'.length))) depth--;
      commands.push({ name, text: plain.slice(at, end), at, isConditional: depth > 0 });
      if (opening.has(name)) depth++;
    }
    at = end;
  }
  return commands;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

/** Behind the parenthesis that closes this one; null: nothing does. */
function closing(text: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < text.length;) {
    const argument = argumentEnd(text, at);
    if (argument === null) return null;
    if (argument === at) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    at = Math.max(argument, at + 1);
    if (depth === 0) return at;
  }
  return null;
}

/** Behind the quoted or bracket argument that starts here; the same place: none does; null: nothing closes it. */
function argumentEnd(text: string, at: number): number | null {
  if (text[at] === '\\') return at + 2;
  if (text[at] !== '"') return bracketEnd(text, at);
  for (let k = at + 1; k < text.length; k++) {
    if (text[k] === '\\') k++;
    else if (text[k] === '"') return k + 1;
  }
  return null;
}

/** Behind `[==[ … ]==]`; the same place: none starts here; null: nothing closes it. */
function bracketEnd(text: string, at: number): number | null {
  if (text[at] !== '[') return at;
  let inner = at + 1;
  while (text[inner] === '=') inner++;
  if (text[inner] !== '[') return at;
  const close = `]${text.slice(at + 1, inner)}]`;
  const end = text.indexOf(close, inner + 1);
  return end < 0 ? null : end + close.length;
}

/** With blanks in place of comments, and of the rest behind what is not closed. */
function withoutComments(text: string): string {
  let plain = '';
  const blank = (until: number): void => {
    plain += text.slice(plain.length, until).replace(/[^\n]/g, ' ');
  };
  for (let at = 0; at < text.length;) {
    if (text[at] === '#') {
      const bracket = bracketEnd(text, at + 1);
      const line = text.indexOf('\n', at);
      at = bracket === null || (bracket === at + 1 && line < 0) ? text.length : bracket === at + 1 ? line : bracket;
      blank(at);
      continue;
    }
    const argument = argumentEnd(text, at);
    if (argument === null) {
      blank(text.length);
      return plain;
    }
    at = Math.min(Math.max(argument, at + 1), text.length);
    plain += text.slice(plain.length, at);
  }
  return plain;
}
