/**
 * Codes that no channel may have: members of a flat MQTT message, and words that stand in the place of a channel in the
 * topics of a controller (`command.ts`).
 */
export const reservedCodes: readonly string[] = ['at', 'readings', 'availability', 'control', 'beat', 'sync', 'state'];
