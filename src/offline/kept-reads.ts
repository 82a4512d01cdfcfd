import { matchesPath } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { classOf, classRules, type RequestClass } from './request-class.ts';

const reads = Object.values(endpoints)
  .filter(({ method, offline }) => method === 'GET' && classRules[classOf(offline)].kept)
  .map(({ path, offline, who }) => ({ path, cls: classOf(offline), isPublic: who === 'anyone' }));

export type KeptRead = {
  cls: RequestClass;
  /** Asked without a token, and answered for nobody in particular. */
  isPublic: boolean;
};

/** How a GET is treated whose answer the worker keeps; null for everything it must leave to the network. */
export function keptRead(pathname: string): KeptRead | null {
  // A literal path beats one with a parameter: /api/farms/co-users is not a farm.
  const fitting = reads.filter((read) => matchesPath(read, pathname));
  const best = fitting.find(({ path }) => path === pathname) ?? fitting[0];
  return best ? { cls: best.cls, isPublic: best.isPublic } : null;
}
