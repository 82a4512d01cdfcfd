/** Apart from what a range asks: routes read the names before any page's code is there. */
export const rangeNames = ['today', 'night', '24h', '7d', '30d', '12m', 'free'] as const;
export type RangeName = (typeof rangeNames)[number];
