import type { WeatherInfo } from '#contract/farm/farm-manage.ts';
import type { WeatherField } from '#contract/farm/farm-weather.ts';
import { ConflictPanel, type Side } from '#src/ui/field/conflict-panel.tsx';
import { stationWords } from '../weather-words.tsx';

type WeatherConflictPanelProps = {
  /** Fields changed here and by somebody else. */
  fields: readonly WeatherField[];
  /** The values when editing began. */
  base: WeatherInfo;
  mine: { publicStationId: string | null; ambientMac: string };
  /** The stored values now. */
  current: WeatherInfo;
  onSave: (sides: Partial<Record<WeatherField, Side>>) => void;
  onCancel: () => void;
  isBusy: boolean;
};

/** Two have changed the stations of a farm. Keys are never shown, only whether there are any. */
export function WeatherConflictPanel({ fields, base, mine, current, ...panel }: WeatherConflictPanelProps) {
  const sides: Record<WeatherField, { label: string; base: string; mine: string; theirs: string }> = {
    publicStationId: {
      label: '공공 기상 관측소',
      base: stationWords(base.publicStationId),
      mine: stationWords(mine.publicStationId),
      theirs: stationWords(current.publicStationId),
    },
    ambientMac: {
      label: '기기 번호',
      base: base.ambientMac ?? '-',
      mine: mine.ambientMac || '-',
      theirs: current.ambientMac ?? '-',
    },
    ambientKeys: {
      label: '연결 키',
      base: base.hasAmbientKeys ? '설정됨' : '없음',
      mine: '새로 입력한 키',
      theirs: current.hasAmbientKeys ? '다른 사람이 설정한 키' : '없음',
    },
  };
  return <ConflictPanel fields={fields.map((name) => ({ name, ...sides[name] }))} {...panel} />;
}
