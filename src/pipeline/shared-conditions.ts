/**
 * Conditions under which instances of one kernel of the source are proved, for its other instances: of most templates,
 * the condition of one instance is that of all, with their own arguments in its place.
 *
 * Example: `k<8>` is race-free if `n <= 8`. `k<16>` tries `n <= 16` first.
 */
import { splitArguments } from '../launch/host-type.ts';
import { templateName } from '../base/kernel-name.ts';

/** `isTrusted`: callers are trusted to keep it. */
export type SharedCondition = Readonly<{ text: string; isTrusted: boolean }>;

export type SharedConditions = Readonly<{
  /** Those to try in the instance of this name, of the latest ones first. */
  of: (instance: string) => readonly SharedCondition[];
  keep: (condition: SharedCondition, instance: string) => void;
}>;

/** Conditions that are tried in the next instance. */
const mostTried = 2;

export function createSharedConditions(): SharedConditions {
  const kept = new Map<string, Readonly<{ condition: SharedCondition; instance: string }>>();
  return {
    of: (own) => {
      const all = [...kept.values()]
        .reverse()
        .map(({ condition, instance }) => ({ ...condition, text: withArguments(condition.text, instance, own) }));
      return [...new Map(all.map((one) => [one.text, one] as const)).values()].slice(0, mostTried);
    },
    keep: (condition, instance) => {
      kept.delete(condition.text);
      kept.set(condition.text, { condition, instance });
    },
  };
}

/**
 * The arguments of an instance's template at their places, those that are numbers: of `scan<32, float>`, `32` and an
 * empty text.
 */
const numbersIn = (instance: string): readonly string[] =>
  splitArguments(instance.slice(templateName(instance).length).trim().slice(1, -1)).map((argument) =>
    /^\d+$/.test(argument) ? argument : '',
  );

/**
 * The condition of one instance with the arguments of another one: each number that is one of its own, in the other's
 * place.
 */
function withArguments(text: string, from: string, to: string): string {
  const [own, other] = [numbersIn(from), numbersIn(to)];
  if (own.length !== other.length) return text;
  return text.replace(/(?<![\w.])\d+(?![\w.])/g, (number) => {
    const meant = new Set(other.filter((_, place) => own[place] === number));
    const [one] = meant;
    return meant.size === 1 && one !== undefined ? one : number;
  });
}
