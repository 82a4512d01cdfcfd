import fc from 'fast-check';
import { actuatorRows } from '#contract/control/actuator.ts';
import { usualHysteresis } from '#contract/control/rule/condition.ts';
import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { reservationGhgDefaults } from '#contract/control/rule/reservation-ghg.ts';
import { measures, reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { type Rule, type RuleFields, ruleFields } from '#contract/control/rule/rule.ts';
import { problemsOnFarm } from '#contract/control/rule/rule-fit.ts';
import { waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { type ActuatorTypeName, type ChannelTypeName, isActuator } from '#contract/series/sensor-types.ts';
import { AREA, type ControlFarm, controlSensors } from './control-farm.ts';

/** Values around which sensors of the simulated house move, and a step between thresholds. */
const usualValues: Partial<Record<ChannelTypeName, readonly [least: number, most: number]>> = {
  TEMPERATURE: [0, 20],
  HUMIDITY: [50, 98],
  CO2: [380, 1_000],
  SOIL_MOISTURE: [18, 40],
  FLOW_RATE: [0, 80],
};

const tenths = ([least, most]: readonly [number, number]) =>
  fc.integer({ min: Math.round(least * 10), max: Math.round(most * 10) }).map((value) => value / 10);
const whole = (min: number, max: number) => fc.integer({ min, max });
const someOf = <One>(list: readonly One[], most = list.length) =>
  fc.shuffledSubarray([...list], { minLength: 1, maxLength: Math.min(most, list.length) });

const clockTime = fc
  .tuple(whole(0, 23), whole(0, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const sunTime = fc
  .tuple(fc.constantFrom('sunrise', 'sunset'), whole(-240, 240))
  .map(([edge, off]) => (off === 0 ? edge : `${edge}${off < 0 ? '' : '+'}${off}`));
const dayTime = fc.oneof(clockTime, sunTime);
const dayWindow = fc.record({ from: dayTime, to: dayTime });

const shared = fc.record({
  name: fc.constantFrom('아침', '한낮', '밤'),
  enabled: fc.constant(true),
  mode: fc.constantFrom('act' as const, 'act' as const, 'act' as const, 'watch' as const),
  priority: whole(1, 9),
  days: fc.oneof(
    { weight: 4, arbitrary: fc.constant([1, 2, 3, 4, 5, 6, 7]) },
    { weight: 1, arbitrary: someOf([1, 2, 3, 4, 5, 6, 7]) },
  ),
  windows: fc.oneof(fc.constant([]), fc.array(dayWindow, { minLength: 1, maxLength: 2 })),
});

type House = {
  /** Channels by type. */
  of(type: ChannelTypeName): number[];
  types: ReadonlyMap<number, ChannelTypeName>;
};

function houseOf({ actuators }: Pick<ControlFarm, 'actuators'>): House {
  const types = new Map<number, ChannelTypeName>(
    [...actuators, ...controlSensors].map(({ channel, type }) => [channel, type]),
  );
  return { types, of: (type) => [...types].flatMap(([channel, own]) => (own === type ? [channel] : [])) };
}

function aWaterTime({ of }: House) {
  const amounts = { minutes: [2, 60], litres: [50, 3_000], tonPer10a: [0.5, 4] } as const;
  return fc
    .constantFrom('minutes' as const, 'litres' as const, 'tonPer10a' as const)
    .chain((unit) =>
      fc.record({
        starts: fc.uniqueArray(dayTime, { minLength: 1, maxLength: 3 }),
        unit: fc.constant(unit),
        steps: someOf(of('WATER')).chain((valves) =>
          fc.tuple(...valves.map((valve) => fc.record({ valve: fc.constant(valve), amount: tenths(amounts[unit]) }))),
        ),
        cycles: whole(1, 4),
        soakMin: whole(0, 60),
        budgetPct: whole(2, 40).map((step) => step * 5),
        minAirC: whole(-5, 10),
        catchUpMin: whole(0, 120),
        maxWaitMin: whole(0, 360),
      }),
    )
    .map((given) => ({ ...waterTimeDefaults, ...given }));
}

function aWaterSensor({ of }: House) {
  const step = (valve: number) =>
    fc.oneof(
      fc.record({ valve: fc.constant(valve), doseMin: whole(2, 20) }),
      fc.record({ valve: fc.constant(valve), doseLitres: whole(50, 1_000) }),
    );
  return fc
    .record({
      sensors: someOf(of('SOIL_MOISTURE')),
      by: fc.constantFrom('min' as const, 'mean' as const, 'median' as const),
      fromPct: whole(20, 34),
      above: whole(2, 8),
      forMin: whole(0, 60),
      steps: someOf(of('WATER')).chain((valves) => fc.tuple(...valves.map(step))),
      soakMin: whole(10, 60),
      maxPulses: whole(1, 5),
      restMin: whole(60, 720),
      dailyMax: fc.oneof(fc.record({ litres: whole(200, 6_000) }), fc.record({ minutes: whole(5, 120) })),
      minRisePct: tenths([0.2, 5]),
      stepAfterDryDays: fc.constantFrom(null, 3, 7),
      minAirC: whole(-5, 10),
    })
    .map(({ above, ...given }) => ({ ...waterSensorDefaults, ...given, toPct: given.fromPct + above }));
}

function aTarget({ of }: House) {
  return fc.constantFrom('TEMPERATURE' as const, 'HUMIDITY' as const, 'VPD' as const).chain((measure) => {
    const { bandWidth } = measures[measure];
    const values = measure === 'VPD' ? ([0, 2] as const) : (usualValues[measure] ?? measures[measure].range);
    const sensors = measure === 'VPD' ? [...of('TEMPERATURE'), ...of('HUMIDITY')] : of(measure);
    return fc
      .record({
        sensors: measure === 'VPD' ? fc.constant(sensors) : someOf(sensors),
        direction: fc.constantFrom('lower' as const, 'raise' as const),
        targets: fc.array(fc.record({ from: dayTime, to: dayTime, value: tenths(values) }), {
          minLength: 1,
          maxLength: 3,
        }),
        actuators: someOf(of('VENT')),
        control: fc.constantFrom('onoff' as const, 'band' as const),
        hysteresis: tenths([0.1, bandWidth[1]]),
        bandWidth: tenths(bandWidth),
        minPct: whole(0, 60),
        maxPct: whole(1, 100),
        openStepPct: whole(5, 100),
      })
      .map((given) => ({ ...reservationTargetDefaults, ...given, measure }));
  });
}

function aCondition(house: House) {
  const sensors = [...house.types].flatMap(([channel, type]) => (isActuator(type) ? [] : [{ channel, type }]));
  const forMin = fc.oneof(fc.constant(0), whole(0, 60));
  const sensor = fc.constantFrom(...new Set(sensors.map(({ type }) => type))).chain((type) => {
    const usual = usualValues[type] ?? [0, 1];
    return fc.record({
      kind: fc.constant('sensor'),
      sensors: someOf(house.of(type)),
      by: fc.constantFrom('mean', 'min', 'max', 'median'),
      op: fc.constantFrom('above', 'below', 'between'),
      value: tenths(usual),
      value2: tenths(usual),
      hysteresis: fc.constantFrom(0, usualHysteresis[type] ?? 0),
      forMin,
    });
  });
  const change = fc.constantFrom(...sensors).chain(({ channel, type }) => {
    const [least, most] = usualValues[type] ?? [0, 1];
    return fc.record({
      kind: fc.constant('change'),
      sensor: fc.constant(channel),
      op: fc.constantFrom('rises', 'falls'),
      by: tenths([0.1, (most - least) / 4]),
      withinMin: whole(5, 60),
      forMin,
    });
  });
  const aboveOrBelow = fc.constantFrom('above', 'below');
  const others = fc.oneof(
    fc.constantFrom(['VPD', [0, 2]] as const, ['DEW_POINT_GAP', [0, 8]] as const).chain(([indicator, values]) =>
      fc.record({
        kind: fc.constant('indicator'),
        areaName: fc.constant(AREA),
        indicator: fc.constant(indicator),
        op: aboveOrBelow,
        value: tenths(values),
        hysteresis: tenths([0, 0.5]),
        forMin,
      }),
    ),
    fc.record({
      kind: fc.constant('weather'),
      source: fc.constant('station'),
      field: fc.constantFrom('tempC', 'humidityPct', 'windMps', 'rainMmH', 'rainTodayMm'),
      op: aboveOrBelow,
      value: tenths([0, 20]),
      hysteresis: tenths([0, 2]),
      forMin,
    }),
    fc.record({
      kind: fc.constant('forecast'),
      field: fc.constantFrom('minC', 'maxC', 'rainMm', 'popPct', 'windMps'),
      nextHours: whole(1, 48),
      op: aboveOrBelow,
      value: tenths([0, 30]),
      forMin,
    }),
    fc.record({ kind: fc.constant('time'), windows: fc.array(dayWindow, { minLength: 1, maxLength: 2 }), forMin }),
    fc.record({ kind: fc.constant('sun'), op: aboveOrBelow, elevationDeg: whole(-18, 40), forMin }),
    fc.record({
      kind: fc.constant('actuator'),
      channel: fc.constantFrom(...[...house.types].flatMap(([channel, type]) => (isActuator(type) ? [channel] : []))),
      op: fc.constantFrom('on', 'off', 'above', 'below'),
      value: whole(0, 100),
      forMin,
    }),
  );
  return fc.oneof({ weight: 3, arbitrary: sensor }, { weight: 1, arbitrary: change }, { weight: 2, arbitrary: others });
}

function aComposite(house: House) {
  const match = fc.constantFrom('all', 'any');
  const condition = aCondition(house);
  const group = fc.record({ match, items: fc.array(condition, { minLength: 1, maxLength: 2 }) });
  const movable = [...house.types].flatMap(([channel, type]) =>
    isActuator(type) && !actuatorRows[type].isUpstreamOnly ? [{ channel, type }] : [],
  );
  const action = fc.constantFrom(...movable).chain(({ channel, type }) =>
    fc.record({
      channel: fc.constant(channel),
      levelPct: levels(type),
      forSec: ends(type),
      litres: type === 'WATER' ? fc.oneof(fc.constant(null), whole(50, 1_000)) : fc.constant(null),
      afterSec: fc.oneof(fc.constant(0), whole(0, 600)),
    }),
  );
  return fc
    .record({
      when: fc.record({
        match,
        items: fc.array(fc.oneof({ weight: 3, arbitrary: condition }, { weight: 1, arbitrary: group }), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
      trigger: fc.constantFrom('while' as const, 'when' as const),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
      cooldownMin: whole(0, 120),
      maxPerDay: whole(1, 96),
    })
    .map((given) => ({ ...reservationCompositeDefaults, ...given }));
}

function levels(type: ActuatorTypeName) {
  return actuatorRows[type].kind === 'position' ? whole(0, 100) : fc.constantFrom(0, 100, 100);
}

/** Water and carbon dioxide always have an end. */
function ends(type: ActuatorTypeName) {
  const { kind } = actuatorRows[type];
  return kind === 'position' ? fc.oneof(fc.constant(null), whole(10, 7_200)) : whole(120, 3_600);
}

function aGhg({ of }: House) {
  return fc
    .record({
      does: fc.constantFrom('dose' as const, 'air' as const, 'both' as const),
      co2Sensors: someOf(of('CO2')),
      supplies: someOf(of('CO2_SUPPLY')),
      vents: someOf(of('VENT')),
      lowPpm: whole(400, 900),
      above: whole(0, 400),
      lightFrom: whole(20, 400),
      brighter: whole(1, 400),
      hysteresisPpm: whole(20, 200),
      doseSec: whole(60, 900),
      mixSec: whole(60, 1_800),
      ventStopPct: whole(0, 20),
      ventClosedMin: whole(0, 60),
      maxDailyMin: whole(5, 360),
      airBelowPpm: whole(150, 400),
      airPct: whole(5, 50),
      airForMin: whole(5, 60),
      airMinOutsideC: whole(-5, 25),
    })
    .map(({ above, brighter, ...given }) => ({
      ...reservationGhgDefaults,
      ...given,
      highPpm: given.lowPpm + above,
      lightTo: given.lightFrom + brighter,
    }));
}

/** Any rule of any family that a grower could save on this farm. */
export function aRule(farm: Pick<ControlFarm, 'actuators'>): fc.Arbitrary<RuleFields> {
  const house = houseOf(farm);
  const equipment = {
    types: house.types,
    areas: new Map([...house.types.keys()].map((channel) => [channel, AREA])),
    actuators: new Map(farm.actuators.map(({ channel, settings }) => [channel, { ...settings, isCommanded: true }])),
    intervals: new Map(controlSensors.map(({ channel, intervalMs }) => [channel, intervalMs])),
    hasOwnStation: false,
    seasons: null,
    isOpenField: false,
  };
  const families = [aWaterTime(house), aWaterSensor(house), aTarget(house), aComposite(house), aGhg(house)];
  const saved = families.map((family) =>
    fc
      .tuple(shared, family)
      .map(([common, own]) => ruleFields.safeParse({ ...own, ...common }).data)
      .filter((rule) => rule !== undefined && problemsOnFarm(rule, equipment).length === 0)
      .map((rule) => rule as RuleFields),
  );
  return fc.oneof(...saved);
}

/** The same farm with other rules, as many and such as the seed says. */
export function withAnyRules(farm: ControlFarm, seed: number): ControlFarm {
  const [fields = []] = fc.sample(fc.array(aRule(farm), { minLength: 1, maxLength: 8 }), { seed, numRuns: 1 });
  const rules = fields.map((one, at): Rule => {
    return { id: `00000000-0000-4000-8000-0000000001${String(at).padStart(2, '0')}`, createdAt: at, fields: one };
  });
  return { ...farm, rules };
}
