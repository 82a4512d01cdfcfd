import type { Hono } from 'hono';
import { sideMenu } from '#contract/menu.ts';
import type { Store } from '../db/open.ts';
import type { Env } from '../http/env.ts';
import { type Guards, route } from '../http/route.ts';
import { listMenu } from './queries.ts';

export function mountMenu(app: Hono<Env>, guards: Guards, store: Store): void {
  route(app, guards, sideMenu, ({ caller }) => listMenu(store, caller.authority));
}
