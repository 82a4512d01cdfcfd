import Sprout from 'lucide-react/icons/sprout';

type CalendarButtonProps = {
  isOpen: boolean;
  /** Called on hover or focus: prefetch the dialog. */
  onNear: () => void;
  onOpen: () => void;
};

/** The header button that opens the growth calendar. */
export function CalendarButton({ isOpen, onNear, onOpen }: CalendarButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label="생육 달력"
      title="생육 달력"
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
      className="flex min-h-touch min-w-touch shrink-0 items-center justify-center gap-2 rounded-card text-leaf transition-colors hover:bg-sunken"
    >
      <Sprout aria-hidden className="size-7" />
    </button>
  );
}
