import Check from 'lucide-react/icons/check';

type ChoiceRowProps = { label: string; detail: string | undefined; isChosen: boolean };

/** One row of an open list. */
export function ChoiceRow({ label, detail, isChosen }: ChoiceRowProps) {
  return (
    <>
      <span className="min-w-0 flex-1">
        {label}
        {detail !== undefined && <span className="ml-2 text-ink-faint">{detail}</span>}
      </span>
      {isChosen && <Check aria-hidden className="size-5 shrink-0 text-leaf" />}
    </>
  );
}
