import { useMemo } from 'react';
import { MINUTE_MS } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import type { RangeName } from './range-names.ts';
import { RangePicker } from './range-picker.tsx';
import { askFor, freeRange, spanOf } from './ranges.ts';

/** A range in the URL; default values are omitted. */
type AddressRange = { range?: RangeName; begin?: string; end?: string };

/**
 * The request and the instants of the range in the URL, and handlers for chips and chart zoom. `go` updates the URL.
 */
export function useAddressRange(
  { range = '24h', begin: from, end: to }: AddressRange,
  go: (next: AddressRange, replace?: boolean) => void,
) {
  const now = useNow(MINUTE_MS);
  const asked = askFor(range, now, { begin: from, end: to });
  const { begin, end } = asked;
  const shown = useMemo(() => spanOf({ begin, end }), [begin, end]);
  return {
    asked,
    /** The visible range. */
    shown,
    // A history entry per zoom step would make "back" useless.
    onZoom: (zoomed: { begin: number; end: number }) =>
      go({ range: 'free', ...freeRange(zoomed.begin, zoomed.end) }, true),
    rangePicker: (
      <RangePicker
        range={range}
        begin={begin}
        end={end}
        onChange={(next, days) => go({ range: next, begin: days?.begin, end: days?.end })}
      />
    ),
  };
}
