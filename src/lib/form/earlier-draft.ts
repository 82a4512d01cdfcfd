/** The draft of an earlier visit, and the actions on it. `isAsked`: the user asked to edit it, it need not be offered. */
export type FoundDraft = { savedAt: number; isAsked: boolean; take: () => void; drop: () => void };

/** What an earlier visit left in a form; 'reading' until the device has answered. Until it is settled, nothing is typed. */
export type EarlierDraft = FoundDraft | 'reading';
