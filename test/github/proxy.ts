/**
 * A proxy on 127.0.0.1 for tests, as companies have them between a runner and GitHub: tunnels (CONNECT) and plain
 * requests (absolute form). It alone knows the names of hosts: who asks the system for them learns nothing.
 */
import { createServer, request as forward } from 'node:http';
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Duplex } from 'node:stream';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as NetServer } from 'node:net';

type Passed = Readonly<{ /** `CONNECT` of a tunnel. */ method: string; /** `host:port` */ target: string }>;
export type Proxy = Readonly<{
  /** `127.0.0.1:port` */ host: string;
  passed: readonly Passed[];
  refused: readonly Passed[];
  close: () => Promise<void>;
}>;

/** `ports`: where on 127.0.0.1 a `host:port` really is. `login`: `name:password`, without which nothing passes. */
export async function startProxy(ports: Readonly<Record<string, number>>, login: string | null = null): Promise<Proxy> {
  const passed: Passed[] = [];
  const refused: Passed[] = [];
  /** Null: it does not pass. */
  const portFor = (method: string, target: string, given: string | undefined): number | null => {
    const port =
      login === null || given === `Basic ${Buffer.from(login).toString('base64')}` ? (ports[target] ?? null) : null;
    (port === null ? refused : passed).push({ method, target });
    return port;
  };
  const server = createServer((request, response) => pass(request, response, portFor));
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const port = portFor('CONNECT', request.url ?? '', request.headers['proxy-authorization']);
    if (port === null)
      return client.end(`HTTP/1.1 ${login === null ? '403 Forbidden' : '407 Proxy Authentication Required'}\r\n\r\n`);
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    return client.on('error', () => upstream.destroy());
  });
  const port = await listening(server);
  return { host: `127.0.0.1:${port}`, passed, refused, close: () => closed(server) };
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  portFor: (method: string, target: string, given: string | undefined) => number | null,
): void {
  const url = new URL(request.url ?? '', 'http://nowhere');
  const port = portFor(
    request.method ?? '',
    `${url.hostname}:${url.port || '80'}`,
    request.headers['proxy-authorization'],
  );
  if (port === null) {
    response.writeHead(407).end();
    return;
  }
  const onward = forward(
    { host: '127.0.0.1', port, method: request.method, path: `${url.pathname}${url.search}`, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

/** What ends TLS before a server that speaks plain HTTP. Gives its port. */
export async function startTls(
  certificate: Readonly<{ cert: string; key: string }>,
  port: number,
): Promise<Readonly<{ port: number; close: () => Promise<void> }>> {
  const server = createTlsServer(certificate, (client) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  return { port: await listening(server), close: () => closed(server) };
}

async function listening(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closed(server: NetServer | Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
