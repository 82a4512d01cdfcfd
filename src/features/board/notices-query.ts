import { currentNotices } from '#contract/board/notice.ts';
import { readQuery } from '#src/api/read/query.ts';

/** The notices of administrators that are valid now. */
export const noticesQuery = readQuery(currentNotices, {});
