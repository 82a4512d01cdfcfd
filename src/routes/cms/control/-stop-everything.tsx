import { StopAll } from '#src/features/control/stop-all.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';

/** Stops all equipment of the chosen farm with one press, on every control page. */
export function StopEverything({ edge = 'bottom' }: { edge?: 'top' | 'bottom' }) {
  const { farm } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/control/operate');
  if (!farm) return null;
  return <StopAll farmIndex={farm.index} mayWrite={mayWrite && farm.right !== 'read'} edge={edge} />;
}
