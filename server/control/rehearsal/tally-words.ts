import type { Figure, Reason } from '#contract/control/decision.ts';
import type { Rehearsal } from '#contract/control/rehearsal/rehearsal.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { Actuator, Explanation } from '../decide/world.ts';
import type { Past } from './past.ts';
import type { TalliedDay } from './tally-runs.ts';

/** Reasons for too little data. */
const UNKNOWN: ReadonlySet<Reason> = new Set(['SENSOR_SILENT', 'SENSOR_DOUBTED', 'CONDITION_UNKNOWN', 'AIR_UNKNOWN']);
/** Waiting that is part of what the rule does. */
const OWN_PACE: ReadonlySet<Reason> = new Set(['SOAKING', 'HOLD', 'MIN_ON', 'MIN_OFF', 'MIXING', 'COOLDOWN']);
const KEPT_BACK: ReadonlySet<Explanation['outcome']> = new Set(['blocked', 'suspended', 'waiting', 'skipped']);
/** A longer list would not be read. */
const MOST_BLOCKS = 12;

/** Counts the explanations about a rule and its actuators, minute by minute. */
export function createWordTally({ rule, rules }: Past, moved: readonly Actuator[]) {
  const conflicts = new Map<string, Rehearsal['conflicts'][number]>();
  const blocks = new Map<string, Rehearsal['blocks'][number]>();
  let blockedBefore: ReadonlySet<string> = new Set();
  let unknownMs = 0;
  const moves = (channel: number | null) => moved.some((one) => one.channel === channel);

  const seeConflict = ({ rule: loser, by, actuator }: Explanation, ms: number) => {
    const isLost = loser === rule.id;
    if (actuator === null || !(isLost || (by === rule.fields.name && moves(actuator)))) return;
    const name = isLost ? (by ?? '') : (rules.find(({ id }) => id === loser)?.fields.name ?? '');
    const first = isLost ? 'other' : 'this';
    const key = `${first} ${name} ${actuator}`;
    const minutes = (conflicts.get(key)?.minutes ?? 0) + ms / MINUTE_MS;
    conflicts.set(key, { name, channel: actuator, minutes, first });
  };
  const seeOwn = ({ reason, figures }: Explanation, ms: number, day: TalliedDay) => {
    if (UNKNOWN.has(reason)) {
      unknownMs += ms;
      day.unknownMs += ms;
    }
    const [held] = reason === 'BEYOND_TARGET' ? figures : [];
    const by = held ? beyondBy(rule, held) : 0;
    if (by <= 0) return;
    day.beyondMs += ms;
    day.degreeHours += (by * ms) / HOUR_MS;
  };
  /** Identifies an explanation that keeps the rule from acting; undefined for all others. */
  const keyOf = ({ rule: about, actuator, layer, outcome, reason, by }: Explanation): string | undefined => {
    const isAbout = about === rule.id || (moves(actuator) && layer !== 'rule');
    if (!isAbout || !KEPT_BACK.has(outcome) || OWN_PACE.has(reason)) return undefined;
    return [outcome, reason, actuator ?? '', by ?? ''].join(' ');
  };

  return {
    see(rows: readonly Explanation[], ms: number, day: TalliedDay): void {
      const blocked = new Set<string>();
      for (const row of rows) {
        if (row.outcome === 'yielded') seeConflict(row, ms);
        else if (row.rule === rule.id && row.actuator === null) seeOwn(row, ms, day);
        const key = row.outcome === 'yielded' ? undefined : keyOf(row);
        if (key === undefined) continue;
        blocked.add(key);
        const before = blocks.get(key) ?? { minutes: 0, times: 0 };
        const times = before.times + (blockedBefore.has(key) ? 0 : 1);
        const minutes = before.minutes + ms / MINUTE_MS;
        blocks.set(key, { minutes, times, row: { ...row, figures: [...row.figures] } });
      }
      blockedBefore = blocked;
    },
    unknownMs: () => unknownMs,
    conflicts: () => [...conflicts.values()].map((one) => ({ ...one, minutes: Math.round(one.minutes) })),
    blocks: () =>
      [...blocks.values()]
        .sort((one, other) => other.minutes - one.minutes)
        .slice(0, MOST_BLOCKS)
        .map((one) => ({ ...one, minutes: Math.round(one.minutes) })),
  };
}

/** How far a value is beyond its target; within the hysteresis it is not beyond. */
function beyondBy({ fields }: Past['rule'], { value, limit }: Figure): number {
  if (limit === null || fields.family !== 'reservation-target') return 0;
  return fields.direction === 'lower' ? value - limit : limit - value;
}
