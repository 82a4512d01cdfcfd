import { DESKTOP, useMedia } from '#src/lib/use-media.ts';
import type { DataListProps } from './column.ts';
import { DataCards } from './data-cards.tsx';
import { DataTable } from './data-table.tsx';

/** A list of items: a table on desktops, cards on phones and tablets. The caller does sorting and paging. */
export function DataList<Row, Key extends string = never>(props: DataListProps<Row, Key>) {
  const isDesktop = useMedia(DESKTOP);
  if (!props.isLoading && props.rows.length === 0) {
    return <div className="rounded-card bg-card shadow-card">{props.empty}</div>;
  }
  return isDesktop ? <DataTable {...props} /> : <DataCards {...props} />;
}
