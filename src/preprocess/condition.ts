/**
 * Evaluates the expression of `#if` ([cpp.cond]) in 64-bit integers, signed unless an operand is unsigned. Exact for
 * what the standard defines; what it does not (a call of an unknown macro, a division by zero) is 0 with a complaint.
 */
import type { Token } from './token.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type Environment = Readonly<{
  isDefined: (name: string) => boolean;
  hasInclude: (words: string) => boolean;
  /** A name that is no macro, and so counts as 0. */
  onUnknown: (name: string) => void;
}>;
/**
 * `complaint`: why the value is a guess, or null. `isValid`: whether a compiler may take the condition all the same,
 * with what it includes.
 */
type ConditionValue = Readonly<{ holds: boolean; complaint: string | null; isValid: boolean }>;

type Value = Readonly<{ value: bigint; unsigned: boolean }>;
type Reading = {
  readonly tokens: readonly Token[];
  readonly environment: Environment;
  at: number;
  complaint: string | null;
  isValid: boolean;
  depth: number;
};

const zero: Value = { value: 0n, unsigned: false };
const truth = (holds: boolean): Value => ({ value: holds ? 1n : 0n, unsigned: false });
const fit = (value: bigint, unsigned: boolean): Value => ({
  value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value),
  unsigned,
});

/** `tokens`: already expanded, but for the operands of `defined` and `__has_include`. */
export function evaluateCondition(tokens: readonly Token[], environment: Environment): ConditionValue {
  const reading: Reading = { tokens, environment, at: 0, complaint: null, isValid: true, depth: 0 };
  if (tokens.length === 0) return { holds: false, complaint: messages.emptyCondition, isValid: false };
  const result = ternary(reading, true);
  if (reading.at < tokens.length)
    complain(reading, fill(messages.unexpectedToken, { text: reading.tokens[reading.at]?.text ?? '' }));
  return { holds: result.value !== 0n, complaint: reading.complaint, isValid: reading.isValid };
}

function complain(reading: Reading, text: string, isValid = false): void {
  reading.complaint ??= text;
  reading.isValid &&= isValid;
}

function accept(reading: Reading, text: string): boolean {
  if (reading.tokens[reading.at]?.text !== text) return false;
  reading.at++;
  return true;
}

/** `live`: whether the value matters; `1 || 1/0` does not divide. */
function ternary(reading: Reading, live: boolean): Value {
  if (++reading.depth > 200) {
    complain(reading, messages.deepCondition);
    reading.at = reading.tokens.length;
  }
  const when = binary(reading, 1, live);
  let result = when;
  if (accept(reading, '?')) {
    const then = ternary(reading, live && when.value !== 0n);
    if (!accept(reading, ':')) complain(reading, messages.missingColon);
    const otherwise = ternary(reading, live && when.value === 0n);
    result = fit((when.value !== 0n ? then : otherwise).value, then.unsigned || otherwise.unsigned);
  }
  reading.depth--;
  return result;
}

const precedence: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['or', 1],
  ['&&', 2],
  ['and', 2],
  ['|', 3],
  ['^', 4],
  ['&', 5],
  ['==', 6],
  ['!=', 6],
  ['<', 7],
  ['>', 7],
  ['<=', 7],
  ['>=', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['%', 10],
]);

function binary(reading: Reading, least: number, live: boolean): Value {
  let left = unary(reading, live);
  for (;;) {
    const operator = reading.tokens[reading.at]?.text ?? '';
    const rank = precedence.get(operator);
    if (rank === undefined || rank < least) return left;
    reading.at++;
    if (rank === 1) left = truth(binary(reading, 2, live && left.value === 0n).value !== 0n || left.value !== 0n);
    else if (rank === 2) left = truth(binary(reading, 3, live && left.value !== 0n).value !== 0n && left.value !== 0n);
    else left = calculate(reading, operator, left, binary(reading, rank + 1, live), live);
  }
}

