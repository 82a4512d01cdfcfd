/** Views of one device; the one shown stands in the address. */
export const deviceTabs = ['info', 'channels', 'connect'] as const;
export type DeviceTab = (typeof deviceTabs)[number];
