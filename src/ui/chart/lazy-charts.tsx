import { type ComponentType, lazy, useState } from 'react';

/** Chart and table, lazily loaded: they are half of the app's code. */
export const TimeChart = lazyComponent(async () => (await import('./time-chart.tsx')).TimeChart);
export const ChartTable = lazyComponent(async () => (await import('./table/chart-table.tsx')).ChartTable);

/**
 * A component whose code is loaded at its first render, or earlier by `preload`: preloaded code renders at once,
 * without the Suspense fallback.
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
    // Fixed while mounted: another component type would remount and lose its state.
    const [{ Shown }] = useState({ Shown: fetched ?? Fetching });
    return <Shown {...props} />;
  }
  return Object.assign(LazyComponent, { preload: async () => void (fetched ?? (await fetchComponent())) });
}
