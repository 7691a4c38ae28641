/** An error for the operator. `stack` has one line per frame. */
export interface ReportedError {
  message: string
  stack?: string | undefined
  /** The path of the page or route without its query. */
  where?: string | undefined
  /** Shown to the user as the problem's `instance`, and written to the log. */
  requestId?: string | undefined
}

/** A step in the exchange of an order with the laboratory. Must not contain patient data. */
export interface OrderStep {
  /** `order to the laboratory`, `news from the laboratory`. */
  name: string
  orderId: number
  /** Start time; the step ends now. */
  from: Date
  attributes: Record<string, string | number>
  failed: boolean
}

/** Records a step in the trace that all of an order's requests and messages share. */
export type NoteStep = (step: OrderStep) => void

export interface ErrorReporter {
  /** Sends in the background, after removing what identifies people. Never throws. */
  report(error: ReportedError): void
  /** Resolves once all reports are sent, or after a few seconds. */
  flush(): Promise<void>
}
