import type { Queries, Store } from '../db/open.ts';
import type { Controllers } from './engine/controllers.ts';
import type { Engine } from './engine/engine.ts';
import type { findControl } from './queries.ts';

/** What the endpoints of control are given. */
export type ControlDeps = { store: Store; engine: Engine; controllers: Controllers; now(): number };

/** The state of a farm's equipment, as a write answers it. */
export type View = (store: Queries, farmId: number) => ReturnType<typeof findControl>;
