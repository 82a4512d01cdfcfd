import net, { type Socket } from 'node:net';

/** A connection to nodes: Modbus RTU frames over TCP, one request at a time. */
export type Bus = {
  /** Reads registers; rejects with `NoAnswer` or `Refused`. */
  read(unit: number, address: number, count: number): Promise<number[]>;
  write(unit: number, address: number, values: readonly number[]): Promise<void>;
  close(): void;
};

/** No readable answer arrived. */
export class NoAnswer extends Error {}

/** The node answered with an exception: 1 function, 2 address, 3 value. */
export class Refused extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exception ${code}`);
    this.code = code;
  }
}

const READ = 0x03;
const WRITE = 0x10;
/** Timeout of a request, ms, and number of tries before a node counts as lost. */
const ANSWER_MS = 500;
const TRIES = 3;

/** CRC-16 of Modbus: polynomial 0xA001 reflected, initial value 0xFFFF, low byte first on the wire. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}

function frameOf(unit: number, fn: number, words: readonly number[], tail: readonly number[] = []): Buffer {
  const big = (fingerprint: number) => [fingerprint >> 8, fingerprint & 0xff];
  const counted = tail.length > 0 ? [2 * tail.length, ...tail.flatMap(big)] : [];
  const body = Buffer.from([unit, fn, ...words.flatMap(big), ...counted]);
  const crc = crcOf(body);
  return Buffer.from([...body, crc & 0xff, crc >> 8]);
}

/** The complete answer at the start of the received bytes; undefined while incomplete, an error when it is invalid. */
function answerIn(received: Buffer, unit: number, fn: number, length: number): Buffer | Error | undefined {
  const isRefusal = received.length > 1 && received[1] === (fn | 0x80);
  const wanted = isRefusal ? 5 : length;
  if (received.length < wanted) return undefined;
  const body = received.subarray(0, wanted - 2);
  const isWhole = received.length === wanted && crcOf(body) === received.readUInt16LE(wanted - 2);
  if (!isWhole || body[0] !== unit || (!isRefusal && body[1] !== fn)) return new NoAnswer('not readable');
  return isRefusal ? new Refused(body[2] ?? 0) : body;
}

export function connectBus(host: string, port: number): Bus {
  let socket: Socket | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const line = () => {
    if (socket && !socket.destroyed) return socket;
    const opened = net.connect(port, host).setNoDelay(true);
    opened.on('error', () => opened.destroy());
    socket = opened;
    return opened;
  };
  /** A late answer would be taken for the answer to the next request, so a connection that failed is not reused. */
  const drop = () => socket?.destroy();
  const once = (frame: Buffer, length: number) =>
    new Promise<Buffer>((resolve, reject) => {
      const used = line();
      let received = Buffer.alloc(0);
      const over = (end: Buffer | Error) => {
        clearTimeout(timer);
        used.off('data', hear);
        used.off('close', closed);
        if (end instanceof NoAnswer) drop();
        if (end instanceof Error) reject(end);
        else resolve(end);
      };
      const closed = () => over(new NoAnswer('closed'));
      const hear = (part: Buffer) => {
        received = Buffer.concat([received, part]);
        const answer = answerIn(received, frame[0] ?? 0, frame[1] ?? 0, length);
        if (answer) over(answer);
      };
      const timer = setTimeout(() => over(new NoAnswer('silent')), ANSWER_MS);
      used.on('data', hear).on('close', closed);
      used.write(frame);
    });
  /** Repeating a frame is harmless, because a node executes an opid once. */
  const ask = async (frame: Buffer, length: number): Promise<Buffer> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(frame, length);
      } catch (error) {
        if (error instanceof Refused || tries === TRIES) throw error;
      }
    }
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };

  return {
    read: (unit, address, count) =>
      inTurn(async () => {
        const body = await ask(frameOf(unit, READ, [address, count]), 5 + 2 * count);
        if (body[2] !== 2 * count) throw new NoAnswer('another length');
        return Array.from({ length: count }, (_, n) => body.readUInt16BE(3 + 2 * n));
      }),
    write: (unit, address, values) =>
      inTurn(async () => {
        const body = await ask(frameOf(unit, WRITE, [address, values.length], values), 8);
        if (body.readUInt16BE(2) !== address) throw new NoAnswer('of another register');
      }),
    close: drop,
  };
}
