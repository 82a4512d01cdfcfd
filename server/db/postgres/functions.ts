import { sql } from 'kysely';
import type { EngineFunctions } from '../fragments.ts';

/** The functions in PostgreSQL's SQL; each returns what SQLite returns. */
export const postgresFunctions: EngineFunctions = {
  numbers_in: (list) => sql`(select value::bigint from json_array_elements_text((${list})::json) as listed(value))`,
  larger_of: (one, other) => sql`greatest(${one}, ${other})`,
  smaller_of: (one, other) => sql`least(${one}, ${other})`,
  // round() of a double rounds halves to even, SQLite's away from zero; adding 0 turns -0 into 0.
  rounded_to: (value, digits) =>
    sql`(select trunc(x * unit + sign(x) * 0.5) / unit + 0 from (select ${value} as x, 10::float8 ^ ${digits} as unit) as figure)`,
  time_of_lowest: (at, value) => sql`(array_agg(${at} order by ${value}, ${at}))[1]`,
  time_of_highest: (at, value) => sql`(array_agg(${at} order by ${value} desc, ${at}))[1]`,
  instants_as_json: (at) => sql`'[' || array_to_string(array_agg(${at}), ',') || ']'`,
  figures_as_json: (figure) => sql`'[' || array_to_string(array_agg(${figure}), ',') || ']'`,
  bytes_of: (text) => sql`convert_to(${text}, 'UTF8')`,
};
