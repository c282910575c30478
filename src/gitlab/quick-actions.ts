/**
 * Why: GitLab carries out a line that begins with `/merge`, `/close` or the like when a comment is written or edited,
 * with the rights of its author, and our comments quote text of the merge request. It spares lines in code blocks, but
 * finds these by the fence "```" alone: a longer fence, which holds text with backticks, is none to it. So no line of
 * ours begins with a slash and a letter, wherever it stands. A blank before it is enough (GitLab's pattern begins at
 * the start of a line), and does not show. https://docs.gitlab.com/user/project/quick_actions/
 */
const beginsAction = /^(\r*)\/(?=[a-z])/gim;

export const withoutQuickActions = (text: string): string => text.replace(beginsAction, '$1 /');

/** Whether one of these lines, written as they are, could be one. */
export const hasQuickAction = (lines: readonly string[]): boolean => lines.some((line) => /^\r*\/[a-z]/i.test(line));
