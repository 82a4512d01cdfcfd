import { needsPerson } from '#contract/control/decision.ts';
import { controlMatters } from '#contract/control/words/attention-text.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import { faultSentence } from '#contract/control/words/fault-text.ts';
import { tripSentence } from '#contract/control/words/interlock-text.ts';
import type { ControlMatter } from '#contract/quality/quality.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { builtInInterlocks, type FarmInterlock } from './built-in-interlocks.ts';
import { STATE_KNOWN_MS } from './decide/actuator-memory.ts';
import type { Memory } from './decide/world.ts';
import { decisionsOf, latestByActuator } from './decisions.ts';
import { type Equipment, type EquipmentActuator, findEquipment } from './engine/equipment.ts';
import { findHeld, type HeldNow, locksAt } from './engine/held.ts';
import { findMemory } from './engine/memory-store.ts';
import { faultsIn } from './faults.ts';
import { isHeardAt, lastReadings, type Reported } from './queries.ts';
import { formOf } from './rules.ts';

/** A repair takes hours. A lock that lasts longer was probably forgotten, and could keep a heater off in a frost. */
const LOCK_LASTS_MS = 3 * HOUR_MS;

/** The engine decides every minute. Later than this nothing starts, and leases run out, ms. */
const UNDECIDED_MS = 2 * MINUTE_MS;

type Known = { reports: Reported; now: number };

/**
 * What needs attention of a farm's equipment and rules, the most serious first: an engine that does not decide, an
 * emergency stop, trips, silent controllers, faults, unproved movements, rules that are suspended or have reached their daily
 * maximum or change too often, interlocks that are switched off, long locks.
 */
export async function controlMattersOf(store: Queries, farmId: number, known: Known): Promise<ControlMatter[]> {
  const { actuators, sensors, own } = await findEquipment(store, farmId);
  const commanded = actuators.filter(({ settings }) => settings.isCommanded);
  if (commanded.length === 0) return [];
  const held = await findHeld(store, farmId);
  const memory = await findMemory(store, farmId);
  return [
    ...(known.reports.isClockTrusted() ? [] : [matter(controlMatters.clock, null)]),
    ...undecidedOf(memory, known.now),
    ...stopOf(held, known.now),
    ...tripsOf(commanded, held),
    ...(await silentControllers(store, farmId, commanded, known)),
    ...faultsOf(farmId, { actuators, sensors }, held, known),
    ...unprovedOf(commanded, held, memory),
    ...(await troubledRules(store, farmId, memory)),
    ...(await flappingRules(store, farmId, memory)),
    ...flappingActuators(commanded, memory),
    ...(await troubledActuators(store, farmId, commanded, memory)),
    ...interlocksOff(commanded, builtInInterlocks(actuators, sensors, own), own),
    ...locksOf(commanded, held, known.now),
  ];
}

const nameOf = ({ areaName, name }: EquipmentActuator) => `${areaName} ${name}`.trim();
const matter = (text: string, since: number | null): ControlMatter => ({ text, since, rule: null });

function undecidedOf({ at }: Memory, now: number): ControlMatter[] {
  return at > 0 && now - at > UNDECIDED_MS ? [matter(controlMatters.undecided, at)] : [];
}

function stopOf({ stopAll }: HeldNow, now: number): ControlMatter[] {
  if (!stopAll || stopAll.setAt + stopAll.forMin * MINUTE_MS <= now) return [];
  return [matter(controlMatters.stopped(stopAll.by), stopAll.setAt)];
}

function tripsOf(commanded: readonly EquipmentActuator[], { trips }: HeldNow): ControlMatter[] {
  return trips.flatMap(({ channel, by, at }) => {
    const actuator = commanded.find((one) => one.channel === channel);
    return actuator ? [matter(controlMatters.tripped(nameOf(actuator), tripSentence(by)), at)] : [];
  });
}

/** Interlocks that the owner has switched off, once for each actuator. */
function interlocksOff(
  commanded: readonly EquipmentActuator[],
  interlocks: readonly FarmInterlock[],
  own: Equipment['own'],
): ControlMatter[] {
  return own.flatMap(({ channel, code, settings, by, at }) => {
    const actuator = commanded.find((one) => one.channel === channel);
    const off = interlocks.find((one) => !one.isOn && one.code === code && one.subject.includes(channel));
    return actuator && off
      ? [matter(controlMatters.interlockOff(nameOf(actuator), off.name, by, settings.reason), at)]
      : [];
  });
}

function locksOf(commanded: readonly EquipmentActuator[], held: HeldNow, now: number): ControlMatter[] {
  return locksAt(held, now).flatMap(({ channel, by, reason, at }) => {
    const actuator = commanded.find((one) => one.channel === channel);
    if (!actuator || now - at < LOCK_LASTS_MS) return [];
    return [matter(controlMatters.locked(nameOf(actuator), by, reason), at)];
  });
}

/** Actuators with unproved commands, without the tripped ones, which are listed as trips. */
function unprovedOf(commanded: readonly EquipmentActuator[], { trips }: HeldNow, memory: Memory): ControlMatter[] {
  return commanded.flatMap((actuator) => {
    const times = memory.actuators[actuator.channel]?.unproved ?? 0;
    if (times === 0 || trips.some(({ channel }) => channel === actuator.channel)) return [];
    return [matter(controlMatters.unproved(nameOf(actuator), times), null)];
  });
}

