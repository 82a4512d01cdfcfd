import type { Column } from './column.ts';

/** The column with the farm of a row, in a list of several farms. */
export function farmColumn<Row extends { farmName: string }>(): Column<Row, 'farmName'> {
  return {
    key: 'farmName',
    title: '농장',
    sortBy: 'farmName',
    onCard: 'fact',
    render: ({ farmName }) => farmName,
  };
}
