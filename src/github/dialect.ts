/** How the texts of a review are worded at GitHub. */
import type { Dialect } from '../platform/platform.ts';

export const githubDialect: Dialect = {
  request: 'pull request',
  elsewhere: 'job summary',
  hasCommands: true,
  suggestionFence: () => 'suggestion',
};
