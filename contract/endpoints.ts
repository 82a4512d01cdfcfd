import type { Endpoint } from './endpoint.ts';
import { getFarm, listFarms, shellFarms } from './farm.ts';
import { ingest } from './ingest.ts';
import { live } from './live.ts';
import { sideMenu } from './menu.ts';
import { areaValues, record, targetList } from './monitor.ts';
import { siteInfo } from './site.ts';

/**
 * Every product call. The server mounts this list (and refuses to start when one has no handler), the worker
 * reads offline policies from it, and a test walks it. Sign-in speaks another protocol and is not in it.
 */
export const endpoints = {
  siteInfo,
  sideMenu,
  listFarms,
  shellFarms,
  getFarm,
  areaValues,
  targetList,
  record,
  ingest,
  live,
} satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
