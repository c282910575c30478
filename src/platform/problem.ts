/** What can go wrong at the place where a change is discussed, as values, each with one line for the user. */
export type PlatformProblem = Readonly<{
  kind:
    /** 401, or no token. */
    | 'unauthorized'
    /** 403 that is no rate limit: the token may not. */
    | 'forbidden'
    /** People have locked the conversation, for the token too. */
    | 'locked'
    /** 404 and 410: missing, or not visible with this token. */
    | 'missing'
    /** 409, and GitHub's stale `expectedHeadOid`. */
    | 'conflict'
    /** 422, and GitLab's 400. */
    | 'invalid'
    /** 429, or 403 of a rate limit, when waiting would take too long. */
    | 'rate-limited'
    /** 5xx, or no answer; the request may have been carried out. */
    | 'unavailable'
    /** An answer that is not of the documented form, a redirect to another host. */
    | 'unexpected';
  text: string;
  /** The platform's own words, one line; empty when there were none. Foreign text: escape it where it is shown. */
  detail: string;
  retryAfterSeconds: number | null;
}>;
