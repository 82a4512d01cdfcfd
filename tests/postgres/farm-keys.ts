import type pg from 'pg';

/** Tables with farm_id that every node holds whole, because all others are joined with them. */
const referenceTables = ['farm', 'farm_member'];

/** The tables that are distributed by farm: all others that have its column. */
export async function listDistributed(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select t.relname as name from pg_class t join pg_attribute c on c.attrelid = t.oid
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
       and c.attname = 'farm_id' and t.relname <> all($1)
     order by 1`,
    [referenceTables],
  );
  return rows.map(({ name }) => name);
}

/*
 * Each query finds what Citus would refuse, or would not keep, in tables that are distributed by farm_id ($1). Source:
 * Citus documentation, "Creating and Modifying Distributed Objects" and "SQL Support and Workarounds".
 */
const rules: Record<string, string> = {
  'has no primary key': `
    select t.relname as found from pg_class t
    where t.relname = any($1) and t.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
  'is unique, and does not begin with farm_id': `
    select i.indexrelid::regclass::text as found from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relname = any($1) and i.indisunique
      and not exists (
        select 1 from pg_attribute c
        where c.attrelid = t.oid and c.attnum = i.indkey[0] and c.attname = 'farm_id')`,
  'is a foreign key': `
    select k.conname as found from pg_constraint k
    join pg_class t on t.oid in (k.conrelid, k.confrelid)
    where t.relname = any($1) and k.contype = 'f'`,
  'is a trigger': `
    select g.tgname as found from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where t.relname = any($1) and not g.tgisinternal`,
  'has a default that each node would give another value': `
    select t.relname || '.' || c.attname as found from pg_attribute c join pg_class t on t.oid = c.attrelid
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = c.attnum
    where t.relname = any($1) and c.attnum > 0 and not c.attisdropped and (
      c.attidentity <> '' or exists (
        select 1 from regexp_matches(d.adbin::text, ':funcid (\\d+)', 'g') as called
        join pg_proc f on f.oid = called[1]::oid where f.provolatile <> 'i'))`,
};

/** What stands against distributing these tables, each as a sentence. */
export async function keyProblems(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [problem, text] of Object.entries(rules)) {
    const { rows } = await client.query<{ found: string }>(text, [tables]);
    problems.push(...rows.map(({ found }) => `${found} ${problem}`));
  }
  return problems;
}
