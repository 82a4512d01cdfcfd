import Timer from 'lucide-react/icons/timer';
import { useState } from 'react';
import { SECOND_MS } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import type { FieldBinding } from '#src/lib/form/use-form.ts';
import { Button } from '#src/ui/button/button.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';

/** The time a motor needs from one end to the other, typed or measured with the stop-watch. */
export function TravelField({ label, ...field }: FieldBinding<number | null> & { label: string }) {
  const [begunAt, setBegunAt] = useState<number>();
  return (
    <div className="flex flex-col gap-2">
      <NumberField label={label} unit="초" {...field} />
      {begunAt === undefined ? (
        <Button
          icon={<Timer aria-hidden className="size-5" />}
          onClick={() => setBegunAt(performance.now())}
          className="self-start"
        >
          {label} 재기
        </Button>
      ) : (
        <Running
          label={label}
          begunAt={begunAt}
          onEnd={(seconds) => {
            field.onChange(seconds);
            setBegunAt(undefined);
          }}
        />
      )}
    </div>
  );
}

type RunningProps = { label: string; begunAt: number; onEnd: (seconds: number) => void };

/** The running stop-watch: pressed when the motor stands at its end. */
function Running({ label, begunAt, onEnd }: RunningProps) {
  useNow(SECOND_MS);
  const seconds = () => Math.max(1, Math.round((performance.now() - begunAt) / SECOND_MS));
  return (
    <Button variant="primary" onClick={() => onEnd(seconds())} className="tabular self-start">
      {label} 끝에 닿으면 누르기 ({seconds()}초)
    </Button>
  );
}
