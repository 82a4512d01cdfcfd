import type pg from 'pg';

/** Questions about no farm in particular, and why they may be asked. */
const exceptions: readonly { why: string; questions: readonly RegExp[] }[] = [
  {
    why: 'whose a thing is that is named by its own number or UUID: a row by an index of each node',
    questions: [
      /^select (\*|"farm_id" as "farmId") from "\w+" where "\w+_id" = \$1( and "deleted_at" is null)?$/,
      /^select "farm_id" as "farmId", "channel_id" as "index", .* from "channel" where "channel_id" in /s,
      /^select "thing_id" as "thingId", "number" from "creation" where "user_id" = \$1 and "thing_id" in /,
    ],
  },
  {
    why: 'whose a key is: a row by an index of each node, remembered until farms are edited',
    questions: [/^select "device"\."farm_id" .* and "device"\."key_hash" = \$1$/],
  },
  {
    why: 'retention, sealing and unsealing go over what every farm has, a channel at a time',
    questions: [
      /^select "farm_id"( as "farmId")?, "channel_id"( as "channelId")? from "channel"$/,
      /^select "farm_id" as "farmId", "channel_id" as "channelId", "day" from "sealed_reading" limit \$1$/,
    ],
  },
  {
    why: 'what has expired is deleted daily, by each node for itself, with what stands beside it',
    questions: [
      /^delete from "(unknown_reading|crop|observation|decision|command|outlook)" where "\w+" <=? \$1/,
      /^delete from "\w+" where ("owner_kind" = \$1 and )?\("farm_id", "\w+"\) in \(select "farm_id", "\w+" from "(crop|observation|inspection)" where \(?"deleted_at" < /,
    ],
  },
  {
    why: 'what a process left undone when it ended: a few rows by an index of each node, once a day',
    questions: [/^select \* from "exclusion" where "is_settled" = \$1$/],
  },
  {
    why: 'the log of decisions is cut farm by farm, once a day',
    questions: [/^select "farm_id" from "control_memory"$/],
  },
  {
    why: 'photos that nobody shows any more are looked for once a day, and their files belong to no farm',
    questions: [/^select "hash" from "photo" where "hash" in /],
  },
  {
    why: 'an administrator asks how many farms grow an item',
    questions: [/\(select count\(\*\) as "used" from "crop" where "crop"\."item_code" = /],
  },
  {
    why: 'an administrator looks through the log of all farms',
    questions: [/^select .* from "audit" (left join "farm" .*)?left join "user" /],
  },
  {
    why: 'the four farms of the demonstration',
    questions: [
      / "demo_state"/,
      / and "is_demo" = /,
      /^select "farm_id" from "weather_station" where "is_simulated" = /,
    ],
  },
];

/** A node of a plan, as EXPLAIN describes it. */
type PlanNode = { [field: string]: unknown; Plans?: PlanNode[] };

const conditions = ['Filter', 'Index Cond', 'Recheck Cond', 'Hash Cond', 'Merge Cond', 'Join Filter', 'TID Cond'];

/**
 * The statements that reach rows of distributed tables without naming a farm: in the plan that PostgreSQL makes for any
 * parameters, each scan of such a table must have farm_id equal to a value, one of a list, the column of a table that
 * every node holds whole, or that of another scan of which the same is true. An upsert or update must not change
 * farm_id.
 */
export async function statementProblems(
  client: pg.Client,
  tables: readonly string[],
  statements: Iterable<string>,
): Promise<string[]> {
  await client.query('set plan_cache_mode = force_generic_plan');
  const problems: string[] = [];
  for (const text of statements) {
    if (!isPlanned(text) || isExcepted(text)) continue;
    if (setsFarm(text)) problems.push(`changes farm_id: ${text}`);
    const plan = await planOf(client, text);
    const found = scansIn(plan).filter(({ table }) => tables.includes(table));
    const unbound = unboundOf(found, conditionsIn(plan));
    if (unbound.length > 0)
      problems.push(`reads ${unbound.map(({ table }) => table).join(', ')} of every farm: ${text}`);
  }
  return problems;
}

const isExcepted = (text: string) =>
  exceptions.some(({ questions }) => questions.some((question) => question.test(text)));

/** Only these have plans; the others are of connections, transactions and settings. */
const isPlanned = (text: string) => /^\s*(select|insert|update|delete|with)\b/i.test(text) && !text.includes(';');

const setsFarm = (text: string) =>
  [...text.matchAll(/\bset\b(.*?)(?:\bwhere\b|\breturning\b|$)/gis)].some(([, set = '']) =>
    /(^|,)\s*"?farm_id"?\s*=/i.test(set),
  );

async function planOf(client: pg.Client, text: string): Promise<PlanNode> {
  await client.query(`prepare asked as ${text}`);
  try {
    const { rows: types } = await client.query(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'asked'`,
    );
    const values = Array.from({ length: types[0].count }, () => 'null').join(', ');
    const { rows } = await client.query(`explain (format json, verbose) execute asked${values && `(${values})`}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('deallocate asked');
  }
}

/** EXPLAIN gives each scan an alias of its own. */
type Scan = { table: string; alias: string };

function scansIn(node: PlanNode): Scan[] {
  const { 'Relation Name': table, Alias: alias, 'Node Type': kind, Plans: below = [] } = node;
  const isScan = table !== undefined && / Scan$/.test(String(kind));
  return [...(isScan ? [{ table: String(table), alias: String(alias) }] : []), ...below.flatMap(scansIn)];
}

function conditionsIn(node: PlanNode): string {
  const own = conditions.flatMap((name) => (node[name] === undefined ? [] : [String(node[name])]));
  return [...own, ...(node.Plans ?? []).map(conditionsIn)].join(' ');
}

/** Both sides of what farm_id is equal to. */
const EQUAL = /(\S*?"?\w+"?\.farm_id)?\)?(?:::\w+)? = \(*(?:ANY )?\(*(\S*)/g;

/** The scans that no value and no table of all nodes leads to the farm of. */
function unboundOf(scans: readonly Scan[], known: string): readonly Scan[] {
  const equal = [...known.matchAll(EQUAL)].map(([, left, right = '']) => [farmIn(left), farmIn(right)] as const);
  let unbound = scans;
  for (let count = -1; count !== unbound.length; ) {
    count = unbound.length;
    const isUnbound = (alias: string | undefined) => unbound.some((scan) => scan.alias === alias);
    const bound = equal.flatMap(([left, right]) => [
      ...(left !== undefined && !isUnbound(right) ? [left] : []),
      ...(right !== undefined && !isUnbound(left) ? [right] : []),
    ]);
    unbound = unbound.filter(({ alias }) => !bound.includes(alias));
  }
  return unbound;
}

/** The alias of the scan whose farm_id stands there. */
const farmIn = (side: string | undefined) => /"?(\w+)"?\.farm_id$/.exec(side?.replaceAll(/[()]/g, '') ?? '')?.[1];