function calculate(reading: Reading, operator: string, a: Value, b: Value, live: boolean): Value {
  const unsigned = a.unsigned || b.unsigned;
  const [x, y] = [fit(a.value, unsigned).value, fit(b.value, unsigned).value];
  switch (operator) {
    case '|':
      return fit(x | y, unsigned);
    case '^':
      return fit(x ^ y, unsigned);
    case '&':
      return fit(x & y, unsigned);
    case '==':
      return truth(x === y);
    case '!=':
      return truth(x !== y);
    case '<':
      return truth(x < y);
    case '>':
      return truth(x > y);
    case '<=':
      return truth(x <= y);
    case '>=':
      return truth(x >= y);
    case '<<':
      return fit(a.value << BigInt.asUintN(6, b.value), a.unsigned);
    case '>>':
      return fit(a.value >> BigInt.asUintN(6, b.value), a.unsigned);
    case '+':
      return fit(x + y, unsigned);
    case '-':
      return fit(x - y, unsigned);
    case '*':
      return fit(x * y, unsigned);
    default:
      if (y !== 0n) return fit(operator === '/' ? x / y : x % y, unsigned);
      if (live) complain(reading, messages.zeroDivision);
      return zero;
  }
}

function unary(reading: Reading, live: boolean): Value {
  let operators = '';
  for (;;) {
    const text = reading.tokens[reading.at]?.text ?? '';
    if (!['!', '~', '-', '+', 'not', 'compl'].includes(text)) break;
    operators += text === 'not' ? '!' : text === 'compl' ? '~' : text;
    reading.at++;
  }
  let value = primary(reading, live);
  for (let k = operators.length - 1; k >= 0; k--) {
    const operator = operators.charAt(k);
    if (operator === '!') value = truth(value.value === 0n);
    if (operator === '~') value = fit(~value.value, value.unsigned);
    if (operator === '-') value = fit(-value.value, value.unsigned);
  }
  return value;
}

function primary(reading: Reading, live: boolean): Value {
  const token = reading.tokens[reading.at++];
  if (token === undefined) {
    complain(reading, messages.shortCondition);
    return zero;
  }
  if (token.text === '(') {
    const value = ternary(reading, live);
    if (!accept(reading, ')')) complain(reading, messages.missingParenthesis);
    return value;
  }
  if (token.kind === 'number') return numberValue(reading, token.text);
  if (token.kind === 'char') return charValue(token.text);
  if (token.kind === 'name') return nameValue(reading, token.text, live);
  complain(reading, fill(messages.unexpectedToken, { text: token.text }));
  return zero;
}

function nameValue(reading: Reading, name: string, live: boolean): Value {
  if (name === 'true') return truth(true);
  if (name === 'false') return zero;
  if (name === 'defined') {
    const parenthesized = accept(reading, '(');
    const operand = reading.tokens[reading.at++];
    if (parenthesized && !accept(reading, ')')) complain(reading, messages.missingParenthesis);
    return truth(operand !== undefined && reading.environment.isDefined(operand.text));
  }
  const call = reading.tokens[reading.at]?.text === '(' ? callWords(reading) : null;
  if (name === '__has_include') return truth(call !== null && reading.environment.hasInclude(call));
  if (name.startsWith('__has_') || name.startsWith('__is_')) return zero;
  if (live && call !== null) complain(reading, fill(messages.notAMacro, { name }), true);
  else if (live) reading.environment.onUnknown(name);
  return zero;
}

/** The words between balanced parentheses. */
function callWords(reading: Reading): string {
  let words = '';
  for (let depth = 0; reading.at < reading.tokens.length;) {
    const token = reading.tokens[reading.at++];
    if (token === undefined) break;
    if (token.text === '(' && depth++ === 0) continue;
    if (token.text === ')' && --depth === 0) break;
    words += token.text;
  }
  return words;
}

function numberValue(reading: Reading, text: string): Value {
  const match = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uUlLzZ]*)$/.exec(text.replaceAll("'", ''));
  if (match?.[1] === undefined) {
    complain(reading, fill(messages.notAnInteger, { text }));
    return zero;
  }
  const digits = match[1];
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return fit(value, /u/i.test(match[2] ?? '') || value > 0x7fffffffffffffffn);
}

const escapes: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, e: 27 };

function charValue(text: string): Value {
  const inner = text.slice(text.indexOf("'") + 1, -1);
  if (!inner.startsWith('\\')) return fit(BigInt(inner.codePointAt(0) ?? 0), false);
  const octal = /^\\([0-7]{1,3})/.exec(inner)?.[1];
  if (octal !== undefined) return fit(BigInt.asIntN(8, BigInt(`0o${octal}`)), false);
  const hex = /^\\x([0-9a-fA-F]+)/.exec(inner)?.[1];
  if (hex !== undefined) return fit(BigInt.asIntN(8, BigInt(`0x${hex}`)), false);
  return fit(BigInt(escapes[inner.charAt(1)] ?? inner.charCodeAt(1)), false);
}
