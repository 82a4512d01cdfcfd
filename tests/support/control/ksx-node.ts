import { createServer, type Server, type Socket } from 'node:net';
import { onCleanup } from '../on-cleanup.ts';

/** CRC-16 of Modbus, implemented a second time in another way, so that a mistake would show. */
const table = Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }).reduce<number>((crc) => (crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1), byte),
);
function withCrc(body: readonly number[]): Buffer {
  const crc = body.reduce((sum, byte) => (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0), 0xffff);
  return Buffer.from([...body, crc & 0xff, crc >>> 8]);
}

type Channel = { opid: number; status: number; endsAt: number };

/**
 * A simulated node of KS X 3267 on a real TCP port: registers, timed switches and openers that end by themselves, and
 * fault injection. Records every frame as hex.
 */
export async function aKsxNode(units: Record<number, { kind: 'sensor' | 'actuator'; opid?: number }>) {
  const frames: string[] = [];
  const registers = new Map<string, number>();
  const channels = new Map<string, Channel>();
  const sockets = new Set<Socket>();
  const fault: { mode: 'none' | 'silent' | 'torn' | 'crc'; left: number } = { mode: 'none', left: 0 };
  let knowsPosition = false;
  const key = (unit: number, register: number) => `${unit}/${register}`;
  const set = (unit: number, register: number, ...values: readonly number[]) => {
    for (const [n, value] of values.entries()) registers.set(key(unit, register + n), value);
  };
  for (const [name, { kind }] of Object.entries(units)) {
    const isSensor = kind === 'sensor';
    set(Number(name), 1, 0, 0, isSensor ? 1 : 2, 0, 10, isSensor ? 30 : 24, Number(name), 0);
    for (let n = 1; n <= (isSensor ? 30 : 24); n += 1) set(Number(name), 100 + n, isSensor ? 1 : n <= 16 ? 102 : 112);
  }

  const refresh = (unit: number) => {
    for (const [name, channel] of channels) {
      const [owner, status] = name.split('/').map(Number);
      if (owner !== unit || status === undefined) continue;
      const left = Math.max(0, Math.ceil((channel.endsAt - Date.now()) / 1_000));
      if (left === 0 && (channel.status === 201 || channel.status === 301 || channel.status === 302))
        channel.status = 0;
      set(unit, status, channel.opid, channel.status, left % 65_536, Math.floor(left / 65_536));
    }
  };
  /** A command is executed when its opid differs from the last one. */
  const obey = (unit: number, address: number, [what = 0, opid = 0, low = 0, high = 0]: readonly number[]) => {
    const isOpener = address >= 567;
    const status = isOpener ? 267 + address - 567 : 203 + address - 503;
    const before = channels.get(key(unit, status));
    const known = isOpener ? [0, 303, 304, ...(knowsPosition ? [305] : [])] : [0, 202];
    if (!known.includes(what)) return false;
    if (before?.opid === opid || before?.status === 299 || before?.status === 399) return true;
    const turning: Record<number, number> = { 0: 0, 202: 201, 303: 301, 304: 302, 305: 301 };
    const sec = what === 305 ? 1 : low + 65_536 * high;
    channels.set(key(unit, status), { opid, status: turning[what] ?? 0, endsAt: Date.now() + sec * 1_000 });
    return true;
  };
  const answer = (frame: Buffer): Buffer | undefined => {
    const [unit = 0, fn = 0] = frame;
    if (!units[unit] || !withCrc([...frame.subarray(0, -2)]).equals(frame)) return undefined;
    const address = frame.readUInt16BE(2);
    const count = frame.readUInt16BE(4);
    if (fn === 3) {
      refresh(unit);
      const values = Array.from({ length: count }, (_, n) => registers.get(key(unit, address + n)) ?? 0);
      return withCrc([unit, fn, 2 * count, ...values.flatMap((value) => [value >> 8, value & 0xff])]);
    }
    const values = Array.from({ length: count }, (_, n) => frame.readUInt16BE(7 + 2 * n));
    return obey(unit, address, values) ? withCrc([...frame.subarray(0, 6)]) : withCrc([unit, fn | 0x80, 3]);
  };
  const send = (socket: Socket, reply: Buffer) => {
    const mode = fault.left > 0 ? fault.mode : 'none';
    fault.left -= 1;
    if (mode === 'silent') return;
    if (mode === 'crc') reply[reply.length - 1] = (reply[reply.length - 1] ?? 0) ^ 0xff;
    if (mode === 'torn') {
      const [head, tail] = [reply.subarray(0, 3), reply.subarray(3)];
      socket.write(head);
      setTimeout(() => socket.writable && socket.write(tail), 30);
    } else socket.write(reply);
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true));
    socket.on('error', () => socket.destroy());
    socket.on('data', (frame) => {
      frames.push(frame.toString('hex'));
      const reply = answer(frame);
      if (reply) send(socket, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanup(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** All received frames as hex. */
    frames,
    set,
    /** The next answers are lost, split in two, or have a wrong checksum. */
    fail(mode: 'silent' | 'torn' | 'crc', times = Number.POSITIVE_INFINITY) {
      Object.assign(fault, { mode, left: times });
    },
    mend: () => void Object.assign(fault, { mode: 'none', left: 0 }),
    /** Local control of a switch. */
    byHand(unit: number, status: number, state: 299 | 399 | 0) {
      channels.set(key(unit, status), { opid: 0, status: state, endsAt: 0 });
    },
    /** A power failure of the node. */
    reset() {
      for (const channel of channels.values()) Object.assign(channel, { opid: 0, status: 0, endsAt: 0 });
    },
    learnPositions: () => {
      knowsPosition = true;
    },
    state: (unit: number, status: number) => {
      refresh(unit);
      return registers.get(key(unit, status + 1)) ?? 0;
    },
  };
}
