import type { ReadPolicy } from '#contract/read-policies.ts';
import { matchesPath } from '#contract/wire/endpoint.ts';
import { classOf, classRules, type RequestClass } from './request-class.ts';

/** Written in by the build (`define` of the Vite and Vitest configurations) from contract/read-policies.ts. */
declare const __READ_POLICIES__: readonly ReadPolicy[];

const reads = __READ_POLICIES__
  .map(({ path, offline, isPublic }) => ({ path, cls: classOf(offline), isPublic }))
  .filter(({ cls }) => classRules[cls].kept);

export type CachedRead = {
  cls: RequestClass;
  /** Asked without a token, and answered for nobody in particular. */
  isPublic: boolean;
};

/** How a GET is treated whose answer the worker keeps; null for everything it must leave to the network. */
export function cachedRead(pathname: string): CachedRead | null {
  // A literal path beats one with a parameter: /api/farms/co-users is not a farm.
  const fitting = reads.filter((read) => matchesPath(read, pathname));
  const best = fitting.find(({ path }) => path === pathname) ?? fitting[0];
  return best ? { cls: best.cls, isPublic: best.isPublic } : null;
}
