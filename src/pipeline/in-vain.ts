/** What was tried in instances of one kernel of the source, and was of use in none of them. */

export type InVain = Readonly<{
  /** Begins an instance: from now on, what was noted of the others counts. */
  begin: () => void;
  note: (key: string, isOfUse: boolean) => void;
  /** In how many other instances it was tried; negative once it was of use in one. */
  count: (key: string) => number;
}>;

export function createInVain(): InVain {
  const counts = new Map<string, number>();
  const own = new Map<string, boolean>();
  const count = (key: string): number => counts.get(key) ?? 0;
  return {
    begin: () => {
      for (const [key, isOfUse] of own) counts.set(key, isOfUse ? -Infinity : count(key) + 1);
      own.clear();
    },
    note: (key, isOfUse) => void own.set(key, isOfUse || own.get(key) === true),
    count,
  };
}
