/** What the lists of devices and of sensors are sorted by. Apart from their schemas, because addresses need no more. */
export const deviceSorts = ['name', 'code', 'kind', 'place', 'farmName', 'lastSeenAt'] as const;
export const sensorSorts = ['name', 'code', 'type', 'areaName', 'deviceName', 'readAt'] as const;
