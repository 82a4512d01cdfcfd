import * as z from 'zod/mini';

/** What can have been done; the first word names the noun. Their Korean stands in terms-audit.ts. */
export const auditActions = [
  'farm.create',
  'farm.update',
  'farm.delete',
  'farm.restore',
  'farm.share',
  'farm.leave',
  'farm.lead',
  'farm.weather',
  'crop.create',
  'crop.update',
  'crop.delete',
  'crop.restore',
  'device.create',
  'device.update',
  'device.delete',
  'device.key',
  'device.revoke',
  'sensor.create',
  'sensor.update',
  'sensor.delete',
  'sensor.move',
  'sensor.calibrate',
  'heat.update',
  'user.create',
  'user.update',
  'user.password',
  'user.sessions',
  'menu.update',
  'code.create',
  'code.update',
  'code.delete',
] as const;
export const auditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof auditAction>;
