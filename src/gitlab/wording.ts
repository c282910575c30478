/** What the stage `gitlab` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  // the job
  notInCi: '{variable} is not set: this command runs in a GitLab CI job; on your own machine, use `syncwright review`',
  notMergeRequest:
    'this job is not part of a merge request pipeline ({variable} is not set); start it with `rules: - if: $CI_PIPELINE_SOURCE == "merge_request_event"`',
  badVariable: '{variable} is {value}, which is not {what}',
  aNumber: 'a number',
  aCommit: 'a commit id',
  anAddress: 'an http(s) address',
  jobToken:
    '{variable} holds the token of the job (CI_JOB_TOKEN), which cannot write comments; create a project access token with the role Developer and the scope `api`, and store it as a masked CI/CD variable',
  badToken: 'the token in {variable} contains blanks or other characters that are not allowed in a token',

  // the answers of GitLab
  tokenRejected:
    'GitLab rejects the token (401): it is revoked, expired or of another server; a project access token with the role Developer and the scope `api` is needed{shown}',
  refuses:
    'GitLab refuses the request (403): the token needs the scope `api`, and its account the role Developer in the project{shown}',
  notFound: 'GitLab does not find {what} (404): it does not exist, or the token is not for this project{shown}',
  conflict: 'GitLab reports a conflict (409){shown}',
  invalid: 'GitLab rejects the request ({status}){shown}',
  rateLimit: "GitLab's rate limit is reached; run the job again later",
  waiting: 'GitLab asks to wait, or does not answer; trying again in {seconds} s',
  noAnswer: 'GitLab does not answer properly{status}{shown}',
  redirect: 'GitLab redirects to another address ({status}), to which the token is not sent; check CI_API_V4_URL',
  brokenAnswer: 'GitLab answers with something that is no answer',
  otherStatus: 'GitLab answered {status}{shown}',
  theRequest: 'the merge request',
  noDiff: 'GitLab has not prepared the diff of the merge request',
  notInDiff: 'the file is not in the diff',
  cannotHide: 'GitLab has no hidden comments',

  // comments
  duplicate: 'Duplicate of an earlier comment',
  outdated: 'Outdated; repeated where the code is now',
} as const;
