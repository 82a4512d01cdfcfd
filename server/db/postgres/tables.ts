import {
  type ColumnDefinitionNode,
  type CreateTableNode,
  DataTypeNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  RawNode,
} from 'kysely';

/**
 * Storage parameters of large tables, whose integer columns also stay at four bytes. Free space in the pages
 * (fillfactor) allows updates without touching the index; vacuum runs when a fiftieth of the rows is dead.
 */
const tablesOfMany: Record<string, string> = {
  reading: 'with (autovacuum_vacuum_scale_factor = 0.02)',
  rollup: 'with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)',
  latest: 'with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)',
  tile_change: 'with (fillfactor = 80)',
};

/**
 * Migrations use SQLite's types. On PostgreSQL, text is sorted by code points, as in SQLite, and integers have eight
 * bytes, so that a number out of range finds nothing instead of failing.
 */
class PostgresTables extends OperationNodeTransformer {
  #table = '';

  protected override transformCreateTable(node: CreateTableNode, id?: QueryId): CreateTableNode {
    this.#table = node.table.table.identifier.name;
    const { endModifiers: _, ...made } = super.transformCreateTable(node, id);
    const parameters = tablesOfMany[this.#table];
    this.#table = '';
    return parameters ? { ...made, endModifiers: [RawNode.createWithSql(parameters)] } : made;
  }

  protected override transformColumnDefinition(node: ColumnDefinitionNode, id?: QueryId): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node, id);
    const { dataType, generated } = column;
    // One that is only computed when it is read could not be in an index.
    if (generated) return { ...column, generated: { ...generated, stored: true } };
    if (!DataTypeNode.is(dataType)) return column;
    if (dataType.dataType === 'text') return { ...column, dataType: RawNode.createWithSql('text collate "C"') };
    const isSmall = this.#table in tablesOfMany;
    if (dataType.dataType === 'integer' && !isSmall) return { ...column, dataType: DataTypeNode.create('bigint') };
    return column;
  }
}

/** Used only by the migrator. */
export const postgresTables: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => new PostgresTables().transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
