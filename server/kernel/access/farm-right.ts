import { type Expression, type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import type { FarmRight } from '#contract/farm/farm.ts';
import type { Database } from '../../db/schema.ts';
import type { Caller } from './caller.ts';

type Asker = Pick<Caller, 'userId' | 'authority'>;
type RightExpression = ExpressionWrapper<Database, 'farm', FarmRight | null>;

/**
 * The right of a user on the farm of a row, as an expression for queries over `farm`: owners may do everything,
 * co-users what they were given, others get null. The query itself must check `farm.deleted_at`.
 */
export function ownRight(userId: number | Expression<number>): RightExpression {
  const eb = expressionBuilder<Database, 'farm'>();
  const given = eb
    .selectFrom('farm_member')
    .select('farm_member.right')
    .whereRef('farm_member.farm_id', '=', 'farm.farm_id')
    .where('farm_member.user_id', '=', userId);
  return eb.case().when('farm.owner_id', '=', userId).then(eb.val<FarmRight>('own')).else(given).end();
}

/** The same, with everything allowed for an administrator. */
export function rightOf({ userId, authority }: Asker): RightExpression {
  const everything = expressionBuilder<Database, 'farm'>().val<FarmRight>('own');
  return authority === 'ROLE_ADMINISTER' ? everything : ownRight(userId);
}

/** Whether a user owns the farm of a row or shares it. */
export function isMine(userId: number): Expression<SqlBool> {
  return expressionBuilder<Database, 'farm'>()(ownRight(userId), 'is not', null);
}

/** Whether the asker may read the farm of a row. */
export function isReadable({ userId, authority }: Asker): Expression<SqlBool> {
  return authority === 'ROLE_ADMINISTER' ? expressionBuilder<Database, 'farm'>().lit(true) : isMine(userId);
}
