const HOURS = [0, 6, 12, 18, 24] as const;

/** The hour labels below a picture of one day. Hidden from screen readers: such a picture states its times in text. */
export function DayHours() {
  return (
    <div aria-hidden="true" className="tabular relative h-5 text-age text-ink-soft">
      {HOURS.map((hour) => (
        <span
          key={hour}
          className={`absolute whitespace-nowrap ${hour === 0 ? '' : hour === 24 ? '-translate-x-full' : '-translate-x-1/2'}`}
          style={{ left: `${(hour / 24) * 100}%` }}
        >
          {String(hour).padStart(2, '0')}시
        </span>
      ))}
    </div>
  );
}
