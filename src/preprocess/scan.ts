/**
 * Goes over a file: plain text is copied in long stretches, comments are blanked in place, directives are performed and
 * leave nothing, macros are expanded. Exact, but for respelled attribute words (respell.ts).
 */
import type { Frame } from './frame.ts';
import type { PhysicalFile } from './physical-file.ts';
import type { Span } from '../base/span.ts';
import type { State } from './state.ts';
import type { Inclusion } from './directive.ts';
import type { Macro } from './macro.ts';
import type { Following } from './expand.ts';
import type { Token } from './token.ts';
import { closeGroup, directive, keepMacro, marksKernel } from './directive.ts';
import { expand } from './expand.ts';
import { reads } from './frame.ts';
import {
  commentEnd,
  hashEnd,
  isBlank,
  isDigit,
  joinEnd,
  literalEnd,
  nameEnd,
  numberEnd,
  prefixedLiteralEnd,
  startsName,
  tokenAt,
} from './lex.ts';
import { aliasedAt, noteNamespace } from './namespace-aliases.ts';
import { tokenize } from './token.ts';
import { logicalLine } from './logical-line.ts';
import { copy, writeGlued, writeTokens } from './output.ts';
import { physicalFile } from './physical-file.ts';
import { isExecutionSpace, isLambdaSpecifier, pastArguments, respell, respelledWords } from './respell.ts';
import { exhaust, note } from './state.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Reads one file into the output, and what it includes. */
export function scanFile(state: State, file: PhysicalFile, depth: number): void {
  const frame: Frame = { file, depth, at: 0, lineStart: true, groups: [] };
  while (state.problem === null && frame.at < file.text.length) {
    if (!reads(frame)) skipGroup(state, frame);
    else readText(state, frame);
  }
  for (const group of frame.groups) {
    note(state, messages.unclosedIf, file.span(group.at, group.at + 1), 'unclosed');
    closeGroup(state, frame, group, file.text.length);
  }
}

/** Copies text up to a directive that was performed, an inclusion, or the file's end. */
function readText(state: State, frame: Frame): void {
  const { file } = frame;
  const { text } = file;
  let copied = frame.at;
  const flush = (): void => {
    copy(state.output, file, copied, text.slice(copied, frame.at));
  };
  while (frame.at < text.length) {
    const code = text.charCodeAt(frame.at);
    if (code === 10) {
      frame.lineStart = true;
      frame.at++;
    } else if (isBlank(code)) {
      frame.at++;
    } else if (startsName(code)) {
      frame.lineStart = false;
      const end = nameEnd(text, frame.at);
      if (isPlainName(state, frame, end)) continue;
      flush();
      special(state, frame, end);
      if (state.problem !== null) return;
      copied = frame.at;
    } else if (code === 47) {
      const end = commentEnd(text, frame.at);
      frame.lineStart &&= end > frame.at;
      if (isUnclosed(text, frame.at, end))
        note(state, messages.unclosedComment, file.span(frame.at, frame.at + 2), 'unclosed');
      noteUnclearEnd(state, file, frame.at, end);
      if (end > frame.at) {
        flush();
        blank(state, frame, end);
        copied = end;
      } else frame.at++;
    } else if (frame.lineStart && hashEnd(text, frame.at) > frame.at) {
      flush();
      const inclusion = directive(state, frame);
      if (inclusion !== null) enterFile(state, frame, inclusion);
      checkSize(state, frame);
      return;
    } else {
      const joined = joinEnd(text, frame.at);
      if (joined > frame.at) {
        flush();
        blank(state, frame, frame.at + 1);
        copied = frame.at;
        frame.at = joined;
      } else {
        frame.lineStart = false;
        frame.at = plainEnd(text, frame.at, code);
      }
    }
  }
  flush();
  checkSize(state, frame);
}

/** A `//` comment that compilers end at different places: behind `??/`, which continues its line before C++17. */
function noteUnclearEnd(state: State, file: PhysicalFile, at: number, end: number): void {
  if (file.text.charCodeAt(at + 1) !== 47) return;
  if (file.text.slice(at, end).trimEnd().endsWith('??/')) unclearAt(state, file.span(at, end), messages.trigraph);
}

function unclearAt(state: State, span: Span, text: string): void {
  note(state, text, span);
  state.undecided.push({ span, text });
}

const isUnclosed = (text: string, at: number, end: number): boolean =>
  end === text.length && text.charCodeAt(at + 1) === 42 && (end < at + 4 || !text.endsWith('*/'));

/** End of a number, literal or single character. */
function plainEnd(text: string, at: number, code: number): number {
  if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(at + 1)))) return numberEnd(text, at);
  return code === 34 || code === 39 ? Math.max(at + 1, literalEnd(text, at)) : at + 1;
}

