/**
 * `#if … #else … #endif` around an edit: a barrier at the end of one arm repairs the build that is compiled, and no
 * other. At the edge of an arm it goes behind the `#endif`, or before the `#if`, which is the same place of the
 * compiled text and is in every build. Where all other arms have a barrier at that edge, it stays in the arm: the other
 * builds have theirs. A group without `#else` has an empty arm for the other builds. What stays in an arm is proved in
 * the other builds too.
 *
 *     #ifdef WIDE                    #ifdef WIDE
 *       s[t] = in[t] * 2;              s[t] = in[t] * 2;
 *     #else                    ⟶    #else
 *       s[t] = in[t];                  s[t] = in[t];
 *     #endif                         #endif
 *                                      __syncthreads();
 */
import type { Edit } from '../verdict/finding.ts';
import { withoutComments } from '../base/comments.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** What stands behind one directive; `opening` is that directive. */
type Arm = Readonly<{ start: number; end: number; opening: Directive }>;
type Directive = Readonly<{ start: number; end: number; word: string }>;
/** `start`: of the line of `#if`; `end`: of that of `#endif`, without its line end. */
type Group = Readonly<{ start: number; end: number; line: number; arms: readonly Arm[] }>;
type Open = { start: number; line: number; from: number; opening: Directive; arms: Arm[] };

/**
 * Where `#include` stands and every build reads it: in no group but those that guard a header against being read twice.
 */
