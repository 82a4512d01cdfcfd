import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { HELD_KEY, holdKey, releaseKey } from '#contract/control/control-calls.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { notSentMessages } from '#contract/wire/write-text.ts';
import { useCall } from '#src/api/call/call.ts';
import { ApiError } from '#src/api/call/errors.ts';
import { refetchAll } from '#src/api/call/refetch-all.ts';
import { sendWrite } from '#src/api/write/write.ts';
import { showToast } from '#src/lib/toasts.ts';

type Key = { channel: number; levelPct: 0 | 100; minutes: number };

/**
 * A key that moves a motor while it is held: the call is repeated every 3 s, and the release is reported. A lost answer
 * is not retried: the server's ten seconds run out, and the motor stops.
 */
export function useHeldKey(farmIndex: number): { hold(key: Key): void; release(): void } {
  const call = useCall();
  const client = useQueryClient();
  const ending = useRef<() => void>(undefined);
  const release = () => ending.current?.();
  // Leaving the page or the app releases the key.
  useEffect(() => {
    const handleHidden = () => document.hidden && ending.current?.();
    document.addEventListener('visibilitychange', handleHidden);
    return () => {
      document.removeEventListener('visibilitychange', handleHidden);
      ending.current?.();
    };
  }, []);

  async function push({ channel, levelPct, minutes }: Key, released: Promise<void>, isHeld: () => boolean) {
    const params = { id: farmIndex };
    const inTime = () => AbortSignal.timeout(HELD_KEY.leaseSec * SECOND_MS);
    try {
      while (isHeld()) {
        await sendWrite(call, holdKey, { params, body: { channel, levelPct, minutes } }, undefined, inTime());
        refetchAll(client);
        await Promise.race([released, waited(HELD_KEY.againSec)]);
      }
      await sendWrite(call, releaseKey, { params: { ...params, channel } }, undefined, inTime());
      refetchAll(client);
    } catch (error) {
      showToast(error instanceof ApiError ? error.message : notSentMessages.offline, 'failed');
    }
  }
  return {
    release,
    hold(key) {
      release();
      let isHeld = true;
      const released = new Promise<void>((resolve) => {
        ending.current = () => {
          isHeld = false;
          resolve();
        };
      });
      void push(key, released, () => isHeld);
    },
  };
}

function waited(sec: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, sec * SECOND_MS));
}
