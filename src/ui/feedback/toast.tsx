import CircleCheck from 'lucide-react/icons/circle-check';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { dismissToast, nextToastId, openSheets, type Toast, toasts } from '#src/lib/toasts.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';

/** Time to read two lines twice, ms. */
const SHOWN_MS = 6_000;

const icons = { done: CircleCheck, failed: TriangleAlert, waiting: LoaderCircle, lost: TriangleAlert } as const;

/** For the dark background of a toast. */
const buttonClass = 'text-surface hover:bg-transparent hover:text-surface';

/** Time without a new toast after which the line of the next one is prepared, ms. */
const STILL_MS = 1_000;

type ToastLineProps = {
  toast: Toast;
  /** It has nothing to say yet, and is not seen. */
  isSpare: boolean;
};

function ToastLine({ toast, isSpare }: ToastLineProps) {
  const { tone, action } = toast;
  const Icon = icons[tone];
  function handleAction() {
    dismissToast(toast.id);
    action?.onPress();
  }
  useEffect(() => {
    if (isSpare || tone === 'waiting' || tone === 'lost') return;
    const timer = window.setTimeout(() => dismissToast(toast.id), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [toast.id, tone, isSpare]);
  return (
    <li
      className={classNames(
        '[pointer-events:var(--toast-presses,auto)] flex items-center gap-3 rounded-card bg-ink py-1.5 pr-1.5 pl-4 text-surface shadow-raised',
        isSpare && 'invisible absolute inset-x-0',
      )}
    >
      <Icon aria-hidden className={`size-5 shrink-0 ${tone === 'waiting' ? 'animate-spin' : ''}`} />
      <span className="flex-1 py-1.5">{toast.message}</span>
      {action ? (
        <Button variant="quiet" onClick={handleAction} className={`px-3 whitespace-nowrap ${buttonClass}`}>
          {action.label}
        </Button>
      ) : (
        <IconButton label="알림 닫기" onClick={() => dismissToast(toast.id)} className={buttonClass}>
          <X aria-hidden className="size-5" />
        </IconButton>
      )}
    </li>
  );
}

/**
 * The id for which a line is prepared, invisibly: a result then changes its words only, and is seen earlier by what it
 * costs to make a line. Undefined while toasts come.
 */
function useSpareId(shown: readonly Toast[]): number | undefined {
  const [id, setId] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new toast uses the spare line up
  useEffect(() => {
    const timer = setTimeout(() => setId(nextToastId()), STILL_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return id;
}

/**
 * What toasts must not cover, beside what was pressed last: the next step, values as they arrive, a secret's buttons,
 * the field that is typed in.
 */
const KEPT_CLEAR = '[data-next-step], [data-arrivals] li, [data-secret] button';
const TYPED_IN = 'input, textarea, select';

/** The area of `elements` that `region` lies over, px². */
function coveredBy(region: Element, elements: readonly Element[]): number {
  const over = region.getBoundingClientRect();
  const areas = elements.map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const width = Math.min(right, over.right) - Math.max(left, over.left);
    const height = Math.min(bottom, over.bottom) - Math.max(top, over.top);
    return Math.max(width, 0) * Math.max(height, 0);
  });
  return areas.reduce((sum, area) => sum + area, 0);
}

/** Keeps the region, while it has toasts, at the bottom or the top, wherever it covers less. */
function usePlace(region: RefObject<HTMLOListElement | null>, count: number): void {
  const pressed = useRef<Element>(undefined);
  const placing = useRef<() => void>(undefined);
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Element) pressed.current = target.closest('button, a, label, summary') ?? target;
      placing.current?.();
    };
    const focus = () => placing.current?.();
    // Also what keys press; a phone may not focus what it presses.
    addEventListener('click', note, true);
    // The next field of a phone's keyboard is reached without a press.
    addEventListener('focusin', focus);
    return () => {
      removeEventListener('click', note, true);
      removeEventListener('focusin', focus);
    };
  }, []);
  useLayoutEffect(() => {
    const list = region.current;
    if (!list || count === 0) return;
    let frame = 0;
    const place = () => {
      frame = 0;
      const { activeElement: focused } = document;
      const used = [focused?.matches(TYPED_IN) ? focused : null, pressed.current ?? null];
      const clear = [...document.querySelectorAll(KEPT_CLEAR), ...used.filter((one) => one !== null)];
      delete list.dataset.place;
      const below = coveredBy(list, clear);
      if (below === 0) return;
      list.dataset.place = 'top';
      if (coveredBy(list, clear) >= below) delete list.dataset.place;
    };
    // Once in a frame, just before it is painted: measuring earlier would lay out the page twice.
    const placeSoon = () => {
      frame ||= requestAnimationFrame(place);
    };
    placing.current = placeSoon;
    placeSoon();
    // A page that comes after the toast may bring what must stay clear.
    const observer = new MutationObserver(placeSoon);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      placing.current = undefined;
    };
  }, [region, count]);
}

const TOP_CLASS =
  'data-[place=top]:top-[calc(5rem+env(safe-area-inset-top))] data-[place=top]:bottom-auto! ' +
  '[body:has([data-next-step=first],[data-keys])_&]:top-[calc(5rem+env(safe-area-inset-top))] ' +
  '[body:has([data-next-step=first],[data-keys])_&]:bottom-auto!';

/**
 * The region for toasts: above a form's action bar and, on a wide screen, above the banners of the shell, and at the top over a secret that is not kept yet and the number
 * pad, or where it covers less. Render it once near the root, and once in a sheet, which covers everything else. Screen readers announce each toast.
 */
export function ToastRegion({ isInSheet = false }: { isInSheet?: boolean }) {
  const shown = useObservable(toasts);
  const isCovered = useObservable(openSheets) > 0;
  // The empty list stays mounted: adding it would recalculate the styles of the whole page.
  const isHere = isCovered === isInSheet;
  const region = useRef<HTMLOListElement>(null);
  usePlace(region, isHere ? shown.length : 0);
  const spareId = useSpareId(shown);
  const isSpare = ({ id }: Pick<Toast, 'id'>) => id === nextToastId();
  const lines: readonly Toast[] =
    spareId === nextToastId() ? [...shown, { id: spareId, message: '', tone: 'done' }] : shown;
  return (
    <ol
      ref={region}
      aria-live="polite"
      aria-label="알림"
      className={`pointer-events-none [body:has([data-keys])_&]:[--toast-presses:none] fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] print:hidden md:[body:has([data-frame=end]:not(:empty))_&]:bottom-[calc(5.5rem+env(safe-area-inset-bottom))] max-md:[body:has([data-save-bar])_&]:bottom-[calc(6rem+env(safe-area-inset-bottom))] z-50 mx-auto flex max-w-md flex-col gap-2 ${TOP_CLASS}`}
    >
      {isHere && lines.map((toast) => <ToastLine key={toast.id} toast={toast} isSpare={isSpare(toast)} />)}
    </ol>
  );
}
