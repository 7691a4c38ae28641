/** The payer's settings from its environment. */
export interface Settings {
  /** `KARYO_SIM_PORT`: the port for requests; 0 picks a free one. */
  port: number
  /** `KARYO_SIM_SLOW_SECONDS`: the delay of the slow member's answer. */
  slowSeconds: number
}

/** Reads the environment; throws an Error that names the invalid variable. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const number = (name: string, fallback: number, most: number): number => {
    const text = environment[name]?.trim() || String(fallback)
    const value = Number(text)
    if (!Number.isInteger(value) || value < 0 || value > most)
      throw new Error(`${name} is not a valid number: ${text}`)
    return value
  }
  return {
    port: number('KARYO_SIM_PORT', 0, 65_535),
    slowSeconds: number('KARYO_SIM_SLOW_SECONDS', 45, 3_600),
  }
}
