import type { Hono } from 'hono';
import { deviceDone, deviceProblems } from '#contract/device/device-text.ts';
import {
  calibrateSensor,
  createSensor,
  deleteCalibration,
  deleteSensor,
  getSensor,
  manageSensors,
  plausibleRangeOf,
  type SensorDetail,
  type SensorFields,
  sensorFieldsOf,
  updateSensor,
} from '#contract/device/sensor.ts';
import { seoulDate } from '#contract/time/time.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Queries, Store } from '../db/open.ts';
import type { FindExcluded } from '../db/reading-writer.ts';
import type { Trx } from '../db/transaction.ts';
import { createNumberedOnce } from '../http/create-once.ts';
import { requireName } from '../http/require-name.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import { adoptUnknown } from '../ingest/unknown-readings.ts';
import type { Authorship } from '../kernel/access/authorship.ts';
import type { Caller, Env } from '../kernel/access/caller.ts';
import { farmOf } from '../kernel/access/farm-of.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail, failField } from '../kernel/fail.ts';
import type { LiveHub } from '../live/hub.ts';
import {
  addCalibration,
  addChannel,
  type ChannelId,
  changeChannel,
  markChannelDeleted,
  notePlace,
  removeCalibration,
} from './commands.ts';
import { findSensor, pageOfSensors } from './queries.ts';

type SensorDeps = {
  store: Store;
  /** Finds the values excluded by hand, as the open transaction sees them. */
  findExcluded: FindExcluded;
  /** Publishes new values to live views. */
  hub: Pick<LiveHub, 'publish'>;
  /** Tells controllers at once of a channel that is not theirs any more, so that what runs there ends. */
  engine: { decideNow(farmId: number): Promise<void> };
  now(): number;
};

const find = async (store: Queries, caller: Caller, id: number): Promise<SensorDetail> =>
  (await findSensor(store, caller, id)) ?? fail('NOT_FOUND');

export function mountSensor(app: Hono<Env>, guards: Guards, deps: SensorDeps): void {
  const { store } = deps;
  route(app, guards, manageSensors, ({ caller, query }) => pageOfSensors(store, caller, query));
  route(app, guards, getSensor, ({ caller, params }) => find(store, caller, params.id));
  mountSensorWrites(app, deps);
  mountCalibrations(app, deps);
}

function mountSensorWrites(app: Hono<Env>, deps: SensorDeps): void {
  /** Stores what the device sent under this code before as readings of the sensor. */
  const adopt = async (trx: Trx, id: ChannelId, fields: SensorFields, now: number) =>
    adoptUnknown({ ...deps.store, trx }, id, fields, {
      now,
      isExcluded: await deps.findExcluded({ db: trx }, [id.farmId]),
    });

  write(app, deps, createSensor, async (call) => {
    const { trx, store, caller, body, at, audit, afterCommit } = call;
    const { provisionalIndex, ...fields } = body;
    let message: string = doneMessages.created;
    const create = async () => {
      const farmId = (await farmOf(store, 'device', fields.deviceIndex)) ?? fail('NOT_FOUND');
      const index = await addChannel(trx, farmId, fields, { userId: caller.userId, at });
      const newest = await adopt(trx, { farmId, channelId: index }, fields, at);
      afterCommit(() => deps.hub.publish(newest));
      if (newest.length > 0) message = deviceDone.adopted;
      await audit({ action: 'sensor.create', farmId, subjectId: index, subjectName: fields.name, after: fields });
      return { farmId, index };
    };
    const byIndex = (index: number) => findSensor(store, caller, index);
    const asked = { provisionalIndex, content: ['sensor', fields] };
    const data = await createNumberedOnce(call, asked, { find: byIndex, create });
    return { message, data };
  });

  write(
    app,
    deps,
    updateSensor,
    async ({ trx, store, caller, params, body, at, audit, afterCommit }) => {
      const found = await find(store, caller, params.id);
      const before = sensorFieldsOf(found);
      const merged = applyEdit(body, before);
      const isRewired = merged.code !== before.code || merged.deviceIndex !== before.deviceIndex;
      if (isRewired) afterCommit(() => deps.engine.decideNow(found.farmIndex));
      await requirePossible(store, found, merged);
      await change(trx, found, merged, { userId: caller.userId, at });
      const newest = await adopt(trx, { farmId: found.farmIndex, channelId: params.id }, merged, at);
      afterCommit(() => deps.hub.publish(newest));
      const data = await find(store, caller, params.id);
      const line = { farmId: data.farmIndex, subjectId: params.id, subjectName: data.name };
      const { areaName: from, ...restBefore } = before;
      const { areaName: to, ...restAfter } = sensorFieldsOf(data);
      const isMoved = from !== to;
      if (isMoved) await audit({ action: 'sensor.move', ...line, before: { areaName: from }, after: { areaName: to } });
      if (!isMoved || JSON.stringify(restBefore) !== JSON.stringify(restAfter)) {
        await audit({ action: 'sensor.update', ...line, before: restBefore, after: restAfter });
      }
      return { message: isMoved ? deviceDone.moved : doneMessages.updated, data };
    },
    { edits: 'sensor.update' },
  );

  write(app, deps, deleteSensor, async ({ trx, store, caller, params, body, at, audit, afterCommit }) => {
    const found = await find(store, caller, params.id);
    requireName(body, found.name);
    const farmId = found.farmIndex;
    afterCommit(() => deps.engine.decideNow(farmId));
    await markChannelDeleted(trx, { farmId, channelId: params.id }, at);
    const line = { farmId, subjectId: params.id, subjectName: found.name };
    await audit({ action: 'sensor.delete', ...line, before: sensorFieldsOf(found) });
    return { message: doneMessages.deleted, data: { index: params.id } };
  });
}

