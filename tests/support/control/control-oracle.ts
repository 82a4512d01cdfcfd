import { LINK_LOST_MS } from '#contract/control/controller/core.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, seoulDate } from '#contract/time/time.ts';
import type { Actuator, Planned } from '#server/control/decide/world.ts';
import { channel } from './control-farm.ts';
import type { Moment } from './control-life.ts';
import { type Check, isOn, LOOK_SEC, levelOf } from './oracle-check.ts';
import { dailyMost, doses, pumpWithoutValve, slotsOnce, waterWhile } from './water-checks.ts';
import { wholeSentences } from './whole-sentences.ts';

/** Checks safety properties against the equipment at every moment. A finding names the property and the time. */
type Oracle = {
  see(moment: Moment): void;
  violations: string[];
  /** Number of moments in which equipment of a type was on. */
  seen: Record<string, number>;
  /** The properties that it checks. */
  names: readonly string[];
};

const water = ({ type }: Actuator) => type === 'WATER' || type === 'MWATER' || type === 'PUMP';

/** Properties P1 to P19 that can be checked on a single life. */
export function anOracle(): Oracle {
  const checks: Record<string, Check> = {
    P1: interlocked(),
    P2: longestRuns(),
    P3: minimumTimes(),
    P4: staleStarts(),
    P5: endings(),
    P6: forbiddenMoves(),
    P7: frost(),
    P8: pumpWithoutValve(),
    P9: slotsOnce(),
    P11: oneRowEach(),
    P12: withoutServer(),
    P13: ({ stale: [one] }) => (one ? `${one.do} of ${one.channel} taken late, twice or out of order` : null),
    P14: dailyMost(),
    P17: doses(),
    P18: wholeSentences,
    P19: waterWhile(),
  };
  const named = Object.entries(checks);
  const violations: string[] = [];
  const seen: Record<string, number> = {};
  return {
    violations,
    seen,
    names: Object.keys(checks),
    see(moment) {
      for (const { channel: index, type } of moment.farm.actuators) {
        if (isOn(moment, index)) seen[type] = (seen[type] ?? 0) + 1;
      }
      for (const [name, check] of named) {
        const found = check(moment);
        if (found !== null)
          violations.push(`${name} at ${new Date(moment.at + 9 * 3_600_000).toISOString().slice(5, 19)}: ${found}`);
      }
    },
  };
}

/** P1: no heater is on while a vent is open, except for frost and its guard. */
function interlocked(): Check {
  let cause: Planned['why'] | null = null;
  let wasOn = false;
  let closedSince = 0;
  return (moment) => {
    const order = moment.taken.findLast((one) => one.channel === channel.heater && one.do === 'on');
    if (order) cause = order.why;
    const isHeating = isOn(moment, channel.heater);
    if (moment.core.outputs[String(channel.heater)]?.source === 'guard') cause = 'frost';
    if (!wasOn && isHeating) closedSince = moment.now;
    wasOn = isHeating;
    const ventPct = levelOf(moment, channel.vent);
    if (isOn(moment, channel.supply) && ventPct > 11) return `carbon dioxide with the vent at ${Math.round(ventPct)} %`;
    // A vent that was moving when frost ended has to close first.
    if (!isHeating || ventPct <= 11 || cause === 'frost') return null;
    return `heater on for ${(moment.now - closedSince) / 1_000} s (${cause}) with the vent at ${Math.round(ventPct)} %`;
  };
}

/**
 * P2: no run is longer than the actuator's longest run, no day longer than its daily maximum. What was begun while the
 * clock was ahead over midnight may be found too long for the day when it is put right, and ends with the next link.
 */
