import { useQueryClient } from '@tanstack/react-query';

const NAME = 'device-key';

/** A key as this tab was told it, and whether it has been copied or sent since. */
export type KnownKey = { key: string; isKept: boolean };

type DeviceKeys = {
  remember(deviceIndex: number, key: string): void;
  /** The key of a device, as far as this user was told it in this tab. */
  recall(deviceIndex: number): KnownKey | undefined;
  /** Notes that the key is in safe hands. */
  noteKept(deviceIndex: number): void;
  forget(deviceIndex: number): void;
};

/**
 * Keys that were told to this tab, so that the examples can show them while their device is being set up. They stand
 * in the query cache alone: never on the device, gone with a reload, and with whoever was told.
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
