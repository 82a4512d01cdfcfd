import { useQueryClient } from '@tanstack/react-query';

const NAME = 'device-key';

type DeviceKeys = {
  remember(deviceIndex: number, key: string): void;
  /** The key of a device, as far as this user was told it in this tab. */
  recall(deviceIndex: number): string | undefined;
  forget(deviceIndex: number): void;
};

/**
 * Keys that were told to this tab, so that the examples can show them while their device is being set up. They stand
 * in the query cache alone: never on the device, gone with a reload, and with whoever was told.
 */
export function useDeviceKeys(): DeviceKeys {
  const client = useQueryClient();
  return {
    remember(deviceIndex, key) {
      client.setQueryDefaults([NAME], { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData([NAME, deviceIndex], key);
    },
    recall: (deviceIndex) => client.getQueryData<string>([NAME, deviceIndex]),
    forget: (deviceIndex) => client.removeQueries({ queryKey: [NAME, deviceIndex], exact: true }),
  };
}
