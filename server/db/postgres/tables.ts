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
 * Tables of many rows: small keys, and what their rows need. The room in pages lets a row change where it lies, without
 * a word to the index; dead rows are cleared when a fiftieth of the table is.
 */
const tablesOfMany: Record<string, string> = {
  reading: '',
  rollup: 'with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)',
  latest: 'with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)',
  tile_change: 'with (fillfactor = 80)',
};

/**
 * Migrations are written once, in types that SQLite knows. Here text is ordered by code points, as SQLite orders it, and
 * whole numbers are of eight bytes, so that one that stands for nothing finds nothing instead of failing.
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
    const { dataType } = column;
    if (!DataTypeNode.is(dataType)) return column;
    if (dataType.dataType === 'text') return { ...column, dataType: RawNode.createWithSql('text collate "C"') };
    const isSmall = this.#table in tablesOfMany;
    if (dataType.dataType === 'integer' && !isSmall) return { ...column, dataType: DataTypeNode.create('bigint') };
    return column;
  }
}

/** For the migrator alone. */
export const postgresTables: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => new PostgresTables().transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
