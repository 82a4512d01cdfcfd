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
 * sent: not answered yet; held: it moves until the release; stopping: released, or a repeated call failed; lost: the
 * release was not answered, so that it stops when its ten seconds are over; idle: it stands still.
 */
export type KeyState = 'sent' | 'held' | 'stopping' | 'lost' | 'idle';

/**
 * A key that moves a motor while it is held: the call is repeated every 3 s, and the release is sent at once, even
 * while a call is under way. If a call fails the motor is stopped: by the release, or when its ten seconds are over.
 */
export function useHeldKey(
  farmIndex: number,
  onState: (state: KeyState) => void,
): { hold(key: Key): void; release(): void } {
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

  async function push(key: Key, { signal }: AbortController) {
    const params = { id: farmIndex };
    const isHeld = () => !signal.aborted;
    onState('sent');
    try {
      for (let isAgain = false; isHeld(); isAgain = true) {
        await sendWrite(call, holdKey, { params, body: { ...key, isAgain } }, undefined, inTime(signal));
        if (isHeld()) onState('held');
        refetchAll(client);
        await waited(HELD_KEY.againSec, signal);
      }
    } catch (error) {
      if (isHeld()) showFailure(error);
    }
    onState('stopping');
    try {
      await sendWrite(call, releaseKey, { params: { ...params, channel: key.channel } }, undefined, inTime());
      onState('idle');
    } catch (error) {
      onState('lost');
      showFailure(error);
    }
    refetchAll(client);
  }
  return {
    release,
    hold(key) {
      release();
      const press = new AbortController();
      ending.current = () => press.abort();
      void push(key, press);
    },
  };
}

/** Ends what waits for an answer after the ten seconds, or as the key is let go. */
function inTime(release?: AbortSignal): AbortSignal {
  const end = new AbortController();
  for (const one of [AbortSignal.timeout(HELD_KEY.leaseSec * SECOND_MS), release]) {
    one?.addEventListener('abort', () => end.abort());
  }
  return end.signal;
}

function showFailure(error: unknown): void {
  showToast(error instanceof ApiError ? error.message : notSentMessages.offline, 'failed');
}

/** Resolves after a time, or as soon as the signal is aborted. */
function waited(sec: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, sec * SECOND_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
