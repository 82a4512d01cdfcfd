import type { Hono } from 'hono';
import { cropGrowth, observedTrees } from '#contract/growing/growing-season.ts';
import {
  createObservation,
  deleteObservation,
  getObservation,
  manageObservations,
  type Observation,
  updateObservation,
} from '#contract/growing/observation.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Store } from '../db/open.ts';
import { createOnce } from '../http/create-once.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { farmOf } from '../kernel/access/farm-of.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail } from '../kernel/fail.ts';
import { addObservation, changeObservation, markObservationDeleted, normaliseObservation } from './commands.ts';
import { createOthers } from './others.ts';
import { fieldsOf, findObservation, listObservedTrees, pageOfObservations } from './queries.ts';
import { findCropGrowth } from './season.ts';

export function mountGrowing(app: Hono<Env>, guards: Guards, deps: { store: Store; now(): number }): void {
  const { store, now } = deps;
  route(app, guards, manageObservations, ({ caller, query }) => pageOfObservations(store, caller, query));
  route(app, guards, observedTrees, ({ params }) => listObservedTrees(store, params.id));
  route(
    app,
    guards,
    getObservation,
    async ({ params }) => (await findObservation(store, params.id)) ?? fail('NOT_FOUND'),
  );
  const findOthers = createOthers(store);
  route(app, guards, cropGrowth, async ({ params }) => {
    const farmId = (await farmOf(store, 'crop', params.id)) ?? fail('NOT_FOUND');
    return (
      (await findCropGrowth(store, { farmId, cropId: params.id }, { now: now(), findOthers })) ?? fail('NOT_FOUND')
    );
  });

  write(app, deps, createObservation, async (call) => {
    const { trx, store: within, body, caller, at, audit } = call;
    const { id: given, ...sent } = body;
    const find = (id: string) => findObservation(within, id);
    const create = async (id: string) => {
      const fields = await normaliseObservation(trx, sent, at);
      await addObservation(trx, id, fields, { userId: caller.userId, at });
      const made = (await find(id)) ?? fail('INTERNAL');
      await audit({ action: 'growing.create', ...lineOf(made), after: fields });
    };
    const asked = { farmId: sent.farmIndex, id: given, content: ['observation', sent] };
    return { message: doneMessages.created, data: await createOnce(call, asked, { find, create }) };
  });

  write(
    app,
    deps,
    updateObservation,
    async ({ trx, store: within, params, body, at, audit }) => {
      const before = fieldsOf((await findObservation(within, params.id)) ?? fail('NOT_FOUND'));
      const after = await normaliseObservation(trx, applyEdit(body, before), at, before);
      await changeObservation(trx, params.id, after);
      const data = (await findObservation(within, params.id)) ?? fail('INTERNAL');
      await audit({ action: 'growing.update', ...lineOf(data), before, after });
      return { message: doneMessages.updated, data };
    },
    { edits: 'growing.update' },
  );

  write(app, deps, deleteObservation, async ({ trx, store: within, params, at, audit }) => {
    const found = await findObservation(within, params.id);
    if (found) {
      await markObservationDeleted(trx, found.farmIndex, params.id, at);
      await audit({ action: 'growing.delete', ...lineOf(found), before: fieldsOf(found) });
    }
    return { message: doneMessages.deleted, data: { id: params.id } };
  });
}

function lineOf({ id, farmIndex, itemsName, house, tree }: Observation) {
  const subjectName = [itemsName, house, tree].filter((word) => word !== '').join(' ');
  return { farmId: farmIndex, subjectId: id, subjectName };
}
