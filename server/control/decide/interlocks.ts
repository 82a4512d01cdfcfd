import { SECOND_MS } from '#contract/time/time.ts';
import { conditionFigures, isMet, type Latches } from './conditions.ts';
import type { Context } from './context.ts';
import { oncePer } from './once-per.ts';
import type { Block, Interlock, InterlockVerdict } from './world.ts';

type Verdicts = Map<number, InterlockVerdict>;

/**
 * The strictest active interlock of each actuator, and of those that are switched off the strictest that would be
 * active. One that forbids or limits stays active for `holdSec` after its condition last held; one that requires a
 * condition is active unless the condition is known to hold.
 */
export function interlockVerdicts(context: Context, latches: Latches): { active: Verdicts; off: Verdicts } {
  const found: { active: Verdicts; off: Verdicts } = { active: new Map(), off: new Map() };
  const outside = withForecast(context);
  for (const interlock of inOrder(context.world.interlocks)) {
    if (!isInForce(interlock, outside, latches)) continue;
    const verdicts = interlock.isOn ? found.active : found.off;
    const most = interlock.kind === 'limit' ? interlock.limitPct : 0;
    const isTrip = interlock.kind === 'trip';
    const figures = () => conditionFigures(interlock.when, outside);
    for (const channel of interlock.subject) {
      const known = verdicts.get(channel);
      if (!known || most < known.most || (isTrip && !known.isTrip)) {
        verdicts.set(channel, { most, by: interlock.name, isTrip, figures });
      }
    }
  }
  return found;
}

/** Interlocks in an order that does not depend on how they come. */
export const inOrder = oncePer((interlocks: readonly Interlock[]) =>
  [...interlocks].sort((one, other) => (one.id < other.id ? -1 : 1)),
);

/** Where no station tells wind or rain, interlocks act as if what is forecast for the next hour were there. */
function withForecast(context: Context): Context {
  const { weather } = context.world;
  const next = weather?.forecast?.[0];
  if (!weather || !next || (weather.windMps !== null && weather.rainMmH !== null)) return context;
  const outside = { ...weather, windMps: weather.windMps ?? next.windMps, rainMmH: weather.rainMmH ?? next.rainMm };
  return { ...context, world: { ...context.world, weather: outside } };
}

/** The names under which it is noted when an interlock last held: put together anew, they would be looked up by letters. */
const heldNames = oncePer(({ id, heldAs }: Interlock) => ({
  own: `${id}:held`,
  as: heldAs === undefined ? undefined : `${heldAs}:held`,
}));

function isInForce(interlock: Interlock, context: Context, latches: Latches): boolean {
  const truth = isMet(interlock.when, interlock.id, context, latches);
  if (interlock.kind === 'require') return truth !== true;
  const held = heldNames(interlock);
  if (truth) latches.set(held.own, context.clock.steady);
  const last = latches.get(held.own) ?? (held.as === undefined ? undefined : latches.get(held.as));
  if (last === undefined) return false;
  const isHeld = context.clock.steady - last <= interlock.holdSec * SECOND_MS;
  if (!isHeld) latches.delete(held.own);
  return truth === true || isHeld;
}

/** The block of an interlock, for the log. */
export function interlockBlock({ by, figures }: Pick<InterlockVerdict, 'by' | 'figures'>): Block {
  return { layer: 'interlock', outcome: 'blocked', reason: 'INTERLOCK', by, figures: figures() };
}

/** What would be held back by an interlock that is switched off, for the log. */
export function offBlock({ by, figures }: Pick<InterlockVerdict, 'by' | 'figures'>): Block {
  return { layer: 'interlock', outcome: 'kept', reason: 'INTERLOCK_OFF', by, figures: figures() };
}
