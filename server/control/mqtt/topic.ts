/** The sender of a controller's message: farm index, device code, and the channel code for messages of a channel. */
export type ControllerTopic =
  | { kind: 'availability'; farmId: number; device: string }
  | { kind: 'control-ack'; farmId: number; device: string }
  | { kind: 'ack' | 'state'; farmId: number; device: string; code: string };

/** An index has exactly one spelling, so that the access list of a broker can match it. */
const TOPIC = /^farm\/([1-9]\d{0,14})\/([^/+#]+)\/(.+)$/;
const OF_CHANNEL = /^([^/+#]+)\/(ack|state)$/;

/** Parses a topic; undefined when it is not one of a controller. */
export function readTopic(topic: string): ControllerTopic | undefined {
  const [, farm, device, rest] = TOPIC.exec(topic) ?? [];
  if (!farm || !device || !rest) return undefined;
  const of = { farmId: Number(farm), device };
  if (rest === 'availability') return { kind: 'availability', ...of };
  if (rest === 'control/ack') return { kind: 'control-ack', ...of };
  const [, code, word] = OF_CHANNEL.exec(rest) ?? [];
  return code ? { kind: word === 'ack' ? 'ack' : 'state', ...of, code } : undefined;
}
