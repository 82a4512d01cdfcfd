import { currentNotices } from '#contract/board/notice.ts';
import { readQuery } from '#src/api/read/query.ts';

/** What administrators want everybody to know just now. */
export const noticesQuery = readQuery(currentNotices, {});
