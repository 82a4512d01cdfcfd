import { type Condition, type ConditionGroup, isGroup } from './condition.ts';
import { channelsMovedBy, type RuleFields } from './rule.ts';
import type { ChoiceChannel } from './rule-calls.ts';

type Channel = Pick<ChoiceChannel, 'index' | 'name' | 'areaName' | 'type'>;

/** A rule moved to another house, and the channels that have no counterpart there. */
type Moved = { fields: RuleFields; missing: Channel[] };

/** The house of a rule: where the equipment it moves stands; '' when unknown. */
export function houseOf(rule: RuleFields, channels: readonly Channel[]): string {
  const [moved] = channelsMovedBy(rule);
  return channels.find(({ index }) => index === moved)?.areaName || rule.areaName;
}

/**
 * The rule for another house of the farm. Each channel of its own house is replaced by the one of the same type and
 * name there, or by the only one of its type. A channel without a counterpart is left out, so that no rule reads or
 * moves equipment of the wrong house. Channels outside both houses stay.
 */
export function ruleForHouse(rule: RuleFields, channels: readonly Channel[], areaName: string): Moved {
  const house = houseOf(rule, channels);
  const missing = new Map<number, Channel>();
  const one = (index: number): number | undefined => {
    const channel = channels.find((known) => known.index === index);
    if (!channel || channel.areaName !== house) return index;
    const there = channels.filter((known) => known.areaName === areaName && known.type === channel.type);
    const twin =
      there.find((known) => ownName(known) === ownName(channel)) ?? (there.length === 1 ? there[0] : undefined);
    if (!twin) missing.set(index, channel);
    return twin?.index;
  };
  const fields = { ...mapped(rule, one, areaName, house), areaName };
  return { fields, missing: [...missing.values()] };
}

/** The name without its house: '1동 측창' and '측창' of 1동 are the same. */
function ownName({ name, areaName }: Channel): string {
  return name.replace(areaName, '').trim();
}

type ToTwin = (index: number) => number | undefined;

function mapped(rule: RuleFields, one: ToTwin, areaName: string, house: string): RuleFields {
  const many = (indexes: readonly number[]) => [...new Set(indexes.flatMap((index) => one(index) ?? []))];
  const stepsOf = <Step extends { valve: number }>(steps: readonly Step[]): Step[] =>
    steps.flatMap((step) => {
      const valve = one(step.valve);
      return valve === undefined ? [] : [{ ...step, valve }];
    });
  switch (rule.family) {
    case 'water-time':
      return { ...rule, steps: stepsOf(rule.steps) };
    case 'water-sensor':
      return { ...rule, sensors: many(rule.sensors), steps: stepsOf(rule.steps) };
    case 'reservation-target':
      return { ...rule, sensors: many(rule.sensors), actuators: many(rule.actuators) };
    case 'reservation-ghg': {
      const { co2Sensors, supplies, vents, lightSensor } = rule;
      return {
        ...rule,
        co2Sensors: many(co2Sensors),
        supplies: many(supplies),
        vents: many(vents),
        // Light is the same over the whole farm, so the sensor may stay.
        lightSensor: lightSensor === null ? null : (one(lightSensor) ?? lightSensor),
      };
    }
    case 'reservation-composite': {
      const actions = rule.actions.flatMap((action) => {
        const channel = one(action.channel);
        return channel === undefined ? [] : [{ ...action, channel }];
      });
      return { ...rule, actions, when: groupOf(rule.when, (leaf) => leafOf(leaf, one, many, areaName, house)) };
    }
  }
}

function groupOf({ match, items }: ConditionGroup, leaf: (condition: Condition) => Condition[]): ConditionGroup {
  return {
    match,
    items: items.flatMap((item): ConditionGroup['items'] => {
      if (!isGroup(item)) return leaf(item);
      const inner = item.items.flatMap(leaf);
      return inner.length === 0 ? [] : [{ ...item, items: inner }];
    }),
  };
}

function leafOf(
  condition: Condition,
  one: ToTwin,
  many: (indexes: readonly number[]) => number[],
  areaName: string,
  house: string,
): Condition[] {
  switch (condition.kind) {
    case 'sensor': {
      const sensors = many(condition.sensors);
      return sensors.length === 0 ? [] : [{ ...condition, sensors }];
    }
    case 'change': {
      const sensor = one(condition.sensor);
      return sensor === undefined ? [] : [{ ...condition, sensor }];
    }
    case 'actuator': {
      const channel = one(condition.channel);
      return channel === undefined ? [] : [{ ...condition, channel }];
    }
    case 'indicator':
      return [condition.areaName === house ? { ...condition, areaName } : condition];
    default:
      return [condition];
  }
}
