import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import { type AmbientStation, ambientDevices } from '#contract/weather/ambient-devices.ts';
import { stationsMessage } from '#contract/weather/weather-text.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { formatAge } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { SingleChips } from '#src/ui/chips.tsx';

type OwnStationFieldProps = {
  farmIndex: number;
  /** The typed keys; undefined without any. */
  keys: AmbientKeys | undefined;
  /** MAC address of the chosen station; '' for none. */
  value: string;
  onChange: (mac: string) => void;
};

/** The stations of the account with the typed keys, to choose from instead of typing an address. */
export function OwnStationField({ farmIndex, keys, value, onChange }: OwnStationFieldProps) {
  const now = useAgesTo();
  const { attempt, isSaving } = useSave(ambientDevices);
  const [found, setFound] = useState<readonly AmbientStation[]>();
  const [refusal, setRefusal] = useState<string>();
  if (!keys) return null;

  async function handleSearch() {
    if (!keys) return;
    setFound(undefined);
    setRefusal(undefined);
    const outcome = await attempt({ params: { id: farmIndex }, body: keys });
    if ('trouble' in outcome) return setRefusal(troubleText(outcome.trouble));
    const { data } = outcome.answer;
    setFound(data);
    const [only] = data;
    if (data.length === 1 && only) onChange(only.mac);
  }
  return (
    <div className="flex flex-col gap-3">
      <Button
        onClick={() => void handleSearch()}
        isBusy={isSaving}
        icon={<Search aria-hidden className="size-5" />}
        className="self-start"
      >
        이 키로 기상대 찾기
      </Button>
      <p role="status" className={refusal === undefined ? 'text-ink-soft' : 'text-warn-ink'}>
        {refusal ?? (found && stationsMessage(found.length))}
      </p>
      {found && found.length > 0 && (
        <SingleChips
          name="ambientStation"
          label="계정의 기상대"
          isLabelShown
          chips={found.map(({ mac, name, observedAt }) => ({
            value: mac,
            label: name,
            detail: `${mac} · ${observedAt === null ? '받은 값 없음' : formatAge(now - Date.parse(observedAt))}`,
          }))}
          value={value}
          onChange={onChange}
          error={undefined}
        />
      )}
    </div>
  );
}
