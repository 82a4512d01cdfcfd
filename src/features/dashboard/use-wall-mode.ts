import { useEffect, useState } from 'react';

/** A wall tablet: wide, with a touch screen. */
const WALL = '(min-width: 820px) and (pointer: coarse)';
const UNTOUCHED_MS = 60_000;

/** True on a wall tablet after a minute without touch; any touch or key ends it. Keeps the screen awake. */
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
    // Without scroll events: switching to the wall view scrolls the page by itself.
    const signs = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const sign of signs) addEventListener(sign, begin, { passive: true });
    return () => {
      window.clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, begin);
    };
  }, []);

  useEffect(() => {
    if (!isWall || !('wakeLock' in navigator)) return;
    // Refused on a low battery: the screen then turns off as usual.
    const lock = navigator.wakeLock.request('screen').catch(() => undefined);
    return () => {
      void lock.then((held) => held?.release());
    };
  }, [isWall]);

  return isWall;
}
