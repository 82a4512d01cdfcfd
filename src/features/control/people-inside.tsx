import { peopleInside, peopleLeft } from '#contract/control/control-calls.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import type { ActuatorNow } from './control-words.tsx';
import { useControlAction } from './use-control-action.tsx';

/** Duration of the pause, min. */
const PAUSE_MIN = 60;

type PeopleInsideProps = { farmIndex: number; actuators: readonly ActuatorNow[]; now: number; isBlocked: boolean };

/** Before people enter a house with carbon dioxide supply: one press pauses the supply, in its controller as well. */
export function PeopleInside({ farmIndex, actuators, now, isBlocked }: PeopleInsideProps) {
  const pause = useControlAction(peopleInside);
  const goOn = useControlAction(peopleLeft);
  const supplies = actuators.filter(({ type, settings }) => type === 'CO2_SUPPLY' && settings.isCommanded);
  const endsAt = supplies.map(({ lockOut }) => lockOut?.endsAt).find(Boolean);
  const params = { id: farmIndex };
  if (supplies.length === 0) return null;
  return (
    <Card aria-label="사람 있음" padding="md" className="flex flex-wrap items-center justify-between gap-3">
      <p>
        {endsAt
          ? `사람 있음: ${formatClock(Date.parse(endsAt))}까지 탄산가스를 공급하지 않습니다.`
          : `하우스에 들어가기 전에 누르면 ${formatClock(now + PAUSE_MIN * MINUTE_MS)}까지 탄산가스를 공급하지 않습니다.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={isBlocked}
          isBusy={pause.isBusy}
          onClick={() => void pause.act({ params, body: { minutes: PAUSE_MIN } })}
        >
          {endsAt ? '1시간 더' : '사람 있음'}
        </Button>
        {endsAt && (
          <Button disabled={isBlocked} isBusy={goOn.isBusy} onClick={() => void goOn.act({ params })}>
            모두 나왔음
          </Button>
        )}
      </div>
    </Card>
  );
}
