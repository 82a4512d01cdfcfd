type SeriesSwatchProps = {
  /** Name of a `--series-…` token, as `colour` in contract/series/sensor-types.ts. */
  colour: string;
  /** The dash pattern of the line, as `dash` there. */
  dash?: readonly number[];
};

/** A sample of a series' line. */
export function SeriesSwatch({ colour, dash = [] }: SeriesSwatchProps) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 8" className="h-2 w-6 shrink-0">
      <line
        x1="1"
        y1="4"
        x2="23"
        y2="4"
        strokeWidth="3"
        strokeDasharray={dash.join(' ')}
        style={{ stroke: `var(--series-${colour})` }}
      />
    </svg>
  );
}
