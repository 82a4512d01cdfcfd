import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import { waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { setActuator } from '../control/actuators.ts';
import { addRule } from '../control/rule-commands.ts';
import type { Trx } from '../db/transaction.ts';
import type { DemoFarm } from './farms.ts';

/** The house whose watering and vents the server commands; the wall controller does the rest. */
const GIVEN = 'h2';

type Planted = { farmId: number; channels: ReadonlyMap<string, number>; at: number };

/** Adds the commanded outputs and rules of the first farm; the other farms have none. */
export async function setUpControl(trx: Trx, farm: DemoFarm, { farmId, channels, at }: Planted): Promise<void> {
  const house = farm.code === 'wimi' && farm.houses.find(({ code }) => code === GIVEN);
  if (!house) return;
  const channelOf = (suffix: string) => {
    const channel = channels.get(`${GIVEN}-${suffix}`);
    if (channel === undefined) throw new Error(`the demonstration has no ${GIVEN}-${suffix}`);
    return channel;
  };
  const give = (suffix: string, settings: ActuatorSettings) =>
    setActuator(trx, { farmId, channel: channelOf(suffix) }, { ...settings, isCommanded: true });
  const { areaM2, flowLpm } = house.structure;
  await give('water', { ...defaultSettings('WATER'), areaM2, nominalLpm: flowLpm, flowChannel: channelOf('flow') });
  await give('vent', defaultSettings('VENT'));
  for (const [number, fields] of rulesOf(house.areaName, channelOf).entries()) {
    await addRule(trx, { farmId, id: demoRuleId(farmId, number) }, fields, at);
  }
}

function rulesOf(areaName: string, channelOf: (suffix: string) => number): RuleFields[] {
  const [water, vent, air, soil] = [channelOf('water'), channelOf('vent'), channelOf('temp'), channelOf('soil-moist')];
  const active = { enabled: true, mode: 'act', areaName } as const;
  return [
    {
      ...waterSensorDefaults,
      ...active,
      name: `${areaName} 수분 관수`,
      note: '착색기에는 마르게 둡니다.',
      windows: [{ from: 'sunrise', to: 'sunrise+240' }],
      sensors: [soil],
      fromPct: 22,
      toPct: 26,
      steps: [{ valve: water, doseMin: 10 }],
      dailyMax: { minutes: 60 },
    },
    {
      ...reservationTargetDefaults,
      ...active,
      name: `${areaName} 낮 환기`,
      sensors: [air],
      actuators: [vent],
      targets: [{ from: 'sunrise', to: 'sunset', value: 24 }],
    },
    {
      ...waterTimeDefaults,
      areaName,
      name: `${areaName} 여름 새벽 관수`,
      note: '장마가 끝나면 켭니다.',
      days: [1, 4],
      starts: ['06:30'],
      steps: [{ valve: water, amount: 20 }],
    },
  ];
}

/** A fixed id, so that every installation has the same demonstration. */
function demoRuleId(farmId: number, number: number): string {
  return `00000000-0000-4000-8002-${String(farmId * 100 + number).padStart(12, '0')}`;
}
