/**
 * What the environment has that opens something, taken out before anything of the code under review is read: no process that is started then inherits it, whatever
 * its own list is of what it is given. Passwords of proxies stay, which requests need; other programs are not given them (workers/pool.ts, review/git.ts).
 */

/** By the words that names of secrets have: `INPUT_TOKEN`, `INPUT_GITHUB-TOKEN`, `ACTIONS_ID_TOKEN_REQUEST_URL`, `AWS_SECRET_ACCESS_KEY`. */
const named = /(?:^|[_-])(?:TOKEN|PAT|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|(?:PRIVATE|ACCESS|API|SSH)[_-]?KEY)(?:[_-]|$)/i;

/** `known`: values that are secret under any name. The environment is changed. */
export function dropSecrets(env: Record<string, string | undefined>, known: readonly string[]): void {
  const values = known.filter((value) => value !== '');
  for (const [name, value = ''] of Object.entries(env)) {
    if (named.test(name) || values.some((secret) => value.includes(secret))) Reflect.deleteProperty(env, name);
  }
}
