/** What can keep a submitted order from going on, who has to act, and what can be done about it in place. */
export const OBSTACLE_KINDS = {
  /** The laboratory holds the order and asks; `action` leads to the question. */
  hold: { who: 'clinic', action: 'answer' },
  /** The question is answered, and the laboratory has not gone on yet. */
  'hold-answered': { who: 'laboratory', action: null },
  /** Nobody has said how a sample travels, and it has not arrived. */
  'sample-not-sent': { who: 'clinic', action: 'ship' },
  /** A sample was rejected and is to be taken again. */
  'sample-rejected': { who: 'clinic', action: 'recollect' },
  /** The parcel is on its way for longer than the carrier says. */
  'parcel-late': { who: 'carrier', action: 'track' },
  /** The report's day is over. */
  'report-late': { who: 'laboratory', action: 'contact' },
  /** The laboratory's system has refused the order, or has not answered for a working day. */
  'not-taken': { who: 'laboratory', action: 'contact' },
  /** The laboratory has to decide about a cancellation. */
  'cancellation-asked': { who: 'laboratory', action: null },
} as const satisfies Record<
  string,
  {
    who: 'clinic' | 'laboratory' | 'carrier'
    action: 'answer' | 'ship' | 'recollect' | 'track' | 'contact' | null
  }
>
export type ObstacleKind = keyof typeof OBSTACLE_KINDS
