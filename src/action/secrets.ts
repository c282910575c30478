/**
 * What the environment has that opens something, taken out before anything of the code under review is read: no
 * process that is started then inherits it, whatever its own list is of what it is given. Passwords of proxies stay,
 * which requests need; workers are not given them, and git only where it fetches (workers/pool.ts, review/git.ts).
 */

/** By the words that names of secrets have: `INPUT_TOKEN`, `INPUT_GITHUB-TOKEN`, `AWS_SECRET_ACCESS_KEY`. */
const words = 'TOKEN|PAT|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|(?:PRIVATE|ACCESS|API|SSH)[_-]?KEY';
const named = new RegExp(`(?:^|[_-])(?:${words})(?:[_-]|$)`, 'i');

/** `known`: values that are secret under any name. The environment is changed. */
export function dropSecrets(env: Record<string, string | undefined>, known: readonly string[]): void {
  const values = known.filter((value) => value !== '');
  for (const [name, value = ''] of Object.entries(env)) {
    if (named.test(name) || values.some((secret) => value.includes(secret))) Reflect.deleteProperty(env, name);
  }
}
