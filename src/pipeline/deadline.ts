/** A wall-clock limit for one kernel; the clock is passed in. */
export type Deadline = Readonly<{ passed: () => boolean; /** For reasons: contains the words `time limit` */ text: string }>;

export function deadlineAfter(seconds: number | null, clock: () => number): Deadline {
  const end = seconds === null ? Infinity : clock() + seconds * 1000;
  return { passed: () => clock() > end, text: `timed out: the time limit of ${seconds ?? 0} s was reached` };
}

/** Whichever comes first. */
export function earlier(a: Deadline, b: Deadline): Deadline {
  return { passed: () => a.passed() || b.passed(), get text() { return b.passed() ? b.text : a.text; } };
}
