/**
 * Which proxy requests to GitHub go through. `@actions/http-client` reads the variables (HTTPS_PROXY, HTTP_PROXY and
 * NO_PROXY, in capitals or not), as every action does; with an address that it cannot use it throws, and its errors
 * quote the address with the password in it. So the address is checked here first, and the passwords are found that the
 * runner has to mask.
 */
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/**
 * The proxy for an address as `host:port`; null: none. The problem is one line, which does not quote the value of a
 * variable.
 */
export function proxyFor(address: URL): Result<string | null, string> {
  const own = variables.filter((name) => name.toLowerCase() === address.protocol.replace(':', '_proxy'));
  const variable = own.find((name) => (process.env[name] ?? '') !== '') ?? '';
  const wrong = fail(fill(messages.badProxy, { variable }));
  try {
    const proxy = getProxyUrl(address);
    // It takes no notice of some addresses that are none, and requests would go out past the proxy.
    if (proxy === undefined) return variable === '' || checkBypass(address) ? ok(null) : wrong;
    return ['http:', 'https:'].includes(proxy.protocol) && proxy.hostname !== '' ? ok(proxy.host) : wrong;
  } catch {
    return wrong;
  }
}

/** The passwords in the addresses of proxies, as they are written and as they are sent. */
export function proxyPasswords(env: Environment): readonly string[] {
  return [
    ...new Set(
      variables.flatMap((name) => {
        const written = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^:@]*:(.+)@/is.exec(env[name] ?? '')?.[1];
        return written === undefined ? [] : [written, decoded(written)];
      }),
    ),
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
