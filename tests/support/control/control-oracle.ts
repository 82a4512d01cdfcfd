import { LINK_LOST_MS } from '#contract/control/controller/core.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, seoulDate } from '#contract/time/time.ts';
import type { Actuator, Planned } from '#server/control/decide/world.ts';
import { channel, THIRSTY_PCT } from './control-farm.ts';
import type { Moment } from './control-life.ts';
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

type Check = (moment: Moment) => string | null;

const levelOf = ({ core }: Moment, index: number) => core.outputs[String(index)]?.levelPct ?? 0;
const isOn = (moment: Moment, index: number) => levelOf(moment, index) > 0;
const water = ({ type }: Actuator) => type === 'WATER' || type === 'MWATER' || type === 'PUMP';
/** Whether water may pass: through an open main valve, or there is none. */
const isMainOpen = (moment: Moment) =>
  isOn(moment, channel.main) || !moment.farm.actuators.some(({ type }) => type === 'MWATER');
/** Time step of the simulation: a limit may be seen exceeded one step late. */
const LOOK_SEC = 10;
/** A dose in litres may take up to this factor of its nominal time. */
const LITRES_CAP = 1.5;
/** A pump may run against a main valve for this long, ms. */
const SHUT_MS = 20 * SECOND_MS;

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

/** P8: a pump never runs with closed valves, not against a closed main valve, and not for long without water. */
function pumpWithoutValve(): Check {
  let drySince: number | null = null;
  let shutSince: number | null = null;
  return (moment) => {
    if (!isOn(moment, channel.pump)) {
      drySince = null;
      shutSince = null;
      return null;
    }
    shutSince = isMainOpen(moment) ? null : (shutSince ?? moment.now);
    // Its stop needs a report, a decision and a message, which may be lost once.
    if (shutSince !== null && moment.now - shutSince > SHUT_MS) return 'pump on and the main valve shut';
    if (!isOn(moment, channel.valve1) && !isOn(moment, channel.valve2)) return 'pump on and every valve shut';
    drySince = moment.flowLpm > 0 ? null : (drySince ?? moment.now);
    return drySince !== null && moment.now - drySince > 2 * MINUTE_MS ? 'pump on without water' : null;
  };
}

/**
 * P9: a run waters each valve once in each of its cycles. A valve that shut again before its pump ran has watered
 * nothing.
 */