/** Devices whose commanded actuators have all been silent for three minutes. */
async function silentControllers(
  store: Queries,
  farmId: number,
  commanded: readonly EquipmentActuator[],
  { reports, now }: Known,
): Promise<ControlMatter[]> {
  const readings = await lastReadings(store, farmId);
  const newest = new Map<string, number | null>();
  for (const { device, code, channel } of commanded) {
    const at = reports.reported(farmId, device, code)?.receivedAt ?? readings.get(channel)?.at ?? null;
    const known = newest.get(device) ?? null;
    newest.set(device, known === null || (at !== null && at > known) ? at : known);
  }
  const silent = [...newest].filter(([, at]) => at === null || now - at > STATE_KNOWN_MS);
  const names = silent.length > 0 ? await deviceNames(store, farmId) : new Map<string, string>();
  return silent.map(([device, at]) => matter(controlMatters.silent(names.get(device) ?? device), at));
}

/** Faults that controllers tell of, without those of tripped actuators, which are listed as trips; each once for all it is of. */
function faultsOf(
  farmId: number,
  equipment: Pick<Equipment, 'actuators' | 'sensors'>,
  { trips }: HeldNow,
  { reports, now }: Known,
): ControlMatter[] {
  const faultOf = faultsIn(equipment);
  const names = new Map<string, string[]>();
  for (const actuator of equipment.actuators) {
    const { channel, device, code, settings } = actuator;
    const reported = reports.reported(farmId, device, code);
    if (!settings.isCommanded || !reported || !isHeardAt(reported, now)) continue;
    if (trips.some((one) => one.channel === channel)) continue;
    const fault = faultOf(device, reported.state);
    if (!fault) continue;
    const sentence = faultSentence(fault);
    names.set(sentence, [...(names.get(sentence) ?? []), nameOf(actuator)]);
  }
  return [...names].map(([sentence, things]) => matter(controlMatters.faulty(things.join(', '), sentence), null));
}

async function deviceNames({ db }: Queries, farmId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('device').select(['code', 'name']).where('farm_id', '=', farmId).execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** Subjects ('rule:…', 'actuator:…') whose last log entry reports a problem. */
function troubledSubjects({ logged }: Memory, kind: 'rule' | 'actuator'): string[] {
  return Object.entries(logged).flatMap(([subject, word]) => {
    const [outcome = '', , reason = ''] = word.split(' ');
    const [of, id = '', ...rest] = subject.split(':');
    return of === kind && rest.length === 0 && needsPerson({ outcome, reason }) ? [id] : [];
  });
}

async function troubledRules(store: Queries, farmId: number, memory: Memory): Promise<ControlMatter[]> {
  const ids = troubledSubjects(memory, 'rule');
  if (ids.length === 0) return [];
  const rules = (await rulesThatNotify(store, farmId, ids)).filter(({ enabled }) => enabled === 1);
  const matters: ControlMatter[] = [];
  for (const { id, family, name } of rules) {
    const row = (await decisionsOf(store, farmId, id, 20)).find(needsPerson);
    if (row) matters.push({ text: decisionSentence(row, name), since: row.at, rule: { family, id } });
  }
  return matters;
}

/** Those of the rules that are to be told of here, the most important first. */
async function rulesThatNotify({ db }: Queries, farmId: number, ids: readonly string[]) {
  const rows = await db
    .selectFrom('rule')
    .select(['rule_id as id', 'family', 'name', 'enabled', 'body'])
    .where('farm_id', '=', farmId)
    .where('deleted_at', 'is', null)
    .where('rule_id', 'in', ids)
    .orderBy('priority')
    .orderBy('rule_id')
    .execute();
  return rows.filter(({ body }) => formOf(body)?.notify !== false);
}

/** Rules whose lines are held back because they change too often. */
async function flappingRules(store: Queries, farmId: number, { flaps }: Memory): Promise<ControlMatter[]> {
  const flapping = Object.entries(flaps).filter(([, { since }]) => since !== null);
  if (flapping.length === 0) return [];
  const ids = flapping.map(([id]) => id);
  const rules = await rulesThatNotify(store, farmId, ids);
  return rules.map(({ id, family, name }) => {
    const { since = null, withheld = 0 } = flaps[id] ?? {};
    return { text: controlMatters.flapping(name, withheld), since, rule: { family, id } };
  });
}

/** Actuators whose lines are held back, because heating or a protection changes its mind about them too often. */
function flappingActuators(commanded: readonly EquipmentActuator[], { flaps }: Memory): ControlMatter[] {
  return commanded.flatMap((actuator) => {
    const flap = flaps[`actuator:${actuator.channel}`];
    return flap?.since == null ? [] : [matter(controlMatters.flapping(nameOf(actuator), flap.withheld), flap.since)];
  });
}

async function troubledActuators(
  store: Queries,
  farmId: number,
  commanded: readonly EquipmentActuator[],
  memory: Memory,
): Promise<ControlMatter[]> {
  const ids = new Set(troubledSubjects(memory, 'actuator'));
  if (ids.size === 0) return [];
  const latest = await latestByActuator(store, farmId);
  return commanded.flatMap((actuator) => {
    const row = ids.has(String(actuator.channel)) ? latest.get(actuator.channel) : undefined;
    return row ? [matter(decisionSentence(row, nameOf(actuator)), row.at)] : [];
  });
}
