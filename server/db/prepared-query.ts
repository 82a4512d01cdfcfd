import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Queries } from './open.ts';
import type { Database } from './schema.ts';

/** Stands in a prepared query where each call puts a value of its own. */
export type Open<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * A query that is built once and then only given its values: building one costs several times what running a lookup
 * does. `open(name)` stands where a value goes; the query's shape must not depend on the values.
 */
export function prepared<Values extends Record<string, string | number>, Row>(
  build: (db: Kysely<Database>, open: Open<Values>) => Compilable<Row>,
): (store: Queries, values: Values) => Promise<Row[]> {
  // Tests hold stores of both engines in one process; each writes its own text.
  const byEngine = new Map<unknown, CompiledQuery>();
  return async ({ db }, values) => {
    const engine = db.getExecutor().adapter.constructor;
    const compiled = byEngine.get(engine) ?? build(db, (name) => sql`${new Placeholder(name)}`).compile();
    byEngine.set(engine, compiled);
    const parameters = compiled.parameters.map((given) => (given instanceof Placeholder ? values[given.name] : given));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