function longestRuns(): Check {
  const since = new Map<number, number>();
  const begunWrong = new Set<number>();
  const day = new Map<string, number>();
  let linkedMs = 0;
  return (moment) => {
    linkedMs = moment.isLinked ? linkedMs + moment.stepMs : 0;
    for (const { channel: index, settings, type } of moment.farm.actuators) {
      if (!isOn(moment, index)) {
        since.delete(index);
        begunWrong.delete(index);
        continue;
      }
      if (!since.has(index)) {
        since.set(index, moment.now);
        if (moment.offsetMs !== 0) begunWrong.add(index);
      }
      const ranSec = (moment.now - (since.get(index) ?? 0)) / SECOND_MS;
      const key = `${index} ${seoulDate(moment.at)}`;
      const daySec = (day.get(key) ?? 0) + moment.stepMs / SECOND_MS;
      day.set(key, daySec);
      if (type === 'WATER' && ranSec > settings.maxRunSec + 2 * LOOK_SEC) return `valve ${index} on for ${ranSec} s`;
      // Measured in steps: each start and end may be seen one step late.
      const isTooLong = settings.maxDailySec !== null && daySec > settings.maxDailySec + 300;
      const mayStillRun = begunWrong.has(index) && linkedMs < 3 * MINUTE_MS;
      if (isTooLong && !mayStillRun) return `${index} on for ${daySec} s a day`;
    }
    return null;
  };
}

/** P3: minimum times hold, except where an urgent cause waives them. */
function minimumTimes(): Check {
  const last = new Map<number, { isOn: boolean; at: number }>();
  return (moment) => {
    let found: string | null = null;
    for (const { channel: index, settings, type } of moment.farm.actuators) {
      if (type === 'VENT') continue;
      const now = isOn(moment, index);
      const was = last.get(index);
      if (was?.isOn === now) continue;
      last.set(index, { isOn: now, at: moment.now });
      if (!was) continue;
      const heldSec = (moment.now - was.at) / SECOND_MS + LOOK_SEC;
      const order = moment.taken.findLast((one) => one.channel === index);
      const isPlain = order?.why === 'rule' || order?.why === 'heat';
      const isOwnDoing = order === undefined || moment.restarted;
      // What happened before the first step is unknown.
      if (isOwnDoing || !isPlain || was.at === 0) continue;
      if (now && heldSec < settings.minOffSec) found = `${index} started after ${heldSec} s of rest`;
      if (!now && heldSec < settings.minOnSec) found = `${index} stopped after ${heldSec} s`;
    }
    return found;
  };
}

/** P4: no dose by moisture while every probe of its rule has been silent for longer than its age limit. */
function staleStarts(): Check {
  const heardAt = new Map<number, number>();
  return (moment) => {
    for (const index of [channel.soil1, channel.soil2]) {
      if (moment.sensors.get(index) !== 'silent') heardAt.set(index, moment.now);
    }
    const isDeaf = (index: number) => moment.now - (heardAt.get(index) ?? 0) > 25 * MINUTE_MS;
    for (const { id, fields } of moment.farm.rules) {
      if (fields.family !== 'water-sensor' || !fields.sensors.every(isDeaf)) continue;
      const started = moment.decision?.commands.find((one) => one.do === 'on' && one.rule === id);
      if (started) return `${started.channel} started by soil that nobody measures`;
    }
    return null;
  };
}

/** P5: manual runs end on time; an emergency stop holds for its time and no longer. */
function endings(): Check {
  let linkedFor = 0;
  return (moment) => {
    linkedFor = moment.isLinked ? linkedFor + moment.stepMs : 0;
    if (linkedFor < 3 * MINUTE_MS || !moment.world) return null;
    const { world, decision } = moment;
    for (const hand of moment.overrides) {
      const isOver = moment.offsetMs === 0 && moment.at > hand.endsAt + 2 * MINUTE_MS;
      const begins = decision?.commands.find(
        (one) => one.channel === hand.channel && one.why === 'manual' && one.do !== 'off',
      );
      if (
        isOver &&
        begins &&
        hand.endsAt - hand.setAt < DAY_MS &&
        world.overrides.filter((one) => one.channel === hand.channel).length === 1
      ) {
        return `${hand.channel} still moved by hand`;
      }
    }
    return null;
  };
}

