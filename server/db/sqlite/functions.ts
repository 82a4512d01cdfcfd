import { sql } from 'kysely';
import type { EngineFunctions } from '../fragments.ts';

/** The functions in SQLite's SQL. */
export const sqliteFunctions: EngineFunctions = {
  numbers_in: (list) => sql`(select value from json_each(${list}))`,
  larger_of: (one, other) => sql`max(${one}, ${other})`,
  smaller_of: (one, other) => sql`min(${one}, ${other})`,
  rounded_to: (value, digits) => sql`round(${value}, ${digits})`,
  // Beside min() or max() SQLite takes other columns from the row of the extreme, the earliest of equal ones.
  time_of_lowest: (at) => sql`${at}`,
  time_of_highest: (at) => sql`${at}`,
  instants_as_json: (at) => sql`'[' || group_concat(printf('%d', ${at})) || ']'`,
  // 15 digits represent a decimal number exactly.
  figures_as_json: (figure) => sql`'[' || group_concat(printf('%.15g', ${figure})) || ']'`,
  bytes_of: (text) => sql`cast(${text} as blob)`,
};
