/** An upgrade waits for locks for ten minutes at most; one that was stopped never tells its end. */
const LONGEST_PAUSE_MS = 15 * 60_000

/** Whether connections keep plans now. Those that were kept before a pause are not used after it. */
export class PlanKeeping {
  isPaused = false
  /** How often it was resumed. */
  period = 0
  private end: NodeJS.Timeout | undefined

  /** It ends by itself after a quarter of an hour. */
  pause(): void {
    this.isPaused = true
    clearTimeout(this.end)
    this.end = setTimeout(() => this.resume(), LONGEST_PAUSE_MS).unref()
  }

  resume(): void {
    clearTimeout(this.end)
    this.isPaused = false
    this.period += 1
  }
}