/** Steps over a name that stays as it is (or the literal that it prefixes). */
function isPlainName(state: State, frame: Frame, end: number): boolean {
  const { text } = frame.file;
  const after = text.charCodeAt(end);
  if (after === 34 || after === 39) {
    const literal = prefixedLiteralEnd(text, frame.at, end);
    if (literal !== null) {
      frame.at = literal;
      return true;
    }
  }
  const isSplit = after === 92 && /^\\\r?\n[\w$]/.test(text.slice(end, end + 4));
  if (isSplit) return false;
  const name = text.slice(frame.at, end);
  if (name === 'namespace') noteNamespace(state.aliases, frame.file, frame.at);
  if (
    state.macros.has(name) ||
    respelledWords.has(name) ||
    state.aliases.has(name) ||
    isLambdaSpecifier(text, frame.at, name)
  )
    return false;
  frame.at = end;
  return true;
}

/** The longest operand of `_Pragma` that is read. */
const maxPragma = 400;

/** A name split over lines, a macro, or a word that is respelled. */
function special(state: State, frame: Frame, firstEnd: number): void {
  const { file } = frame;
  const { text } = file;
  const start = frame.at;
  let nameStop = firstEnd;
  let name = text.slice(start, firstEnd);
  for (
    let join = /^\\\r?\n(?=[\w$])/.exec(text.slice(nameStop, nameStop + 4));
    join !== null;
    join = /^\\\r?\n(?=[\w$])/.exec(text.slice(nameStop, nameStop + 4))
  ) {
    const from = nameStop + join[0].length;
    nameStop = nameEnd(text, from - 1);
    name += text.slice(from, nameStop);
  }
  frame.at = nameStop;
  const macro = state.macros.get(name);
  const pragma =
    name === '_Pragma'
      ? /^\s*\(\s*"((?:[^"\\\n]|\\["\\])*)"\s*\)/.exec(text.slice(nameStop, nameStop + maxPragma))?.[1]
      : undefined;
  if (pragma !== undefined) keepMacro(state, pragma.replace(/\\(["\\])/g, '$1'));
  if (macro !== undefined && (macro.parameters === null || opensParenthesis(frame))) {
    expandUse(state, frame, macro, {
      kind: 'name',
      text: name,
      space: false,
      painted: false,
      start,
      end: nameStop,
      uses: null,
    });
    return;
  }
  const respelled = macro === undefined ? respelledWords.get(name) : undefined;
  if (respelled === undefined && !isLambdaSpecifier(text, start, name)) {
    const aliased = aliasedAt(state.aliases, text, start, nameStop);
    if (aliased !== null) writeGlued(state.output, file, start, nameStop, aliased);
    else if (nameStop === firstEnd) copy(state.output, file, start, name);
    else writeGlued(state.output, file, start, nameStop, name);
    return;
  }
  frame.at = start;
  if (respelled?.kind === 'as') {
    copy(state.output, file, start, respelled.text.padEnd(name.length));
    frame.at = nameStop;
    return;
  }
  const end = respelled === undefined || respelled.kind === 'alone' ? nameStop : pastArguments(text, nameStop);
  if ((respelled?.kind === 'attribute' || respelled?.kind === 'cluster') && end > nameStop)
    attribute(state, frame, end);
  else blank(state, frame, end);
}

/** An attribute from [frame.at, end): what is left of it once macros in it are expanded. */
function attribute(state: State, frame: Frame, end: number): void {
  const { file, at } = frame;
  const written = tokenize(file.text.slice(at, end), at, end);
  const following: Following = { next: () => null, opensParenthesis: () => false };
  const tokens = written.some(({ text }) => state.macros.has(text))
    ? expand({ state, file, tokens: written, following, inCondition: false })
    : written;
  if (state.problem !== null) return;
  const isOfLambda = isLambdaSpecifier(file.text, at, '__device__');
  const kept = respell(state, tokens).filter(({ text }) => !isOfLambda || !isExecutionSpace(text));
  if (kept.length === 0) blank(state, frame, end);
  else {
    writeTokens(state.output, file, kept, null, file.text.charAt(end));
    frame.at = end;
  }
}

/** Writes white space for [frame.at, end), newlines kept. */
function blank(state: State, frame: Frame, end: number): void {
  const { file, at } = frame;
  copy(state.output, file, at, file.text.slice(at, end).replace(/[^\r\n]/g, ' '));
  frame.at = end;
}

function expandUse(state: State, frame: Frame, macro: Macro, name: Token): void {
  const { file } = frame;
  state.spent.made = 0;
  const following: Following = { next: () => nextToken(state, frame), opensParenthesis: () => opensParenthesis(frame) };
  const tokens = expand({ state, file, tokens: [name], following, inCondition: false });
  if (state.problem !== null) return;
  const use = { macro, start: name.start, end: frame.at, outer: null };
  writeTokens(state.output, file, respell(state, tokens), use, file.text.charAt(frame.at));
  checkSize(state, frame);
}

/** The next token of the file for a macro's arguments, over lines, comments and directives; null at the end. */
function nextToken(state: State, frame: Frame): Token | null {
  const { text } = frame.file;
  let space = false;
  while (frame.at < text.length && state.problem === null) {
    if (!reads(frame)) {
      skipGroup(state, frame);
      continue;
    }
    const past = pastWhite(text, frame.at);
    if (past > frame.at) {
      frame.lineStart = text.slice(frame.at, past).includes('\n');
      frame.at = past;
      space = true;
    } else if (frame.lineStart && hashEnd(text, past) > past) {
      const inclusion = directive(state, frame);
      if (inclusion !== null)
        note(
          state,
          fill(messages.includeInArguments, { path: inclusion.path }),
          frame.file.span(inclusion.at, frame.at),
        );
    } else {
      const { kind, end } = tokenAt(text, past);
      const start = frame.at;
      frame.at = end;
      frame.lineStart = false;
      return { kind, text: text.slice(start, end), space, painted: false, start, end, uses: null };
    }
  }
  return null;
}

/** The offset after white space, comments and joined lines; `at` itself when there are none. */
function pastWhite(text: string, at: number): number {
  for (let k = at; ;) {
    const code = text.charCodeAt(k);
    const past = code === 47 ? commentEnd(text, k) : isBlank(code) || code === 10 ? k + 1 : joinEnd(text, k);
    if (past === k) return k;
    k = past;
  }
}

function opensParenthesis(frame: Frame): boolean {
  return frame.file.text.charCodeAt(pastWhite(frame.file.text, frame.at)) === 40;
}

/** Steps over lines that are not read, to the directive that ends their group; performs every directive met. */
function skipGroup(state: State, frame: Frame): void {
  const { file } = frame;
  const { text } = file;
  const [start, group] = [frame.at, frame.groups.at(-1)];
  while (frame.at < text.length && !reads(frame)) {
    const at = skipBlankAndComments(text, frame.at);
    if (text.startsWith('??=', at)) unclearAt(state, file.span(at, at + 3), messages.trigraphHash);
    if (hashEnd(text, at) > at) {
      frame.at = at;
      directive(state, frame);
    } else frame.at = logicalLine(text, at).end;
    if (!reads(frame)) frame.at = Math.min(frame.at + 1, text.length);
  }
  frame.lineStart = true;
  if (group === undefined || !marksKernel(state, text.slice(start, frame.at))) return;
  state.leftOut.push({
    span: file.span(start, frame.at),
    conditions: group.conditions,
    names: new Set([...group.asked, ...group.consulted]),
  });
}

/** To the first character of a line that is not white space or a comment; stays on the line but for comments. */
function skipBlankAndComments(text: string, at: number): number {
  for (let k = at; ;) {
    const code = text.charCodeAt(k);
    const past = code === 47 ? commentEnd(text, k) : isBlank(code) ? k + 1 : joinEnd(text, k);
    if (past === k) return k;
    k = past;
  }
}

function enterFile(state: State, frame: Frame, inclusion: Inclusion): void {
  const { budget } = state.options;
  const at = inclusion.at;
  if (frame.depth + 1 > budget.maxIncludeDepth) {
    exhaust(state, 'maxIncludeDepth', budget.maxIncludeDepth, frame.file, at);
    return;
  }
  state.spent.bytes += inclusion.text.length;
  if (state.spent.bytes > budget.maxBytes) {
    exhaust(state, 'maxBytes', budget.maxBytes, frame.file, at);
    return;
  }
  if (inclusion.text.includes('\0')) {
    note(state, fill(messages.includeNotText, { path: inclusion.path }), frame.file.span(at, frame.at));
    return;
  }
  const known = state.files.find((file) => file.path === inclusion.path);
  const file = known ?? physicalFile(inclusion.path, inclusion.text);
  if (known === undefined) state.files.push(file);
  scanFile(state, file, frame.depth + 1);
}

function checkSize(state: State, frame: Frame): void {
  const limit = state.options.budget.maxExpandedBytes;
  if (state.output.length > limit) exhaust(state, 'maxExpandedBytes', limit, frame.file, frame.at);
}
