import { useQueryClient } from '@tanstack/react-query';

const NAME = 'device-key';

/** A key that this tab has received, and whether it was copied or sent. */
export type KnownKey = { key: string; isKept: boolean };

type DeviceKeys = {
  remember(deviceIndex: number, key: string): void;
  /** The key of a device, if this user received it in this tab. */
  recall(deviceIndex: number): KnownKey | undefined;
  /** Records that the key was copied or sent. */
  noteKept(deviceIndex: number): void;
  forget(deviceIndex: number): void;
};

/**
 * Keys that this tab received, so that the examples can show them during setup. They are only in the query cache:
 * never stored on the device, and gone after a reload or sign-out.
 */
export function useDeviceKeys(): DeviceKeys {
  const client = useQueryClient();
  const recall = (deviceIndex: number) => client.getQueryData<KnownKey>([NAME, deviceIndex]);
  return {
    recall,
    remember(deviceIndex, key) {
      client.setQueryDefaults([NAME], { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData<KnownKey>([NAME, deviceIndex], { key, isKept: false });
    },
    noteKept(deviceIndex) {
      client.setQueryData<KnownKey>([NAME, deviceIndex], (known) => known && { ...known, isKept: true });
    },
    forget: (deviceIndex) => client.removeQueries({ queryKey: [NAME, deviceIndex], exact: true }),
  };
}
