/**
 * The wall-clock limit of `--timeout`, the one budget that counts seconds. The clock is passed in; long loops of every
 * stage ask. A loop deep inside a stage leaves it by `check`, which throws: what it was making is then of no use, and
 * no value in between could say so. Only pipeline/ catches `TimeLimit`, and makes of it a reason for `unknown`
 * (docs/decisions/0005-time-limit-by-exception.md).
 */

export type Deadline = Readonly<{
  passed: () => boolean;
  /** Milliseconds until then; infinite without a limit. */
  remaining: () => number;
  /** Throws `TimeLimit` when the limit has passed. */
  check: () => void;
  /** Whether something was ended by it or by a part of it: with more time, more might have been found. */
  wasFelt: () => boolean;
  /** Notes that it was. */
  feel: () => void;
  /** For reasons. */
  text: string;
}>;

/** Not a fault: the user's limit ended the stage. */
export class TimeLimit extends Error {}

export const noDeadline: Deadline = {
  passed: () => false,
  remaining: () => Infinity,
  check: () => undefined,
  wasFelt: () => false,
  feel: () => undefined,
  text: '',
};

/** `seconds` null: none. `clock` gives milliseconds; `text` is for reasons. */
export function deadlineAfter(seconds: number | null, clock: () => number, text: string): Deadline {
  if (seconds === null) return noDeadline;
  const end = clock() + seconds * 1000;
  return deadlineOf(
    () => end - clock(),
    () => text,
  );
}

/** Whichever comes first. */
export function earlier(a: Deadline, b: Deadline): Deadline {
  return deadlineOf(
    () => Math.min(a.remaining(), b.remaining()),
    () => (b.passed() ? b.text : a.text),
  );
}

/** Ends once that part of what is left has passed; without a limit, never. */
export function partOf(whole: Deadline, part: number): Deadline {
  if (part >= 1 || whole.remaining() === Infinity) return whole;
  const kept = (1 - part) * whole.remaining();
  return deadlineOf(
    () => whole.remaining() - kept,
    () => whole.text,
    whole.feel,
  );
}

function deadlineOf(remaining: () => number, text: () => string, onFelt: () => void = () => undefined): Deadline {
  let isFelt = false;
  const feel = (): void => {
    isFelt = true;
    onFelt();
  };
  const passed = (): boolean => {
    const isOver = remaining() < 0;
    if (isOver) feel();
    return isOver;
  };
  return {
    passed,
    remaining,
    feel,
    wasFelt: () => isFelt,
    get text() {
      return text();
    },
    check: () => {
      if (passed()) throw new TimeLimit(text());
    },
  };
}
