import type { Fetched } from '../call/call.ts';

/**
 * Whether a read shows the device's copy while the server's response is pending. An edit waits for it, so that it does
 * not begin from old values.
 */
export const awaitsServer = ({
  data,
  isFetching,
}: {
  data: Fetched<unknown> | undefined;
  isFetching: boolean;
}): boolean => data?.from === 'device' && isFetching;
