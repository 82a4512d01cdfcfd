/** The tabs of a device page; the active one is in the URL. */
export const deviceTabs = ['info', 'channels', 'connect'] as const;
export type DeviceTab = (typeof deviceTabs)[number];
