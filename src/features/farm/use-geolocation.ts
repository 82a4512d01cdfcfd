import { useState } from 'react';
import type { Position } from '#contract/farm/stations.ts';

/** Indoors a position fix may take this long, ms. */
const LONGEST_WAIT_MS = 20_000;
/** Decimals of a degree: the fifth is about a metre. */
const DECIMALS = 5;

export type GeolocationState =
  | { state: 'idle' | 'asking' | 'denied' | 'unavailable' }
  /** The device's position; `accuracyM`: its accuracy in metres, as reported by the device. */
  | { state: 'found'; accuracyM: number };

/** Asks the device for its position on demand. */
export function useGeolocation(onFound: (position: Position) => void): {
  here: GeolocationState;
  ask: () => void;
  isOffered: boolean;
} {
  const [here, setHere] = useState<GeolocationState>({ state: 'idle' });
  // Browsers allow it on secure pages only.
  const isOffered = 'geolocation' in navigator && window.isSecureContext;

  function ask() {
    setHere({ state: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setHere({ state: 'found', accuracyM: accuracy });
        onFound({ latitude: rounded(latitude), longitude: rounded(longitude) });
      },
      ({ code, PERMISSION_DENIED }) => setHere({ state: code === PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      { enableHighAccuracy: true, timeout: LONGEST_WAIT_MS, maximumAge: 60_000 },
    );
  }
  return { here, ask, isOffered };
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}
