import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import type { Protections } from '#contract/control/protection/protection-calls.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { setActuator } from './actuators.ts';
import { saveCommands } from './engine/command-store.ts';

it('offers what the meter has shown in the last proved runs of a valve, from three on', async () => {
  const { store, url } = await aServer();
  const farmId = await aFarm(store, { ownerId: await aUser(store, 'grower') });
  const { channels, key } = await aDevice(store, farmId, ['WATER', 'FLOW_RATE']);
  const [valve = 0, meter = 0] = ['water', 'flow_rate'].map((code) => channels.get(code));
  const settings = { ...defaultSettings('WATER'), isCommanded: true, flowChannel: meter };
  await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel: valve }, settings));
  const grower = await signIn(url, 'grower');
  const usual = async () => {
    const answer = await grower.call(`/api/farms/${farmId}/control/protections`);
    const { usualFlows }: Protections = await answer.json();
    return usualFlows;
  };
  const begun = Date.now() - 48 * HOUR_MS;
  let runs = 0;
  const ran = async (lpm: number, proof: 'proved' | 'none' = 'proved') => {
    const begin = begun + runs * HOUR_MS;
    const end = begin + 10 * MINUTE_MS;
    runs += 1;
    // The pipe fills in the first minute.
    const readings = Array.from({ length: 10 }, (_, minute) => {
      return { sensor: 'flow_rate', at: begin + minute * MINUTE_MS, value: minute === 0 ? 5 : lpm };
    });
    const answer = await fetch(`${url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    });
    expect(answer.status).toBe(200);
    const id = randomUUID();
    const what = { id, do: 'on', levelPct: 100, maxRunSec: 600 } as const;
    const trail = (['asked', 'done'] as const).map((state) => {
      return { state, at: state === 'asked' ? begin : end, reason: null };
    });
    const asked = { askedAt: begin, expiresAt: begin + MINUTE_MS, acceptedAt: begin, runningAt: begin };
    const times = { ...asked, runSince: null, endedAt: end };
    const life = { ...what, ...times, type: 'WATER', state: 'done', trail, tries: 1, proof } as const;
    const planned = { ...what, run: randomUUID(), channel: valve, litres: null, why: 'rule', rule: null } as const;
    await store.db.transaction().execute((trx) => saveCommands(trx, farmId, [{ planned, life, term: 1, seq: runs }]));
  };
  await ran(60);
  await ran(62);
  await ran(300, 'none');
  expect(await usual()).toEqual([]);
  await ran(64);
  expect(await usual()).toEqual([{ channel: valve, lpm: 62, runs: 3 }]);
  // Only the last ten count.
  for (let run = 0; run < 10; run += 1) await ran(48);
  expect(await usual()).toEqual([{ channel: valve, lpm: 48, runs: 10 }]);
});
