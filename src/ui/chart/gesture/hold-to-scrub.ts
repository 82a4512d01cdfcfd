import type { Crosshair } from '../readout/crosshair-plugin.ts';

/** A finger that rests this long before it moves controls the crosshair instead of panning, ms. */
const HOLD_MS = 300;

export type Hold = {
  /**
   * Called when a drag begins, with its distance, px. False if the finger had rested (the drag moves the crosshair),
   * and if it moves up or down (the drag scrolls the page).
   */
  mayPan(drag: { pointerType: string; deltaX: number; deltaY: number }): boolean;
  /** Returns the function that removes the listeners. */
  listen(element: HTMLElement): () => void;
};

/** Press, hold, then drag: the crosshair follows the finger without panning. */
export function createHold(crosshair: Crosshair): Hold {
  let restingSince: number | null = null;
  let isScrubbing = false;
  return {
    mayPan: ({ pointerType, deltaX, deltaY }) => {
      if (pointerType === 'touch' && Math.abs(deltaY) > Math.abs(deltaX)) return false;
      isScrubbing = restingSince !== null && performance.now() - restingSince >= HOLD_MS;
      return !isScrubbing;
    },
    listen: (element) => {
      const handleDown = ({ pointerType, isPrimary, timeStamp }: PointerEvent) => {
        restingSince = pointerType === 'touch' && isPrimary ? timeStamp : null;
      };
      const handleMove = ({ clientX }: PointerEvent) => {
        if (isScrubbing) crosshair.pointAt(clientX - element.getBoundingClientRect().left);
      };
      const handleEnd = () => {
        restingSince = null;
        isScrubbing = false;
      };
      element.addEventListener('pointerdown', handleDown);
      element.addEventListener('pointermove', handleMove);
      element.addEventListener('pointerup', handleEnd);
      element.addEventListener('pointercancel', handleEnd);
      return () => {
        element.removeEventListener('pointerdown', handleDown);
        element.removeEventListener('pointermove', handleMove);
        element.removeEventListener('pointerup', handleEnd);
        element.removeEventListener('pointercancel', handleEnd);
      };
    },
  };
}
