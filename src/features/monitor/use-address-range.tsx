import { useMemo } from 'react';
import { MINUTE_MS } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import type { RangeName } from './range-names.ts';
import { RangePicker } from './range-picker.tsx';
import { askFor, freeRange, spanOf } from './ranges.ts';

/** A range as it stands in an address; what is default is left out. */
type AddressRange = { range?: RangeName; begin?: string; end?: string };

/**
 * What the range of an address asks for and covers, with what changes it: chips, and a zoom on a chart. `go` puts a
 * range into the address.
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
    /** The instants that are shown. */
    shown,
    // Every zoom step in the history would make "back" useless.
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
