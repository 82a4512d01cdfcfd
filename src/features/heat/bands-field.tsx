import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId } from 'react';
import { type HeatBand, heatBounds, MAX_BANDS } from '#contract/heat/heat.ts';
import { heatFieldWords } from '#contract/heat/heat-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { FieldGroup } from '#src/ui/field/field-frame.tsx';
import { DegreeStepper } from './degree-stepper.tsx';
import { newBand } from './new-band.ts';
import { TimeField } from './time-field.tsx';

type BandsFieldProps = {
  value: readonly HeatBand[];
  onChange: (bands: HeatBand[]) => void;
  /** Errors by dotted name: 'bands', 'bands.0.from'. */
  errorOf: (name: string) => string | undefined;
  nightTargetC: number;
};

/** Time ranges of the day with their own target. */
export function BandsField({ value, onChange, errorOf, nightTargetC }: BandsFieldProps) {
  const id = useId();
  const offered = newBand(value, nightTargetC);
  const isFull = value.length >= MAX_BANDS || offered === undefined;
  const change = (at: number, part: Partial<HeatBand>) =>
    onChange(value.map((band, i) => (i === at ? { ...band, ...part } : band)));

  return (
    <FieldGroup
      id={id}
      name="bands"
      label={heatFieldWords.bands}
      error={errorOf('bands')}
      help="정한 시간 동안 낮·밤 목표 대신 이 목표를 씁니다. 자정을 넘겨도 되고, 서로 겹칠 수는 없습니다."
    >
      <ol className="flex flex-col gap-3">
        {value.map((band, at) => {
          const name = (part: keyof HeatBand) => `bands.${at}.${part}`;
          const title = `${at + 1}번 시간대`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a band has no id, and its fields hold only text
            <li key={at} className="flex flex-col gap-3 rounded-card bg-sunken p-3">
              <div className="flex items-center justify-between gap-3">
                <h3 className="font-semibold">{title}</h3>
                <IconButton label={`${title} 지우기`} onClick={() => onChange(value.filter((_, i) => i !== at))}>
                  <Trash2 aria-hidden className="size-5" />
                </IconButton>
              </div>
              <div className="grid gap-3 min-[360px]:grid-cols-2">
                <TimeField
                  prefix={title}
                  label="부터"
                  name={name('from')}
                  value={band.from}
                  onChange={(from) => change(at, { from })}
                  error={errorOf(name('from'))}
                />
                <TimeField
                  prefix={title}
                  label="까지"
                  name={name('to')}
                  value={band.to}
                  onChange={(to) => change(at, { to })}
                  error={errorOf(name('to'))}
                />
              </div>
              <DegreeStepper
                prefix={title}
                label="목표"
                name={name('targetC')}
                value={band.targetC}
                onChange={(targetC) => change(at, { targetC })}
                bounds={heatBounds.bandTargetC}
                error={errorOf(name('targetC'))}
              />
            </li>
          );
        })}
      </ol>
      <Button
        onClick={() => offered && onChange([...value, offered])}
        disabled={isFull}
        icon={<Plus aria-hidden className="size-5" />}
        className={value.length > 0 ? 'mt-3' : undefined}
      >
        시간대 더하기
      </Button>
    </FieldGroup>
  );
}
