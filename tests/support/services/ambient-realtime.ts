import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';

type RealtimeDeps = {
  apiKey: string;
  /** The fault that the service shows at present; undefined without one. */
  fault(): string | undefined;
  /** The account's stations with their newest measurements. */
  stations(): readonly { macAddress: string; lastData: Record<string, unknown> }[];
  /** Called for each subscription. */
  onSubscribe(query: Record<string, string>): void;
};

export type Realtime = {
  /** Number of subscribers. */
  subscribers(): number;
  /** Sends the present measurements to all subscribers. */
  tell(): void;
  /** Breaks every connection, as a network failure does. */
  cut(): void;
  stop(): Promise<void>;
};

/** Invalid messages, as faulty networks and services send them. */
const garbage: readonly unknown[] = [null, 'data', 7, [], {}, { macAddress: 5 }, { macAddress: 'x', dateutc: 'now' }];

/** A simulation of Ambient Weather's realtime API: the real Socket.IO protocol on the socket of the other services. */
export function openRealtime(server: HttpServer, { apiKey, fault, stations, onSubscribe }: RealtimeDeps): Realtime {
  const io = new Server(server, {
    serveClient: false,
    transports: ['websocket'],
    allowRequest: (_request, decide) => decide(null, fault() !== 'down'),
  });
  io.on('connection', (socket) => {
    socket.on('subscribe', (sent: { apiKeys?: string[] } | undefined) => {
      const { apiKey: _, applicationKey: __, EIO: ___, transport: ____, ...query } = socket.handshake.query;
      onSubscribe(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])));
      if (fault() === 'slow') return;
      const keys = sent?.apiKeys ?? [];
      const invalidApiKeys = fault() === 'key-refused' ? keys : keys.filter((key) => key !== apiKey);
      const isKnown = invalidApiKeys.length < keys.length;
      if (isKnown) void socket.join('subscribed');
      socket.emit('subscribed', { devices: isKnown ? stations() : [], invalidApiKeys, method: 'subscribe' });
    });
  });
  return {
    subscribers: () => io.sockets.adapter.rooms.get('subscribed')?.size ?? 0,
    tell() {
      if (fault() === 'slow') return;
      const events =
        fault() === 'garbage'
          ? garbage
          : stations().map(({ macAddress, lastData }) => ({ macAddress, ...lastData, device: { info: {} } }));
      for (const event of events) io.to('subscribed').emit('data', event);
    },
    cut() {
      for (const { conn } of io.sockets.sockets.values()) conn.close(true);
    },
    stop: async () => await io.close(),
  };
}
