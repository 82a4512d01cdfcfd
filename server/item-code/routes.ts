import type { Hono } from 'hono';
import { adminItemCodes, createItemCode, itemCodes, updateItemCode } from '#contract/crop/item-code.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail } from '../kernel/fail.ts';
import { addItemCode, changeItemCode } from './commands.ts';
import { findItemCode, listItemCodes, pageOfItemCodes } from './queries.ts';

export function mountItemCodes(app: Hono<Env>, guards: Guards, deps: { store: Store; now(): number }): void {
  route(app, guards, itemCodes, ({ params }) => listItemCodes(deps.store, params.prefix));
  route(app, guards, adminItemCodes, ({ query }) => pageOfItemCodes(deps.store, query));

  write(app, deps, createItemCode, async ({ trx, store, body, at, audit }) => {
    const code = await addItemCode(trx, body, at);
    const data = (await findItemCode(store, code)) ?? fail('INTERNAL');
    await audit({ action: 'code.create', subjectId: code, subjectName: data.itemsName, after: body });
    return { message: doneMessages.created, data };
  });

  write(app, deps, updateItemCode, async ({ trx, store, params, body, at, audit }) => {
    const { itemsName, position, isRetired } = (await findItemCode(store, params.code)) ?? fail('NOT_FOUND');
    const before = { itemsName, position, isRetired };
    const merged = applyEdit(body, before);
    await changeItemCode(trx, params.code, merged, at);
    const data = (await findItemCode(store, params.code)) ?? fail('INTERNAL');
    await audit({ action: 'code.update', subjectId: params.code, subjectName: data.itemsName, before, after: merged });
    return { message: doneMessages.updated, data };
  });
}
