import { useQuery } from '@tanstack/react-query';
import OctagonX from 'lucide-react/icons/octagon-x';
import { liftStopAll, stopAll } from '#contract/control/control-calls.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { asCopy, type Dated, isOld } from '#src/lib/data-age.ts';
import { heightAs } from '#src/lib/height-as.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { areFresh, watchedControl } from './control-query.ts';
import { knownAt, NO_LINK_WORDS, notStoppedWords, stopWords } from './control-words.tsx';

/** Duration of the stop, min: long enough to walk to the house. */
const STOP_MIN = 30;

type StopAllProps = {
  farmIndex: number;
  mayWrite: boolean;
  /** The edge of the screen it stays at: the top where a form has its action bar at the bottom. */
  edge: 'top' | 'bottom';
};

/** A bar as wide as the screen: what is scrolled goes under it and not beside it, and the focus stands clear (styles.css). */
const bars = {
  top:
    'top-bar-phone -mt-5 mb-4 py-2 md:top-bar-desktop md:-mt-8 short:top-0 short:-mt-2 ' +
    '[border-image:linear-gradient(to_top,var(--line)_1px,var(--surface)_1px)_fill_0/0/0_100vw]',
  bottom:
    'bottom-0 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] ' +
    '[border-image:linear-gradient(var(--line)_1px,var(--surface)_1px)_fill_0/0/0_100vw]',
} as const;

const asStopBar = heightAs('--stop-bar');

/** One press stops all controlled equipment, without confirmation. While stopped, it shows how to resume. */
export function StopAll({ farmIndex, mayWrite, edge }: StopAllProps) {
  const now = useAgesTo();
  const isOffline = useIsOffline();
  // A user who may not stop equipment may not read its state either.
  const control = useQuery({ ...watchedControl(farmIndex), enabled: mayWrite });
  const stop = useSave(stopAll);
  const lift = useSave(liftStopAll);
  const seen = asCopy(control.data, isOffline);
  const { stopAll: last = null, actuators = [] } = seen?.value ?? {};
  // A stop ends by itself, also while nobody can be asked.
  const stopped = last && Date.parse(last.endsAt) > now ? last : null;
  const isCommanded = actuators.some(({ settings }) => settings.isCommanded);
  if (!mayWrite || (!isCommanded && !stopped)) return null;

  async function handleStop() {
    const outcome = await stop.attempt({ params: { id: farmIndex }, body: { minutes: STOP_MIN } });
    // Success shows in place of the button.
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
  }
  async function handleLift() {
    const outcome = await lift.attempt({ params: { id: farmIndex } });
    // Success shows in place of the button.
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
  }
  const bar = {
    className: `sticky z-25 ${bars[edge]}`,
    'data-stop': edge,
    // Nothing that comes and goes lies over it.
    ...(edge === 'bottom' ? { 'data-keys': '' } : { ref: asStopBar }),
  };
  if (stopped) {
    const copyAt = seen && isOld(seen, now) ? seen.fetchedAt : undefined;
    const notStopped = notStoppedWords(actuators.map((one) => knownAt(one, now)));
    return (
      <div {...bar}>
        <Banner tone="danger" action={<Lift seen={seen} isBusy={lift.isSaving} onLift={() => void handleLift()} />}>
          {stopWords(stopped, now, copyAt)}
          {notStopped !== '' && <strong className="block">{notStopped}</strong>}
        </Banner>
      </div>
    );
  }
  return (
    <div {...bar}>
      {isOffline && <p className="pb-2 text-offline-ink">{NO_LINK_WORDS}</p>}
      <Button
        variant="danger"
        onClick={() => void handleStop()}
        isBusy={stop.isSaving}
        disabled={isOffline}
        icon={<OctagonX aria-hidden className="size-6" />}
        className="h-15 w-full text-lg md:max-w-md"
      >
        모두 정지
      </Button>
    </div>
  );
}

type LiftProps = { seen: Dated | undefined; isBusy: boolean; onLift: () => void };

/**
 * Ends the stop. It starts equipment, so it waits for present states: an app that comes back to the front may show the stop
 * of an hour ago, while somebody else has stopped anew since. The stop itself waits for nothing.
 */
function Lift({ seen, isBusy, onLift }: LiftProps) {
  const isFresh = areFresh(seen, useNow(SECOND_MS));
  return (
    <Button onClick={onLift} isBusy={isBusy} disabled={!isFresh}>
      해제
    </Button>
  );
}
