/**
 * What of a pull request was decided, and what was not even read. A file that is passed over in silence opens the gate
 * to whatever stands in it, so each one that a kernel may stand in is counted, with the reason, and fails the gate by
 * default.
 */
import type { UndecidedGate } from '../config/schema.ts';
import type { Report } from '../verdict/finding.ts';
import { groupBy } from '../base/group.ts';
import { isDecided } from '../verdict/decided.ts';
import { plural } from '../report/wording.ts';
import { printablePath } from './paths.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** A touched file, or kernels beyond a limit. `isOld`: the merge base has it, and it could not be read there either. */
export type Unread = Readonly<{ name: string; because: string; isOld: boolean }>;
export type UnreadFile = Readonly<{ path: string; because: string }>;

/** `touched`: kernels; those of files that were not read are not among them where their names are not known. */
export type Tally = Readonly<{ touched: number; decided: number; unread: readonly Unread[] }>;

export const tallyOf = ({ kernels }: Report, unread: readonly Unread[], beyondLimit: number): Tally => ({
  touched: kernels.length + beyondLimit,
  decided: kernels.filter(isDecided).length,
  unread,
});

export const failsUndecided = ({ touched, decided, unread }: Tally, gate: UndecidedGate): boolean =>
  gate === 'all' ? decided < touched || unread.length > 0 : gate === 'unread' && unread.some(({ isOld }) => !isOld);

/** One line; a reason that several files have stands once, behind their names. Names and reasons are foreign text. */
export function tallyWords({ touched, decided, unread }: Tally): string {
  const shown = groupBy(unread.slice(0, mostNamed), ({ because }) => because);
  const named = [...shown]
    .map(([because, some]) => {
      const count = unread.filter((one) => one.because === because).length;
      const names = some.map(({ name }) => printablePath(name)).join(', ');
      return count === 1
        ? `${names} (${because})`
        : fill(messages.unreadAlike, { names, more: count > some.length ? ', …' : '', count, because });
    })
    .join('; ');
  const rest =
    unread.length === 0
      ? ''
      : fill(messages.someUnread, {
          count: unread.length,
          named,
          more: unread.some(({ because }) => !shown.has(because)) ? '; …' : '',
        });
  return fill(messages.tally, { decided, touched: plural(touched, 'touched kernel'), rest });
}

const mostNamed = 10;