function slotsOnce(): Check {
  const starts = new Map<string, number>();
  const isCounted = new Map<number, boolean>();
  const cyclesOf = new Map<string, number>();
  return (moment) => {
    for (const { run, rule } of moment.taken) {
      const fields = moment.farm.rules.find(({ id }) => id === rule)?.fields;
      if (run !== null && fields?.family === 'water-time') cyclesOf.set(run, fields.cycles);
    }
    for (const index of [channel.valve1, channel.valve2]) {
      if (!isOn(moment, index)) isCounted.set(index, false);
      const run = moment.core.outputs[String(index)]?.run;
      if (!isOn(moment, index) || !isOn(moment, channel.pump) || isCounted.get(index) || !run) continue;
      isCounted.set(index, true);
      const count = (starts.get(`${run} ${index}`) ?? 0) + 1;
      starts.set(`${run} ${index}`, count);
      if (count > (cyclesOf.get(run) ?? 1)) return `valve ${index} watered ${count} times for one run`;
    }
    return null;
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

/** P14, P15: daily limits of moisture rules hold but for one round of doses, whatever the probes show. */
function dailyMost(): Check {
  const given = new Map<string, { litres: number; sec: number }>();
  const ruleOf = new Map<string, string>();
  return (moment) => {
    for (const { run, rule } of moment.taken) if (run !== null && rule !== null) ruleOf.set(run, rule);
    const lpm = moment.farm.nominalLpm;
    for (const { id, fields } of moment.farm.rules) {
      if (fields.family !== 'water-sensor') continue;
      const key = `${id} ${seoulDate(moment.at)}`;
      const today = given.get(key) ?? { litres: 0, sec: 0 };
      for (const index of [channel.valve1, channel.valve2]) {
        const run = moment.core.outputs[String(index)]?.run;
        if (!isOn(moment, channel.pump) || !run || ruleOf.get(run) !== id) continue;
        today.litres += (lpm * moment.stepMs) / MINUTE_MS;
        today.sec += moment.stepMs / SECOND_MS;
      }
      given.set(key, today);
      const doses = fields.steps.map((step) =>
        'doseMin' in step ? step.doseMin * 60 : (LITRES_CAP * 60 * step.doseLitres) / lpm,
      );
      const roundSec = doses.reduce((sum, sec) => sum + sec + 90, 0);
      const most = fields.dailyMax;
      if ('litres' in most) {
        if (today.litres > most.litres + (roundSec / 60) * lpm)
          return `${Math.round(today.litres)} L of ${most.litres}`;
      } else if (today.sec > most.minutes * 60 + roundSec) {
        return `${Math.round(today.sec / 60)} min of ${most.minutes}`;
      }
    }
    return null;
  };
}

/** P17: a run in litres ends by the meter, even without a server, at most two steps of flow late. */
function doses(): Check {
  const open = new Map<number, { run: string; litres: number | null; givenL: number }>();
  return (moment) => {
    for (const index of [channel.valve1, channel.valve2]) {
      const order = moment.taken.findLast((one) => one.channel === index && one.do === 'on');
      if (!isOn(moment, index)) {
        open.delete(index);
        continue;
      }
      const last = open.get(index) ?? { run: '', litres: null, givenL: 0 };
      // A valve that continues with another run gives another amount.
      const was = order && order.run !== last.run ? { run: order.run, litres: order.litres, givenL: 0 } : last;
      // Counts the step that begins, too, so that the last one is not missed when the valve has shut at its end.
      const isPoured = isOn(moment, channel.pump) && isMainOpen(moment) && !moment.isRelayStuck;
      const givenL = was.givenL + (isPoured ? (moment.farm.nominalLpm * moment.stepMs) / MINUTE_MS : 0);
      const litres = order ? order.litres : was.litres;
      open.set(index, { run: was.run, litres, givenL });
      const slackL = (2 * LOOK_SEC * moment.farm.nominalLpm) / 60;
      if (litres !== null && givenL > litres + slackL) {
        return `valve ${index} gave ${Math.round(givenL)} L of ${Math.round(litres)}`;
      }
    }
    return null;
  };
}

/** P19: water of a rule that waters while the soil is dry ends soon after it is not, or nothing is heard of it. */
function waterWhile(): Check {
  const probes = [channel.soil1, channel.soil2];
  const runs = new Set<string>();
  let heardAt = 0;
  let since: number | null = null;
  return (moment) => {
    const { now, sensors, farm, core } = moment;
    const rule = farm.rules.find(({ fields }) => fields.name === 'thirst');
    for (const order of moment.taken) if (rule && order.rule === rule.id && order.do === 'on') runs.add(order.run);
    if (probes.some((index) => sensors.get(index) !== 'silent')) heardAt = now;
    const isWet =
      moment.soilPct > THIRSTY_PCT + 1 && probes.every((index) => (sensors.get(index) ?? 'fine') === 'fine');
    const isOver = isWet || now - heardAt > 16 * MINUTE_MS;
    const isWatering = isOn(moment, channel.valve1) && runs.has(core.outputs[String(channel.valve1)]?.run ?? '');
    since = isOver && isWatering && moment.isLinked ? (since ?? now) : null;
    // Five minutes to measure, one to decide, one of the pump's least, the lead, and orders that are lost.
    return since !== null && now - since > 12 * MINUTE_MS ? 'water goes on though the soil is wet' : null;
  };
}
