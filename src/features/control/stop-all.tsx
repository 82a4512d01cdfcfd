import { useQuery } from '@tanstack/react-query';
import OctagonX from 'lucide-react/icons/octagon-x';
import { liftStopAll, stopAll } from '#contract/control/control-calls.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { watchedControl } from './control-query.ts';
import { NO_LINK_WORDS } from './control-words.tsx';

/** Duration of the stop, min: long enough to walk to the house. */
const STOP_MIN = 30;

type StopAllProps = {
  farmIndex: number;
  mayWrite: boolean;
  /** At the top instead of the bottom: for pages with a form's action bar at the bottom. */
  isInline?: boolean;
};

/** One press stops all controlled equipment, without confirmation. While stopped, it shows how to resume. */
export function StopAll({ farmIndex, mayWrite, isInline = false }: StopAllProps) {
  const now = useAgesTo();
  const isOffline = useIsOffline();
  // A user who may not stop equipment may not read its state either.
  const control = useQuery({ ...watchedControl(farmIndex), enabled: mayWrite });
  const stop = useSave(stopAll);
  const lift = useSave(liftStopAll);
  const stopped = control.data?.value.stopAll ?? null;
  const isCommanded = control.data?.value.actuators.some(({ settings }) => settings.isCommanded) ?? false;
  if (!mayWrite || (!isCommanded && !stopped)) return null;

  async function handleStop() {
    const outcome = await stop.attempt({ params: { id: farmIndex }, body: { minutes: STOP_MIN } });
    // Success shows in place of the button; a toast would cover it.
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
  }
  async function handleLift() {
    const outcome = await lift.attempt({ params: { id: farmIndex } });
    // Success shows in place of the button; a toast would cover it.
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
  }
  const place = isInline
    ? 'sticky top-19 z-20 mb-3 md:top-24'
    : 'sticky bottom-0 z-20 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] [border-image:linear-gradient(var(--line)_1px,var(--surface)_1px)_fill_0/0/0_100vw]';
  if (stopped) {
    const leftMin = Math.max(1, Math.ceil((Date.parse(stopped.endsAt) - now) / MINUTE_MS));
    return (
      <div className={place}>
        <Banner
          tone="danger"
          action={
            <Button onClick={() => void handleLift()} isBusy={lift.isSaving} disabled={isOffline}>
              해제
            </Button>
          }
        >
          모두 정지 중입니다. {formatClock(Date.parse(stopped.endsAt))}까지 {leftMin}분 남았습니다 ({stopped.by} 님).
        </Banner>
      </div>
    );
  }
  return (
    <div className={classNames(place, isInline && 'ml-auto w-fit rounded-card bg-surface shadow-card')}>
      {isOffline && !isInline && <p className="pb-2 text-offline-ink">{NO_LINK_WORDS}</p>}
      <Button
        variant="danger"
        onClick={() => void handleStop()}
        isBusy={stop.isSaving}
        disabled={isOffline}
        icon={<OctagonX aria-hidden className="size-6" />}
        className={isInline ? '' : 'w-full text-lg md:max-w-md'}
      >
        모두 정지
      </Button>
    </div>
  );
}