/** Refuses edits that would falsify a sensor's history, and limits that contradict each other after a merge. */
async function requirePossible(store: Queries, found: SensorDetail, wanted: SensorFields): Promise<void> {
  if (wanted.type !== found.type && found.hasReadings) failField('type', deviceProblems.typeFixed);
  const [min, max] = plausibleRangeOf(wanted);
  if (min >= max) failField('plausibleMax', deviceProblems.range);
  const farmId = await farmOf(store, 'device', wanted.deviceIndex);
  if (farmId !== found.farmIndex) failField('deviceIndex', deviceProblems.otherFarm);
}

async function change(trx: Trx, found: SensorDetail, wanted: SensorFields, by: Authorship): Promise<void> {
  const id = { farmId: found.farmIndex, channelId: found.index };
  await changeChannel(trx, id, wanted);
  if (wanted.areaName === found.areaName) return;
  const [oldest] = found.places.slice(-1);
  // A channel made by the installation has no recorded first place yet.
  if (oldest?.by === null) {
    await notePlace(trx, id, oldest.areaName, { userId: 0, at: Date.parse(oldest.sinceAt) });
  }
  await notePlace(trx, id, wanted.areaName, by);
}

function mountCalibrations(app: Hono<Env>, deps: SensorDeps): void {
  const { tileChanges } = deps.store;
  write(app, deps, calibrateSensor, async ({ trx, store, caller, params, body, at, audit }) => {
    if (body.sinceOn > seoulDate(at)) failField('sinceOn', deviceProblems.future);
    const { farmIndex: farmId, name, calibrations } = await find(store, caller, params.id);
    await addCalibration({ trx, tileChanges }, { farmId, channelId: params.id }, body, { userId: caller.userId, at });
    const replaced = calibrations.find(({ sinceOn }) => sinceOn === body.sinceOn);
    const line = { farmId, subjectId: params.id, subjectName: name };
    const before = replaced && { sinceOn: replaced.sinceOn, correction: replaced.correction };
    await audit({ action: 'sensor.calibrate', ...line, before, after: body });
    return { message: deviceDone.calibrated, data: await find(store, caller, params.id) };
  });

  write(app, deps, deleteCalibration, async ({ trx, store, caller, params, audit }) => {
    const sensor = await find(store, caller, params.id);
    const { farmIndex: farmId, name, calibrations } = sensor;
    const dropped = calibrations.find(({ sinceOn }) => sinceOn === params.sinceOn);
    if (!dropped) return { message: deviceDone.calibrationDropped, data: sensor };
    await removeCalibration({ trx, tileChanges }, { farmId, channelId: params.id }, params.sinceOn);
    const before = { sinceOn: dropped.sinceOn, correction: dropped.correction };
    await audit({ action: 'sensor.calibrate', farmId, subjectId: params.id, subjectName: name, before });
    return { message: deviceDone.calibrationDropped, data: await find(store, caller, params.id) };
  });
}
