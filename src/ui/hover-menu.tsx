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
  /** Marks the button as the current section. */
  isCurrent?: boolean;
  /** Where the list opens. */
  placement?: 'below' | 'above';
  /** For many groups of links: two columns. */
  isWide?: boolean;
  /** Classes of the button. */
  className?: string;
  /** Links, each in an `<li>`. */
  children: ReactNode;
};

/** Enough time to move the mouse across the gap to the list, ms. */
const CLOSE_AFTER_MS = 180;

/**
 * A button with a list of links: opens on hover, keyboard focus and tap; closes when both have left, on Escape (the
 * focus returns to the button) and when a link is followed. The links are ordinary links in tab order; arrow keys move
 * between them, too. It is site navigation, so it is deliberately not role="menu".
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
    // Hovering has opened the list already; the click must not close it.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the children handle the keys; the box only observes
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: observes that a link inside was followed, by key or by pointer
       */}
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
