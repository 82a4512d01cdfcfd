import type { Migration } from 'kysely';
import type { Table, TableGroup } from '../table.ts';
import * as foundation from './001-foundation.ts';
import * as management from './002-management.ts';
import * as quality from './003-quality.ts';
import * as oneTimePassword from './004-one-time-password.ts';
import * as weather from './005-weather.ts';
import * as weatherProviders from './006-weather-providers.ts';
import * as unknownReading from './007-unknown-reading.ts';
import * as unwantedCode from './008-unwanted-code.ts';
import * as calendarEdit from './009-calendar-edit.ts';
import * as outlook from './011-outlook.ts';
import * as consolePush from './012-console-push.ts';
import * as observation from './013-observation.ts';
import * as inspection from './014-inspection.ts';
import * as photo from './015-photo.ts';
import * as board from './016-board.ts';
import * as diskSize from './017-disk-size.ts';
import * as creation from './020-creation.ts';
import * as rule from './040-rule.ts';
import * as control from './041-control.ts';
import * as sealedReading from './050-sealed-reading.ts';
import * as period from './051-period.ts';
import * as lockEnds from './052-lock-ends.ts';
import * as move from './053-move.ts';
import * as heldKey from './054-held-key.ts';
import * as sealedBucket from './056-sealed-bucket.ts';
import * as creationNumber from './058-creation-number.ts';
import * as interlock from './060-interlock.ts';
import * as decisionCommand from './061-decision-command.ts';
import * as attempt from './062-attempt.ts';
import * as liveStream from './063-live-stream.ts';
import * as refusedReading from './064-refused-reading.ts';
import * as tileChangeBlock from './065-tile-change-block.ts';

/** In the order in which they run, each with the tables it adds or changes. Never rename a released migration. */
export const migrations = {
  '001-foundation': foundation,
  '002-management': management,
  '003-quality': quality,
  '004-one-time-password': oneTimePassword,
  '005-weather': weather,
  '006-weather-providers': weatherProviders,
  '007-unknown-reading': unknownReading,
  '008-unwanted-code': unwantedCode,
  '009-calendar-edit': calendarEdit,
  '011-outlook': outlook,
  '012-console-push': consolePush,
  '013-observation': observation,
  '014-inspection': inspection,
  '015-photo': photo,
  '016-board': board,
  '017-disk-size': diskSize,
  '020-creation': creation,
  '040-rule': rule,
  '041-control': control,
  '050-sealed-reading': sealedReading,
  '051-period': period,
  '052-lock-ends': lockEnds,
  '053-move': move,
  '054-held-key': heldKey,
  '056-sealed-bucket': sealedBucket,
  '058-creation-number': creationNumber,
  '060-interlock': interlock,
  '061-decision-command': decisionCommand,
  '062-attempt': attempt,
  '063-live-stream': liveStream,
  '064-refused-reading': refusedReading,
  '065-tile-change-block': tileChangeBlock,
} satisfies Record<string, Migration & { tables: Record<string, Table<unknown>> }>;

const declared = Object.values(migrations).flatMap(({ tables }) => Object.entries<Table<unknown>>(tables));

/** The group of each table. */
export const groupOf: ReadonlyMap<string, TableGroup> = new Map(
  declared.flatMap(([name, { group }]) => (group ? [[name, group]] : [])),
);

export const allGroups: readonly TableGroup[] = [...new Set(groupOf.values())];

/** The tables whose rows are deleted with their farm. */
export const tablesOfFarms: readonly string[] = declared.flatMap(([name, { goesWithFarm }]) =>
  goesWithFarm ? [name] : [],
);

/** What a move takes along: everything but what is noted about moves. */
export const movedTables: readonly string[] = [...groupOf.keys()].filter((name) => !Object.hasOwn(move.tables, name));
