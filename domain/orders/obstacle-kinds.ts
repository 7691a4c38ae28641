/** The kinds of obstacle of a submitted order, who has to act, and the action offered. */
export const OBSTACLE_KINDS = {
  /** The order is on hold with a question; `action` leads to it. */
  hold: { who: 'clinic', action: 'answer' },
  /** The question is answered, and the laboratory has not resumed yet. */
  'hold-answered': { who: 'laboratory', action: null },
  /** A sample has not arrived, and has no tracking number, or that of a parcel that arrived without it. */
  'sample-not-sent': { who: 'clinic', action: 'ship' },
  /** A sample was rejected and must be recollected. */
  'sample-rejected': { who: 'clinic', action: 'recollect' },
  /** The parcel has been under way longer than the carrier takes. */
  'parcel-late': { who: 'carrier', action: 'track' },
  /** The report's due day has passed. */
  'report-late': { who: 'laboratory', action: 'contact' },
  /** The laboratory's system has refused the order, or has not answered for one working day. */
  'not-taken': { who: 'laboratory', action: 'contact' },
  /** The laboratory has yet to decide on a cancellation. */
  'cancellation-asked': { who: 'laboratory', action: null },
} as const satisfies Record<
  string,
  {
    who: 'clinic' | 'laboratory' | 'carrier'
    action: 'answer' | 'ship' | 'recollect' | 'track' | 'contact' | null
  }
>
export type ObstacleKind = keyof typeof OBSTACLE_KINDS
