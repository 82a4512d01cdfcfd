import { expect, it } from 'vitest';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { ruleFields } from '#contract/control/rule/rule.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, ticks } from '../../../tests/support/control/control-ticks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;

it('a target that heating lifts is told with the one that was chosen, and only while it is lifted', () => {
  const airing = ruleFields.parse({
    ...reservationTargetDefaults,
    name: 'airing',
    sensors: [11],
    actuators: [32],
    targets: [{ from: 'sunrise', to: 'sunset', value: 25 }],
    enabled: true,
    mode: 'act',
  });
  const told = (dayTargetC: number, celsius: number) => {
    const [first] = ticks({
      at: noon,
      minutes: 1,
      actuators: [anActuator(31, 'HEATER'), anActuator(32, 'VENT')],
      rules: [airing],
      sensors: [[11, 'TEMPERATURE', () => celsius]],
      world: () => ({ heat: { ...defaultHeatSettings, enabled: true, dayTargetC, hysteresisC: 1 } }),
    });
    return first?.rows
      .filter(({ rule }) => rule !== null)
      .map((row) => decisionSentence({ ...row, figures: [...row.figures] }, '낮 환기'));
  };
  expect(told(26, 27)).toEqual([
    '낮 환기 그대로 · 온도 27 ℃, 목표 28 ℃ 안 (정한 목표는 25 ℃, 난방과 겹치지 않게 올림) · 벗어나면 움직임',
  ]);
  expect(told(26, 29)).toContain(
    '낮 환기 그대로 · 온도 29 ℃, 목표 28 ℃에서 벗어남 (정한 목표는 25 ℃, 난방과 겹치지 않게 올림)',
  );
  expect(told(12, 24)).toEqual(['낮 환기 그대로 · 온도 24 ℃, 목표 25 ℃ 안 · 벗어나면 움직임']);
});
