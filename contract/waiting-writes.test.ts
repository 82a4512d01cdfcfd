import { describe, expect, it } from 'vitest';
import { endpoints } from './endpoints.ts';
import { waitingWrites } from './waiting-writes.ts';
import type { Endpoint } from './wire/endpoint.ts';

const all: readonly Endpoint[] = Object.values(endpoints);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const pagesOf = ({ page }: Endpoint): readonly string[] => [page ?? []].flat();

/**
 * What does harm when it is sent late: commands, rules and settings of equipment, devices and their keys, sign-in,
 * people and their rights. Sensors are judged by their bodies: device/sensor.test.ts.
 */
const harmful = [
  /\/control\b/,
  /^\/api\/(actuators|water-|reservation-|devices|ambient|auth|users|admin|ingest)/,
  /\b(heat|heat-update|keys?|password|sessions|share|aws-info|push-address|interlocks|lock-out|growth-calendar)\b/,
];
const isHarmful = (one: Endpoint) =>
  one.who === 'administrator' ||
  one.who === 'device' ||
  one.who === 'anyone' ||
  pagesOf(one).some((page) => page.startsWith('/cms/control/') || page.startsWith('/admin')) ||
  harmful.some((part) => part.test(one.path));

describe('of all endpoints', () => {
  it('none that concerns equipment, keys, passwords, rights or sign-in may wait on a device', () => {
    const writes = all.filter(({ method }) => method !== 'GET');
    expect(writes.filter(isHarmful).length).toBeGreaterThan(50);
    expect(writes.filter((one) => isHarmful(one) && (one.offline === 'outbox' || one.outbox)).map(nameOf)).toEqual([]);
    // Each of these is known to be harmful: the patterns must not miss it.
    const known = [
      'updateHeat',
      'setOverride',
      'stopAll',
      'updateActuator',
      'changePassword',
      'issueDeviceKey',
    ] as const;
    for (const name of [...known, 'leaveFarm', 'updateUser', 'updateMenuItem', 'createWaterTime'] as const) {
      expect(isHarmful(endpoints[name]), name).toBe(true);
    }
  });

  it('no read may wait, and what may says how', () => {
    for (const one of all) expect(one.offline === 'outbox', nameOf(one)).toBe(one.outbox !== undefined);
    expect(all.filter(({ method, outbox }) => method === 'GET' && outbox).map(nameOf)).toEqual([]);
  });

  it('those that may wait are exactly the list of them', () => {
    const waiting = all.filter(({ offline }) => offline === 'outbox').map(nameOf);
    expect(waitingWrites.map(nameOf).sort()).toEqual(waiting.sort());
  });

  it('a farm may wait, but not with a change of who may use it', () => {
    const farm = { farmName: '밭', address: '', latitude: null, longitude: null, areaM2: null, coUsers: [] };
    const coUsers = [{ userId: 'a', right: 'write' as const }];
    const mayCreate = endpoints.createFarm.outbox?.mayWait;
    expect(mayCreate?.({ params: {}, query: {}, body: farm })).toBe(true);
    expect(mayCreate?.({ params: {}, query: {}, body: { ...farm, coUsers } })).toBe(false);
    const mayUpdate = endpoints.updateFarm.outbox?.mayWait;
    expect(mayUpdate?.({ params: { id: 1 }, query: {}, body: { ...farm, base: farm } })).toBe(true);
    expect(mayUpdate?.({ params: { id: 1 }, query: {}, body: { ...farm, coUsers, base: farm } })).toBe(false);
  });
});
