import { Link } from '@tanstack/react-router';
import { channelsMovedBy, type RuleFamily, type RuleFields } from '#contract/control/rule/rule.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { wordsOfChannels } from '#contract/control/rule/rule-equipment.ts';
import { actuatorTypeNames, type ChannelTypeName } from '#contract/series/sensor-types.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';

/** What a rule of a family cannot do without: one type of each group, and how the group is called. */
const needs: { readonly [Family in RuleFamily]: readonly (readonly [string, readonly ChannelTypeName[]])[] } = {
  'water-sensor': [
    ['토양 수분 센서', ['SOIL_MOISTURE']],
    ['관수 밸브', ['WATER']],
  ],
  'water-time': [['관수 밸브', ['WATER']]],
  'reservation-target': [
    ['온도나 습도 센서', ['TEMPERATURE', 'HUMIDITY', 'SOIL_TEMPERATURE']],
    ['창, 팬, 커튼 가운데 하나', ['VENT', 'FAN', 'CURTAIN']],
  ],
  'reservation-composite': [['움직일 장비', actuatorTypeNames]],
  'reservation-ghg': [
    ['이산화탄소 센서', ['CO2']],
    ['탄산가스 공급기나 창', ['CO2_SUPPLY', 'VENT']],
  ],
};

type MissingChannelsProps = { family: RuleFamily; channels: RuleChoices['channels'] };

/** What the farm has to register first, with the way there; nothing where it has all of it. */
export function MissingChannels({ family, channels }: MissingChannelsProps) {
  const missing = needs[family].filter(([, types]) => !channels.some(({ type }) => types.includes(type)));
  if (missing.length === 0) return null;
  const names = missing.map(([name]) => name).join('와 ');
  return (
    <Banner
      tone="info"
      action={
        <Link to="/cms/device/sensor-create" className={buttonClass()}>
          등록하러 가기
        </Link>
      }
    >
      이 농장에 아직 {withParticle(names, '이')} 없습니다. 장치에 등록하면 여기에서 골라 규칙을 만들 수 있습니다.
    </Banner>
  );
}

/** Equipment of the typed rule that the server may not move yet, with the way to allow it. */
export function NotCommandedNote({ rule, channels }: { rule: RuleFields; channels: RuleChoices['channels'] }) {
  const moved = channelsMovedBy(rule);
  const words = wordsOfChannels(channels);
  const held = channels.filter(({ index, settings }) => moved.includes(index) && settings?.isCommanded === false);
  if (held.length === 0) return null;
  return (
    <Banner
      tone="info"
      action={
        <Link to="/cms/control/equipment" className={buttonClass()}>
          장비 설정
        </Link>
      }
    >
      {held.map(({ index }) => words(index).name).join(', ')}: 아직 서버가 움직이지 않는 장비입니다. 지금은 지켜보기만
      되고, 실행하려면 먼저 제어를 허용해 주세요.
    </Banner>
  );
}
