import { Card } from '#src/ui/card.tsx';
import { type ActuatorNow, holderWords, isRunning, runWords, stateWords, titleOf } from './control-words.tsx';

type RunningNowProps = { actuators: readonly ActuatorNow[]; now: number };

/** What runs or is open now: since when, until when, and who controls it. */
export function RunningNow({ actuators, now }: RunningNowProps) {
  const running = actuators.filter(isRunning);
  return (
    <Card aria-label="지금" padding="md" className="flex flex-col gap-2">
      <h2 className="text-lg font-bold">
        {running.length === 0 ? '지금 움직이는 장비가 없습니다' : `지금 켜졌거나 열린 장비 ${running.length}대`}
      </h2>
      <ul className="flex flex-col gap-2">
        {running.map((actuator) => {
          const run = runWords(actuator, now);
          return (
            <li key={actuator.channel}>
              <strong className="font-semibold">{titleOf(actuator)}</strong> {stateWords(actuator)}
              {run !== '' && <span className="tabular">, {run}</span>}
              {actuator.settings.isCommanded && (
                <span className="block text-age text-ink-soft">{holderWords(actuator, now)}</span>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
