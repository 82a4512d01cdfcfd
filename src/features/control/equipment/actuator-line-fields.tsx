import type { ReactNode } from 'react';
import { type ActuatorSettings, actuatorRows } from '#contract/control/actuator.ts';
import type { Protections } from '#contract/control/protection/protection-calls.ts';
import { figurePhrase } from '#contract/control/words/phrases-text.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { Button } from '#src/ui/button/button.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { MultiChips } from '#src/ui/multi-chips.tsx';
import type { ActuatorNow } from '../control-words.tsx';
import { directionNames, linkLostWords, placeNames, settingLabels } from './actuator-words.tsx';

type SettingsForm = FormHandle<ActuatorSettings>;

/** What an actuator may be connected with. */
export type Neighbours = {
  /** Flow meters of the farm. */
  meters: Protections['meters'];
  /** Main valves and pumps, in the order in which they start. */
  feeds: readonly { channel: number; name: string }[];
  /** What meters have shown in the last runs of valves. */
  usualFlows: Protections['usualFlows'];
  nameOf: (channel: number) => string;
};

type WaterLineFieldsProps = { form: SettingsForm; neighbours: Neighbours; actuator: ActuatorNow };

/** A valve's meter, flow and area, and what runs with it. */
export function WaterLineFields({ form, neighbours, actuator }: WaterLineFieldsProps) {
  const { feeds, meters, usualFlows } = neighbours;
  const { channel, areaName, settings } = actuator;
  const [flow, upstream, nominal] = [form.field('flowChannel'), form.field('upstream'), form.field('nominalLpm')];
  const usual = usualFlows.find((one) => one.channel === channel);
  const near = meters.filter((one) => one.areaName === areaName);
  // Of several in one house the grower alone knows which is this valve's.
  const [offered] = settings.flowChannel === null && near.length === 1 ? near : [];
  return (
    <>
      {feeds.length > 0 && (
        <MultiChips
          label={settingLabels.upstream}
          isLabelShown
          name={upstream.name}
          error={upstream.error}
          help="고른 차례와 관계없이 주 밸브가 먼저, 펌프가 나중에 켜집니다."
          chips={feeds.map(({ channel, name }) => ({ value: channel, label: name }))}
          values={upstream.value}
          onChange={upstream.onChange}
        />
      )}
      <NativeSelect
        label={settingLabels.flowChannel}
        value={flow.value === null ? '' : String(flow.value)}
        onChange={(text) => flow.onChange(text === '' ? null : Number(text))}
      >
        <option value="">없음</option>
        {meters.map(({ channel, name }) => (
          <option key={channel} value={channel}>
            {name}
          </option>
        ))}
      </NativeSelect>
      {offered && (
        <Offer
          action="이 유량계로"
          isTaken={flow.value === offered.channel}
          onTake={() => flow.onChange(offered.channel)}
        >
          이 동에 유량계가 있습니다: {offered.name}. 고르면 물이 정말 나왔는지 확인합니다.
        </Offer>
      )}
      <NumberField
        label={settingLabels.nominalLpm}
        unit="L/분"
        {...nominal}
        help="이 밸브만 열렸을 때의 유량입니다. 물 양으로 줄 때와, 새거나 막힌 것을 알 때 씁니다."
      />
      {usual && (
        <Offer action="잰 유량으로" isTaken={usual.lpm === nominal.value} onTake={() => nominal.onChange(usual.lpm)}>
          지난 관수 {usual.runs}번에서 잰 유량은 {figurePhrase(usual.lpm)} L/분입니다.
        </Offer>
      )}
      <NumberField label={settingLabels.areaM2} unit="m²" {...form.field('areaM2')} help="10a당 톤으로 줄 때 씁니다." />
    </>
  );
}

type OfferProps = { action: string; isTaken: boolean; onTake: () => void; children: ReactNode };

/** What the farm knows about a field, and a button that fills it in. */
function Offer({ action, isTaken, onTake, children }: OfferProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>{children}</p>
      {/* It stays when it is taken, so that neither the focus nor the fields below lose their place. */}
      <Button aria-disabled={isTaken} onClick={onTake}>
        {action}
      </Button>
    </div>
  );
}

const places: { readonly [Type in ActuatorTypeName]?: readonly (keyof typeof placeNames)[] } = {
  VENT: ['side', 'roof'],
  FAN: ['circulation', 'exhaust'],
};

/** Where it is mounted, and what its controller does without the server. */
export function AroundFields({ form, type }: { form: SettingsForm; type: ActuatorTypeName }) {
  const [place, facing, link, duty] = [
    form.field('place'),
    form.field('facingDeg'),
    form.field('onLinkLost'),
    form.field('blindDuty'),
  ];
  const isMotor = actuatorRows[type].kind === 'position';
  // A motor has no run that could be finished.
  const links = isMotor ? (['rest', 'hold'] as const) : (['rest', 'hold', 'finish'] as const);
  return (
    <>
      {places[type] && (
        <NativeSelect
          label={settingLabels.place}
          value={place.value ?? ''}
          onChange={(text) => place.onChange(places[type]?.find((one) => one === text) ?? null)}
        >
          <option value="">정하지 않음</option>
          {places[type].map((one) => (
            <option key={one} value={one}>
              {placeNames[one]}
            </option>
          ))}
        </NativeSelect>
      )}
      {type === 'VENT' && (
        <NativeSelect
          label={settingLabels.facingDeg}
          value={facing.value === null ? '' : String(facing.value)}
          onChange={(text) => facing.onChange(text === '' ? null : Number(text))}
        >
          <option value="">정하지 않음</option>
          {directionNames.map((name, at) => (
            <option key={name} value={at * 45}>
              {name}쪽
            </option>
          ))}
        </NativeSelect>
      )}
      <NativeSelect
        label={settingLabels.onLinkLost}
        value={String(link.value)}
        onChange={(text) => link.onChange(links.find((one) => one === text) ?? Number(text))}
      >
        {[...links, ...(typeof link.value === 'number' ? [link.value] : [])].map((one) => (
          <option key={one} value={one}>
            {linkLostWords(type, one)}
          </option>
        ))}
      </NativeSelect>
      {type === 'HEATER' && (
        <Switch
          label={settingLabels.blindDuty}
          name={duty.name}
          error={duty.error}
          help="추운 밤에 온도 센서가 모두 끊기면 30분마다 10분씩 켭니다. 끄면 난방하지 않습니다."
          value={duty.value !== null}
          onChange={(isOn) => duty.onChange(isOn ? { onMin: 10, offMin: 20 } : null)}
        />
      )}
    </>
  );
}
