import { type ComponentType, lazy, useState } from 'react';

/** The chart and its table: half of the app's code, fetched by the pages that draw them. */
export const TimeChart = lazyComponent(async () => (await import('./time-chart.tsx')).TimeChart);
export const ChartTable = lazyComponent(async () => (await import('./table/chart-table.tsx')).ChartTable);

/**
 * A component whose code is fetched when it is first drawn, or earlier by `preload`: what has been fetched is drawn at
 * once, without the fallback of the Suspense around it.
 */
function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { preload: () => Promise<void> } {
  let fetched: ComponentType<Props> | null = null;
  async function fetchComponent() {
    fetched = await load();
    return fetched;
  }
  const Fetching = lazy(async () => ({ default: await fetchComponent() }));
  function LazyComponent(props: Props) {
    // Kept for as long as it is drawn: another type would be another component, with a state of its own.
    const [{ Shown }] = useState({ Shown: fetched ?? Fetching });
    return <Shown {...props} />;
  }
  return Object.assign(LazyComponent, { preload: async () => void (fetched ?? (await fetchComponent())) });
}
