import ChevronDown from 'lucide-react/icons/chevron-down';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from '#src/lib/class-names.ts';

type HoverMenuProps = {
  label: string;
  /** Marks the head as the place one is in. */
  isCurrent?: boolean;
  /** Which way the list unfolds. */
  placement?: 'below' | 'above';
  /** Many links in groups: they stand in two columns. */
  isWide?: boolean;
  /** The look of the head. */
  className?: string;
  /** Links, each in an `<li>`. */
  children: ReactNode;
};

/** Long enough to cross the gap to the list with a shaky mouse. */
const CLOSE_AFTER_MS = 180;

/**
 * A head with links under it: opens under the mouse, on keyboard focus and on a tap; closes when both have
 * left, on Escape (focus back on the head) and once a link is followed. The links are ordinary links in
 * tab order; arrow keys walk them too. A site's navigation, so deliberately not role="menu".
 */
export function HoverMenu({ label, isCurrent, placement = 'below', isWide, className, children }: HoverMenuProps) {
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const closing = useRef<number>(undefined);

  useEffect(() => () => window.clearTimeout(closing.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  function handleEnter() {
    window.clearTimeout(closing.current);
    setIsOpen(true);
  }
  function handleLeave() {
    closing.current = window.setTimeout(() => setIsOpen(false), CLOSE_AFTER_MS);
  }
  function handleHeadClick(event: MouseEvent) {
    // The mouse has opened it by hovering already; a click must not take it away again.
    const isMouse = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'mouse';
    setIsOpen(isMouse || !isOpen);
  }
  function handleHeadFocus(event: FocusEvent) {
    if (event.currentTarget.matches(':focus-visible')) setIsOpen(true);
  }
  function handleBlur(event: FocusEvent) {
    if (!box.current?.contains(event.relatedTarget)) setIsOpen(false);
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      if (isOpen) head.current?.focus();
      setIsOpen(false);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [head.current, ...(box.current?.querySelectorAll('a') ?? [])].filter((stop) => stop !== null);
    const from = stops.findIndex((stop) => stop.matches(':focus'));
    stops[(from + step + stops.length) % stops.length]?.focus();
  }
  function handleListClick(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a')) setIsOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the head and the links take the keys; the box only hears them pass
    <div
      ref={box}
      className="relative flex items-stretch"
      onPointerEnter={(event) => event.pointerType === 'mouse' && handleEnter()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && handleLeave()}
      onBlur={handleBlur}
      onKeyDown={handleKeyDown}
    >
      <button
        ref={head}
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={handleHeadClick}
        onFocus={handleHeadFocus}
        className={classNames('flex items-center gap-1', className)}
        data-current={isCurrent || undefined}
      >
        {label}
        <ChevronDown
          aria-hidden
          className={classNames('size-4 opacity-70 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: hears that a link inside was followed, by key or by pointer */}
      <ul
        id={listId}
        hidden={!isOpen}
        onClick={handleListClick}
        className={classNames(
          'fade-in absolute left-0 z-40 max-h-[calc(100dvh-6.5rem)] overflow-y-auto rounded-card bg-raised p-1.5 shadow-raised inset-ring inset-ring-line',
          isWide ? 'w-[28rem] columns-2 gap-1.5' : 'w-max max-w-[calc(100vw-3rem)] min-w-52',
          placement === 'below' ? 'top-full' : 'bottom-full mb-2',
        )}
      >
        {children}
      </ul>
    </div>
  );
}
