import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import mqtt from 'mqtt';
import { type ControlDocument, EXPIRY_MS } from '#contract/control/controller/command.ts';
import { onCleanup } from '../on-cleanup.ts';
import { pollUntil } from '../poll-until.ts';
import { temporaryDir } from '../temporary.ts';

const program = path.resolve(import.meta.dirname, '../../../dist/controller/main.js');

/** A parsed line of the program's output. */
type Printed = Record<string, unknown>;

/** The built reference controller as a process; `dir` holds its persistent files. */
export function startController(url: string, config: object, dir: string, driver = 'simulated', farm = 1) {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, 'config.json');
  writeFileSync(file, JSON.stringify(config));
  const who = ['--broker', url, '--farm', String(farm), '--device', 'gw1'];
  const told = [...who, '--driver', driver, '--config', file, '--data', dir];
  const child = spawn(process.execPath, [program, ...told], { stdio: ['pipe', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.on('data', (part) => {
    printed += part;
  });
  child.stderr.on('data', (part) => {
    printed += part;
  });
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  onCleanup(() => child.kill('SIGKILL'));
  const lines = (): Printed[] => {
    const whole = printed.split('\n').slice(0, -1);
    return whole.map((line) => (line.startsWith('{') ? JSON.parse(line) : { printed: line }));
  };
  return {
    lines,
    gone,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Injects a fault. */
    pretend: (line: string) => void child.stdin.write(`${line}\n`),
    /** Waits for a printed line that contains `what`. */
    async says(what: Printed, withinMs?: number): Promise<Printed> {
      const isSo = (line: Printed) => Object.entries(what).every(([name, value]) => line[name] === value);
      await pollUntil(() => printed.length && lines().find(isSo), Boolean, withinMs);
      return lines().findLast(isSo) ?? {};
    },
    /** The levels of a contact, %, in order. */
    relay: (code: string) => lines().flatMap((line) => (line.relay === code ? [line.levelPct] : [])),
  };
}

export function aDataDir(): string {
  return path.join(temporaryDir(), 'controller');
}

type Message = { topic: string; payload: Record<string, unknown>; isRetained: boolean };

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/**
 * The server's side of the connection, for tests: sends limits and commands, and receives the controller's messages.
 */
export async function aServerSide(url: string) {
  const client = await mqtt.connectAsync(url, { protocolVersion: 5, reconnectPeriod: 100 });
  client.on('error', () => {});
  onCleanup(() => client.endAsync(true));
  const heard: Message[] = [];
  client.on('message', (topic, payload, { retain }) => {
    if (payload.length > 0) heard.push({ topic, payload: JSON.parse(payload.toString()), isRetained: retain });
  });
  await client.subscribeAsync('farm/1/gw1/#', { qos: 1 });
  const say = (topic: string, payload: object, retain = false) =>
    client.publishAsync(`farm/1/gw1/${topic}`, JSON.stringify(payload), { qos: 1, retain });
  const on = (end: string) => heard.filter(({ topic }) => topic === `farm/1/gw1/${end}`).map(({ payload }) => payload);
  let seq = 0;
  return {
    heard,
    say,
    on,
    /** Waits for a message on a topic that contains `what`. */
    async hears(end: string, what: Record<string, unknown>, withinMs?: number): Promise<Record<string, unknown>> {
      const isSo = (one: Record<string, unknown>) => Object.entries(what).every(([name, value]) => one[name] === value);
      await pollUntil(
        () => on(end).some(isSo) || on(end),
        (found) => found === true,
        withinMs,
      );
      return on(end).findLast(isSo) ?? {};
    },
    beat: (term = 5) => say('beat', { at: new Date().toISOString(), term }),
    tell: (document: Omit<ControlDocument, 'v' | 'term'>) => say('control', { v: 1, term: 5, ...document }, true),
    /** Sends a command as the server does, with the given fields overriding the defaults. */
    async order(code: string, given: Record<string, unknown> = {}, retain = false): Promise<string> {
      seq += 1;
      const issued = Date.now();
      const order = {
        v: 1,
        id: uuid(seq),
        run: uuid(900),
        term: 5,
        seq,
        do: 'on',
        maxRunSec: 600,
        issuedAt: new Date(issued).toISOString(),
        expiresAt: new Date(issued + EXPIRY_MS.command).toISOString(),
        why: 'rule',
        ...given,
      };
      await say(`${code}/set`, order, retain);
      return order.id;
    },
  };
}

/** Permissive limits of an output, overridden by the given fields. */
export function limitsOf(
  kind: ControlDocument['channels'][string]['kind'],
  given: Partial<ControlDocument['channels'][string]> = {},
): ControlDocument['channels'][string] {
  return {
    kind,
    isCommanded: true,
    maxRunSec: 3_600,
    minOnSec: 0,
    minOffSec: 0,
    maxDailySec: null,
    travelOpenSec: kind === 'position' ? 10 : null,
    travelCloseSec: kind === 'position' ? 10 : null,
    restPct: 0,
    onLinkLost: 'finish',
    requires: [],
    lockOut: null,
    ...given,
  };
}
