/**
 * Sort columns of each list. They are separate from the schemas, because routes need only these and load with the entry
 * chunk.
 */
export const deviceSorts = ['name', 'code', 'kind', 'place', 'farmName', 'lastSeenAt'] as const;
export const sensorSorts = ['name', 'code', 'type', 'areaName', 'deviceName', 'readAt'] as const;
export const userSorts = ['userId', 'name', 'authority', 'createdAt'] as const;
export const leadFarmSorts = ['farmName', 'address', 'owner', 'isLeadFarm'] as const;
export const deletedSorts = ['name', 'farmName', 'owner', 'deletedAt'] as const;
export const farmSorts = ['farmName', 'address', 'areaM2', 'owner'] as const;
export const menuSorts = ['menuName', 'groupName', 'menuUrl'] as const;
export const itemCodeSorts = ['code', 'itemsName', 'position'] as const;
export const postSorts = ['title', 'authorName', 'createdAt', 'activeAt'] as const;
export const cropSorts = ['itemsName', 'farmName', 'house', 'areaM2', 'treeCount', 'budBreakOn', 'status'] as const;
export const observationSorts = [
  'observedAt',
  'itemsName',
  'house',
  'tree',
  'fruitMm',
  'brix',
  'acidityPct',
  'by',
] as const;
export const inspectionSorts = ['title', 'kind', 'state', 'dueOn', 'assignee', 'farmName', 'createdAt'] as const;
export const ruleSorts = ['name', 'areaName', 'priority', 'enabled', 'changedAt', 'farmName', 'nextAt'] as const;
