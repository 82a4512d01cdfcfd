import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Rule = (path: string, method: string) => boolean;

/** A proxy between browser and server that injects network faults; it forwards everything until told otherwise. */
export type FaultProxy = {
  url: string;
  /** Accepts every connection and answers nothing, also on open ones. */
  goSilent(): void;
  /** Answers everything with the sign-in page of a Wi-Fi network. */
  becomePortal(): void;
  /** Forwards everything again; withheld answers are lost. */
  open(): void;
  /** Replaces the server's answers for these paths with errors. */
  fail(matches: Rule, status: number, code: string): void;
  /** Breaks the connection of each request for these paths. */
  lose(matches: Rule): void;
  /** Withholds the server's answers for these paths until `release`; `held` counts them. */
  hold(matches: Rule): { held(): number; release(): void };
  /** All requested paths so far. */
  asked(): readonly string[];
  close(): Promise<void>;
};

export const PORTAL_WORDS = 'Cafe Wi-Fi: please sign in';
const PORTAL_PAGE = `<!doctype html><title>Wi-Fi</title><p>${PORTAL_WORDS}</p>`;

/** Starts a proxy to the server on `port`. */
export async function buildFaultProxy(port: number): Promise<FaultProxy> {
  let mode: 'open' | 'silent' | 'portal' = 'open';
  let failing: { matches: Rule; status: number; code: string } | undefined;
  let isLost: Rule = () => false;
  let holding: { matches: Rule; held: (() => void)[] } | undefined;
  const asked: string[] = [];
  const open = new Set<IncomingMessage>();

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    asked.push(path);
    if (mode === 'silent') return;
    if (mode === 'portal') {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PORTAL_PAGE);
      return;
    }
    const { method, headers } = incoming;
    if (isLost(path, method ?? 'GET')) {
      incoming.socket.destroy();
      return;
    }
    const onward = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      open.add(answer);
      answer.on('close', () => open.delete(answer));
      if (failing?.matches(path, method ?? 'GET')) return refuse(answer, outgoing, failing);
      const deliver = () => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      };
      if (holding?.matches(path, method ?? 'GET')) holding.held.push(deliver);
      else deliver();
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has a numeric address.
  const { port: own } = server.address() as AddressInfo;

  return {
    url: `http://localhost:${own}`,
    goSilent() {
      mode = 'silent';
      for (const answer of open) answer.unpipe();
    },
    becomePortal() {
      mode = 'portal';
      // A change of the network breaks open connections.
      for (const answer of open) answer.destroy();
      server.closeIdleConnections();
    },
    open() {
      mode = 'open';
      failing = undefined;
      isLost = () => false;
      holding = undefined;
      // Requests without an answer are lost with their connections.
      server.closeAllConnections();
    },
    fail(matches, status, code) {
      failing = { matches, status, code };
    },
    lose(matches) {
      isLost = matches;
    },
    hold(matches) {
      const mine = { matches, held: [] as (() => void)[] };
      holding = mine;
      return {
        held: () => mine.held.length,
        release() {
          holding = undefined;
          for (const deliver of mine.held.splice(0)) deliver();
        },
      };
    },
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An error answer with the server's own headers. */
function refuse(answer: IncomingMessage, outgoing: ServerResponse, { status, code }: { status: number; code: string }) {
  answer.resume();
  const { 'content-length': _, 'content-encoding': __, ...headers } = answer.headers;
  const body = { code, message: '서버에 문제가 생겼습니다.', requestId: 'r-42' };
  outgoing.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}
