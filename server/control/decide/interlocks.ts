import { SECOND_MS } from '#contract/time/time.ts';
import { isMet, type Latches } from './conditions.ts';
import type { Context } from './context.ts';
import type { Block, Interlock, InterlockVerdict } from './world.ts';

/**
 * The strictest active interlock of each actuator. One that forbids or limits stays active for `holdSec` after its
 * condition last held; one that requires a condition is active unless the condition is known to hold.
 */
export function interlockVerdicts(context: Context, latches: Latches): Map<number, InterlockVerdict> {
  const verdicts = new Map<number, InterlockVerdict>();
  const outside = withForecast(context);
  const inOrder = [...context.world.interlocks].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const interlock of inOrder) {
    if (!interlock.isOn || !isInForce(interlock, outside, latches)) continue;
    const most = interlock.kind === 'limit' ? interlock.limitPct : 0;
    const isTrip = interlock.kind === 'trip';
    for (const channel of interlock.subject) {
      const known = verdicts.get(channel);
      if (!known || most < known.most || (isTrip && !known.isTrip)) {
        verdicts.set(channel, { most, by: interlock.name, isTrip });
      }
    }
  }
  return verdicts;
}

/** Where no station tells wind or rain, interlocks act as if what is forecast for the next hour were there. */
function withForecast(context: Context): Context {
  const { weather } = context.world;
  const next = weather?.forecast?.[0];
  if (!weather || !next || (weather.windMps !== null && weather.rainMmH !== null)) return context;
  const outside = { ...weather, windMps: weather.windMps ?? next.windMps, rainMmH: weather.rainMmH ?? next.rainMm };
  return { ...context, world: { ...context.world, weather: outside } };
}

function isInForce(interlock: Interlock, context: Context, latches: Latches): boolean {
  const truth = isMet(interlock.when, interlock.id, context, latches);
  if (interlock.kind === 'require') return truth !== true;
  const held = `${interlock.id}:held`;
  if (truth) latches.set(held, context.clock.steady);
  const last = latches.get(held);
  if (last === undefined) return false;
  const isHeld = context.clock.steady - last <= interlock.holdSec * SECOND_MS;
  if (!isHeld) latches.delete(held);
  return truth === true || isHeld;
}

/** The block of an interlock, for the log. */
export function interlockBlock({ by }: InterlockVerdict): Block {
  return { layer: 'interlock', outcome: 'blocked', reason: 'INTERLOCK', by, figures: [] };
}
