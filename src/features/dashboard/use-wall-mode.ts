import { useEffect, useState } from 'react';

/** A tablet on a greenhouse wall: wide, touched with fingers, and nobody has for a minute. */
const WALL = '(min-width: 820px) and (pointer: coarse)';
const UNTOUCHED_MS = 60_000;

/** True while the screen hangs on a wall and nobody touches it; any touch or key ends it. Keeps the screen awake then. */
export function useWallMode(): boolean {
  const [isWall, setIsWall] = useState(false);

  useEffect(() => {
    let timer: number | undefined;
    const begin = () => {
      window.clearTimeout(timer);
      setIsWall(false);
      timer = window.setTimeout(() => setIsWall(matchMedia(WALL).matches), UNTOUCHED_MS);
    };
    begin();
    // Not scrolling: the page scrolls by itself when it grows into the wall.
    const signs = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const sign of signs) addEventListener(sign, begin, { passive: true });
    return () => {
      window.clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, begin);
    };
  }, []);

  useEffect(() => {
    if (!isWall || !('wakeLock' in navigator)) return;
    // Refused on a low battery: the screen then goes dark as it always did.
    const lock = navigator.wakeLock.request('screen').catch(() => undefined);
    return () => {
      void lock.then((held) => held?.release());
    };
  }, [isWall]);

  return isWall;
}
