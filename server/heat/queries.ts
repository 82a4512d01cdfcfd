import { defaultHeatSettings, type HeatSettings, type HeatView, readHeatSettings } from '#contract/heat/heat.ts';
import type { Queries } from '../db/open.ts';
import { findHeatCalendar } from '../growth-calendar/queries.ts';

type FarmHeat = { settings: HeatSettings; isSet: boolean; farmName: string };

/** The heat settings of a farm, the defaults when none are stored; undefined for an unknown farm. */
export async function findHeat({ db }: Queries, farmId: number): Promise<FarmHeat | undefined> {
  const row = await db
    .selectFrom('farm')
    .select(['name', 'heat_settings'])
    .where('farm_id', '=', farmId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const stored = readHeatSettings(row.heat_settings);
  return { settings: stored ?? defaultHeatSettings, isSet: stored !== undefined, farmName: row.name };
}

/** The same with what the page shows besides. */
export async function findHeatView(store: Queries, farmId: number): Promise<HeatView | undefined> {
  const found = await findHeat(store, farmId);
  if (!found) return undefined;
  const { settings, isSet } = found;
  return {
    settings,
    isSet,
    calendar: await findHeatCalendar(store, farmId),
    changed: await findChanged(store, farmId),
  };
}

async function findChanged({ db }: Queries, farmId: number): Promise<HeatView['changed']> {
  const line = await db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .select(['audit.at', 'audit.login', 'user.name'])
    .where('audit.farm_id', '=', farmId)
    .where('audit.action', '=', 'heat.update')
    .orderBy('audit.audit_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return line ? { by: line.name ?? line.login, at: new Date(line.at).toISOString() } : null;
}
