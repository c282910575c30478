/**
 * Puts arguments into the body of a macro: parameters, `#`, `##`, `__VA_OPT__` and GNU's `, ## __VA_ARGS__`
 * ([cpp.subst], [cpp.stringize], [cpp.concat]). Exact.
 * Example: with `#define F(x) x##1 #x` the body of `F(a b)` becomes `a b1 "a b"`.
 */
import type { BodyToken, Macro } from './macro.ts';
import type { Token, UseChain } from './token.ts';
import { tokenAt } from './lex.ts';
import { spell } from './token.ts';

type Invocation = Readonly<{
  macro: Macro;
  /** As written, one per parameter. */
  args: readonly (readonly Token[])[];
  /** The variadic argument was left out, which takes GNU's comma before `## __VA_ARGS__` with it. */
  restIsAbsent: boolean;
  /** The argument fully expanded, computed when first asked for. */
  expanded: (parameter: number) => readonly Token[];
  /** Place and expansions of the tokens of the body. */
  start: number;
  end: number;
  uses: UseChain;
}>;

/** Stands for no tokens beside `##`. */
const placemarker = '';

export function substitute(call: Invocation): Token[] {
  const tokens: Token[] = [];
  let space = false;
  for (const token of substituteRange(call, 0, call.macro.body.length)) {
    if (token.text !== placemarker) tokens.push(space && !token.space ? { ...token, space } : token);
    space = token.text === placemarker && (space || token.space);
  }
  return tokens;
}

function substituteRange(call: Invocation, from: number, to: number): Token[] {
  const { body, parameters } = call.macro;
  const out: Token[] = [];
  let pastes = false;
  for (let k = from; k < to;) {
    const item = body[k];
    if (item === undefined) break;
    const operator = parameters !== null && item.token.text === '#';
    const piece: Piece = operator ? stringized(call, k, to) : pieceAt(call, k, to, pastes);
    const pastesNext: boolean = isPaste(body[piece.next]) && piece.next + 1 < to;
    if (pastes) pasteOnto(out, piece.tokens, call, item);
    else append(out, piece.tokens);
    pastes = pastesNext;
    k = piece.next + (pastesNext ? 1 : 0);
  }
  return out;
}

/** Spread arguments would fill the stack where expansions are long. */
function append(out: Token[], tokens: readonly Token[]): void {
  for (const token of tokens) out.push(token);
}

type Piece = Readonly<{ tokens: readonly Token[]; next: number }>;

const isPaste = (item: BodyToken | undefined): boolean => item?.token.text === '##';

function own(call: Invocation, token: Token): Token {
  return { ...token, start: call.start, end: call.end, uses: call.uses };
}

function pieceAt(call: Invocation, at: number, to: number, pasted: boolean): Piece {
  const item = call.macro.body[at];
  if (item === undefined) return { tokens: [], next: at + 1 };
  if (call.macro.isVariadic && item.token.text === '__VA_OPT__') return optional(call, at, to);
  if (item.parameter < 0) return { tokens: [own(call, item.token)], next: at + 1 };
  const raw = pasted || (isPaste(call.macro.body[at + 1]) && at + 2 < to);
  const tokens = raw ? (call.args[item.parameter] ?? []) : call.expanded(item.parameter);
  return { tokens: spaced(tokens, own(call, item.token)), next: at + 1 };
}

/** The tokens, the first one with the white space of `model`; a placemarker where there are none. */
function spaced(tokens: readonly Token[], model: Token): readonly Token[] {
  const [first, ...rest] = tokens;
  if (first === undefined) return [{ ...model, text: placemarker }];
  return first.space === model.space ? tokens : [{ ...first, space: model.space }, ...rest];
}

/** `__VA_OPT__ ( … )`: its contents where the variadic argument has tokens, else nothing. */
function optional(call: Invocation, at: number, to: number): Piece {
  const { body, parameters } = call.macro;
  const item = body[at];
  let depth = 0;
  let close = at + 1;
  for (; close < to; close++) {
    const text = body[close]?.token.text;
    if (text === '(') depth++;
    if (text === ')' && --depth === 0) break;
  }
  const last = (parameters?.length ?? 1) - 1;
  const present = call.expanded(last).length > 0;
  const tokens = present ? substituteRange(call, at + 2, close) : [];
  return { tokens: item === undefined ? tokens : spaced(tokens, own(call, item.token)), next: Math.min(close + 1, to) };
}

function stringized(call: Invocation, at: number, to: number): Piece {
  const { body } = call.macro;
  const hash = body[at];
  const operand = body[at + 1];
  if (hash === undefined) return { tokens: [], next: at + 1 };
  if (operand === undefined || at + 1 >= to || operand.parameter < 0)
    return { tokens: [own(call, hash.token)], next: at + 1 };
  const words = spell(call.args[operand.parameter] ?? []);
  const inner = (call.args[operand.parameter] ?? []).some((token) => token.kind === 'string' || token.kind === 'char')
    ? spell(
        (call.args[operand.parameter] ?? []).map((token) =>
          token.kind === 'string' || token.kind === 'char'
            ? { ...token, text: token.text.replace(/["\\]/g, '\\$&') }
            : token,
        ),
      )
    : words;
  return { tokens: [{ ...own(call, hash.token), kind: 'string', text: `"${inner}"` }], next: at + 2 };
}

/** Joins the last token so far and the first of `tokens`. */
function pasteOnto(out: Token[], tokens: readonly Token[], call: Invocation, item: BodyToken): void {
  const left = out.pop();
  const [right, ...rest] = tokens;
  if (left === undefined || right === undefined) {
    if (left !== undefined) out.push(left);
    append(out, tokens);
    return;
  }
  const isRest = call.macro.isVariadic && item.parameter === (call.macro.parameters?.length ?? 0) - 1;
  if (left.text === ',' && isRest) {
    if (call.restIsAbsent) return;
    out.push(left);
    append(out, tokens);
    return;
  }
  append(out, joined(left, right));
  append(out, rest);
}

function joined(left: Token, right: Token): readonly Token[] {
  if (left.text === placemarker) return [{ ...right, space: left.space }];
  if (right.text === placemarker) return [left];
  const text = left.text + right.text;
  const whole = tokenAt(text, 0);
  const place = {
    start: Math.min(left.start, right.start),
    end: Math.max(left.end, right.end),
    uses: left.uses ?? right.uses,
  };
  if (whole.end === text.length) return [{ ...left, ...place, kind: whole.kind, text, painted: false }];
  return [left, { ...right, space: false }];
}