export function includesOfAllBuilds(text: string): readonly number[] {
  const plain = plainOf(text);
  const groups = groupsIn(text);
  return [...plain.matchAll(/^[ \t]*(?:#|%:)[ \t]*include\b/gm)].flatMap(({ index }) =>
    groups.some(({ start, end }) => start < index && index < end) ? [] : [index],
  );
}

/**
 * Where the same place of the compiled text is outside of all groups at whose edge it is; null: it is at no such edge.
 */
export function outOfGroups(text: string, offset: number): Readonly<{ at: number; side: 'behind' | 'before' }> | null {
  let found: ReturnType<typeof outOfGroups> = null;
  for (const { group, arm } of groupsAround(text, offset)) {
    const at: number = found?.at ?? offset;
    const others = [...group.arms.filter((one) => one !== arm), ...(isOpenEnded(group) ? [noArm(group)] : [])].map(
      ({ start, end }) => plainOf(text.slice(start, end)),
    );
    if (isBlank(text.slice(at, arm.end)) && !others.every((one) => /\b__syncthreads\s*\(\s*\)\s*;\s*$/.test(one)))
      found = { at: group.end, side: 'behind' };
    else if (isBlank(text.slice(arm.start, at)) && !others.every((one) => /^\s*__syncthreads\s*\(\s*\)\s*;/.test(one)))
      found = { at: group.start, side: 'before' };
    else break;
  }
  return found;
}

/**
 * Of edits in one of several arms: that the others stay as they are; '' where there are none, or the arms hold whole
 * functions.
 */
export function wordOnOtherBuilds(edits: readonly Edit[], textOf: (file: string) => string | null): string {
  const lines = edits.flatMap(({ file, start }) => {
    const text = textOf(file) ?? '';
    return groupsAround(text, start).flatMap(({ group, arm }) => (holdsFunctions(text, arm) ? [] : [group.line]));
  });
  return lines.length === 0 ? '' : fill(messages.otherBuilds, { line: [...new Set(lines)].join(', ') });
}

const holdsFunctions = (text: string, arm: Arm): boolean =>
  /\b__(?:global|device|host)__\b/.test(text.slice(arm.start, arm.end));

/** Most builds that a patch is proved in beside the one that is read. */
const mostBuilds = 7;

/**
 * The text as other builds read it, for every choice of arms of the groups around the places, and of those with the
 * same condition; conditions become `0` or `1`, and everything keeps its place. Arms that hold whole functions are
 * other functions. Null: there are too many.
 */
export function otherBuilds(text: string, offsets: readonly number[]): readonly string[] | null {
  const around = new Map(
    offsets
      .flatMap((offset) => groupsAround(text, offset))
      .filter(({ arm }) => !holdsFunctions(text, arm))
      .map(({ group, arm }) => [conditionOf(text, group), { group, own: group.arms.indexOf(arm) }]),
  );
  let choices: readonly ReadonlyMap<string, number>[] = [new Map()];
  for (const [condition, { group }] of around) {
    choices = choices.flatMap((choice) =>
      Array.from(
        { length: group.arms.length + (isOpenEnded(group) ? 1 : 0) },
        (_, arm) => new Map([...choice, [condition, arm]]),
      ),
    );
    if (choices.length > mostBuilds + 1) return null;
  }
  const groups = groupsIn(text);
  return choices
    .filter((choice) => [...around].some(([condition, { own }]) => choice.get(condition) !== own))
    .map((choice) =>
      groups.reduce((done, group) => {
        const chosen = choice.get(conditionOf(text, group));
        return chosen === undefined ? done : withArm(done, group, chosen);
      }, text),
    );
}

const conditionOf = (text: string, { arms }: Group): string =>
  arms.map(({ opening }) => text.slice(opening.start, opening.end).replace(/\s+/g, ' ').trim()).join('\n');

/** The text with the conditions of a group so that one arm is read; one past the last: none. */
const withArm = (text: string, { arms }: Group, chosen: number): string =>
  arms.reduce((done, { opening: { start, end, word } }, k) => {
    if (word === 'else') return done;
    const written = `#${word.startsWith('if') ? 'if' : 'elif'} ${k === chosen ? 1 : 0}`;
    return `${done.slice(0, start)}${written}${done.slice(start + written.length, end).replace(/[^\n\\]|\\(?!\r?\n)/g, ' ')}${done.slice(end)}`;
  }, text);

const isOpenEnded = ({ arms }: Group): boolean => arms.at(-1)?.opening.word !== 'else';
/** The empty arm of the builds that read none. */
const noArm = ({ end }: Group): Pick<Arm, 'start' | 'end'> => ({ start: end, end });

/** Groups around a place, innermost first. */
function groupsAround(text: string, offset: number): readonly Readonly<{ group: Group; arm: Arm }>[] {
  return groupsIn(text)
    .flatMap((group) => {
      const arm = group.arms.find(({ start, end }) => start <= offset && offset <= end);
      return arm === undefined ? [] : [{ group, arm }];
    })
    .sort((a, b) => b.group.start - a.group.start);
}

/** But for those that guard a header against being read twice. */
function groupsIn(text: string): readonly Group[] {
  const groups: Group[] = [];
  const plain = plainOf(text);
  const open: Open[] = [];
  for (const match of plain.matchAll(
    /^[ \t]*(?:#|%:)[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(?:\\\r?\n|[^\n])*/gm,
  )) {
    const [directive, word = ''] = match;
    const end = match.index + directive.replace(/\r$/, '').length;
    const behind = match.index + directive.length;
    const inner = open.at(-1);
    if (word.startsWith('if'))
      open.push({
        start: match.index,
        line: text.slice(0, match.index).split('\n').length,
        from: behind,
        opening: { start: match.index, end, word },
        arms: [],
      });
    else if (inner !== undefined) {
      inner.arms.push({ start: inner.from, end: match.index, opening: inner.opening });
      inner.from = behind;
      inner.opening = { start: match.index, end, word };
      if (word === 'endif') groups.push({ start: inner.start, line: inner.line, end, arms: inner.arms });
      if (word === 'endif') open.pop();
    }
  }
  return groups.filter(({ start }) => !guard.test(plain.slice(start)));
}

const guard =
  /^[ \t]*(?:#|%:)[ \t]*if(?:ndef[ \t]+|[ \t]+![ \t]*defined[ \t(]*)(\w+)(?!\w)[^\n]*\n\s*#[ \t]*define[ \t]+\1\b/;

const plainOf = (text: string): string => withoutComments(text, 'blank');
const isBlank = (text: string): boolean => plainOf(text).trim() === '';
