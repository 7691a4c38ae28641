/** An error that somebody should look at. `stack` holds one line a frame. */
export interface ReportedError {
  message: string
  stack?: string | undefined
  /** The path of the page or route where it happened, without its query. */
  where?: string | undefined
  /** Named to the user as `instance` of the problem, and in the log. */
  requestId?: string | undefined
}

/** A step of an order's way between us and the laboratory. Nothing in it may tell of a patient. */
export interface OrderStep {
  /** `order to the laboratory`, `news from the laboratory`. */
  name: string
  orderId: number
  /** When it began; it ends now. */
  from: Date
  attributes: Record<string, string | number>
  failed: boolean
}

/** Notes a step in the trace that all requests and messages of an order share. */
export type NoteStep = (step: OrderStep) => void

export interface ErrorReporter {
  /** Sends it without being waited for; what identifies people is taken out first. Never throws. */
  report(error: ReportedError): void
  /** Resolves once what was reported is sent, or after a few seconds. */
  flush(): Promise<void>
}
