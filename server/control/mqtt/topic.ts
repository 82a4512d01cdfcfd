/** Where a message of a controller came from: farm index, device code, and the channel's code where it is of one. */
export type ControllerTopic =
  | { kind: 'availability'; farmId: number; device: string }
  | { kind: 'control-ack'; farmId: number; device: string }
  | { kind: 'ack' | 'state'; farmId: number; device: string; code: string };

/** An index has one spelling, so that a broker's access list can name it. */
const TOPIC = /^farm\/([1-9]\d{0,14})\/([^/+#]+)\/(.+)$/;
const OF_CHANNEL = /^([^/+#]+)\/(ack|state)$/;

/** What a topic says; undefined where it is none of a controller's. */
export function readTopic(topic: string): ControllerTopic | undefined {
  const [, farm, device, rest] = TOPIC.exec(topic) ?? [];
  if (!farm || !device || !rest) return undefined;
  const of = { farmId: Number(farm), device };
  if (rest === 'availability') return { kind: 'availability', ...of };
  if (rest === 'control/ack') return { kind: 'control-ack', ...of };
  const [, code, word] = OF_CHANNEL.exec(rest) ?? [];
  return code ? { kind: word === 'ack' ? 'ack' : 'state', ...of, code } : undefined;
}
