/**
 * `#if … #else … #endif` around an edit: a barrier at the end of one arm repairs the build that is compiled, and no other. At the edge of an arm it goes behind the
 * `#endif`, or before the `#if`, which is the same place of the compiled text and is in every build. Groups without `#else` are left alone: what stands there
 * is of one build, and so is its barrier. Where all other arms have a barrier at that edge, it stays in the arm: the other builds have theirs.
 *
 *     #ifdef WIDE                    #ifdef WIDE
 *       s[t] = in[t] * 2;              s[t] = in[t] * 2;
 *     #else                    ⟶    #else
 *       s[t] = in[t];                  s[t] = in[t];
 *     #endif                         #endif
 *                                      __syncthreads();
 */
import type { Edit } from '../verdict/finding.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type Arm = Readonly<{ start: number; end: number }>;
/** `start`: of the line of `#if`; `end`: of that of `#endif`, without its line end. */
type Group = Readonly<{ start: number; end: number; line: number; arms: readonly Arm[] }>;
type Open = { start: number; line: number; from: number; arms: Arm[] };

/** Where `#include` stands and every build reads it: in no group but those that guard a header against being read twice. */
export function includesOfAllBuilds(text: string): readonly number[] {
  const plain = withoutComments(text);
  const groups = groupsIn(text).filter(({ start }) => !/^[ \t]*#[ \t]*if(?:ndef[ \t]+|[ \t]+![ \t]*defined[ \t]*\(?[ \t]*)(\w+)[^\n]*\s*#[ \t]*define[ \t]+\1\b/.test(plain.slice(start)));
  return [...plain.matchAll(/^[ \t]*#[ \t]*include\b/gm)].flatMap(({ index }) => (groups.some(({ start, end }) => start < index && index < end) ? [] : [index]));
}

/** Where the same place of the compiled text is outside of all groups at whose edge it is; null: it is at no such edge. */
export function outOfGroups(text: string, offset: number): Readonly<{ at: number; side: 'behind' | 'before' }> | null {
  let found: ReturnType<typeof outOfGroups> = null;
  for (const { group, arm } of groupsAround(text, offset)) {
    const at: number = found?.at ?? offset;
    const others = group.arms.filter((one) => one !== arm).map(({ start, end }) => withoutComments(text.slice(start, end)));
    if (isBlank(text.slice(at, arm.end)) && !others.every((one) => /\b__syncthreads\s*\(\s*\)\s*;\s*$/.test(one))) found = { at: group.end, side: 'behind' };
    else if (isBlank(text.slice(arm.start, at)) && !others.every((one) => /^\s*__syncthreads\s*\(\s*\)\s*;/.test(one))) found = { at: group.start, side: 'before' };
    else break;
  }
  return found;
}

/** Of edits in one of several arms: that the others stay as they are; '' where there are none, or the arms hold whole functions. */
export function wordOnOtherBuilds(edits: readonly Edit[], textOf: (file: string) => string | null): string {
  const lines = edits.flatMap(({ file, start }) => {
    const text = textOf(file) ?? '';
    return groupsAround(text, start).flatMap(({ group, arm }) => (/\b__(?:global|device|host)__\b/.test(text.slice(arm.start, arm.end)) ? [] : [group.line]));
  });
  return lines.length === 0 ? '' : fill(messages.otherBuilds, { line: [...new Set(lines)].join(', ') });
}

/** Groups with several arms around a place, innermost first. */
function groupsAround(text: string, offset: number): readonly Readonly<{ group: Group; arm: Arm }>[] {
  return groupsIn(text).flatMap((group) => {
    const arm = group.arms.length < 2 ? undefined : group.arms.find(({ start, end }) => start <= offset && offset <= end);
    return arm === undefined ? [] : [{ group, arm }];
  }).sort((a, b) => b.group.start - a.group.start);
}

function groupsIn(text: string): readonly Group[] {
  const groups: Group[] = [];
  const open: Open[] = [];
  for (const match of withoutComments(text).matchAll(/^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(?:\\\r?\n|[^\n])*/gm)) {
    const [directive, word = ''] = match;
    const end = match.index + directive.replace(/\r$/, '').length;
    const behind = match.index + directive.length;
    const inner = open.at(-1);
    if (word.startsWith('if')) open.push({ start: match.index, line: text.slice(0, match.index).split('\n').length, from: behind, arms: [] });
    else if (inner !== undefined) {
      inner.arms.push({ start: inner.from, end: match.index });
      inner.from = behind;
      if (word === 'endif') groups.push({ start: inner.start, line: inner.line, end, arms: inner.arms });
      if (word === 'endif') open.pop();
    }
  }
  return groups;
}

/** Comments become blanks, so that places stay. */
const withoutComments = (text: string): string => text.replace(/\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"/g, (part) => part.replace(/[^\n]/g, ' '));
const isBlank = (text: string): boolean => withoutComments(text).trim() === '';
