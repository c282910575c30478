/**
 * What the build file beside a source says of how it is compiled: macros (`-DTILE=16`) and folders of includes
 * (`-I../lib`). Read as text, never run. Only what holds whatever the build is asked for is taken: nothing between
 * `ifeq` and `endif`, no macro that is given two values, no value made of more than variables that are set once. A
 * verdict states what it took.
 * Example: `CFLAGS = -O3 -DN=$(SIZE) -I../include` after `SIZE = 64` gives N, 64, and the folder `../include`.
 */
import type { BuildFacts, GivenMacro } from './build-facts.ts';
import type { PhysicalFile } from './physical-file.ts';
import type { ReadSource } from './preprocess.ts';
import { cmakeCommands } from './cmake.ts';
import { folderOf, joinPath } from './include.ts';
import { isReservedName } from './known.ts';
import { nearestFile } from './nearest-file.ts';
import { physicalFile } from './physical-file.ts';

export const makefileNames = ['Makefile', 'makefile', 'GNUmakefile', 'CMakeLists.txt'];
/** How many folders up a build file is looked for: `src/` often has none of its own. */
const maxLevels = 2;
const maxBytes = 256 * 1024;

/** The nearest build file of a source; null when there is none. */
export function buildFileOf(source: string, read: ReadSource): BuildFacts | null {
  const found = nearestFile(folderOf(source), makefileNames, read, maxLevels, maxBytes);
  return found === null ? null : parsed(physicalFile(found.path, found.text), found.folder);
}

/** One logical line, with where it starts; continued lines are joined in the same length. */
type Line = Readonly<{ text: string; at: number; isConditional: boolean }>;

function parsed(file: PhysicalFile, folder: string): BuildFacts {
  const isCMake = file.path.endsWith('.txt');
  const lines: readonly Line[] = isCMake ? cmakeCommands(file.text) : makeLines(file.text);
  const variables = isCMake ? new Map<string, string | null>() : variablesOf(lines);
  const macros = new Map<string, GivenMacro | null>();
  const includeDirs = new Set<string>();
  for (const line of lines) {
    for (const word of wordsOf(line, isCMake)) {
      const [, kind, name = '', value] = /^-([DI])\s*([^=\s]+)(?:=(.*))?$/.exec(word.text) ?? [];
      if (kind === 'I') {
        const path = expanded(name, variables);
        if (path !== null && !line.isConditional && !path.startsWith('/')) includeDirs.add(joinPath(folder, path));
      } else if (kind === 'D' && /^[A-Za-z_]\w*$/.test(name) && !isReservedName(name)) {
        const text = line.isConditional ? null : expanded(value ?? '1', variables);
        const known = macros.get(name);
        const isPlain = text !== null && /^[-+.\w]+$/.test(text);
        macros.set(
          name,
          isPlain && (known === undefined || known?.value === text)
            ? { name, parameters: '', value: text, remark: '', start: word.at, end: word.at + word.text.length }
            : null,
        );
      }
    }
  }
  return {
    file,
    macros: [...macros.values()].flatMap((macro) => macro ?? []),
    undefined: [],
    includeDirs: [...includeDirs],
    isWhole: false,
  };
}

/** Lines of a makefile, without comments. */
function makeLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let depth = 0;
  for (const match of text.replace(/\\\r?\n/g, (join) => ' '.repeat(join.length)).matchAll(/[^\n]+/g)) {
    const words = match[0].replace(/(^|[^\\])#[^]*$/, '$1');
    if (/^\s*endif\b/.test(words)) depth--;
    lines.push({ text: words, at: match.index, isConditional: depth > 0 });
    if (/^\s*if(?:n?eq|n?def)\b/.test(words)) depth++;
  }
  return lines;
}

type Word = Readonly<{ text: string; at: number }>;

/** The `-D` and `-I` words of a line; CMake's own commands for them are spelled so. */
function wordsOf(line: Line, isCMake: boolean): readonly Word[] {
  const words = [...line.text.matchAll(/-[DI]\s*(?:[^\s"';()$]|\$\([^()]*\)|\$\{[^{}]*\})+/g)].map((match) => ({
    text: match[0],
    at: line.at + match.index,
  }));
  if (!isCMake) return words;
  const [, command = '', rest = ''] = /^(\w+)\s*\(([^]*)\)$/.exec(line.text) ?? [];
  const kind = /^(?:target|add)_compile_definitions$/i.test(command)
    ? 'D'
    : /^(?:target_)?include_directories$/i.test(command)
      ? 'I'
      : null;
  if (kind === null) return words;
  const skipped = /^(?:PRIVATE|PUBLIC|INTERFACE|SYSTEM|BEFORE|AFTER)$/;
  const own = [...rest.matchAll(/[^\s"]+/g)].slice(/^target_/i.test(command) ? 1 : 0);
  return own
    .filter((match) => !skipped.test(match[0]) && !match[0].startsWith('-D'))
    .map((match) => ({ text: `-${kind}${match[0]}`, at: line.at + line.text.indexOf('(') + 1 + match.index }));
}

/** Variables of a makefile; null where it is set twice, or under a condition. */
function variablesOf(lines: readonly Line[]): Map<string, string | null> {
  const variables = new Map<string, string | null>();
  for (const { text, isConditional } of lines) {
    const [, name, sign, value = ''] = /^\s*(\w+)\s*([:?+]?)=([^]*)$/.exec(text) ?? [];
    if (name === undefined) continue;
    variables.set(name, variables.has(name) || isConditional || sign === '+' ? null : value.trim());
  }
  return variables;
}

/** Null when a variable in it is not known. */
function expanded(text: string, variables: ReadonlyMap<string, string | null>, depth = 0): string | null {
  let whole: string | null = text.replace(/\$\{(?:CMAKE_CURRENT_SOURCE_DIR|CMAKE_CURRENT_LIST_DIR)\}/g, '.');
  for (const [reference, inRound, inCurly] of whole.matchAll(/\$(?:\((\w+)\)|\{(\w+)\})/g)) {
    const value = depth < 8 ? variables.get(inRound ?? inCurly ?? '') : null;
    const inner = value === undefined || value === null ? null : expanded(value, variables, depth + 1);
    whole = inner === null || whole === null ? null : whole.replace(reference, () => inner);
  }
  return whole === null || whole.includes('$') ? null : whole;
}
