/** In a separate file: routes read the names before the page's code is loaded. */
export const rangeNames = ['today', 'night', '24h', '7d', '30d', '12m', 'free'] as const;
export type RangeName = (typeof rangeNames)[number];
