export type Verdict = { clean: true } | { clean: false; virus: string }

/** Looks through what users upload before it is kept. */
export interface VirusCheck {
  /** What is said of it when the portal starts. */
  startLine: string
  /** Rejects when the content could not be checked: then it is not to be kept. */
  check(content: Uint8Array): Promise<Verdict>
}
