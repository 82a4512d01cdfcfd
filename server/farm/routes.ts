import type { Hono } from 'hono';
import { listFarms, shellFarms } from '#contract/farm/farm.ts';
import {
  createFarm,
  deleteFarm,
  type FarmFields,
  getFarm,
  knownCoUsers,
  leaveFarm,
  manageFarms,
  shareFarms,
  storedFarmFields,
  updateFarm,
} from '#contract/farm/farm-manage.ts';
import { sharedWords } from '#contract/farm/farm-text.ts';
import { awsInfo } from '#contract/farm/farm-weather.ts';
import type { Given } from '#contract/wire/write.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import { createNumberedOnce } from '../http/create-once.ts';
import { requireName } from '../http/require-name.ts';
import { check, type Guards, route } from '../http/route.ts';
import { type WriteCall, write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import type { Encrypter } from '../kernel/encrypt-at-rest.ts';
import { fail } from '../kernel/fail.ts';
import { mountFarmAdministration } from './admin-routes.ts';
import { type CoUserDeps, createCoUsers } from './co-users.ts';
import { addFarm, changeFarm, markDeleted, removeMember, setWeather } from './commands.ts';
import { mergeWeather } from './merge-weather.ts';
import {
  fieldsOf,
  findFarm,
  listFarmChoices,
  listFarmsOf,
  listKnownCoUsers,
  listSharedWith,
  pageOfFarms,
} from './queries.ts';

type FarmDeps = CoUserDeps & {
  encrypter: Encrypter;
  /** Tells controllers at once that their farm is gone, so that what runs there ends. */
  engine: { decideNow(farmId: number): Promise<void> };
};

export function mountFarm(app: Hono<Env>, guards: Guards, deps: FarmDeps): void {
  const { store } = deps;
  route(app, guards, listFarms, ({ caller }) => listFarmsOf(store, caller));
  route(app, guards, shellFarms, ({ caller }) => listFarmChoices(store, caller));
  route(app, guards, manageFarms, ({ caller, query }) => pageOfFarms(store, caller, query));
  route(app, guards, knownCoUsers, async ({ caller }) => ({
    users: await listKnownCoUsers(store, caller),
    myId: { userId: caller.login },
  }));
  route(app, guards, shareFarms, ({ caller }) => listSharedWith(store, caller));
  // This route comes after the two above, so that their last path segments are not taken for an id.
  route(app, guards, getFarm, async ({ caller, params }) => {
    return (await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND');
  });
  mountFarmWrites(app, deps);
  mountWeatherWrite(app, deps);
  mountFarmAdministration(app, guards, deps);
}

function mountFarmWrites(app: Hono<Env>, deps: FarmDeps): void {
  const coUsers = createCoUsers(deps);
  type TakeBack = () => Promise<void>;
  write<typeof createFarm, TakeBack>(
    app,
    deps,
    createFarm,
    async (call) => {
      const { trx, store, caller, body, at, audit, afterCommit, prepared } = call;
      const { provisionalIndex, ...fields } = body;
      afterCommit(prepared);
      let shared = '';
      const create = async () => {
        const farmId = await addFarm(trx, caller.userId, fields, at);
        const farm = { farmId, ownerId: caller.userId };
        shared = sharedWords(await coUsers.replace({ ...call, sent: fields.coUsers }, farm, fields.coUsers));
        const after = fieldsOf((await findFarm(store, caller, farmId)) ?? fail('INTERNAL'));
        await audit({ action: 'farm.create', farmId, subjectId: farmId, subjectName: fields.farmName, after });
        return { farmId, index: farmId };
      };
      const find = (index: number) => findFarm(store, caller, index);
      const data = await createNumberedOnce(call, { provisionalIndex, content: ['farm', fields] }, { find, create });
      return { message: sentences(doneMessages.created, shared), data };
    },
    { prepare: ({ caller, body }) => coUsers.admit(caller, body.coUsers) },
  );

  write<typeof updateFarm, TakeBack>(
    app,
    deps,
    updateFarm,
    async (call) => {
      const { trx, store, caller, params, afterCommit, prepared } = call;
      afterCommit(prepared);
      const { base, ...mine } = call.body;
      const before = fieldsOf((await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND'));
      const merged = check<FarmFields>(
        storedFarmFields,
        applyEdit({ ...inOrder(mine), base: base && inOrder(base) }, before),
      );
      const ownerId = await changeFarm(trx, params.id, merged);
      const farm = { farmId: params.id, ownerId };
      const joined = await coUsers.replace({ ...call, sent: call.body.coUsers ?? [] }, farm, merged.coUsers);
      const data = (await findFarm(store, caller, params.id)) ?? fail('INTERNAL');
      await auditUpdate(call, before, fieldsOf(data));
      return { message: sentences(doneMessages.updated, sharedWords(joined)), data };
    },
    { edits: 'farm.update', prepare: ({ caller, body }) => coUsers.admit(caller, body.coUsers) },
  );

  write(app, deps, deleteFarm, async ({ trx, store, caller, params, body, at, audit, afterCommit }) => {
    const before = fieldsOf((await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND'));
    requireName(body, before.farmName);
    afterCommit(() => deps.engine.decideNow(params.id));
    await markDeleted(trx, params.id, at);
    const line = { farmId: params.id, subjectId: params.id, subjectName: before.farmName };
    await audit({ action: 'farm.delete', ...line, before });
    return { message: doneMessages.deleted, data: { index: params.id } };
  });

  write(app, deps, leaveFarm, async ({ trx, store, caller, params, audit }) => {
    const { farmName } = (await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND');
    if (!(await removeMember(trx, params.id, caller.userId))) fail('BAD_REQUEST');
    await audit({ action: 'farm.leave', farmId: params.id, subjectId: params.id, subjectName: farmName });
    return { message: doneMessages.left, data: { index: params.id } };
  });
}

const sentences = (...all: readonly string[]) => all.filter((one) => one !== '').join(' ');

/** Sorts co-users as they are read, so that another order is not a change. */
function inOrder<Fields extends Given<Pick<FarmFields, 'coUsers'>>>(fields: Fields): Fields {
  const coUsers = fields.coUsers && [...fields.coUsers].sort((a, b) => (a.userId < b.userId ? -1 : 1));
  return coUsers ? { ...fields, coUsers } : fields;
}

/** Writes the audit lines of an update. Sharing gets a line of its own, because it gives rights away. */
async function auditUpdate(
  { params, audit }: WriteCall<typeof updateFarm, unknown>,
  before: FarmFields,
  after: FarmFields,
): Promise<void> {
  const line = { farmId: params.id, subjectId: params.id, subjectName: after.farmName };
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const isShared = !isSame(before.coUsers, after.coUsers);
  if (!isShared || !isSame({ ...before, coUsers: [] }, { ...after, coUsers: [] })) {
    await audit({ action: 'farm.update', ...line, before, after });
  }
  if (isShared) {
    const [was, is] = [before.coUsers, after.coUsers];
    await audit({ action: 'farm.share', ...line, before: { coUsers: was }, after: { coUsers: is } });
  }
}

function mountWeatherWrite(app: Hono<Env>, deps: FarmDeps): void {
  write(app, deps, awsInfo, async ({ trx, store, caller, params, body, at, audit }) => {
    const { weather, farmName } = (await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND');
    const { merged, conflicts } = mergeWeather(body, weather);
    if (conflicts.length > 0) fail('CHANGED_MEANWHILE', { details: { current: weather, conflicts } });
    await setWeather(trx, deps.encrypter, params.id, { ...merged, ambientKeys: body.ambientKeys }, at);
    const data = (await findFarm(store, caller, params.id)) ?? fail('INTERNAL');
    // The log must not hold keys, so it says only that they were replaced.
    const after = { ...data.weather, ...(body.ambientKeys && { areKeysReplaced: weather.hasAmbientKeys }) };
    const line = { farmId: params.id, subjectId: params.id, subjectName: farmName };
    await audit({ action: 'farm.weather', ...line, before: weather, after });
    return { message: doneMessages.updated, data };
  });
}
