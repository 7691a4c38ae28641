export type Verdict = { clean: true } | { clean: false; virus: string }

/** Checks users' uploads before they are stored. */
export interface VirusCheck {
  /** A line for the log when the portal starts. */
  startLine: string
  /** Rejects if the content could not be checked: then it must not be stored. */
  check(content: Uint8Array): Promise<Verdict>
}
