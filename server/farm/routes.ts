import type { Hono } from 'hono';
import { listFarms, shellFarms } from '#contract/farm.ts';
import {
  coUserChoices,
  createFarm,
  deleteFarm,
  getFarm,
  leaveFarm,
  manageFarms,
  shareFarms,
  updateFarm,
} from '#contract/farm-manage.ts';
import { doneMessages } from '#contract/terms-write.ts';
import { mergeEdit } from '#contract/write.ts';
import type { Store } from '../db/open.ts';
import type { Directory } from '../device/directory.ts';
import type { Env } from '../http/env.ts';
import { fail } from '../http/fail.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import { addFarm, changeFarm, markDeleted, removeMember } from './commands.ts';
import { fieldsOf, findFarm, listCoUserChoices, listFarmsOf, listSharedWith, pageOfFarms } from './queries.ts';

export type FarmDeps = { store: Store; directory: Directory; now(): number };

export function mountFarm(app: Hono<Env>, guards: Guards, deps: FarmDeps): void {
  const { store } = deps;
  route(app, guards, listFarms, ({ caller }) => listFarmsOf(store, caller));
  route(app, guards, shellFarms, async ({ caller }) =>
    (await listFarmsOf(store, caller)).map(({ index, farmName }) => ({ index, farmName })),
  );
  route(app, guards, manageFarms, ({ caller, query }) => pageOfFarms(store, caller, query));
  route(app, guards, coUserChoices, async ({ caller }) => ({
    users: await listCoUserChoices(store, caller),
    myId: { userId: caller.login },
  }));
  route(app, guards, shareFarms, ({ caller }) => listSharedWith(store, caller));
  // After the two above: their last words are no numbers.
  route(app, guards, getFarm, async ({ caller, params }) => {
    return (await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND');
  });
  mountFarmWrites(app, deps);
}

function mountFarmWrites(app: Hono<Env>, deps: FarmDeps): void {
  write(app, deps, createFarm, async ({ trx, store, caller, body, at, audit }) => {
    const farmId = await addFarm(trx, caller.userId, body, at);
    const data = (await findFarm(store, caller, farmId)) ?? fail('INTERNAL');
    await audit({ action: 'farm.create', farmId, subjectId: farmId, subjectName: body.farmName, after: body });
    return { status: 201, message: doneMessages.created, data };
  });

  write(app, deps, updateFarm, async ({ trx, store, caller, params, body: { base, ...mine }, at, audit }) => {
    const before = fieldsOf((await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND'));
    const { merged, conflicts } = mergeEdit(base, mine, before);
    if (conflicts.length > 0) fail('CHANGED_MEANWHILE', { details: { current: before, conflicts } });
    await changeFarm(trx, params.id, merged, at);
    const data = (await findFarm(store, caller, params.id)) ?? fail('INTERNAL');
    const line = { farmId: params.id, subjectId: params.id, subjectName: data.farmName };
    await audit({ action: 'farm.update', ...line, before, after: fieldsOf(data) });
    return { status: 200, message: doneMessages.updated, data };
  });

  write(app, deps, deleteFarm, async ({ trx, store, caller, params, body, at, audit, afterCommit }) => {
    const { farmName } = (await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND');
    if (body.confirmName.trim() !== farmName.trim()) fail('NAME_MISMATCH', { field: 'confirmName' });
    await markDeleted(trx, params.id, at);
    await audit({ action: 'farm.delete', farmId: params.id, subjectId: params.id, subjectName: farmName });
    afterCommit(deps.directory.forget);
    return { status: 200, message: doneMessages.deleted, data: { index: params.id } };
  });

  write(app, deps, leaveFarm, async ({ trx, store, caller, params, audit }) => {
    const { farmName } = (await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND');
    if (!(await removeMember(trx, params.id, caller.userId))) fail('BAD_REQUEST');
    await audit({ action: 'farm.leave', farmId: params.id, subjectId: params.id, subjectName: farmName });
    return { status: 200, message: doneMessages.left, data: { index: params.id } };
  });
}
