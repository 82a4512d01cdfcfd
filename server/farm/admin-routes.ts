import type { Hono } from 'hono';
import { deletedThings, leadFarms, RESTORE_DAYS, restoreDeleted, setLeadFarm } from '#contract/farm/farm-admin.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import { markCropDeleted } from '../crop/commands.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import { findDeleted, findLeadFarm, pageOfDeleted, pageOfLeadFarms } from './admin-queries.ts';
import { markDeleted, markLeadFarm } from './commands.ts';

type Deps = { store: Store; now(): number };

/** Mounts the calls of administrators on all farms: lead farms, deleted farms and crops. */
export function mountFarmAdministration(app: Hono<Env>, guards: Guards, deps: Deps): void {
  const { store, now } = deps;
  route(app, guards, leadFarms, ({ query }) => pageOfLeadFarms(store, query));
  route(app, guards, deletedThings, ({ query }) => pageOfDeleted(store, query, now()));

  write(app, deps, setLeadFarm, async ({ trx, store, params: { id }, body: { isLeadFarm }, audit }) => {
    const before = (await findLeadFarm(store, id)) ?? fail('NOT_FOUND');
    await markLeadFarm(trx, id, isLeadFarm);
    const line = { farmId: id, subjectId: id, subjectName: before.farmName };
    await audit({ action: 'farm.lead', ...line, before: { isLeadFarm: before.isLeadFarm }, after: { isLeadFarm } });
    return { message: doneMessages.updated, data: { ...before, isLeadFarm } };
  });

  write(app, deps, restoreDeleted, async ({ trx, store, body: { farmIndex, cropId }, at, audit }) => {
    const { name, deletedAt, isFarmDeleted } = (await findDeleted(store, { farmIndex, cropId })) ?? fail('NOT_FOUND');
    if (at - deletedAt > RESTORE_DAYS * DAY_MS) fail('RESTORE_TOO_LATE');
    const line = { farmId: farmIndex, subjectId: cropId ?? farmIndex, subjectName: name };
    if (cropId === null) {
      await markDeleted(trx, farmIndex, null);
      await audit({ action: 'farm.restore', ...line });
    } else {
      if (isFarmDeleted) fail('FARM_DELETED');
      await markCropDeleted(trx, farmIndex, cropId, null);
      await audit({ action: 'crop.restore', ...line });
    }
    return { message: doneMessages.restored, data: { farmIndex, cropId } };
  });
}
