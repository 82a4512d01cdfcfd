import { auditLog } from './audit-log.ts';
import { createCrop, deleteCrop, farmCrops, getCrop, manageCrops, updateCrop } from './crop.ts';
import {
  createDevice,
  deleteDevice,
  deviceRefusals,
  getDevice,
  issueDeviceKey,
  manageDevices,
  revokeDeviceKey,
  updateDevice,
} from './device.ts';
import type { Endpoint } from './endpoint.ts';
import { listFarms, shellFarms } from './farm.ts';
import { deletedThings, leadFarms, restoreDeleted, setLeadFarm } from './farm-admin.ts';
import {
  coUserChoices,
  createFarm,
  deleteFarm,
  getFarm,
  leaveFarm,
  manageFarms,
  shareFarms,
  updateFarm,
} from './farm-manage.ts';
import { awsInfo } from './farm-weather.ts';
import { growthTargets } from './growth-targets.ts';
import { getHeat, updateHeat } from './heat.ts';
import { humidity, humidityTargets } from './humidity.ts';
import { ingest } from './ingest.ts';
import { adminItemCodes, createItemCode, itemCodes, updateItemCode } from './item-code.ts';
import { leadRecord, leadTargets } from './lead-farm.ts';
import { live } from './live.ts';
import { sideMenu } from './menu.ts';
import { adminMenus, updateMenuItem } from './menu-admin.ts';
import { areaValues, record, targetList } from './monitor.ts';
import { exclude, exclusions, liftExclusion, quality } from './quality.ts';
import {
  calibrateSensor,
  createSensor,
  deleteSensor,
  dropCalibration,
  getSensor,
  manageSensors,
  updateSensor,
} from './sensor.ts';
import { siteInfo } from './site.ts';
import { flowStatistics, growthStatistics, innerStatistics } from './statistics.ts';
import { monitorTiles, tileChanges } from './tile-calls.ts';
import { changePassword, endMyOtherSessions, endMySession, getMe, mySessions, updateMe } from './user.ts';
import { adminUsers, createUser, endUserSessions, resetPassword, updateUser } from './user-admin.ts';

/**
 * Every product call. The server mounts this list (and refuses to start when one has no handler), the worker
 * reads offline policies from it, and a test walks it. Sign-in speaks another protocol and is not in it.
 */
export const endpoints = {
  siteInfo,
  sideMenu,
  adminMenus,
  updateMenuItem,
  auditLog,
  getMe,
  updateMe,
  changePassword,
  mySessions,
  endMySession,
  endMyOtherSessions,
  adminUsers,
  createUser,
  updateUser,
  resetPassword,
  endUserSessions,
  listFarms,
  shellFarms,
  getFarm,
  manageFarms,
  createFarm,
  updateFarm,
  deleteFarm,
  coUserChoices,
  shareFarms,
  leaveFarm,
  awsInfo,
  leadFarms,
  setLeadFarm,
  deletedThings,
  restoreDeleted,
  manageDevices,
  getDevice,
  createDevice,
  updateDevice,
  deleteDevice,
  issueDeviceKey,
  revokeDeviceKey,
  deviceRefusals,
  manageSensors,
  getSensor,
  createSensor,
  updateSensor,
  deleteSensor,
  calibrateSensor,
  dropCalibration,
  growthTargets,
  getHeat,
  updateHeat,
  createCrop,
  getCrop,
  updateCrop,
  deleteCrop,
  farmCrops,
  manageCrops,
  itemCodes,
  adminItemCodes,
  createItemCode,
  updateItemCode,
  areaValues,
  targetList,
  record,
  monitorTiles,
  tileChanges,
  leadTargets,
  leadRecord,
  humidityTargets,
  humidity,
  innerStatistics,
  flowStatistics,
  growthStatistics,
  quality,
  exclusions,
  exclude,
  liftExclusion,
  ingest,
  live,
} satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
