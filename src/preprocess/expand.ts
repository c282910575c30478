/**
 * Expansion and rescanning of macros ([cpp.rescan]), as GCC does it: a stack of token lists that are being read; a
 * macro is disabled while its list is on the stack, and a name met while its macro is disabled is painted for ever.
 * A function-like name at the end of an expansion may take its arguments from what follows it. Exact.
 * Example: `#define f(x) x f` makes of `f(1)(2)` the tokens `1 2 f`.
 */
import type { Macro } from './macro.ts';
import type { PhysicalFile } from './physical-file.ts';
import type { State } from './state.ts';
import type { Token, UseChain } from './token.ts';
import { substitute } from './substitute.ts';
import { exhaust, note } from './state.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** The rest of the file, where an invocation may find its arguments. */
export type Following = Readonly<{ next: () => Token | null; opensParenthesis: () => boolean }>;

type ExpandRequest = Readonly<{
  state: State;
  file: PhysicalFile;
  tokens: readonly Token[];
  following: Following | null;
  /** In conditions the operand of `defined` and `__has_include` stays as it is. */
  inCondition: boolean;
}>;

type Context = { readonly tokens: readonly Token[]; at: number; readonly macro: Macro | null };
type Run = ExpandRequest & { readonly contexts: Context[]; readonly depth: number };

/** Arguments nested deeper are not expanded: their expansion recurses. */
const maxArgumentDepth = 200;
/** What a token costs beside its text, in the budget of one use. */
const tokenBytes = 16;
/** After so many invocations without a closing parenthesis, no more are tried: each reads to the end of its file. */
const maxUnclosedCalls = 16;

export function expand(request: ExpandRequest): Token[] {
  return expandAt({ ...request, contexts: [], depth: 0 });
}

function expandAt(run: Run): Token[] {
  const { state } = run;
  const out: Token[] = [];
  run.contexts.push({ tokens: run.tokens, at: 0, macro: null });
  while (state.problem === null) {
    const token = takeFromContexts(run);
    if (token === null) break;
    if (token.kind !== 'name' || token.painted) out.push(token);
    else if (run.inCondition && (token.text === 'defined' || token.text === '__has_include')) {
      out.push(token);
      for (const each of operand(run)) out.push(each);
    } else expandName(run, token, out);
  }
  return out;
}

/** The next token of the lists on the stack; null when they are all read. */
function takeFromContexts(run: Run): Token | null {
  for (let top = run.contexts.at(-1); top !== undefined; top = run.contexts.at(-1)) {
    const token = top.tokens[top.at];
    if (token !== undefined) {
      top.at++;
      return token;
    }
    run.contexts.pop();
    if (top.macro !== null) run.state.disabled.delete(top.macro);
  }
  return null;
}

function take(run: Run): Token | null {
  return takeFromContexts(run) ?? run.following?.next() ?? null;
}

/** Whether a parenthesis comes next; lists that are read to their end leave the stack, which enables their macros. */
function opensParenthesis(run: Run): boolean {
  for (let top = run.contexts.at(-1); top !== undefined; top = run.contexts.at(-1)) {
    const token = top.tokens[top.at];
    if (token !== undefined) return token.text === '(';
    run.contexts.pop();
    if (top.macro !== null) run.state.disabled.delete(top.macro);
  }
  return run.following?.opensParenthesis() ?? false;
}

/** `X` or `( … )` after `defined` and `__has_include`, unexpanded. */
function operand(run: Run): Token[] {
  const first = takeFromContexts(run);
  if (first === null) return [];
  const taken = [first];
  if (first.text !== '(') return taken;
  for (let depth = 1; depth > 0;) {
    const token = takeFromContexts(run);
    if (token === null) return taken;
    if (token.text === '(') depth++;
    if (token.text === ')') depth--;
    taken.push(token);
  }
  return taken;
}

function expandName(run: Run, name: Token, out: Token[]): void {
  const { state } = run;
  const macro = state.macros.get(name.text);
  if (macro === undefined) {
    out.push(name);
    return;
  }
  if (state.disabled.has(macro)) {
    out.push({ ...name, painted: true });
    return;
  }
  if (macro.parameters === null) {
    enter(run, macro, [], name, name);
    return;
  }
  const isCall = state.spent.unclosedCalls < maxUnclosedCalls && opensParenthesis(run);
  if (isCall && run.depth >= maxArgumentDepth) {
    note(state, fill(messages.deepArguments, { maxArgumentDepth }), run.file.span(name.start, name.end));
    out.push({ ...name, painted: true });
    return;
  }
  const call = isCall ? collectArguments(run, macro) : null;
  if (call === null) {
    out.push(name);
    return;
  }
  if (call.close === null || call.args === null) {
    if (call.close === null) state.spent.unclosedCalls++;
    const problem = call.close === null ? messages.notClosed : messages.wrongArgumentCount;
    note(state, fill(messages.badMacroUse, { text: name.text, problem }), run.file.span(name.start, name.end));
    out.push({ ...name, painted: true });
    run.contexts.push({ tokens: call.taken, at: 0, macro: null });
    return;
  }
  enter(run, macro, call.args, name, call.close);
}

