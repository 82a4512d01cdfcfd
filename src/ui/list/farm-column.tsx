import type { Column } from './column.ts';

/** Which farm a row belongs to, in a list of more than one farm. */
export function farmColumn<Row extends { farmName: string }>(): Column<Row, 'farmName'> {
  return {
    key: 'farmName',
    title: '농장',
    sortBy: 'farmName',
    onCard: 'fact',
    render: ({ farmName }) => farmName,
  };
}
