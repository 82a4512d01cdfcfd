import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSettings } from '#contract/control/actuator.ts';
import { REHEARSAL_DAYS } from '#contract/control/rehearsal/rehearsal.ts';
import { waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { DEMO_PASSWORD } from '#contract/wire/site.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { signInAs } from '../http-client.ts';
import { spread } from '../machine.ts';

const TIMES = 20;
const REHEARSALS = 5;
const LOOK_MS = 20;

/** Times that a grower waits for, on the demonstration: a command, 모두 정지, a killed server, a rehearsal. */
export async function benchOverHttp(dataDir: string): Promise<void> {
  const env = { DATA_DIR: dataDir, DEMO: '1' };
  let server = await startServerProcess(env);
  try {
    const { token } = await signInAs(server.url, 'grower', DEMO_PASSWORD);
    const call = (method: string, path: string, body?: unknown) => ask(server.url, token, method, path, body);
    const [farm] = await call('GET', '/api/farms');
    const farmId: number = farm.index;
    const { channels } = await call('GET', `/api/farms/${farmId}/rule-choices`);
    const find = (type: string) => channels.find((one: { type: string }) => one.type === type)?.index ?? 0;
    const [valve, soil, fan] = [find('WATER'), find('SOIL_MOISTURE'), find('VENT')];
    for (const [channel, type] of [
      [valve, 'WATER'],
      [fan, 'VENT'],
    ] as const) {
      const fields = { ...defaultSettings(type), isCommanded: true, minOnSec: 0, minOffSec: 0, maxStartsPerHour: 60 };
      await call('PUT', `/api/actuators/${channel}`, fields);
    }
    const levelOf = async (channel: number) => {
      const { actuators } = await call('GET', `/api/farms/${farmId}/control`);
      return actuators.find((one: { channel: number }) => one.channel === channel);
    };
    const until = async (isSo: () => Promise<boolean>) => {
      const asked = performance.now();
      while (!(await isSo())) {
        if (performance.now() - asked > 60_000) throw new Error('it did not come about within a minute');
        await sleep(LOOK_MS);
      }
    };
    await until(async () => (await levelOf(fan)).levelPct !== null);
    const takes: number[] = [];
    for (let n = 0; n < TIMES; n += 1) {
      const asked = performance.now();
      await call('POST', `/api/farms/${farmId}/control/overrides`, {
        channel: fan,
        levelPct: n % 2 ? 20 : 60,
        minutes: 5,
      });
      await until(async () => ['accepted', 'running', 'done'].includes((await levelOf(fan)).command?.state));
      takes.push(performance.now() - asked);
    }
    console.log(`  a hand's command asked → accepted, in process: ${spread(takes)} (target: p95 ≤ 500 ms)`);
    const stops: number[] = [];
    for (let n = 0; n < REHEARSALS; n += 1) {
      await call('POST', `/api/farms/${farmId}/control/overrides`, { channel: valve, levelPct: 100, minutes: 5 });
      await until(async () => (await levelOf(valve)).levelPct === 100);
      const asked = performance.now();
      await call('POST', `/api/farms/${farmId}/control/stop-all`, { minutes: 30 });
      await until(async () => (await levelOf(valve)).levelPct === 0);
      stops.push(performance.now() - asked);
      await call('DELETE', `/api/farms/${farmId}/control/stop-all`, {});
    }
    console.log(`  모두 정지 → the valve is shut: ${spread(stops)} (target: p95 ≤ 2 s)`);
    await rehearsals(server.url, token, { farmId, valve, soil });
    server.kill('SIGKILL');
    await server.gone;
    const killed = performance.now();
    server = await startServerProcess({ ...env, PORT: new URL(server.url).port });
    const again = await signInAs(server.url, 'grower', DEMO_PASSWORD);
    await until(async () => {
      const { actuators } = await ask(server.url, again.token, 'GET', `/api/farms/${farmId}/control`);
      return actuators.some(
        ({ channel, levelPct }: { channel: number; levelPct: number | null }) => channel === valve && levelPct !== null,
      );
    });
    console.log(
      `  killed → equipment known and decided on again: ${((performance.now() - killed) / 1_000).toFixed(1)} s (target: 15 s)`,
    );
  } finally {
    server.kill('SIGKILL');
    await server.gone;
  }
}

type Things = { farmId: number; valve: number; soil: number };

async function rehearsals(url: string, token: string, { farmId, valve, soil }: Things): Promise<void> {
  const fields = {
    ...waterSensorDefaults,
    name: 'bench',
    sensors: [soil],
    fromPct: 30,
    toPct: 34,
    steps: [{ valve, doseMin: 10 }],
    dailyMax: { minutes: 120 },
  };
  const [takes, pings]: number[][] = [[], []];
  let isOver = false;
  const pinging = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await fetch(`${url}/api/healthz`);
      pings?.push(performance.now() - asked);
      await sleep(5);
    }
  })();
  for (let n = 0; n < REHEARSALS; n += 1) {
    const asked = performance.now();
    const { data } = await ask(url, token, 'POST', '/api/control/rehearsals', {
      farmIndex: farmId,
      days: REHEARSAL_DAYS,
      fields,
    });
    takes?.push(performance.now() - asked);
    if (data.untilAt !== data.toAt) console.log(`    only until ${data.untilAt}`);
  }
  isOver = true;
  await pinging;
  console.log(`  a rehearsal of ${REHEARSAL_DAYS} days: ${spread(takes ?? [])} (target: p95 ≤ 5 s with 20 rules)`);
  console.log(`  others are answered meanwhile: ${spread(pings ?? [], [0.5, 0.95, 0.99])}`);
}

export async function ask(url: string, token: string, method: string, path: string, body?: unknown) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(told)}`);
  return told;
}
