/**
 * What each directive does to the macros, the open groups and the files ([cpp]). `#line` and most pragmas do nothing.
 */
import type { Span } from '../base/span.ts';
import type { Frame, Group } from './frame.ts';
import type { State } from './state.ts';
import type { Macro } from './macro.ts';
import type { Token, UseChain } from './token.ts';
import { hasKernelMark } from '../base/kernel-mark.ts';
import { evaluateCondition } from './condition.ts';
import { expand } from './expand.ts';
import { reads } from './frame.ts';
import { findInclude, parseIncludeName } from './include.ts';
import { isStandardHeader, macrosOfHip, mayBeMissing, silentAssert } from './known.ts';
import { hashEnd } from './lex.ts';
import { logicalLine } from './logical-line.ts';
import { consult } from './output.ts';
import { parseMacro } from './macro.ts';
import { pack } from './packing.ts';
import { note } from './state.ts';
import { spell, tokenize } from './token.ts';
import { quoted } from '../base/quote.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** A file to read before going on. */
export type Inclusion = Readonly<{ path: string; text: string; at: number }>;

/** Performs the directive whose `#` is at `frame.at`, and leaves `frame.at` at the newline that ends it. */
export function directive(state: State, frame: Frame): Inclusion | null {
  state.options.deadline?.check();
  const start = frame.at;
  const line = logicalLine(frame.file.text, hashEnd(frame.file.text, start));
  frame.at = line.end;
  const [, name = '', rest = ''] = /^\s*([A-Za-z_]\w*)?([^]*)$/.exec(line.text) ?? [];
  const span = (): Span => frame.file.span(start, line.end);
  if (conditional(state, frame, name, rest, start, span)) return null;
  if (!reads(frame)) return null;
  switch (name) {
    case 'define':
      define(state, frame, rest, span());
      return null;
    case 'undef':
      state.macros.delete(/^\s*([^\s(]+)/.exec(rest)?.[1] ?? '');
      return null;
    case 'include':
    case 'include_next':
    case 'import':
      return include(state, frame, rest, start, span());
    case 'pragma':
      if (/^\s*once\b/.test(rest)) state.once.add(frame.file.path);
      keepMacro(state, rest);
      if (!pack(state.packing, rest, state.output.length))
        note(state, fill(messages.unknownPragma, { text: rest.trimEnd() }), span());
      return null;
    case 'error':
      note(state, `#error${rest.trimEnd()}`, span());
      return null;
    case '':
      if (rest.trim() !== '' && !/^\s*\d/.test(rest))
        note(state, fill(messages.unknownDirectiveText, { text: quoted(`#${rest.trim()}`, 40) }), span());
      return null;
    case 'line':
      shiftLines(state, frame, rest, start);
      return null;
    case 'warning':
    case 'ident':
    case 'sccs':
    case 'region':
    case 'endregion':
      return null;
    default:
      note(state, fill(messages.unknownDirective, { name }), span());
      return null;
  }
}

/**
 * `#pragma push_macro("N")` keeps what a name means, also that it is no macro, until `#pragma pop_macro("N")` (GCC
 * manual, Push/Pop Macro Pragmas).
 */
export function keepMacro(state: State, text: string): void {
  const [, what, name = ''] = /^\s*(push|pop)_macro\s*\(\s*"(\w+)"\s*\)/.exec(text) ?? [];
  if (what === undefined) return;
  const kept = state.keptMacros.get(name) ?? [];
  state.keptMacros.set(name, kept);
  if (what === 'push') {
    kept.push(state.macros.get(name) ?? null);
    return;
  }
  const before = kept.pop();
  if (before === null) state.macros.delete(name);
  else if (before !== undefined) state.macros.set(name, before);
}

/** `#line N` says that the next line is line N. */
function shiftLines(state: State, { file, at }: Frame, text: string, start: number): void {
  const tokens = tokenize(text, start, at);
  const [line] = expand({ state, file, tokens, following: null, inCondition: false });
  if (line !== undefined && /^\d{1,10}$/.test(line.text))
    state.lineShifts.set(file.path, Number(line.text) - file.lineOf(at) - 1);
}

function define(state: State, frame: Frame, text: string, span: Span): void {
  const macro = parseMacro(text, span);
  if (macro === null) {
    note(state, `malformed ${quoted(`#define${text}`, 68)}`, span);
    return;
  }
  // CUDA's headers define it. Under another meaning (`#define __global__` for other compilers) every kernel would go
  // unseen.
  if (macro.name === '__global__' && !macro.definition.body.includes('global')) return;
  state.macros.set(macro.name, macro);
  state.defined.set(macro.name, macro.definition);
  const { body } = macro.definition;
  if (marksKernel(state, body)) state.kernelMacros.add(macro.name);
  // The empty ones are guards of headers.
  if (body !== '')
    for (const group of frame.groups) if (group.asked.has(macro.name)) group.defaults.set(macro.name, body);
}

/** Whether a text that is not expanded may hold a kernel. */
export function marksKernel({ kernelMacros }: Pick<State, 'kernelMacros'>, text: string): boolean {
  const joined = text.includes('\\') ? text.replace(/\\[ \t\r]{0,99}\n/g, '') : text;
  return (
    hasKernelMark(joined) ||
    (kernelMacros.size > 0 && (joined.match(/[A-Za-z_]\w*/g) ?? []).some((word) => kernelMacros.has(word)))
  );
}

/** Ends a group; remembers it when its conditions asked for names that were not defined. `end`: after its `#endif`. */
export function closeGroup(state: State, frame: Frame, group: Group, end: number): void {
  if (group.conditions.length > 0)
    state.tests.push({
      span: frame.file.span(group.at, end),
      conditions: group.conditions,
      names: new Set([...group.asked, ...group.consulted]),
    });
  if (group.doubt !== null) state.undecided.push({ span: frame.file.span(group.at, end), text: group.doubt });
  if (group.asked.size + group.given.size > 0)
    state.conditionals.push({
      names: group.asked,
      given: group.given,
      defaults: group.defaults,
      file: frame.file,
      start: group.at,
      end,
    });
}

/** Whether the directive was one of the conditionals. */
function conditional(state: State, frame: Frame, name: string, rest: string, start: number, span: () => Span): boolean {
  const group = frame.groups.at(-1);
  switch (name) {
    case 'if':
    case 'ifdef':
    case 'ifndef': {
      const outerReads = reads(frame);
      const asked = new Set<string>();
      const given = new Set<Macro>();
      const consulted = new Set<string>();
      const decided = outerReads ? decide({ state, frame, kind: name, rest, span, asked, given, consulted }) : notRead;
      const conditions = outerReads ? [`${name}${rest}`] : [];
      frame.groups.push({
        outerReads,
        taken: decided.holds,
        reads: decided.holds,
        sawElse: false,
        doubt: decided.doubt,
        at: start,
        asked,
        given,
        defaults: new Map(),
        conditions,
        consulted,
      });
      return true;
    }
    case 'elif':
    case 'elifdef':
    case 'elifndef':
    case 'else':
      if (group === undefined || group.sawElse) misplaced(state, group, `#${name}`, span());
      else {
        const open = group.outerReads && !group.taken;
        const isAsked = open && name !== 'else';
        const decided = isAsked
          ? decide({
              state,
              frame,
              kind: name.slice(2),
              rest,
              span,
              asked: group.asked,
              given: group.given,
              consulted: group.consulted,
            })
          : { holds: open, doubt: null };
        if (isAsked) group.conditions.push(`${name}${rest}`);
        group.reads = decided.holds;
        group.doubt ??= decided.doubt;
        group.taken ||= group.reads;
        group.sawElse = name === 'else';
      }
      return true;
    case 'endif':
      if (group === undefined) misplaced(state, group, '#endif', span());
      else closeGroup(state, frame, group, frame.at);
      frame.groups.pop();
      return true;
    default:
      return false;
  }
}

/**
 * A branch behind `#else`, or outside of a group: in the first case the group is in doubt, else what is around the
 * directive.
 */
function misplaced(state: State, group: Group | undefined, what: string, span: Span): void {
  const text = fill(group === undefined ? messages.withoutIf : messages.afterElse, { what });
  note(state, text, span);
  if (group === undefined) state.undecided.push({ span, text });
  else if (group.outerReads) group.doubt ??= text;
}

type Decided = Readonly<{ holds: boolean; doubt: string | null }>;
const notRead: Decided = { holds: false, doubt: null };

type Question = Readonly<{
  state: State;
  frame: Frame;
  kind: string;
  rest: string;
  span: () => Span;
  /** Gathers names that are not defined. */ asked: Set<string>;
  /** Gathers macros of the build file. */ given: Set<Macro>;
  /** Gathers the names of all macros. */ consulted: Set<string>;
}>;

function decide({ state, frame, kind, rest, span, asked, given, consulted }: Question): Decided {
  const noteMacro = (macro: Macro): void => {
    consult(state.output, macro, span());
    consulted.add(macro.name);
    if (state.build !== null && macro.definition.span.file === state.build.file.path) given.add(macro);
  };
  const isDefined = (name: string): boolean => {
    const macro = state.macros.get(name);
    if (macro !== undefined) noteMacro(macro);
    if (macro !== undefined || name === '__has_include') return true;
    asked.add(name);
    if (!state.unknownNames.has(name)) state.unknownNames.set(name, span());
    return false;
  };
  if (kind !== 'if') {
    const name = /^\s*([^\s(]+)/.exec(rest)?.[1];
    if (name !== undefined) return { holds: isDefined(name) === (kind === 'ifdef'), doubt: null };
    const text = fill(messages.withoutName, { what: `#${kind}` });
    note(state, text, span());
    return { holds: false, doubt: text };
  }
  const where = span();
  const tokens = expanded(state, frame, rest, where);
  for (const macro of macrosOf(tokens)) noteMacro(macro);
  const result = evaluateCondition(tokens, {
    isDefined,
    hasInclude: (words) => {
      const wanted = parseIncludeName(words);
      return wanted !== null && (findInclude(state, frame.file.path, wanted) !== null || isStandardHeader(wanted.name));
    },
    onUnknown: (name) => void isDefined(name),
  });
  if (result.complaint === null) return { holds: result.holds, doubt: null };
  const text = fill(messages.badCondition, {
    condition: quoted(`#if ${rest}`, 64),
    complaint: result.complaint,
    holds: `${result.holds}`,
  });
  note(state, text, where);
  return { holds: result.holds, doubt: result.isValid ? null : text };
}

/**
 * `assert` means nothing from an include of its header on where NDEBUG is defined, and something where it is not
 * ([assertions]).
 */
function includeAssert(state: State): void {
  // in one of several builds, what asserts state holds as in the others
  if (state.macros.has('NDEBUG') && state.options.build?.has('NDEBUG') !== true)
    state.macros.set(silentAssert.name, silentAssert);
  else if (state.macros.get(silentAssert.name) === silentAssert) state.macros.delete(silentAssert.name);
}

/** Every macro that the tokens came through. */
function macrosOf(tokens: readonly Token[]): ReadonlySet<Macro> {
  const macros = new Set<Macro>();
  const seen = new Set<UseChain>();
  for (const token of tokens) {
    for (let use = token.uses; use !== null && !seen.has(use); use = use.outer) {
      seen.add(use);
      macros.add(use.macro);
    }
  }
  return macros;
}

function expanded(state: State, frame: Frame, text: string, span: Span): readonly Token[] {
  state.spent.made = 0;
  return expand({
    state,
    file: frame.file,
    tokens: tokenize(text, span.start, span.end),
    following: null,
    inCondition: true,
  });
}

function include(state: State, frame: Frame, rest: string, at: number, span: Span): Inclusion | null {
  const wanted = parseIncludeName(rest) ?? parseIncludeName(spell(expanded(state, frame, rest, span)));
  if (wanted === null) {
    note(state, `malformed ${quoted(`#include${rest}`, 70)}`, span);
    return null;
  }
  const found = findInclude(state, frame.file.path, wanted);
  if (found === null) {
    if (/^(?:assert\.h|cassert)$/.test(wanted.name)) includeAssert(state);
    if (wanted.name.startsWith('hip/'))
      for (const macro of macrosOfHip) if (!state.macros.has(macro.name)) state.macros.set(macro.name, macro);
    if (!mayBeMissing(wanted.name) && !state.missing.has(wanted.name)) note(state, wanted.name, span, 'missing');
    state.missing.add(wanted.name);
    return null;
  }
  if (found.isElsewhere && !state.elsewhere.has(found.path)) {
    state.elsewhere.set(found.path, wanted.name);
    note(state, fill(messages.foundByName, { name: wanted.name, path: found.path }), span, 'elsewhere');
  }
  return state.once.has(found.path) ? null : { path: found.path, text: found.text, at };
}