/** P6: nothing is sent to equipment that is not commanded, nothing is started under a lock. */
function forbiddenMoves(): Check {
  return ({ decision, world, farm }) => {
    for (const order of decision?.commands ?? []) {
      const settings = farm.actuators.find((one) => one.channel === order.channel)?.settings;
      if (!settings?.isCommanded) return `${order.do} sent to ${order.channel}, which is not commanded`;
      const isLocked = world?.lockOuts.some((one) => one.channel === order.channel);
      if (isLocked && (order.do === 'on' || order.do === 'position')) return `${order.channel} moved under a lock`;
    }
    return null;
  };
}

/**
 * P7: below the frost guard, with a working heater and thermometer, the heater is on within 60 s. P16: also after any
 * silence.
 */
function frost(): Check {
  let since: number | null = null;
  return (moment) => {
    const heater = moment.farm.actuators.find(({ channel: index }) => index === channel.heater);
    const isFree =
      !moment.world?.trips.length &&
      heater?.settings.isCommanded &&
      moment.isLinked &&
      !moment.locks.includes(channel.heater) &&
      moment.stopAll === null &&
      moment.offsetMs === 0 &&
      moment.sensors.get(channel.air) !== 'silent' &&
      moment.core.now - moment.core.heardAt < LINK_LOST_MS;
    if (!isFree || moment.airC >= moment.farm.heat.frostGuardC - 0.1) {
      since = null;
      return null;
    }
    since ??= moment.now;
    // A minute to measure, a minute to decide, the delay of a lost message, and one step.
    const isLate = moment.now - since > 4 * MINUTE_MS;
    return isLate && !isOn(moment, channel.heater) ? `${moment.airC.toFixed(1)} ℃ and no heat` : null;
  };
}

/** P11: exactly one log entry for each start and stop. */
function oneRowEach(): Check {
  return ({ decision, core }) => {
    if (!decision) return null;
    const rows = decision.explanations.filter(
      ({ actuator, outcome }) => actuator !== null && (outcome === 'started' || outcome === 'stopped'),
    );
    const twice = rows.find((row) => rows.filter(({ actuator }) => actuator === row.actuator).length > 1);
    if (twice) return `two lines for ${twice.actuator}`;
    const silent = decision.commands.find(
      (order) => !rows.some(({ actuator }) => actuator === order.channel) && !isRenewal(order, decision.memory, core),
    );
    return silent ? `${silent.do} of ${silent.channel} without a line` : null;
  };
}

/** What runs goes on; a motor on its way to a level is held longer on its way there, by this hand or another. */
function isRenewal(
  { do: what, channel: index, levelPct, why }: Planned,
  { actuators }: NonNullable<Moment['decision']>['memory'],
  { outputs }: Moment['core'],
): boolean {
  if (what === 'on') return (actuators[index]?.levelPct ?? 0) > 0;
  const output = outputs[String(index)];
  const isOnItsWay = output?.source === 'command' && output.levelPct !== output.targetPct;
  return what === 'position' && why === 'manual' && isOnItsWay && output.targetPct === levelPct;
}

/** P12: without a server leases end within 900 s, planned runs within their longest duration. */
function withoutServer(): Check {
  let silentSince: number | null = null;
  return (moment) => {
    if (moment.isLinked) {
      silentSince = null;
      return null;
    }
    silentSince ??= moment.now;
    const silentSec = (moment.now - silentSince) / SECOND_MS;
    for (const { channel: index, type, settings } of moment.farm.actuators) {
      const output = moment.core.outputs[String(index)];
      if (!output || output.levelPct === 0 || output.source === 'guard' || type === 'VENT') continue;
      const most = water({ channel: index, type, settings, areaName: '' }) ? 3_600 : 900;
      if (silentSec > most + 2 * LOOK_SEC) return `${index} on ${silentSec} s after the server fell silent`;
    }
    return null;
  };
}
