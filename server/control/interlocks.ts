import {
  type InterlockCode,
  type InterlockSettings,
  interlockCodes,
  isBuiltIn,
} from '#contract/control/protection/interlock.ts';
import type { Queries } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import type { Authorship } from '../kernel/access/authorship.ts';
import type { OwnInterlock } from './built-in-interlocks.ts';

/** What the owner has set of the interlocks of a farm, with who and when (epoch ms). */
export type SetInterlock = OwnInterlock & { by: string; at: number };

/** Reads what the owner has set; rows of codes that this version does not know are left out. */
export async function findInterlocks({ db }: Queries, farmId: number): Promise<SetInterlock[]> {
  const rows = await db
    .selectFrom('interlock')
    .leftJoin('user', 'user.id', 'interlock.set_by')
    .select(['channel_id as channel', 'code', 'is_on', 'value', 'limit_pct', 'hold_sec', 'reason'])
    .select(['user.name as by', 'set_at as at'])
    .where('farm_id', '=', farmId)
    .orderBy('channel_id')
    .orderBy('code')
    .execute();
  return rows.flatMap(
    ({ channel, code: stored, is_on, value, limit_pct, hold_sec, reason, by, at }): SetInterlock[] => {
      const code = interlockCodes.find((one) => one === stored);
      if (!code) return [];
      const settings = { isOn: is_on === 1, value, limitPct: limit_pct, holdSec: hold_sec, reason };
      return [{ channel, code, settings, by: by ?? '', at }];
    },
  );
}

/** Stores what the owner sets; an interlock that is as built in again has no row. */
export async function saveInterlock(
  trx: Trx,
  { farmId, channel, code }: { farmId: number; channel: number; code: InterlockCode },
  settings: InterlockSettings,
  { userId, at }: Authorship,
): Promise<void> {
  if (isBuiltIn(settings)) {
    await trx
      .deleteFrom('interlock')
      .where('farm_id', '=', farmId)
      .where('channel_id', '=', channel)
      .where('code', '=', code)
      .execute();
    return;
  }
  const { isOn, value, limitPct, holdSec, reason } = settings;
  const set = {
    is_on: isOn ? 1 : 0,
    value,
    limit_pct: limitPct,
    hold_sec: holdSec,
    reason,
    set_by: userId,
    set_at: at,
  } as const;
  await trx
    .insertInto('interlock')
    .values({ farm_id: farmId, channel_id: channel, code, ...set })
    .onConflict((c) => c.columns(['farm_id', 'channel_id', 'code']).doUpdateSet(set))
    .execute();
}