type Call = Readonly<{ args: readonly (readonly Token[])[] | null; close: Token | null; taken: readonly Token[] }>;

/** Reads `( … )`. `close` is null when the text ends first, `args` is null when they are too few or too many. */
function collectArguments(run: Run, macro: Macro): Call | null {
  const parameters = macro.parameters ?? [];
  const taken: Token[] = [];
  const args: Token[][] = [[]];
  for (let depth = 0; ;) {
    const token = take(run);
    if (token === null || run.state.problem !== null) return { args: null, close: null, taken };
    taken.push(token);
    if (token.text === '(' && depth++ === 0) continue;
    if (token.text === ')' && --depth === 0)
      return { args: matching(args, macro, parameters.length), close: token, taken };
    if (token.text === ',' && depth === 1 && !(macro.isVariadic && args.length === parameters.length)) args.push([]);
    else args.at(-1)?.push(token);
  }
}

function matching(
  args: readonly (readonly Token[])[],
  macro: Macro,
  count: number,
): readonly (readonly Token[])[] | null {
  if (args.length === count) return args;
  if (count === 0 && args.length === 1 && args[0]?.length === 0) return [];
  return macro.isVariadic && args.length === count - 1 ? args : null;
}

function isRestAbsent(macro: Macro, args: readonly (readonly Token[])[]): boolean {
  const count = macro.parameters?.length ?? 0;
  return macro.isVariadic && (args.length < count || (count === 1 && args[0]?.length === 0));
}

/** Puts the body on the stack, its arguments in place, and disables the macro. */
function enter(run: Run, macro: Macro, args: readonly (readonly Token[])[], name: Token, close: Token): void {
  const { state } = run;
  state.options.deadline?.check();
  const start = Math.min(name.start, close.start);
  const end = Math.max(name.end, close.end);
  if (++state.spent.expansions > state.options.budget.maxExpansions) {
    exhaust(state, 'maxExpansions', state.options.budget.maxExpansions, run.file, start);
    return;
  }
  const uses: UseChain = { macro, start, end, outer: name.uses };
  const rooted = args.map((arg) => rootedIn(arg, uses));
  const cache = new Map<number, readonly Token[]>();
  const expanded = (parameter: number): readonly Token[] => {
    const known = cache.get(parameter);
    if (known !== undefined) return known;
    const made = expandAt({
      ...run,
      tokens: rooted[parameter] ?? [],
      following: null,
      contexts: [],
      depth: run.depth + 1,
    });
    cache.set(parameter, made);
    return made;
  };
  const tokens =
    macro.dynamic === null
      ? substitute({ macro, args: rooted, restIsAbsent: isRestAbsent(macro, args), expanded, start, end, uses })
      : [dynamicToken(run, macro.dynamic, start, end, uses)];
  if (tokens[0] !== undefined && tokens[0].space !== name.space) tokens[0] = { ...tokens[0], space: name.space };
  state.spent.made += tokens.reduce((sum, token) => sum + token.text.length + tokenBytes, 0);
  if (state.spent.made > state.options.budget.maxExpandedBytes) {
    exhaust(state, 'maxExpandedBytes', state.options.budget.maxExpandedBytes, run.file, start);
    return;
  }
  state.disabled.add(macro);
  run.contexts.push({ tokens, at: 0, macro });
}

/** The tokens of an argument, with `uses` among the expansions they came through. */
function rootedIn(tokens: readonly Token[], uses: UseChain): readonly Token[] {
  const known = new Map<UseChain | null, UseChain>([
    [uses.outer, uses],
    [null, uses],
  ]);
  const rooted = (chain: UseChain | null): UseChain => {
    const fresh: UseChain[] = [];
    let at = chain;
    for (; at !== null && !known.has(at); at = at.outer) fresh.push(at);
    let made = known.get(at) ?? uses;
    for (const old of fresh.reverse()) {
      made = { ...old, outer: made };
      known.set(old, made);
    }
    return made;
  };
  return tokens.map((token) => ({ ...token, uses: rooted(token.uses) }));
}

function dynamicToken(run: Run, kind: 'line' | 'file' | 'counter', start: number, end: number, uses: UseChain): Token {
  const place = { space: false, painted: false, start, end, uses };
  switch (kind) {
    case 'line':
      return {
        kind: 'number',
        text: `${run.file.lineOf(start) + (run.state.lineShifts.get(run.file.path) ?? 0)}`,
        ...place,
      };
    case 'file':
      return { kind: 'string', text: JSON.stringify(run.file.path), ...place };
    case 'counter':
      return { kind: 'number', text: `${run.state.spent.counter++}`, ...place };
  }
}
