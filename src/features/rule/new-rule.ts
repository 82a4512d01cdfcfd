import { reservationCompositeDefaults } from '#contract/control/reservation-composite.ts';
import { reservationGhgDefaults } from '#contract/control/reservation-ghg.ts';
import { reservationTargetDefaults } from '#contract/control/reservation-target.ts';
import type { RuleFamily, RuleFields } from '#contract/control/rule.ts';
import type { RuleChoices } from '#contract/control/rule-calls.ts';
import { houseOf, ruleForHouse } from '#contract/control/rule-house.ts';
import { waterSensorDefaults } from '#contract/control/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/water-time.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';

/** Values that a grower must decide start as NaN: a proposed number could be mistaken for advice. */
const OPEN = Number.NaN;

/** A new rule: off and only watching, with defaults and the equipment of one house if there is any. */
export function newRule(family: RuleFamily, { channels }: Pick<RuleChoices, 'channels'>): RuleFields {
  const first = (type: ChannelTypeName) => channels.find((channel) => channel.type === type);
  const of = (type: ChannelTypeName) => channels.filter((channel) => channel.type === type).slice(0, 1);
  const indexes = (type: ChannelTypeName) => of(type).map(({ index }) => index);
  const valve = first('WATER')?.index;
  const house = first('CO2')?.areaName ?? first('VENT')?.areaName;
  switch (family) {
    case 'water-sensor':
      return {
        ...waterSensorDefaults,
        windows: waterSensorDefaults.windows.map((window) => ({ ...window })),
        name: '',
        areaName: first('SOIL_MOISTURE')?.areaName ?? '',
        sensors: indexes('SOIL_MOISTURE'),
        fromPct: OPEN,
        toPct: OPEN,
        steps: valve === undefined ? [] : [{ valve, doseMin: 10 }],
        dailyMax: { minutes: OPEN },
      };
    case 'water-time':
      return {
        ...waterTimeDefaults,
        name: '',
        starts: ['06:30'],
        steps: valve === undefined ? [] : [{ valve, amount: OPEN }],
      };
    case 'reservation-target':
      return {
        ...reservationTargetDefaults,
        name: '',
        sensors: indexes('TEMPERATURE'),
        targets: [{ from: 'sunrise', to: 'sunset', value: OPEN }],
        actuators: indexes('VENT'),
      };
    case 'reservation-composite':
      return { ...reservationCompositeDefaults, name: '', when: { match: 'all', items: [] }, actions: [] };
    case 'reservation-ghg':
      return {
        ...reservationGhgDefaults,
        windows: reservationGhgDefaults.windows.map((window) => ({ ...window })),
        name: '',
        co2Sensors: indexes('CO2'),
        supplies: indexes('CO2_SUPPLY'),
        vents: channels.filter(({ type, areaName }) => type === 'VENT' && areaName === house).map(({ index }) => index),
      };
  }
}

/**
 * A copy of a rule: off, only watching, with a new name. For another house it uses the sensors, equipment and name of
 * that house; otherwise a number is added to the name.
 */
export function copyOf(
  rule: RuleFields,
  { channels, rules }: Pick<RuleChoices, 'channels' | 'rules'>,
  house?: string,
): RuleFields {
  const { fields } = house === undefined ? { fields: rule } : ruleForHouse(rule, channels, house);
  const base = house === undefined ? rule.name : `${house} ${rule.name.replace(houseOf(rule, channels), '').trim()}`;
  const taken = new Set(rules.filter((one) => one.fields.family === rule.family).map((one) => one.fields.name));
  const names = [base, ...rules.map((_, at) => `${base} ${at + 2}`), `${base} ${rules.length + 2}`];
  const name = names.map((one) => one.slice(-40)).find((one) => !taken.has(one)) ?? base;
  return { ...fields, name, enabled: false, mode: 'watch' };
}
