import type { Hono } from 'hono';
import {
  acceptCode,
  createDevice,
  type DeviceDetail,
  deleteDevice,
  deviceFieldsOf,
  deviceRefusals,
  getDevice,
  ignoreCode,
  issueDeviceKey,
  manageDevices,
  revokeDeviceKey,
  updateDevice,
} from '#contract/device/device.ts';
import { deviceDone, deviceProblems } from '#contract/device/device-text.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Config } from '../config.ts';
import type { Queries, Store } from '../db/open.ts';
import { requireName } from '../http/require-name.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import { findRefused } from '../ingest/refused-readings.ts';
import { listUnknown } from '../ingest/unknown-readings.ts';
import { listUnwanted, markUnwanted, markWanted } from '../ingest/unwanted-codes.ts';
import type { Caller, Env } from '../kernel/access/caller.ts';
import { farmOf } from '../kernel/access/farm-of.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail, failField } from '../kernel/fail.ts';
import { addDevice, changeDevice, markDeviceDeleted, removeKey, replaceKey } from './commands.ts';
import { type DeviceContext, findDevice, pageOfDevices } from './queries.ts';

type DeviceDeps = {
  store: Store;
  /** Controls the equipment of farms. */
  engine: { decideNow(farmId: number): Promise<void> };
  config: Pick<Config, 'mqtt'>;
  now(): number;
};

export function mountDevice(app: Hono<Env>, guards: Guards, deps: DeviceDeps): void {
  const { store } = deps;
  const mqtt = brokerOf(deps.config);
  const context = (): DeviceContext => ({ now: deps.now() });
  const find: FindDevice = async (within, caller, id) =>
    (await findDevice(within, caller, id, { ...context(), mqtt })) ?? fail('NOT_FOUND');

  route(app, guards, manageDevices, ({ caller, query }) => pageOfDevices(store, caller, query, context()));
  route(app, guards, getDevice, ({ caller, params }) => find(store, caller, params.id));
  route(app, guards, deviceRefusals, async ({ params }) => {
    const farmId = (await farmOf(store, 'device', params.id)) ?? fail('NOT_FOUND');
    const unknown = await listUnknown(store, farmId, deps.now());
    return {
      ...(await findRefused(store, { farmId, deviceId: params.id }, deps.now())),
      unknown: unknown.filter(({ deviceIndex }) => deviceIndex === params.id),
      unwanted: await listUnwanted(store, { farmId, deviceId: params.id }),
    };
  });

  mountDeviceWrites(app, deps, find);
  mountKeyWrites(app, deps, find);
  mountCodeWrites(app, deps, find);
}

/** The broker's address for a device with plain MQTT, without the server's own account. */
function brokerOf({ mqtt }: Pick<Config, 'mqtt'>): DeviceDetail['mqtt'] {
  if (!mqtt) return null;
  const { protocol, hostname, port } = new URL(mqtt.url);
  if (protocol.startsWith('ws')) return null;
  const isTls = ['mqtts:', 'tls:', 'ssl:'].includes(protocol);
  // The ports that IANA assigns to MQTT.
  return {
    host: hostname,
    port: Number(port) || (isTls ? 8883 : 1883),
    isTls,
    isAccountNeeded: mqtt.username !== undefined,
  };
}

type FindDevice = (store: Queries, caller: Caller, id: number) => Promise<DeviceDetail>;

