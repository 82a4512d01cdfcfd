import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';
import type { Queries } from './store.ts';

/** Marks a parameter of a prepared query. */
export type ParameterOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Builds and compiles a query once and then only binds values: building one takes several times as long as running a
 * lookup. `param(name)` marks a parameter; the shape of the query must not depend on the values.
 */
export function preparedQuery<Values extends Record<string, string | number>, Row>(
  build: (db: Kysely<Database>, param: ParameterOf<Values>) => Compilable<Row>,
): (store: Queries, values: Values) => Promise<Row[]> {
  // Tests use both engines in one process, and their SQL differs.
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
