/** The forms of GitHub's answers, shared by the rules. */
import type { Caller, Permission } from './loopback.ts';
import type { Fields } from './json.ts';
import type { GithubState } from './state.ts';
import type { PullRecord } from './shapes.ts';

/** `isFollowed`: there is a next page, which the header `link` names. */
export type Answer = Readonly<{
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  isFollowed?: boolean;
  /** Another type than JSON. */ media?: string;
}>;
export type Call = Readonly<{
  values: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Fields;
  state: GithubState;
  caller: Caller;
  accept: string;
}>;
export type Rule = (call: Call) => Answer;

const docs = 'https://docs.github.com/rest';
export const notFound: Answer = { status: 404, body: { message: 'Not Found', documentation_url: docs, status: '404' } };
export const refused = (message: string): Answer => ({
  status: 403,
  body: { message, documentation_url: docs, status: '403' },
});
export const invalid = (message: string, errors: readonly Fields[] = []): Answer => ({
  status: 422,
  body: { message, documentation_url: docs, status: '422', ...(errors.length === 0 ? {} : { errors }) },
});
export const unresolved = (errors: readonly string[]): Answer => ({
  status: 422,
  body: { message: 'Unprocessable Entity', documentation_url: docs, status: '422', errors },
});
/** Bodies of comments, reviews and pull requests (GITHUB.md, limits). */
export const mostCharacters = 65_536;

/**
 * The words of a token that lacks a permission (docs, troubleshooting: "Resource not accessible"), and the header that
 * names it.
 * https://github.blog/changelog/2023-08-10-x-accepted-github-permissions-header-for-fine-grained-permission-actors
 */
export const needs =
  (permission: Permission, rule: Rule): Rule =>
  (call) =>
    call.caller.write.has(permission)
      ? rule(call)
      : {
          ...refused('Resource not accessible by integration'),
          headers: { 'x-accepted-github-permissions': `${permission.replace('-', '_')}=write` },
        };

export const withPull =
  (rule: (call: Call, pull: PullRecord) => Answer): Rule =>
  (call) => {
    const pull = call.state.pull(Number(call.values['pull_number'] ?? call.values['issue_number']));
    return pull === undefined ? notFound : rule(call, pull);
  };

/** Pages of `per_page`, at most 100 (docs, "Using pagination in the REST API"). */
export function page(call: Call, all: readonly unknown[]): Answer {
  const size = Math.min(100, Number(call.query.get('per_page') ?? 30));
  const number = Number(call.query.get('page') ?? 1);
  return { status: 200, body: all.slice((number - 1) * size, number * size), isFollowed: number * size < all.length };
}
