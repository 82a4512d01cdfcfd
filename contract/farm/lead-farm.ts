import * as z from 'zod/mini';
import { indexList, record, targetList } from '../monitor/monitor.ts';
import { resolutions } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';

/** Each name once. */
const cropNames = z.array(z.string());

/**
 * Lead farms are run by growers from whom others learn. A grower sees of one only what stands here: its name and
 * crops, what can be compared, and records beside one's own of the same type.
 */
export const leadTargets = endpoint({
  method: 'GET',
  path: '/api/monitor/lead-farm/target-list',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: '/cms/monitor/lead-farm',
  query: z.object({ farmIndex: indexParam }),
  answer: z.object({
    /** What of the own farm some lead farm has too. */
    my: targetList.answer,
    /** Names of the crops that grow on the own farm. */
    myCrops: cropNames,
    /** Every lead farm but the own one, with what the own farm has too; one without anything to compare is left out. */
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
  about: 'What of a farm can be compared with lead farms: types of sensors and actuators that both have.',
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
      /** Own actuators and sensors, comma-separated indexes; at least one of either. */
      myDevices: z._default(indexList, []),
      mySensors: z._default(indexList, []),
      /** Those of lead farms, of types that the own ones of this call have. */
      leadDevices: z._default(indexList, []),
      leadSensors: z._default(indexList, []),
      /** As in a record: a Seoul day or an ISO instant. */
      begin: z.string(),
      end: z.string(),
    })
    .check(z.refine(({ myDevices, mySensors }) => myDevices.length + mySensors.length > 0, { path: ['mySensors'] })),
  answer: z.object({
    data: z.object({ my: graphs, lead: graphs }),
    /** The same for both sides, so that they can be held against each other. */
    resolution: z.enum(resolutions),
    /** The range that was answered, epoch ms, half open. */
    begin: z.number(),
    end: z.number(),
  }),
  errors: ['RANGE_INVALID', 'RANGE_TOO_LONG'],
  offline: 'tiles',
  about: 'Own readings and those of lead farms over one range at one resolution.',
});
export type LeadRecord = z.infer<(typeof leadRecord)['answer']>;
