import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { aServer, aUser, PASSWORD, type SignedIn, signIn } from '../support/server/server.ts';
import { temporaryDir } from '../support/temporary.ts';

/** A logger at the most detailed level that keeps everything. */
function aListeningLog() {
  let written = '';
  const stream = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  return { log: pino({ level: 'trace' }, stream), written: () => written };
}

async function send(person: SignedIn, method: string, at: string, body?: unknown) {
  const answer = await person.call(at, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, data: (await answer.json()).data };
}

async function aWorld() {
  const dataDir = temporaryDir();
  const { log, written } = aListeningLog();
  const said: string[] = [];
  const server = await aServer({ dataDir, log, say: (line) => said.push(line) });
  await aUser(server.store, 'owner');
  await aUser(server.store, 'boss', { authority: 'ROLE_ADMINISTER' });
  const [owner, boss] = [await signIn(server.url, 'owner'), await signIn(server.url, 'boss')];
  const stored = () =>
    readdirSync(dataDir)
      .map((name) => readFileSync(path.join(dataDir, name), 'latin1'))
      .join();
  return { server, dataDir, owner, boss, written, stored, said };
}

const fields = { farmName: '애월 농장', address: '', latitude: null, longitude: null, areaM2: null, coUsers: [] };
const device = { code: 'n01', name: '1동 제어기', kind: 'controller', place: '', note: '' };
const stations = { publicStationId: null, ambientMac: null };
const aKey = () => randomBytes(32).toString('hex');

it('leaves passwords, tokens and keys out of the log and out of what is stored, whatever comes of a request', async () => {
  const { server, owner, boss, written, stored, said } = await aWorld();
  const secrets = new Map<string, string>([
    ['the password of a person', PASSWORD],
    ['a token', owner.token],
    ['the token of an administrator', boss.token],
    ['the first password of the installation', /(?<![\w-])[\w-]{16}(?![\w-])/.exec(said.join(' '))?.[0] ?? ''],
  ]);
  const secret = (name: string, value: string) => {
    secrets.set(name, value);
    return value;
  };

  const wrong = secret('a mistyped password', 'nearly the right password');
  await expect(signIn(server.url, 'owner', wrong)).rejects.toThrow('401');
  const next = secret('a new password', '귤꽃이 피는 오월의 밤');
  expect((await send(owner, 'PUT', '/api/users/me/password', { current: wrong, next })).status).toBe(400);
  expect((await send(owner, 'PUT', '/api/users/me/password', { current: PASSWORD, next })).status).toBe(200);

  const added = await send(boss, 'POST', '/api/admin/users', { userId: 'hand', name: '일꾼', authority: 'ROLE_USER' });
  secret('a first password', added.data.oneTimePassword);
  const reset = await send(boss, 'POST', `/api/admin/users/${added.data.index}/password`);
  secret('a password made anew', reset.data.oneTimePassword);

  const farm = await send(owner, 'POST', '/api/farms', fields);
  const farmIndex = farm.data.index;
  const weather = (ambientKeys: unknown) => ({
    ...stations,
    ambientKeys,
    base: { ...stations, hasAmbientKeys: false },
  });
  const keys = { apiKey: secret('a weather key', aKey()), applicationKey: secret('an application key', aKey()) };
  const at = `/api/farms/${farmIndex}/aws-info`;
  expect((await send(owner, 'POST', at, weather(keys))).status).toBe(200);
  const half = { ...keys, apiKey: secret('a key with a slip', `${aKey()} !`) };
  expect((await send(owner, 'POST', at, weather(half))).status).toBe(400);
  expect((await send(owner, 'POST', at, `${JSON.stringify(weather(keys))},`)).status).toBe(400);

  const made = await send(owner, 'POST', '/api/devices', { ...device, farmIndex });
  secret('the key of a device', made.data.key);
  const renewed = await send(owner, 'POST', `/api/devices/${made.data.device.index}/key`);
  const deviceKey = secret('a new key of a device', renewed.data.key);
  const ingest = (key: string, body: string) =>
    fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
  expect((await ingest(deviceKey, '{"readings":[{"sensor":"none","value":1}]}')).status).toBe(200);
  expect((await ingest(made.data.key, '{"readings":[]}')).status).toBe(401);
  expect((await ingest(deviceKey, `{"${deviceKey}`)).status).toBe(400);

  const report = new URLSearchParams({ level: 'error', code: 'X', message: `at ?token=${owner.token} ${owner.token}` });
  await fetch(`${server.url}/api/auth/_log`, { method: 'POST', body: report });

  // An unexpected failure of a write is logged with its error.
  await server.store.db.schema.dropTable('weather_link').execute();
  const lost = { apiKey: secret('a key in a failing write', aKey()), applicationKey: keys.applicationKey };
  expect((await send(owner, 'POST', at, weather(lost))).status).toBe(500);

  for (const part of ['/api/users/me/password', at, '/api/ingest', 'request failed', 'report from a browser']) {
    expect(written(), 'the log listens').toContain(part);
  }
  expect(stored(), 'the files are read').toContain('n01');
  for (const [name, value] of secrets) {
    expect(value.length, `${name} is known`).toBeGreaterThan(8);
    expect(written(), `${name} in the log`).not.toContain(value);
    expect(stored(), `${name} in a file`).not.toContain(Buffer.from(value).toString('latin1'));
  }
});
