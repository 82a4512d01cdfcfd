import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { CalendarWarning, StageWarning } from '#contract/growth-calendar/calendar-warnings.ts';
import type { CalendarSource } from '#contract/growth-calendar/growth-calendar-calls.ts';

type GuidanceWarningsProps = {
  warnings: readonly (CalendarWarning | StageWarning)[];
  /** Sources of the calendars, to which `source` of a warning is a key. */
  sources: readonly CalendarSource[];
};

/** Guidance that contradicts the typed values, with its sources. */
export function GuidanceWarnings({ warnings, sources }: GuidanceWarningsProps) {
  return (
    <ul aria-label="권장과 다른 값" aria-live="polite" className="flex flex-col gap-2 empty:hidden">
      {warnings.map((warning) => {
        const { name, message, source } = warning;
        const { title, url } = sources.find(({ id }) => id === source) ?? {};
        return (
          <li key={name} className="flex gap-2 rounded-card bg-warn-surface px-3 py-2 text-warn-ink">
            <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            <span>
              {'season' in warning && (
                <strong className="font-semibold">
                  {warning.itemsName} {warning.season}:{' '}
                </strong>
              )}
              {message}{' '}
              {url && (
                <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                  {title}
                </a>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
