import { auditLog } from './audit/audit-log.ts';
import {
  createComment,
  createPost,
  deleteComment,
  deletePost,
  getPost,
  managePosts,
  seePost,
  updateComment,
  updatePost,
} from './board/board.ts';
import { currentNotices } from './board/notice.ts';
import {
  clearRule,
  clearTrip,
  controlLog,
  endOverride,
  getCommand,
  getControl,
  liftLockOut,
  liftStopAll,
  lockOut,
  setOverride,
  stopAll,
  updateActuator,
} from './control/control-calls.ts';
import { createCrop, deleteCrop, farmCrops, getCrop, manageCrops, updateCrop } from './crop/crop.ts';
import { adminItemCodes, createItemCode, itemCodes, updateItemCode } from './crop/item-code.ts';
import {
  createDevice,
  deleteDevice,
  deviceRefusals,
  dropCode,
  getDevice,
  issueDeviceKey,
  manageDevices,
  reclaimCode,
  revokeDeviceKey,
  updateDevice,
} from './device/device.ts';
import { ingest } from './device/ingest.ts';
import {
  calibrateSensor,
  createSensor,
  deleteSensor,
  dropCalibration,
  getSensor,
  manageSensors,
  updateSensor,
} from './device/sensor.ts';
import { adminDisk } from './disk/disk.ts';
import { listFarms, shellFarms } from './farm/farm.ts';
import { deletedThings, leadFarms, restoreDeleted, setLeadFarm } from './farm/farm-admin.ts';
import {
  createFarm,
  deleteFarm,
  getFarm,
  knownCoUsers,
  leaveFarm,
  manageFarms,
  shareFarms,
  updateFarm,
} from './farm/farm-manage.ts';
import { awsInfo } from './farm/farm-weather.ts';
import { leadRecord, leadTargets } from './farm/lead-farm.ts';
import { cropGrowth, observedTrees } from './growing/growing-season.ts';
import {
  createObservation,
  deleteObservation,
  getObservation,
  manageObservations,
  updateObservation,
} from './growing/observation.ts';
import { cropSeason, cropYear } from './growth-calendar/crop-year.ts';
import {
  farmCalendarChanges,
  farmCalendars,
  growthCalendar,
  growthCalendarChanges,
  resetFarmCalendar,
  resetGrowthCalendar,
  updateFarmCalendar,
  updateGrowthCalendar,
} from './growth-calendar/growth-calendar-calls.ts';
import { growthTargets } from './growth-calendar/growth-targets.ts';
import { getHeat, updateHeat } from './heat/heat.ts';
import {
  calibrateInInspection,
  createInspection,
  deleteInspection,
  getInspection,
  inspectionChoices,
  manageInspections,
  stepInspection,
  updateInspection,
} from './inspection/inspection.ts';
import { sideMenu } from './menu/menu.ts';
import { adminMenus, updateMenuItem } from './menu/menu-admin.ts';
import { climate } from './monitor/climate.ts';
import { humidity, humidityTargets } from './monitor/humidity.ts';
import { live } from './monitor/live.ts';
import { areaValues, record, targetList } from './monitor/monitor.ts';
import { flowStatistics, growthStatistics, innerStatistics } from './monitor/statistics.ts';
import { deletePhoto, listPhotos, photoFile, photoThumbnail, uploadPhoto } from './photo/photo.ts';
import { exclude, exclusions, liftExclusion, quality } from './quality/quality.ts';
import { leadTileChanges, leadTiles, monitorTiles, tileChanges } from './series/tile-calls.ts';
import { changePassword, endMyOtherSessions, endMySession, getMe, mySessions, updateMe } from './user/user.ts';
import { adminUsers, createUser, endUserSessions, resetPassword, updateUser } from './user/user-admin.ts';
import { ambientDevices } from './weather/ambient-devices.ts';
import { outlook } from './weather/outlook.ts';
import { issuePushAddress, pushAddress, revokePushAddress } from './weather/push-address.ts';
import {
  ambientLastValue,
  ambientRecord,
  forecastRecord,
  publicLastValue,
  publicRecord,
  publicWeather,
  simpleWeather,
  weatherStations,
} from './weather/weather.ts';
import { weatherServices } from './weather/weather-admin.ts';
import type { Endpoint } from './wire/endpoint.ts';
import { receipts } from './wire/receipts.ts';
import { apiDescription, health, siteInfo } from './wire/site.ts';

/**
 * Every product call. The server mounts this list (and refuses to start when one has no handler), the worker
 * reads offline policies from it, and a test walks it. Sign-in speaks another protocol and is not in it.
 */
export const endpoints = {
  siteInfo,
  health,
  apiDescription,
  receipts,
  sideMenu,
  adminMenus,
  updateMenuItem,
  auditLog,
  adminDisk,
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
  knownCoUsers,
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
  dropCode,
  reclaimCode,
  manageSensors,
  getSensor,
  createSensor,
  updateSensor,
  deleteSensor,
  calibrateSensor,
  dropCalibration,
  growthTargets,
  growthCalendar,
  updateGrowthCalendar,
  resetGrowthCalendar,
  growthCalendarChanges,
  farmCalendars,
  updateFarmCalendar,
  resetFarmCalendar,
  farmCalendarChanges,
  cropYear,
  cropSeason,
  createObservation,
  getObservation,
  updateObservation,
  deleteObservation,
  manageObservations,
  observedTrees,
  cropGrowth,
  climate,
  getHeat,
  updateHeat,
  getControl,
  controlLog,
  setOverride,
  endOverride,
  stopAll,
  liftStopAll,
  updateActuator,
  lockOut,
  liftLockOut,
  clearTrip,
  clearRule,
  getCommand,
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
  leadTiles,
  leadTileChanges,
  humidityTargets,
  humidity,
  innerStatistics,
  flowStatistics,
  growthStatistics,
  quality,
  exclusions,
  exclude,
  liftExclusion,
  managePosts,
  getPost,
  createPost,
  updatePost,
  deletePost,
  createComment,
  updateComment,
  deleteComment,
  seePost,
  currentNotices,
  uploadPhoto,
  listPhotos,
  photoFile,
  photoThumbnail,
  deletePhoto,
  manageInspections,
  inspectionChoices,
  getInspection,
  createInspection,
  updateInspection,
  stepInspection,
  calibrateInInspection,
  deleteInspection,
  publicWeather,
  publicLastValue,
  publicRecord,
  ambientLastValue,
  ambientRecord,
  pushAddress,
  issuePushAddress,
  revokePushAddress,
  ambientDevices,
  forecastRecord,
  simpleWeather,
  outlook,
  weatherServices,
  weatherStations,
  ingest,
  live,
} satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
