import {
  createComment,
  createPost,
  deleteComment,
  deletePost,
  seePost,
  updateComment,
  updatePost,
} from './board/board.ts';
import { createCrop, updateCrop } from './crop/crop.ts';
import { calibrateSensor, createSensor, deleteCalibration, updateSensor } from './device/sensor.ts';
import { createFarm, updateFarm } from './farm/farm-manage.ts';
import { createObservation, deleteObservation, updateObservation } from './growing/observation.ts';
import {
  calibrateInInspection,
  createInspection,
  deleteInspection,
  stepInspection,
  updateInspection,
} from './inspection/inspection.ts';
import { deletePhoto, uploadPhoto } from './photo/photo.ts';
import type { Endpoint } from './wire/endpoint.ts';

/**
 * All writes that may wait on a device, with the policy `outbox`. A list of their own, because a page that imports all
 * endpoints would load the whole contract. Nothing that moves equipment, and no right, key or password, may stand here.
 */
export const waitingWrites: readonly Endpoint[] = [
  createComment,
  createPost,
  deleteComment,
  deletePost,
  seePost,
  updateComment,
  updatePost,
  createCrop,
  updateCrop,
  calibrateSensor,
  createSensor,
  deleteCalibration,
  updateSensor,
  createFarm,
  updateFarm,
  createObservation,
  deleteObservation,
  updateObservation,
  calibrateInInspection,
  createInspection,
  deleteInspection,
  stepInspection,
  updateInspection,
  deletePhoto,
  uploadPhoto,
];