function mountDeviceWrites(app: Hono<Env>, deps: DeviceDeps, find: FindDevice): void {
  write(
    app,
    deps,
    createDevice,
    async ({ trx, store, caller, body: { farmIndex, ...fields }, at, audit }) => {
      const { deviceId, key } = await addDevice(trx, farmIndex, fields, at);
      const device = await find(store, caller, deviceId);
      const line = { farmId: farmIndex, subjectId: deviceId, subjectName: fields.name };
      await audit({ action: 'device.create', ...line, after: fields });
      return { message: doneMessages.created, data: { device, key } };
    },
    { remembered: withoutKey },
  );

  write(
    app,
    deps,
    updateDevice,
    async ({ trx, store, caller, params, body, audit, afterCommit }) => {
      const found = await find(store, caller, params.id);
      const before = deviceFieldsOf(found);
      const merged = applyEdit(body, before);
      if (merged.code !== before.code) afterCommit(() => deps.engine.decideNow(found.farmIndex));
      await changeDevice(trx, { farmId: found.farmIndex, deviceId: params.id }, merged);
      const data = await find(store, caller, params.id);
      const line = { farmId: data.farmIndex, subjectId: params.id, subjectName: data.name };
      await audit({ action: 'device.update', ...line, before, after: deviceFieldsOf(data) });
      return { message: doneMessages.updated, data };
    },
    { edits: 'device.update' },
  );

  write(app, deps, deleteDevice, async ({ trx, store, caller, params, body, at, audit, afterCommit }) => {
    const found = await find(store, caller, params.id);
    afterCommit(() => deps.engine.decideNow(found.farmIndex));
    requireName(body, found.name);
    await markDeviceDeleted(trx, { farmId: found.farmIndex, deviceId: params.id }, at);
    const line = { farmId: found.farmIndex, subjectId: params.id, subjectName: found.name };
    const channels = found.channels.map(({ index, name }) => ({ index, name }));
    await audit({ action: 'device.delete', ...line, before: { ...deviceFieldsOf(found), channels } });
    return { message: doneMessages.deleted, data: { index: params.id } };
  });
}

function mountKeyWrites(app: Hono<Env>, deps: DeviceDeps, find: FindDevice): void {
  write(
    app,
    deps,
    issueDeviceKey,
    async ({ trx, store, caller, params, audit }) => {
      const { farmIndex: farmId, name } = await find(store, caller, params.id);
      const key = await replaceKey(trx, { farmId, deviceId: params.id });
      await audit({ action: 'device.key', farmId, subjectId: params.id, subjectName: name });
      const device = await find(store, caller, params.id);
      return { message: deviceDone.keyIssued, data: { device, key } };
    },
    { remembered: withoutKey },
  );

  write(app, deps, revokeDeviceKey, async ({ trx, store, caller, params, audit }) => {
    const { farmIndex: farmId, name } = await find(store, caller, params.id);
    await removeKey(trx, { farmId, deviceId: params.id });
    await audit({ action: 'device.revoke', farmId, subjectId: params.id, subjectName: name });
    return { message: deviceDone.keyRevoked, data: await find(store, caller, params.id) };
  });
}

function mountCodeWrites(app: Hono<Env>, deps: DeviceDeps, find: FindDevice): void {
  write(app, deps, ignoreCode, async ({ trx, store, caller, params, body: { code }, audit }) => {
    const { farmIndex: farmId, name, channels } = await find(store, caller, params.id);
    if (channels.some((channel) => channel.code === code)) failField('code', deviceProblems.channelCodeTaken);
    await markUnwanted({ db: trx }, { farmId, deviceId: params.id, code });
    await audit({ action: 'device.drop-code', farmId, subjectId: params.id, subjectName: name, after: { code } });
    return { message: deviceDone.codeDropped, data: { code } };
  });

  write(app, deps, acceptCode, async ({ trx, store, caller, params: { id, code }, audit }) => {
    const { farmIndex: farmId, name } = await find(store, caller, id);
    await markWanted({ db: trx }, { farmId, deviceId: id, code });
    await audit({ action: 'device.reclaim-code', farmId, subjectId: id, subjectName: name, before: { code } });
    return { message: deviceDone.codeReclaimed, data: { code } };
  });
}

/** Removes the key from the answer kept for repeats: the key may be seen only once. */
function withoutKey<Answer extends { data: { device: DeviceDetail; key: string | null } }>(answer: Answer): Answer {
  return { ...answer, data: { ...answer.data, key: null } };
}
