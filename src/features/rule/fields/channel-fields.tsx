import { useId } from 'react';
import type { ChoiceChannel } from '#contract/control/rule/rule-calls.ts';
import { wordsOfChannels } from '#contract/control/rule/rule-equipment.ts';
import { type ChannelTypeName, channelTypes } from '#contract/series/sensor-types.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import type { FieldBinding } from '#src/lib/form/use-form.ts';
import { describedBy, FieldFrame } from '#src/ui/field/field-frame.tsx';
import { PlainSelect } from '#src/ui/field/native-select.tsx';
import { MultiChips } from '#src/ui/multi-chips.tsx';

type OfChannels = {
  channels: readonly ChoiceChannel[];
  /** The types that can be chosen. */
  types: readonly ChannelTypeName[];
};

/** Channels of these types with their names in sentences. */
function named({ channels, types }: OfChannels): { value: number; label: string; isCommanded: boolean }[] {
  const words = wordsOfChannels([...channels]);
  return channels
    .filter(({ type }) => types.includes(type))
    .map(({ index, settings }) => ({
      value: index,
      label: words(index).name,
      isCommanded: settings === null || settings.isCommanded,
    }));
}

const missingWords = (types: readonly ChannelTypeName[]) =>
  `이 농장에 ${withParticle(types.map((type) => channelTypes[type].label).join(', '), '이')} 없습니다. 장치에서 먼저 등록해 주세요.`;

const NOT_COMMANDED = '제어 안 함';

type ChannelChipsProps = OfChannels &
  Omit<FieldBinding<number[]>, 'value'> & { label: string; value: readonly number[]; isRequired?: boolean };

/** A choice of several channels of the farm. */
export function ChannelChips({ channels, types, value, ...field }: ChannelChipsProps) {
  const offered = named({ channels, types });
  return (
    <MultiChips
      {...field}
      isLabelShown
      help={offered.length === 0 ? missingWords(types) : undefined}
      values={value}
      chips={offered.map(({ value: index, label, isCommanded }) => ({
        value: index,
        label,
        ...(!isCommanded && { detail: NOT_COMMANDED }),
      }))}
    />
  );
}

type ChannelSelectProps = OfChannels & FieldBinding<number> & { label: string };

/** A choice of one channel of the farm, as a native select. */
export function ChannelSelect({ channels, types, label, name, value, onChange, error }: ChannelSelectProps) {
  const id = useId();
  const offered = named({ channels, types });
  const isKnown = offered.some((one) => one.value === value);
  const help = offered.length === 0 ? missingWords(types) : undefined;
  return (
    <FieldFrame id={id} name={name} label={label} help={help} error={error}>
      <PlainSelect
        id={id}
        value={isKnown ? value : ''}
        onChange={({ target }) => onChange(Number(target.value))}
        {...describedBy(id, help, error)}
      >
        {!isKnown && <option value="">고르기</option>}
        {offered.map(({ value: index, label: word, isCommanded }) => (
          <option key={index} value={index}>
            {isCommanded ? word : `${word} (${NOT_COMMANDED})`}
          </option>
        ))}
      </PlainSelect>
    </FieldFrame>
  );
}
