import { MIN_COVERAGE, type Rehearsal, type RehearsalCaveat } from '#contract/control/rehearsal/rehearsal.ts';
import { leavesOf } from '#contract/control/rule/condition.ts';
import { channelsMovedBy, type RuleFields, sensorGroupsOf, sensorsReadBy } from '#contract/control/rule/rule.ts';
import { seoulDate } from '#contract/time/time.ts';
import { isGroupKnown } from '../decide/readings.ts';
import { createLife } from './life.ts';
import type { Pace } from './pace.ts';
import type { Past } from './past.ts';
import { createDay, createRunTally, type TalliedDay } from './tally-runs.ts';
import { createWordTally } from './tally-words.ts';

/**
 * Simulates a farm's past with a rule in force: the same decisions that run the farm, on measured values and simulated
 * equipment. Sends and stores nothing. Ends early when its pace has no time left; the answer contains how far it came.
 */
export async function rehearse(past: Past, pace: Pace): Promise<Rehearsal> {
  const { begin, end, rule, stored } = past;
  const isSoilUnknown =
    rule.fields.family === 'water-sensor' && !past.houses && !isSoilKnown(past, rule.fields.sensors);
  const moved = stored.equipment.actuators.filter(({ channel }) => channelsMovedBy(rule.fields).includes(channel));
  const life = createLife(past);
  const days = new Map<string, TalliedDay>();
  const runs = createRunTally(past, moved, isSoilUnknown);
  const words = createWordTally(past, moved);
  const groups = sensorGroupsOf(rule.fields);
  const read = sensorsReadBy(rule.fields);
  const freshMs = new Map<number, number>();
  const knownMs = groups.map(() => 0);
  let at = begin;
  while (at < end && (await pace.goOn())) {
    const { rows, nextAt } = life.look(at);
    const ms = Math.min(end, nextAt) - at;
    const date = seoulDate(at);
    const day = days.get(date) ?? createDay(date);
    days.set(date, day);
    runs.see({ at, ms, output: life.output, real: life.real }, day);
    words.see(rows, ms, day);
    const fresh = read.filter(life.isFresh);
    for (const channel of fresh) freshMs.set(channel, (freshMs.get(channel) ?? 0) + ms);
    groups.forEach((group, place) => {
      const count = group.filter((channel) => fresh.includes(channel)).length;
      if (isGroupKnown(count, group.length)) knownMs[place] = (knownMs[place] ?? 0) + ms;
    });
    at += ms;
  }
  const share = (ms: number) => (at === begin ? 0 : Math.round((1_000 * ms) / (at - begin)) / 1_000);
  const coverage = read.map((channel) => ({ channel, share: share(freshMs.get(channel) ?? 0) }));
  const knownShare = Math.min(1, ...knownMs.map(share), 1 - share(words.unknownMs()));
  return {
    fromAt: begin,
    untilAt: at,
    toAt: end,
    isClosedLoop: past.houses !== undefined,
    hasModel: past.hasModel,
    coverage,
    knownShare,
    isCounted: knownShare >= MIN_COVERAGE,
    days: [...days.values()].map((day) => day.summary(rule.fields.family === 'reservation-target')),
    runs: runs.runs(at),
    conflicts: words.conflicts(),
    blocks: words.blocks(),
    caveats: caveatsOf(past, isSoilUnknown),
    soilRuns: past.soilRuns,
  };
}

function isSoilKnown({ soil }: Past, probes: readonly number[]): boolean {
  return probes.every((probe) => soil.some((one) => one.probe === probe));
}

/** Caveats that apply to the result. */
function caveatsOf(past: Past, isSoilUnknown: boolean): RehearsalCaveat[] {
  const { rule, newlyCommanded, stored, flowOf } = past;
  const valves = stored.equipment.actuators.filter(
    ({ channel, type }) => type === 'WATER' && channelsMovedBy(rule.fields).includes(channel),
  );
  const flows = valves.map(({ channel }) => flowOf(channel));
  const soil: RehearsalCaveat = isSoilUnknown ? 'SOIL_UNKNOWN' : 'SOIL_LEARNT';
  const byFamily: { readonly [Family in RuleFields['family']]: readonly RehearsalCaveat[] } = {
    'water-time': [],
    'water-sensor': [soil],
    'reservation-target': ['AIR_WOULD_CHANGE'],
    'reservation-composite': ['AIR_WOULD_CHANGE'],
    'reservation-ghg': ['CO2_WOULD_CHANGE'],
  };
  const when = (isSo: boolean, caveat: RehearsalCaveat): RehearsalCaveat[] => (isSo ? [caveat] : []);
  const loop: readonly RehearsalCaveat[] = past.houses
    ? ['CLOSED_LOOP']
    : ['OPEN_LOOP', ...byFamily[rule.fields.family]];
  return [
    ...loop,
    ...when(asksForecast(rule.fields), 'NO_FORECAST'),
    ...when(newlyCommanded.length > 0, 'NOT_COMMANDED'),
    ...when(
      flows.some((flow) => flow?.isNominal),
      'LITRES_NOMINAL',
    ),
    ...when(
      flows.some((flow) => flow && !flow.isNominal),
      'LITRES_MEASURED',
    ),
    ...when(flows.includes(null), 'LITRES_UNKNOWN'),
    'NO_HANDS',
  ];
}

function asksForecast(fields: RuleFields): boolean {
  if (fields.family === 'water-time') return (fields.rainSkip?.nextHours ?? 0) > 0;
  return (
    fields.family === 'reservation-composite' &&
    leavesOf(fields.when).some(({ condition }) => condition.kind === 'forecast')
  );
}
