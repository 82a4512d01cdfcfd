import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { reservationGhgDefaults } from '#contract/control/rule/reservation-ghg.ts';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import type { RuleFamily, RuleFields } from '#contract/control/rule/rule.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { houseOf, ruleForHouse } from '#contract/control/rule/rule-house.ts';
import { waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';

/** Values that a grower must decide start as NaN: a proposed number could be mistaken for advice. */
const OPEN = Number.NaN;

/** What a family moves, in the order in which it is looked for. */
const movedTypes: { readonly [Family in RuleFamily]: readonly ChannelTypeName[] } = {
  'water-sensor': ['WATER'],
  'water-time': ['WATER'],
  'reservation-target': ['VENT'],
  'reservation-composite': [],
  'reservation-ghg': ['CO2_SUPPLY', 'VENT'],
};

/** What a family measures first. */
const measuredTypes: { readonly [Family in RuleFamily]?: ChannelTypeName } = {
  'water-sensor': 'SOIL_MOISTURE',
  'reservation-target': 'TEMPERATURE',
  'reservation-ghg': 'CO2',
};

/**
 * A new rule: off and only watching, with defaults and the sensors and equipment of one house: of the first that
 * measures what the family needs, if possible one in which the server may move what the family moves.
 */
export function newRule(family: RuleFamily, { channels }: Pick<RuleChoices, 'channels'>): RuleFields {
  const able = movedTypes[family].flatMap((type) => channels.filter((channel) => channel.type === type));
  const measured = channels.filter(({ type }) => type === measuredTypes[family]);
  const worth = (one: RuleChoices['channels'][number]) =>
    (measured.some(({ areaName }) => areaName === one.areaName) ? 2 : 0) + Number(isCommanded(one));
  const house = able.toSorted((one, other) => worth(other) - worth(one))[0]?.areaName ?? '';
  const all = (type: ChannelTypeName) =>
    channels.filter((one) => one.type === type && (house === '' || one.areaName === '' || one.areaName === house));
  const indexes = (type: ChannelTypeName) => {
    const [first] = all(type).toSorted((one, other) => Number(isCommanded(other)) - Number(isCommanded(one)));
    return first ? [first.index] : [];
  };
  const [valve] = indexes('WATER');
  switch (family) {
    case 'water-sensor':
      return {
        ...waterSensorDefaults,
        windows: waterSensorDefaults.windows.map((window) => ({ ...window })),
        name: '',
        areaName: house,
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
        areaName: house,
        starts: ['06:30'],
        steps: valve === undefined ? [] : [{ valve, amount: OPEN }],
      };
    case 'reservation-target':
      return {
        ...reservationTargetDefaults,
        name: '',
        areaName: house,
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
        areaName: house,
        does: all('CO2_SUPPLY').length === 0 && all('VENT').length > 0 ? 'air' : 'dose',
        co2Sensors: indexes('CO2'),
        supplies: indexes('CO2_SUPPLY'),
        vents: all('VENT').map(({ index }) => index),
      };
  }
}

const isCommanded = ({ settings }: RuleChoices['channels'][number]) => settings?.isCommanded === true;

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
