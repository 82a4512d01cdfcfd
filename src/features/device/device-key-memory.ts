import { session } from '#src/api/session/session.ts';

/**
 * Keys that were told to this tab: in memory alone, so that the examples can show them while their device is being
 * set up. Gone with a reload, and with whoever was told.
 */
const known = new Map<number, { key: string; userId: string | null }>();

const currentUser = () => session.get().data?.userId ?? null;

export function rememberDeviceKey(deviceIndex: number, key: string): void {
  known.set(deviceIndex, { key, userId: currentUser() });
}

/** The key of a device, as far as this user was told it here. */
export function rememberedDeviceKey(deviceIndex: number): string | undefined {
  const kept = known.get(deviceIndex);
  return kept && kept.userId === currentUser() ? kept.key : undefined;
}

export function forgetDeviceKey(deviceIndex: number): void {
  known.delete(deviceIndex);
}

// Whoever comes next at this tablet is somebody else.
session.subscribe(() => {
  if (session.get().status === 'unauthenticated') known.clear();
});
