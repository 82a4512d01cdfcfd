import * as z from 'zod/mini';
import { indexList, record, targetList } from '../monitor/monitor.ts';
import { resolutions } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';

/** Without duplicates. */
const cropNames = z.array(z.string());

/**
 * Lead farms belong to growers from whom others learn. Another grower sees only what is defined here: the name and the
 * crops, what can be compared, and records beside own ones of the same type.
 */
export const leadTargets = endpoint({
  method: 'GET',
  path: '/api/monitor/lead-farm/target-list',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: '/cms/monitor/lead-farm',
  query: z.object({ farmIndex: indexParam }),
  answer: z.object({
    /** The caller's channels that some lead farm has, too. */
    my: targetList.answer,
    /** Names of the crops on the caller's farm. */
    myCrops: cropNames,
    /** All other lead farms, with the channels that the caller has, too; a farm without any is left out. */
    leads: z.array(
      z.object({
        index: z.number(),
        farmName: z.string(),
        isSimulated: z.boolean(),
        crops: cropNames,
        targets: targetList.answer,
      }),
    ),
  }),
  offline: 'reference',
  about: 'Lists the channels of a farm and of the lead farms that can be compared: those of types that both have.',
});
export type LeadTargets = z.infer<(typeof leadTargets)['answer']>;

const graphs = record.answer.shape.data;

export const leadRecord = endpoint({
  method: 'GET',
  path: '/api/monitor/lead-farm/record',
  who: 'farm:read',
  farm: [
    { from: 'query', name: 'myDevices', via: 'sensor' },
    { from: 'query', name: 'mySensors', via: 'sensor' },
  ],
  page: '/cms/monitor/lead-farm',
  query: z
    .object({
      /** The caller's own actuators and sensors, comma-separated indexes; at least one in total. */
      myDevices: z._default(indexList, []),
      mySensors: z._default(indexList, []),
      /** Channels of lead farms, of the types of the own ones in this call. */
      leadDevices: z._default(indexList, []),
      leadSensors: z._default(indexList, []),
      /** A Seoul day or an ISO instant, as in a record. */
      begin: z.string(),
      end: z.string(),
    })
    .check(z.refine(({ myDevices, mySensors }) => myDevices.length + mySensors.length > 0, { path: ['mySensors'] })),
  answer: z.object({
    data: z.object({ my: graphs, lead: graphs }),
    /** The same for both farms, so that the values can be compared. */
    resolution: z.enum(resolutions),
    /** The range of the answer, epoch ms, half open. */
    begin: z.number(),
    end: z.number(),
  }),
  errors: ['RANGE_INVALID', 'RANGE_TOO_LONG'],
  offline: 'tiles',
  about: 'Returns readings of the caller’s farm and of lead farms over one range at one resolution.',
});
export type LeadRecord = z.infer<(typeof leadRecord)['answer']>;
