import { MINUTE_MS, SECOND_MS, seoulDate } from '#contract/time/time.ts';
import { channel, THIRSTY_PCT } from './control-farm.ts';
import type { Moment } from './control-life.ts';
import { type Check, isOn, LOOK_SEC } from './oracle-check.ts';

/** A dose in litres may take up to this factor of its nominal time. */
const LITRES_CAP = 1.5;
/** A pump may run against a main valve for this long, ms. */
const SHUT_MS = 20 * SECOND_MS;

/** Whether water may pass: through an open main valve, or there is none. */
const isMainOpen = (moment: Moment) =>
  isOn(moment, channel.main) || !moment.farm.actuators.some(({ type }) => type === 'MWATER');

/** P8: a pump never runs with closed valves, not against a closed main valve, and not for long without water. */
export function pumpWithoutValve(): Check {
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
export function slotsOnce(): Check {
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

/** P14, P15: daily limits of moisture rules hold but for one round of doses, whatever the probes show. */
export function dailyMost(): Check {
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
export function doses(): Check {
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
export function waterWhile(): Check {
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
