import type { Hono } from 'hono';
import { createCrop, deleteCrop, farmCrops, getCrop, manageCrops, updateCrop } from '#contract/crop/crop.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Store } from '../db/open.ts';
import { createOnce } from '../http/create-once.ts';
import { requireName } from '../http/require-name.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail } from '../kernel/fail.ts';
import { addCrop, changeCrop, markCropDeleted } from './commands.ts';
import { fieldsOf, findCrop, listCropsOf, pageOfCrops } from './queries.ts';

export function mountCrops(app: Hono<Env>, guards: Guards, deps: { store: Store; now(): number }): void {
  const { store } = deps;
  route(app, guards, manageCrops, ({ caller, query }) => pageOfCrops(store, caller, query));
  route(app, guards, farmCrops, ({ params }) => listCropsOf(store, params.id));
  route(app, guards, getCrop, async ({ params }) => (await findCrop(store, params.id)) ?? fail('NOT_FOUND'));

  write(app, deps, createCrop, async (call) => {
    const { trx, store: within, body, at, audit } = call;
    const { id: given, ...fields } = body;
    const farmId = fields.farmIndex;
    const find = (id: string) => findCrop(within, id);
    const create = async (id: string) => {
      await addCrop(trx, id, fields, at);
      const subjectName = (await find(id))?.itemsName ?? '';
      await audit({ action: 'crop.create', farmId, subjectId: id, subjectName, after: fields });
    };
    const data = await createOnce(call, { farmId, id: given, content: ['crop', fields] }, { find, create });
    return { message: doneMessages.created, data };
  });

  write(
    app,
    deps,
    updateCrop,
    async ({ trx, store: within, params, body, at, audit }) => {
      const before = fieldsOf((await findCrop(within, params.id)) ?? fail('NOT_FOUND'));
      const merged = applyEdit(body, before);
      await changeCrop(trx, params.id, merged, before, at);
      const data = (await findCrop(within, params.id)) ?? fail('INTERNAL');
      const line = { farmId: before.farmIndex, subjectId: params.id, subjectName: data.itemsName };
      await audit({ action: 'crop.update', ...line, before, after: merged });
      return { message: doneMessages.updated, data };
    },
    { edits: 'crop.update' },
  );

  write(app, deps, deleteCrop, async ({ trx, store: within, params, body, at, audit }) => {
    const { itemsName, farmIndex } = (await findCrop(within, params.id)) ?? fail('NOT_FOUND');
    requireName(body, itemsName);
    await markCropDeleted(trx, farmIndex, params.id, at);
    await audit({ action: 'crop.delete', farmId: farmIndex, subjectId: params.id, subjectName: itemsName });
    return { message: doneMessages.deleted, data: { id: params.id } };
  });
}
